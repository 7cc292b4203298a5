"""Riga's table read from one photograph: cards anywhere, the row of Grand Masters, displays by city and person."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import ReferencesError
from vision.artwork.riga.edition import drawn_riga
from vision.cards import finding
from vision.cards.card_key import CardKind
from vision.cards.edition import load_card_edition
from vision.cards.judging import CardSighting
from vision.registration.lattice import shifted
from vision.riga.reading import arranged, read_riga
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


def lying(edition, kind: CardKind, x: float, y: float, turn_deg: float = 0.0) -> CardSighting:
    """A card of a kind whose middle lies there, 59 px wide and 91 high, or a tile of 52 px."""
    number = next(number for number, view in enumerate(edition.views) if view.key.kind is kind)
    wide, high = edition.views[number].size_mm
    turn = np.deg2rad(turn_deg)
    turned = np.array([[np.cos(turn), -np.sin(turn), x], [np.sin(turn), np.cos(turn), y], [0.0, 0.0, 1.0]])
    return CardSighting(number, turned @ np.diag([wide, high, 1.0]) @ shifted(np.eye(3), -0.5, -0.5), 0.9, 0.99)


def test_what_a_market_has_left_at_the_end_is_nobody_s(edition):
    """Given a row of Grand Masters and two displays, when one good is left above the market's line and two buildings
    lie far along it, then those are on offer."""
    row = [lying(edition, CardKind.TILE, 60.0 * place, 0.0) for place in range(4)]
    above = [lying(edition, CardKind.CARD, 66.0 * place, -260.0, 180.0) for place in range(6)]
    below = [lying(edition, CardKind.CARD, 66.0 * place, 260.0) for place in range(6)]
    left = [lying(edition, CardKind.CARD, 800.0 + 66.0 * place, -48.0) for place in range(2)]
    seen = arranged([*row, *above, *below, *left, lying(edition, CardKind.GOOD, 330.0, 96.0)], edition)
    assert len(seen.offer) == 2
    assert [len(display.cards) for display in seen.displays] == [6, 6]


def test_a_display_in_line_with_the_grand_masters_that_faces_another_side_is_somebody_s(edition):
    row = [lying(edition, CardKind.TILE, 60.0 * place, 0.0) for place in range(4)]
    beside = [lying(edition, CardKind.CARD, 600.0, 66.0 * place, 90.0) for place in (-1, 0, 1)]
    seen = arranged([*row, *beside], edition)
    assert [len(display.cards) for display in seen.displays] == [3]
    assert not seen.offer


def test_an_empty_table_says_why_nothing_is_read(edition):
    bare = np.full((600, 800, 3), 120, np.uint8)
    assert read_riga(bare, edition).trouble.key == "riga.nothing_seen"


def test_what_looks_a_little_like_a_card_on_another_game_s_table_is_none(edition, monkeypatch):
    houses = [CardSighting(number, np.diag([59.0, 91.0, 1.0]), 0.71, 0.97) for number in (3, 8)]
    monkeypatch.setattr(finding, "_found", lambda picture, seeds, cards: (houses, houses))
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
