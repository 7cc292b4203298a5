"""A game goes to JCloisterZone and comes back; saves from there are read as they are."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carcassonne.actions import Deploy, Discard, Lay, Skip, normal_location
from games.carcassonne.jcz import CarcassonneRecord, write_jcz
from games.carcassonne.jcz_reading import parse_location, read_jcz
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.tiles import FeatureKind
from games.game import Refusal, RefusalKind, Seat
from games.record import Record

DATA = Path(__file__).parent / "data"
GAMES = [json.loads(line) for line in gzip.decompress((DATA / "carcassonne_games.jsonl.gz").read_bytes()).splitlines()]
SCENARIOS = json.loads((DATA / "carcassonne_acceptance.json").read_text())
COLOURS = ("blue", "red", "black", "yellow", "green", "pink")

SAVED = 1_700_009_000_000  # milliseconds since the epoch


def _recorded(game: dict[str, Any]) -> CarcassonneRecord:
    seats = tuple(Seat(f"Player {seat}", COLOURS[seat]) for seat in range(game["players"]))
    expansions = tuple(name.removesuffix(":1") for name in game["sets"] if not name.startswith("basic"))
    six = (("most-seats", 6),) if len(seats) == 6 and not expansions else ()
    record: CarcassonneRecord = Record.start(CARCASSONNE, CARCASSONNE.setup(seats, expansions=expansions, options=six))
    for number, move in enumerate(game["moves"]):
        time_ms = 1_700_000_000_000 + 30_000 * number
        record = record.play(Lay(move["tile"], move["x"], move["y"], move["rotation"] // 90), time_ms=time_ms)
        meeple = move["meeple"]
        action = Skip()
        if meeple:
            location = normal_location(".".join(meeple["location"]))
            action = Deploy(meeple["kind"], FeatureKind(meeple["feature"]), location)
        record = record.play(action, time_ms=time_ms + 9_000)
    return record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_whole_game_there_and_back(game: dict[str, Any]) -> None:
    played = _recorded(game)
    text = write_jcz(played, game_id="cafe", created_ms=SAVED, chance=0.7)

    read = read_jcz(text)

    assert read.actions == played.actions
    assert list(read.state.scores) == game["final_scores"]
    assert CARCASSONNE.state_to_json(read.state) == CARCASSONNE.state_to_json(played.state)
    assert read.setup == played.setup
    assert [step.entry.time_ms for step in read.line] == [step.entry.time_ms for step in played.line]
    assert write_jcz(read, game_id="cafe", created_ms=SAVED, chance=0.7) == text


def _save(scenario: dict[str, Any]) -> dict[str, Any]:
    """A save as JCloisterZone 5 writes it, with the locations of the scenario just as they stand there."""
    replay: list[dict[str, Any]] = []
    for move in scenario["moves"]:
        position = [move["x"], move["y"]]
        payload = {"tileId": move["tile"], "rotation": f"R{move['rotation']}", "position": position}
        replay.append({"type": "PLACE_TILE", "payload": payload})
        if meeple := move["meeple"]:
            player = scenario["players"].index(move["player"])
            pointer = {"position": position, "feature": meeple["feature"], "location": meeple["location"]}
            payload = {"pointer": pointer, "meepleId": f"{player}.{meeple['kind']}.1"}
            replay.append({"type": "DEPLOY_MEEPLE", "payload": payload})
        else:
            replay.append({"type": "PASS", "payload": {}})
        replay.append({"type": "COMMIT", "payload": {"random": 0.5}})
    inns = {"big-follower": 1, "cathedral": True, "inn": True} if len(scenario["sets"]) > 1 else {}
    return {
        "appVersion": "5.7.0",
        "gameId": "1",
        "name": "",
        "initialRandom": 0.0,
        "created": "2021-05-22T13:34:56.041Z",
        "clock": 0,
        "setup": {
            "sets": dict.fromkeys(scenario["sets"], 1),
            "elements": {"small-follower": 7, "farmers": True, **inns},
            "rules": {"princess-action": "may", **scenario["rules"]},
            "timer": None,
            "start": [scenario["start"]],
        },
        "players": [{"name": name, "slot": slot} for slot, name in enumerate(scenario["players"])],
        "replay": replay,
    }


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenarios_as_saves(scenario: dict[str, Any]) -> None:
    record = read_jcz(json.dumps(_save(scenario)))
    final, _ = CARCASSONNE.finish(record.state)
    scores = dict(zip(scenario["players"], final.scores, strict=True))
    assert {name: scores[name] for name in scenario["expect"]["points"]} == scenario["expect"]["points"]


def test_save_of_version_four() -> None:
    """Dots in tile names, players in slots, no feature in the pointer, and a last message that the game is over."""
    save = {
        "appVersion": "4.4.0",
        "slots": [
            {"number": 3, "serial": 2, "nickname": "Bob"},
            {"number": 0, "serial": 1, "nickname": "Alice"},
        ],
        "setup": {"expansions": {"BASIC": 1}, "rules": {}, "capabilities": ["StandardGame"]},
        "annotations": {"tilePack": {"params": {"drawOrder": ["BA.C", "BA.L", "#END"]}}},
        "replay": [
            {"type": "PLACE_TILE", "payload": {"tileId": "BA.C", "rotation": "R180", "position": [0, -1]}},
            {
                "type": "DEPLOY_MEEPLE",
                "payload": {"pointer": {"position": [0, -1], "location": "S"}, "meepleId": "0.small.1"},
            },
            {"type": "COMMIT", "payload": {"salt": 0}},
            {"type": "PLACE_TILE", "payload": {"tileId": "BA.L", "rotation": "R0", "position": [0, 1]}},
            {
                "type": "DEPLOY_MEEPLE",
                "payload": {"pointer": {"position": [0, 1], "location": "CLOISTER"}, "meepleId": "1.small.1"},
            },
            {"type": "COMMIT", "payload": {"salt": 0}},
            {"type": "GAME_OVER", "payload": {}},
        ],
    }
    record = read_jcz(json.dumps(save))
    assert [seat.name for seat in record.setup.seats] == ["Alice", "Bob"]
    assert record.actions[1] == "follower small City S"
    assert record.actions[3] == "follower small Monastery I"
    assert record.state.scores == (4, 0)


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("NS", "N.S"),
        ("SE", "E.S"),
        ("NWSE", "N.E.S.W"),
        ("_W", "N.E.S"),
        ("I", "I"),
        ("CLOISTER", "I"),
        ("NL.NR.EL", "NL.NR.EL"),
        ("EL.NL", "NL.EL"),
        ("W.E", "E.W"),
    ],
)
def test_locations_in_any_order(text: str, edges: str) -> None:
    assert parse_location(text) == edges


@pytest.mark.parametrize("text", ["", "_Q", "Q", "N.X", "_"])
def test_locations_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):
        parse_location(text)


def test_a_tile_that_fitted_nowhere_is_told_by_the_draw_order() -> None:
    """No message tells of a discarded tile: the cathedral fits nowhere beside a finished city."""
    save = _save(SCENARIOS[4])
    save["replay"] = [
        {"type": "PLACE_TILE", "payload": {"tileId": "BA/C", "rotation": "R180", "position": [0, -1]}},
        {"type": "PASS", "payload": {}},
        {"type": "COMMIT", "payload": {}},
        {"type": "PLACE_TILE", "payload": {"tileId": "BA/L", "rotation": "R0", "position": [0, 1]}},
    ]
    save["gameAnnotations"] = {"drawOrder": ["BA/C", "IC/Cccc.c", "BA/L"]}
    record = read_jcz(json.dumps(save))
    assert record.actions == ("lay BA/C 0,-1 r180", "skip", "discard IC/Cccc.c", "lay BA/L 0,1 r0")
    assert record.state.discarded == ("IC/Cccc.c",)
    assert json.loads(write_jcz(record, game_id="1", created_ms=0))["gameAnnotations"]["drawOrder"] == [
        "BA/C",
        "IC/Cccc.c",
        "BA/L",
    ]


def test_a_turn_that_is_not_finished_waits() -> None:
    save = _save(SCENARIOS[0])
    save["replay"] = save["replay"][:1]
    record = read_jcz(json.dumps(save))
    assert record.state.step is StepKey.FOLLOWER
    assert record.state.seat == 0


def test_followers_keep_their_numbers_until_they_come_home() -> None:
    text = write_jcz(_recorded(GAMES[0]), game_id="1", created_ms=0)
    on_board: set[str] = set()
    for message in json.loads(text)["replay"]:
        if message["type"] == "DEPLOY_MEEPLE":
            seat, kind, number = message["payload"]["meepleId"].split(".")
            assert int(seat) == message["player"]
            assert kind == "small"
            assert 1 <= int(number) <= 7
            on_board.add(message["payload"]["meepleId"])
    assert "0.small.7" in on_board


def test_nobody_passes_where_nothing_can_be_placed() -> None:
    game = GAMES[0]
    replay = json.loads(write_jcz(_recorded(game), game_id="1", created_ms=0))["replay"]
    passes = sum(message["type"] == "PASS" for message in replay)
    assert passes == sum(move["meeple"] is None and bool(move["legal_meeples"]) for move in game["moves"])
    assert sum(message["type"] == "COMMIT" for message in replay) == len(game["moves"])


def _changed(**setup: Any) -> str:
    save = _save(SCENARIOS[0])
    save["setup"].update(setup)
    return json.dumps(save)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("not json", "the save"),
        ("[]", "the save"),
        ("{}", "setup"),
        (_changed(sets={"basic:1": 1, "traders-and-builders:1": 1}), "setup.sets.traders-and-builders:1"),
        (_changed(sets={"basic:1": 2}), "setup.sets.basic:1"),
        (_changed(elements={"farmers": 2}), "setup.elements.farmers"),
        (_changed(elements={"abbot": 1}), "setup.elements.abbot"),
        (_changed(elements={"big-follower": 1}), "setup.elements.big-follower"),
        (_changed(start=[{"tile": "RI/s", "x": 0, "y": 0, "rotation": 0}]), "setup.start[0]"),
        (_changed(rules={"tiny-city-scoring": "9"}), "setup.rules.tiny-city-scoring"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, place: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_jcz(text)
    assert refused.value.kind is RefusalKind.INVALID
    assert refused.value.place == place


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ({"type": "PLACE_TOKEN", "payload": {}}, RefusalKind.INVALID),
        ({"type": "PLACE_TILE", "payload": {"tileId": "XX/Y", "rotation": "R0", "position": [0, 1]}}, "invalid"),
        ({"type": "PLACE_TILE", "payload": {"tileId": "BA/L", "rotation": "R7", "position": [0, 1]}}, "invalid"),
        ({"type": "PLACE_TILE", "payload": {"tileId": "BA/L", "rotation": "R0", "position": "0,1"}}, "invalid"),
        ({"type": "PLACE_TILE", "payload": {"tileId": "BA/L", "rotation": "R0", "position": [5, 5]}}, "illegal"),
    ],
)
def test_a_bad_message_is_named(message: dict[str, Any], kind: str) -> None:
    save = _save(SCENARIOS[0])
    save["replay"] = [message]
    with pytest.raises(Refusal) as refused:
        read_jcz(json.dumps(save))
    assert refused.value.kind == kind
    assert (refused.value.place or "").startswith("replay[0]")


def test_a_game_without_farmers_goes_there_and_back() -> None:
    setup = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")), options=(("farmers", "without"),))
    text = write_jcz(Record.start(CARCASSONNE, setup), game_id="1", created_ms=0)
    assert json.loads(text)["setup"]["elements"]["farmers"] is False
    assert read_jcz(text).setup == setup


def test_a_box_of_its_own_comes_back() -> None:
    """Lost tiles and a discard: JCloisterZone has no word for the first, the save keeps them all the same."""
    seats = (Seat("Anna", "pink"), Seat("Ben", "white"))
    record: CarcassonneRecord = Record.start(CARCASSONNE, CARCASSONNE.setup(seats, missing=("BA/Rr", "BA/Rr")))
    record = record.play(Lay("BA/C", 0, -1, 2)).play(Skip()).play(Discard("BA/Cccc+"))
    for played in (record, record.play(Lay("BA/L", 0, 1, 0))):
        read = read_jcz(write_jcz(played, game_id="1", created_ms=0))
        assert read.setup == played.setup
        assert read.actions == played.actions


def test_a_game_that_it_does_not_know_is_not_written() -> None:
    setup = CARCASSONNE_STAINED_GLASS.setup((Seat("Anna", "red"),))
    with pytest.raises(Refusal) as refused:
        write_jcz(Record.start(CARCASSONNE_STAINED_GLASS, setup), game_id="1", created_ms=0)
    assert refused.value.phrase.key == "carcassonne.jcz_cannot_tell"


ODD = st.sampled_from([None, True, -1, 1e300, float("nan"), "", "R90", "x", [], [0], {}, {"a": 1}, "City", [0, 1]])


@settings(max_examples=150, deadline=None)
@given(data=st.data(), value=ODD)
def test_a_save_with_something_odd_in_it_is_read_or_refused(data: st.DataObject, value: Any) -> None:
    """Whatever stands at one place of a save: a record comes out or a refusal, nothing else."""
    save = json.loads(json.dumps(_save(SCENARIOS[4])))
    save["gameAnnotations"] = {"drawOrder": list(SCENARIOS[4]["drawOrder"])}
    save["replay"][0]["clock"] = 5
    node: Any = save
    while True:
        key = (
            data.draw(st.sampled_from(sorted(node)))
            if isinstance(node, dict)
            else data.draw(st.integers(0, len(node) - 1))
        )
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.booleans()):
            break
        node = node[key]
    node[key] = value
    with suppress(Refusal):
        read_jcz(json.dumps(save))
