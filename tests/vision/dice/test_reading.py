"""Reading dice: numbers where they are plain to see, a refusal where nobody should call one out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice.one_each import as_large, kept, shows_top
from vision.dice.pattern import UpperFace
from vision.dice.reading import read_dice
from vision.dice.refusal import beside_cocked, of_a_cloth, why_not
from vision.dice.sighting import DieSighting
from vision.networks.dice.judge import POSITIONS, Verdict, moved, straight_patch
from vision.simulator.carcassonne import still as carcassonne
from vision.simulator.conditions import Conditions, Level
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import StillDice, still_dice


def small(seed: int, level: Level) -> Conditions:
    """A smaller picture than the camera's, which is quicker."""
    drawn = Conditions.from_level(level, np.random.default_rng(seed))
    return replace(drawn, width=960, height=600, focal_px=1000.0)


def table(seed: int, *lies: DiePose, level: Level = Level.EASY) -> StillDice:
    return still_dice(seed, level, poses=lies, conditions=small(seed, level))


@pytest.mark.parametrize("seed", [100, 101, 102, 103])
def test_two_dice_anywhere_are_read(seed: int) -> None:
    still = table(seed, DiePose.FLAT, DiePose.FLAT)
    seen = read_dice(still.picture)
    assert seen.unread == ()
    found = sorted((die.x, die.pips) for die in seen.dice)
    true = sorted((die.x, die.pips) for die in still.dice)
    assert [pips for _, pips in found] == [pips for _, pips in true]
    side = still.dice[0].side
    assert [x for x, _ in found] == pytest.approx([x for x, _ in true], abs=0.15 * side)
    assert all(0.9 <= die.confidence <= 1 for die in seen.dice)


@pytest.mark.parametrize("seed", [110, 111])
def test_nothing_is_found_on_an_empty_table(seed: int) -> None:
    seen = read_dice(table(seed, level=Level.ORDINARY).picture)
    assert (seen.dice, seen.unread) == ((), ())


def test_a_board_full_of_spots_and_squares_bears_no_dice() -> None:
    board = carcassonne.still_board(500, Level.ORDINARY, 30, conditions=small(500, Level.ORDINARY))
    seen = read_dice(board.picture)
    assert (seen.dice, seen.unread) == ((), ())


def sighted(pips: int, x: float, side: float) -> DieSighting:
    chances = tuple(0.994 if number == pips else 0.001 for number in range(7))
    verdict = Verdict(x, 300.0, side, chances, 0.05, 0.02, 1.0, (0.0, 0.05), 0.02)
    return DieSighting(verdict, tuple(0.9 if number == pips else 0.2 for number in range(1, 7)))


def test_two_dice_are_not_the_pips_of_a_larger_one() -> None:
    small, other, large = sighted(4, 200, 40), sighted(2, 400, 40), sighted(2, 300, 300)
    assert {one.verdict.x for one in kept([large, small, other])} == {200, 400}


def test_pips_that_look_like_dice_take_nothing_from_a_large_die() -> None:
    pips, large = [sighted(1, 200, 40), sighted(1, 400, 40)], sighted(2, 300, 300)
    assert [one.verdict.x for one in kept([large, *pips])] == [300]


def test_a_bright_die_on_a_dark_cloth_is_not_the_pip_of_a_larger_one() -> None:
    die, cloth = sighted(5, 300, 24), sighted(1, 300, 60)
    assert [one.verdict.side for one in kept([cloth, die])] == [24]


def test_a_spot_of_a_cloth_takes_nothing_from_the_die_that_lies_in_it() -> None:
    die, cloth = sighted(1, 300, 24), replace(sighted(1, 300, 180), ends=0.6)
    assert [one.verdict.side for one in kept([cloth, die])] == [24]


def test_a_die_that_is_seen_aslant_is_not_the_pip_of_a_larger_one_either() -> None:
    die, cloth = sighted(4, 300, 37), sighted(1, 300, 320)
    leaning = replace(die, verdict=replace(die.verdict, cocked=0.3))
    assert [one.verdict.side for one in kept([cloth, leaning])] == [37]


def test_what_goes_on_beyond_its_face_is_hardly_a_die() -> None:
    die = sighted(6, 300, 60)
    printed = replace(die, ends=0.6)
    assert die.surely_a_die
    assert not replace(printed, figures=(0.2,) * 5 + (0.5,)).surely_a_die
    assert printed.evidence < die.evidence - 3


def test_the_upper_face_of_a_die_that_touches_is_not_that_of_the_one_beside_it() -> None:
    """The camera looks from below the picture: each die's middle lies under its upper face and above its front."""
    top, beside = sighted(4, 300, 40), sighted(2, 342, 40)
    front = replace(top, verdict=replace(top.verdict, y=325.0, lean=(0.0, -0.3)))
    leaning = [replace(one, verdict=replace(one.verdict, lean=(0.0, 0.4))) for one in (top, beside)]
    assert shows_top(leaning[0], front, UpperFace(300.0, 300.0, 40.0, (0.0, 0.4)))
    assert not shows_top(leaning[1], front, UpperFace(338.0, 300.0, 40.0, (0.0, 0.4)))


