"""What the table session asks of the eyes of a game. There is one class a game; all keep these methods."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from games.any_game import AnyState
from games.game import Phrase
from vision.explanation import Explanation
from vision.frames import Frame


class Attention(StrEnum):
    """What the eyes are doing."""

    STILL = "still"  # the table lies still and in clear view
    WAITING = "waiting"  # a hand is in view or something moves: nothing is read
    BUMPED = "bumped"  # the whole map moved: frozen until it is locked again
    LOST = "lost"  # the board is not found


TOO_DARK = Phrase.of("vision.light_dark")  # what is laid down in such light may not show


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame tells before anything is read.

    Attributes:
        frame_number, time_ms: of the frame.
        attention: what the eyes are doing.
        hand: True while a hand or sleeve is in view.
        changed: True where the table is still and differs from what was explained last: worth an ``explain``.
        light: what people should know about the light (too dark, glare), or None.
        pieces: whose pieces lie there, once the eyes have found that out by looking.
    """

    frame_number: int
    time_ms: float
    attention: Attention
    hand: bool = False
    changed: bool = False
    light: Phrase | None = None
    pieces: Phrase | None = None

    @property
    def too_dark(self) -> bool:
        """Whether it is so dark that nothing new in view does not mean that nothing was laid down."""
        return self.light == TOO_DARK

    def with_attention(self, attention: Attention) -> Glance:
        """The same frame seen otherwise: there is nothing to explain in it."""
        return replace(self, attention=attention, changed=False)


class NotFoundYet(RuntimeError):
    """Eyes were asked to explain a table that they have not found."""


StateT_contra = TypeVar("StateT_contra", contravariant=True)


class Eyes(Protocol[StateT_contra]):
    """The eyes of one game over one table. They hold no thread and never touch the record.

    Whoever runs them in a thread may leave in the middle of a search. So what takes longer than some tens of
    milliseconds calls :func:`vision.giving_up.checkpoint` between its steps (what registers, cuts patches and looks for
    points of interest does so for all), and eyes that raised ``GivenUp`` are not used again.
    """

    def look(self, frame: Frame) -> Glance:
        """Take the next frame; cheap enough for every frame (under 12 ms at 1080p where nothing is new)."""

    def explain(self, state: StateT_contra, still: Frame) -> Explanation:
        """Which legal actions turn ``state`` into what a frame shows (under 250 ms).

        Args:
            state: where the record stands.
            still: the frame that was looked at last, of which ``look`` told that the table lies still.

        Raises :class:`NotFoundYet` where the board or map is not found yet.
        """

    def committed(self, state: StateT_contra) -> None:
        """The record moved on to ``state``, by whatever way: this is now what the table should look like."""

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """Outlines of what is tracked, polylines of shape (n, 2) in px of the last frame, for the live picture. The
        first lies as the board does: from its first point to the second is from the board's left to its right."""

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """Where a place of the game shows in the last frame: polygon (n, 2) in px, or None where it is not in view."""


@runtime_checkable
class HeedsTwins(Protocol):
    """Eyes that learn from the record, and must not learn from what is only likely there."""

    def left_open(self, actions: tuple[object, ...]) -> None:
        """Of these recorded actions it is not known which of its twins a piece is; told before each ``committed``."""


def tell_left_open(eyes: object, actions: tuple[object, ...]) -> None:
    """Pass this on to eyes that want to know it."""
    if isinstance(eyes, HeedsTwins):
        eyes.left_open(actions)


@runtime_checkable
class Previews(Protocol):
    """Eyes that can say a part of what they will say at once: people see what was made of their move while the rest is
    still asked."""

    def preview(self, state: object, still: Frame) -> Explanation | None:
        """What is seen at once, where it is clear and would only be borne out; None where there is nothing to say
        before all of it is known. ``explain`` of the same frame goes on from there. Raises as that does."""


def preview_of(eyes: object, state: object, still: Frame) -> Explanation | None:
    """What eyes that preview say at once; None of all others."""
    return eyes.preview(state, still) if isinstance(eyes, Previews) else None


AnyEyes: TypeAlias = Eyes[AnyState]  # of whichever game is on the table


def closed(corners: NDArray[np.number[Any]]) -> NDArray[np.float32]:
    """A polygon (n, 2) as the polyline (n + 1, 2) that ends where it begins: what overlays and remarks are made of."""
    return np.asarray(np.vstack([corners, corners[:1]]), np.float32)
