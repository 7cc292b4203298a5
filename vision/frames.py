"""Where frames come from: one Protocol, and the errors that every source may raise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.addresses import masked_address

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table.

    Attributes:
        image: BGR, shape (height, width, 3), uint8. Never written to after it was handed out.
        time_ms: milliseconds on the source's own clock; only differences mean anything. Of a live source
            (:func:`is_live`): when it was taken, as near as can be told, on the machine's own steady clock.
        number: counts from 0.
    """

    image: Picture
    time_ms: float
    number: int


class SourceError(Exception):
    """A source of frames can't be opened or has failed.

    Attributes:
        source: as it was named, but without the name and password that an address may hold: nobody who shows or logs it
            can show those.
        key: of the message for people.
        value: what was found instead, where the message tells it.
    """

    def __init__(self, source: str, key: str, value: str = "") -> None:
        self.source = masked_address(source)
        self.key = key
        self.value = value
        super().__init__(f"{key}: {self.source}{': ' if value else ''}{value}")

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


def is_live(source: FrameSource) -> bool:
    """True where the source goes on whether anybody reads or not, so that only its newest frame is of now. Such a
    source says so by an attribute ``live``; any other is read frame by frame, and none is left out."""
    return bool(getattr(source, "live", False))
