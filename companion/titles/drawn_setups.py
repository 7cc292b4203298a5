"""Set-ups of every game drawn at random: numbers of players, layouts, options and copies differ each time."""

from __future__ import annotations

import random

from companion.titles.registry import game_named, title_named
from games.any_game import AnyGame
from games.game import SEAT_COLOURS, HasSeats, Refusal, Seat

_SIXTH = {"carcassonne": (1, 6), "carcassonne-stained-glass": (2, 6)}  # has followers with an expansion only


def seats_of(key: str) -> tuple[int, int]:
    """How few and how many people may play a game, as its rules take them."""
    if key in _SIXTH:
        return _SIXTH[key]
    counts = [count for count in range(1, len(SEAT_COLOURS) + 1) if _takes(game_named(key), count)]
    return counts[0], counts[-1]


def _takes(game: AnyGame, count: int) -> bool:
    try:
        game.new(game.setup(tuple(Seat(f"P{number}", SEAT_COLOURS[number]) for number in range(count))))
    except Refusal:
        return False
    return True


def drawn_setup(key: str, rng: random.Random) -> HasSeats:
    """A set-up of the game with this key, drawn at random."""
    colours = rng.sample(SEAT_COLOURS, rng.randint(*seats_of(key)))
    seats = tuple(Seat(f"P{number}", colour) for number, colour in enumerate(colours, 1))
    title = title_named(key)
    setup = title.rules().setup(seats)
    return setup if title.varied is None else title.varied(setup, rng)
