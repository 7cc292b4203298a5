"""``bench demos``: what came of each demo, counted by game."""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.rehearsal.games import RehearsalPlan, players_record
from tools.benchmarks.demos import PlayedDemo, legal_kinds, row_of
from tools.benchmarks.kept_rows import add_row, rows_in

WELL = PlayedDemo("riga", 7, 3, 4, "ordinary", 0.2, 5, turns=4, agrees=True, asked=1, actions={"Take": 3, "Build": 1})
WRONG = PlayedDemo("riga", 8, 4, 4, "ordinary", 0.2, 5, turns=4, silent=1, difference="action 2", actions={"Take": 4})


def test_agreement_and_questions_are_counted_and_every_failure_is_listed() -> None:
    row = row_of([WELL, WRONG])
    assert (row["records_equal_truth"]["count"], row["records_equal_truth"]["n"]) == (1, 2)
    assert (row["turns_asked"]["count"], row["turns_asked"]["n"]) == (1, 8)
    assert row["actions"] == {"Build": 1, "Take": 7}
    assert [one["seed"] for one in row["failures"]] == [8]


def test_what_was_legal_and_never_played_is_told_with_in_how_many_states() -> None:
    row = row_of([replace(WELL, legal={"Take": 3, "Winter": 1}), replace(WRONG, legal={"Winter": 2})])
    assert row["never_played"] == {"Winter": 3}


def test_kinds_of_actions_are_counted_in_each_state_of_a_game() -> None:
    record = players_record(RehearsalPlan("cronberg", 7, 2))
    first = record.game.sample(record.state, random.Random(7))
    assert legal_kinds(record, [first]) == {"LayRhomb": 1, "PlaceToken": 1}


def test_a_demo_that_could_not_be_set_up_is_a_failure_and_no_part_of_a_share() -> None:
    row = row_of([WELL, PlayedDemo("riga", 9, 2, 4, "ordinary", 0.2, 5, difference="refused")])
    assert row["records_equal_truth"]["n"] == 1
    assert len(row["failures"]) == 1


def test_a_demo_that_was_kept_is_known_by_what_it_was_played_with(tmp_path) -> None:
    add_row(tmp_path / "rows", WELL)
    (kept,) = rows_in(tmp_path / "rows", PlayedDemo)
    assert kept == WELL
    assert kept.which != WRONG.which
