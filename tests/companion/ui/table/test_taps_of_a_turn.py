"""How many taps a usual turn takes where no camera watches, counted with a finger on the wide tablet."""

import random

import pytest

from companion.session.table import TableSession
from companion.titles.registry import game_named
from companion.ui.cronberg.pictures import RhombPicture
from companion.ui.faces import face_of
from companion.ui.kit.offered_touch import OfferTap
from companion.ui.riga.buildings_dock import BuildingTap
from companion.ui.riga.offers import Several
from companion.ui.tour.moments import played_by_chance
from games.cronberg.state import LayRhomb
from games.game import Seat
from games.istanbul.actions import Move
from games.istanbul.standing import standing
from games.riga.actions import Build, End, Pay, TakeBuilding, TakeRow
from games.thurn_and_taxis.actions import Take
from games.thurn_and_taxis.moment import Step


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


def test_a_turn_of_thurn_and_taxis_takes_three(tablet, counting):
    """An open card, what fills its place, and a city. That the next player takes a card ends it."""

    def takes_and_begins(state):
        return state.step is Step.TAKE and not state.taken and state.mover.hand and not state.mover.route

    session = by_chance(tablet, "thurn-and-taxis", takes_and_begins)
    tablet, taps = counting("thurn-and-taxis", session)
    mover, board = session.view.active, tablet.screen.board
    tap_place(tablet, f"open:{session.record.state.display[0]}")
    tap_place(tablet, city_on_offer(board))  # what fills its place
    tap_place(tablet, city_on_offer(board))
    assert len(taps) == 3
    assert session.view.active == mover  # a second card is still to be had, and DONE ends the turn, too
    tap_place(tablet, f"open:{session.record.state.display[0]}")
    tap_place(tablet, city_on_offer(board))
    assert isinstance(session.record.line[-1].action, Take)
    assert turned(tablet, mover)


def city_on_offer(board):
    return next(place for place in board.on_offer() if place in board.atlas.city)


def tap_place(tablet, place):
    """A city or an open card of the map."""
    board = tablet.screen.board
    where = dict(board.cards()).get(place)
    if where is None:
        tablet.tap_at(*board.to_px(*board.city_at(place)))
    else:
        left, top, wide, high = where
        tablet.tap_at(*board.to_px(left + wide / 2, top + high / 2))


def test_riga_is_laid_out_with_seven(tablet, counting):
    game = game_named("riga")
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
    session = tablet.shelf.start("riga", game.setup_to_json(game.setup(seats)))
    tablet, taps = counting("riga", session)
    tablet.tap("Draw four")  # the Grand Masters
    for _ in ("hands", "rows"):
        tablet.tap(next(one for one in tablet.widgets(OfferTap) if isinstance(one.offer.action, Several)))
    for number in range(4):
        tablet.tap(list(tablet.widgets(BuildingTap))[11 * number])
    assert tablet.reads("Anna's turn")
    assert len(taps) == 7


def test_a_turn_of_riga_takes_four(tablet, counting):
    """A row, a building that lies before the player, what pays for it, and DONE."""
    session = by_chance(tablet, "riga", builds_after_a_row)
    number, build = builds_after_a_row(session.record.state)
    tablet, taps = counting("riga", session)
    tap_offer(tablet, lambda action: action == TakeRow(number))
    tap_offer(tablet, lambda action: action == build)
    if session.record.state.owed is not None:
        tap_offer(tablet, lambda action: isinstance(action, Pay))
    tablet.done()
    assert isinstance(session.record.line[-1].action, End)
    assert len(taps) <= 4


def test_a_building_that_lies_open_is_taken_with_one_tap(tablet, counting):
    session = by_chance(tablet, "riga", lambda state: state.step == "take" and state.offer)
    tablet, taps = counting("riga", session)
    board, key = tablet.screen.board, session.record.state.offer[0][0]
    tablet.tap_at(*board.to_px(*board.spot_of_place(f"card:{key}")))
    assert session.record.line[-1].action == TakeBuilding(key)
    assert len(taps) == 1


def builds_after_a_row(state):
    """A row after whose taking a building can be built that everybody knows of, and that building."""
    game = game_named("riga")
    for number, row in enumerate(state.rows if state.step == "take" else (), 1):
        after = game.apply(state, TakeRow(number))[0] if row else state
        for action in game.legal(after):
            known = isinstance(action, Build) and action.building not in after.unseen_cards()
            if known and after.card(action.building).city != "Riga":
                return number, action
    return None


def tap_offer(tablet, wanted):
    tablet.tap(next(one for one in tablet.widgets(OfferTap) if wanted(one.offer.action)))
