"""Glass that lies on the table and that the record does not know yet: whose turns had been played when it came.

Where several turns are told of at once, who got which of the new tiles no single picture shows. A tile that lay there
already when only Anna had played is hers, whoever has played since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.live.tracker import LiveGlass


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingGlassParameters(Parameters):
    """How surely a tile came before the turns that were told of later."""

    same_place: float = parameter(0.5, "tile sides", "within which a tile of a kind is the one seen before", CHOSEN)
    laid_too_early: float = parameter(0.02, "odds", "that it is a later player's all the same, default", CHOSEN)


PARAMETERS = WaitingGlassParameters()


@dataclass(frozen=True, eq=False, slots=True)
class WaitingGlass:
    """What the record does not know yet, each with the seats whose turns were told of when it lay there first."""

    came: tuple[tuple[LiveGlass, frozenset[int]], ...] = ()

    def odds(self, one: LiveGlass, seat: int, seats: Sequence[int]) -> float:
        """That a new tile is a seat's, by when it came, where it is one of ``seats``."""
        first = self._first(one)
        known = first is not None and not first.isdisjoint(seats)
        return PARAMETERS.laid_too_early if known and first is not None and seat not in first else 1.0

    def seen(self, new: Sequence[LiveGlass], seats: Sequence[int]) -> WaitingGlass:
        """After one more look, which tells of turns of these seats."""
        return WaitingGlass(tuple((one, self._first(one) or frozenset(seats)) for one in new))

    def _first(self, one: LiveGlass) -> frozenset[int] | None:
        for other, seats in self.came:
            away = float(np.hypot(*(one.middle - other.middle))) / one.side_px
            if one.kind == other.kind and away < PARAMETERS.same_place:
                return seats
        return None
