"""Places of the table of Riga in the game's notation: ``cell:1:Visby``, ``card:Riga-3``, ``tile:Merchant``. Written
and read here alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CellPlace:
    """What a player has of a city or person."""

    seat: int
    subject: str

    @property
    def notation(self) -> str:
        """As events, score lines and explanations name it."""
        return f"cell:{self.seat}:{self.subject}"


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a building lies, by its key."""

    key: str

    @property
    def notation(self) -> str:
        """As events, score lines and explanations name it."""
        return f"card:{self.key}"


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a master tile lies, by its key."""

    key: str

    @property
    def notation(self) -> str:
        """As events, score lines and explanations name it."""
        return f"tile:{self.key}"


TablePlace = CellPlace | CardPlace | TilePlace


def table_place(notation: str) -> TablePlace | None:
    """The place that is meant; None for any other, such as ``row:2``."""
    kind, _, rest = notation.partition(":")
    match kind:
        case "cell":
            seat, _, subject = rest.partition(":")
            return CellPlace(int(seat), subject) if seat.isdecimal() and subject else None
        case "card":
            return CardPlace(rest)
        case "tile":
            return TilePlace(rest)
    return None
