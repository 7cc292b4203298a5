"""A table with Stained Glass, as tests of its rules talk about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from games.carcassonne.rules import Carcassonne
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import Glass, with_glass
from games.carcassonne.stained_glass.windows import whole_supply
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_from_print
from games.game import Event, Refusal, ScoreLine, Seat

ANNA, BEN, CLEO = 0, 1, 2
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
INNS = ("inns-and-cathedrals",)

PASSING = tile_from_print(
    "XX/LRr", {"monastery": True, "roads": [{"sides": ["W", "E"]}], "fields": [{"edges": ["WR", "NL", "NR", "EL"]}]}
)


def table(game: Carcassonne = CARCASSONNE_STAINED_GLASS, **setup: Any) -> State:
    return game.new(game.setup(SEATS, **setup))


def holding(state: State, *held: str) -> State:
    """The state with glass in the areas of Anna, Ben and Cleo: ``"1a 1b"``."""
    supply = whole_supply()
    areas: list[Mapping[str, int]] = []
    for tiles in (*held, "", "", "")[:3]:
        areas.append(Counter(tiles.split()))
        supply.subtract(tiles.split())
    return with_glass(state, Glass(+supply, tuple(areas)))


def play(state: State, *actions: str) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for action in actions:
        state, more = CARCASSONNE_STAINED_GLASS.apply(state, CARCASSONNE_STAINED_GLASS.read(action))
        events.extend(more)
    return state, events


def steps(state: State, *actions: str) -> list[str]:
    """The step that waits before each action and after the last."""
    found = [state.step]
    for action in actions:
        state, _ = play(state, action)
        found.append(state.step)
    return found


def refusal(state: State, action: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        play(state, action)
    return refused.value


def lines(events: list[Event]) -> list[ScoreLine]:
    return [event.line for event in events if event.line]


def legal(state: State) -> set[str]:
    return {action.notation for action in CARCASSONNE_STAINED_GLASS.legal(state)}


def surrounded(follower: str = "skip") -> State:
    """A cloister with seven tiles around it; Ben is to lay the eighth, at 0,2. Its glass went back into the bag."""
    state, _ = play(table(), "lay B 0,1", "glass 1a", follower)
    around = ["U 1,0", "U -1,0", "E 1,1 r90", "E -1,1 r270", "E 1,2 r90", "E -1,2 r270"]
    for tile in around:
        state, _ = play(state, f"lay {tile}", "skip")
    state = with_glass(state, Glass.start(3))
    assert state.seat == BEN
    return state
