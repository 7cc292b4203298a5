"""Screens keep the rules where they have least room: the smallest window, the longer language, the largest text.

The whole walk, at every size and to the end of each game, is ``tableside screenshots --check``.
"""

import random

import pytest

from companion.session.proposing import view_of
from companion.session.table import TableSession
from companion.titles.registry import game_named
from companion.ui.faces import face_of
from companion.ui.tour.faults import faults
from companion.ui.tour.moments import played_by_chance

TIGHT = {"language": "de", "text_scale": 1.3}
BEGUN = 9  # actions into a game: far enough for something to lie on every board


def sat_down(tablet, key, *, actions=BEGUN):
    """The table of a game that was played by chance for a while, played by touch."""
    face, game = face_of(key), game_named(key)
    record = played_by_chance(game, face, random.Random(7), players=3, most=actions)[-1]
    assert view_of(record).active is not None
    tablet.app.sit_down(TableSession(record, lambda: tablet.now_ms))
    tablet.app.go("table", over_seen=True)
    tablet.wait(0.6)
    return tablet.app.screen


@pytest.fixture
def tight(make_tablet):
    return make_tablet(size=(800, 480), **TIGHT)


@pytest.mark.parametrize("key", ["carcassonne", "cronberg", "istanbul", "thurn-and-taxis", "riga"])
def test_a_table_keeps_the_rules_where_it_has_least_room(tight, key):
    screen = sat_down(tight, key)
    assert faults(tight.app.stage) == ()
    screen.touch.open()
    tight.wait(0.6)
    assert faults(tight.app.stage) == (), "with what can be done now docked"


@pytest.mark.parametrize("dock", ["menu", "why", "history"])
def test_what_people_open_keeps_the_rules_where_it_has_least_room(tight, dock):
    screen = sat_down(tight, "carcassonne", actions=20)
    {"menu": screen.open_menu, "why": lambda: screen.docks.why(0), "history": screen.docks.history}[dock]()
    tight.wait(0.6)
    assert screen.docks.dock is not None
    assert faults(tight.app.stage) == ()
