"""Drawings and patterns of games that are not on the table, and all networks, go when a table is left.

What a game's eyes and painters work out once (pages of its box, figures at every lean, patterns of its prints) lies in
caches that no evening of one game outgrows. An evening of many games would gather those of all of them.
"""

from __future__ import annotations

import functools
import sys
from pkgutil import iter_modules
from types import ModuleType

from companion.titles.registry import game_named
from vision import artwork

# After one 1080p picture the networks that look for dice and tiles hold 140 and 110 MB of what lies between their
# layers, and until the next picture; read anew they take 5 to 13 ms.
_NETWORKS = frozenset({"networks"})
_SHARED = {"cards": frozenset({"riga", "thurn_and_taxis"})}  # rooms of several games: whose


def give_back_drawings_of_others(game_key: str) -> int:
    """Empty the caches of vision that are of other games than this one, and of all networks; the game may be played
    again at once.

    Whoever still holds something out of them keeps it. Returns how many caches were emptied.
    """
    rooms = frozenset(room.name for room in iter_modules(artwork.__path__) if room.ispkg)  # one a game
    own = _rooms_of(game_key, rooms)
    shared = frozenset(room for room, users in _SHARED.items() if not own & users)
    others = _modules_of(rooms - own | shared | _NETWORKS)
    caches = [cache for module in others for cache in _caches_in(module)]
    for cache in caches:
        cache.cache_clear()
    return len(caches)


def _rooms_of(game_key: str, rooms: frozenset[str]) -> frozenset[str]:
    """Those of a game: the folder of its rules, and what it is called after (its expansion may have one of its own)."""
    folders = type(game_named(game_key)).__module__.split(".")
    return frozenset(room for room in rooms if room in folders or room.replace("_", "-") in game_key)


def _modules_of(rooms: frozenset[str]) -> list[ModuleType]:
    named = ((name.split("."), module) for name, module in list(sys.modules.items()))
    return [module for (floor, *parts), module in named if floor == "vision" and rooms.intersection(parts)]


def _caches_in(module: ModuleType) -> list[functools._lru_cache_wrapper[object]]:
    """Those that the module itself made, not those that it imported."""
    held = [value for value in vars(module).values() if isinstance(value, functools._lru_cache_wrapper)]
    return [cache for cache in held if cache.__module__ == module.__name__]
