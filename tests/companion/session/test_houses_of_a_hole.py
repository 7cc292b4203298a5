"""Thurn and Taxis before a real table: the houses of a closing that no longer counts stand on the map all the same, and
may not be told as part of their owner's next closing."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from companion.session.rewriting import heeding_holes
from games.any_game import AnyRecord
from games.game import Refusal, Seat
from games.record import Record
from games.thurn_and_taxis.actions import Close
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from vision.explanation import Candidate, Explanation

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def played(record: AnyRecord, rng: random.Random, actions: int) -> AnyRecord:
    for _ in range(actions):
        record = record.play(THURN_AND_TAXIS.sample(record.state, rng))
    return record


def without_a_closing(seed: int) -> tuple[AnyRecord, int, random.Random]:
    """A game from which a turn was taken out so that a closing after it does not count; where that was told."""
    rng = random.Random(seed)
    record = played(Record.start(THURN_AND_TAXIS, THURN_AND_TAXIS.setup(SEATS)), rng, 60)
    for place in range(len(record.line) - 1, 20, -1):
        with suppress(Refusal):
            changed = record.remove(place)
            for hole in changed.holes:
                if hole != place and isinstance(changed.action_at(hole), Close):
                    return changed, hole, rng
    raise AssertionError


def closings(record: AnyRecord) -> tuple[Close, ...]:
    return tuple(action for action in THURN_AND_TAXIS.legal(record.state) if isinstance(action, Close))


def seen(actions: tuple[Close, ...]) -> Explanation:
    """Each of these closings may have been what happened."""
    share = 1 / len(actions)
    return Explanation(tuple(Candidate((action,), 0.0, share) for action in actions), 0.0, 1)


@pytest.fixture(params=[1, 2, 3])
def game(request: pytest.FixtureRequest) -> tuple[AnyRecord, int]:
    """The owner of a closing that does not count may close again, in one of its cities, too; and where it was told."""
    record, hole, rng = without_a_closing(request.param)
    houses = set(record.action_at(hole).cities)
    while THURN_AND_TAXIS.player_to_move(record.state) != record.line[hole].doer or not any(
        houses & set(action.cities) for action in closings(record)
    ):
        record = played(record, rng, 1)
    return record, hole


def test_a_house_that_stands_there_already_is_not_told_again(game: tuple[AnyRecord, int]) -> None:
    record, hole = game
    houses = set(record.action_at(hole).cities)
    explanation = heeding_holes(seen(closings(record)), record)
    assert [one.actions[0] for one in explanation.candidates] == [
        action for action in closings(record) if not houses & set(action.cities)
    ]
    assert explanation.unexplained > 0


def test_where_every_turn_counts_all_closings_may_be_told() -> None:
    rng = random.Random(1)
    record = played(Record.start(THURN_AND_TAXIS, THURN_AND_TAXIS.setup(SEATS)), rng, 20)
    while not closings(record):
        record = played(record, rng, 1)
    explanation = seen(closings(record))
    assert heeding_holes(explanation, record) is explanation
