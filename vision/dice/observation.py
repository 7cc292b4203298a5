"""What is seen of dice."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import Phrase


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die that was read: ``x``, ``y`` the middle of its upper face and ``side`` its mean edge, px of the picture.

    ``confidence`` is the chance that ``pips`` is right.
    """

    pips: int
    x: float
    y: float
    side: float
    confidence: float


@dataclass(frozen=True, slots=True)
class UnreadDie:
    """A die that is not given a number, and why: the players say what it shows, or throw it again."""

    x: float
    y: float
    side: float
    why: Phrase


@dataclass(frozen=True, slots=True)
class DiceObservation:
    """All dice of a picture, from the top down; empty where there is none."""

    dice: tuple[SeenDie, ...]
    unread: tuple[UnreadDie, ...]
