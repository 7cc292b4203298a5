"""Which expansions there are, by key, in the order in which their hooks are asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games.carcassonne.actions import BASE_ACTIONS, Action
from games.carcassonne.expansion import Expansion
from games.carcassonne.inns_and_cathedrals import InnsAndCathedrals
from games.carcassonne.stained_glass.expansion import StainedGlass


@cache
def known_expansions() -> Mapping[str, Expansion]:
    """Every expansion by its key."""
    return {expansion.key: expansion for expansion in (InnsAndCathedrals(), StainedGlass())}


@cache
def known_verbs() -> Mapping[str, type[Action]]:
    """Every action by the first word of its notation, whichever expansion it needs."""
    brought = (action for expansion in known_expansions().values() for action in expansion.actions)
    return {action.verb: action for action in (*BASE_ACTIONS, *brought)}
