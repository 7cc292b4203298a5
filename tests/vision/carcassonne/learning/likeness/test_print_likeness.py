"""A tile is told by the pictures of its kind, in whatever light and whoever hides a part of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.likeness.print_detail import KnownPrints
from vision.carcassonne.learning.likeness.print_likeness import PrintLikeness, print_likeness
from vision.carcassonne.poses import as_sides
from vision.frames import Picture
from vision.tile_map.terrain import kind_named

CURVE, STRAIGHT, JUNCTION = "BA/Rr", "BA/RFr", "BA/RRR"
ALL_WAYS = [(key, turns) for key in (CURVE, STRAIGHT, JUNCTION) for turns in range(4)]
WEST_AND_MIDDLE = (slice(16, 48), slice(0, 40))


def printed(key: str, px: int) -> Picture:
    """(px, px, 3) the same print, seen from nearer or farther."""
    return cv2.resize(tile_picture(key, 160), (px, px), interpolation=cv2.INTER_AREA)


def view(key: str, hidden: tuple[tuple[float, float], ...] = (), image: Picture | None = None) -> Reference:
    picture = printed(key, 96) if image is None else image
    return Reference(key, as_sides(kind_named(key).sides(0)), picture, hidden=hidden)


VIEWS = [view(key) for key in (CURVE, STRAIGHT, JUNCTION)]


def in_a_dim_room(key: str, turns: int = 0) -> Picture:
    """(64, 64, 3) a tile in half of the light, with the grain of a camera that sees little."""
    face = printed(key, 64)
    grain = np.random.default_rng(7).normal(0.0, 2.0, face.shape)
    return np.clip(np.rot90(face, -turns) * 0.5 + 10 + grain, 0, 255).astype(np.uint8)


def with_somebody(tile: Picture) -> tuple[Picture, np.ndarray]:
    """The same with somebody's figure and shadow on its west and its middle, and where he hides it."""
    seen, hidden = tile.copy(), np.zeros(tile.shape[:2], bool)
    seen[WEST_AND_MIDDLE], hidden[WEST_AND_MIDDLE] = (12, 10, 14), True
    return seen, hidden


def alone(key: str) -> str:
    return key


@pytest.mark.parametrize("turns", range(4))
def test_a_dim_tile_beneath_somebody_is_told_by_what_he_does_not_hide(turns: int) -> None:
    seen, hidden = with_somebody(in_a_dim_room(CURVE, turns))
    like = print_likeness(seen, hidden, VIEWS, ALL_WAYS, alone, KnownPrints())
    assert max(like.correlations, key=like.correlations.__getitem__) == (CURVE, turns)
    assert like.says((CURVE, turns)) > 3
    assert like.says((CURVE, turns)) > like.says((STRAIGHT, turns % 2)) + 3


def test_what_others_said_is_told_the_other_way_where_the_pictures_are_plain() -> None:
    """Given a curve that the terrain took for a junction, whose east somebody hides."""
    like = PrintLikeness({(CURVE, 0): 0.93, (JUNCTION, 0): 0.6})
    both = like.added_to({(CURVE, 0): -3.2, (JUNCTION, 0): 0.0})
    assert both[CURVE, 0] == 0
    assert both[JUNCTION, 0] < -3


def test_kinds_that_differ_only_where_somebody_stands_are_not_told_apart() -> None:
    """An edition prints a junction as its curve with one more road, and he stands on that."""
    junction = printed(CURVE, 96)
    junction[36:60, :54] = (90, 120, 150)
    seen, hidden = with_somebody(in_a_dim_room(CURVE))
    like = print_likeness(seen, hidden, [view(CURVE), view(JUNCTION, image=junction)], ALL_WAYS, alone, KnownPrints())
    assert like.settles({CURVE}) == 0
    assert like.prefers({CURVE}, JUNCTION) == 0
    assert abs(like.says((CURVE, 0)) - like.says((JUNCTION, 0))) < 0.5


def test_a_kind_without_a_picture_is_spoken_neither_for_nor_against() -> None:
    seen, hidden = with_somebody(in_a_dim_room(CURVE))
    like = print_likeness(seen, hidden, [view(STRAIGHT)], ALL_WAYS, alone, KnownPrints())
    assert like.says((CURVE, 0)) == 0
    assert like.says((STRAIGHT, 0)) < 1
    assert like.settles({STRAIGHT}) < 0.5


