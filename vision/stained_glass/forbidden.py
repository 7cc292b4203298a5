"""Glass that lies against the rules at a live table: a double in one window, windows that do not join.

The record holds who has which glass, not how it lies, so nothing here stops play. Tiles that lie side by side by
accident, or that wait to be turned, are nobody's fault: only what the rulebook forbids of a window is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from games.place_before import GLASS, PlaceBefore
from vision.explanation import TableRemark
from vision.eyes import closed
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import quad_of
from vision.stained_glass.live.holdings import Noticed
from vision.stained_glass.live.tracker import LiveGlass
from vision.stained_glass.observation import FaultKind, SeenGlass
from vision.stained_glass.plane import plane_of
from vision.stained_glass.reading import turn_of
from vision.stained_glass.windows import windows_of

# Rulebook, "Stained Glass window appearances": no window holds a tile twice, and only neighbours join.
FORBIDDEN = (FaultKind.DOUBLE, FaultKind.NOT_NEIGHBOURS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenParameters(Parameters):
    """How sure glass has to be before it is told to lie against the rules."""

    least_sure: float = parameter(0.9, "probability", "of every tile concerned from which a fault is told", CHOSEN)


PARAMETERS = ForbiddenParameters()


def forbidden_glass(
    noticed: Noticed, squares: Sequence[NDArray[np.floating]], width: int, height: int
) -> tuple[TableRemark, ...]:
    """What each player's glass breaks the rules with.

    Args:
        noticed: all glass that is seen, and whose it is.
        squares: outlines (4 or 5, 2) px of other tiles of the same size: they help to tell how the table lies.
        width, height: of the picture, px.
    """
    if len(noticed.seen) < 2:
        return ()
    outlines = [np.asarray(one[:4], np.float64) for one in squares]
    outlines += [np.asarray(quad_of(one.pose), np.float64) for one in noticed.seen]
    plane = plane_of(np.stack(outlines), width, height)
    remarks: list[TableRemark] = []
    for seat in sorted(set(noticed.owners)):
        own = [one for one, owner in zip(noticed.seen, noticed.owners, strict=True) if owner == seat]
        flat = [plane.to_table(np.asarray(quad_of(one.pose), np.float64)) for one in own]
        tiles = [_as_seen(one, table) for one, table in zip(own, flat, strict=True)]
        remarks += _of_one(seat, tiles)
    return tuple(remarks)


def _of_one(seat: int, tiles: Sequence[SeenGlass]) -> list[TableRemark]:
    remarks = []
    for window in windows_of(tiles)[0]:
        for fault in window.faults:
            concerned = [tile for tile in window.tiles if tile.kind in fault.tiles]
            if fault.kind not in FORBIDDEN or min(tile.confidence for tile in concerned) < PARAMETERS.least_sure:
                continue
            kinds = " ".join(sorted(set(fault.tiles)))
            remarks.append(
                TableRemark(
                    tuple(PlaceBefore(GLASS, seat, kind).notation for kind in sorted(set(fault.tiles))),
                    Phrase.of(f"glass.fault_{fault.kind.value}", tiles=kinds),
                    tuple(closed(one.outline) for one in concerned),
                )
            )
    return remarks


def _as_seen(one: LiveGlass, flat: NDArray[np.float64]) -> SeenGlass:
    quad = np.asarray(quad_of(one.pose), np.float64)
    middle, on_table = quad.mean(axis=0), flat.mean(axis=0)
    return SeenGlass(
        one.kind,
        float(middle[0]),
        float(middle[1]),
        turn_of(quad),
        one.sure,
        quad,
        (float(on_table[0]), float(on_table[1])),
        turn_of(flat),
    )
