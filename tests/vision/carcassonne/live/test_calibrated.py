"""A camera that was calibrated beforehand: its eyes know from the first tile on how figures lean, and their colours."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.colours import DEFAULT_PAINTS
from calibration.laid_pieces import laid_pieces, named_pieces
from calibration.lens import LensSheet, SheetView, fit_lens
from calibration.profile import KeptProfiles, Profile
from calibration.table_plane import TablePose, plane_from_sheet
from vision.carcassonne.figures.followers import plane_of
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.reading import paints_for
from vision.registration.lattice import Lattice
from vision.registration.tracking import Track, _through_corners
from vision.simulator.sheets import SheetTable, row_of_pieces

ROOM = SheetTable()
ABOVE = ROOM.camera(32, 25, (10, 0), 1.7)
SIDE = 45.0


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptProfiles:
    """A folder in which this camera's profile was kept, learned from pictures alone."""
    sheet = LensSheet()
    views = [view for picture in ROOM.lens_pictures() if isinstance(view := sheet.find(picture), SheetView)]
    profile = Profile("cam").with_lens(fit_lens(sheet, views, ROOM.width, ROOM.height).lens)
    assert profile.lens is not None
    plane, error = plane_from_sheet(ROOM.marker_picture(ABOVE), profile.lens)
    folder = KeptProfiles(tmp_path_factory.mktemp("kept"))
    folder.save(profile.with_plane(plane, error))
    return folder


def seen_tile(pose: TablePose) -> Track:
    """A track that knows one tile, seen as this camera sees it but for half a pixel."""
    noise = np.random.default_rng(1).normal(0, 0.3, (4, 2))
    matrix = _through_corners(ABOVE.project(pose.corners(SIDE)) + noise)
    return Track(Lattice({(0, 0): matrix}), {(0, 0): np.zeros((24, 24, 3), np.float32)})


def test_the_next_start_knows_how_heads_lean_from_the_first_tile_on(kept: KeptProfiles):
    profile = kept.load("cam")
    start, size = TablePose(70, -50, 20), (ROOM.height, ROOM.width)
    track = seen_tile(start)
    lens, known = profile.lens_for(ROOM.width, ROOM.height), profile.plane_for(ROOM.width, ROOM.height)
    foot = ABOVE.project([[start.x, start.y, 0.0]])[0]
    head = ABOVE.project([[start.x, start.y, 16.0]])[0]
    off = []
    for one in (Track(track.lattice, track.exemplars, lens=lens, known=known), track):
        levelled = one.levelled(size)
        assert levelled.plane is not None
        off.append(float(np.linalg.norm(16 * levelled.plane.upright((0.0, 0.0)) - (head - foot))))
    calibrated, guessed = off
    assert calibrated < 1.0  # px; a tile is 75 px wide
    assert calibrated < 0.4 * guessed


def test_a_still_picture_is_read_with_the_lens_that_was_learned(kept: KeptProfiles):
    cells = {}
    for column in range(3):
        corners = TablePose(-60 + SIDE * column, 0.0).corners(SIDE)
        cells[0, column] = _through_corners(ABOVE.project(corners))
    size = (ROOM.height, ROOM.width)
    middle = (-60.0 + SIDE, 0.0)
    foot, head = ABOVE.project([[*middle, 0.0]])[0], ABOVE.project([[*middle, 16.0]])[0]
    off = []
    for profile in (kept.load("cam"), None):
        plane = plane_of(Lattice(cells), size, profile)
        x, y = plane.to_table(foot[None])[0]
        off.append(float(np.linalg.norm(16 * plane.upright((float(x), float(y))) - (head - foot))))
    assert off[0] < 1.0 < off[1]


def test_pieces_of_unusual_colours_are_expected_as_they_were_seen():
    odd = {"green": (140, 130, 20), "red": (30, 110, 235)}  # teal and orange, BGR
    picture = ROOM.marker_picture(ROOM.camera(10, 0), row_of_pieces(list(odd.values())))
    plane, _ = plane_from_sheet(picture, ROOM.lens)
    profile = Profile("cam").with_colours(named_pieces(laid_pieces(picture, plane), list(odd)))
    paints = {paint.name: paint for paint in paints_for(profile)}
    for name, lab in profile.colours.items():
        assert paints[name].doubt(np.array(lab)) < 0.5
        assert DEFAULT_PAINTS[name].doubt(np.array(lab)) > 1.0
        live, usual = LearnedPaint.measured(lab), LearnedPaint.of(name)
        there = np.array(lab) * (0.5, 1, 1)
        assert np.square((there - live.lab) / live.sigma).sum() < 0.01
        assert np.square((there - usual.lab) / usual.sigma).sum() > 2.0
    assert paints["blue"] == DEFAULT_PAINTS["blue"]
