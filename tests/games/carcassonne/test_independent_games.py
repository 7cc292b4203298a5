"""Twelve whole games and twelve scenarios from an independent engine agree with the rules, exactly."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.carcassonne.actions import Deploy, Lay, Skip, normal_location
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import FeatureKind
from games.game import SEAT_COLOURS, Event, Seat

DATA = Path(__file__).parent / "data"
GAMES = [json.loads(line) for line in gzip.decompress((DATA / "carcassonne_games.jsonl.gz").read_bytes()).splitlines()]
SCENARIOS = json.loads((DATA / "carcassonne_acceptance.json").read_text())
SMALL_OR_BIG = {"SmallFollower": "small", "BigFollower": "big"}
NAMES = {
    "road": "carcassonne.road_finished",
    "city": "carcassonne.city_finished",
    "monastery": "carcassonne.monastery_finished",
    "road.incomplete": "carcassonne.road_unfinished",
    "city.incomplete": "carcassonne.city_unfinished",
    "monastery.incomplete": "carcassonne.monastery_unfinished",
    "field": "carcassonne.field",
}


def _setup(names: list[str], sets: list[str], rules: dict[str, str]) -> Setup:
    seats = tuple(Seat(name, colour) for name, colour in zip(names, SEAT_COLOURS, strict=False))
    options = tuple((key, int(value)) for key, value in rules.items())
    if len(seats) == 6 and len(sets) == 1:
        options += (("most-seats", 6),)  # the other engine seats six around the base game, too
    return Setup(seats, sets=tuple(name.removesuffix(":1") for name in sets), options=options)


def _points(events: tuple[Event, ...]) -> Counter[tuple[int, int, str, bool]]:
    lines = [event.line for event in events if event.line]
    return Counter((line.player, line.points, line.reason.key, line.final) for line in lines)


def _turn(state: State, move: dict[str, Any]) -> tuple[State, tuple[Event, ...]]:
    state, events = CARCASSONNE.apply(state, Lay(move["tile"], move["x"], move["y"], move["rotation"] // 90))
    meeple = move["meeple"]
    if meeple is None:
        action: Deploy | Skip = Skip()
    else:
        edges = meeple["location"]
        if isinstance(edges, str):  # "NWSE" or "NL.NR.EL"
            edges = edges.split(".") if meeple["feature"] == "Field" else list(edges)
        action = Deploy(meeple["kind"], FeatureKind(meeple["feature"]), normal_location(".".join(edges)))
    state, more = CARCASSONNE.apply(state, action)
    return state, events + more


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_whole_game(game: dict[str, Any]) -> None:
    names = [f"Player {seat}" for seat in range(game["players"])]
    state = CARCASSONNE.new(_setup(names, game["sets"], game["rules"]))
    expected: dict[int | None, Counter[tuple[int, int, str, bool]]] = {}
    for event in game["point_events"]:
        found = (event["player"], event["points"], NAMES[event["name"]], event["final"])
        expected.setdefault(event["turn"], Counter())[found] += 1

    for turn, move in enumerate(game["moves"], 1):
        assert state.seat == move["player"]
        lay = Lay(move["tile"], move["x"], move["y"], move["rotation"] // 90)
        places = sorted([at.x, at.y, at.turns * 90] for at in CARCASSONNE.placements(state, move["tile"]))
        assert places == sorted(move["legal_placements"])
        legal = {(one.kind, one.feature, one.location) for one in CARCASSONNE.deployments(state, lay)}
        kinds = [SMALL_OR_BIG[kind] for kind in move.get("legal_meeple_kinds", [])]
        spots = {(spot, normal_location(".".join(edges))) for spot, edges in move["legal_meeples"]}
        assert legal == {(kind, feature, location) for kind in kinds for feature, location in spots}

        laid, _ = CARCASSONNE.apply(state, lay)
        assert {(one.kind, one.feature, one.location) for one in CARCASSONNE.deployments(laid)} == legal
        state, events = _turn(state, move)

        points = _points(events)
        last = turn == len(game["moves"])
        assert Counter({one: n for one, n in points.items() if not one[3]}) == expected.get(turn, Counter())
        if last:
            assert Counter({one: n for one, n in points.items() if one[3]}) == expected[None]
        else:
            assert list(state.scores) == move["score_after"]

    assert state.is_over
    assert list(state.scores) == game["final_scores"]
    assert list(state.discarded) == game["discarded"]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    names = list(scenario["players"])
    state = CARCASSONNE.new(_setup(names, scenario["sets"], scenario["rules"]))
    events: tuple[Event, ...] = ()
    for move in scenario["moves"]:
        assert names[state.seat] == move["player"]
        state, more = _turn(state, move)
        events += more
    finished, final = CARCASSONNE.finish(state)
    ends = {True: (finished,), False: (state,), "either": (state, finished)}[scenario["final_scoring_applied"]]

    expect = scenario["expect"]
    for end in ends:
        assert {name: end.scores[names.index(name)] for name in expect["points"]} == expect["points"]
    lines = [event.line for event in (*events, *final) if event.line]
    found = Counter((names[line.player], line.reason.key.split(".")[1].split("_")[0], line.points) for line in lines)
    for entry in expect.get("scored", []):
        assert found[entry["player"], entry["feature"], entry["points"]] > 0
    for entry in expect.get("category_totals", []):
        total = sum(
            points * count
            for (name, feature, points), count in found.items()
            if (name, feature) == (entry["player"], entry["feature"])
        )
        assert total == entry["points"]
