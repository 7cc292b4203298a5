"""Names the Grand Masters of a row together: four tiles that lie side by side lie in one light.

A pink tile and a brown one in a warm lamp look like a red one and a pale one in a cold one. So no tile is named by
itself: the light of the row (how much of each colour it leaves, and how much veil it adds) is sought with the names,
and whatever row leaves the least unexplained under one light is the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLightParameters(Parameters):
    """How finely tiles are compared, how free the light is, and how much what is left unexplained says."""

    cells: int = parameter(12, "count", "along a side of a tile that are compared", CHOSEN)
    held_gain: float = parameter(200.0, "squared levels", "by which a gain of 1 is supposed", CHOSEN)
    held_veil: float = parameter(0.02, "share", "of what is seen that supposes no veil", CHOSEN)
    own_light: float = parameter(0.5, "share", "that a tile's own brightness counts of what it leaves", CHOSEN)
    least_gain: float = parameter(0.03, "times", "light that leaves less of a colour shows none", CHOSEN)
    independent: float = parameter(
        60.0, "count", "cells of a row that say something on their own: neighbouring ones repeat each other", CHOSEN
    )
    soft: tuple[float, ...] = parameter(
        (0.02, 0.05, 0.085), "share", "of a tile's width that lens, focus and shake may blur: all are tried", CHOSEN
    )
    white: float = parameter(235.0, "levels", "of the veil that a lamp lays over a tile", CHOSEN)
    most_veiled: float = parameter(0.6, "share", "of a tile's own light that is such a veil, at most", CHOSEN)
    held_veiled: float = parameter(0.02, "share", "of what is seen that supposes none", CHOSEN)
    rounds: int = parameter(6, "rounds", "in which light and veils are sought by turns", CHOSEN)
    veiled: int = parameter(40, "rows", "the likest of those for which veils are sought", CHOSEN)
    starts: int = parameter(4, "rows", "whose neighbours are tried, one tile after another", CHOSEN)


PARAMETERS = RowLightParameters()


@dataclass(frozen=True, eq=False, slots=True)
class NamedRow:
    """A view for each tile, in their order, and how likely the row is."""

    views: tuple[int, ...]
    chance: float


def named_in_one_light(tiles: Patches, views: Patches, subjects: Sequence[str]) -> tuple[NamedRow, ...]:
    """Rows of views, likeliest first, no subject twice.

    Args:
        tiles: (t, n, n, 3) what is seen of each tile, BGR 0 to 255.
        views: (v, m, m, 3) pictures of all that they may be.
        subjects: what each view shows; of what shows one subject only one lies in a row.
    """
    seen = np.stack([_in_cells(tile) for tile in tiles])
    rows: dict[tuple[int, ...], float] = {}
    for soft in PARAMETERS.soft:
        blurred = [cv2.GaussianBlur(view, (0, 0), soft * view.shape[1]) for view in views]
        search = _RowSearch(seen, np.stack([_in_cells(view) for view in blurred]), tuple(subjects))
        for row, left in search.rows().items():
            rows[row] = min(left, rows.get(row, np.inf))
    if not rows:
        return ()
    logs = {row: -0.5 * PARAMETERS.independent * float(np.log(max(left, 1.0))) for row, left in rows.items()}
    most = max(logs.values())
    whole = sum(np.exp(log - most) for log in logs.values())
    named = (NamedRow(row, float(np.exp(log - most) / whole)) for row, log in logs.items())
    return tuple(sorted(named, key=lambda row: -row.chance))


def _in_cells(patch: Patches) -> NDArray[np.float64]:
    size = (PARAMETERS.cells, PARAMETERS.cells)
    cells = cv2.resize(np.asarray(patch, np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(cells.reshape(-1, 3), np.float64)


@dataclass(frozen=True, eq=False, slots=True)
class _RowSearch:
    """The rows worth weighing, at one blur: seen (t, c, 3) and known (v, c, 3) cells."""

    seen: NDArray[np.float64]
    known: NDArray[np.float64]
    subjects: tuple[str, ...]
    left: dict[tuple[int, ...], float] = field(default_factory=dict)  # unexplained, by row

    def rows(self) -> dict[tuple[int, ...], float]:
        """Rows without a subject twice, and what each leaves unexplained."""
        for row in set(self._by_the_light_of_one()):
            self._weigh(row)
        for _ in self.seen:
            for row in sorted(self.left, key=lambda one: self.left[one])[: PARAMETERS.starts]:
                for other in self._beside(row):
                    self._weigh(other)
        likest = sorted(filter(self._is_lawful, self.left), key=lambda row: self.left[row])[: PARAMETERS.veiled]
        veiled = {row: self._veiled(row) for row in likest}
        for _ in range(2):  # what is likest behind veils need not be near what is likest without
            for row in sorted(veiled, key=lambda one: veiled[one])[: PARAMETERS.starts]:
                for other in filter(self._is_lawful, self._beside(row)):
                    if other not in veiled:
                        veiled[other] = self._veiled(other)
        return {row: min(left, self.left.get(row, left)) for row, left in veiled.items()}

    def _is_lawful(self, row: tuple[int, ...]) -> bool:
        return len({self.subjects[one] for one in row}) == len(row)

    def _beside(self, row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Rows of which one tile is another."""
        for place in range(len(row)):
            for view in range(len(self.known)):
                yield (*row[:place], view, *row[place + 1 :])

    def _by_the_light_of_one(self) -> Iterator[tuple[int, ...]]:
        """What all tiles are likest in the light in which one of them is some view."""
        for tile in self.seen:
            for view in self.known:
                gain, veil = _light(tile[None], view[None])
                if (gain > PARAMETERS.least_gain).all():
                    shown = np.minimum(self.known * gain + veil, 255.0)
                    apart = ((shown[None] - self.seen[:, None]) ** 2).sum(axis=(2, 3))
                    yield tuple(int(view) for view in apart.argmin(axis=1))

    def _weigh(self, row: tuple[int, ...]) -> None:
        if row in self.left:
            return
        known = self.known[list(row)]
        gain, veil = _light(self.seen, known)
        self.left[row] = _unexplained(self.seen, known, gain, veil)

    def _veiled(self, row: tuple[int, ...]) -> float:
        """What a row leaves unexplained if a lamp is mirrored in some of its tiles more than in others: a grey one
        beside such tiles is not green."""
        bare = self.known[list(row)]
        white, share = PARAMETERS.white - bare, np.zeros((len(bare), 1, 1))
        for _ in range(PARAMETERS.rounds):
            gain, veil = _light(self.seen, bare + share * white)
            toward, off = white * gain, self.seen - bare * gain - veil
            squares = (toward**2).sum(axis=(1, 2), keepdims=True) * (1 + PARAMETERS.held_veiled)
            share = np.clip((toward * off).sum(axis=(1, 2), keepdims=True) / squares, 0.0, PARAMETERS.most_veiled)
        known = bare + share * white
        return _unexplained(self.seen, known, *_light(self.seen, known))


def _unexplained(
    seen: NDArray[np.float64], known: NDArray[np.float64], gain: NDArray[np.float64], veil: NDArray[np.float64]
) -> float:
    """Squared levels that known cells in this light leave unexplained."""
    off = np.minimum(known * gain + veil, 255.0) - seen
    level = off.mean(axis=1, keepdims=True)
    return float(((off - level) ** 2).sum() + PARAMETERS.own_light * off.shape[1] * (level**2).sum())


def _light(seen: NDArray[np.float64], known: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gain and veil (3,) of each colour under which known cells (t, c, 3) look most as they are seen."""
    cells = seen.shape[0] * seen.shape[1]
    hold_gain, hold_veil = PARAMETERS.held_gain, PARAMETERS.held_veil * cells
    squares, sums = (known**2).sum(axis=(0, 1)) + hold_gain, known.sum(axis=(0, 1))
    both, right = (known * seen).sum(axis=(0, 1)) + hold_gain, seen.sum(axis=(0, 1))
    count = cells + hold_veil
    gain = (count * both - sums * right) / (squares * count - sums**2)
    return gain, (right - sums * gain) / count
