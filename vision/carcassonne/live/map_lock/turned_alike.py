"""Recorded tiles that lie turned otherwise, in ways that are the same to the rules.

Whoever enters a straight road need not say which way round it lies, and records that come from photographs or from
elsewhere do not know. Its print shows it all the same, and must be held against it as it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.carcassonne.tiles import turns_alike
from vision.carcassonne.live import known_tiles
from vision.carcassonne.live.known_tiles import laid_on
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.poses import TileAsLaid
from vision.parameters import Parameters, parameter
from vision.registration.lattice import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedAlikeParameters(Parameters):
    """By how much a tile must fit better the other way round to lie so."""

    surely_otherwise: float = parameter(
        0.7,
        "squared standard deviations",
        "a pixel, by which a tile must fit better with other turns, as with any other kind",
        "docs/findings/a-small-processor.md",
    )


PARAMETERS = TurnedAlikeParameters()


def other_ways(tile: TileAsLaid) -> tuple[TileAsLaid, ...]:
    """A tile with the other turns that are the same to the rules."""
    key, turns = tile
    return tuple((key, other) for other in turns_alike(key, turns) if other != turns)


def plainly_otherwise(match: TileMatch, recorded: TileMatch) -> bool:
    """Whether a tile fits so much better than as recorded that it lies so."""
    return match.cost < recorded.cost - PARAMETERS.surely_otherwise


def turned_alike(sight: TileSight, matches: Mapping[Cell, TileMatch]) -> dict[Cell, TileMatch]:
    """Tiles where they lie, those that fit badly with other turns where they plainly lie so: anew, for as recorded they
    may have gone astray."""
    found = dict(matches)
    unsure = {
        cell: [(match.pose, other) for other in other_ways((match.key, match.turns))]
        for cell, match in matches.items()
        if match.cost > known_tiles.PARAMETERS.lies_there
    }
    while unsure := {cell: ways for cell, ways in unsure.items() if ways}:
        there = laid_on(sight, {cell: ways.pop() for cell, ways in unsure.items()})
        for cell, match in there.items():
            if plainly_otherwise(match, matches[cell]) and match.cost < found[cell].cost:
                found[cell] = match
    return found


def turned_otherwise(matches: Mapping[Cell, TileMatch], tiles: Mapping[Cell, TileAsLaid]) -> dict[Cell, TileAsLaid]:
    """Those of some tiles that do not lie as recorded, and how they do."""
    lying = {cell: (match.key, match.turns) for cell, match in matches.items()}
    return {cell: tile for cell, tile in lying.items() if tiles.get(cell, tile) != tile}
