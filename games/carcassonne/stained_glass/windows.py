"""Glass tiles and the windows they make: which windows are legal, and the best way to put a player's glass together.

A glass tile is named by its small window and its part in it, ``1a`` to ``4c``. A window is a run of small windows that
lie side by side, written ``1``, ``2+3``, ``1+2+3+4``; it is whole when it has each of its tiles once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

Window: TypeAlias = tuple[int, ...]


@cache
def printed() -> Any:
    """What ``data/stained_glass.json`` holds."""
    data = files("games.carcassonne").joinpath("data/stained_glass.json")
    return json.loads(data.read_text(encoding="utf-8"))


@cache
def glass_kinds() -> tuple[str, ...]:
    """The twelve kinds of glass tiles."""
    tiles = printed()["tiles"]
    return tuple(f"{window}{part}" for window in tiles["windows"] for part in tiles["parts"])


@cache
def _cells() -> dict[str, tuple[int, int]]:
    tiles = printed()["tiles"]
    return {
        f"{window}{part}": (i, k) for i, window in enumerate(tiles["windows"]) for k, part in enumerate(tiles["parts"])
    }


def cell_of(kind: str) -> tuple[int, int]:
    """Column and row, from 0, of a kind in the window of all twelve. Raises KeyError for any other."""
    return _cells()[kind]


def whole_supply() -> Counter[str]:
    """The bag before the game: two tiles of each kind."""
    return Counter(dict.fromkeys(glass_kinds(), printed()["tiles"]["each"]))


@cache
def legal_windows() -> tuple[Window, ...]:
    """The ten windows that the rulebook allows, small ones first."""
    return tuple(tuple(window) for window in printed()["legal_windows"])


def window_name(window: Window) -> str:
    """``1+2`` for the window of the small windows 1 and 2."""
    return "+".join(str(small) for small in window)


def tiles_of(window: Iterable[int]) -> tuple[str, ...]:
    """The tiles that a window is made of."""
    return tuple(f"{small}{part}" for small in window for part in printed()["tiles"]["parts"])


def can_share_a_window(tiles: Iterable[str]) -> bool:
    """True where these tiles could be parts of one window, now or later: no two of a kind."""
    counts = Counter(tiles)
    return all(kind in glass_kinds() and count == 1 for kind, count in counts.items())


def whole_copies(tiles: Mapping[str, int]) -> dict[int, int]:
    """How often each small window is there whole."""
    return {small: min(tiles.get(tile, 0) for tile in tiles_of((small,))) for small in printed()["tiles"]["windows"]}


def unfinished(tiles: Mapping[str, int]) -> Counter[str]:
    """The tiles that no whole small window can use."""
    loose = Counter({tile: count for tile, count in tiles.items() if count})
    for small, copies in whole_copies(tiles).items():
        loose.subtract(dict.fromkeys(tiles_of((small,)), copies))
    return +loose


def whole_windows(tiles: Mapping[str, int]) -> tuple[Window, ...]:
    """Every legal window that could be counted now, small ones first."""
    copies = whole_copies(tiles)
    return tuple(window for window in legal_windows() if all(copies[small] for small in window))


@dataclass(frozen=True, slots=True)
class GlassValues:
    """What glass brings: windows by their size in small windows (1 to 4), and at the end a loose tile."""

    windows: tuple[int, int, int, int]
    loose_tile: int

    def of(self, window: Window) -> int:
        """Points of a whole window."""
        return self.windows[len(window) - 1]


@dataclass(frozen=True, slots=True)
class Assembly:
    """One way to put the glass together: whole windows, what they bring together, and the tiles that are left over."""

    windows: tuple[Window, ...]
    points: int
    left_over: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OneMore:
    """What one more tile of a kind would be worth.

    Attributes:
        tile: the kind.
        in_supply: how many are in the bag.
        gain: by how much it raises what the glass is worth at the end.
        still_missing: tiles that the small window it goes to would lack then; 0 where the tile finishes it.
    """

    tile: str
    in_supply: int
    gain: int
    still_missing: int


@dataclass(frozen=True, slots=True)
class Growth:
    """How a whole window could become the next bigger one.

    ``missing`` are the tiles that lack; ``can_be_had`` is False where one of them is neither in the supply nor with
    another player.
    """

    window: Window
    bigger: Window
    missing: tuple[str, ...]
    can_be_had: bool


@dataclass(frozen=True, slots=True)
class GlassAdvice:
    """What to do with a player's glass.

    Attributes:
        assemblies: every legal way to put it together, best first.
        count_now: windows of the best way that can grow no further, so that nothing is lost by counting them.
        growth: for the other windows of the best way, how they could grow.
        one_more: what each kind of tile would add, best first.
        expected_gain: mean gain of the next tile out of the supply; 0 where the supply is empty.
    """

    assemblies: tuple[Assembly, ...]
    count_now: tuple[Window, ...]
    growth: tuple[Growth, ...]
    one_more: tuple[OneMore, ...]
    expected_gain: float


def assemblies(tiles: Mapping[str, int], values: GlassValues) -> tuple[Assembly, ...]:
    """Every legal way to make windows of some or all whole small windows, most points first, then fewest windows."""
    found = []
    for windows in _partitions(whole_copies(tiles), 0):
        left = Counter(tiles)
        for window in windows:
            left.subtract(tiles_of(window))
        points = sum(values.of(window) for window in windows)
        found.append(Assembly(windows, points, tuple(sorted((+left).elements()))))
    return tuple(sorted(found, key=lambda way: (-way.points, len(way.windows), way.windows)))


def _partitions(copies: Mapping[int, int], first: int) -> Iterator[tuple[Window, ...]]:
    """Every multiset of legal windows, from that numbered ``first`` on, that the whole small ones suffice for."""
    yield ()
    for place, window in enumerate(legal_windows()[first:], first):
        if all(copies[small] for small in window):
            left = {small: count - (small in window) for small, count in copies.items()}
            for rest in _partitions(left, place):
                yield (window, *rest)


def worth_at_end(tiles: Mapping[str, int], values: GlassValues) -> int:
    """What the glass is worth if everything is put together in the best way and loose tiles count one by one."""
    loose = sum(unfinished(tiles).values()) * values.loose_tile
    return _best(tuple(whole_copies(tiles).items()), values) + loose


@cache
def _best(copies: tuple[tuple[int, int], ...], values: GlassValues) -> int:
    return max(sum(values.of(window) for window in windows) for windows in _partitions(dict(copies), 0))


def best_windows(
    tiles: Mapping[str, int], supply: Mapping[str, int], elsewhere: Mapping[str, int], values: GlassValues
) -> GlassAdvice:
    """What to do with a player's glass.

    Args:
        tiles: the player's glass, kind -> how many.
        supply: what is in the bag.
        elsewhere: what the other players have.
        values: what glass brings.
    """
    ways = assemblies(tiles, values)
    growth = [_growth(window, tiles, supply, elsewhere) for window in ways[0].windows]
    one_more = [_one_more(tile, tiles, supply, values) for tile in glass_kinds()]
    drawn = sum(more.in_supply for more in one_more)
    expected = sum(more.in_supply * more.gain for more in one_more) / drawn if drawn else 0.0
    return GlassAdvice(
        assemblies=ways,
        count_now=tuple(
            window for window, grown in zip(ways[0].windows, growth, strict=True) if not grown or not grown.can_be_had
        ),
        growth=tuple(grown for grown in growth if grown and grown.can_be_had),
        one_more=tuple(sorted(one_more, key=lambda more: (-more.gain, more.still_missing, -more.in_supply, more.tile))),
        expected_gain=expected,
    )


def _one_more(tile: str, tiles: Mapping[str, int], supply: Mapping[str, int], values: GlassValues) -> OneMore:
    after = Counter(tiles) + Counter([tile])
    small = [other for other in glass_kinds() if other[:-1] == tile[:-1]]
    missing = sum(after[other] < after[tile] for other in small)
    gain = worth_at_end(after, values) - worth_at_end(tiles, values)
    return OneMore(tile, supply.get(tile, 0), gain, missing)


def _growth(
    window: Window, tiles: Mapping[str, int], supply: Mapping[str, int], elsewhere: Mapping[str, int]
) -> Growth | None:
    """The way to the next bigger window that lacks the fewest tiles which can still be had; None at the biggest."""
    spare = Counter(tiles)
    spare.subtract(tiles_of(window))
    ways = []
    for bigger in legal_windows():
        if len(bigger) == len(window) + 1 and set(window) < set(bigger):
            missing = tuple(tile for tile in tiles_of(bigger) if tile not in tiles_of(window) and spare[tile] <= 0)
            can_be_had = all(supply.get(tile, 0) + elsewhere.get(tile, 0) for tile in missing)
            ways.append(Growth(window, bigger, missing, can_be_had))
    return min(ways, key=lambda way: (not way.can_be_had, len(way.missing)), default=None)
