"""Which expansions there are, by key, in the order in which their hooks are asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games.game import Phrase
from games.istanbul.actions import BASE_ACTIONS, Action
from games.istanbul.expansions.bazaar import GreatBazaar
from games.istanbul.expansions.letters_and_seals import LettersAndSeals
from games.istanbul.expansions.mocha import MochaAndBaksheesh
from games.istanbul.rulebook import Part, refused


@cache
def every_part() -> Mapping[str, Part]:
    """Every expansion by its key."""
    return {part.key: part for part in (LettersAndSeals(), MochaAndBaksheesh(), GreatBazaar())}


def known_parts(keys: tuple[str, ...]) -> tuple[Part, ...]:
    """The expansions with these keys. Raises :class:`Refusal` of kind invalid where there is none."""
    for key in keys:
        if key not in every_part():
            phrase = Phrase.of("istanbul.no_such_expansion", known=tuple(every_part()), name=key)
            raise refused(phrase, key, invalid=True)
    wanted = set(keys)
    if GreatBazaar.key in wanted or {LettersAndSeals.key, MochaAndBaksheesh.key} <= wanted:
        # "In this variant, the base game is combined with both expansions."
        wanted = set(every_part())
    return tuple(part for key, part in every_part().items() if key in wanted)


def sets_for(keys: tuple[str, ...]) -> tuple[str, ...]:
    """The data files of a game with these expansions, the base game's first."""
    return ("base", *(name for part in known_parts(keys) for name in part.sets))


@cache
def known_verbs() -> Mapping[str, type[Action]]:
    """Every action by the first word of its notation, whichever expansion it needs."""
    brought = (action for part in every_part().values() for action in part.handlers())
    return {action.verb: action for action in (*BASE_ACTIONS, *brought)}
