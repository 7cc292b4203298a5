"""Photographs of tables that this project did not simulate: our own prints, laid and photographed by a composer that
shares no line with it, read as a photograph of anybody's table is. See ``tests/data/composed/README.md``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli import main

PICTURES = Path(__file__).parents[2] / "data" / "composed"
STANDING = {"road": "road", "city": "city", "field": "field", "monastery": "cloister"}


@pytest.fixture
def read(capsys):
    """What is read of a picture as plain data, and what really lies there."""

    def reading(name: str, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
        assert main(["read", str(PICTURES / f"{name}.jpg"), "--game", game, "--json"]) == 0
        truth = json.loads((PICTURES / f"{name}.json").read_text(encoding="utf-8"))
        return json.loads(capsys.readouterr().out.splitlines()[-1]), truth

    return reading


def middle(corners) -> np.ndarray:
    return np.mean(corners, axis=0)


def lying_at(point, pieces):
    """The piece in whose outline a point of the picture is nearest to the middle."""
    return min(pieces, key=lambda piece: np.hypot(*(middle(piece["corners"]) - point)))


@pytest.mark.parametrize("name", ["carcassonne-easy-31", "carcassonne-ordinary-32", "carcassonne-hard-33"])
def test_a_map_is_read_with_nobody_seen_who_is_not_there(read, name):
    seen, truth = read(name, "carcassonne")
    found = [(lying_at(middle(tile["outline"]), truth["tiles"]), tile) for tile in seen["tiles"]]
    assert len(found) == len(truth["tiles"]), seen["unread"]
    for true, tile in found:
        assert (tile["type"], Counter(tile["sides"])) == (true["type"], Counter(true["sides"]))
    standing = {(one["colour"], STANDING[one["feature"]], *one["foot"]) for one in truth["followers"]}
    for one in seen["followers"]:
        there = min(standing, key=lambda true: np.hypot(true[2] - one["x"], true[3] - one["y"]))
        assert there[:2] == (one["colour"], one["feature"])
        assert np.hypot(there[2] - one["x"], there[3] - one["y"]) < truth["scene"]["tile_pixels"] / 3
        standing.remove(there)


@pytest.mark.parametrize("name", ["riga-easy-31", "riga-ordinary-32"])
def test_a_tableau_of_riga_is_read_card_by_card(read, name):
    seen, truth = read(name, "riga")
    masters = [card["key"] for card in truth["cards"] if card["what"] == "grand master"]
    buildings = {card["key"] for card in truth["cards"] if card["what"] == "building"}
    assert [card["key"] for card in seen["grand_masters"]] == masters
    assert [{card["key"] for card in display["cards"]} for display in seen["displays"]] == [buildings]


@pytest.mark.parametrize("name", ["glass-ordinary-32", "glass-easy-33", "glass-ordinary-34"])
def test_a_window_seen_from_near_is_read_with_the_glass_beside_it(read, name):
    seen, truth = read(name, "stained-glass")
    (window,) = [window for area in seen["areas"] for window in area["windows"]]
    assert window["whole"]
    assert {tile["kind"] for tile in window["tiles"]} == {one["kind"] for one in truth["glass"] if one["window"]}
    loose = {tile["kind"] for area in seen["areas"] for tile in area["loose"]}
    assert loose == {one["kind"] for one in truth["glass"] if not one["window"]}


@pytest.mark.parametrize("name", ["thurn-easy-31", "thurn-ordinary-32"])
def test_a_route_is_read_card_upon_card_and_open_cards_beside_it(read, name):
    seen, truth = read(name, "thurn-and-taxis")
    rows = {row: [card["city"] for card in truth["cards"] if card["row"] == row] for row in ("route", "open")}
    assert [row["cities"] for row in seen["routes"]] == [rows["route"]]
    assert [row["cities"] for row in seen["open_cards"]] == [rows["open"]]
    assert not seen["houses"]


def test_a_layout_of_istanbul_is_read_with_nobody_seen_who_is_not_there(read):
    seen, truth = read("istanbul-easy-31", "istanbul")
    for place in seen["places"]:
        assert place["number"] == lying_at(middle(place["outline"]), truth["places"])["number"]
    assert len(seen["places"]) == 16
    # Nobody owns the governor and the smuggler; the assistants that a merchant has with him are told as a stack.
    neutral = ("governor", "smuggler")
    standing = Counter((one["kind"], "" if one["kind"] in neutral else one["colour"]) for one in truth["pieces"])
    standing.update(("assistant", one["colour"]) for one in truth["pieces"] if one.get("assistants_under"))
    assert Counter((one["kind"], one["colour"]) for one in seen["pieces"]) <= standing


def test_a_board_of_cronberg_is_read_rhomb_by_rhomb(read):
    seen, truth = read("cronberg-easy-31", "cronberg")
    laid = {(one["kind"], *one["triangles"], one["head"]) for one in truth["pieces"] if one["what"] == "rhomb"}
    assert {(one["kind"], *one["triangles"], one["head"]) for one in seen["rhombi"]} == laid
    assert not seen["tokens"]
