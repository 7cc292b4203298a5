"""Tiles of which a part shows: a finger across one neither pulls it off its place nor makes another tile of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.stained_glass.edition import own_glass
from vision.imaging.patches import layers_of
from vision.photometry.tone import FLOOR, NEUTRAL, Tone
from vision.stained_glass import judge as glass_judge
from vision.stained_glass.context import chance_support, joined, part_confidences
from vision.stained_glass.judge import GlassJudge, Sightings, templates_of

SIDE = 60.0
GLASS = own_glass()
SKIN, TABLE = (120, 150, 205), (60, 80, 110)
PLACE = np.array([[SIDE, 0, 200], [0, SIDE, 150], [0, 0, 1.0]])
NOWHERE = np.array([[SIDE, 0, 420], [0, SIDE, 300], [0, 0, 1.0]])
KINDS = ("1a", "2b", "3c", "4a")


def under_a_finger(kind: str, finger_px: int) -> GlassJudge:
    """One tile on a plain table with a finger down its middle, in a light that is known."""
    picture = np.full((480, 640, 3), TABLE, np.uint8)
    tile = cv2.resize(GLASS.pictures[kind], (int(SIDE), int(SIDE)), interpolation=cv2.INTER_AREA)
    picture[150:210, 200:260] = tile
    cv2.line(picture, (232, 0), (230, 192), SKIN, finger_px)
    tone = Tone(NEUTRAL.matrix, 2 * FLOOR, np.zeros(2), 1.0)
    return GlassJudge(
        layers_of(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8), SIDE), templates_of(GLASS), tone
    )


def nearby() -> np.ndarray:
    """A guess that is off by a few hundredths of a side and five degrees."""
    turn = np.radians(5.0)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    return (PLACE @ np.array([[1, 0, 0.06], [0, 1, -0.04], [0, 0, 1.0]]) @ spin)[None]


@pytest.mark.parametrize("kind", KINDS)
def test_a_tile_under_a_finger_is_laid_on_by_what_shows_of_it(kind):
    judge = under_a_finger(kind, 20)
    seen = judge.compare_parts(nearby(), np.array([GLASS.kinds.index(kind)]), glass_judge.PARAMETERS.on_plane)
    corners = seen.poses[0] @ np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 1]])
    wanted = PLACE @ np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 1]])
    assert np.abs(corners[:2] / corners[2] - wanted[:2]).max() < 0.05 * SIDE  # of more than 0.1 before


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_believed_where_its_window_foretells_it_and_no_other_kind_is(kind):
    judge = under_a_finger(kind, 20)
    views = np.arange(len(GLASS.kinds))
    seen = judge.compare_parts(np.repeat(nearby(), len(views), axis=0), views, glass_judge.PARAMETERS.on_plane)
    sure = part_confidences(seen, views == GLASS.kinds.index(kind), chance=0.0)
    assert GLASS.kinds[int(sure.argmax())] == kind
    assert sure.max() > 0.5
    elsewhere = part_confidences(seen, np.ones(len(views), bool), chance=0.0)
    assert np.sort(elsewhere)[-2] < 0.5


def test_nothing_is_believed_of_a_plain_table():
    judge = under_a_finger("1a", 20)
    views = np.arange(len(GLASS.kinds))
    seen = judge.compare_parts(np.repeat(NOWHERE[None], len(views), axis=0), views, glass_judge.PARAMETERS.on_plane)
    assert part_confidences(seen, np.ones(len(views), bool), chance=0.0).max() < 0.1


def sightings(support: float) -> Sightings:
    """A sighting with so much support."""
    one = np.ones(1)
    return Sightings(PLACE[None], np.array([0]), 0.6 * one, 0.3 * one, 0.5 * one, support * one, 0 * one, one, one)


def test_what_a_patterned_table_supports_by_chance_counts_for_less():
    plain, patterned = (part_confidences(sightings(0.5), np.zeros(1, bool), chance=chance)[0] for chance in (0.0, 0.4))
    assert plain > 0.5 > patterned


def test_a_tile_that_its_window_foretells_needs_to_show_less():
    alone, predicted = (part_confidences(sightings(0.3), np.array([one]), chance=0.0)[0] for one in (False, True))
    assert predicted > 0.5 > alone


def test_what_chance_supports_is_told_by_the_picture_itself():
    assert chance_support(sightings(0.2)) == pytest.approx(0.2)
    assert chance_support(sightings(0.2).at(np.zeros(1, bool))) == 0.0


def test_no_more_of_a_kind_are_read_than_the_box_holds():
    five = sightings(0.5).at(np.zeros(5, np.intp))
    five.poses[:, 0, 2] = [100, 200, 300, 400, 500]
    sure = np.array([0.6, 0.9, 0.7, 0.95, 0.8])
    nothing = five.at(np.zeros(5, bool))
    read, read_sure = joined(five, sure, nothing, np.empty(0), GLASS.kinds)
    assert sorted(read_sure) == [0.9, 0.95]
    assert sorted(read.poses[:, 0, 2]) == [200, 400]
