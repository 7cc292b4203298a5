"""Whose button it is, and what a press is good for."""

from __future__ import annotations

import pytest

from devices.buttons import (
    EVERYBODY,
    ButtonAddress,
    ButtonOwners,
    Lamp,
    Lesson,
    LessonNews,
    PressKind,
    lamps,
    meaning_of,
)
from devices.events import LongPressed, Pressed
from games.game import Refusal

NAMES = ("Anna", "Ben", "Cleo")
ANNA, BEN = ButtonAddress("btn-a", 0), ButtonAddress("btn-a", 1)
OWNERS = ButtonOwners().give(ANNA, 0).give(BEN, 1)


def press(button, *, age=0, device="btn-a"):
    return Pressed(device, button, 1000, age)


def test_press_yours_now():
    lesson = Lesson.begin((0, 1))
    assert str(lesson.phrase(NAMES)) == "devices.lesson.press_yours(name=Anna)"
    lesson, news = lesson.hear(press(2))
    assert (news, lesson.asking) == (LessonNews.LEARNED, 1)
    lesson, news = lesson.hear(press(2))
    assert (news, lesson.asking) == (LessonNews.TAKEN, 1)  # that is Anna's
    lesson, news = lesson.hear(press(0, age=9000))
    assert news is LessonNews.LATE
    lesson, news = lesson.hear(LongPressed("btn-b", 0, 5))
    assert (news, lesson.asking) == (LessonNews.LEARNED, None)
    assert lesson.owners.buttons_of(0) == (ButtonAddress("btn-a", 2),)
    assert lesson.owners.buttons_of(1) == (ButtonAddress("btn-b", 0),)
    assert lesson.hear(press(0)) == (lesson, LessonNews.OVER)
    assert lesson.phrase(NAMES).key == "devices.lesson.over"


def test_who_is_asked_again_gives_up_the_old_button_and_may_skip():
    lesson = Lesson.begin((1,), OWNERS)
    assert lesson.owners.owner(BEN) is None
    assert lesson.owners.owner(ANNA) == 0
    assert lesson.skip().asking is None


def test_the_player_to_move_confirms():
    assert meaning_of(press(0), OWNERS, 0, NAMES).kind is PressKind.CONFIRM


def test_a_press_out_of_turn_is_shown():
    meaning = meaning_of(press(1), OWNERS, 0, NAMES)
    assert (meaning.kind, meaning.seat) == (PressKind.OUT_OF_TURN, 1)
    assert dict(meaning.phrase.values) == {"name": "Ben", "turn": "Anna"}
    assert meaning_of(press(1), OWNERS, None, NAMES).phrase.key == "devices.press.nobodys_turn"


def test_a_button_that_nobody_has_claimed_speaks_for_nobody():
    meaning = meaning_of(press(5), OWNERS, 0, NAMES)
    assert (meaning.kind, meaning.seat) == (PressKind.NOBODYS, None)


def test_a_press_from_before_the_line_was_there_is_late():
    assert meaning_of(press(0, age=5000), OWNERS, 0, NAMES).kind is PressKind.LATE


def test_anybody_may_disagree_at_any_time():
    held = LongPressed("btn-a", 1, 1000)
    meaning = meaning_of(held, OWNERS, 0, NAMES)
    assert (meaning.kind, meaning.seat) == (PressKind.DISAGREE, 1)


def test_one_button_for_all_speaks_for_whose_turn_it_is():
    owners = ButtonOwners().give(ANNA, EVERYBODY)
    meaning = meaning_of(press(0), owners, 2, NAMES)
    assert (meaning.kind, meaning.seat) == (PressKind.CONFIRM, 2)


def test_lamps_show_whose_turn_it_is_and_who_is_asked():
    assert lamps(OWNERS, 0) == {ANNA: Lamp.ON, BEN: Lamp.OFF}
    assert lamps(OWNERS, 0, frozenset((1,))) == {ANNA: Lamp.ON, BEN: Lamp.BLINK}
    assert lamps(OWNERS, None) == {ANNA: Lamp.OFF, BEN: Lamp.OFF}
    assert lamps(ButtonOwners().give(ANNA, EVERYBODY), 2) == {ANNA: Lamp.ON}


def test_owners_are_kept_between_games():
    assert ButtonOwners.from_json(OWNERS.to_json()) == OWNERS
    for spoiled in ("x", [["btn-a", -1, 0]], [["btn-a"]], {"a": 1}):
        with pytest.raises(Refusal):
            ButtonOwners.from_json(spoiled)
