"""Live eyes of a board that lies flat: it is found once the table lies still, and again after it was moved or lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Generic, TypeVar

from vision.attention import Sight, Watch
from vision.eyes import Attention, Glance
from vision.frames import Frame
from vision.search_pauses import SearchPauses

ViewT = TypeVar("ViewT")  # how a game tells where its board lies on a picture: a camera above it, a plan of it


class BoardEyes(ABC, Generic[ViewT]):
    """The cheap look at every frame, as far as it is the same for every such board."""

    def __init__(self) -> None:
        self._watch = Watch()
        self._view: ViewT | None = None  # None until the board was found
        self._pauses = SearchPauses(self._lock_again_ms)

    @property
    @abstractmethod
    def _lock_again_ms(self) -> float:
        """How soon a board that was not found is sought again."""

    @abstractmethod
    def _sought(self, frame: Frame, sight: Sight) -> ViewT | None:
        """The board on a frame, near where it was if that is known; None where it is not found."""

    @abstractmethod
    def _aim(self, frame: Frame) -> None:
        """Tell the watch where the board lies; nothing that was read of it before holds any more."""

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        sight = self._watch.look(frame)
        if not sight.settled:
            self._stirred(sight)
            return sight.glance if self._view is not None else sight.glance.with_attention(Attention.LOST)
        if self._view is None:
            return self._locked(frame, sight, Attention.LOST)
        if sight.glance.attention in (Attention.BUMPED, Attention.LOST):
            return self._locked(frame, sight, sight.glance.attention)
        return self._at_rest(frame, sight)

    def _stirred(self, sight: Sight) -> None:
        """Something moves, or a hand is in view."""
        self._pauses.moved()

    def _at_rest(self, frame: Frame, sight: Sight) -> Glance:
        """What a settled frame of the board brings that lies where it was found."""
        return sight.glance

    def _locked(self, frame: Frame, sight: Sight, until: Attention) -> Glance:
        """The board sought; ``until`` it is found that is the table's state."""
        if not self._pauses.due(frame.time_ms):
            return sight.glance.with_attention(until)
        view = self._sought(frame, sight)
        self._pauses.sought(found=view is not None)
        if view is None:
            return sight.glance.with_attention(until)
        self._view = view
        self._aim(frame)
        self._watch.was_read(frame.image)
        return replace(sight.glance.with_attention(Attention.STILL), changed=True)
