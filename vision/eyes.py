"""What every game's eyes offer to the table session: look at each frame cheaply, explain a still table on request.

One object a game at the table. It keeps no thread and no clock: the session calls it from one thread of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.explanation import Explanation
from vision.frames import Frame


class Attention(StrEnum):
    """What the eyes make of the last frame."""

    WAITING = "waiting"  # a hand is over the table, or something moves: nothing is read
    STILL = "still"
    LOST = "lost"  # the map is not found in the picture: nothing can be explained
    BUMPED = "bumped"  # table or camera was knocked; frozen until the map is found again


@dataclass(frozen=True, slots=True)
class Glance:
    """What one look at a frame told, without reading anything.

    Attributes:
        frame_number: the frame that was looked at.
        time_ms: its time on the source's clock.
        attention: waiting, still, lost or bumped.
        hand: something that reaches in from the picture's edge lies over or beside the map.
        changed: the table is still and differs from the still table that was explained last: ask for ``explain``.
        light: what people should know about the light, or None.
    """

    frame_number: int
    time_ms: float
    attention: Attention
    hand: bool = False
    changed: bool = False
    light: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Overlay:
    """Lines to draw over the live picture.

    Attributes:
        outline: closed polylines in frame px, each (n, 2) float32: the pieces that the eyes have locked on.
        places: the same for places of note, by name in the game's notation (out of step, proposed).
    """

    outline: tuple[NDArray[np.float32], ...] = ()
    places: tuple[tuple[str, NDArray[np.float32]], ...] = ()


class Eyes(Protocol):
    """The eyes of one game at one table."""

    def look(self, frame: Frame) -> Glance:
        """Take a frame in. Under 12 ms at 1080p while nothing is new; a lock after a bump takes longer, once."""

    def explain(self, state: Any) -> Explanation:
        """Which legal actions turn ``state`` into the last still table. Under 250 ms; changes no memory of the game.

        A candidate with no actions says that nothing has been played yet.
        """

    def committed(self, state: Any) -> None:
        """The record has moved to ``state`` (played, undone or corrected): this is what to expect from now on."""

    def overlay(self) -> Overlay:
        """What is locked, for drawing on the last frame."""
