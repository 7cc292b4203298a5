"""What no action may change, asked of every game alike: pieces, cards and tokens are all somewhere. For tests and
benchmarks; each game says itself what that means."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

# key -> (module, function): the function takes a state and names the laws that it breaks.
_LAWS: dict[str, tuple[str, str]] = {
    "carcassonne": ("games.carcassonne.conservation", "broken_laws"),
    "carcassonne-stained-glass": ("games.carcassonne.stained_glass.conservation", "broken_laws"),
    "cronberg": ("games.cronberg.conservation", "broken_laws"),
    "thurn-and-taxis": ("games.thurn_and_taxis.conservation", "broken_laws"),
    "power-and-glory": ("games.thurn_and_taxis.conservation", "broken_laws"),
    "istanbul": ("games.istanbul.conservation", "broken_laws_of"),
    "istanbul-letters-and-seals": ("games.istanbul.conservation", "broken_laws_of"),
    "great-bazaar": ("games.istanbul.conservation", "broken_laws_of"),
    "riga": ("games.riga.conservation", "broken_laws"),
    "grand-masters": ("games.riga.scorer_conservation", "broken_laws"),
}


def laws_of(key: str) -> Callable[[Any], tuple[str, ...]]:
    """Names the laws that a state of this game breaks: none in any state that play can reach."""
    module, function = _LAWS[key]
    found: Callable[[Any], tuple[str, ...]] = getattr(import_module(module), function)
    return found
