"""Once a follower of a colour was confirmed, who stands on a tile is told by how his paint looks on this very table."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.paint import confirmed_paints
from vision.carcassonne.learning.paint.colour_density import usual_paint
from vision.carcassonne.learning.paint.confirmed_paints import (
    ConfirmedPaints,
    FigureSeen,
    TileShown,
    figure_seen,
    paint_within,
)
from vision.carcassonne.learning.paint.painted_piece import PaintedPiece
from vision.carcassonne.learning.paint.print_colours import PrintColours
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import lab_of

FROM_ABOVE = np.zeros(2)
GUESSES = (Guess(1.0, FROM_ABOVE, 0.0),)
DUSK = (60, 40, 110)  # BGR of red wood beneath a dim bluish lamp
TILE, OTHER = ("BA/C", 0), ("BA/Rr", 0)


def patch(key="BA/RFr", paint=None, at=(0.5, 0.6), size=0.16):
    """A tile of our own print, with somebody on it if there is a ``paint``."""
    face = cv2.resize(tile_picture(key, 160, 0), (128, 128), interpolation=cv2.INTER_AREA)
    if paint is not None:
        cv2.circle(face, (round(at[0] * 128), round(at[1] * 128)), round(size * 128), paint, -1)
    return lab_of(cv2.resize(face, (SPAN, SPAN), interpolation=cv2.INTER_AREA))


PRINT = PrintColours.of([patch(key).reshape(-1, 3) for key in ("BA/RFr", "BA/C", "BA/Rr")])


@pytest.fixture
def paints():
    """Red was confirmed on a city, beneath this lamp."""
    known = ConfirmedPaints()
    known.confirmed((0, 0), TILE, "red", patch("BA/C", DUSK)[14:24, 12:20].reshape(-1, 3), patch("BA/C").reshape(-1, 3))
    return known


def seen(paints, tile):
    return figure_seen(TileShown(tile, PRINT), FROM_ABOVE, GUESSES, paints.paint("red"))


def test_who_looks_as_his_fellow_did_is_seen_where_he_stands(paints):
    figure = seen(paints, patch("BA/RRR", DUSK, at=(0.3, 0.7)))
    assert figure.sure(confirmed=True)
    assert figure.log_odds > 0
    assert figure.foot == pytest.approx((0.3, 0.7), abs=0.06)


def test_while_nobody_knows_which_way_he_leans_his_outline_hardly_tells_it(paints, monkeypatch):
    """Given a camera that sees aslant, up or down the tile, then where his foot is lies nearer to even than his outline
    would have it, which is another make's."""
    aslant = (Guess(1.0, np.array([0.0, -0.25]), -0.69), Guess(1.0, np.array([0.0, 0.25]), -0.69))
    tile = patch("BA/RFr", DUSK, at=(0.5, 0.62), size=0.15)
    tile[: SPAN // 2] = patch("BA/RFr", DUSK, at=(0.5, 0.42), size=0.08)[: SPAN // 2]  # what may be his head

    def above():
        figure = figure_seen(TileShown(tile, PRINT), FROM_ABOVE, aslant, paints.paint("red"))
        assert figure.feet is not None
        return figure.feet[: SPAN // 2].sum() / figure.feet.sum()

    tempered = above()
    monkeypatch.setattr(confirmed_paints, "PARAMETERS", replace(confirmed_paints.PARAMETERS, leans_so=1.0))
    assert above() < tempered < 0.5


def test_a_tile_that_nobody_knows_is_bare_where_nothing_is_of_his_paint(paints):
    figure = seen(paints, patch("BA/RRR"))
    assert figure.sure(confirmed=True)
    assert figure.log_odds < 0
    assert figure.hides == ()


def lying_on(key, at=(0.3, 0.7), arms=0.18):
    """A tile on which somebody of red wood lies on his back, arms and legs apart."""
    face = cv2.resize(tile_picture(key, 160, 0), (128, 128), interpolation=cv2.INTER_AREA)
    turns = np.pi * (np.arange(10) / 5 - 0.5)
    reach = 128 * np.where(np.arange(10) % 2 == 0, arms, arms / 2)
    star = np.stack([at[0] * 128 + reach * np.cos(turns), at[1] * 128 + reach * np.sin(turns)], axis=1)
    cv2.fillPoly(face, [star.astype(np.int32)], DUSK)
    return lab_of(cv2.resize(face, (SPAN, SPAN), interpolation=cv2.INTER_AREA))


def test_who_lies_otherwise_than_figures_stand_is_neither_surely_there_nor_surely_not(paints):
    figure = seen(paints, lying_on("BA/RRR"))
    assert not figure.sure(confirmed=True)


def test_a_piece_of_his_paint_as_large_as_he_is_never_surely_nobody_however_he_was_thought_to_lean(paints):
    """Given somebody who is seen to lean down the tile where figures were thought to lean far across it."""
    face = cv2.resize(tile_picture("BA/RRR", 160, 0), (128, 128), interpolation=cv2.INTER_AREA)
    cv2.ellipse(face, (60, 70), (24, 12), 90, 0, 360, DUSK, -1)
    tile = lab_of(cv2.resize(face, (SPAN, SPAN), interpolation=cv2.INTER_AREA))
    across = (Guess(1.0, np.array([0.6, 0.0]), 0.0),)
    figure = figure_seen(TileShown(tile, PRINT), FROM_ABOVE, across, paints.paint("red"))
    assert figure.log_odds < -9
    assert not figure.sure(confirmed=True)


def test_the_usual_look_of_a_paint_tells_who_is_the_first_of_his_colour():
    usual = ConfirmedPaints().paint("red")

    def of(tile):
        return figure_seen(TileShown(tile, PRINT), FROM_ABOVE, GUESSES, usual)

    there, nobody = of(patch("BA/RRR", (40, 35, 190), at=(0.3, 0.7))), of(patch("BA/RRR"))
    assert there.sure(confirmed=False)
    assert there.log_odds > 0
    assert nobody.sure(confirmed=False)
    assert nobody.log_odds < 0


def test_before_anybody_was_confirmed_nothing_is_known_of_a_paint(paints):
    assert paints.knows("red")
    assert not paints.knows("blue")


def test_somebody_elses_paint_is_not_his(paints):
    figure = seen(paints, patch("BA/RRR", (150, 90, 30)))
    assert figure.log_odds < 0


def test_print_of_his_colour_that_the_map_is_full_of_is_not_him():
    roofs = ConfirmedPaints()
    # As red as this edition's roofs, of which none are on his tile.
    roofs.confirmed((0, 0), TILE, "red", patch("BA/C")[4:10, 10:22].reshape(-1, 3), patch("BA/RRR").reshape(-1, 3))
    assert seen(roofs, patch("BA/C")).log_odds < 0


def test_who_is_thought_to_be_half_a_city_tells_nothing_of_his_paint():
    """Given red on a roof, found with as many roofs about him as he is large, then only a better look teaches it."""
    tile, found, at_last = patch("BA/Cccc+", DUSK), ConfirmedPaints(), ConfirmedPaints()
    roofs = patch("BA/Cccc+")
    him, around = tile[15:23, 12:20].reshape(-1, 3), roofs[:8].reshape(-1, 3)
    found.confirmed((0, 0), TILE, "red", np.concatenate([him, around]), roofs[8:].reshape(-1, 3))
    assert not found.knows("red")
    at_last.confirmed((0, 0), TILE, "red", him, roofs[8:].reshape(-1, 3))
    assert at_last.knows("red")


def test_who_stood_on_a_tile_that_was_taken_back_tells_nothing(paints):
    paints.recorded({(0, 0): OTHER})
    assert not paints.knows("red")


def test_what_he_hides_is_all_of_him_and_little_else(paints):
    """Or his rim would be learned as print, and the next one of his colour not be seen."""
    tile = patch("BA/RRR", DUSK, at=(0.45, 0.5), size=0.2)
    outline = np.array(seen(paints, tile).hides)
    low, high = outline.min(axis=0), outline.max(axis=0)
    assert low == pytest.approx((0.25, 0.3), abs=0.06)
    assert high == pytest.approx((0.65, 0.7), abs=0.06)


def test_what_shows_his_paint_is_his_middle(paints):
    tile = patch("BA/RRR", DUSK)
    pixels = paint_within(tile, seen(paints, tile).hides)
    assert len(pixels) > 20
    assert np.median(pixels, axis=0) == pytest.approx(lab_of(np.array([[DUSK]], np.uint8))[0, 0], abs=3)


def test_a_usual_paint_is_likeliest_in_its_own_colour():
    colours = np.concatenate([lab_of(np.array([[bgr]], np.uint8))[0] for bgr in ((45, 40, 200), (175, 85, 40))])
    red = usual_paint("red").logs_at(colours)
    assert red[0] > red[1] + 4


def test_where_a_known_paint_is_undecided_the_map_is_no_surer_than_it():
    meadow = FigureSeen(0.9, (0.5, 0.2), (), piece=PaintedPiece(area=0.02, stands_out=3.5))
    assert not meadow.sure(confirmed=True)
    assert meadow.most_by_map(confirmed=True) < 0.75
    leans_oddly = replace(meadow, log_odds=-6.0)
    assert leans_oddly.most_by_map(confirmed=True) > 0.5, "the map may be right: people are asked"
    assert meadow.most_by_map(confirmed=False) == 1.0, "before his paint is known the map tells it best"
    lies_oddly = replace(meadow, piece=PaintedPiece(area=0.06, stands_out=6.0))
    assert lies_oddly.most_by_map(confirmed=True) == 1.0


def test_who_stands_at_the_edge_may_be_from_beside_only_where_nobody_saw_the_place_before():
    at_the_edge, in_the_middle = FigureSeen(8.5, (0.4, 0.1), ()), FigureSeen(8.5, (0.4, 0.5), ())
    assert at_the_edge.may_lean_over(before=None)
    assert not at_the_edge.may_lean_over(before=patch("BA/RFr"))
    assert not in_the_middle.may_lean_over(before=None)
