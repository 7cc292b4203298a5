"""Cases gathered from the rulebook and from reviews, each played on a real table."""

import json
from pathlib import Path

import pytest

from games.cronberg.components import Symbol
from games.cronberg.rules import CRONBERG
from games.cronberg.scoring import final_line
from games.game import Refusal

CASES = json.loads((Path(__file__).parent / "rule_cases.json").read_text())


@pytest.mark.parametrize("case", [c for c in CASES if c["when"] == "final"], ids=lambda case: case["id"])
def test_final_scoring(case, table_around):
    given = case["given"]
    symbols = [Symbol.COAT] * given.get("coats", 0) + [Symbol.PARK] * given.get("parks", 0)
    state, crossing = table_around(given["numbers"], symbols)
    line = final_line(state, state.lattice.crossing_named[crossing], 0)
    assert line.points == case["then"]["points"]


@pytest.mark.parametrize("case", [c for c in CASES if c["when"] == "place token there"], ids=lambda case: case["id"])
def test_placing_beside_a_guard_that_is_cut_off(case, table_around):
    state, crossing = table_around([2], [Symbol.GUARD])
    assert case["given"] == {"guard_isolated": True}
    assert case["then"] == {"legal": False}
    with pytest.raises(Refusal, match="guarded"):
        CRONBERG.apply(state, CRONBERG.read(f"token {crossing}"))


def test_every_case_is_played():
    assert {case["when"] for case in CASES} == {"final", "place token there"}
    assert len(CASES) == 8


def test_a_coat_of_arms_comes_before_the_park(table_around):
    state, crossing = table_around([-3, 2], [Symbol.COAT, Symbol.PARK])
    line = final_line(state, state.lattice.crossing_named[crossing], 0)
    assert line.points == 10
    assert line.working == "(2 + |−3|) × 2"


def test_a_token_beside_neither_park_nor_coat_is_not_evaluated(table_around):
    state, crossing = table_around([4, 3], [Symbol.BLANK])
    assert final_line(state, state.lattice.crossing_named[crossing], 0) is None
