"""Whether places show what the surer tiles of the same map show, or the table that goes on around it.

A network that was taught on drawn tiles knows none of the prints that it meets: a plain road of another edition looks
hardly like a tile to it, and a cloth with checks or leaves looks much like one. But the surer tiles of the same picture
show what this print looks like, and all around them lies the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float64Array
from vision.imaging.clustering import shades_of
from vision.imaging.patches import Layers
from vision.networks.regressions import FITTED, regression, weighed
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.bare_table import TableShades
from vision.registration.lattice import Cell, Lattice
from vision.tile_map import field_votes
from vision.tile_map.surroundings import table_around, texture_around
from vision.tile_map.surroundings.table_around import LatticeBox, middles_of, off_shades, shades_around, shares_of
from vision.tile_map.surroundings.texture_around import TextureAround


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintAndTableParameters(Parameters):
    """What tells a map's print, and how much print and table say of a place beside the networks."""

    shades: int = parameter(8, "count", "of a map's print", CHOSEN)
    surer: float = parameter(
        0.6, "share", "of a map's places, the surest ones, that tell what its print looks like", CHOSEN
    )
    most_apart: tuple[float, float] = parameter(
        (-3.0, 1.0),
        "squared standard deviations a pixel",
        "by which the table may explain a place better than print does, beyond which it says no more",
        CHOSEN,
    )
    settled: float = parameter(
        5.0, "log-odds", "either way at which it need not be asked what is found again on the table", CHOSEN
    )
    weights: tuple[float, ...] = parameter(
        regression("print_and_table"),
        "log-odds",
        "of a constant, a closer look, the share that a dense network sees as a tile, how much better than print the "
        "table explains it, how much of it the table explains, whether what it shows is found again on the table",
        FITTED,
    )


PARAMETERS = PrintAndTableParameters()


@dataclass(frozen=True, eq=False, slots=True)
class PrintAndTable:
    """What a map and the table around it look like.

    Attributes:
        print_shades: the colours of its surer tiles.
        table_shades: those of the table.
        around: the table itself, wherever nothing lies that may be a tile.
    """

    print_shades: TableShades
    table_shades: TableShades
    around: TextureAround

    @classmethod
    def of(
        cls, lattice: Lattice, odds: Mapping[Cell, float], layers: Layers, maybe: Collection[Cell] = ()
    ) -> PrintAndTable | None:
        """From a map as far as it was found; None where nothing of the table is in view.

        Args:
            lattice: where its tiles lie, unit square to px of the picture.
            odds: log-odds of its cells to be tiles; those without any don't say what its print is, unless none has.
            layers: the picture.
            maybe: other places on which tiles may lie, so that they tell nothing of the table.
        """
        table = shades_around(lattice, layers)
        if not len(table.shades):
            return None
        own = [cell for cell in lattice.cells if cell in odds] or list(lattice.cells)
        seen = np.array([odds.get(cell, 0.0) for cell in own])
        surest = seen >= np.quantile(seen, 1 - PARAMETERS.surer)
        patches, _ = middles_of(layers, np.stack([lattice.cells[cell] for cell in own])[surest])
        shown = np.ascontiguousarray(patches.reshape(-1, 3))
        places = tuple(LatticeBox.around(lattice).wider(table_around.PARAMETERS.around).cells())
        return cls(
            TableShades(shades_of(shown, PARAMETERS.shades)[1]),
            table,
            TextureAround.of(lattice, layers, places, {*lattice.cells, *maybe}),
        )

    def log_odds(self, layers: Layers, poses: Float64Array, eyes: Float64Array, shares: Float64Array) -> Float64Array:
        """(n,) log-odds that tiles of the map lie at places (n, 3, 3), with all that is known of them: ``eyes`` (n,)
        are the log-odds of tiles by a closer look, ``shares`` (n,) what a dense network sees of each as one."""
        return place_log_odds(self.place_signs(layers, poses, eyes, shares))

    def place_signs(
        self,
        layers: Layers,
        poses: Float64Array,
        eyes: Float64Array,
        shares: Float64Array,
        *,
        however_plain: bool = False,
    ) -> Float64Array:
        """(n, 5): eyes and shares, and what print and table show; what is found again on the table is asked where the
        rest leaves it open, or ``however_plain`` that is."""
        votes = field_votes.vote_signs(eyes, shares)

        def without_it(shown: Float64Array) -> Float64Array:
            return place_log_odds(np.column_stack([votes, shown]))

        return np.column_stack([votes, self.shown(layers, poses, None if however_plain else without_it)])

    def shown(
        self, layers: Layers, poses: Float64Array, log_odds: Callable[[Float64Array], Float64Array] | None = None
    ) -> Float64Array:
        """(n, 3) of places (n, 3, 3): by how much the table explains each better than print does, squared standard
        deviations a pixel; the share of it that the table explains; and 1 where what it shows is found again there.
        That costs more to ask: 0 stands for it where the ``log_odds`` (n,) by all else (n, 3) leave nothing open."""
        patches, inside = middles_of(layers, poses)
        off_table, off_print = (off_shades(shades, patches) for shades in (self.table_shades, self.print_shades))
        better = np.clip((off_print - off_table).mean(axis=(1, 2)), *PARAMETERS.most_apart)
        shown = np.column_stack([better, shares_of(off_table, inside), np.zeros(len(poses))]).astype(np.float64)
        open_still = np.full(len(poses), True) if log_odds is None else may_be_found_again(log_odds(shown))
        shown[open_still, -1] = self.found_again(layers, poses[open_still])
        return shown

    def found_again(self, layers: Layers, poses: Float64Array) -> BoolMask:
        """(n,) whether what places (n, 3, 3) show is found again on the table."""
        if not len(poses):
            return np.zeros(0, np.bool_)
        return self.around.goes_on(middles_of(layers, poses, texture_around.PARAMETERS.middle_px)[0])


def may_be_found_again(log_odds: Float64Array) -> BoolMask:
    """(n,) of which places it is worth asking that, by log-odds (n,) that hold all but this."""
    least = PARAMETERS.settled
    return np.asarray((log_odds > -least) & (log_odds + PARAMETERS.weights[-1] < least))


def place_log_odds(signs: Float64Array) -> Float64Array:
    """(n,) log-odds that tiles of the map lie at places, by all of these (n, 5) together."""
    return weighed(PARAMETERS.weights, signs)


def added_by(shown: Float64Array) -> Float64Array:
    """(n,) what print and table alone add to the log-odds that tiles lie at places, of what they say of these (n, 3);
    about 0 where neither explains a place."""
    return np.asarray(shown @ np.array(PARAMETERS.weights[-shown.shape[1] :]), np.float64)
