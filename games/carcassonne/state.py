"""The set-up of a game and its state: immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from games.carcassonne.board import Board
from games.carcassonne.moment import StepKey
from games.game import JsonValue, Seat

FARMERS, WITHOUT = "farmers", "without"  # an option that leaves a part of the game out, and its value then


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first turn.

    Attributes:
        seats: everybody in playing order, one to six.
        sets: tile sets in the box, ``basic`` and ``inns-and-cathedrals``. A set that belongs to an expansion switches
            that expansion on.
        expansions: expansions that are switched on; each brings its own tile sets.
        options: values that differ from the default, such as ``(("tiny-city-scoring", 2),)``.
        missing: tiles that got lost from this box, by key, one entry a tile.
        printed: options whose value is what the owner's box or rulebook prints, where ours would be a house rule.
    """

    seats: tuple[Seat, ...]
    sets: tuple[str, ...] = ("basic",)
    expansions: tuple[str, ...] = ()
    options: tuple[tuple[str, int | str], ...] = ()
    missing: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()

    @property
    def has_farmers(self) -> bool:
        """False where the table leaves them out: fields are nobody's and bring nothing."""
        return (FARMERS, WITHOUT) not in self.options


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game.

    Attributes:
        setup: what it was set up with.
        board: the tiles that lie and who stands on them.
        bag: how many tiles of each kind are still to be drawn; kinds with none left are not in it. Which comes next
            nobody knows: the action that lays a tile tells it.
        discarded: tiles that fitted nowhere, in the order they were put away; those of turns that no longer fit after a
            correction are among them.
        scores: points by seat.
        supply: followers at hand, by seat: kind -> how many.
        seat: whose turn it is (seat index).
        turn: number of the turn, from 1.
        step: which step of the turn waits for a decision: ``lay``, ``follower``, an expansion's, or ``over``.
        expansions: what expansions remember, by their key.
    """

    setup: Setup
    board: Board
    bag: Mapping[str, int]
    discarded: tuple[str, ...]
    scores: tuple[int, ...]
    supply: tuple[Mapping[str, int], ...]
    seat: int = 0
    turn: int = 1
    step: StrEnum = StepKey.LAY
    expansions: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """True when the last turn is done and everything is scored."""
        return self.step is StepKey.OVER

    @property
    def tiles_left(self) -> int:
        """How many tiles are still in the bag."""
        return sum(self.bag.values())


def state_to_json(state: State, expansions: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The state as plain data; ``expansions`` is what each of them has to tell about its own state."""
    board = state.board
    return {
        "tiles": [
            {"tile": tile.turned.key, "x": tile.x, "y": tile.y, "turns": tile.turned.turns} for tile in board.laid
        ],
        "followers": [
            {
                "seat": follower.seat,
                "kind": follower.kind,
                "x": board.tile_of(follower.part).x,
                "y": board.tile_of(follower.part).y,
                "feature": board.feature_of(follower.part).kind.value,
                "location": board.feature_of(follower.part).location,
            }
            for follower in sorted(board.followers(), key=lambda follower: (follower.part, follower.seat))
        ],
        "bag": dict(sorted(state.bag.items())),
        "discarded": list(state.discarded),
        "scores": list(state.scores),
        "supply": [dict(sorted(supply.items())) for supply in state.supply],
        "seat": state.seat,
        "turn": state.turn,
        "step": state.step.value,
        "expansions": dict(expansions),
    }
