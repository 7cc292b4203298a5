"""Where the record has those of whom there is but one."""

from __future__ import annotations

from games.istanbul.standing import NEUTRAL, standing
from games.istanbul.state import State
from vision.istanbul.pieces.trying import Kind


def places_of(state: State) -> dict[tuple[str, str], int]:
    """Where every piece stands of which there is but one."""
    return {
        (piece.kind, piece.colour): piece.place
        for piece in standing(state)
        if piece.kind != "assistant" and piece.colour != NEUTRAL
    }


def homes_of(state: State) -> dict[Kind, int]:
    """The same by the kinds and colours of those that are seen."""
    return {(kind, colour or kind): place for (kind, colour), place in places_of(state).items()}
