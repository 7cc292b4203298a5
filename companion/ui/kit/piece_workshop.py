"""The door from a game to the wooden pieces that its owner plays with."""

from __future__ import annotations

from companion.editions.piece_sets import piece_sets
from companion.titles.registry import box_key
from companion.ui.kit.face import Workshop
from games.game import Phrase


def piece_workshop(game: str) -> Workshop:
    """Says which pieces are played with, and leads to where others are shown."""
    name = piece_sets(box_key(game)).chosen() or Phrase.of("pieces.enrol.ours")
    detail = Phrase.of("pieces.enrol.open_detail", name=name)
    return Workshop(Phrase.of("pieces.enrol.open"), detail, "piece_sets", {"game": box_key(game)})
