"""Where a game of Riga stands, or a table of its scorer, as a type."""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """What is to be done next. A string, so that it is written as such in JSON and in the keys of messages."""

    ROW = "row"  # the Grand Masters are laid out
    DEAL = "deal"
    SPRING = "spring"
    TAKE = "take"
    BUILD = "build"
    PAY = "pay"
    WINTER = "winter"  # down to the hand limit
    SHOW = "show"  # cash is counted: hands are shown
    END = "end"  # the last year is over and not counted yet; no table stays there
    PLAY = "play"  # of the scorer: buildings are told as they are built
    CASH = "cash"  # of the scorer: everybody tells their ducats
    OVER = "over"
