"""Where a record begins to tell otherwise than the table shows."""

from __future__ import annotations

from companion.rehearsal.outcome import first_difference
from games.istanbul.rules import GREAT_BAZAAR


def on_the_table(one: str, other: str) -> bool:
    return GREAT_BAZAAR.read(one) == GREAT_BAZAAR.read(other)


def test_the_same_told_in_other_words_is_no_difference() -> None:
    assert first_difference(("move 7", "end"), ("move 7", "end"), on_the_table) is None


def test_what_does_not_count_in_the_record_is_a_difference_and_no_action_to_read() -> None:
    said = first_difference(("move 7", "pay"), ("move 7", "? pay"), on_the_table)
    assert said == "action 2: the table shows 'pay', the record says '? pay'"


def test_a_record_may_be_too_short_or_too_long() -> None:
    assert first_difference(("end",), ()) == "action 1: the table shows 'end', the record has nothing"
    assert first_difference((), ("end",)) == "action 1: the record says 'end', the table shows nothing"
