"""A new tile that does not go with the record, and the recorded tile beside it that it belies.

While an edition is learned a tile is recorded as it was told first, now and then wrongly. What is laid beside it later
then fits no more: the rules leave only kinds there that it does not look like at all. Rather than take the likeliest of
those, people are asked about the tile on record, if another kind had been the next likely there, and else are shown
what does not fit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from games.carcassonne.tiles import tile_type
from vision.carcassonne.live.review import other_tile_lies, place_named
from vision.carcassonne.poses import TileAsLaid, tile_as_laid
from vision.explanation import Discrepancy, Explanation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import NEIGHBOURS, Cell, facing

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliedTilesParameters(Parameters):
    """How likely a tile was recorded wrongly, and when people are asked about it."""

    overlooked: float = parameter(
        0.5, "share", "default: of tiles told wrongly that nobody corrects before they are on record", CHOSEN
    )
    misread: float = parameter(
        0.005,
        "probability",
        "that a tile is laid against the rules, or that its terrain is misread as plainly as that",
        FINDING,
    )
    gained: float = parameter(
        3.0,
        "nats",
        "by which what lies beside a tile must go better with another kind there than with the recorded one",
        CHOSEN,
    )
    asked_from: float = parameter(
        0.5, "probability", "that a recorded tile is another, from which people are asked about that one", CHOSEN
    )
    # Of 181 looks at tiles that go with the record, on six evenings of two editions: 0.31, the others 0.9 and more.
    goes_with: float = parameter(
        0.2,
        "probability",
        "that a new tile goes with the record, below which people are told that it does not",
        FINDING,
    )


PARAMETERS = BeliedTilesParameters()

Said = Mapping[TileAsLaid, float]  # log-likelihood of what is seen at a place under each way to lie


@dataclass(frozen=True, eq=False, slots=True)
class BesideRecord:
    """A new tile held against the record.

    Attributes:
        cell: where it lies.
        seen: log-likelihood of what is seen there, of all ways to lie, 0 for the likeliest.
        earlier: the same of a recorded tile, as it was seen when it was laid; nothing of one that is not doubted.
        tiles: what lies where by the record (key, turns).
        bag: how many of each kind are left, the new one among them.
    """

    cell: Cell
    seen: Said
    earlier: Callable[[Cell], Said]
    tiles: Mapping[Cell, TileAsLaid]
    bag: Mapping[str, int]

    def added_to(self, explanation: Explanation) -> Explanation:
        """An explanation of the tile with what differs from the record, if anything does; see :meth:`differing`."""
        differs = self.differing()
        if differs is None or any(one.place == differs.place for one in explanation.discrepancies):
            return explanation
        return replace(explanation, discrepancies=(*explanation.discrepancies, differs))

    def differing(self) -> Discrepancy | None:
        """The tile beside it that is likelier another than what it is on record, or the new one where it goes with
        nothing; None where it goes with the record.

        Bayes' rule over three ways in which it came about: the record is right and the tile is one that the rules allow
        there; a tile beside it is another one, as far as what was seen of that leaves it open; or neither, and it lies
        against the rules or looks like another kind.
        """
        allowed = self._goes_with(self.tiles, self.bag)
        any_kind = _together(weight for _, weight in _each(self.seen, self.bag))
        if any_kind < allowed + PARAMETERS.gained:
            return None
        others = list(self._other_kinds(allowed))
        total = _together([allowed, math.log(PARAMETERS.misread) + any_kind, *(weight for weight, _, _ in others)])
        chances = dict[Cell, float]()
        for weight, place, _ in others:
            chances[place] = chances.get(place, 0.0) + math.exp(weight - total)
        goes_with = math.exp(allowed - total)
        belied = max(chances, key=chances.__getitem__, default=None)
        if belied is not None and chances[belied] >= PARAMETERS.asked_from:
            likeliest = max((weight, other) for weight, place, other in others if place == belied)[1]
            return other_tile_lies(belied, self.tiles[belied], likeliest, chances[belied])
        if goes_with >= PARAMETERS.goes_with:
            return None
        return Discrepancy(place_named(self.cell), "carcassonne.seen_empty", "carcassonne.seen_misfit", 1 - goes_with)

    def _other_kinds(self, allowed: float) -> Iterator[tuple[float, Cell, TileAsLaid]]:
        """Each other kind that a tile beside the new one may be and goes plainly better with it, and its log weight."""
        for down, right in NEIGHBOURS:
            place = self.cell[0] + down, self.cell[1] + right
            said = self.earlier(place)
            recorded = tile_as_laid(*self.tiles[place]) if place in self.tiles else None
            if recorded is None or recorded not in said:
                continue
            left = Counter(self.bag)
            left[recorded[0]] += 1
            usual = said[recorded] + math.log(left[recorded[0]])
            for other, weight in _each(said, left):
                if other == recorded or not _fits(place, other, self.tiles):
                    continue
                with_it = self._goes_with({**self.tiles, place: other}, left - Counter([other[0]]))
                if with_it >= allowed + PARAMETERS.gained:
                    # What else told of it outweighed the terrain: that can't speak for another kind by itself.
                    yield math.log(PARAMETERS.overlooked) + min(weight - usual, 0.0) + with_it, place, other

    def _goes_with(self, tiles: Mapping[Cell, TileAsLaid], bag: Mapping[str, int]) -> float:
        """Log weight of what is seen if any of the kinds lies there that fit their neighbours."""
        return _together(weight for other, weight in _each(self.seen, bag) if _fits(self.cell, other, tiles))


def _each(said: Said, bag: Mapping[str, int]) -> Iterator[tuple[TileAsLaid, float]]:
    """Each way to lie of which a tile is left, with its log weight."""
    return ((tile, nats + math.log(bag[tile[0]])) for tile, nats in said.items() if bag.get(tile[0], 0) > 0)


def _fits(cell: Cell, tile: TileAsLaid, tiles: Mapping[Cell, TileAsLaid]) -> bool:
    """Whether a tile goes on as its neighbours do."""
    sides = _sides(tile)
    around = ((side, tiles.get((cell[0] + down, cell[1] + right))) for side, (down, right) in enumerate(NEIGHBOURS))
    return all(other is None or _sides(other)[facing(side)] == sides[side] for side, other in around)


def _sides(tile: TileAsLaid) -> tuple[str, ...]:
    key, turns = tile
    return tile_type(key).turned[turns].sides


def _together(weights: Iterable[float]) -> float:
    """The logarithm of the sum of what some logarithms stand for."""
    return float(np.logaddexp.reduce(list(weights)))
