"""The owner's boxes of Istanbul, entered by fingers alone: a text is put together from what is paid and taken."""

from __future__ import annotations

import pytest

from companion.editions.box_values import keep_values, own_values
from companion.ui.istanbul.face import BazaarFace, IstanbulFace
from companion.ui.kit.entry.term_pad import text_in_words
from games.game import Seat
from games.istanbul.rules import GREAT_BAZAAR

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.fixture
def box(tablet):
    """The boxes of the Great Bazaar, nothing entered."""
    door = BazaarFace().reading()[0]  # what is printed; places and pieces are learned behind the others
    tablet.open(door.screen, **door.wishes)
    return tablet


def choose(tablet, key):
    tablet.screen.choose(key)
    tablet.wait(0.2)


def test_the_text_of_the_tavern_is_put_together_and_played_with(box):
    choose(box, "place_trades.19")
    box.tap(box.thing(term="-lira"))
    box.tap(box.thing(term="-lira"))
    box.tap("Is taken")
    box.tap(box.thing(term="+coffee"))
    assert own_values("istanbul").entered_values == {"place_trades.19": "-lira:2 +coffee"}
    box.tap("Or instead …")
    box.tap(box.thing(term="-red"))
    assert own_values("istanbul").entered_values == {"place_trades.19": "-lira:2 +coffee | -red"}
    setup = GREAT_BAZAAR.setup_from_json(BazaarFace().setup(SEATS, ()))
    assert GREAT_BAZAAR.rulebook(setup).facts["place_trades"]["19"] == [
        {"pay": {"lira": 2}, "take": {"coffee": 1}},
        {"pay": {"red": 1}},
    ]


def test_a_wrong_tap_is_taken_back_and_an_empty_text_is_not_entered(box):
    choose(box, "place_trades.19")
    box.tap(box.thing(term="-lira"))
    box.tap(box.thing(term="-lira"))
    box.tap(box.thing(icon="undo", text=""))
    assert own_values("istanbul").entered_values == {"place_trades.19": "-lira"}
    box.tap(box.thing(icon="undo", text=""))
    assert own_values("istanbul").entered_values == {}


def test_the_base_game_asks_for_nothing_of_other_boxes(tablet):
    door = IstanbulFace().reading()[0]
    assert dict(door.detail.values) == {"own": 0, "defaults": 4}
    tablet.open(door.screen, **door.wishes)
    assert {one.key for one in tablet.screen.values} == {f"dealer_first.{players}" for players in (2, 3, 4, 5)}


def test_what_is_entered_of_the_base_game_holds_in_every_game(tablet):
    keep_values(own_values("istanbul").having("dealer_first.2", 16).having("coffee_limit", 5))
    for face in (IstanbulFace(), BazaarFace()):
        setup = face.game.setup_from_json(face.setup(SEATS, ()))
        assert face.game.rulebook(setup).price(face.game.new(setup), 16) == 16


def test_a_text_is_read_aloud_as_people_say_it():
    (value,) = [one for one in GREAT_BAZAAR.printed_values() if one.key == "guild_cards.16"]
    text = text_in_words(value, str(value.shipped), "en")
    assert text == "15 × lira → Ruby: Gemstone Dealer 16, 3 × coffee"
    assert text_in_words(value, "-lira +card | +coffee", "de") == "Lira → eine Bonuskarte oder Kaffee"
