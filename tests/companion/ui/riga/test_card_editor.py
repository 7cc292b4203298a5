"""The cards of the owner's Riga, entered by fingers alone and with the camera's help."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kivy.core.text import Label

from companion.editions.card_draft import CardShot
from companion.editions.riga_cards import own_cards
from companion.ui.kit.base import Words
from companion.ui.kit.switches import Segments
from games.riga.box.buildings import default_cards
from games.riga.box.components import CITIES
from vision.artwork.riga.cards import building_card
from vision.frames import Frame


@pytest.fixture
def editor(tablet):
    tablet.open("card_editor")
    return tablet


def tap_card(tablet, key):
    tablet.tap(tablet.thing(card=key))


def test_a_card_is_entered_by_hand_and_played_with_from_then_on(editor):
    tap_card(editor, "Visby-mint")
    for _ in range(3):
        editor.screen.change(editor.screen.draft.stepped("cost", -1))
    editor.wait()
    editor.tap("Merchant")
    editor.tap("Keep")
    assert editor.reads("1 of 52 cards are yours")
    mint = own_cards().by_key["Visby-mint"]
    before = default_cards().by_key["Visby-mint"]
    assert (mint.cost, mint.name, mint.mark) == (before.cost - 3, "Mint", "")
    assert ("Merchant" in mint.persons) != ("Merchant" in before.persons)


def test_a_card_goes_back_to_the_one_that_ships(editor):
    tap_card(editor, "Visby-mint")
    editor.tap("Keep")
    tap_card(editor, "Visby-mint")
    editor.tap("Ours again")
    assert own_cards() == default_cards()
    assert editor.reads("0 of 52 cards are yours")


def test_the_name_is_typed(editor):
    tap_card(editor, "Visby-castle")
    editor.tap("Castle")
    for _ in "Castle":
        editor.tap(editor.thing(icon="erase"))
    for letter in "FORT":
        editor.tap(letter)
    editor.tap("Ready")
    editor.tap("Keep")
    assert own_cards().by_key["Visby-castle"].name == "Fort"


class OneCard:
    """A camera over one card on a dark table."""

    def __init__(self, name):
        card = building_card(default_cards().by_key["Danzig-town_hall"], 6.0)
        self.image = np.full((900, 1400, 3), (60, 52, 44), np.uint8)
        self.image[150 : 150 + card.shape[0], 500 : 500 + card.shape[1]] = card
        self.image = cv2.GaussianBlur(self.image, (0, 0), 1.0)

    def read(self):
        return Frame(self.image, 0.0, 0)

    def close(self):
        pass


def test_the_camera_fills_in_what_it_can_read(editor):
    tap_card(editor, "Visby-mint")
    editor.screen._shot = shot = CardShot("any", OneCard)
    assert shot.join(60)
    editor.screen.tick(0)
    town_hall = default_cards().by_key["Danzig-town_hall"]
    draft = editor.screen.draft
    assert (draft.city, draft.cost, draft.points) == ("Danzig", town_hall.cost, town_hall.points)
    assert editor.reads("Read what could be read")


def test_the_rulebooks_differences_are_shown_before_a_game(make_tablet):
    tablet = make_tablet(language="de")
    tablet.open("rulebooks")
    assert tablet.reads("Deutsch (das Original gilt)")
    assert tablet.reads("mindestens 3 Ritter oder Kaufleute")
    assert tablet.reads("have 3 Knights or Merchants in your display")


def test_on_a_small_tablet_no_city_is_broken_in_two(make_tablet):
    """Given the largest type on 800x480, then every city's name stands on one line, and a finger finds it."""
    tablet = make_tablet(size=(800, 480), language="de", text_scale=1.3)
    tablet.open("card_editor")
    (tabs,) = [one for one in tablet.widgets(Segments) if len(one.options) == len(CITIES)]
    for tap in tabs.children:
        (shown,) = [widget for widget in tap.children if isinstance(widget, Words)]
        wide = Label(font_size=shown.font_size, font_name=shown.font_name).get_extents(tap.text)[0]
        assert wide <= shown.width
        assert min(tap.size) >= 44