def test_a_picture_that_shows_nothing_of_what_is_in_sight_says_nothing() -> None:
    """Somebody stood all over the east of a tile when it was learned, and stands on the west of it now."""
    seen, hidden = with_somebody(in_a_dim_room(CURVE))
    hidden[:, :40] = True
    east = ((0.4, -0.1), (1.1, -0.1), (1.1, 1.1), (0.4, 1.1))
    like = print_likeness(seen, hidden, [view(CURVE, east)], ALL_WAYS, alone, KnownPrints())
    assert like.says((CURVE, 0)) == 0
    assert like.prefers({STRAIGHT}, CURVE) == 0


@pytest.mark.parametrize("copy", [1, 2, 3])
def test_where_each_copy_is_drawn_in_its_own_way_pictures_settle_nothing(copy: int) -> None:
    """Our own edition: trees, houses and grass are elsewhere on each copy."""
    seen, hidden = with_somebody(cv2.resize(tile_picture(CURVE, 160, copy), (64, 64), interpolation=cv2.INTER_AREA))
    like = print_likeness(seen, hidden, VIEWS, ALL_WAYS, alone, KnownPrints())
    assert max(map(abs, like.added_to({(CURVE, 0): 0.0, (JUNCTION, 0): 0.0}).values())) < 1
    assert all(like.settles({key}) == 0 for key in (CURVE, STRAIGHT, JUNCTION))


def test_arms_are_not_told_by_it() -> None:
    """A picture of a city with arms is one of its twin, too."""
    bare, armed = "BA/Ccc", "BA/Ccc+"
    twins = {bare: armed, armed: bare}
    seen = in_a_dim_room(armed)
    like = print_likeness(
        seen, np.zeros((64, 64), bool), [view(armed)], [(bare, 0), (armed, 0)], twins.__getitem__, KnownPrints()
    )
    assert like.says((bare, 0)) == like.says((armed, 0)) > 3


def test_a_tile_a_little_aside_and_askew_is_found() -> None:
    shift = cv2.getRotationMatrix2D((31.5, 31.5), 2.0, 1.0) + np.array([[0, 0, 3.0], [0, 0, -2.0]])
    seen = cv2.warpAffine(in_a_dim_room(STRAIGHT), shift, (64, 64), borderMode=cv2.BORDER_REPLICATE)
    like = print_likeness(seen, np.zeros((64, 64), bool), VIEWS, ALL_WAYS, alone, KnownPrints())
    assert like.settles({STRAIGHT}) > 0.9


def test_without_pictures_nothing_is_said() -> None:
    like = print_likeness(in_a_dim_room(CURVE), np.zeros((64, 64), bool), [], ALL_WAYS, alone, KnownPrints())
    assert like.added_to({(CURVE, 0): -1.0, (STRAIGHT, 0): 0.0}) == {(CURVE, 0): -1.0, (STRAIGHT, 0): 0.0}
    assert like.of_a_tile == 0


def test_where_copies_are_alike_a_kind_whose_picture_is_plainly_unlike_does_not_lie_here() -> None:
    """Given a kind without a picture, which is spoken neither for nor against itself."""
    unlike = {(STRAIGHT, 0): 0.3, (JUNCTION, 0): 0.7}
    alike, unknown = PrintLikeness(unlike, one_drawing=0.95), PrintLikeness(unlike)
    assert alike.says((STRAIGHT, 0)) < -2.5
    assert -1 < alike.says((JUNCTION, 0)) < 0
    assert alike.says((STRAIGHT, 0)) < unknown.says((STRAIGHT, 0))
    assert alike.says((CURVE, 0)) == 0
    assert alike.leaves(CURVE) == unknown.leaves(STRAIGHT) == 1


def test_what_is_left_of_other_kinds_goes_by_how_many_there_are() -> None:
    like = PrintLikeness({(STRAIGHT, 0): 0.3, (STRAIGHT, 1): 0.1}, one_drawing=0.9)
    assert like.leaves_of({STRAIGHT: 3, CURVE: 1}) == pytest.approx((3 * 0.1 + 1) / 4)
    assert like.leaves_of({}) == 1
    assert like.prefers({CURVE}, STRAIGHT) == pytest.approx(0.9)


def test_a_picture_that_shows_nothing_in_sight_is_not_behind_another_kinds_that_is_alike() -> None:
    """The east of the curve was hidden when it was learned, and somebody stands on the west of this tile."""
    seen, hidden = with_somebody(in_a_dim_room(STRAIGHT))
    hidden[:, :40] = True
    east = ((0.4, -0.1), (1.1, -0.1), (1.1, 1.1), (0.4, 1.1))
    like = print_likeness(seen, hidden, [view(CURVE, east), view(STRAIGHT)], ALL_WAYS, alone, KnownPrints())
    assert like.correlations[STRAIGHT, 0] > 0.8
    assert like.says((CURVE, 0)) == 0
