"""Set-ups of every game drawn at random: numbers of players, layouts, options and copies differ each time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from games.catalogue import game_named
from games.game import SEAT_COLOURS, Seat

_SEATS = {"carcassonne": (1, 6), "carcassonne-stained-glass": (2, 6), "cronberg": (2, 4)}
_SEATS |= dict.fromkeys(("thurn-and-taxis", "power-and-glory", "riga", "grand-masters"), (2, 4))
_SEATS |= dict.fromkeys(("istanbul", "istanbul-letters-and-seals", "great-bazaar"), (2, 5))


def drawn_setup(key: str, rng: random.Random) -> Any:
    """A set-up of the game with this key, drawn at random."""
    colours = rng.sample(SEAT_COLOURS, rng.randint(*_SEATS[key]))
    seats = tuple(Seat(f"P{number}", colour) for number, colour in enumerate(colours, 1))
    setup, vary = game_named(key).setup(seats), _VARIED.get(key)
    return setup if vary is None else vary(setup, rng)


def _carcassonne(setup: Any, rng: random.Random) -> Any:
    inns = rng.random() < 0.5 or len(setup.seats) == 6  # the sixth has followers there only
    return replace(setup, expansions=(*setup.expansions, "inns-and-cathedrals")) if inns else setup


def _stained_glass(setup: Any, rng: random.Random) -> Any:
    from games.carcassonne.stained_glass.windows import printed

    options = {}
    for key, one in printed()["options"].items():
        if rng.random() < 0.4:
            options[key] = rng.choice(
                tuple(one["allowed"]) if "allowed" in one else range(one["least"], one["most"] + 1)
            )
    return replace(_carcassonne(setup, rng), options=tuple(sorted(options.items())))


def _cronberg(setup: Any, rng: random.Random) -> Any:
    from games.cronberg.components import Edition, RhombKind, Symbol

    if rng.random() < 0.5:
        return setup
    side = rng.choice((1, 2, 3, 3, 4))
    symbols = tuple(rng.choice((Symbol.PARK, Symbol.COAT, Symbol.GUARD)) for _ in range(6 * side * side))
    draw = partial(rng.randint, -8, 8)
    kinds = tuple(
        RhombKind(f"k{n}", "building", (draw(), draw(), draw(), draw()), rng.randint(1, 3))
        for n in range(rng.randint(1, 12))
    )
    return replace(setup, edition=Edition("somebody's", side, symbols, kinds))


def _thurn(setup: Any, rng: random.Random) -> Any:
    return replace(setup, all_provinces_has_baiern=rng.random() < 0.5)


def _istanbul(setup: Any, rng: random.Random) -> Any:
    from games.istanbul.drawn_box import varied
    from games.istanbul.rules import playing

    return varied(playing(setup), setup, rng)


def _riga(setup: Any, rng: random.Random) -> Any:
    grand, houses = rng.random() < 0.6, rng.random() < 0.6
    return replace(setup, grand_masters=grand, riga_buildings=houses, victual_brothers=rng.random() < 0.5)


def _grand_masters(setup: Any, rng: random.Random) -> Any:
    return replace(setup, with_riga=rng.random() < 0.5, victual_brothers=rng.random() < 0.5)


_VARIED: dict[str, Callable[[Any, random.Random], Any]] = {
    "carcassonne": _carcassonne,
    "carcassonne-stained-glass": _stained_glass,
    "cronberg": _cronberg,
    "thurn-and-taxis": _thurn,
    "power-and-glory": _thurn,
    "istanbul": _istanbul,
    "istanbul-letters-and-seals": _istanbul,
    "great-bazaar": _istanbul,
    "riga": _riga,
    "grand-masters": _grand_masters,
}
