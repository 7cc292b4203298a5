"""Where a turn stands, as types: its steps, and the officials who help it.

Both are strings, so that they are written as such in JSON and compare equal to what was written.
"""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """What is to be done next."""

    DEAL = "deal"  # the open cards are turned up
    TAKE = "take"
    PLAY = "play"
    CLOSE = "close"  # a card has been played: the route may be closed, or the turn ended
    DISCARD = "discard"  # after closing, down to the hand limit
    OVER = "over"


class Official(StrEnum):
    """Whose help a turn has had; one of them at most. The cartwright's is part of the closing that ends it."""

    POSTMASTER = "postmaster"  # a second card taken
    ADMINISTRATOR = "administrator"  # the open cards renewed
    POSTAL_CARRIER = "postal carrier"  # a second card played
