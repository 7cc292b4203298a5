"""Reading tiles of an edition never seen: which terrain leaves each side, what is joined, what stands on it."""

from vision.terrain.kinds import Kind, Placement, column_of, kinds, placements
from vision.terrain.reader import TERRAINS, TerrainReader, among, by_kind, feature_map, terrain_reader

__all__ = [
    "TERRAINS",
    "Kind",
    "Placement",
    "TerrainReader",
    "among",
    "by_kind",
    "column_of",
    "feature_map",
    "kinds",
    "placements",
    "terrain_reader",
]
