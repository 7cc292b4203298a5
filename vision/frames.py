"""Where frames come from: one Protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from calibration.arrays import Picture

__all__ = ["Frame", "FrameSource", "Picture"]


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


class FrameSource(Protocol):
    """A camera, an address, a video file, a folder of pictures, a recording or the simulated table."""

    def read(self) -> Frame | None:
        """The next frame, or None at the end. Raises :class:`vision.source_error.SourceError` when it is lost."""

    def close(self) -> None:
        """Let go of the device. May be called twice."""


@runtime_checkable
class PassesBy(Protocol):
    """A source that can let a frame go by unread, for less than reading it would cost."""

    def pass_by(self) -> None:
        """Wait for the next frame and leave it. Raises :class:`vision.source_error.SourceError` when it is lost."""


@runtime_checkable
class UndecodedFrame(Protocol):
    """A picture as it came, which costs its decoding once somebody wants it."""

    def decoded(self) -> Frame | None:
        """The frame; None where bytes of it were lost on the way."""


@runtime_checkable
class FetchesUndecoded(Protocol):
    """A source that can hand its pictures out as they came."""

    def fetch(self) -> UndecodedFrame:
        """Wait for the next one. Raises :class:`vision.source_error.SourceError` when it is lost."""


@runtime_checkable
class GoesOn(Protocol):
    """A source that may go on whether anybody reads or not: where it is ``live``, only its newest frame is of now."""

    @property
    def live(self) -> bool:
        """Whether it does."""


def is_live(source: FrameSource) -> bool:
    """True where the source goes on whether anybody reads or not; any other is read frame by frame, and none is left
    out."""
    return isinstance(source, GoesOn) and source.live
