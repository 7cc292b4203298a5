"""What a rehearsal asks of the simulated table on which a game plays itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from vision.frames import Frame
from vision.simulator.dice.tray import SimulatedDiceTray
from vision.simulator.players.gestures import Throw, Touch
from vision.simulator.sequence import FrameTruth


class RehearsedPress(Protocol):
    """A press of the rehearsal: whose, and after what."""

    @property
    def seat(self) -> int:
        """Seat index."""

    @property
    def actions(self) -> int:
        """How many actions of the game were done by then."""


Gesture = RehearsedPress | Touch | Throw


class LiveTable(Protocol):
    """A simulated table that plays a game by itself; frames show the table as it is while ``paused``."""

    paused: bool

    @property
    def tray(self) -> SimulatedDiceTray | None:
        """Where dice are thrown before a camera; None where there are none, or they tell by wire."""

    @property
    def actions(self) -> Sequence[Any]:
        """The truth: everything that is done, in order."""

    @property
    def presses(self) -> Sequence[Gesture]:
        """Every press, touch of the tablet and throw of dice so far, in order."""

    @property
    def truth(self) -> FrameTruth | None:
        """What is true of the frame that was read last; None before the first."""

    def read(self) -> Frame | None:
        """The next frame, or None after the last action."""

    def close(self) -> None:
        """End the game."""
