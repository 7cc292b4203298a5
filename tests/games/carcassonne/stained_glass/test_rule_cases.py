"""The worked cases of Stained Glass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.thieves import thief_spots
from games.carcassonne.stained_glass.windows import can_share_a_window, legal_windows, tiles_of, whole_supply
from tests.games.carcassonne.stained_glass.glass_table import (
    BEN,
    INNS,
    PASSING,
    SEATS,
    holding,
    lines,
    play,
    surrounded,
    table,
)

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_rule_case(case: dict[str, Any]) -> None:
    given, then = case["given"], case["then"]
    if "tiles" in given:
        assert can_share_a_window(given["tiles"]) is then["legal"]
    elif "sub_windows" in given:
        window = tuple(given["sub_windows"])
        assert (window in legal_windows()) is then["legal"]
        assert len(tiles_of(window)) == then["tiles"]
    elif case["id"] == "tiles-return":
        state, _ = play(holding(table(), "1a 1b 1c"), "lay U 1,0", "skip", "count 1")
        assert (glass_of(state).supply == whole_supply()) is then["to_bag"]
    elif case["id"] == "draw-on-cathedral":
        state, _ = play(table(expansions=INNS), f"lay {given['tile']} 0,-1")
        assert glass_of(state).due == then["glass_drawn"]
    elif case["id"] == "complete-unoccupied":
        state, events = play(surrounded(), "lay B 0,2")
        state, more = play(state, "glass 1a", "glass 1b", "skip")
        assert SEATS[state.seat - 1].name[0] == then["glass_to"]
        assert glass_of(state).held[BEN] == {"1a": 1, "1b": 1}
        assert sum(line.points for line in lines(events + more)) == then["points"]
    else:
        assert case["id"] == "no-thief-on-passing-road"
        board = table().board.lay(PASSING.turned[0], 0, 1)
        assert bool(thief_spots(board)) is then["legal"]
