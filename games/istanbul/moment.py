"""Where a turn stands, as types: its steps, the pieces that act, and other ways to move than one or two places.

All are strings, so that they are written as such in JSON and compare equal to what a record holds.
"""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """What is to be done next in a turn, and after the last one."""

    MOVE = "move"
    PAY = "pay"
    ACTION = "action"
    ENCOUNTERS = "encounters"
    AFTER = "after"  # the turn is done but for what may follow it
    WINDOW = "window"  # last chance for bonus cards
    OVER = "over"


class Piece(StrEnum):
    """Who came to a place to act there."""

    MERCHANT = "merchant"
    FAMILY = "family"
    COMPANION = "companion"


class Aim(StrEnum):
    """How the move goes."""

    STEPS = ""  # so many places as the state says
    ANYWHERE = "anywhere"
    CHASE = "merchant"  # to another player's merchant
    COMPANION = "companion"  # the companion's longer way


OWN_TURN = (Step.MOVE, Step.PAY, Step.ACTION, Step.ENCOUNTERS)
