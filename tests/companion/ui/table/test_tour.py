"""A minute's tour of a game that plays by itself: what is said, for how long, and how it ends."""

import pytest

from companion.locale import LANGUAGES, say
from companion.session.table import TableSession
from companion.titles.registry import titles
from companion.ui.screens.demos import demo_titles
from companion.ui.table.tour_steps import TOUR_MS, ScreenPart, step_at, tour_of
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record


@pytest.fixture
def touring(tablet):
    """The tour at a table that nobody plays at just now."""
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"))
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(seats))
    tablet.app.sit_down(TableSession(record, lambda: tablet.now_ms))
    tablet.open("tour")
    return tablet


def texts_of(tablet):
    return tablet.screen.strip._words.text


def test_every_game_that_plays_by_itself_has_a_tour_in_both_languages():
    assert demo_titles()
    assert {title.key for title in demo_titles()} == {title.key for title in titles(lambda one: one.face)}
    for title in demo_titles():
        for step in tour_of(title.key, sees_camera=True):
            assert all(say(step.phrase, language) != step.phrase.key for language in LANGUAGES)


def test_it_takes_a_minute(touring):
    steps = tour_of("carcassonne", sees_camera=False)
    seen = []
    for _ in range(TOUR_MS // 1000):
        seen.append(texts_of(touring))
        touring.wait(1)
    touring.wait(1)
    assert [text.split("/")[0] for text in dict.fromkeys(seen)] == [str(n) for n in range(1, len(steps) + 1)]
    assert "That was the tour" in texts_of(touring)
    assert step_at(TOUR_MS - 1, len(steps)) == len(steps) - 1


def test_next_goes_on_at_once_and_what_is_spoken_of_is_ringed(touring):
    for step in tour_of("carcassonne", sees_camera=False):
        assert say(step.phrase, "en") in texts_of(touring)
        assert touring.screen._ring_drawn.length() > 0
        touring.tap("Next")
    assert "That was the tour" in texts_of(touring)
    touring.tap("Watch on")
    assert touring.screen.name == "table"
    assert touring.session is not None


def test_afterwards_people_play_themselves(touring):
    for _ in tour_of("carcassonne", sees_camera=False):
        touring.tap("Next")
    touring.tap("Play ourselves")
    assert touring.screen.name == "new_game"
    assert touring.app.session is None


def test_a_change_of_look_does_not_begin_it_anew(touring):
    touring.tap("Next")
    touring.app.prefer(theme="light")
    touring.wait(0.2)
    assert touring.screen.name == "tour"
    assert texts_of(touring).startswith("2/")


def test_the_strip_has_room_of_its_own(touring):
    strip, board = touring.screen.strip, touring.screen.board
    assert strip.y >= board.top
    assert tour_of("carcassonne", sees_camera=True)[0].part is ScreenPart.LIVE


def test_the_line_round_done_grows_with_what_done_says(touring):
    screen = touring.screen
    while screen.steps[screen._step].part is not ScreenPart.DONE:
        touring.tap("Next")
    before = screen._ringed
    screen.buttons.done.width += 60
    touring.wait(0.2)
    assert screen._ringed[2] == before[2] + 60
