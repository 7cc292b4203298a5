"""Moments of a game on a simulated table: what every game's sequence shows in one way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from calibration.arrays import Float64Array
from vision.simulator.bump import bumped, fitting_bump
from vision.simulator.camera import SimulatedCamera
from vision.simulator.pace import Pace
from vision.simulator.scene import FlatPiece
from vision.simulator.sequence import ShownMoment


class TableMoments(ABC):
    """What turns a game's actions into moments.

    Attributes:
        camera: as it stands to the table now.
        pace: how long things take.
    """

    camera: SimulatedCamera
    pace: Pace

    @abstractmethod
    def _moment(self, *, hand: FlatPiece | None = None, still: bool = True, calm: bool = False) -> ShownMoment:
        """The table as it is now, with somebody's hand over it."""

    def _resting(self, frames: int, calm: bool = False) -> Iterator[ShownMoment]:
        """Nothing moves; ``calm``: from the first of them on the table is as it was."""
        for number in range(frames):
            yield self._moment(calm=calm and number == 0)

    def _knocked(
        self,
        spots: Float64Array,
        side_mm: float,
        rng: np.random.Generator,
        about: tuple[float, float] = (0.0, 0.0),
    ) -> Iterator[ShownMoment]:
        """Somebody knocks against the table: everything is shifted and turned.

        Args:
            spots: (n, 2) middles of all places that stay in the picture, mm.
            side_mm: of a piece.
            rng: where everything goes.
            about: what it turns about, mm.
        """
        shift, turn = fitting_bump(self.camera, spots, side_mm, rng)
        for camera in bumped(self.camera, shift, turn, about):
            self.camera = camera
            yield self._moment(still=False)
