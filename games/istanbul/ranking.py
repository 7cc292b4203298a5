"""Who has won: "the player with the most rubies", and what breaks a tie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.game import Phrase, Standing

_BREAKS = (
    Phrase.of("istanbul.tie_lira"),
    Phrase.of("istanbul.tie_goods"),
    Phrase.of("istanbul.tie_cards"),
)


class Holdings(NamedTuple):
    """What decides, in this order: rubies, lira, goods on the wheelbarrow, bonus cards in hand."""

    rubies: int
    lira: int = 0
    goods: int = 0
    cards: int = 0


def ranking(held: Sequence[Holdings]) -> tuple[Standing, ...]:
    """By seat, the winner first. Most rubies; ties go to lira, then goods, then bonus cards, else they are shared."""
    ordered = sorted(range(len(held)), key=lambda seat: (tuple(-value for value in held[seat]), seat))
    return tuple(
        Standing(seat, held[seat].rubies, 1 + sum(other > held[seat] for other in held), _decided_by(held, seat))
        for seat in ordered
    )


def _decided_by(held: Sequence[Holdings], seat: int) -> Phrase | None:
    own = held[seat]
    rivals = [other for number, other in enumerate(held) if number != seat and other.rubies == own.rubies]
    levels = [next((level for level in range(1, 4) if rival[level] != own[level]), None) for rival in rivals]
    deepest = max((level for level in levels if level is not None), default=None)
    return _BREAKS[deepest - 1] if deepest else None
