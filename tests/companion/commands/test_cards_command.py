"""``tableside cards``: the owner's building cards, listed, entered by hand or from a photograph, forgotten."""

from __future__ import annotations

import json

import cv2
import numpy as np

from companion.cli import main
from companion.editions.riga_cards import own_cards, own_riga, photograph_of
from games.riga.box.buildings import default_cards
from vision.artwork.riga.cards import building_card


def typed(capsys, *words):
    code = main(["--language", "en", "cards", *words])
    said = capsys.readouterr()
    return code, said.out + said.err


def photograph(tmp_path, key):
    card = building_card(default_cards().by_key[key], 6.0)
    table = np.full((900, 1200, 3), (52, 60, 70), np.uint8)
    table[150 : 150 + card.shape[0], 400 : 400 + card.shape[1]] = card
    path = tmp_path / "card.png"
    cv2.imwrite(str(path), table)
    return str(path)


def test_a_card_is_entered_by_hand(capsys):
    code, said = typed(
        capsys, "--name", "Hafen", "--city", "Visby", "--cost", "8", "--points", "4", "--person", "Knight"
    )
    assert code == 0
    assert "Kept: Hafen: costs 8, 4 points, Knight" in said
    assert own_cards().by_key["Visby-hafen"].persons == ("Knight",)
    assert "1 of 52 cards are yours" in typed(capsys)[1]


def test_a_photograph_tells_what_it_shows_and_what_is_lacking(capsys, tmp_path):
    code, said = typed(capsys, photograph(tmp_path, "Danzig-castle"))
    castle = default_cards().by_key["Danzig-castle"]
    assert code == 0
    assert f"city Danzig, cost {castle.cost}, points {castle.points}" in said
    assert "add --name" in said
    assert own_cards() == default_cards()


def test_a_photograph_with_a_name_is_kept_and_known_to_the_eyes(capsys, tmp_path):
    code, said = typed(capsys, photograph(tmp_path, "Danzig-castle"), "--name", "Ordensburg", "--json")
    assert code == 0
    kept = json.loads(said.splitlines()[-1])["card"]
    assert kept["photograph"]
    assert photograph_of(kept["key"]).shape == (546, 354, 3)
    assert f"card:{kept['key']}" in {view.key.notation for view in own_riga().views}


def test_a_card_is_forgotten_by_its_key(capsys):
    typed(capsys, "--name", "Hafen", "--city", "Visby", "--cost", "8", "--points", "4")
    assert typed(capsys, "--remove", "Visby-hafen")[0] == 0
    assert own_cards() == default_cards()
    code, said = typed(capsys, "--remove", "Visby-hafen")
    assert code == 1
    assert "No card Visby-hafen was entered" in said


def test_a_picture_without_a_card_is_said_with_the_remedy(capsys, tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((400, 600, 3), 80, np.uint8))
    code, said = typed(capsys, str(path), "--name", "Hafen")
    assert code == 1
    assert "Lay one card on a plain table" in said
