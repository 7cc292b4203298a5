"""Every game that there is, in the order in which they are offered. The one list: who adds a game adds a line."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from companion.titles.title import AnyTitle, FileFormat
from games.any_game import AnyGame
from games.game import Phrase, Refusal, RefusalKind

# Modules that hold ``TITLES``. A game goes before those that expand it.
MODULES = (
    "companion.titles.carcassonne",
    "companion.titles.stained_glass",
    "companion.titles.cronberg",
    "companion.titles.istanbul",
    "companion.titles.thurn_and_taxis",
    "companion.titles.riga",
)


def titles(having: Callable[[AnyTitle], object] = lambda title: True) -> tuple[AnyTitle, ...]:
    """Every game, or those of which this tells something."""
    return tuple(title for module in MODULES for title in import_module(module).TITLES if having(title))


def game_keys(having: Callable[[AnyTitle], object] = lambda title: True) -> tuple[str, ...]:
    """Keys of every game, or of those of which this tells something."""
    return tuple(title.key for title in titles(having))


def find_title(key: str) -> AnyTitle | None:
    """The game with this key, or None."""
    return next((title for title in titles() if title.key == key), None)


def title_named(key: str) -> AnyTitle:
    """The game with this key. Raises :class:`Refusal` of kind invalid where there is none."""
    found = find_title(key)
    if found is None:
        phrase = Phrase.of("catalogue.no_such_game", known=", ".join(game_keys()), name=key)
        raise Refusal(RefusalKind.INVALID, phrase, value=key)
    return found


def game_named(key: str) -> AnyGame:
    """The rules with this key. Raises :class:`Refusal` of kind invalid where there are none."""
    return title_named(key).rules()


def box_key(key: str) -> str:
    """The key of the game in whose box the wooden pieces of a game lie: its own, or that of the game it expands."""
    title = find_title(key)
    return key if title is None else title.expands or key


def typed_key(name: str) -> str:
    """The key of the game that people typed, by its key or by another of its names; any other name as it is."""
    return next((title.key for title in titles() if name in title.also_typed), name)


def format_of(ending: str) -> FileFormat | None:
    """The format of other programs that files with this ending have, such as ``jcz``; None for any other ending."""
    return next((title.formats[ending] for title in titles() if ending in title.formats), None)


def expanding(key: str) -> tuple[AnyTitle, ...]:
    """Games that are this one with an expansion which makes it a game of its own, and that can be shown."""
    return titles(lambda title: title.expands == key and title.face is not None)
