"""What an expansion may change, and how the rules of one game are put together from its set-up.

The base rules never ask for an expansion by name: they go through the hooks of :class:`Expansion`, in the order in
which the expansions are known.
"""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, TypeAlias

from games.carcassonne.actions import Action
from games.carcassonne.board import Board, Region
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import Turned
from games.game import Event, JsonValue, Phrase, Refusal, RefusalKind, ScoreItem


@dataclass(frozen=True, slots=True)
class FollowerKind:
    """A sort of follower: how many each player has, and how many it counts for in a majority."""

    each: int
    strength: int


@dataclass(frozen=True, slots=True)
class Option:
    """A value that the players may settle before the game: its default and what else it may be."""

    default: int | str
    allowed: Collection[int | str]


@dataclass(frozen=True, slots=True)
class Rate:
    """What a region brings for each tile and each pennant, and what made it so (an inn, a cathedral)."""

    tile: int
    pennant: int = 0
    causes: tuple[ScoreItem, ...] = ()


class Flow(Enum):
    """How a turn goes on."""

    WAIT = auto()  # a decision is asked for in this step
    NEXT = auto()  # this step is done
    PUT_AWAY = auto()  # a tile fitted nowhere: every later step may ask for what that brings, then another is drawn
    AGAIN = auto()  # the turn begins anew: another tile is drawn, if there is one
    END = auto()  # the game is over; only the final scoring is left


Outcome: TypeAlias = "tuple[State, tuple[Event, ...], Flow]"


class Step(ABC):
    """One step of a turn. ``key`` is what :attr:`State.step` holds while it waits for a decision."""

    key: ClassVar[StrEnum]

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """What happens by itself when the turn gets here, and how it goes on then."""
        return state, (), Flow.WAIT

    @abstractmethod
    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every action that :meth:`apply` takes."""

    @abstractmethod
    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """The next state, what happened, and how the turn goes on. Raises :class:`Refusal`."""

    def put_away(self, book: Rulebook, state: State) -> Outcome:
        """What happens when a tile fitted nowhere and was put away (the last of ``state.discarded``)."""
        return state, (), Flow.NEXT

    def skipped(self, book: Rulebook, state: State) -> Outcome:
        """Without what this step asks for, where a record goes on past a hole, and how the turn goes on then."""
        return state, (), Flow.NEXT

    @abstractmethod
    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """One legal action, chance at its true odds and choices as a casual player might make them."""


class Expansion:
    """Something that is added to the base game. Each hook has the base game's own answer as its default."""

    key: ClassVar[str]
    sets: ClassVar[tuple[str, ...]] = ()  # tile sets that it brings
    actions: ClassVar[tuple[type[Action], ...]] = ()  # what players can do only with it

    def followers(self) -> Mapping[str, FollowerKind]:
        """Kinds of followers that it brings."""
        return {}

    def options(self) -> Mapping[str, Option]:
        """What the players may settle."""
        return {}

    def earlier_defaults(self, written_format: int) -> Mapping[str, int | str]:
        """Options whose default was another one when set-ups were written in format ``written_format``."""
        return {}

    def start(self, book: Rulebook) -> Any:
        """Its own state before the first turn; None where it has nothing to remember."""
        return None

    def own_to_json(self, own: Any) -> JsonValue:
        """Its own state as plain data."""
        return None

    def steps(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps of a turn with its own among them."""
        return steps

    def rate(self, board: Board, region: Region, finished: bool, rate: Rate) -> Rate:
        """What a city or a road brings, given what it would bring without this expansion."""
        return rate

    def appeal(self, state: State, turned: Turned, x: int, y: int) -> float:
        """What a casual player sees in a placement because of it, in points."""
        return 0.0

    def final(self, book: Rulebook, state: State) -> tuple[Event, ...]:
        """What it scores when the game is over, after everything on the board."""
        return ()


@dataclass(frozen=True, eq=False)
class Rulebook:
    """The rules of one set-up.

    Attributes:
        setup: what they were put together for.
        expansions: what is switched on.
        steps: the steps of a turn, in order.
        followers: every kind of follower in play.
        options: every value that can be settled, as it is for this game.
        values: points of the base game, as in ``data/values.json``.
    """

    setup: Setup
    expansions: tuple[Expansion, ...]
    steps: tuple[Step, ...]
    followers: Mapping[str, FollowerKind]
    options: Mapping[str, int | str]
    values: Mapping[str, Mapping[str, int]]

    def step_named(self, key: StrEnum) -> tuple[int, Step]:
        """Place in the turn and step with this key."""
        return next((place, step) for place, step in enumerate(self.steps) if step.key == key)

    def rate(self, board: Board, region: Region, finished: bool, base: Rate) -> Rate:
        """What a region brings once every expansion had its say."""
        for expansion in self.expansions:
            base = expansion.rate(board, region, finished, base)
        return base

    def tile_sets(self) -> tuple[str, ...]:
        """The sets that the box holds, those of the expansions among them."""
        brought = (name for expansion in self.expansions for name in expansion.sets)
        return tuple(dict.fromkeys((*self.setup.sets, *brought)))


@cache
def printed_values() -> Any:
    """What ``data/values.json`` holds."""
    return json.loads(files(__package__).joinpath("data/values.json").read_text(encoding="utf-8"))


def follower_kinds(printed: Mapping[str, Mapping[str, int]]) -> dict[str, FollowerKind]:
    """Kinds of followers as they stand in the data."""
    return {kind: FollowerKind(entry["each"], entry["strength"]) for kind, entry in printed.items()}


def assemble(setup: Setup, base: tuple[Step, ...], known: Mapping[str, Expansion]) -> Rulebook:
    """The rules for a set-up, from the base game's steps and the expansions there are.

    Raises :class:`Refusal` of kind invalid on an unknown expansion, option or value.
    """
    for name in setup.expansions:
        if name not in known:
            raise _invalid("no_such_expansion", name, name=name, known=tuple(known))
    switched_on = tuple(
        expansion
        for name, expansion in known.items()
        if name in setup.expansions or any(own in setup.sets for own in expansion.sets)
    )
    printed = printed_values()
    followers = follower_kinds(printed["followers"])
    settled = {key: Option(entry["default"], entry["allowed"]) for key, entry in printed["options"].items()}
    steps = base
    for expansion in switched_on:
        followers.update(expansion.followers())
        settled.update(expansion.options())
        steps = expansion.steps(steps)
    options = {key: option.default for key, option in settled.items()}
    for key, value in setup.options:
        if key not in settled:
            raise _invalid("no_such_option", key, name=key, known=tuple(settled))
        if value not in settled[key].allowed:
            raise _invalid("no_such_value", str(value), chosen=value, name=key)
        options[key] = value
    values = {"finished": printed["finished"], "unfinished": printed["unfinished"]}
    return Rulebook(setup, switched_on, steps, followers, options, values)


def _invalid(key: str, given: str, **words: str | int | tuple[str, ...]) -> Refusal:
    return Refusal(RefusalKind.INVALID, Phrase.of(f"carcassonne.{key}", **words), value=given)
