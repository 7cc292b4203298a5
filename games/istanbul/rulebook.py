"""The rules of one set-up, put together from the base game and the expansions that are switched on.

A :class:`Part` is a piece of the rules: the base game is one, each expansion another. Everything meets in registers
(places by number, actions, effects of cards, figures, readers of dice), so the base game never asks for an expansion
by its name.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from games.game import Event, JsonValue, Phrase, Refusal, RefusalKind
from games.istanbul.actions import Action
from games.istanbul.box.card_entries import CardEntry
from games.istanbul.box.facts import Facts
from games.istanbul.layout import Layout, LayoutRule, distance, spots
from games.istanbul.state import Ask, Setup, State

LAST_PLACE = 25  # the Great Bazaar is played with all places of the game and its expansions

Outcome: TypeAlias = tuple[State, tuple[Event, ...]]
Handler: TypeAlias = "Callable[[Rulebook, State, Any], Outcome]"
Words: TypeAlias = tuple[str, ...]
DiceReader: TypeAlias = "Callable[[Rulebook, State, Ask, tuple[int, int]], Outcome]"


class Place(ABC):
    """What can be done at a place."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """The words with which its action may be taken now, by whoever is to move."""
        yield ()

    @abstractmethod
    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take the action. Raises :class:`Refusal`."""

    def as_now(self, book: Rulebook, state: State, words: Words) -> Words | None:
        """What words that are refused meant to an earlier version of these rules; None where that is nothing."""
        return None


class BonusEffect(ABC):
    """What a kind of bonus card does; ``card`` is its entry in the data."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """The words with which it may be played now; none where it may not."""
        yield ()

    def as_now(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Words | None:
        """What words that are refused meant to an earlier version of these rules; None where that is nothing."""
        return None

    @abstractmethod
    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Do what it says. Raises :class:`Refusal`. The card has left the hand."""


class Figure(ABC):
    """Somebody whom merchants meet in phase 4."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """The words with which it may be used by whose turn it is."""
        yield from ()

    @abstractmethod
    def meet(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take and pay. Raises :class:`Refusal`. The dice are asked for afterwards."""


