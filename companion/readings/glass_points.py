"""What photographed glass is worth: each window as it lies, why, and what the same tiles could bring at most.

The rulebook's values are lost. What an owner entered of the box is taken, else the house rule, which is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.editions.box_values import BoxValues
from games.carcassonne.stained_glass.windows import Assembly, GlassValues, Window, assemblies, window_name
from games.game import Phrase
from vision.stained_glass.observation import GlassArea, SeenWindow

GAME = "carcassonne-stained-glass"
SIZES = (3, 6, 9, 12)  # tiles


@dataclass(frozen=True, slots=True)
class GlassWorth:
    """Points, and why."""

    points: int
    why: Phrase


@dataclass(frozen=True, slots=True)
class AreaWorth:
    """What a player's glass brings.

    Attributes:
        windows: each as it lies. loose: the tiles beside them.
        total: all of it.
        best: the most that the same tiles could bring, put together otherwise.
        best_windows: the windows that they would make then; empty where they lie best as they are.
    """

    windows: tuple[GlassWorth, ...]
    loose: GlassWorth
    total: int
    best: int
    best_windows: tuple[Window, ...] = ()


def values_of(box: BoxValues) -> tuple[GlassValues, bool]:
    """What glass brings by an owner's box, and whether a house rule of ours is among it."""
    keys = (*(f"glass-window-{tiles}" for tiles in SIZES), "glass-unfinished-tile")
    three, six, nine, twelve, each = (int(box.of(key)) for key in keys)
    return GlassValues((three, six, nine, twelve), each), not all(key in box.entered_values for key in keys)


def worth_of(area: GlassArea, values: GlassValues) -> AreaWorth:
    """What the glass of an area brings at the end of the game.

    A window without a fault brings its value, and one that is begun that of the windows that are whole within it; of
    anything else each tile brings what an unfinished one does.
    """
    windows = tuple(_window_worth(window, values) for window in area.windows)
    loose = _tiles_worth(len(area.loose), values)
    total = sum(one.points for one in windows) + loose.points
    tiles = Counter(tile.kind for tile in area.tiles)
    best = _best(tiles, values)
    if _brings(best, values) <= total:
        return AreaWorth(windows, loose, total, total)
    return AreaWorth(windows, loose, total, _brings(best, values), best.windows)


def _best(tiles: Mapping[str, int], values: GlassValues) -> Assembly:
    """The way to put tiles together that brings most."""
    return max(assemblies(tiles, values), key=lambda way: _brings(way, values))


def _brings(way: Assembly, values: GlassValues) -> int:
    """Points of a way to put glass together, with the tiles left over."""
    return way.points + len(way.left_over) * values.loose_tile


def _window_worth(window: SeenWindow, values: GlassValues) -> GlassWorth:
    if window.faults:
        return _tiles_worth(len(window.tiles), values)
    if not window.whole:
        return _begun_worth(window, values)
    points = values.of(window.numbers)
    return GlassWorth(points, Phrase.of("glass.worth_whole", points=points, tiles=len(window.tiles)))


def _begun_worth(window: SeenWindow, values: GlassValues) -> GlassWorth:
    """The rules count what is whole, whatever else lies beside it."""
    best = _best(Counter(tile.kind for tile in window.tiles), values)
    if not best.windows:
        return _tiles_worth(len(window.tiles), values)
    points, tiles = _brings(best, values), len(best.left_over)
    windows = ", ".join(map(window_name, best.windows))
    if not tiles:
        return GlassWorth(points, Phrase.of("glass.worth_within", points=points, windows=windows))
    each = values.loose_tile
    key = "glass.worth_within_and_tiles"
    return GlassWorth(points, Phrase.of(key, points=points, windows=windows, tiles=tiles, each=each))


def _tiles_worth(tiles: int, values: GlassValues) -> GlassWorth:
    points = tiles * values.loose_tile
    return GlassWorth(points, Phrase.of("glass.worth_tiles", points=points, tiles=tiles, each=values.loose_tile))
