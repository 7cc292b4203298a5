"""The colours that the print of a map shares, on tiles of which no picture is known.

Print repeats itself: grass, roofs, roads and stone show on many tiles, a piece's paint on few. What is far from all
that many tiles share may be painted wood, unless it is such a colour in the shade: beside whoever stands there lies his
shadow.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.clustering import shades_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import map_scene


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPrintParameters(Parameters):
    """Which colours many tiles share, and how far print strays from them."""

    shades: int = parameter(40, "colours", "that a map's pixels are gathered to", CHOSEN)
    shows: float = parameter(0.006, "share of a tile", "that a colour must fill to show on it", CHOSEN)
    shared: float = parameter(0.3, "share", "of the map's tiles on which a colour of the print shows", CHOSEN)
    least_shared: int = parameter(2, "tiles", "on which a colour of the print shows, at the least", CHOSEN)
    trust: float = parameter(9.0, "squared standard deviations", "at which a pixel's doubt stops to count", CHOSEN)
    at_once: int = parameter(
        32768, "pixels", "compared with all colours at once: what that holds stays near the processor", CHOSEN
    )
    samples: int = parameter(16000, "pixels", "of a picture from which the shades of its print are learned", CHOSEN)
    print_strays: tuple[float, ...] = parameter(
        (4.0, 4.0, 4.5), "Lab units", "half-L, by which print strays from its usual colours", CHOSEN
    )


PARAMETERS = SharedPrintParameters()


@dataclass(frozen=True, slots=True, eq=False)
class SharedPrint:
    """The ``colours`` (k, 3) half-L Lab that many tiles of a map share."""

    colours: Float32Array

    @classmethod
    def of(cls, pixels: Float32Array, owner: NDArray[np.int16], on_tiles: Sequence[Set[str]] = ()) -> SharedPrint:
        """Of pixels (n, 3) of tiles (n,): what many show, also without those on which any one of the colours
        ``on_tiles`` may stand."""
        step = max(1, len(pixels) // PARAMETERS.samples)
        thin, of = pixels[::step], owner[::step]
        if len(thin) < 4 * PARAMETERS.shades:
            return cls(np.zeros((0, 3), np.float32))
        member, middles = shades_of(thin, PARAMETERS.shades)
        counts = np.zeros((int(of.max()) + 1, PARAMETERS.shades))
        np.add.at(counts, (of, member), 1.0)
        seen = counts.sum(axis=1) > 0
        shows = counts[seen] / counts[seen].sum(axis=1, keepdims=True) > PARAMETERS.shows
        shared = shows.sum(axis=0) >= max(min(PARAMETERS.least_shared, seen.sum()), PARAMETERS.shared * seen.sum())
        for colour in sorted(set().union(*on_tiles)):
            without = np.array([colour not in some for some in on_tiles])[seen]
            if without.any():
                shared &= shows[without].sum(axis=0) >= max(1.0, PARAMETERS.shared * without.sum())
        return cls(middles[shared])

    def doubt(self, pixels: Float32Array) -> Float32Array:
        """(n,) bounded squared standard deviations by which pixels (n, 3) are off every shared colour; 0 where none is
        known."""
        if not len(self.colours):
            return np.zeros(len(pixels), np.float32)
        least = np.empty(len(pixels), np.float32)
        for start in range(0, len(pixels), PARAMETERS.at_once):
            some = slice(start, start + PARAMETERS.at_once)
            least[some] = nearest(pixels[some], self.colours)
        return np.minimum(least, np.float32(PARAMETERS.trust))

    def doubt_in_shade(self, pixels: Float32Array, lit: Float32Array) -> Float32Array:
        """The same where a shadow may lie, for pixels whose doubt in full light (n,) is ``lit``."""
        least = lit.copy()
        unlikely = np.float32(map_scene.PARAMETERS.unlikely)
        for shade in map_scene.PARAMETERS.shades:
            open_still = np.flatnonzero(least > unlikely)  # of what is so well explained no shadow makes more
            if shade < 1 and len(open_still):
                dim = np.array([shade, (1 + shade) / 2, (1 + shade) / 2], np.float32)
                seen = self.doubt(pixels[open_still] / dim) + unlikely
                least[open_still] = np.minimum(least[open_still], seen)
        return least


def nearest(pixels: Float32Array, colours: Float32Array) -> Float32Array:
    """(n,) squared standard deviations between pixels (n, 3) and the nearest of some colours (k, 3)."""
    middle = colours.mean(axis=0)  # far from 0 the products below would lose their digits
    seen, usual = (
        ((pixels - middle) / np.array(PARAMETERS.print_strays, np.float32)).T,
        (colours - middle) / np.array(PARAMETERS.print_strays, np.float32),
    )
    apart = usual @ np.ascontiguousarray(seen)
    apart *= -2
    apart += np.square(usual).sum(axis=1)[:, None]
    return np.asarray(np.maximum(apart.min(axis=0) + np.square(seen).sum(axis=0), 0), np.float32)
