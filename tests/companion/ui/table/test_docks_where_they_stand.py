"""Docks are as high as what is in them, say their words whole, and stay where they are laid."""

import random

import pytest

from companion.session.proposing import view_of
from companion.session.table import TableSession
from companion.titles.registry import game_named
from companion.ui.docks.numbered_alike import numbered_alike
from companion.ui.faces import face_of
from companion.ui.kit.base import Words
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.measured import fits, text_size
from companion.ui.kit.scrolled import scrolled
from companion.ui.thurn_and_taxis.adviser import RouteMap
from companion.ui.tour.moments import played_by_chance
from games.game import Phrase


@pytest.fixture
def listed(tablet):
    """A dock of so many buttons that stands at the side of a board, laid out."""

    def make(*texts):
        grid = grown_grid(230)
        for text in texts:
            button = GrownTap(least_dp=76)
            button.say(text, role="label")
            grid.add_widget(button)
        dock = Dock()
        dock.add_widget(title_row("What do you do?", None))
        dock.add_widget(scrolled(grid))
        dock.stand(beside=True)
        dock.size = (376, 600)
        tablet.app.stage.add_widget(dock)
        tablet.wait(0.3)
        return dock, grid.children[::-1]

    return make


def test_a_button_grows_with_its_words(listed):
    _, (short, long) = listed("Wait", "The merchant goes to the small market and to the caravansary and " * 3)
    assert short.height == 76
    assert long.height > 100


def test_a_dock_is_as_high_as_what_is_in_it(listed):
    few, _ = listed("Wait")
    many, _ = listed(*"ABCDEFGH")
    assert few.needed_height < 250
    assert many.needed_height > 650


def test_words_fit_where_no_word_is_broken_and_no_line_lost(tablet):
    wide, high = text_size("Donaudampfschiff", 20, "bold")
    assert fits("Donaudampfschiff", 20, "bold", (wide, high))
    assert not fits("Donaudampfschiff", 20, "bold", (wide - 5, 10 * high)), "the word would be broken"
    assert not fits("Donau dampf schiff", 20, "bold", (wide / 2, 1.5 * high)), "a line would be lost"


def test_a_dock_that_is_laid_elsewhere_while_it_comes_in_stays_there(tablet):
    dock = Dock(size=(300, 200), pos=(10, 10))
    tablet.app.stage.add_widget(dock)
    dock.slide_in()
    dock.pos = (400, 300)  # the window took another shape meanwhile
    tablet.wait(1.0)
    assert tuple(dock.pos) == (400, 300)
    assert tuple(dock.slide) == (0, 0)


def test_the_ribbon_does_not_say_again_what_the_dock_asks(make_tablet):
    tablet = make_tablet(size=(800, 480))
    face = face_of("thurn-and-taxis")
    record = played_by_chance(game_named("thurn-and-taxis"), face, random.Random(1), players=2, most=1)[0]
    tablet.app.sit_down(TableSession(record, lambda: tablet.now_ms))
    tablet.app.go("table")
    tablet.wait()
    hint = tablet.app.phrase(face.hint(tablet.session.view))
    found = [one.text for one in tablet.widgets(Words) if one.text == hint]
    assert found == [hint]


def test_a_long_deed_is_said_by_the_ribbon_and_done_stays_whole(make_tablet):
    tablet = make_tablet(size=(800, 480), language="de", text_scale=1.3)
    tablet.start_game("Annemarie Ben")
    screen = tablet.screen
    deed = Phrase.of("app.filling_hint")
    screen.face = Talkative(screen.face, deed)
    screen.shown_version = -1
    tablet.wait()
    assert screen.buttons.done.text == tablet.app.words("app.done")
    assert screen.ribbon.detail == tablet.app.phrase(deed)


def test_two_turns_of_one_year_that_are_to_be_told_again_read_differently():
    again = "Bea, year 4: play it again"
    assert numbered_alike([again, "Ben, year 4: play it again", again]) == [
        "Bea, year 4: play it again · 1",
        "Ben, year 4: play it again",
        "Bea, year 4: play it again · 2",
    ]


class Talkative:
    """A face that has a lot to say about what DONE does."""

    def __init__(self, face, deed):
        self._face, self._deed = face, deed

    def __getattr__(self, name):
        return getattr(self._face, name)

    def done(self, view):
        return self._deed


def test_advice_is_drawn_where_nobody_has_a_route_yet(tablet):
    game, face = game_named("power-and-glory"), face_of("power-and-glory")
    record = played_by_chance(game, face, random.Random(1), players=2, most=1)[0]
    view = view_of(record)
    assert not view.state.mover.route
    picture = RouteMap(view, ())
    picture.size = (300, 200)
    assert picture.canvas.children, "the whole map is shown"
