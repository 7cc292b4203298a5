"""A tile bears arms where a picture of its kind or of its twin says so: both are laid on each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.pennants.arms_beside_twins import arms_beside_twins
from vision.carcassonne.poses import as_sides
from vision.frames import Picture
from vision.tile_map.terrain import kind_named

BARE, ARMED = "BA/Ccc", "BA/Ccc+"
BRIDGE, BRIDGE_WITH_ARMS = "BA/CFc.1", "BA/CFc+"
TWINS = {BARE: ARMED, ARMED: BARE, BRIDGE: BRIDGE_WITH_ARMS, BRIDGE_WITH_ARMS: BRIDGE}
NOBODY = np.zeros((64, 64), bool)


def twin_of(key: str) -> str:
    return TWINS.get(key, key)


def drawn(key: str, *places: tuple[float, float], px: int = 96) -> Picture:
    """(px, px, 3) an edition whose twins are one drawing, with coats of arms at some places (x, y)."""
    face = cv2.resize(tile_picture(key, 192), (192, 192))
    for x, y in places:
        at = (round(x * 192), round(y * 192))
        cv2.circle(face, at, 14, (150, 60, 30), -1)
        cv2.circle(face, at, 6, (240, 240, 240), -1)
    return cv2.resize(face, (px, px), interpolation=cv2.INTER_AREA)


def view(key: str, image: Picture, twin: str = "") -> Reference:
    return Reference(key, as_sides(kind_named(key).sides(0)), image, twin=twin)


IN_ITS_CORNER = (0.14, 0.14)
CITY, CITY_WITH_ARMS = view(BARE, drawn(BARE)), view(ARMED, drawn(BARE, IN_ITS_CORNER))


def in_other_light(image: Picture, turns: int = 0) -> Picture:
    """(64, 64, 3) a copy of it as a camera sees it in a dimmer room, turned clockwise."""
    small = cv2.resize(image, (64, 64), interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(3).normal(0.0, 2.0, small.shape)
    return np.clip(np.rot90(small, -turns) * 0.6 + 8 + grain, 0, 255).astype(np.uint8)


def ratio_of_arms(
    tile: Picture, views: list[Reference], turns: int = 0, hidden: np.ndarray = NOBODY, share: float = 0.9
):
    """Log-likelihood ratio of arms; 0 where nothing is told. Copies are one drawing with a ``share`` of kinds."""
    return arms_beside_twins(tile, hidden, views, [(BARE, turns)], twin_of, share).get((ARMED, turns), 0.0)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("known", [CITY, CITY_WITH_ARMS])
def test_arms_are_told_by_a_picture_of_the_kind_and_by_one_of_its_twin(known: Reference, turns: int) -> None:
    assert ratio_of_arms(in_other_light(CITY_WITH_ARMS.image, turns), [known], turns) > 3
    assert ratio_of_arms(in_other_light(CITY.image, turns), [known], turns) < -3


def test_pictures_tell_the_less_the_more_drawings_an_edition_has_of_each_kind() -> None:
    often, seldom, never = (
        ratio_of_arms(in_other_light(CITY.image), [CITY_WITH_ARMS], share=share) for share in (0.9, 0.3, 0)
    )
    assert often < seldom < never == 0


def test_where_somebody_stands_on_their_place_nothing_is_told() -> None:
    tile, hidden = in_other_light(CITY.image), NOBODY.copy()
    tile[:24, :24], hidden[:24, :24] = (20, 20, 160), True
    assert abs(ratio_of_arms(tile, [CITY_WITH_ARMS], hidden=hidden)) < 0.1
    assert abs(ratio_of_arms(tile, [CITY], hidden=hidden)) < 0.1


def test_another_drawing_of_the_kind_tells_nothing() -> None:
    """Our own edition draws each copy in its own way."""
    other = view(BARE, cv2.resize(tile_picture(BARE, 192, 5), (96, 96), interpolation=cv2.INTER_AREA))
    mirrored = view(BARE, np.ascontiguousarray(other.image[:, ::-1]))
    assert abs(ratio_of_arms(in_other_light(CITY_WITH_ARMS.image), [mirrored])) < 1


def test_a_picture_that_may_be_of_either_tells_nothing() -> None:
    assert ratio_of_arms(in_other_light(CITY.image), [view(ARMED, CITY_WITH_ARMS.image, twin=BARE)]) == 0
    assert ratio_of_arms(in_other_light(CITY.image), []) == 0


@pytest.mark.parametrize("upside_down", [0, 2])
def test_on_a_city_from_side_to_side_arms_may_be_at_either_end_and_beside_its_middle(upside_down: int) -> None:
    """Given an edition that prints them nearer to the edge than others do, and a tile that may lie either way up."""
    armed, bare = drawn(BRIDGE, (0.92, 0.36)), drawn(BRIDGE)
    known = [view(BRIDGE_WITH_ARMS, armed)]

    def ratio(image: Picture) -> float:
        tile = in_other_light(image, upside_down)
        return arms_beside_twins(tile, NOBODY, known, [(BRIDGE, 0)], twin_of, 0.9)[BRIDGE_WITH_ARMS, 0]

    assert ratio(bare) < -3
    assert ratio(armed) > 1
