"""Whole games by chance: nothing gets lost, every action can be written down, everything can be said."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.game import Refusal
from games.record import Record
from games.riga.actions import Effect, Pay
from games.riga.box.components import language_differences
from games.riga.conservation import audit
from games.riga.grand_masters import one_away
from games.riga.moment import Step
from games.riga.rules import RIGA
from games.riga.scorer.rules import GRAND_MASTERS, Setup

from .conftest import SEATS, display


def whole_game(game, setup, seed, by_chance=False):
    """States and events of one game; every action through its notation."""
    rng, state = random.Random(seed), game.new(setup)
    story = [(None, state, ())]
    while game.player_to_move(state) is not None:
        action = rng.choice(list(game.legal(state))) if by_chance else game.sample(state, rng)
        assert game.read(game.write(action)) == action
        state, events = game.apply(state, action)
        story.append((action, state, events))
    return story


@pytest.mark.parametrize("by_chance", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_goods_cards_and_money_are_conserved(seed, by_chance):
    setup = RIGA.setup(SEATS[: 2 + seed % 3])
    story = whole_game(RIGA, setup, seed, by_chance)
    assert audit([(action, state) for action, state, _ in story]) == []
    final = story[-1][1]
    lines = [event.line for _, _, events in story for event in events if event.line is not None]
    for standing in RIGA.standings(final):
        assert standing.score == sum(line.points for line in lines if line.player == standing.player)


@pytest.mark.parametrize("game", [RIGA, GRAND_MASTERS], ids=lambda game: game.key)
def test_a_record_replays_to_the_same_state(game):
    setup = game.setup(SEATS[:3])
    record = Record.start(game, setup)
    for action, _, _ in whole_game(game, setup, 5)[1:]:
        record = record.play(action)
    again = Record.replay(game, game.setup_from_json(game.setup_to_json(setup)), record.log)
    assert game.state_to_json(again.state) == game.state_to_json(record.state)


def test_the_victual_brothers_leave_counts_and_owners_in_order():
    setup = Setup(SEATS[:4], victual_brothers=True)
    for seed in range(20):
        for _, state, _ in whole_game(GRAND_MASTERS, setup, seed):
            for placed in state.row:
                if placed.owner is not None and placed.master.side == "max":
                    counts = [one.count(placed.master.subject) for one in state.displays]
                    assert counts[placed.owner] == max(counts)
            assert all(min(one.count("Knight"), one.count("Merchant")) >= 0 for one in state.displays)


def test_one_away_is_exactly_who_would_take_a_tile_with_one_more(table):
    state = table(
        "max-Visby first-Danzig max-Knight Money",
        display(Visby=2, Knight=2),
        display(Visby=2, Danzig=2),
        owners={"max-Visby": 0},
    )
    near = {(one.seat, state.row[one.tile].master.key, one.owner) for one in one_away(state.row, state.displays)}
    assert near == {(1, "max-Visby", 0), (1, "first-Danzig", None), (0, "max-Knight", None)}


@pytest.mark.parametrize(
    "line", ["", "build", "build 0 Lübeck", "lay max-Money", "cash 0 x", "fly", "end now", "cover 0"]
)
def test_odd_lines_are_refused_in_words(line):
    for game in (RIGA, GRAND_MASTERS):
        if game is RIGA and line in ("build 0 Lübeck",):
            continue
        with pytest.raises(Refusal):
            game.read(line)


def test_the_differences_between_the_rulebooks_are_told_in_both_languages():
    for one in language_differences():
        assert one.german != one.english
        assert set(one.played) == {"de", "en"}


def test_sampled_rows_have_every_number_of_turned_tiles():
    turned = Counter(
        sum(tile.side == "first" for tile in GRAND_MASTERS.sample(GRAND_MASTERS.new(Setup(SEATS[:2])), rng).masters)
        for rng in map(random.Random, range(300))
    )
    assert set(turned) == {0, 1, 2, 3, 4}


def test_who_lost_by_a_text_what_would_have_paid_goes_on_all_the_same():
    """Given a building that was laid down, when a text takes all goods away, then ducats of another pay for it."""
    rng = random.Random(5)
    state = RIGA.new(RIGA.setup(SEATS[:2]))
    while state.step is not Step.PAY:
        state, _ = RIGA.apply(state, RIGA.sample(state, rng))
    while lost := next((one for one in RIGA.legal(state) if isinstance(one, Effect) and one.loses), None):
        state, _ = RIGA.apply(state, lost)
    assert not any(isinstance(one, Pay) for one in RIGA.legal(state))
    while state.step is Step.PAY:
        action = RIGA.sample(state, rng)
        assert action in set(RIGA.legal(state))
        state, _ = RIGA.apply(state, action)
    assert state.owed is None
