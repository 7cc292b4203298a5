"""Glass on a watched table, drawn flat: what is new is seen by what it looks like in the light where it lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.artwork.stained_glass.edition import own_glass
from vision.artwork.stained_glass.glass import glass_picture
from vision.frames import Picture
from vision.stained_glass.live import tracker as tracker_module
from vision.stained_glass.live.tracker import GlassTracker

WIDE, HIGH, SIDE = 960, 540, 48  # px
MAP = [
    np.array([[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]], np.float64)
    for x in range(400, 400 + 3 * SIDE, SIDE)
    for y in (220, 220 + SIDE)
]
LAMP, WINDOW = np.array([0.40, 0.55, 0.62]), np.array([1.0, 0.82, 0.70])  # gains of blue, green and red at the ends


def table(*glass: tuple[str, int, int]) -> Picture:
    """Glass (kind, left, top) and a map on a grey cloth, by a lamp at the left and a window at the right."""
    picture = np.full((HIGH, WIDE, 3), 90.0)
    for quad in MAP:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (70.0, 150.0, 110.0))
    for kind, left, top in glass:
        picture[top : top + SIDE, left : left + SIDE] = glass_picture(kind, SIDE)
    across: NDArray[np.float64] = np.linspace(0, 1, WIDE)[None, :, None]
    lit = cv2.GaussianBlur(picture * (LAMP + across * (WINDOW - LAMP)), (0, 0), 0.8)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def test_a_new_tile_is_seen_in_other_light_than_the_known_ones() -> None:
    tracker = GlassTracker(own_glass())
    tracker.begin(table())
    by_the_lamp = tracker.look(table(("1c", 60, 60)), MAP)
    assert [one.kind for one in by_the_lamp] == ["1c"]
    tracker.accept(by_the_lamp)
    both = tracker.look(table(("1c", 60, 60), ("2c", 850, 440)), MAP)
    assert sorted(one.kind for one in both) == ["1c", "2c"]


def test_glass_that_lies_as_it_lay_is_known_without_a_search() -> None:
    tracker = GlassTracker(own_glass())
    tracker.begin(table())
    numbers = tracker.accept(tracker.look(table(("1c", 60, 60)), MAP))
    assert [one.number for one in tracker.look(table(("1c", 60, 60)), MAP)] == list(numbers)


def test_glass_of_the_record_that_nobody_knows_any_more_is_found_where_nothing_has_changed() -> None:
    """After a knock that nobody saw through it was sought where it had lain, and the record moved on without it."""
    tracker = GlassTracker(own_glass())
    tracker.begin(table())
    there = table(("1c", 60, 60))
    tracker.look(there, MAP)
    tracker.accept((), misses=True)
    assert [one.kind for one in tracker.look(there, MAP)] == ["1c"]
    assert [one.kind for one in tracker.look(there, MAP)] == ["1c"], "it waits for the next turn as new glass does"


def test_after_the_map_was_pushed_new_glass_is_sought_where_something_changed_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = replace(tracker_module.PARAMETERS, most_seeds=4)  # what looks a little like glass is given up at once
    monkeypatch.setattr(tracker_module, "PARAMETERS", few)
    rng = np.random.default_rng(5)
    batik = cv2.resize(
        rng.uniform(20, 230, (45, 80, 3)).astype(np.float32), (WIDE, HIGH), interpolation=cv2.INTER_CUBIC
    )

    def cloth(quads: list[NDArray[np.float64]], *glass: tuple[str, int, int]) -> Picture:
        picture = np.clip(batik, 0, 255).astype(np.uint8)
        for quad in quads:
            cv2.fillConvexPoly(picture, quad.astype(np.int32), (70, 150, 110))
        for kind, left, top in glass:
            picture[top : top + SIDE, left : left + SIDE] = glass_picture(kind, SIDE)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)

    tracker = GlassTracker(own_glass())
    tracker.begin(cloth(MAP))
    tracker.accept(tracker.look(cloth(MAP), MAP))
    slid = [quad + np.array([30.0, -20.0]) for quad in MAP]
    tracker.knocked(cloth(slid), np.array([[1.0, 0, 30], [0, 1, -20], [0, 0, 1]]))
    new = tracker.look(cloth(slid, ("3b", 820, 60)), slid)
    assert [one.kind for one in new] == ["3b"]


def test_glass_far_from_a_map_that_tells_little_of_how_the_table_lies_is_seen() -> None:
    """Tiles that were laid loosely look as if the table leaned: glass at its far end would be a quarter smaller."""

    def smaller(x: float) -> float:
        return 1 - (x - 400) / 1800

    leaning = [
        np.array([[x, y], [x + SIDE * smaller(x), y], [x + SIDE * smaller(x), y + SIDE * smaller(x)], [x, y + SIDE]])
        for x in (400.0, 448.0, 496.0)
        for y in (220.0, 268.0)
    ]
    tracker = GlassTracker(own_glass())
    tracker.begin(table())
    assert [one.kind for one in tracker.look(table(("3b", 850, 440)), leaning)] == ["3b"]
