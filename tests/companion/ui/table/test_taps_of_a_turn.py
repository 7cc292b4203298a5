"""How many taps a usual turn takes where no camera watches, counted with a finger on the wide tablet."""

import random

import pytest

from companion.session.table import TableSession
from companion.titles.registry import game_named
from companion.ui.cronberg.pictures import RhombPicture
from companion.ui.faces import face_of
from companion.ui.tour.moments import played_by_chance
from games.cronberg.state import LayRhomb
from games.istanbul.actions import Move
from games.istanbul.standing import standing


@pytest.fixture
def counting(tablet, monkeypatch):
    """A table of a game as it stands after what was played, and the taps on it so far."""
    taps = []

    def begin(key, session):
        if tablet.session is not session:
            tablet.app.sit_down(session)
            tablet.open("table")
        tap_at = tablet.tap_at
        monkeypatch.setattr(tablet, "tap_at", lambda x, y: (taps.append((x, y)), tap_at(x, y)))
        return tablet, taps

    return begin


def by_chance(tablet, key, until):
    """A game that is played by chance until a record is as wished."""
    game, face = game_named(key), face_of(key)
    for record in played_by_chance(game, face, random.Random(3), players=2, most=300):
        if until(record.state):
            return TableSession(record, lambda: tablet.now_ms)
    raise AssertionError("no such moment")


def turned(tablet, mover):
    return tablet.session.view.active != mover


def test_carcassonne_takes_three(tablet, counting):
    tablet.start_game(turns=6)
    session = tablet.session
    tablet, taps = counting("carcassonne", session)
    mover, board = session.view.active, tablet.screen.board
    place = min(session.record.state.board.frontier)
    tablet.tap_at(*board.to_px(place[0] + 0.5, place[1] + 0.5))
    tile = next(tap for tap in tablet.widgets() if getattr(tap, "key", None) in session.record.state.bag)
    tablet.tap(tile)
    tablet.done()
    assert turned(tablet, mover)
    assert len(taps) == 3


def test_a_rhomb_of_cronberg_takes_three(tablet, counting):
    session = by_chance(tablet, "cronberg", lambda state: len(state.rhombi) > 2)
    tablet, taps = counting("cronberg", session)
    mover, board = session.view.active, tablet.screen.board
    tablet.tap(next(iter(tablet.widgets(RhombPicture))).parent)
    place = tablet.screen.touch._draft.free()[0]
    tablet.tap_at(*board.to_px(*board.point(place)))
    tablet.done()
    assert isinstance(session.record.line[-1].action, LayRhomb)
    assert turned(tablet, mover)
    assert len(taps) == 3


def test_a_turn_of_istanbul_takes_three(tablet, counting):
    """To a warehouse that nobody has to be paid at: go there, fill up, end the turn."""

    def free_warehouse(state):
        if state.asks or state.step != "move":
            return []
        legal = (one for one in game_named("istanbul").legal(state) if isinstance(one, Move) and not one.alone)
        return [one.place for one in legal if one.place in (2, 3, 4) and not others_at(state, one.place)]

    session = by_chance(tablet, "istanbul", free_warehouse)
    goal = free_warehouse(session.record.state)[0]
    tablet, taps = counting("istanbul", session)
    mover, board = session.view.active, tablet.screen.board
    x, y = board.corner(goal)
    tablet.tap_at(*board.to_px(x + 0.6, y + 0.5))
    tablet.done()
    tablet.done()
    assert turned(tablet, mover)
    assert len(taps) == 3


def others_at(state, place):
    """Whether anybody stands there whom one would pay or meet."""
    mine = state.setup.seats[state.seat].colour
    return any(
        one.place == place and one.kind not in ("assistant", "family member") and one.colour != mine
        for one in standing(state)
    ) or any(one.place == place and one.kind == "family member" for one in standing(state))
