"""A picture's colours and softness, told by the tiles that the record knows: what they are is no question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.known_tiles import as_they_lie
from vision.carcassonne.live.map_lock.lock import focused, tone_from
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone
from vision.registration.lattice import Cell, Matrix
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class LightOnRecordParameters(Parameters):
    """How many of the tiles on record a picture's colours are learned from."""

    tiles: int = parameter(36, "tiles", "from all over the map, that a picture's colours are learned from", CHOSEN)


PARAMETERS = LightOnRecordParameters()


def tone_on_record(layers: Layers, memory: Memory, track: Track | None = None) -> Tone:
    """A picture's colours, learned from the tiles that lie on record, now or as an earlier ``track`` has them."""
    deck, tiles = memory.deck, memory.tiles
    poses = {cell: pose for cell, pose in (track or memory.track).lattice.cells.items() if cell in tiles}
    cells = list(poses)[:: max(-(-len(poses) // PARAMETERS.tiles), 1)]
    several = [cell for cell in cells if len(deck.entries(*tiles[cell])) > 1]  # which of its pictures fits?
    matches = as_they_lie(TileSight(layers, NEUTRAL, deck), {cell: (poses[cell], tiles[cell]) for cell in several})
    known: list[tuple[Matrix, int]] = []
    for cell in cells:
        entries = deck.entries(*tiles[cell])
        known += [(poses[cell], matches[cell].entry if cell in matches else int(one)) for one in entries[:1]]
    if not known:
        return NEUTRAL
    return tone_from(layers, deck, np.stack([pose for pose, _ in known]), [entry for _, entry in known])


def deck_in_focus(layers: Layers, tone: Tone, memory: Memory) -> tuple[Deck, int] | None:
    """The deck as softly as this camera sees, with the number of tiles that tell so; None where none is told."""
    places: Mapping[Cell, tuple[Matrix, tuple[str, int]]] = {
        cell: (pose, memory.tiles[cell]) for cell, pose in memory.track.lattice.cells.items()
    }
    matches = as_they_lie(TileSight(layers, tone, memory.deck), places)
    return (focused(layers, memory.deck, matches), len(matches)) if matches else None
