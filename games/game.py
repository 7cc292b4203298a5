"""The contract that every game keeps.

A game is a value. It knows the rules and nothing else: no camera, disk, clock, screen or chance of its own.
The *record* (a set-up and the actions that were accepted) is the only truth, and a state is always a fold over it.
What chance decides (a tile drawn, dice rolled, a card turned up) is part of the action that tells of it, so every
record replays exactly; :meth:`Game.sample` takes its generator from outside.

Games never make sentences. They hand out a :class:`Phrase`, a key with its values, and ``companion.locale`` turns it
into German or English.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
PhraseValue: TypeAlias = "str | int | Phrase | tuple[str | int | Phrase, ...]"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to be said to people: a message key such as ``carcassonne.city_finished`` and what fills its gaps.

    A value may be a number, a name as it stands, or another phrase (which is translated in its turn).
    """

    key: str
    values: tuple[tuple[str, PhraseValue], ...] = ()

    @classmethod
    def of(cls, key: str, **values: PhraseValue) -> Phrase:
        """Build a phrase from keyword values; they are kept sorted by name so that equal phrases compare equal."""
        return cls(key, tuple(sorted(values.items())))

    def __str__(self) -> str:
        if not self.values:
            return self.key
        return f"{self.key}({', '.join(f'{name}={value}' for name, value in self.values)})"


class RefusalKind(StrEnum):
    """Why an action is not taken."""

    INVALID = "invalid"  # not an action at all: bad notation, a name that does not exist
    ILLEGAL = "illegal"  # an action, but the rules forbid it here and now
    AMBIGUOUS = "ambiguous"  # could mean more than one action


class Refusal(Exception):
    """An action that the rules do not take, with the value, the place and the rule that decides.

    Args:
        kind: invalid, illegal or ambiguous.
        phrase: what is wrong, for people, with the remedy.
        value: the offending value as it was given.
        place: where (a coordinate, a city, a seat) in the game's own notation, or None.
        rule: the rule that decides, such as ``"Stained Glass, Place a follower"``, or None.
    """

    def __init__(
        self, kind: RefusalKind, phrase: Phrase, *, value: str, place: str | None = None, rule: str | None = None
    ) -> None:
        self.kind = kind
        self.phrase = phrase
        self.value = value
        self.place = place
        self.rule = rule
        where = f" at {place}" if place else ""
        why = f" [{rule}]" if rule else ""
        super().__init__(f"{kind}: {phrase}: {value}{where}{why}")


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One thing that points come from: what it is, what it brings, and the places on the table it lies at."""

    phrase: Phrase
    points: int
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points are never bare numbers: who, how many, from what, by which rule.

    Attributes:
        player: seat index of who scores, from 0.
        points: what is added to the score; may be negative.
        reason: in a few words, such as "city finished".
        items: what the points come from; their points need not sum up where ``working`` multiplies.
        working: the sum written out with its numbers, such as ``"(6 + 3 − 2) × 2"``; language-neutral, may be empty.
        rule: the rule and its place in the rulebook.
        final: True for scoring at the end of the game.
        places: every place on the table that the line is about, in the game's notation, to be lit on the board.
        marks: what people must know beside it: ``"default"``, ``"house rule"``, ``"declared"``.
    """

    player: int
    points: int
    reason: Phrase
    items: tuple[ScoreItem, ...] = ()
    working: str = ""
    rule: str = ""
    final: bool = False
    places: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that an action brought about and that people should see or hear.

    Attributes:
        phrase: what happened.
        player: seat index of whom it is about, or None.
        places: where, in the game's notation.
        line: the points that it brings, if any.
        leaves: places of pieces that people now take off the table.
    """

    phrase: Phrase
    player: int | None = None
    places: tuple[str, ...] = ()
    line: ScoreLine | None = None
    leaves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: the name as typed and the colour of the pieces (see :data:`SEAT_COLOURS`)."""

    name: str
    colour: str

    def to_json(self) -> dict[str, JsonValue]:
        """As plain data."""
        return {"name": self.name, "colour": self.colour}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Seat:
        """From plain data. Raises ``KeyError`` or ``TypeError`` where it is no seat."""
        return cls(str(data["name"]), str(data["colour"]))


