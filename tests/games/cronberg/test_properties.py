"""What holds in every game, whoever plays it."""

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cronberg.board_search import turned_triangles
from games.cronberg.components import CronbergBox, RhombKind, Symbol, default_edition
from games.cronberg.lattice import lattice_of_side
from games.cronberg.outlook import nearly_cut_off, prospects
from games.cronberg.rules import CRONBERG
from games.cronberg.state import LayRhomb, PlaceToken, Setup
from games.game import SEAT_COLOURS, Refusal, Seat
from games.record import Record


class Turns(tuple):
    """A played game that fits on a line when a counterexample is shown."""

    def __repr__(self):
        return " / ".join(CRONBERG.write(action) for _, action, _, _ in self)[:400]


@cache
def played(seed, wild=False):
    """A whole game: (state before, action, events, state after) of every turn. ``wild`` takes any legal action."""
    rng = random.Random(seed)
    players = rng.randint(2, 4)
    side = rng.choice((1, 2, 3, 3, 3, 4)) if wild else 3
    edition = default_edition() if side == 3 and rng.random() < 0.7 else shuffled(rng, side)
    seats = tuple(Seat(f"player {n}", colour) for n, colour in enumerate(SEAT_COLOURS[:players]))
    state = CRONBERG.new(Setup(seats, edition))
    turns = []
    while state.to_move is not None:
        action = rng.choice(tuple(CRONBERG.legal(state))) if wild else CRONBERG.sample(state, rng)
        after, events = CRONBERG.apply(state, action)
        turns.append((state, action, events, after))
        state = after
    return Turns(turns)


def shuffled(rng, side):
    """Somebody's copy: other symbols, other numbers, perhaps too few rhombi for the board."""
    triangles = 6 * side * side
    symbols = tuple(rng.choice((Symbol.PARK, Symbol.COAT, Symbol.GUARD)) for _ in range(triangles))
    kinds = tuple(
        RhombKind(f"k{n}", "building", tuple(rng.randint(-8, 8) for _ in range(4)), rng.randint(1, 3))
        for n in range(rng.randint(1, 12))
    )
    return CronbergBox("somebody's", side, symbols, kinds)


games = st.builds(played, st.integers(0, 400), st.booleans())
few = settings(max_examples=40, deadline=None)


@few
@given(games)
def test_at_the_end_every_uncovered_triangle_is_cut_off_and_activated(turns):
    end = turns[-1][3]
    free = set(range(len(end.lattice.triangle_names))) - end.covered
    assert end.activated == free
    if any(end.left):
        assert all(end.covered.issuperset(end.lattice.neighbours_of[triangle]) for triangle in free)


@few
@given(games)
def test_at_the_end_every_token_stands_beside_an_activated_park_or_coat_of_arms(turns):
    end = turns[-1][3]
    for crossing, _ in end.tokens:
        assert end.activated_at(crossing, Symbol.PARK) or end.activated_at(crossing, Symbol.COAT)
        assert not end.activated_at(crossing, Symbol.GUARD)


@few
@given(games)
def test_rhombi_and_tokens_are_conserved(turns):
    for _, _, _, state in turns:
        laid = [rhomb.kind for rhomb in state.rhombi]
        for number, kind in enumerate(state.edition.kinds):
            assert state.left[number] + laid.count(number) == kind.count
        triangles = [triangle for rhomb in state.rhombi for triangle in rhomb.site.triangles]
        assert len(triangles) == len(set(triangles))
        assert set(triangles) == state.covered
        assert len({crossing for crossing, _ in state.tokens}) == len(state.tokens)
        assert all(0 <= state.tokens_in_hand(s) <= 4 for s in range(len(state.setup.seats)))


@few
@given(games)
def test_every_point_comes_with_a_line_that_says_why(turns):
    scores = [0] * len(turns[0][0].setup.seats)
    for _, _, events, state in turns:
        for line in (event.line for event in events if event.line):
            scores[line.player] += line.points
            assert eval(line.working.replace("−", "-").replace("×", "*").replace("|-", "abs(-").replace("|", ")")) == (
                line.points
            )
            assert line.items
            assert line.rule
        assert tuple(scores) == state.scores


@few
@given(games)
def test_every_line_of_notation_comes_back_as_the_same_action(turns):
    for state, action, _, _ in turns[::7]:
        for each in [*[*CRONBERG.legal(state)][::97], action]:
            assert CRONBERG.read(CRONBERG.write(each)) == each


