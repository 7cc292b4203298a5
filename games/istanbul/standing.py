"""Which pieces stand on which places: what a camera above the table can see of a state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.istanbul.expansions.letters import KEY as LETTERS
from games.istanbul.state import State

NEUTRAL = "neutral"  # whose merchants nobody plays
FIGURES = {
    "governor": "governor",
    "smuggler": "smuggler",
    "courier": "courier",
    "coffee_trader": "coffee trader",
}


@dataclass(frozen=True, slots=True, order=True)
class StandingPieces:
    """Pieces of one kind and colour on one place.

    Attributes:
        place: its number.
        kind: ``merchant``, ``assistant``, ``family member``, ``companion``, or a figure: ``governor``, ``smuggler``,
            ``courier``, ``coffee trader``.
        colour: of the player (see ``games.game.SEAT_COLOURS``), ``neutral`` for a merchant of nobody's, else empty.
        count: how many; assistants under a merchant and those that wait on the same place count together.
    """

    place: int
    kind: str
    colour: str = ""
    count: int = 1


def standing(state: State) -> tuple[StandingPieces, ...]:
    """Everything that stands on places, sorted."""
    found: Counter[tuple[int, str, str]] = Counter()
    companions = [own.companion for own in state.own[LETTERS].players] if LETTERS in state.own else []
    for number, (seat, player) in enumerate(zip(state.setup.seats, state.players, strict=True)):
        found[player.merchant, "merchant", seat.colour] += 1
        found[player.family, "family member", seat.colour] += 1
        if player.stack:
            found[player.merchant, "assistant", seat.colour] += player.stack
        for place in player.out:
            found[place, "assistant", seat.colour] += 1
        if companions and companions[number] > 0:
            found[companions[number], "companion", seat.colour] += 1
    for place in state.neutrals:
        found[place, "merchant", NEUTRAL] += 1
    for figure, place in state.figures.items():
        if place:
            found[place, FIGURES[figure], ""] += 1
    return tuple(sorted(StandingPieces(place, kind, colour, count) for (place, kind, colour), count in found.items()))


def distinct_pieces(state: State) -> frozenset[tuple[int, str, str]]:
    """(place, kind, colour) of what stands on places, but for assistants below their own merchant: how many those are
    is hardly seen from above."""
    pieces = standing(state)
    merchants = {(piece.place, piece.colour) for piece in pieces if piece.kind == "merchant"}
    return frozenset(
        (piece.place, piece.kind, piece.colour)
        for piece in pieces
        if piece.kind != "assistant" or (piece.place, piece.colour) not in merchants
    )
