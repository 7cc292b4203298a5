"""Whoever plays with the same box has the same figures, if beneath another lamp: the first is told by theirs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.paint import remembered_paints
from vision.carcassonne.learning.paint.confirmed_paints import ConfirmedPaints, TileShown, figure_seen
from vision.carcassonne.learning.paint.print_colours import PrintColours
from vision.carcassonne.learning.paint.remembered_paints import some_of, table_light_of, with_earlier
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import lab_of

GUESSES = (Guess(1.0, np.zeros(2), 0.0),)
BRICK = (52, 62, 128)  # BGR of red wood of a make that is paler than usual, as the edition's pictures would show it
LAMPLIGHT = (0.35, 0.5, 0.8)  # how bright the second evening's lamp is, BGR, against that of the pictures


def patch(key, paint=None, light=(1.0, 1.0, 1.0)):
    """A tile of our own print in some light, with somebody on it if there is a ``paint``."""
    face = cv2.resize(tile_picture(key, 160, 0), (128, 128), interpolation=cv2.INTER_AREA)
    if paint is not None:
        cv2.circle(face, (48, 80), 20, paint, -1)
    values = cv2.resize(face, (SPAN, SPAN), interpolation=cv2.INTER_AREA) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4) * light
    lit = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return lab_of(np.round(255 * lit).astype(np.uint8))


def view(letter, key):
    return Reference(letter, ("city", "road", "field", "road"), cv2.resize(tile_picture(key, 160, 0), (96, 96)))


def first_red_one(paints):
    bare = [patch(key, light=LAMPLIGHT).reshape(-1, 3) for key in ("BA/RFr", "BA/C", "BA/Rr")]
    tile = TileShown(patch("BA/RRR", BRICK, LAMPLIGHT), PrintColours.of(bare))
    return figure_seen(tile, np.zeros(2), GUESSES, paints.paint("red"))


@pytest.fixture
def second_evening():
    """On the first evening somebody of red wood stood on a road; now the start tile lies in lamplight."""
    of_first = patch("BA/RFr", BRICK)[14:24, 8:16].reshape(-1, 3)
    paints = ConfirmedPaints({"red": (of_first,)})
    paints.remembered.seen_in(table_light_of([("BA/RCr", patch("BA/RCr", light=LAMPLIGHT))], [view("D", "BA/RCr")]))
    return paints


def test_the_first_of_a_colour_is_told_by_how_he_looked_on_an_earlier_evening(second_evening):
    assert second_evening.knows("red")
    assert first_red_one(second_evening).log_odds > 2 * max(first_red_one(ConfirmedPaints()).log_odds, 1.0)


def test_nobody_is_remembered_while_no_tile_tells_of_the_light():
    paints = ConfirmedPaints({"red": (patch("BA/RFr", BRICK)[14:24, 8:16].reshape(-1, 3),)})
    assert table_light_of([("BA/L", patch("BA/L"))], [view("D", "BA/RCr")]) is None
    assert not paints.knows("red")
    assert paints.to_remember() is None


def test_a_tables_light_is_held_against_the_editions_pictures_of_the_tiles_that_lie_there():
    light = table_light_of([("BA/RCr", patch("BA/RCr", light=LAMPLIGHT))], [view("D", "BA/RCr"), view("B", "BA/L")])
    assert light == pytest.approx(LAMPLIGHT, rel=0.1)


def test_what_is_remembered_is_as_the_editions_pictures_show_it_whatever_the_lamp(second_evening):
    """Given a second figure, confirmed in lamplight, then both are kept, this evening's first, and look alike."""
    lit = patch("BA/C", BRICK, LAMPLIGHT)
    second_evening.confirmed((0, 1), ("BA/C", 0), "red", lit[14:24, 8:16].reshape(-1, 3), lit[:6].reshape(-1, 3))
    now, earlier = second_evening.to_remember()["red"]
    assert np.median(now, axis=0) == pytest.approx(np.median(earlier, axis=0), abs=3.0)


def test_a_few_figures_of_each_colour_are_remembered_those_of_this_evening_first():
    figures = [np.full((1, 3), value, np.float32) for value in range(6)]
    kept = with_earlier({"red": figures[:2], "blue": figures[5:]}, {"red": figures[2:5]})
    assert list(kept) == ["blue", "red"]
    assert [int(one[0, 0]) for one in kept["red"]] == list(range(remembered_paints.PARAMETERS.figures))


def test_of_a_figure_dark_and_bright_px_are_remembered_alike():
    pixels = np.stack([np.linspace(10, 40, 500), np.zeros(500), np.zeros(500)], axis=1).astype(np.float32)
    some = some_of(pixels)
    assert len(some) == remembered_paints.PARAMETERS.pixels
    assert (some[0, 0], some[-1, 0]) == (10, 40)
    assert np.median(some[:, 0]) == pytest.approx(25, abs=1)
