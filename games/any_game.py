"""A game of which only the contract is known: what session, store, screens and commands hold.

They keep records of every game, so whose set-up, state and action they hold is decided when Tableside runs. These types
stand for "of that game, whichever it is": such a value can be handed to the game that it came from and to nothing else,
and nobody can reach into a state whose game isn't known. Who knows the game (its face, a format of its files) opens
the record with :func:`known_record`.
"""

from __future__ import annotations

from typing import Any, NewType, TypeAlias, TypeVar, cast

from games.game import ActionT, Game, HasSeats, SetupT, StateT
from games.record import Record

AnyState = NewType("AnyState", object)
AnyAction = NewType("AnyAction", object)
AnyGame: TypeAlias = Game[HasSeats, AnyState, AnyAction]
AnyRecord: TypeAlias = Record[HasSeats, AnyState, AnyAction]

KindT = TypeVar("KindT")


def any_record(record: Record[Any, Any, Any]) -> AnyRecord:
    """The same record, of whose game nothing but the contract is known any more."""
    return cast(AnyRecord, record)


def actions_explained(actions: tuple[object, ...]) -> tuple[AnyAction, ...]:
    """Actions as eyes tell them that look at a table of the record's own game: what they tell came from its rules."""
    return cast("tuple[AnyAction, ...]", actions)


def known_record(record: AnyRecord, game: Game[SetupT, StateT, ActionT]) -> Record[SetupT, StateT, ActionT]:
    """The same record, as one of a game that is known; with an expansion it is the same kind of game.

    Raises ``TypeError`` where it is another kind of game's.
    """
    known_rules(record.game, type(game))
    return cast(Record[SetupT, StateT, ActionT], record)


def known_rules(game: AnyGame, kind: type[KindT]) -> KindT:
    """The same game, as one whose kind is known. Raises ``TypeError`` where it is another."""
    rules: object = game
    if not isinstance(rules, kind):
        raise TypeError(f"{game.key} is not played by the rules of {kind.__name__}")
    return rules
