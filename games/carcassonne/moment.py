"""Where a turn stands, as a type. Expansions have keys of their own for the steps that they bring."""

from __future__ import annotations

from enum import StrEnum


class StepKey(StrEnum):
    """Which step of a turn is due. A string, so that it is written as such in JSON and in the keys of messages."""

    LAY = "lay"
    FOLLOWER = "follower"
    SCORE = "score"  # done by itself
    OVER = "over"
