"""Every gathered case of the Grand Masters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.riga.box.components import PERSONS
from games.riga.final_scoring import money_points, tile_lines
from games.riga.scorer.rules import GRAND_MASTERS as GAME

from .conftest import display

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))
OTHERS = "max-Riga max-Danzig first-Stockholm"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_case_holds(case, table):
    {"build": built, "end": at_the_end, "knight covered": covered}[case["when"]](case, table)


def built(case, table):
    """Somebody reaches the count with one more building."""
    ((of, count),) = case["given"].items()
    subject = {"buildings": "Visby", "knights": "Knight", "merchants": "Merchant"}[of]
    side = "first" if case["then"].get("permanent") else "max"
    line = f"build 0 Danzig {subject}" if subject in PERSONS else f"build 0 {subject}"
    for reached, takes in ((count - 1, False), (count, True)):
        state = table(f"{side}-{subject} {OTHERS}", display(**{subject: reached - 1}), display(**{subject: reached}))
        state, _ = GAME.apply(state, GAME.read(line))
        assert (state.row[0].owner == 0) is takes
    if case["then"].get("permanent"):
        more, _ = GAME.apply(state, GAME.read(line.replace("0", "1", 1)))
        assert more.row[0].owner == 0


def covered(case, table):
    """A knight of the owner is covered."""
    given = case["given"]
    knights = [given["owner_after"] + 1, given["B"], given.get("C", 0)]
    displays = [display(Knight=count) for count in knights]
    state = table(f"max-Knight {OTHERS}", *displays, owners={"max-Knight": 0}, victual_brothers=True)
    state, _ = GAME.apply(state, GAME.read("cover 0 Knight"))
    assert state.row[0].owner == (0 if case["then"]["owner"] == "same" else None)


def at_the_end(case, table):
    """Points by seat."""
    given, wanted = case["given"], case["then"]
    if "cash" in given:
        assert list(money_points(given["cash"])) == wanted["vp"]
        return
    tile, counts = _tile_and_counts(given)
    state = table(f"{tile} {OTHERS}", *(display(Tallinn=count) for count in counts), owners={tile: 0})
    scored = [0] * len(counts)
    for line in tile_lines(state.row, state.displays):
        scored[line.player] += line.points
    assert scored == list(wanted["vp"].values()) if "vp" in wanted else scored[1] == wanted["vp_B"]


def _tile_and_counts(given):
    if "max_tile" in given:
        names = list(given["buildings"])
        assert names[0] == given["owner"]
        return f"max-{given['max_tile']}", [given["buildings"][name] for name in names]
    if "B_buildings" in given:
        return "first-Tallinn", [3, given["B_buildings"]]
    return "max-Tallinn", [given["owner"], given["B"]]
