"""How the default board was laid out: a seeded search over arrangements of symbols.

The publisher's arrangement is not known to us. Reviews say only that "a good part are parks, the others a guard or a
coat of arms", so the default takes 24 parks, 16 coats of arms and 14 guards on its 54 triangles and asks for a board
that is fair and lively. The score to be made small is the sum of the terms in :class:`BoardScore`:

- *even crossings*: a token should find the same mix wherever it stands, so for each symbol the share among the
  triangles at a crossing should be the share on the board;
- *mixed*: two triangles that share an edge should differ, guards most of all, as two side by side can't both be cut
  off and whole regions would be without danger;
- *even sixths*: no sixth of the board (as seen from a seat at each side) holds more of a symbol than another;
- *even rings*: inner and outer triangles hold the same mix, because outer ones are cut off more easily;
- *tells its sides apart*: turned by any multiple of 60 degrees, the board must differ from itself in most triangles, so
  that people and cameras know which way it lies.

``python -m games.cronberg.board_search`` runs the search and prints the arrangement that is stored in
``data/default_copy.json``.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from dataclasses import dataclass
from functools import cache

from games.cronberg.components import Symbol
from games.cronberg.lattice import TriangleLattice, lattice_of_side

DEFAULT_COUNTS = {Symbol.PARK: 24, Symbol.COAT: 16, Symbol.GUARD: 14}
_NEIGHBOUR_COST = {Symbol.PARK: 0.6, Symbol.COAT: 1.0, Symbol.GUARD: 3.0}
_LEAST_DISTINCT = 0.55  # least share of triangles that must differ under every turn


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The terms of an arrangement, each 0 where nothing could be better; see the module's text."""

    even_crossings: float
    mixed: float
    even_sixths: float
    even_rings: float
    alike_turned: float

    @property
    def total(self) -> float:
        """What the search makes small."""
        return self.even_crossings + self.mixed + self.even_sixths + self.even_rings + self.alike_turned


@cache
def turned_triangles(side: int) -> tuple[tuple[int, ...], ...]:
    """For 0 to 5 turns of 60 degrees clockwise: triangle -> the triangle it comes to lie on."""
    lattice = lattice_of_side(side)
    centres = [lattice.centre(triangle) for triangle in range(len(lattice.corners_of))]
    turned = []
    for turns in range(6):
        c, s = math.cos(turns * math.pi / 3), math.sin(turns * math.pi / 3)
        targets = [(c * x - s * y, s * x + c * y) for x, y in centres]
        turned.append(tuple(min(range(len(centres)), key=lambda t: math.dist(centres[t], at)) for at in targets))
    return tuple(turned)


def _groups(lattice: TriangleLattice) -> tuple[list[list[int]], list[list[int]]]:
    """Triangles by sixth of the board, and by ring around its middle."""
    sixths: list[list[int]] = [[] for _ in range(6)]
    rings: list[list[int]] = [[] for _ in range(lattice.side)]
    for triangle in range(len(lattice.corners_of)):
        x, y = lattice.centre(triangle)
        sixths[int((math.atan2(y, x) + math.pi) / (math.pi / 3)) % 6].append(triangle)
        steps = min(_distance_to_edges(x, y), lattice.side - 1)
        rings[steps].append(triangle)
    return sixths, [ring for ring in rings if ring]


def _distance_to_edges(x: float, y: float) -> int:
    """Ring of a triangle: 0 around the middle."""
    axes = [abs(x * math.sin(a) + y * math.cos(a)) for a in (0, math.pi / 3, 2 * math.pi / 3)]
    return int(max(axes) / (math.sqrt(3) / 2))


def score(symbols: tuple[Symbol, ...], side: int) -> BoardScore:
    """The terms of an arrangement (by triangle) of a board with this side."""
    lattice = lattice_of_side(side)
    share = {symbol: symbols.count(symbol) / len(symbols) for symbol in DEFAULT_COUNTS}

    def unevenness(groups: list[list[int]]) -> float:
        return sum(
            (sum(symbols[t] is symbol for t in group) - share[symbol] * len(group)) ** 2
            for group in groups
            for symbol in DEFAULT_COUNTS
        )

    sixths, rings = _groups(lattice)
    alike = sum(
        _NEIGHBOUR_COST.get(symbols[one], 0.0)
        for one, others in enumerate(lattice.neighbours_of)
        for other in others
        if other > one and symbols[one] is symbols[other]
    )
    different = [
        sum(symbols[t] is not symbols[to] for t, to in enumerate(turn)) / len(symbols)
        for turn in turned_triangles(side)[1:]
    ]
    return BoardScore(
        even_crossings=unevenness([list(fan) for fan in lattice.triangles_at]),
        mixed=alike,
        even_sixths=2 * unevenness(sixths),
        even_rings=unevenness(rings),
        alike_turned=200 * max(0.0, _LEAST_DISTINCT - min(different)),
    )


def search(side: int, counts: dict[Symbol, int], rng: random.Random, steps: int) -> tuple[Symbol, ...]:
    """The best arrangement of a simulated annealing that swaps two symbols at a time."""
    symbols = [symbol for symbol, count in counts.items() for _ in range(count)]
    rng.shuffle(symbols)
    cost = score(tuple(symbols), side).total
    best, least = tuple(symbols), cost
    for step in range(steps):
        heat = 4.0 * (0.02 / 4.0) ** (step / steps)
        one, other = rng.sample(range(len(symbols)), 2)
        if symbols[one] is symbols[other]:
            continue
        symbols[one], symbols[other] = symbols[other], symbols[one]
        changed = score(tuple(symbols), side).total
        if changed <= cost or rng.random() < math.exp((cost - changed) / heat):
            cost = changed
            if cost < least:
                best, least = tuple(symbols), cost
        else:
            symbols[one], symbols[other] = symbols[other], symbols[one]
    return best


def main() -> None:
    """Run the search and print the arrangement with its score."""
    parser = argparse.ArgumentParser(description="Search the default board of Cronberg.")
    parser.add_argument("--seed", type=int, default=1726)
    parser.add_argument("--steps", type=int, default=20_000)
    options = parser.parse_args()
    symbols = search(3, DEFAULT_COUNTS, random.Random(options.seed), options.steps)
    found = score(symbols, 3)
    names = lattice_of_side(3).triangle_names
    print(
        json.dumps(
            {
                "seed": options.seed,
                "steps": options.steps,
                "total": round(found.total, 3),
                **{term: round(getattr(found, term), 3) for term in BoardScore.__dataclass_fields__},
                "symbols": {name: symbol.value for name, symbol in zip(names, symbols, strict=True)},
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
