"""Enrolling a board from the command line, and reading with it: two commands, one photograph each."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.editions.postal_set import cards_in_use, enrol_card
from games.thurn_and_taxis.atlas import atlas_named
from vision.artwork.thurn_and_taxis.cards import card_front
from vision.simulator.thurn_and_taxis.table import still_board
from vision.thurn_and_taxis.routes import read_rows


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A player's own data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def photograph(folder, name, **what):
    taken = still_board("thurn-and-taxis", what.pop("level", "easy"), what.pop("seed", 2), engraved=True, **what)
    path = folder / f"{name}.png"
    cv2.imwrite(str(path), taken.image)
    return path, taken


def printed(capsys):
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_a_board_is_enrolled_once_and_read_from_then_on(home, capsys):
    empty, taken = photograph(home, "empty", empty=True)
    words = " ".join(f"{x:.0f},{y:.0f}" for x, y in taken.board_px)
    assert main(["enrol", str(empty), "--game", "thurn-and-taxis", "--corners", words, "--json"]) == 0
    assert printed(capsys)["board"].startswith(str(home))
    game, standing = photograph(home, "game", level="ordinary", seed=43, share=0.4)
    assert main(["read", str(game), "--game", "thurn-and-taxis", "--json"]) == 0
    read = {(house["city"], house["colour"]) for house in printed(capsys)["houses"]}
    assert read == {(house.city, house.colour) for house in standing.houses}


@pytest.mark.parametrize("corners", ["1,2 3,4", "a,b c,d e,f g,h", "1,2 3,4 5,6 7"])
def test_four_corners_are_asked_for(home, capsys, corners):
    path = home / "white.png"
    cv2.imwrite(str(path), np.full((90, 160, 3), 255, np.uint8))
    assert main(["enrol", str(path), "--game", "power-and-glory", "--corners", corners]) != 0
    assert "four corners" in capsys.readouterr().err


def test_a_picture_without_a_board_asks_for_its_corners(home, capsys):
    path = home / "white.png"
    cv2.imwrite(str(path), np.full((270, 480, 3), 255, np.uint8))
    assert main(["enrol", str(path), "--game", "power-and-glory"]) != 0
    assert "--corners" in capsys.readouterr().err


def card_on_a_table(city, seed, tint=None):
    """One city's card on a bare table, in lamplight; ``tint`` makes it another print (an OpenCV colour map)."""
    card = card_front(atlas_named("base"), city, 2.0)
    card = card if tint is None else cv2.applyColorMap(card[..., 1], tint)
    rng = np.random.default_rng(seed)
    table = np.full((420, 560, 3), rng.integers(60, 120, 3), np.uint8)
    high, wide = card.shape[:2]
    table[100 : 100 + high, 200 : 200 + wide] = card
    lit = cv2.GaussianBlur(table, (0, 0), 0.8) * (0.82, 0.9, 0.97) + rng.normal(0, 4, table.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def test_a_card_of_another_print_is_enrolled_from_one_photograph(tmp_path):
    south = atlas_named("base")
    assert enrol_card(card_on_a_table("Ulm", 4, cv2.COLORMAP_OCEAN), "base", "Ulm", folder=tmp_path) is not None
    own = cards_in_use(south, folder=tmp_path)
    row = card_on_a_table("Ulm", 5, cv2.COLORMAP_OCEAN)
    assert [seen.cities for seen in read_rows(row, own, south)] == [("Ulm",)]


def test_the_command_enrols_a_card_and_names_cities_it_does_not_know(home, capsys):
    photograph = home / "ulm.png"
    cv2.imwrite(str(photograph), card_on_a_table("Ulm", 4))
    command = ["enrol", str(photograph), "--game", "thurn-and-taxis"]
    assert main([*command, "--card", "Ulm", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["card"] == "Ulm"
    assert main([*command, "--card", "Paris"]) != 0
    assert "Paris" in capsys.readouterr().err
