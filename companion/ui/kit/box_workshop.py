"""The door from a new game to what the owner's box prints."""

from __future__ import annotations

from companion.editions.box_values import own_values
from companion.ui.kit.face import Workshop
from games.game import Phrase


def box_workshop(game: str) -> Workshop:
    """Says how much was entered and how much is still a default of ours."""
    box = own_values(game)
    detail = Phrase.of("printed.open_detail", own=len(box.told), defaults=box.ours)
    return Workshop(Phrase.of("printed.open"), box.trouble or detail, "box_values", {"box": game})
