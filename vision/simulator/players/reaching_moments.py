"""Moments of a game on a simulated table: it rests, it is knocked against, or somebody reaches over it: the hand comes,
carries a piece, and goes.

A game's sequence shows them with what else it shows meanwhile.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from calibration.arrays import Float64Array
from vision.simulator.bump import bumped, fitting_bump
from vision.simulator.camera import SimulatedCamera
from vision.simulator.players.pace import Pace
from vision.simulator.players.reaching import SeatedPerson, on_the_way, reaching_hand
from vision.simulator.scene import FlatPiece, PiecePose
from vision.simulator.sequence import ShownMoment, eased

ABOVE_MM = 42.0  # how high hands carry things
CLOSING_DEG = 25.0  # by which a piece is turned when it sets out, and less and less on the way
BELOW_FINGERS_MM = 6.0  # a piece in a hand


class TableMoments(ABC):
    """What turns a game's actions into moments.

    Attributes:
        camera: as it stands to the table now.
        pace: how long things take.
        bump_at: before which turn somebody knocks against the table; None where nobody does.
    """

    camera: SimulatedCamera
    pace: Pace
    bump_at: int | None = None

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


class ReachingMoments(TableMoments):
    """What turns actions into moments where each is one reach of a hand."""

    @property
    @abstractmethod
    def _middle_mm(self) -> Float64Array:
        """(2,) where an arm points whose hand is past its chair."""

    def _coming(self, person: SeatedPerson, goal: PiecePose) -> Iterator[FlatPiece]:
        """A hand on its way from its owner to a pose; what it holds is hidden by it until it is put down."""
        for share in eased(self.pace.reach):
            pose, height = on_the_way(person, goal, 1 - share, ABOVE_MM)
            yield self._hand(person, pose, height)

    def _carrying(
        self, person: SeatedPerson, goal: PiecePose, piece: FlatPiece
    ) -> Iterator[tuple[FlatPiece, FlatPiece]]:
        """A piece on its way to a pose, and the hand that carries it."""
        for share in eased(self.pace.reach):
            pose, height = on_the_way(person, goal, 1 - share, ABOVE_MM)
            yield self._held(piece, goal, pose, height, share), self._hand(person, pose, height)

    @staticmethod
    def _held(piece: FlatPiece, goal: PiecePose, pose: PiecePose, height: float, share: float) -> FlatPiece:
        """The piece in a hand at a pose, ``height`` mm over the table, when this share of the way is done."""
        turned = replace(pose, turn_deg=goal.turn_deg + (1 - share) * CLOSING_DEG)
        return piece.at(turned, height - BELOW_FINGERS_MM)

    def _withdraw(self, person: SeatedPerson, start: PiecePose) -> Iterator[ShownMoment]:
        """The hand goes back to its owner."""
        for share in eased(self.pace.reach)[:-1]:
            pose, height = on_the_way(person, start, share, ABOVE_MM)
            yield self._moment(hand=self._hand(person, pose, height))
        yield self._moment(still=False)

    def _hand(self, person: SeatedPerson, pose: PiecePose, height: float) -> FlatPiece:
        """Somebody's hand at a pose, ``height`` mm over the table."""
        spot = np.array([pose.x, pose.y])
        return reaching_hand(person.arm, person.from_mm, spot, height, self._middle_mm)
