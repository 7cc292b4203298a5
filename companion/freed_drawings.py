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

_ROOMS = frozenset({"cards", "networks"})  # beside those of the games

# Eyes keep what they made of these pictures, not the pictures: 14 MB that nobody looks at while people play.
_ASKED_FOR_BY_OPENING = frozenset({"vision.artwork.carcassonne.edition"})


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


def give_back_pictures_of_boxes() -> None:
    """Empty the caches of drawn boxes whose pictures eyes need only while they are opened. Eyes that are opened anew
    read them from the user's cache again, in a fifth of a second."""
    for name in _ASKED_FOR_BY_OPENING:
        for cache in _caches_in(sys.modules[name]) if name in sys.modules else ():
            cache.cache_clear()


def _modules_of(rooms: frozenset[str]) -> list[ModuleType]:
    named = ((name.split("."), module) for name, module in list(sys.modules.items()))
    return [module for (floor, *parts), module in named if floor == "vision" and rooms.intersection(parts)]


def _caches_in(module: ModuleType) -> list[functools._lru_cache_wrapper[object]]:
    """Those that the module itself made, not those that it imported."""
    held = [value for value in vars(module).values() if isinstance(value, functools._lru_cache_wrapper)]
    return [cache for cache in held if cache.__module__ == module.__name__]