class Part:
    """A part of the rules with its own facts, and its own state under ``key``. Every hook does nothing unless it is
    overridden."""

    key: ClassVar[str]
    sets: ClassVar[tuple[str, ...]] = ()  # data files that it brings
    certain: ClassVar[tuple[type[Action], ...]] = ()  # what it offers only where its handler takes it: never tried

    def wares(self) -> tuple[str, ...]:
        """Wares beside the four goods that payments may take."""
        return ()

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """Place number -> what can be done there; replaces what earlier parts say."""
        return {}

    def handlers(self) -> Mapping[type[Action], Handler]:
        """What is done with each kind of action that it brings."""
        return {}

    def effects(self) -> Mapping[str, BonusEffect]:
        """Effects of bonus cards by the name that the data has for them."""
        return {}

    def figures(self) -> Mapping[str, Figure]:
        """Figures by their key."""
        return {}

    def dice(self) -> Mapping[str, DiceReader]:
        """What is done with dice, by what they were rolled for."""
        return {}

    def items(self) -> Mapping[str, Item]:
        """What trades may give and take beside goods, lira and cards."""
        return {}

    def start(self, book: Rulebook) -> object:
        """Its own state before the first turn, or None."""
        return None

    def placed_rubies(self, book: Rulebook) -> Mapping[int, int]:
        """Rubies that it puts on its places at set-up."""
        return {}

    def refuse_impossible(self, book: Rulebook) -> None:
        """Raises :class:`Refusal` where what was entered of its box can't be played with."""

    def offers(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Actions that it offers now where nothing is asked for; what the rules forbid is sorted out afterwards."""
        yield from ()

    def answers(self, book: Rulebook, state: State, ask: Ask) -> Iterator[Action]:
        """Answers to what it asks for."""
        yield from ()

    def declares(self, book: Rulebook, state: State, action: Action) -> bool:
        """Whether the action declares what a text says that is not known: ``offers`` has one example of it."""
        return False

    def companions_of_others(self, state: State, place: int) -> tuple[int, ...]:
        """Seats that have another piece at the place that has to be paid like a merchant."""
        return ()

    def waits_after_turn(self, book: Rulebook, state: State) -> bool:
        """Whether something may still follow a turn that is done."""
        return False

    def ruby_taken(self, book: Rulebook, state: State, place: int) -> State:
        """The state after a ruby was taken from a place."""
        return state

    def settle(self, book: Rulebook, state: State) -> Outcome:
        """What happens of itself after every action."""
        return state, ()

    def casual(self, book: Rulebook, state: State) -> Mapping[int, float]:
        """What a casual player thinks of its places, in lira or so."""
        return {}

    def casual_answer(self, book: Rulebook, state: State, ask: Ask, rng: random.Random) -> Action | None:
        """How a casual player answers what it asks for."""
        return None

    def casual_use(self, book: Rulebook, state: State, rng: random.Random) -> Words | None:
        """With which words a casual player takes the action of one of its places."""
        return None

    def casual_move(self, book: Rulebook, state: State, rng: random.Random) -> Action | None:
        """Another action than moving the merchant that a casual player might take instead."""
        return None

    def laws(self, book: Rulebook, state: State) -> Iterator[tuple[str, bool]]:
        """Names of what must hold of its own pieces in every state, and whether it does."""
        yield from ()

    def own_to_json(self, own: Any) -> JsonValue:
        """Its own state as plain data."""
        return None


class Item(ABC):
    """Something that a trade gives and takes. ``word`` says which one, where there are several."""

    needs_word_to_take: ClassVar[bool] = False
    needs_word_to_pay: ClassVar[bool] = False

    def words(self, book: Rulebook, state: State, seat: int, *, paid: bool) -> tuple[str, ...]:
        """Every word that may say which one is paid or taken."""
        return ()

    @abstractmethod
    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The player gets it. Raises :class:`Refusal`."""

    @abstractmethod
    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The player gives it away. Raises :class:`Refusal`."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """The rules of one set-up.

    Attributes:
        setup, facts: what they were put together for, and what is printed.
        parts: the base game and the expansions that are switched on.
        layout: place numbers by row.
        at: place number -> (row, column).
        goods: the four goods; wares: with what expansions bring beside them.
        places, handlers, effects, figures, dice, items: the registers.
        cards: kind of bonus card -> its entry in the data.
        certain: kinds of action that are taken wherever they are offered.
    """

    setup: Setup
    facts: Facts
    parts: tuple[Part, ...]
    layout: Layout
    at: Mapping[int, tuple[int, int]]
    goods: tuple[str, ...]
    wares: tuple[str, ...]
    places: Mapping[int, Place]
    handlers: Mapping[type[Action], Handler]
    effects: Mapping[str, BonusEffect]
    figures: Mapping[str, Figure]
    dice: Mapping[str, DiceReader]
    items: Mapping[str, Item]
    cards: Mapping[str, CardEntry]
    certain: frozenset[type[Action]]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.setup.seats)

    @cached_property
    def deck(self) -> int:
        """How many bonus cards there are."""
        return sum(int(card["count"]) for card in self.cards.values())

    @cached_property
    def rubies(self) -> int:
        """How many rubies are in the boxes that are played with."""
        return sum(int(count) for count in self.facts["rubies_of_box"].values())

    @cached_property
    def _steps(self) -> Mapping[int, Mapping[int, int]]:
        """Place -> every place -> distance: looked up many times in every turn."""
        return {one: {to: distance(here, there) for to, there in self.at.items()} for one, here in self.at.items()}

    def steps_between(self, one: int, other: int) -> int:
        """Distance of two places along rows and columns."""
        return self._steps[one][other]

    def steps_from(self, place: int) -> Mapping[int, int]:
        """Every place -> its distance."""
        return self._steps[place]

    def price(self, state: State, place: int) -> int:
        """Goods at the Sultan's Palace or lira at the Gemstone Dealer for the next ruby."""
        track = "palace" if place == 13 else "dealer"
        first = int(self.facts.for_players(f"{track}_first", self.players))
        return min(first + state.bought[place], int(self.facts[f"{track}_last"]))

    @cached_property
    def target(self) -> int:
        """Rubies that end the game."""
        return int(self.facts.for_players("ruby_target", self.players))


def layout_rule(facts: Facts) -> LayoutRule:
    """What a layout of this game has to keep."""
    return LayoutRule.from_data(frozenset(map(int, facts["places"])), facts["layout_rule"])


def printed_layouts(facts: Facts) -> dict[str, Layout]:
    """The layouts that ship and fit this game's number of places, by name."""
    count = len(facts["places"])
    laid = {name: tuple(tuple(line) for line in rows) for name, rows in facts["layouts"].items()}
    fitting = frozenset(map(int, facts["places"]))
    return {name: rows for name, rows in laid.items() if set(spots(rows)) == fitting and len(spots(rows)) == count}


def refused(
    phrase: Phrase, value: str, rule: str = "Istanbul", *, place: int | None = None, invalid: bool = False
) -> Refusal:
    """A refusal with its value, place and rule."""
    kind = RefusalKind.INVALID if invalid else RefusalKind.ILLEGAL
    return Refusal(kind, phrase, value=value, place=str(place) if place else None, rule=rule)


def name_of(place: int) -> Phrase:
    """A place's name in words; the number of a place that there is none of."""
    if not 1 <= place <= LAST_PLACE:  # a line of a record may ask for any
        return Phrase.of("istanbul.no_place", number=str(place))
    return Phrase(f"istanbul.place_{place}")


def ware(name: str) -> Phrase:
    """A good in words."""
    return Phrase(f"istanbul.ware_{name}")


def card_name(kind: str) -> Phrase:
    """A bonus card in words."""
    return Phrase(f"istanbul.card_{kind}")
