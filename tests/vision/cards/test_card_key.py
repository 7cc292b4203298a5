"""Keys of cards: what a folder of references writes is read as it was meant, or refused."""

import pytest

from vision.cards.card_key import CardKey, CardKind, card_key


@pytest.mark.parametrize("notation", ["card:Visby-mint", "tile:max-Visby", "tile:Money-four", "good:wine"])
def test_a_key_is_read_as_it_was_written(notation):
    assert card_key(notation).notation == notation


def test_a_name_may_have_a_colon_in_it():
    assert card_key("card:Visby:mint") == CardKey(CardKind.CARD, "Visby:mint")


@pytest.mark.parametrize("notation", ["", "card", "card:", "house:x", "Card:Visby-mint", " card:x"])
def test_what_is_no_key_is_refused(notation):
    with pytest.raises(ValueError):
        card_key(notation)
