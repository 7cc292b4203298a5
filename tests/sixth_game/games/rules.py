"""Noughts and crosses with counters: who has three in a row first has won, and scores a point."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.game import Event, JsonValue, Phrase, Refusal, RefusalKind, ScoreItem, ScoreLine, Seat, Standing, ranked

CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")  # row by row from the upper left
ROWS = tuple(
    tuple(CELLS[at] for at in row)
    for row in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
RULE = "Noughts and crosses: three in a row"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Setup:
    """Two people."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A counter laid on a free cell."""

    cell: str


@dataclass(frozen=True, slots=True)
class State:
    """The board: whose counter lies on each cell that has one, by cell; and who won."""

    setup: Setup
    counters: tuple[tuple[str, int], ...] = ()
    winner: int | None = None

    @property
    def seat(self) -> int:
        """Who lays the next counter."""
        return len(self.counters) % 2

    @property
    def is_over(self) -> bool:
        return self.winner is not None or len(self.counters) == len(CELLS)

    @property
    def free(self) -> tuple[str, ...]:
        taken = dict(self.counters)
        return tuple(cell for cell in CELLS if cell not in taken)


class NoughtsAndCrosses:
    """See :class:`games.game.Game`."""

    key = "noughts-and-crosses"

    def setup(self, seats: tuple[Seat, ...]) -> Setup:
        return Setup(seats)

    def new(self, setup: Setup) -> State:
        if len(setup.seats) != 2:
            count = len(setup.seats)
            raise Refusal(RefusalKind.INVALID, Phrase.of("noughts.refused_seats", count=count), value=str(count))
        return State(setup)

    def legal(self, state: State) -> Iterator[Place]:
        if not state.is_over:
            yield from map(Place, state.free)

    def apply(self, state: State, action: Place) -> tuple[State, tuple[Event, ...]]:
        if state.is_over or action.cell not in state.free:
            phrase = Phrase.of("noughts.refused_cell", cell=action.cell)
            raise Refusal(RefusalKind.ILLEGAL, phrase, value=action.cell, place=action.cell, rule=RULE)
        seat = state.seat
        after = replace(state, counters=(*state.counters, (action.cell, seat)))
        own = {cell for cell, owner in after.counters if owner == seat}
        won = next((row for row in ROWS if own.issuperset(row)), None)
        if won is None:
            return after, (Event(Phrase.of("noughts.placed", cell=action.cell), seat, (action.cell,)),)
        three = Phrase.of("noughts.three", cells=won)
        line = ScoreLine(seat, 1, three, (ScoreItem(three, 1, won),), "1", RULE, places=won)
        return replace(after, winner=seat), (Event(three, seat, won, line),)

    def player_to_move(self, state: State) -> int | None:
        return None if state.is_over else state.seat

    def closing(self, state: State) -> Place | None:
        return None  # somebody has to lay a counter first

    def standings(self, state: State) -> tuple[Standing, ...]:
        return ranked({seat: int(seat == state.winner) for seat in range(len(state.setup.seats))})

    def sample(self, state: State, rng: random.Random) -> Place:
        return rng.choice(tuple(self.legal(state)))

    def write(self, action: Place) -> str:
        return f"place {action.cell}"

    def read(self, text: str) -> Place:
        verb, _, cell = text.partition(" ")
        if verb != "place" or cell not in CELLS:
            raise Refusal(RefusalKind.INVALID, Phrase.of("noughts.no_action", text=text), value=text)
        return Place(cell)

    def setup_to_json(self, setup: Setup) -> Mapping[str, JsonValue]:
        seats: list[JsonValue] = [seat.to_json() for seat in setup.seats]
        return {"game": self.key, "format": FORMAT, "seats": seats}

    def setup_from_json(self, data: Mapping[str, JsonValue]) -> Setup:
        try:
            if (data["game"], data["format"]) != (self.key, FORMAT):
                raise KeyError("game")
            return Setup(tuple(Seat.from_json(one) for one in data["seats"]))  # type: ignore
        except (KeyError, TypeError) as error:
            raise Refusal(RefusalKind.INVALID, Phrase.of("noughts.no_setup"), value=str(error)) from error

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        return {"counters": [[cell, seat] for cell, seat in state.counters], "winner": state.winner}


NOUGHTS_AND_CROSSES = NoughtsAndCrosses()


def broken_laws(state: State) -> tuple[str, ...]:
    """No cell holds two counters, and nobody is more than one counter ahead."""
    cells = [cell for cell, _ in state.counters]
    first = sum(seat == 0 for _, seat in state.counters)
    laws = {"one counter a cell": len(set(cells)) == len(cells), "in turn": first - (len(cells) - first) in (0, 1)}
    return tuple(name for name, holds in laws.items() if not holds)
