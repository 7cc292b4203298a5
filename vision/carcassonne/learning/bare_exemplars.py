"""Which of two views of a tile shows it bare, where no picture of its kind tells.

People lay a tile, lean back, put somebody on it, and take him home once he has scored. Two views of one tile differ in
nothing but him then: in one place, about as large as a figure.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.learning import tile_views
from vision.carcassonne.learning.tile_views import straightened
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.live.tile_evidence import TileSight
from vision.frames import Picture
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import tracking
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class BareTileExemplarsParameters(Parameters):
    """How two pictures of a tile are compared, and what tells the bare one from the one with a figure."""

    least: float = parameter(
        0.04, "share of a tile", "that a figure and its shadow hide at the least, seen from above", CHOSEN
    )
    most: float = parameter(
        0.4, "share of a tile", "that a figure and its shadow hide at the most, seen aslant", CHOSEN
    )
    rim: int = parameter(
        3,
        "px",
        "of a look that may show what lies beside the tile: there another tile may have been laid since",
        CHOSEN,
    )
    least_same: float = parameter(0.4, "share of a tile", "that must agree for the light to be learned from it", CHOSEN)
    steady: float = parameter(
        4.0, "squared Lab units of contrast", "by which the light is held to be as it was", CHOSEN
    )
    one_figure: float = parameter(0.8, "share", "of what differs: that much hangs together", CHOSEN)
    exemplar_px: int = parameter(32, "px a side", "of what is kept of a tile and compared", CHOSEN)


PARAMETERS = BareTileExemplarsParameters()


@dataclass(frozen=True, eq=False)
class TileExemplar:
    """A tile as it was seen once.

    Attributes:
        pose: where it lay.
        patch: (exemplar_px, exemplar_px, 3) half-L Lab as the picture had it.
        image: (view_px, view_px, 3) BGR in the edition's colours; None where a part of it was out of view.
    """

    pose: Matrix
    patch: Patches
    image: Picture | None

    @classmethod
    def of(cls, sight: TileSight, pose: Matrix) -> TileExemplar:
        """What a picture shows at a place."""
        patches, inside = sight.toned(pose[None], tile_views.PARAMETERS.view_px)
        image = straightened(patches[0]) if inside.all() else None
        return cls(pose, sight.layers.cut(pose[None], PARAMETERS.exemplar_px)[0][0], image)

    def again(self, sight: TileSight) -> TileExemplar:
        """The same place on another picture."""
        return TileExemplar.of(sight, self.pose)


class BareTileExemplars:
    """Looks of one table's tiles of which nobody knows whether they are bare: where somebody stands, stood, or was put
    down and scored at once, until it is seen that he went."""

    def __init__(self) -> None:
        self._first: dict[Cell, TileExemplar] = {}  # new tiles as they were seen first since the last commit
        self._with: dict[
            Cell, TileExemplar | None
        ] = {}  # as they were with somebody on them; None: partly hidden besides
        self._reach: dict[Cell, set[Cell]] = {}  # over which tiles those who stand there reach

    @property
    def covered(self) -> set[Cell]:
        """Tiles that are not known to be bare."""
        return set(self._with).union(*(self._reach[cell] for cell in self._with))

    def seen(self, cell: Cell, sight: TileSight, pose: Matrix) -> None:
        """A tile lies at a place that the record says to be empty."""
        first = self._first.get(cell)
        if first is None or not may_be_the_same(first, first.again(sight)):
            self._first[cell] = TileExemplar.of(sight, pose)

    def nothing_waits(self) -> None:
        """No tile lies at a place that the record says to be empty."""
        self._first = {}

    def came(self, cell: Cell, sight: TileSight) -> tuple[float, float] | None:
        """Where (x, y in tile units) somebody is seen on a new tile who was not there when it was seen first."""
        first = self._first.get(cell)
        return None if first is None else figure_between(first, first.again(sight))

    def recorded(self, eyes: CarcassonneEyes, unsure: Set[Cell]) -> list[tuple[Cell, Picture]]:
        """The record moved on. Returns tiles that were seen bare before somebody was put on them, as they looked then.

        Args:
            unsure: tiles on which somebody may stand although the record does not say so.
        """
        sight, memory = eyes.sight(), eyes.memory
        first, self._first = self._first, {}
        self._with = {cell: exemplar for cell, exemplar in self._with.items() if cell in memory.tiles}
        if sight is None:
            return []
        found = []
        stands = {cell for cell, _, _ in {**memory.standing, **memory.gone_home}} | unsure
        for cell in stands - set(self._with):
            pose = memory.track.lattice.cells.get(cell)
            others = memory.hidden(besides=cell)
            self._reach[cell] = _around(cell) if cell in unsure else memory.hidden() - others
            clear = pose is not None and cell not in others
            self._with[cell] = TileExemplar.of(sight, pose) if clear and pose is not None else None
            then = first.get(cell)
            if clear and then is not None and then.image is not None and figure_between(then, then.again(sight)):
                found.append((cell, then.image))
        return found

    def left(self, eyes: CarcassonneEyes, *, over: bool) -> list[Cell]:
        """Tiles that are seen to be bare again; once the game is ``over`` everybody goes home, whoever is on record."""
        sight, memory = eyes.sight(), eyes.memory
        standing = set() if over else {cell for cell, _, _ in memory.standing}
        found = []
        for cell, exemplar in self._with.items():
            pose = memory.track.lattice.cells.get(cell)
            if cell in standing or exemplar is None or pose is None or sight is None:
                continue
            if cell not in memory.hidden(besides=cell) and figure_between(exemplar, TileExemplar.of(sight, pose)):
                found.append(cell)
        for cell in found:
            del self._with[cell]
        return found


def may_be_the_same(one: TileExemplar, other: TileExemplar) -> bool:
    """Whether two looks are of one tile that lies as it lay, whoever stands on it."""
    return float(np.mean(_alike(one, other))) > 1 - PARAMETERS.most


def figure_between(one: TileExemplar, other: TileExemplar) -> tuple[float, float] | None:
    """Where (x, y in tile units) a figure is seen in one of two looks of a tile and nothing else is different; None
    where it is not so."""
    differs = (~_alike(one, other)).astype(np.uint8)
    (
        differs[: PARAMETERS.rim],
        differs[-PARAMETERS.rim :],
        differs[:, : PARAMETERS.rim],
        differs[:, -PARAMETERS.rim :],
    ) = 0, 0, 0, 0
    differs = np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)))
    _, _, about, middles = cv2.connectedComponentsWithStats(differs, connectivity=8)
    if len(about) < 2:
        return None
    figure = 1 + int(about[1:, cv2.CC_STAT_AREA].argmax())
    size = int(about[figure, cv2.CC_STAT_AREA])
    if (
        not PARAMETERS.least < size / PARAMETERS.exemplar_px** 2 < PARAMETERS.most
        or size < PARAMETERS.one_figure * np.count_nonzero(differs)
    ):
        return None
    x, y = (middles[figure] + 0.5) / PARAMETERS.exemplar_px
    return float(x), float(y)


def _around(cell: Cell) -> set[Cell]:
    return {(cell[0] + down, cell[1] + over) for down in (-1, 0, 1) for over in (-1, 0, 1)}


def _alike(one: TileExemplar, other: TileExemplar) -> NDArray[np.bool_]:
    """(exemplar_px, exemplar_px) where they show the same, whatever the light does.

    The light is told by the middle of all px, then by those that agree with it: paint is strong and must not count.
    """
    same = np.ones((PARAMETERS.exemplar_px,) * 2, bool)
    level = np.median(other.patch - one.patch, axis=(0, 1))
    gain = np.ones(3)
    for _ in range(2):
        away = other.patch - one.patch * gain - level
        same = np.square(away).sum(axis=-1) < tracking.PARAMETERS.alike**2
        if np.count_nonzero(same) < PARAMETERS.least_same * same.size:
            break
        x, y = one.patch[same], other.patch[same]
        mean, goal = x.mean(axis=0), y.mean(axis=0)
        together, spread = ((x - mean) * (y - goal)).mean(axis=0), np.square(x - mean).mean(axis=0)
        gain = np.clip((together + PARAMETERS.steady) / (spread + PARAMETERS.steady), 0.5, 2.0)
        level = goal - gain * mean
    return np.asarray(same)
