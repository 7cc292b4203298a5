"""Names are typed with the letters that they have."""

import pytest

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
