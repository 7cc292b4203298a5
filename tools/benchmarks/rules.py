"""``bench rules``: uniform random walks over everything that is legal, in every game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median

from companion.titles.drawn_setups import drawn_setup
from companion.titles.registry import game_keys, game_named
from games.game import JsonValue
from tools.benchmarks.kept_rows import add_row, rows_in
from tools.benchmarks.walking import RandomWalk, walk

GAMES = 10_000
MOST_ACTIONS = 400  # of one walk: who has no plan needs thousands to bring a game of Istanbul to its end ...
WHOLE_EVERY, MOST_WHOLE = 25, 10_000  # ... so one walk in so many goes on until the game is over
_SHOWN = 8  # faults that are told in full


def walked(key: str, seed: int, most_actions: int = 0) -> RandomWalk:
    """One walk in the game with this key; the seed draws its table as well, whether it goes on to the end, and whether
    the kind of action is drawn first."""
    most_actions = most_actions or (MOST_ACTIONS if seed % WHOLE_EVERY else MOST_WHOLE)
    return walk(game_named(key), drawn_setup(key, random.Random(seed)), seed, most_actions, by_kind=seed % 2 == 0)


def measure(
    games: int,
    seed: int,
    only: Iterable[str] = (),
    *,
    rows: Path | None = None,
    step: Callable[[str], None] = lambda key: None,
) -> dict[str, JsonValue]:
    """Rows by game: walks, how many came to their end, actions, states looked at, faults by kind with examples.

    ``rows`` is a file to which each walk is added as a line; a walk that stands there is not taken again, so that ten
    thousand can be walked in pieces. Which rules they were walked with is for whoever keeps the file to know.
    """
    known = {(one.game, one.seed): one for one in rows_in(rows, RandomWalk)}
    result: dict[str, JsonValue] = {}
    for key in tuple(only) or game_keys():
        step(key)
        result[key] = row_of(list(_walks(key, range(seed, seed + games), known, rows)))
    return result


def _walks(key: str, seeds: range, known: dict[tuple[str, int], RandomWalk], rows: Path | None) -> Iterator[RandomWalk]:
    for seed in seeds:
        one = known.get((key, seed))
        if one is None:
            one = walked(key, seed)
            add_row(rows, one)
        yield one


def row_of(walks: list[RandomWalk]) -> dict[str, JsonValue]:
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
        "seconds": round(sum(one.seconds for one in walks), 1),
    }