@settings(max_examples=12, deadline=None)
@given(games, st.integers(0, 10**6))
def test_exactly_what_is_listed_as_legal_is_accepted(turns, pick):
    state = turns[pick % len(turns)][0]
    legal = list(CRONBERG.legal(state))
    assert len(legal) == len(set(legal))
    listed = set(legal)
    rng = random.Random(pick)
    triangles, crossings = state.lattice.triangle_names, state.lattice.crossing_names
    sites = rng.sample(state.lattice.sites, min(40, len(state.lattice.sites)))
    kinds = rng.sample(state.edition.kinds, min(6, len(state.edition.kinds)))
    asked = [CRONBERG.read("pass"), *(PlaceToken(name) for name in crossings)]
    asked += [
        LayRhomb(kind.key, tuple(triangles[t] for t in site.triangles), crossings[site.head])
        for site in sites
        for kind in kinds
    ]
    for action in [*asked, *rng.sample(legal, min(200, len(legal)))]:
        try:
            CRONBERG.apply(state, action)
        except Refusal:
            assert action not in listed
        else:
            assert action in listed


@few
@given(games)
def test_nothing_is_legal_or_taken_after_the_end(turns):
    end = turns[-1][3]
    assert list(CRONBERG.legal(end)) == []
    with pytest.raises(Refusal, match="over"):
        CRONBERG.apply(end, CRONBERG.read("pass"))


@settings(max_examples=10, deadline=None)
@given(games)
def test_a_record_replays_to_the_same_plain_data(turns):
    record = Record.start(CRONBERG, turns[0][0].setup)
    for _, action, _, _ in turns:
        record = record.play(action)
    again = Record.replay(CRONBERG, CRONBERG.setup_from_json(CRONBERG.setup_to_json(record.setup)), record.log)
    assert json.dumps(CRONBERG.state_to_json(again.state)) == json.dumps(CRONBERG.state_to_json(turns[-1][3]))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 400), st.integers(1, 5))
def test_a_game_on_the_turned_board_scores_the_same(seed, turns):
    rounds = played(seed)
    setup = rounds[0][0].setup
    lattice, turned = setup.edition.lattice, turned_triangles(setup.edition.side)[turns]
    symbols = [Symbol.BLANK] * len(turned)
    for triangle, to in enumerate(turned):
        symbols[to] = setup.edition.symbols[triangle]
    edition = CronbergBox("turned", setup.edition.side, tuple(symbols), setup.edition.kinds)
    state = CRONBERG.new(Setup(setup.seats, edition))

    def crossing(name):
        beside = {turned[t] for t in lattice.triangles_at[lattice.crossing_named[name]]}
        return next(lattice.crossing_names[c] for c, fan in enumerate(lattice.triangles_at) if set(fan) == beside)

    for _, action, _, _ in rounds:
        match action:
            case PlaceToken(name):
                action = PlaceToken(crossing(name))
            case LayRhomb(kind, names, head):
                one, two = sorted(turned[lattice.triangle_named[name]] for name in names)
                action = LayRhomb(kind, (lattice.triangle_names[one], lattice.triangle_names[two]), crossing(head))
        state, _ = CRONBERG.apply(state, action)
    assert state.scores == rounds[-1][3].scores


@settings(max_examples=12, deadline=None)
@given(games)
def test_a_token_never_brings_more_than_its_best_prospect(turns):
    hopes = {}  # crossing -> what the token there could bring at best, at the least hopeful moment so far
    for state, action, events, after in turns:
        now = prospects(state)
        hopes = {
            crossing: min(now[crossing].best, hopes.get(crossing, now[crossing].best)) for crossing, _ in state.tokens
        }
        if isinstance(action, PlaceToken):
            crossing = state.lattice.crossing_named[action.crossing]
            hopes[crossing] = now[crossing].best
        for line in (event.line for event in events if event.line):
            assert line.points <= hopes[after.lattice.crossing_named[line.places[0]]]


@settings(max_examples=12, deadline=None)
@given(games, st.integers(0, 10**6))
def test_nearly_cut_off_is_what_the_next_rhomb_could_cut_off(turns, pick):
    state = turns[pick % len(turns)][0]
    found = set()
    lattice = lattice_of_side(state.edition.side)
    kind = next((kind.key for kind, left in zip(state.edition.kinds, state.left, strict=True) if left), None)
    for site in lattice.sites[::2] if kind else ():
        if state.covered.isdisjoint(site.triangles):
            names = tuple(lattice.triangle_names[t] for t in site.triangles)
            after, _ = CRONBERG.apply(state, LayRhomb(kind, names, lattice.crossing_names[site.head]))
            found |= after.activated - state.activated
    assert set(nearly_cut_off(state)) == found
