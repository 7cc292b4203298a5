"""Which card, tile or commodity a picture shows, as folders of references write it: ``card:Visby-mint``. Written and
read here alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CardKind(StrEnum):
    """What a picture shows one of."""

    CARD = "card"
    TILE = "tile"
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class CardKey:
    """One card, tile or commodity of an edition.

    Attributes:
        name: among those of its kind, as the game's rules call it: ``Visby-mint``, ``max-Visby``, ``wine``.
    """

    kind: CardKind
    name: str

    @property
    def notation(self) -> str:
        """As a folder of references writes it."""
        return f"{self.kind}:{self.name}"


def card_key(notation: str) -> CardKey:
    """The key that is written so. Raises ``ValueError`` where it is none: no such kind, or no name."""
    kind, _, name = notation.partition(":")
    if not name:
        raise ValueError(notation)
    return CardKey(CardKind(kind), name)
