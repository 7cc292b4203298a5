"""Names are typed with the letters that they have."""

import pytest

from companion.preferences import KnownPerson
from companion.ui.kit.entry.letters import LetterPad


@pytest.mark.parametrize("name", ["Zoé", "Björn", "Iñaki", "Çağla", "Łukasz", "Øyvind"])
def test_names_in_other_languages_are_typed_on_the_glass(tablet, name):
    tablet.open("new_game", game="carcassonne")
    tablet.tap(tablet.thing(place=0))
    (pad,) = tablet.widgets(LetterPad)
    for letter in name.upper():
        if not any(getattr(key, "text", "") == letter for key in tablet.widgets()):
            tablet.press("ÉÑŠ")
        tablet.press(letter)
    assert pad.text == name


def test_who_types_at_a_seat_writes_over_the_name_that_was_only_proposed(make_tablet):
    """Given people who played before, when somebody else takes a seat and types, their name stands there alone; who
    sits there already is spelled anew letter by letter."""
    tablet = make_tablet(people=(KnownPerson("Anna"), KnownPerson("Ben")))
    tablet.open("new_game", game="carcassonne")
    tablet.tap(tablet.thing(place=0))
    (pad,) = tablet.widgets(LetterPad)
    assert pad.text == "Anna"
    for letter in "CLEO":
        tablet.press(letter)
    assert [sitter.name for sitter in tablet.screen.seating.sitters] == ["Cleo"]
    tablet.press("Ready")
    tablet.tap(tablet.thing(place=0))
    tablet.press("S")
    assert [sitter.name for sitter in tablet.screen.seating.sitters] == ["Cleos"]
