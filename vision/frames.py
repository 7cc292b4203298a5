"""Where frames come from: one Protocol, and the errors that every source may raise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table.

    Attributes:
        image: BGR, shape (height, width, 3), uint8. Never written to after it was handed out.
        time_ms: milliseconds on the source's own clock; only differences mean anything.
        number: counts from 0.
    """

    image: Picture
    time_ms: float
    number: int


class SourceError(Exception):
    """A source of frames can't be opened or has failed.

    Attributes:
        source: as it was named.
        key: of the message for people.
        value: what was found instead, where the message tells it.
    """

    def __init__(self, source: str, key: str, value: str = "") -> None:
        self.source = source
        self.key = key
        self.value = value
        super().__init__(f"{key}: {source}{': ' if value else ''}{value}")

    @property
    def phrase(self) -> Phrase:
        """The message."""
        return Phrase.of(self.key, source=self.source, value=self.value)


class FrameSource(Protocol):
    """A camera, an address, a video file, a folder of pictures, a recording or the simulated table."""

    def read(self) -> Frame | None:
        """The next frame, or None at the end. Raises :class:`SourceError` when the source is lost."""

    def close(self) -> None:
        """Let go of the device. May be called twice."""
