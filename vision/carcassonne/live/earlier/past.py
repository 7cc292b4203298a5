"""An earlier picture of the table, against which the next look holds what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.lattice import UNIT_CORNERS, Cell, Matrix, project
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
        waiting: where tiles lay then already of which the record does not know: no picture shows those places bare.
        unlooked: places that came to the rim of the map with the turns that this picture ends: nobody has looked yet
            whether anything lies there on it.
    """

    layers: Layers
    tone: Tone
    track: Track
    waiting: Mapping[Cell, Matrix] = field(default_factory=dict)
    unlooked: frozenset[Cell] = frozenset()

    def sight(self, deck: Deck) -> TileSight:
        """The picture, to be looked at again."""
        return TileSight(self.layers, self.tone, deck)

    def let_go_of_table(self) -> None:
        """Give back what was made, and the picture but for the map and what lies close around it."""
        poses = [*self.track.lattice.cells.values(), *self.waiting.values()]
        if poses:
            corners = project(np.stack(poses), UNIT_CORNERS).reshape(-1, 2)
            around = PARAMETERS.kept_around * self.track.piece_px
            self.layers.let_go_beyond(corners.min(axis=0) - around, corners.max(axis=0) + around)

    def pose_then(self, cell: Cell, pose: Matrix, now: Track) -> Matrix:
        """Where what lies at a ``pose`` near a cell of the map as it lies ``now`` was seen then, unit square to px,
        should the map have been knocked since."""
        return np.asarray(self.track.predicted(cell) @ np.linalg.inv(now.predicted(cell)) @ pose)
