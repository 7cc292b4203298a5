"""Who sits at a rehearsed table."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Seat

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


def seats_for(players: int, colours: Sequence[str]) -> tuple[Seat, ...]:
    """People for a rehearsal, by the names that the README uses."""
    return tuple(Seat(name, colour) for name, colour in zip(NAMES[:players], colours, strict=False))
