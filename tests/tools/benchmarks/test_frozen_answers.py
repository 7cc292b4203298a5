"""Answers that are kept before a change, and what it changed of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands import CommandError
from companion.rehearsal.games import rehearsed_keys
from tools.benchmarks.frozen_answers import Questions, differences, keep, kept

BEFORE = {"riga 1 hard": ["-1.5 0.9 lay", "-2 0.8 pass"], "table": ["{}"]}


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    keep(tmp_path / "answers.json", BEFORE)
    assert kept(tmp_path / "answers.json") == BEFORE


def test_the_same_answers_differ_in_nothing() -> None:
    assert list(differences(BEFORE, dict(BEFORE))) == []


def test_the_first_answer_that_differs_is_told_and_what_only_one_of_both_was_asked() -> None:
    after = {"riga 1 hard": ["-1.5 0.9 lay", "-2.000000001 0.8 pass"], "another": ["{}"]}
    assert list(differences(BEFORE, after)) == [
        "another: asked after only",
        "riga 1 hard: answer 2 of 2 before and 2 after",
        "table: asked before only",
    ]


def test_one_explanation_more_is_a_difference() -> None:
    (found,) = differences({"riga": ["lay"]}, {"riga": ["lay", "pass"]})
    assert found == "riga: how many there are of 1 before and 2 after"


@pytest.mark.parametrize("content", [b"", b"[1, 2]", b'{"riga": "lay"}'])
def test_a_file_that_holds_no_answers_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "odd.json").write_bytes(content)
    with pytest.raises(CommandError, match="not_read"):
        kept(tmp_path / "odd.json")


def test_every_game_is_asked_about_demos_and_tables_each_of_its_own_seed() -> None:
    asked = Questions(seed=7)
    demos, boards = [*asked.plans(asked.demos, asked.turns)], [*asked.plans(asked.boards, asked.board_turns)]
    assert {plan.game_key for plan in demos} == {plan.game_key for plan in boards} == set(rehearsed_keys())
    assert [plan.seed for plan in boards if plan.game_key == "riga"] == [7, 8, 9, 10]
    assert {plan.turns for plan in boards} == {12}
