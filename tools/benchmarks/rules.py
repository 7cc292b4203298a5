"""``bench rules``: uniform random walks over everything that is legal, in every game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter

from companion.titles.drawn_setups import drawn_setup
from companion.titles.registry import game_keys, game_named
from games.game import JsonValue
from tools.benchmarks.walking import Walk, walk

GAMES = 10_000
MOST_ACTIONS = 400  # of one walk: who has no plan needs thousands to bring a game of Istanbul to its end ...
WHOLE_EVERY, MOST_WHOLE = 25, 10_000  # ... so one walk in so many goes on until the game is over
_SHOWN = 8  # faults that are told in full


def walked(key: str, seed: int, most_actions: int = 0) -> Walk:
    """One walk in the game with this key; the seed draws its table as well, whether it goes on to the end, and whether
    the kind of action is drawn first."""
    most_actions = most_actions or (MOST_ACTIONS if seed % WHOLE_EVERY else MOST_WHOLE)
    return walk(game_named(key), drawn_setup(key, random.Random(seed)), seed, most_actions, by_kind=seed % 2 == 0)


def measure(
    games: int, seed: int, only: Iterable[str] = (), *, step: Callable[[str], None] = lambda key: None
) -> dict[str, JsonValue]:
    """Rows by game: walks, how many came to their end, actions, states looked at, faults by kind with examples."""
    rows: dict[str, JsonValue] = {}
    for key in tuple(only) or game_keys():
        step(key)
        started = perf_counter()
        rows[key] = row_of([walked(key, seed + number) for number in range(games)], perf_counter() - started)
    return rows


def row_of(walks: list[Walk], seconds: float) -> dict[str, JsonValue]:
    """What a game's walks found, as plain data."""
    kinds = Counter(fault.kind for one in walks for fault in one.faults)
    faulty = [one for one in walks if one.faults]
    return {
        "games": len(walks),
        "ended": sum(one.ended for one in walks),
        "actions": sum(one.actions for one in walks),
        "actions_median": median(one.actions for one in walks),
        "states_checked": sum(one.tried for one in walks),
        "games_with_faults": len(faulty),
        "faults": dict(sorted(kinds.items())),
        "examples": [
            f"seed {one.seed}, {one.players} players, action {one.faults[0].where}: "
            f"{one.faults[0].kind}: {one.faults[0].detail}"
            for one in faulty[:_SHOWN]
        ],
        "seconds": round(seconds, 1),
    }