SEAT_COLOURS = ("red", "yellow", "green", "blue", "black", "pink", "white")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands: seat index, score, rank from 1 (equal ranks share), and what broke a tie, if anything."""

    player: int
    score: int
    rank: int
    tie_break: Phrase | None = None


class HasSeats(Protocol):
    """The least that a set-up holds: the seats in playing order. It is frozen and JSON-able through the game."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table, in playing order."""


SetupT = TypeVar("SetupT", bound=HasSeats)
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
SetupT_contra = TypeVar("SetupT_contra", contravariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)


class Game(Protocol[SetupT, StateT, ActionT]):
    """What a rule engine offers. States and actions are immutable values.

    ``legal`` may leave hidden things open: where the table knows what no engine can (a drawn tile), it enumerates over
    everything that is still possible. All methods are pure.
    """

    @property
    def key(self) -> str:
        """The name used on the command line and in stored records, such as ``carcassonne``."""

    def setup(self, seats: tuple[Seat, ...]) -> SetupT:
        """The usual set-up for these players; options and expansions are changed on it."""

    def new(self, setup: SetupT) -> StateT:
        """The state before the first action. Raises :class:`Refusal` where the set-up is impossible."""

    def legal(self, state: StateT) -> Iterator[ActionT]:
        """Every action that ``apply`` takes in this state, those apart that stand for several of them
        (:class:`SpellsOut`); empty when the game is over."""

    def apply(self, state: StateT, action: ActionT) -> tuple[StateT, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`Refusal`; the given state is never changed."""

    def player_to_move(self, state: StateT) -> int | None:
        """Seat index of who decides next, or None when the game is over."""

    def closing(self, state: StateT) -> ActionT | None:
        """What DONE means here: the action that ends the turn without doing anything more, or None where the rules ask
        for something first."""

    def standings(self, state: StateT) -> tuple[Standing, ...]:
        """Everybody by rank as the scores now stand (final ones once the game is over)."""

    def sample(self, state: StateT, rng: random.Random) -> ActionT:
        """One legal action: chance (draws, rolls) at its true odds, choices as a casual player might make them."""

    def write(self, action: ActionT) -> str:
        """The action in one line; ``read(write(a)) == a``."""

    def read(self, text: str) -> ActionT:
        """The action that the line tells. Raises :class:`Refusal` of kind invalid or ambiguous."""

    def setup_to_json(self, setup: SetupT) -> Mapping[str, JsonValue]:
        """The set-up as plain data, with the game's key and a format version."""

    def setup_from_json(self, data: Mapping[str, JsonValue]) -> SetupT:
        """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""

    def state_to_json(self, state: StateT) -> Mapping[str, JsonValue]:
        """The state as plain data: equal states give equal data."""


@dataclass(frozen=True, slots=True)
class DiceAsked:
    """The game waits for dice: whose throw, and how many."""

    seat: int
    dice: int


@runtime_checkable
class RollsDice(Protocol[StateT_contra, ActionT_co]):
    """What a game with dice offers besides :class:`Game`."""

    def dice_asked(self, state: StateT_contra) -> DiceAsked | None:
        """What dice the state waits for, or None."""

    def roll_action(self, state: StateT_contra, values: tuple[int, ...]) -> ActionT_co:
        """The action that tells what the dice show. Raises :class:`Refusal` where they do not fit."""


@runtime_checkable
class AnybodyNext(Protocol[ActionT_contra]):
    """A game that does not follow the order of play: anybody's button confirms, and most likely what its owner did."""

    def doer(self, action: ActionT_contra) -> int | None:
        """The seat that did this; None where the action does not tell."""


@runtime_checkable
class CountsYears(Protocol[StateT_contra]):
    """A game whose people count years, each of which holds several turns of everybody."""

    def year(self, state: StateT_contra) -> int:
        """Which year a state is in, from 1."""


@runtime_checkable
class PassesOn(Protocol[StateT]):
    """A game whose record can go on past a turn that no longer fits after a correction.

    Without it the line of play stops at such a turn, and what follows waits until it has been told again.
    """

    def turn(self, state: StateT) -> int:
        """The number of the turn that the state is in. It never falls while people play, rises with every turn, and is
        the same however the turns before went."""

    def skipped(self, state: StateT) -> tuple[StateT, tuple[Event, ...]] | None:
        """The state as if what is due now were left out (the rest of the turn, or a step of it), and what that brings
        about. Nothing is laid, drawn or paid for it, and nothing scored but what the rules do by themselves, so every
        piece and point stays where it is.

        None where the game can't go on without it: nobody can leave out the cards that are dealt. The state itself
        where nobody waits for it.
        """


@runtime_checkable
class PutsAside(Protocol[StateT, ActionT_contra]):
    """A game that ends when its pieces are used up, so that a piece which does not count must not be waited for."""

    def put_aside(self, state: StateT, action: ActionT_contra, doer: int | None) -> StateT:
        """The state without the piece of an action that was told and does not count: it lies on the table all the same,
        and nobody will draw it. The state itself where the action uses up no piece, or there is none left of it."""


@runtime_checkable
class StandsWhere(Protocol[ActionT_contra]):
    """A game in which one action brings several pieces, any of which another action might have brought as well."""

    def brings(self, action: ActionT_contra) -> frozenset[str]:
        """Where on the table the pieces of the mover stand that an action brings, in the game's notation."""


@runtime_checkable
class HasTwins(Protocol[SetupT_contra, ActionT]):
    """A game in which some pieces differ in nothing but what they score, such as by a coat of arms: whatever may follow
    the one may follow the other, so that it can wait to be told which one it was until it counts."""

    def twins(self, setup: SetupT_contra, action: ActionT) -> tuple[ActionT, ...]:
        """The same with each other piece of the box that differs so; empty where there is none."""

    def twin_in_words(self, action: ActionT) -> Phrase:
        """What tells it from its twins: "with a coat of arms"."""

    def twin_place(self, action: ActionT) -> str:
        """Where it lies, in the game's notation."""


@runtime_checkable
class CountsTwins(Protocol[StateT_contra, ActionT_contra]):
    """A game with twins of which a box holds so many each."""

    def left_like(self, state: StateT_contra, action: ActionT_contra) -> int:
        """How many more pieces such as this action's are to come."""


@runtime_checkable
class SettledByNext(Protocol[StateT_contra, ActionT_contra]):
    """A game with twins on which what may be done next hangs, such as whether a turn is over: one of them is open only
    as long as nothing follows it, and the other may be played right after it to say that it was that one."""

    def retells(self, state: StateT_contra, last: ActionT_contra, action: ActionT_contra) -> bool:
        """Whether an action in ``state``, to which ``last`` has led, says what ``last`` was."""


@runtime_checkable
class OneWay(Protocol[StateT_contra, ActionT_co]):
    """A game in which DONE may do more than end a turn: where there is but one thing to do, it does that."""

    def only_way(self, state: StateT_contra) -> ActionT_co | None:
        """The only thing to do before the turn may end, or None where there is nothing or something to choose."""


@runtime_checkable
class ReadsEarlier(Protocol[StateT_contra, ActionT]):
    """A game whose earlier versions took lines that are refused today, though what they meant is plain."""

    def as_now(self, state: StateT_contra, action: ActionT) -> ActionT | None:
        """What an action that the rules refuse meant to an earlier version, as an action of today; None where that is
        nothing, or more than one thing."""


@runtime_checkable
class InSeries(Protocol[SetupT_contra]):
    """A game that may be one of a series, in which score markers stay where the game before left them."""

    def scores_before(self, setup: SetupT_contra) -> tuple[int, ...]:
        """What each seat had before this game; empty where nobody had anything."""


@runtime_checkable
class CountsAnywhere(Protocol[StateT]):
    """A game that can be counted to its end wherever it stopped."""

    def finish(self, state: StateT) -> tuple[StateT, tuple[Event, ...]]:
        """The state after the final scoring and what that brought; nothing more where it was over already."""


@runtime_checkable
class SpellsOut(Protocol[StateT_contra, ActionT]):
    """A game whose ``apply`` also takes longer ways of telling than ``legal`` lists: six cards that are turned up in
    one line, cards in another order."""

    def spelled_out(self, state: StateT_contra, action: ActionT) -> tuple[ActionT, ...]:
        """The listed actions, one after another, that lead where this one leads; the action alone where it is listed or
        not taken at all."""


def ranked(scores: Mapping[int, int]) -> tuple[Standing, ...]:
    """Standings by score alone, highest first; equal scores share a rank ("1, 1, 3")."""
    ordered = sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(
        Standing(player, score, 1 + sum(other > score for other in scores.values())) for player, score in ordered
    )
