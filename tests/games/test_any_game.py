"""Games of which only the contract is known: who knows the game opens its record, nobody else does."""

from __future__ import annotations

import pytest

from games.any_game import any_record, known_record, known_rules
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.game import Seat
from games.istanbul.rules import ISTANBUL
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def test_who_knows_the_game_gets_the_same_record_back():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    assert known_record(any_record(record), CARCASSONNE) is record


def test_a_game_with_its_expansion_is_still_that_game():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS, expansions=("stained-glass",)))
    assert known_record(any_record(record), CARCASSONNE) is record


def test_another_games_record_is_refused_by_name():
    record = any_record(Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)))
    with pytest.raises(TypeError, match="carcassonne is not played by the rules of Istanbul"):
        known_record(record, ISTANBUL)
    assert known_rules(record.game, Carcassonne) is CARCASSONNE
