"""An earlier picture of the table, against which the next look holds what it sees."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.arrays import BoolMask, Float64Array
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.earlier.light_since import LightSince, light_since
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import Layers, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.lattice import UNIT_CORNERS, Cell, Matrix, project
from vision.registration.lucas_kanade import middle_px
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class PastParameters(Parameters):
    """How much of an earlier picture is kept."""

    kept_around: float = parameter(
        3.0, "tile widths", "around the map that are kept of an earlier picture: a turn goes one further", CHOSEN
    )


PARAMETERS = PastParameters()


@dataclass(frozen=True, eq=False)
class Past:
    """An earlier picture, and where everything lay then.

    Attributes:
        layers, tone, track: of the picture.
        waiting: where tiles lay then already of which the record does not know: it shows no such place bare.
        since: what the light has done since then; None where that is not known.
        unlooked: places that came to the rim of the map with the turns that this picture ends: nobody has looked yet
            whether anything lies there on it.
        bare: of places that are ``waiting`` the last picture on which nothing lay there yet, where there is one.
    """

    layers: Layers
    tone: Tone
    track: Track
    waiting: Mapping[Cell, Matrix] = field(default_factory=dict)
    unlooked: frozenset[Cell] = frozenset()
    since: LightSince | None = None
    bare: Mapping[Cell, Past] = field(default_factory=dict)

    @property
    def never_bare(self) -> frozenset[Cell]:
        """Where tiles lay then already that no picture shows without them."""
        return frozenset(self.waiting.keys() - self.bare.keys())

    def sight(self, deck: Deck) -> TileSight:
        """The picture, to be looked at again."""
        return TileSight(self.layers, self.tone, deck)

    def in_light_of(self, layers: Layers, tone: Tone, track: Track, waiting: Collection[Cell] = ()) -> Past:
        """To be held against a later picture, with its colours, where the tiles lie on it, and where others ``waiting``
        for a press do."""
        if layers is self.layers:  # the same picture, of whose colours more may be known by now
            now = replace(self, tone=tone, since=None)
        else:
            now = replace(self, since=light_since(self.layers, self.track, layers, track, tone, waiting))
        each = {id(one): one for one in self.bare.values()}
        lit = {number: one.in_light_of(layers, tone, track, waiting) for number, one in each.items()}
        return replace(now, bare={cell: lit[id(one)] for cell, one in self.bare.items()})

    def toned(self, poses: Float64Array, n: int, margin: int = 0) -> tuple[Patches, BoolMask]:
        """Patches of it (b, m, m, 3), m = n + 2 margin, in the edition's colours, as the picture of now would show
        them where nothing had changed since, and which of their pixels lie in it; ``poses`` (b, 3, 3) are of then."""
        raw, inside = self.layers.cut(poses, n, margin)
        at = middle_px(poses)
        return (self.tone.apply(raw, at) if self.since is None else self.since.toned(raw, at)), inside

    def let_go_of_table(self) -> None:
        """Give back what was made, and the picture but for the map and what lies close around it."""
        poses = [*self.track.lattice.cells.values(), *self.waiting.values()]
        if poses:
            corners = project(np.stack(poses), UNIT_CORNERS).reshape(-1, 2)
            around = PARAMETERS.kept_around * self.track.piece_px
            self.layers.let_go_beyond(corners.min(axis=0) - around, corners.max(axis=0) + around)
        for one in self.bare.values():
            one.let_go_of_table()

    def pose_then(self, cell: Cell, pose: Matrix, now: Track) -> Matrix:
        """Where what lies at a ``pose`` near a cell of the map as it lies ``now`` was seen then, unit square to px,
        should the map have been knocked since."""
        return np.asarray(self.track.predicted(cell) @ np.linalg.inv(now.predicted(cell)) @ pose)


def last_bare(past: Past | None, cells: Iterable[Cell]) -> dict[Cell, Past]:
    """The last picture, an earlier one or one before it, on which nothing lay yet at each place; places of which there
    is none are left out."""
    if past is None:
        return {}
    shown = replace(past, bare={}, waiting={}, unlooked=frozenset())
    lay = {*past.waiting, *past.unlooked, *past.track.lattice.cells}
    found = {cell: past.bare.get(cell) if cell in lay else shown for cell in cells}
    return {cell: one for cell, one in found.items() if one is not None}
