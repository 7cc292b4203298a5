"""Drawings and patterns of games, and all networks, go when a table is left.

What a game's eyes and painters work out (pages of its box, figures at every lean, patterns of its prints) lies in
caches; after an evening they would hold that of all its games, and of one game alone up to 60 MB. Who sits down again
waits for it no longer than who sat down first: eyes take 0.1 to 1.1 s of a core more until they have read a table.
"""

from __future__ import annotations

import functools
import sys
from pkgutil import iter_modules
from types import ModuleType

from vision import artwork

# Rooms beside those of the games. After one 1080p picture the networks that look for dice and tiles hold 140 and 110 MB
# of what lies between their layers, and until the next picture; read anew they take 5 to 13 ms.
_ROOMS = frozenset({"cards", "networks"})


def give_back_drawings() -> int:
    """Empty the caches of vision that are of one game or another, and of all networks; any game may be played again at
    once.

    Whoever still holds something out of them keeps it. Returns how many caches were emptied.
    """
    games = (room.name for room in iter_modules(artwork.__path__) if room.ispkg)
    caches = [cache for module in _modules_of(_ROOMS.union(games)) for cache in _caches_in(module)]
    for cache in caches:
        cache.cache_clear()
    return len(caches)


def _modules_of(rooms: frozenset[str]) -> list[ModuleType]:
    named = ((name.split("."), module) for name, module in list(sys.modules.items()))
    return [module for (floor, *parts), module in named if floor == "vision" and rooms.intersection(parts)]


def _caches_in(module: ModuleType) -> list[functools._lru_cache_wrapper[object]]:
    """Those that the module itself made, not those that it imported."""
    held = [value for value in vars(module).values() if isinstance(value, functools._lru_cache_wrapper)]
    return [cache for cache in held if cache.__module__ == module.__name__]
