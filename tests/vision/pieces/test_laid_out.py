"""Pieces that their owner lays out on the bare table, beside a sheet of white paper."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import usual_lab
from calibration.piece_set import PieceStance
from tests.vision.pieces.drawn_table import A4, SIZE, camera, in_rows, photograph
from vision.carcassonne.figures.own_forms import pieces as follower_pieces
from vision.istanbul.pieces.own_forms import pieces as istanbul_pieces
from vision.pieces.laid_out import read_laid_out_pieces
from vision.pieces.naming import name_pieces
from vision.pieces.sheet_of_paper import find_sheet

COLOURS = ("red", "yellow", "green", "blue")
SMALL = tuple(form for form in follower_pieces().forms if form.kind == "follower")


@pytest.fixture(scope="module")
def followers():
    """One of each colour standing and one lying, a fifth larger than usual ones."""
    table = read_laid_out_pieces(photograph(in_rows(SMALL, COLOURS, size=1.2)))
    return name_pieces(table.pieces, follower_pieces())


def test_paper_tells_how_aslant_the_camera_looks_and_how_large_things_are():
    sheet = find_sheet(photograph([], plane=camera(31.0)))
    assert sheet.plane.tilt_deg == pytest.approx(31.0, abs=2.5)
    assert sheet.plane.px_per_mm() == pytest.approx(camera(31.0).px_per_mm(), rel=0.03)
    assert sheet.size_mm in (A4, A4[::-1])
    assert sheet.whole


def test_letter_paper_tells_sizes_as_well():
    sheet = find_sheet(photograph([], paper=(279.4, 215.9)))
    assert sheet.plane.px_per_mm() == pytest.approx(camera().px_per_mm(), rel=0.07)


def test_each_piece_is_named_by_form_and_colour_however_the_light_is(followers):
    found = {(one.kind, one.stance, one.colour) for one in followers}
    assert found == {("follower", stance, colour) for stance in PieceStance for colour in COLOURS}


def test_a_box_with_larger_pieces_is_seen_to_have_larger_pieces(followers):
    learned = [one.learned(follower_pieces().forms) for one in followers]
    assert np.median([one.wide for one in learned]) == pytest.approx(1.2, rel=0.08)
    heights = [one.high for one in learned if one.stance is PieceStance.STANDING and one.high is not None]
    assert np.median(heights) == pytest.approx(1.2, rel=0.15)


def test_colours_are_learned_as_they_are_in_white_light(followers):
    for one in followers:
        assert np.linalg.norm(np.subtract(one.seen.lab, usual_lab(one.colour))[1:]) < 16


def test_from_straight_above_no_height_is_told():
    table = read_laid_out_pieces(photograph(in_rows(SMALL[:1], COLOURS), plane=camera(0.0, 1500.0)))
    learned = [one.learned(follower_pieces().forms) for one in name_pieces(table.pieces, follower_pieces())]
    assert len(learned) == len(COLOURS)
    nearest = min(table.pieces, key=lambda one: float(np.linalg.norm(one.lean)))
    assert np.linalg.norm(nearest.lean) < 0.25
    assert learned[table.pieces.index(nearest)].high is None


def test_people_of_istanbul_are_told_apart_and_figures_by_their_own_colours():
    names = ("merchant bare", "assistant", "family turned", "governor flat", "smuggler turned")
    forms = [form for name in names for form in istanbul_pieces().forms if form.name == name]
    table = read_laid_out_pieces(photograph(in_rows(forms, ("red", "blue", "green"))))
    named = name_pieces(table.pieces, istanbul_pieces())
    found = sorted((one.kind, one.colour) for one in named)
    kinds = ("assistant", "family member", "merchant")
    owned = [(kind, colour) for kind in kinds for colour in ("blue", "green", "red")]
    assert found == sorted([*owned, ("governor", "governor"), ("smuggler", "smuggler")])


def test_without_paper_nothing_is_told():
    table = read_laid_out_pieces(photograph(in_rows(SMALL, COLOURS), paper=None))
    assert table.sheet is None
    assert table.pieces == ()


def test_paper_that_leaves_the_picture_is_told():
    plane = camera()
    moved = replace(
        plane, homography=np.array([[1, 0, -330.0 * SIZE[1] / 1000], [0, 1, 0], [0, 0, 1]]) @ plane.homography
    )
    sheet = find_sheet(photograph([], plane=moved))
    assert sheet is None or not sheet.whole
