"""On a table that is nearly black a film is a grey square, whatever it shows: it is found by its outline."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.stained_glass.on_black.film_on_black import (
    HEIGHT,
    PLANE,
    SIDE,
    WIDTH,
    Place,
    column,
    film_on_black,
    outline,
)
from vision.frames import Picture
from vision.stained_glass.on_black.in_light import light_of
from vision.stained_glass.on_black.squares import Squares, squares_on


def found_on(picture: Picture) -> list[Squares]:
    return squares_on(light_of(picture, SIDE), (HEIGHT, WIDTH), PLANE)


def lie_at(squares: Squares, places: list[Place], within: float = 0.05) -> bool:
    """Whether these are the tiles at these places, each corner within so much of a side, in whatever order."""
    wanted = np.stack([outline(place) for place in places])
    if len(squares.outlines) != len(wanted):
        return False
    return all(
        min(np.linalg.norm(np.roll(seen, turn, axis=0) - one, axis=1).max() for one in wanted for turn in range(4))
        < within * SIDE
        for seen in squares.outlines
    )


def test_a_window_is_three_squares_edge_to_edge() -> None:
    window = column(300, 200, "2a", "2b", "2c")
    assert any(lie_at(one, list(window)) for one in found_on(film_on_black(window)))


def test_a_tile_beside_a_window_is_squares_of_its_own() -> None:
    window, loose = column(300, 200, "2a", "2b", "2c"), column(500, 260, "4b")
    found = found_on(film_on_black(window | loose))
    assert any(lie_at(one, list(window)) for one in found)
    assert any(lie_at(one, list(loose)) for one in found)


def test_a_window_in_a_bend_is_as_many_squares_as_it_has_tiles() -> None:
    window = column(300, 200, "2a", "2b", "2c") | column(360, 200, "3a")
    assert any(lie_at(one, list(window)) for one in found_on(film_on_black(window)))


def test_a_note_that_is_no_tile_is_no_square() -> None:
    picture = film_on_black({})
    picture[200 : 200 + round(1.65 * SIDE), 300 : 300 + round(1.65 * SIDE)] = 90
    assert found_on(picture) == []


def test_a_window_is_found_where_a_lamp_is_mirrored_beside_it_a_little_off() -> None:
    window = column(300, 200, "2a", "2b", "2c")
    picture = film_on_black(window, lamp=(330, 460))
    assert any(lie_at(one, list(window), 0.1) for one in found_on(picture))


def test_a_bare_table_has_no_squares() -> None:
    assert found_on(film_on_black({})) == []


def test_squares_are_found_in_a_larger_picture_as_well() -> None:
    window = column(300, 200, "2a", "2b", "2c")
    picture = cv2.resize(film_on_black(window), None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    light = light_of(np.asarray(picture, np.uint8), 2 * SIDE)
    assert any(lie_at(one, list(window)) for one in squares_on(light, (HEIGHT, WIDTH), PLANE))
