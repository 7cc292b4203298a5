"""What can be noticed of a map that is followed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.carcassonne.observation import SeenFollower, SeenTile


class EventKind(StrEnum):
    """What happened on the table."""

    LOCKED = "locked"  # the map was found, at first or again
    PLACED = "placed"
    FOLLOWER = "follower"
    FOLLOWER_GONE = "follower_gone"
    BUMP = "bump"  # table or camera was knocked: nothing is accepted until the map is locked again
    OUT_OF_STEP = "out_of_step"  # what lies there is not what was accepted
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class FollowEvent:
    """One thing that was noticed. ``row`` and ``column`` count as at the first lock; None where it is about the whole
    map. ``frame`` is the number of the picture, from 0; ``tile`` and ``follower`` are what it is about, if anything."""

    frame: int
    kind: EventKind
    row: int | None = None
    column: int | None = None
    tile: SeenTile | None = None
    follower: SeenFollower | None = None
    confidence: float = 1.0
