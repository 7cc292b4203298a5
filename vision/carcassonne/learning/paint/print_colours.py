"""Which colours the print of one map shows, on each terrain.

Roofs are a small part of most maps: among the colours of a whole map they are as rare as a figure, and where much of
a new tile is city they passed for the paint of somebody who has about their colour. What a tile shows is held against
the print of the terrain that shows there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array
from vision.carcassonne.learning.paint.colour_density import ColourDensity, any_colour
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintColoursParameters(Parameters):
    """How far what recorded tiles show tells what another one would."""

    unseen: float = parameter(0.05, "share", "of a tile's colours that no other tile of the map shows", CHOSEN)
    spread: tuple[float, float, float] = parameter(
        (1.0, 1.0, 1.0), "cells of a density", "by which a colour of a tile is spread, standard deviations", CHOSEN
    )
    of_whole: float = parameter(
        200.0, "px", "of a terrain that the colours of the whole map are worth beside what it shows itself", FINDING
    )


PARAMETERS = PrintColoursParameters()


@dataclass(frozen=True, eq=False)
class PrintColours:
    """Of one map.

    Attributes:
        whole: of all of it.
        by_terrain: the same of each terrain; empty where none was told apart.
    """

    whole: ColourDensity
    by_terrain: tuple[ColourDensity, ...] = ()

    @classmethod
    def of(cls, bare: Sequence[Float32Array], ground: Sequence[Float32Array] = ()) -> PrintColours:
        """Of what recorded tiles show where nobody stands.

        Args:
            bare: (n, 3) half-L Lab of each of those tiles, in the table's light.
            ground: (n, terrains) how likely each of these px shows which terrain; none where that isn't known.
        """
        pixels = np.concatenate(bare)
        whole = ColourDensity.of(pixels, PARAMETERS.spread)
        terrains = np.concatenate(ground).T if ground else ()
        each = []
        for chances in terrains:
            seen, own = ColourDensity.of(pixels, PARAMETERS.spread, chances), float(chances.sum())
            share = own / (own + PARAMETERS.of_whole)
            each.append(_with_unseen(ColourDensity.mixed([(share, seen), (1 - share, whole)])))
        return cls(_with_unseen(whole), tuple(each))

    def logs_on(self, patch: Patches, ground: Float32Array | None) -> Float32Array:
        """(n, n) logarithms of how often print would show what a tile's patch (n, n, 3) does.

        Args:
            patch: half-L Lab, in the table's light.
            ground: (terrains, m, m) how likely each spot of the tile shows which terrain; None where that isn't known.
        """
        found = self.whole.logs_at(patch)
        if ground is None or not self.by_terrain:
            return found
        chances = (cv2.resize(chance, patch.shape[:2]) for chance in ground)
        each = (chance * np.exp(of.logs_at(patch)) for chance, of in zip(chances, self.by_terrain, strict=True))
        return np.asarray(np.log(sum(each)), np.float32)


def _with_unseen(seen: ColourDensity) -> ColourDensity:
    return ColourDensity.mixed([(1 - PARAMETERS.unseen, seen), (PARAMETERS.unseen, any_colour())])
