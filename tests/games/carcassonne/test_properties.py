"""What holds in every game, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip
from games.carcassonne.board import Board
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import MOST_FEATURES, OFFSETS, SIDES, FeatureKind, tile_type
from games.game import SEAT_COLOURS, Event, Refusal, Seat
from games.record import Record

INNS = ("inns-and-cathedrals",)
SETUPS = st.builds(
    lambda seats, expansions: CARCASSONNE.setup(
        tuple(Seat(f"P{seat}", SEAT_COLOURS[seat]) for seat in range(seats)), expansions=expansions
    ),
    st.integers(1, 5),
    st.sampled_from([(), INNS]),
)


def played(setup: Setup, seed: int, turns: int = 200) -> tuple[State, list[tuple[State, Action, tuple[Event, ...]]]]:
    """A game of random legal moves, draws at the bag's odds; every other seed as a casual player plays."""
    rng = random.Random(seed)
    state = CARCASSONNE.new(setup)
    history = []
    while not state.is_over and len(history) < 2 * turns:
        action = CARCASSONNE.sample(state, rng) if seed % 2 else _any_action(state, rng)
        before = state
        state, events = CARCASSONNE.apply(before, action)
        history.append((before, action, events))
    return state, history


def _any_action(state: State, rng: random.Random) -> Action:
    if state.step is StepKey.LAY:
        tile = rng.choice([key for key, count in state.bag.items() for _ in range(count)])
        return rng.choice(list(CARCASSONNE.placements(state, tile)) or [Discard(tile)])
    return rng.choice([Skip(), *CARCASSONNE.deployments(state)])


games = given(setup=SETUPS, seed=st.integers(0, 2**32))


@settings(max_examples=15, deadline=None)
@games
def test_every_tile_and_every_follower_is_somewhere(setup: Setup, seed: int) -> None:
    box = Counter(CARCASSONNE.box(setup))
    state, history = played(setup, seed)
    for moment in (*(before for before, _, _ in history[::7]), state):
        laid = Counter(tile.turned.key for tile in moment.board.laid)
        assert laid + Counter(moment.bag) + Counter(moment.discarded) == box
        for seat in range(len(setup.seats)):
            on_board = Counter(follower.kind for follower in moment.board.followers() if follower.seat == seat)
            at_hand = Counter({kind: count for kind, count in moment.supply[seat].items() if count})
            assert on_board + at_hand == Counter({"small": 7, "big": 1} if setup.expansions else {"small": 7})
    assert state.is_over


@settings(max_examples=15, deadline=None)
@games
def test_scores_are_the_sum_of_their_lines(setup: Setup, seed: int) -> None:
    state, history = played(setup, seed)
    scores = [0] * len(setup.seats)
    for before, _, events in history:
        for event in events:
            if event.line:
                assert event.line.player == event.player
                scores[event.line.player] += event.line.points
                assert sum(item.points for item in event.line.items) == event.line.points
                assert _worked_out(event.line.working) == event.line.points
                for place in event.line.places:
                    assert _is_place(before, history, place)
    assert tuple(scores) == state.scores


def _worked_out(working: str) -> int:
    return sum(_product(term) for term in working.split(" + "))


def _product(term: str) -> int:
    factors = [int(factor) for factor in term.split(" × ")]
    return factors[0] * (factors[1] if len(factors) == 2 else 1)


def _is_place(state: State, history: list[tuple[State, Action, tuple[Event, ...]]], place: str) -> bool:
    x, y = (int(number) for number in place.split(" ")[0].split(","))
    return any(isinstance(action, Lay) and (action.x, action.y) == (x, y) for _, action, _ in history) or (
        (x, y) == (0, 0)
    )


@settings(max_examples=10, deadline=None)
@games
def test_regions_are_what_a_flood_over_the_seams_finds(setup: Setup, seed: int) -> None:
    """The incremental union agrees with a plain search, in parts, open edges and cities beside fields."""
    state, _ = played(setup, seed, turns=40)
    board = state.board
    parts = [part for number in range(len(board.laid)) for part in board.parts_of(number)]
    seen: set[int] = set()
    for part in parts:
        if part in seen:
            continue
        found = _flood(board, part)
        seen |= found
        region = board.region_of(part)
        assert set(region.parts) == found
        assert len(region.parts) == len(found)
        if region.kind in (FeatureKind.CITY, FeatureKind.ROAD):
            assert region.open == sum(
                _is_open(board, one, edge) for one in found for edge in board.feature_of(one).edges
            )
        if region.kind is FeatureKind.MONASTERY:
            assert region.open == 8 - len(board.neighbours(board.tile_of(part)))
    assert set(board.regions) == {board.roots[part] for part in parts}


def _across(board: Board, part: int, edge: str) -> int | None:
    """The part that an edge meets on the next tile, or None."""
    if edge == "I":
        return None
    tile = board.tile_of(part)
    side = SIDES.index(edge[0])
    number = board.at.get((tile.x + OFFSETS[side][0], tile.y + OFFSETS[side][1]))
    if number is None:
        return None
    met = SIDES[(side + 2) % 4] + {"": "", "L": "R", "R": "L"}[edge[1:]]
    (index,) = (i for i, feature in enumerate(board.laid[number].turned.features) if met in feature.edges)
    return number * MOST_FEATURES + index


def _is_open(board: Board, part: int, edge: str) -> bool:
    return _across(board, part, edge) is None