def test_dice_of_one_throw_are_of_one_size() -> None:
    alike, larger, twice = (as_large(edge, [40.0, 41.0, 39.0]) for edge in (42, 50, 79))
    assert alike > 1 > larger > 0 > twice


def test_a_face_in_which_half_the_positions_see_another_number_is_not_told() -> None:
    seen = sighted(4, 300, 40)
    assert why_not(seen, 0.01, (900, 600)) is None
    assert why_not(replace(seen, verdict=replace(seen.verdict, agreeing=0.5)), 0.01, (900, 600)) is not None


def test_a_number_is_told_only_of_a_face_that_the_network_sees_as_an_upper_one_which_looks_over_the_whole_tray() -> (
    None
):
    seen = sighted(4, 300, 40)
    assert why_not(replace(seen, above=0.9), 0.01, (900, 600)) is None
    # Four spots on a card, a die's front: they bear the figure as well.
    assert why_not(replace(seen, above=0.1), 0.01, (900, 600)) is not None


def test_a_face_that_bears_two_figures_alike_is_not_told_however_sure_the_judge_is() -> None:
    seen = sighted(1, 300, 40)
    assert why_not(seen, 0.01, (900, 600)) is None
    assert why_not(replace(seen, figures=(0.68, 0.33, 0.44, 0.41, 0.68, 0.36)), 0.01, (900, 600)) is not None


def test_only_what_is_about_as_large_is_another_die_that_may_be_cocked() -> None:
    assert beside_cocked([0.05, 0.055, 0.1], [0.02, 0.03, 0.9]) == [False, False, False]
    assert beside_cocked([0.05, 0.055, 0.05], [0.02, 0.03, 0.9]) == [True, True, False]


def test_beside_a_cocked_one_a_die_that_no_other_is_as_large_as_is_in_doubt() -> None:
    assert beside_cocked([0.05, 0.1], [0.02, 0.9]) == [True, False]
    assert beside_cocked([0.05, 0.055, 0.1, 0.2], [0.02, 0.03, 0.9, 0.01]) == [False, False, False, True]


def test_a_die_beside_a_cocked_one_must_lie_the_more_surely_level() -> None:
    die = sighted(5, 300, 40)
    assert why_not(die, 0.03, (900, 600)) is None
    assert why_not(die, 0.03, (900, 600), beside_cocked=True) is not None


@pytest.mark.parametrize("seed", [120, 121, 122])
def test_a_die_under_a_sheet_is_given_no_number(seed: int) -> None:
    still = table(seed, DiePose.FLAT, DiePose.UNDER_SHEET)
    if not still.dice[1].refused:
        pytest.skip("the sheet hides too little here")
    plain = [die.pips for die in still.dice if die.readable]  # the sheet may reach over the other die as well
    assert [die.pips for die in read_dice(still.picture).dice] == plain


@pytest.mark.parametrize("seed", [130, 131, 132])
def test_a_cocked_die_is_given_no_number(seed: int) -> None:
    still = table(seed, DiePose.FLAT, DiePose.FLAT, DiePose.COCKED)
    seen = read_dice(still.picture)
    assert sorted(die.pips for die in seen.dice) == sorted(die.pips for die in still.dice[:2])


def test_a_picture_of_one_colour_has_no_dice() -> None:
    assert read_dice(np.full((300, 400, 3), 90, np.uint8)).dice == ()


def test_a_tiny_picture_is_no_error() -> None:
    assert read_dice(np.zeros((8, 8, 3), np.uint8)).dice == ()


def test_the_eight_positions_are_what_they_say() -> None:
    patch = np.zeros((48, 48, 3), np.uint8)
    cv2.circle(patch, (34, 20), 2, (255, 255, 255), -1)
    away = np.array([34 - 23.5, 20 - 23.5])
    for square in POSITIONS:
        x, y = square @ away + 23.5
        assert moved(patch, square)[round(y), round(x), 0] == 255


def test_a_patch_beyond_the_edge_is_black_there() -> None:
    patch = straight_patch(np.full((60, 60, 3), 200, np.uint8), 0.0, 30.0, 1.0)
    assert patch[24, 5, 0] == 0
    assert patch[24, 40, 0] == 200


@pytest.mark.parametrize(
    ("aces", "others", "cloth"),
    [(1, 0, False), (5, 0, False), (6, 0, False), (6, 14, False), (9, 0, True), (15, 2, True), (30, 3, True)],
)
def test_more_aces_than_dice_ever_throw_are_a_cloth_of_discs(aces: int, others: int, cloth: bool) -> None:
    seen = [sighted(1, 100.0 * place, 40) for place in range(aces)]
    seen += [sighted(2 + place % 5, 100.0 * place, 40) for place in range(others)]
    assert of_a_cloth(seen) is cloth
