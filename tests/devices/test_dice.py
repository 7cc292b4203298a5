"""What a roll is worth: only the roll that was asked for counts by itself."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from devices.dice import (
    DECLARED,
    ROLLED_ON_TABLE,
    ROLLED_ON_TABLET,
    DeskNews,
    DiceRefused,
    DieMotion,
    Doubt,
    RollDesk,
)
from devices.events import Crooked, DeviceBack, DeviceLost, DeviceRestarted, Handling, Loss, Pressed, Rolled, Rolling
from devices.tablet import VirtualDice, fair_roll


def rolled(desk, *values, at=2000, device="dice-1", age=0):
    """The dice roll from half a second before ``at``."""
    desk, _ = desk.hear(Rolling(device, at - 500))
    return desk.hear(Rolled(device, values, at, age))


ASKED = RollDesk().ask(seat=0, dice=2, now_ms=1000)


def test_the_roll_that_was_asked_for_counts():
    desk, news = rolled(ASKED, 4, 3)
    assert news is DeskNews.COUNTED
    assert desk.counted.values == (4, 3)
    assert desk.counted.marks == (ROLLED_ON_TABLE,)
    assert desk.shown is None


def test_a_second_roll_is_shown_and_the_first_stays():
    desk, _ = rolled(ASKED, 4, 3)
    desk, news = rolled(desk, 6, 6, at=5000)
    assert news is DeskNews.SHOWN
    assert desk.counted.values == (4, 3)
    assert desk.shown.doubts == (Doubt.SECOND,)
    desk, counted = desk.accept()
    assert counted.values == (6, 6)
    assert counted.marks == (ROLLED_ON_TABLE, "second roll")


def test_a_roll_that_nothing_asked_for_waits_and_can_be_used_with_one_tap_later():
    desk, news = rolled(RollDesk(), 5, 2)
    assert (news, desk.shown.doubts) == (DeskNews.SHOWN, (Doubt.UNASKED,))
    with pytest.raises(DiceRefused) as refused:
        desk.accept()
    assert refused.value.phrase.key == "devices.roll.nothing_asks"
    desk, counted = desk.ask(1, 2, 9000).accept()
    assert counted.request.seat == 1
    assert counted.marks == (ROLLED_ON_TABLE, "unasked roll")


def test_dice_that_were_rolling_before_the_question_are_too_early():
    desk, _ = RollDesk().hear(Rolling("dice-1", 500))
    desk, news = desk.ask(0, 2, 1000).hear(Rolled("dice-1", (4, 3), 1200))
    assert (news, desk.shown.doubts) == (DeskNews.SHOWN, (Doubt.EARLY,))


def test_a_roll_in_somebody_elses_tray_is_out_of_turn():
    desk = RollDesk(trays=(("tray-anna", 0), ("tray-ben", 1))).ask(0, 2, 1000)
    desk, news = rolled(desk, 4, 3, device="tray-ben")
    assert (news, desk.shown.doubts) == (DeskNews.SHOWN, (Doubt.OUT_OF_TURN,))
    _, news = rolled(desk.dismiss(), 1, 1, device="tray-anna")
    assert news is DeskNews.COUNTED


def test_a_cocked_die_needs_the_players_word():
    desk, news = ASKED.hear(Crooked("dice-1", (4, 0), 2000))
    assert (news, desk.shown.doubts) == (DeskNews.SHOWN, (Doubt.COCKED,))
    with pytest.raises(DiceRefused) as refused:
        desk.accept()
    assert refused.value.phrase.key == "devices.roll.unread"
    _, counted = desk.accept((4, 2))
    assert counted.marks == (ROLLED_ON_TABLE, "cocked die", DECLARED)


def test_after_a_cocked_die_a_new_roll_counts():
    desk, _ = ASKED.hear(Crooked("dice-1", (4, 0), 2000))
    desk, news = rolled(desk, 1, 6, at=5000)
    assert news is DeskNews.COUNTED
    assert desk.shown is None


def test_too_few_dice_and_a_late_roll_are_shown():
    desk, _ = rolled(ASKED, 4)
    assert desk.shown.doubts == (Doubt.WRONG_COUNT,)
    with pytest.raises(DiceRefused):
        desk.accept()
    desk, _ = rolled(ASKED, 4, 3, age=9000)
    assert desk.shown.doubts == (Doubt.LATE,)


def test_what_the_dice_are_doing_is_shown():
    desk, news = ASKED.hear(Handling("dice-1", 1100))
    assert (news, desk.motion) == (DeskNews.MOVING, DieMotion.HANDLING)
    desk, _ = desk.hear(Rolling("dice-1", 1500))
    assert desk.motion is DieMotion.ROLLING
    desk, _ = desk.hear(Rolled("dice-1", (1, 2), 2500))
    assert desk.motion is DieMotion.STILL


@pytest.mark.parametrize(
    "failure",
    [
        DeviceLost("dice-1", Loss.UNPLUGGED, 2000),
        DeviceRestarted("dice-1", 2000),
        DeviceBack("dice-1", "p", 9, True, 2000),
    ],
)
def test_a_tray_that_fails_in_mid_roll_cuts_the_roll_and_the_question_stays(failure):
    desk, _ = ASKED.hear(Rolling("dice-1", 1500))
    desk, news = desk.hear(failure)
    assert (news, desk.motion, desk.counted) == (DeskNews.CUT, DieMotion.STILL, None)
    assert desk.hear(failure)[1] is DeskNews.NOTHING
    assert rolled(desk, 2, 2, at=6000)[1] is DeskNews.COUNTED


def test_what_is_not_about_dice_changes_nothing():
    assert ASKED.hear(Pressed("btn-a", 0, 5)) == (ASKED, DeskNews.NOTHING)


def test_taken_back_dice_still_lie_there_and_a_new_roll_is_a_second_one():
    desk, _ = rolled(ASKED, 4, 3)
    desk = desk.ask(0, 2, 3000).undone(desk.counted)
    assert desk.shown.values == (4, 3)
    _, counted = desk.accept()
    assert counted.marks == (ROLLED_ON_TABLE, Doubt.UNDONE)
    desk, news = rolled(desk, 6, 6, at=9000)
    assert (news, desk.shown.doubts) == (DeskNews.SHOWN, (Doubt.SECOND,))


def test_every_doubt_has_its_words():
    desk, _ = rolled(RollDesk(), 5, 2)
    assert dict(desk.shown.phrase.values)["values"] == (5, 2)
    desk, _ = ASKED.hear(Crooked("dice-1", (4, 0), 2000))
    assert dict(desk.shown.phrase.values)["values"] == (4, "?")


def test_virtual_dice_repeat_with_their_seed_and_come_through_the_same_desk():
    dice = VirtualDice(random.Random(9), lambda: 2000)
    desk, _ = ASKED.hear(dice.start())
    desk, news = desk.hear(dice.stop(2))
    assert news is DeskNews.COUNTED
    assert desk.counted.marks == (ROLLED_ON_TABLET,)
    assert desk.counted.values == VirtualDice(random.Random(9), lambda: 0).stop(2).values


@pytest.mark.parametrize("seed", range(5))
def test_virtual_dice_are_fair(seed):
    """Chi-squared over the 36 pairs of 72,000 rolls; 35 degrees of freedom exceed 74.9 once in 10,000 fair runs."""
    rng = random.Random(seed)
    rolls = Counter(fair_roll(rng, 2) for _ in range(72_000))
    assert sum((rolls[one, two] - 2000) ** 2 / 2000 for one in range(1, 7) for two in range(1, 7)) < 74.9
    assert sum(rolls.values()) == 72_000


def test_virtual_dice_do_not_remember():
    """How often a face follows itself: 1 in 6, within five standard deviations."""
    rng = random.Random(1)
    faces = [fair_roll(rng, 1)[0] for _ in range(60_000)]
    repeats = sum(one == two for one, two in pairwise(faces))
    assert abs(repeats - 10_000) < 5 * (60_000 * 5 / 36) ** 0.5
