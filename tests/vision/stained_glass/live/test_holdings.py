"""Whose glass is whose, from the record and from where it lies; and which legal turns that may be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import glass_of, with_glass
from games.carcassonne.state import State
from games.game import Seat
from vision.registration.lattice import Matrix
from vision.stained_glass.live.holdings import GlassOwners, Noticed
from vision.stained_glass.live.tracker import LiveGlass
from vision.stained_glass.live.turns import MapHypothesis, explain_turns
from vision.stained_glass.live.waiting_glass import WaitingGlass

ANNA, BEN = 0, 1
SIDE = 50.0


class Table:
    """A tracker that knows where things lay."""

    def __init__(self) -> None:
        self.poses: dict[int, Matrix] = {}
        self.misses = False

    def pose(self, number: int) -> Matrix:
        return self.poses[number]

    def accept(
        self, glass: Sequence[LiveGlass], unknown: Sequence[LiveGlass] = (), *, misses: bool = False
    ) -> tuple[int, ...]:
        self.misses = misses
        numbers = tuple(one.number or 100 + number for number, one in enumerate(glass))
        self.poses = {number: one.pose for number, one in zip(numbers, glass, strict=True)}
        return numbers


def at(kind: str, x: float, y: float, number: int | None = None, sure: float = 1.0) -> LiveGlass:
    return LiveGlass(kind, np.array([[SIDE, 0, x], [0, SIDE, y], [0, 0, 1.0]]), sure, number)


def playing(anna: str = "", ben: str = "", *moves: str) -> State:
    state = GAME.new(GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    glass = glass_of(state)
    for seat, tiles in ((ANNA, anna), (BEN, ben)):
        for tile in tiles.split():
            glass = glass.taken(seat, tile)
    state = with_glass(state, glass)
    for move in moves:
        state, _ = GAME.apply(state, GAME.read(move))
    return state


def test_glass_on_record_that_is_not_seen_is_missed() -> None:
    state = playing("1a", "2c")
    assert known(state, at("1a", 100, 100))[1].misses
    assert not known(state, at("1a", 100, 100), at("2c", 500, 100))[1].misses


def known(state: State, *tiles: LiveGlass) -> tuple[GlassOwners, Table]:
    """The holdings after a look at a table that is in step with the record."""
    table = Table()
    noticed = GlassOwners().noticed(state, table, tiles)
    return GlassOwners().recording(state, table, noticed), table


def plain(noticed: Noticed) -> list[dict[str, int]]:
    return [dict(own) for own in noticed.ways[0].tiles]


def test_a_new_tile_is_whose_turn_it_is() -> None:
    state = playing()
    noticed = GlassOwners().noticed(state, Table(), [at("2b", 0, 0)])
    assert plain(noticed) == [{"2b": 1}, {}]
    assert noticed.changed


def test_a_tile_that_the_record_has_already_is_no_news() -> None:
    state = playing("", "2b")
    noticed = GlassOwners().noticed(state, Table(), [at("2b", 0, 0)])
    assert plain(noticed) == [{}, {"2b": 1}]
    assert not noticed.changed


def test_a_tile_carried_far_was_stolen_and_one_that_moved_a_little_was_pushed() -> None:
    state = playing("", "2b")
    holdings, table = known(state, at("2b", 0, 0))
    stolen = holdings.noticed(state, table, [at("2b", 800, 0)])
    pushed = holdings.noticed(state, table, [at("2b", 30, 0)])
    assert plain(stolen) == [{"2b": 1}, {}]
    assert plain(pushed) == [{}, {"2b": 1}]


def test_a_tile_out_of_sight_may_be_gone_or_hidden() -> None:
    state = playing("2b", "")
    holdings, table = known(state, at("2b", 0, 0))
    noticed = holdings.noticed(state, table, [])
    assert plain(noticed) == [{}, {}]
    assert [dict(own) for own in noticed.ways[1].tiles] == [{"2b": 1}, {}]
    assert noticed.ways[1].odds < 0.1


def test_two_of_a_kind_keep_their_owners() -> None:
    state = playing("2b", "2b")
    holdings, table = known(state, at("2b", 0, 0), at("2b", 800, 0))
    owner = dict(holdings.owner)
    assert sorted(owner.values()) == [ANNA, BEN]
    seen = [LiveGlass("2b", table.pose(number), 1.0, number) for number in owner]
    assert not holdings.noticed(state, table, seen).changed


def hypothesis(state: State, lay: str | None) -> MapHypothesis:
    action = GAME.read(lay) if lay else None
    return MapHypothesis(action, GAME.apply(state, action)[0] if action else state, (), 0.99, ())


def test_a_cloister_without_its_glass_is_no_turn_yet_and_the_tile_alone_is_offered() -> None:
    state = playing()
    noticed = GlassOwners().noticed(state, Table(), [])
    explanation = explain_turns(GAME, state, [hypothesis(state, "lay BA/L 0,1 r0")], noticed, 0.01, 1)
    (only,) = explanation.candidates
    assert [action.notation for action in only.actions] == ["lay BA/L 0,1 r0"]
    assert only.probability < 0.5


def test_where_glass_is_due_and_nothing_has_changed_nothing_was_done_yet() -> None:
    state = playing("", "", "lay BA/L 0,1 r0")
    noticed = GlassOwners().noticed(state, Table(), [])
    explanation = explain_turns(GAME, state, [hypothesis(state, None)], noticed, 0.0, 1)
    assert explanation.is_idle()


def test_what_no_turn_explains_is_not_taken_for_nothing_done() -> None:
    state = playing()
    noticed = GlassOwners().noticed(state, Table(), [at("2b", 0, 0), at("2a", 200, 0)])
    explanation = explain_turns(GAME, state, [hypothesis(state, None)], noticed, 0.0, 1)
    assert not explanation.is_idle()
    assert not explanation.is_clear()


def test_glass_bears_out_the_cloister_against_a_tile_that_looks_like_it() -> None:
    state = playing()
    noticed = GlassOwners().noticed(state, Table(), [at("2b", 0, 0)])
    sights = [hypothesis(state, "lay BA/L 0,1 r0"), hypothesis(state, "lay BA/RFr 1,0 r0")]
    explanation = explain_turns(GAME, state, sights, noticed, 0.0, 1)
    assert [action.notation for action in explanation.candidates[0].actions] == ["lay BA/L 0,1 r0", "glass 2b", "skip"]
    assert explanation.candidates[0].probability > 0.95


def test_a_tile_that_is_hardly_glass_is_doubted_where_no_glass_is_due() -> None:
    state = playing()
    noticed = GlassOwners().noticed(state, Table(), [at("2b", 0, 0, sure=0.6)])
    explanation = explain_turns(GAME, state, [hypothesis(state, "lay BA/RFr 1,0 r0")], noticed, 0.0, 1)
    assert [action.notation for action in explanation.candidates[0].actions] == ["lay BA/RFr 1,0 r0", "skip"]


def test_a_heap_of_cubes_that_look_like_glass_leaves_a_turn_without_glass_as_clear_as_it_is() -> None:
    state = playing()
    cubes = [at("2a", 800 + 60 * n, 0, sure=sure) for n, sure in enumerate((0.9, 0.75, 0.6, 0.75))]
    noticed = GlassOwners().noticed(state, Table(), cubes)
    explained_turns = explain_turns(GAME, state, [hypothesis(state, "lay BA/RFr 1,0 r0")], noticed, 0.0, 1)
    assert [action.notation for action in explained_turns.candidates[0].actions] == ["lay BA/RFr 1,0 r0", "skip"]
    assert explained_turns.candidates[0].probability > 0.9


def test_glass_that_is_gone_without_a_reason_is_asked_for() -> None:
    state = playing("", "2b")
    holdings, table = known(state, at("2b", 0, 0))
    noticed = holdings.noticed(state, table, [])
    explanation = explain_turns(GAME, state, [], noticed, 0.0, 1)
    assert [(one.place, one.seen) for one in explanation.discrepancies] == [("glass 1 2b", "carcassonne.seen_no_glass")]


def test_what_lay_there_when_only_anna_had_played_is_hers_whoever_played_since() -> None:
    state, first, second = playing(), at("2b", 0, 0), at("3c", 400, 0)
    waiting = WaitingGlass().seen([first], (ANNA,))
    noticed = GlassOwners().noticed(state, Table(), [first, second], (ANNA, BEN), waiting)
    odds = {tuple(tuple(sorted(own)) for own in way.tiles): way.odds for way in noticed.ways}
    assert odds[("2b",), ("3c",)] == 1.0
    assert odds[("3c",), ("2b",)] < 0.1


def test_a_new_tile_beside_bens_glass_is_likelier_his_where_both_have_played() -> None:
    state = playing("", "2b")
    holdings, table = known(state, at("2b", 0, 0))
    lying = LiveGlass("2b", table.pose(next(iter(holdings.owner))), 1.0, next(iter(holdings.owner)))
    noticed = holdings.noticed(state, table, [lying, at("2c", 0, 55)], (ANNA, BEN))
    assert plain(noticed) == [{}, {"2b": 1, "2c": 1}]
