"""Riga's table read from one photograph: cards anywhere, the row of Grand Masters, displays by city and person."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import ReferencesError
from vision.artwork.riga.edition import drawn_riga
from vision.cards.edition import load_card_edition
from vision.cards.judging import CardSighting
from vision.riga import reading
from vision.riga.reading import read_riga
from vision.riga.references import load_riga_edition, master_named
from vision.simulator.riga.table import still_table


@pytest.fixture(scope="module")
def edition():
    return drawn_riga()


@pytest.fixture(scope="module")
def photo():
    return still_table("easy", 41, players=3, share=0.5)


@pytest.fixture(scope="module")
def seen(photo, edition):
    return read_riga(photo.image, edition)


def test_the_grand_masters_are_read_from_left_to_right(photo, seen):
    assert [master_named(tile.key) for tile in seen.row] == [one.master for one in photo.state.row]


def test_every_display_has_its_buildings_by_city_and_its_persons(photo, seen):
    cards = photo.state.setup.cards
    wanted = [display for display in photo.state.displays() if sum(display.buildings)]
    for display, one in zip(wanted, seen.displays, strict=True):
        assert tuple(one.buildings(cards).values()) == display.buildings
        assert tuple(one.persons(cards).values()) == display.persons


def test_buildings_on_offer_belong_to_nobody(photo, seen):
    assert {card.key for card in seen.offer} == {key for key, _ in photo.state.offer}


def test_an_empty_table_says_why_nothing_is_read(edition):
    bare = np.full((600, 800, 3), 120, np.uint8)
    assert read_riga(bare, edition).trouble.key == "riga.nothing_seen"


def test_what_looks_a_little_like_a_card_on_another_game_s_table_is_none(edition, monkeypatch):
    houses = [CardSighting(number, np.diag([59.0, 91.0, 1.0]), 0.71, 0.97) for number in (3, 8)]
    monkeypatch.setattr(reading, "find_cards", lambda picture, cards: houses)
    assert read_riga(np.zeros((600, 800, 3), np.uint8), edition).trouble.key == "riga.nothing_seen"


def test_odd_references_are_named_with_file_and_line(tmp_path):
    with pytest.raises(ReferencesError, match=r"references\.no_table"):
        load_card_edition(tmp_path)
    (tmp_path / "references.csv").write_text("file,key\na.png,house:x\n")
    with pytest.raises(ReferencesError, match=r"riga\.unknown_key"):
        load_card_edition(tmp_path)


def test_a_tile_that_the_game_does_not_have_is_named(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((80, 80, 3), 90, np.uint8))
    (tmp_path / "references.csv").write_text("file,key\na.png,tile:max-Rostock\n")
    with pytest.raises(ReferencesError, match=r"riga\.unknown_tile.*tile:max-Rostock"):
        load_riga_edition(tmp_path)
