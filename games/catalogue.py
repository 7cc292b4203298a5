"""Which games there are, by key. The one place that knows them all; each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from games.game import Game, Phrase, Refusal, RefusalKind

# key -> (module, attribute): the attribute is a Game value. Expansions that change how a table is set up have their
# own key; which of them are switched on stands in the set-up.
_GAMES: dict[str, tuple[str, str]] = {
    "carcassonne": ("games.carcassonne.rules", "CARCASSONNE"),
    "carcassonne-stained-glass": ("games.carcassonne.stained_glass.game", "CARCASSONNE_STAINED_GLASS"),
    "cronberg": ("games.cronberg.rules", "CRONBERG"),
    "thurn-and-taxis": ("games.thurn_and_taxis.rules", "THURN_AND_TAXIS"),
    "istanbul": ("games.istanbul.rules", "ISTANBUL"),
    "istanbul-letters-and-seals": ("games.istanbul.rules", "LETTERS_AND_SEALS"),
    "great-bazaar": ("games.istanbul.rules", "GREAT_BAZAAR"),
    "grand-masters": ("games.riga.scorer", "GRAND_MASTERS"),
    "riga": ("games.riga.rules", "RIGA"),
    "power-and-glory": ("games.thurn_and_taxis.rules", "POWER_AND_GLORY"),
}


def game_keys() -> tuple[str, ...]:
    """Every game's key, in the order in which they are offered."""
    return tuple(_GAMES)


def game_named(key: str) -> Game[Any, Any, Any]:
    """The game with this key. Raises :class:`Refusal` of kind invalid where there is none."""
    try:
        module, attribute = _GAMES[key]
    except KeyError:
        raise Refusal(
            RefusalKind.INVALID, Phrase.of("catalogue.no_such_game", known=", ".join(_GAMES), name=key), value=key
        ) from None
    game: Game[Any, Any, Any] = getattr(import_module(module), attribute)
    return game
