"""Where each shipped value is from is told in the language that people chose."""

from __future__ import annotations

import pytest

from companion.editions.box_values import printed_values
from companion.locale import LANGUAGES, say
from companion.titles.registry import game_keys
from companion.ui.screens.owned.box_values import say_source


@pytest.mark.parametrize("game", [key for key in game_keys() if printed_values(key)])
def test_where_a_shipped_value_is_from_is_told_in_both_languages(game):
    for one in printed_values(game):
        english, german = (say(one.source, language) for language in LANGUAGES)
        assert english != german, one.key
        assert german in say_source(one, str(one.shipped), "de")


@pytest.mark.parametrize("game", [key for key in game_keys() if printed_values(key)])
def test_who_may_choose_has_two_things_to_choose_from(game):
    """A reading that can't be chosen otherwise is told as one and is no default that waits to be put right."""
    for one in printed_values(game):
        assert one.is_text or len(set(one.allowed)) >= 2 or (one.is_fixed and not one.is_open), one.key
