"""What holds in every game: cards, houses and tiles are conserved, notation round-trips, legal means accepted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import Refusal, Seat
from games.record import Record
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS

NAMES = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dora", "yellow"))
GAMES = st.sampled_from([THURN_AND_TAXIS, POWER_AND_GLORY])


def seats(count):
    return tuple(Seat(name, colour) for name, colour in NAMES[:count])


def check(state):
    atlas = state.setup.atlas
    cards = len(atlas.cities) * state.number("copies")
    lying = state.drawable + len(state.display)
    held = sum(player.hand + len(player.route) + len(player.trains) for player in state.players)
    assert lying + held == cards
    hidden = state.pile + state.discarded_unseen
    hidden += sum(p.unknown + sum(train.city is None for train in p.trains) for p in state.players)
    assert hidden == cards - sum(state.seen().values())
    for key, values in state.stacks:
        taken = sorted(value for player in state.players for stack, value in player.tiles if stack == key)
        assert sorted((*values, *taken)) == sorted(atlas.stack[key].values)
    assert all(0 <= state.houses_left(seat) <= 20 for seat in range(len(state.players)))


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 10**6), st.integers(2, 4))
def test_a_game_ends_and_conserves_everything(game, seed, count):
    rng = random.Random(seed)
    state = game.new(game.setup(seats(count)))
    for _ in range(4000):
        if game.player_to_move(state) is None:
            break
        action = game.sample(state, rng)
        assert game.read(game.write(action)) == action
        state, _ = game.apply(state, action)
        check(state)
    assert state.step is Step.OVER


@settings(max_examples=12, deadline=None)
@given(GAMES, st.integers(0, 10**6), st.integers(1, 120))
def test_every_legal_action_is_taken(game, seed, moves):
    rng = random.Random(seed)
    state = game.new(game.setup(seats(3)))
    for _ in range(moves):
        if game.player_to_move(state) is not None:
            state, _ = game.apply(state, game.sample(state, rng))
    for action in game.legal(state):
        check(game.apply(state, action)[0])


@pytest.mark.parametrize("game", [THURN_AND_TAXIS, POWER_AND_GLORY])
def test_a_record_replays(game):
    rng = random.Random(5)
    record = Record.start(game, game.setup(seats(2)))
    for _ in range(60):
        record = record.play(game.sample(record.state, rng))
    again = Record.replay(game, game.setup_from_json(dict(game.setup_to_json(record.setup))), record.log)
    assert game.state_to_json(again.state) == game.state_to_json(record.state)


@pytest.mark.parametrize("line", ["", "take", "play Ulm up", "close some Ulm", "end now", "harness many", "dance Ulm"])
def test_what_is_no_action_is_refused(line):
    with pytest.raises(Refusal):
        THURN_AND_TAXIS.read(line)


def test_nobody_discards_a_city_more_often_than_there_are_cards(table):
    """One Sigmaringen in hand and one on the discard pile leave one for the six cards that nobody saw."""
    state = table(step=Step.DISCARD, known=("Sigmaringen",), unknown=6)
    state = state._replace(discarded=("Sigmaringen",), pile=state.pile - 1)
    for seed in range(300):
        cities = THURN_AND_TAXIS.sample(state, random.Random(seed)).cities
        assert cities.count("Sigmaringen") <= 2
        check(THURN_AND_TAXIS.apply(state, THURN_AND_TAXIS.sample(state, random.Random(seed)))[0])