def _flood(board: Board, start: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        part = waiting.pop()
        for edge in board.feature_of(part).edges:
            other = _across(board, part, edge)
            if other is not None and other not in found:
                found.add(other)
                waiting.append(other)
    return found


@settings(max_examples=6, deadline=None)
@games
def test_what_is_legal_is_taken_and_what_is_not_is_refused(setup: Setup, seed: int) -> None:
    """At every place around the map, every kind at every turn; on every tile, every spot, held or not."""
    state, history = played(setup, seed, turns=12)
    for moment in (*(before for before, _, _ in history[-4:]), state):
        legal = set(CARCASSONNE.legal(moment))
        for action in legal:
            CARCASSONNE.apply(moment, action)
        for action in _imaginable(moment) - legal:
            with pytest.raises(Refusal):
                CARCASSONNE.apply(moment, action)


def _imaginable(state: State) -> set[Action]:
    actions: set[Action] = {Skip()}
    for key in list(state.bag)[::5]:
        actions.add(Discard(key))
        for x in range(-4, 5):
            for y in range(-4, 5):
                actions.update(Lay(key, x, y, turns) for turns in range(4))
    for feature in state.board.laid[-1].turned.features:
        actions.update(Deploy(kind, feature.kind, feature.location) for kind in ("small", "big", "huge"))
        actions.update(Deploy("small", kind, feature.location) for kind in FeatureKind)
    return actions


@settings(max_examples=15, deadline=None)
@games
def test_spots_before_laying_are_spots_after_it(setup: Setup, seed: int) -> None:
    _, history = played(setup, seed, turns=30)
    for before, action, _ in history:
        if isinstance(action, Lay):
            after, _ = CARCASSONNE.apply(before, action)
            assert list(CARCASSONNE.deployments(before, action)) == list(CARCASSONNE.deployments(after))


@settings(max_examples=10, deadline=None)
@games
def test_a_record_replays_and_goes_back_and_forth(setup: Setup, seed: int) -> None:
    _, history = played(setup, seed, turns=15)
    record: Record[Setup, State, Action] = Record.start(CARCASSONNE, setup)
    states = [record.state]
    for _, action, _ in history:
        record = record.play(action)
        assert CARCASSONNE.read(CARCASSONNE.write(action)) == action
        states.append(record.state)
    assert Record.replay(CARCASSONNE, setup, record.log).state == record.state
    for state in states[-2::-1]:
        record = record.undo()
        assert record.state == state
    for state in states[1:]:
        record = record.redo()
        assert CARCASSONNE.state_to_json(record.state) == CARCASSONNE.state_to_json(state)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_tie_shares_the_rank(seed: int) -> None:
    setup = CARCASSONNE.setup(tuple(Seat(f"P{seat}", SEAT_COLOURS[seat]) for seat in range(3)))
    state, _ = played(setup, seed, turns=20)
    standings = CARCASSONNE.standings(state)
    assert [one.score for one in standings] == sorted(state.scores, reverse=True)
    for one in standings:
        assert one.rank == 1 + sum(score > one.score for score in state.scores)


def test_casual_games_look_like_real_ones() -> None:
    """Everybody places followers on every kind of feature, farmers too, and finishes things."""
    setup = CARCASSONNE.setup(tuple(Seat(f"P{seat}", SEAT_COLOURS[seat]) for seat in range(4)))
    deployed: Counter[FeatureKind] = Counter()
    turns = finished = 0
    for seed in range(1, 21, 2):
        _, history = played(setup, seed)
        for _, action, events in history:
            turns += isinstance(action, Lay)
            if isinstance(action, Deploy):
                deployed[action.feature] += 1
            finished += sum(event.line is not None and not event.line.final for event in events)
    assert 0.35 < deployed.total() / turns < 0.75
    assert deployed[FeatureKind.FIELD] / 40 > 0.5  # farmers a player and game
    assert deployed[FeatureKind.CITY] > deployed[FeatureKind.ROAD] > deployed[FeatureKind.MONASTERY]
    assert finished / 40 > 2


@pytest.mark.parametrize("key", ["BA/RFr", "IC/RrRr"])
def test_a_place_is_found_for_a_tile_or_it_is_not(key: str) -> None:
    board = CARCASSONNE.new(CARCASSONNE.setup((Seat("A", "red"),), expansions=INNS)).board
    assert board.has_place_for(tile_type(key)) == bool(list(board.placements(tile_type(key))))


@settings(max_examples=10, deadline=None)
@games
def test_what_fits_at_each_place_is_what_fits_on_the_whole_board(setup: Setup, seed: int) -> None:
    _, history = played(setup, seed, turns=20)
    for moment in (before for before, _, _ in history):
        board, bag = moment.board, moment.bag
        at_each = {(key, x, y, turns) for x, y in board.frontier for key, turns in board.fitting(bag, x, y)}
        assert at_each == {(key, *where) for key in bag for where in board.placements(tile_type(key))}
        assert all(turns in board.turns_at(tile_type(key), x, y) for key, x, y, turns in at_each)


def test_nothing_fits_where_a_tile_lies_or_none_is_beside() -> None:
    board = CARCASSONNE.new(CARCASSONNE.setup((Seat("A", "red"),))).board
    for taken_or_alone in ((0, 0), (5, 5)):
        assert list(board.fitting(["BA/RFr"], *taken_or_alone)) == []
        assert board.turns_at(tile_type("BA/RFr"), *taken_or_alone) == ()


@pytest.mark.parametrize("module", ["board", "scoring", "turn", "casual", "state", "actions"])
def test_the_base_rules_ask_for_no_expansion_by_name(module: str) -> None:
    source = Path(import_module(f"games.carcassonne.{module}").__file__ or "").read_text()
    assert "inns-and-cathedrals" not in source.replace("``inns-and-cathedrals``", "")
    assert "stained" not in source.lower()
