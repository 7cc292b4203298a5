"""Carcassonne played in lines of its notation."""

from __future__ import annotations

import pytest

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.game import Event, Refusal, ScoreLine, Seat

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


INNS = ("inns-and-cathedrals",)


def table(**setup: object) -> State:
    return CARCASSONNE.new(CARCASSONNE.setup(SEATS, **setup))  # type: ignore[arg-type]


def play(state: State, *lines: str) -> tuple[State, list[Event]]:
    """Whole turns in one line each: ``V 1,0 r90: small Road W``, or without a follower ``V 1,0 r90``."""
    events: list[Event] = []
    for line in lines:
        tile, _, follower = line.partition(":")
        for action in (f"lay {tile}", f"follower {follower}" if follower else "skip"):
            state, more = CARCASSONNE.apply(state, CARCASSONNE.read(action))
            events.extend(more)
    return state, events


def lines(events: list[Event]) -> list[ScoreLine]:
    return [event.line for event in events if event.line]


def final(state: State) -> list[ScoreLine]:
    return lines(list(CARCASSONNE.finish(state)[1]))


def refusal(state: State, action: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        CARCASSONNE.apply(state, CARCASSONNE.read(action))
    return refused.value
