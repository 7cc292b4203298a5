"""The door from a new game to what the owner's box prints."""

from __future__ import annotations

from collections.abc import Iterable

from companion.editions.box_values import own_values
from companion.ui.kit.face import Workshop
from games.game import Phrase
from games.printed import PrintedValue


def box_workshop(game: str, played_with: Iterable[PrintedValue] | None = None) -> Workshop:
    """Says how much was entered and how much is still a default of ours, of what this game is played with."""
    box = own_values(game)
    values = tuple(played_with) if played_with is not None else box.values
    own = sum(one.key in box.entered_values for one in values)
    ours = sum(one.is_open and one.key not in box.entered_values for one in values)
    detail = Phrase.of("printed.open_detail", own=own, defaults=ours)
    wishes = {"box": game, "groups": tuple(dict.fromkeys(one.group.key for one in values))}
    return Workshop(Phrase.of("printed.open"), box.trouble or detail, "box_values", wishes)
