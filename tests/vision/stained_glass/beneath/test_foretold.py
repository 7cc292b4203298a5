"""Glass beneath something: where a window goes on under a hand people are told, or the tile is read between fingers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.stained_glass.edition import own_glass
from vision.imaging.patches import layers_of
from vision.stained_glass.beneath.covering import TableFromAbove
from vision.stained_glass.beneath.foretold import covered_places, leading, read_beneath
from vision.stained_glass.judge import GlassJudge, templates_of
from vision.stained_glass.plane import plane_of
from vision.stained_glass.reading import read_glass
from vision.stained_glass.survey import GlassSurvey, quads

SIDE = 60
GLASS = own_glass()
WOOD, SKIN = (70, 110, 160), (130, 165, 215)  # BGR
WINDOW = {"1a": (0, 0), "1b": (0, 1), "2a": (1, 0), "2b": (1, 1)}  # by kind, column and row
ELSEWHERE = {"4a": (6, 0), "3c": (6, 3), "4b": (9, 5), "3a": (2, 6)}


def corner(column, row):
    """Upper left px of a tile that lies there; those of one window nearly touch."""
    return 120 + round(1.01 * SIDE * column), 100 + round(1.01 * SIDE * row)


def pose_of(column, row):
    x, y = corner(column, row)
    return np.array([[SIDE, 0, x - 0.5], [0, SIDE, y - 0.5], [0, 0, 1.0]])


def photograph(tiles, *covers):
    """Tiles on wood with some grain; each cover is left, top, right and bottom of a thing, px."""
    rng = np.random.default_rng(11)
    grain = cv2.GaussianBlur(rng.normal(0, 9, (640, 900)), (0, 0), 2.0)[..., None] * 2
    picture = np.clip(np.full((640, 900, 3), WOOD) + grain, 0, 255).astype(np.uint8)
    for kind, place in tiles.items():
        x, y = corner(*place)
        picture[y : y + SIDE, x : x + SIDE] = cv2.resize(
            GLASS.pictures[kind], (SIDE, SIDE), interpolation=cv2.INTER_AREA
        )
    for left, top, right, bottom in covers:
        picture[top:bottom, left:right] = SKIN
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def surveyed(picture, tiles):
    """As if these tiles were found where they lie, and nothing else."""
    poses = np.stack([pose_of(*place) for place in tiles.values()])
    views = np.array([GLASS.kinds.index(kind) for kind in tiles])
    judge = GlassJudge(layers_of(picture, SIDE), templates_of(GLASS))
    judge = judge.attuned(judge.weigh(poses, views))
    height, width = picture.shape[:2]
    return GlassSurvey(judge.weigh(poses, views), plane_of(quads(poses), width, height), judge, True)


def kinds_beneath(picture, tiles):
    found = surveyed(picture, tiles)
    read = found.sightings
    return {one.kind for one in covered_places(TableFromAbove.of(found, read), found.judge, read)}


def over(column, row, share=1.0):
    """A thing over so much of the height of a place, from its foot on."""
    x, y = corner(column, row)
    return x - 4, y + round((1 - share) * SIDE), x + SIDE + 4, y + SIDE + 4


SEEN = WINDOW | ELSEWHERE


def test_a_window_may_go_on_beneath_a_hand_and_does_not_where_the_table_shows():
    assert kinds_beneath(photograph(SEEN), SEEN) == set()
    assert kinds_beneath(photograph(SEEN, over(0, 2)), SEEN) == {"1c"}


def test_it_may_go_on_from_one_covered_place_to_the_next():
    begun = {"1a": (0, 0)} | ELSEWHERE
    assert kinds_beneath(photograph(begun, over(0, 1), over(0, 2)), begun) == {"1b", "1c"}
    assert kinds_beneath(photograph(begun, over(1, 2)), begun) == set()  # no window leads there


def test_the_last_of_a_small_window_may_lie_covered_where_the_middle_one_is_missing():
    begun = {"1a": (0, 0)} | ELSEWHERE
    assert kinds_beneath(photograph(begun, over(0, 2)), begun) == {"1c"}


def test_what_the_box_no_longer_holds_lies_beneath_nothing():
    both = {"1c": (5, 5)}
    picture = photograph(SEEN | both, over(0, 2))
    assert kinds_beneath(picture, SEEN | both) == {"1c"}
    found = surveyed(picture, SEEN | both)
    again = surveyed(picture, both).sightings
    read = found.sightings.with_more(again)
    assert covered_places(TableFromAbove.of(found, read), found.judge, read) == []


def test_a_thing_beside_a_finished_place_is_no_reason_to_look():
    left, top, right, bottom = over(-1, 0)  # nothing belongs to the left of the first small window
    assert kinds_beneath(photograph(SEEN, (left, top, right - 8, bottom)), SEEN) == set()


def test_the_dots_of_a_cloth_are_no_things_and_a_hand_on_it_is_one():
    dots = [(x, y, x + 14, y + 14) for x in range(10, 890, 40) for y in range(10, 630, 40)]
    free = [dot for dot in dots if not any(on_tile(dot, corner(*place)) for place in SEEN.values())]
    assert kinds_beneath(photograph(SEEN, *free), SEEN) == set()
    assert kinds_beneath(photograph(SEEN, *free, over(0, 2)), SEEN) == {"1c"}


def on_tile(dot, upper_left):
    return all(low - 14 < at < low + SIDE for at, low in zip(dot[:2], upper_left, strict=True))


def fingers(column, row):
    """Two fingers over half of a place, from its head to its foot."""
    x, y = corner(column, row)
    return (x + 8, y - 2, x + 23, y + SIDE + 30), (x + 34, y - 2, x + 49, y + SIDE + 30)


@pytest.mark.parametrize("kind", ["1c", "2c"])
def test_what_shows_between_fingers_is_read_and_nothing_is_invented_there(kind):
    place = {"1c": (0, 2), "2c": (1, 2)}[kind]
    lies = photograph(SEEN | {kind: place}, *fingers(*place))
    bare = photograph(SEEN, *fingers(*place))
    for picture, there in ((lies, True), (bare, False)):
        found = surveyed(picture, SEEN)
        read, sure, _, left = read_beneath(found, found.sightings, np.full(len(SEEN), 0.99))
        assert (kind in [GLASS.kinds[view] for view in read.views]) == there
        assert (kind in {one.kind for one in left}) != there
        assert sure.min() > 0.5


def test_only_the_kind_that_lies_there_is_ahead_of_the_others():
    place = (0, 2)
    found = surveyed(photograph(SEEN | {"1c": place}, *fingers(*place)), SEEN)
    lead = {kind: leading(found.judge, pose_of(*place), GLASS.kinds.index(kind))[1] for kind in GLASS.kinds}
    assert [kind for kind, ahead in lead.items() if ahead > 0] == ["1c"]


def test_a_photograph_says_where_to_look():
    seen = read_glass(photograph(SEEN | {"1c": (0, 2)}, over(0, 2, 0.97)), GLASS)
    assert {tile.kind for tile in seen.tiles} == set(SEEN)
    (place,) = seen.unread
    assert (place.why.key, dict(place.why.values)) == ("glass.beneath", {"kind": "1c"})
    assert place.outline is not None
    x, y = corner(0, 2)
    assert np.abs(place.outline - (np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * SIDE + (x, y))).max() < 5
