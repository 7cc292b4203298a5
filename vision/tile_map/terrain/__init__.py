"""Reading tiles of an edition never seen: which terrain leaves each side, what is joined, what stands on it."""

from vision.tile_map.terrain.kinds import (
    Placement,
    TerrainKind,
    UnknownKind,
    column_of,
    kind_named,
    kinds,
    lowest_turns,
    placements,
    turns_of,
)
from vision.tile_map.terrain.reader import (
    TERRAINS,
    TerrainReader,
    among,
    by_kind,
    feature_map,
    terrain_reader,
)

__all__ = [
    "TERRAINS",
    "Placement",
    "TerrainKind",
    "TerrainReader",
    "UnknownKind",
    "among",
    "by_kind",
    "column_of",
    "feature_map",
    "kind_named",
    "kinds",
    "lowest_turns",
    "placements",
    "terrain_reader",
    "turns_of",
]
