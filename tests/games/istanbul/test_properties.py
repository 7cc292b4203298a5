"""What holds in every game: it ends, everything is conserved, notation round-trips, legal means accepted."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import Refusal, Seat
from games.istanbul.conservation import broken_laws
from games.istanbul.expansions.every import known_verbs
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS
from games.record import Record

NAMES = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dora", "yellow"), ("Emil", "white"))
EVERY = [ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR]
GAMES = st.sampled_from(EVERY)


def seats(count):
    return tuple(Seat(name, colour) for name, colour in NAMES[:count])


@settings(max_examples=60, deadline=None)
@given(GAMES, st.integers(0, 10**6), st.integers(2, 5))
def test_a_game_ends_and_conserves_everything(game, seed, count):
    rng = random.Random(seed)
    state = game.new(game.setup(seats(count)))
    for _ in range(6000):
        if game.player_to_move(state) is None:
            break
        action = game.sample(state, rng)
        assert game.read(game.write(action)) == action
        rubies = [player.rubies for player in state.players]
        state, events = game.apply(state, action)
        assert broken_laws(game.rulebook(state.setup), state) == ()
        for seat, player in enumerate(state.players):
            assert player.rubies - rubies[seat] == sum(
                e.line.points for e in events if e.line and e.line.player == seat
            )
    assert state.step == "over"
    assert max(player.rubies for player in state.players) >= game.rulebook(state.setup).target


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 10**6), st.integers(1, 300))
def test_every_legal_action_is_taken_and_the_sampled_one_is_legal(game, seed, moves):
    rng = random.Random(seed)
    state = game.new(game.setup(seats(3)))
    for _ in range(moves):
        if game.player_to_move(state) is not None:
            state, _ = game.apply(state, game.sample(state, rng))
    legal = list(game.legal(state))
    assert bool(legal) == (not state.is_over)
    for action in legal:
        assert broken_laws(game.rulebook(state.setup), game.apply(state, action)[0]) == ()
    if not state.is_over and not state.asks:
        assert game.sample(state, rng) in legal or state.place in (7, 17, 18, 19, 20) or state.step != "action"
    closing = game.closing(state)
    assert closing is None or closing in legal


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_a_record_replays(game):
    rng = random.Random(5)
    record = Record.start(game, game.setup(seats(2)))
    for _ in range(150):
        record = record.play(game.sample(record.state, rng))
    again = Record.replay(game, game.setup_from_json(dict(game.setup_to_json(record.setup))), record.log)
    assert game.state_to_json(again.state) == game.state_to_json(record.state)


@pytest.mark.parametrize("line", ["", "move", "move up", "pay me", "roll six", "dance 7", "use", "again", "catch 1"])
def test_what_is_no_action_is_refused(line):
    state = GREAT_BAZAAR.new(GREAT_BAZAAR.setup(seats(2)))
    with pytest.raises(Refusal):
        GREAT_BAZAAR.apply(state, GREAT_BAZAAR.read(line))


VERBS = st.sampled_from(sorted(known_verbs()))
LINE_OF_WORDS = (
    "red blue coffee lira card d 7 12 13 25 0 -1 ² discard move_0 governor courier companion pile open 1 2 two_red x "
    "lira_letter +ruby@20 +coffee -letter=12 -card=move_0 +extension +fountain +good=blue alone 1112 -"
)
WORDS = st.sampled_from(LINE_OF_WORDS.split())


@settings(max_examples=30, deadline=None)
@given(GAMES, st.integers(0, 10**6), st.integers(0, 200), st.lists(st.tuples(VERBS, st.lists(WORDS, max_size=3))))
def test_whatever_is_typed_is_taken_or_refused(game, seed, moves, lines):
    rng = random.Random(seed)
    state = game.new(game.setup(seats(3)))
    for _ in range(moves):
        if game.player_to_move(state) is not None:
            state, _ = game.apply(state, game.sample(state, rng))
    for verb, words in lines:
        try:
            after, _ = game.apply(state, game.read(" ".join((verb, *words))))
        except Refusal:
            continue
        else:
            assert broken_laws(game.rulebook(state.setup), after) == ()
