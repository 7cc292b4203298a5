"""Mocha & Baksheesh. What its places, tiles and cards say is known of a few only: an owner enters the texts once, and
from then on they are offered, checked and carried out whole.

Until then places 17 to 20, tavern tiles, guild cards and the new bonus cards are played in ledger mode: the player says
what is taken and paid, stock and limits are checked, and what was declared is marked so.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from games.game import Event, JsonValue, Phrase, Refusal
from games.istanbul.actions import Action, Card, Use
from games.istanbul.box.card_entries import CardEntry, TradeEntry
from games.istanbul.box.facts import Facts
from games.istanbul.box.printed_texts import dearer, ways
from games.istanbul.holdings import gain, pay_bank, spend, stock_left
from games.istanbul.ledger import Declare, book_declared, declared_in_turn
from games.istanbul.moment import OWN_TURN, Step
from games.istanbul.rulebook import (
    BonusEffect,
    Figure,
    Handler,
    Item,
    Outcome,
    Part,
    Place,
    Rulebook,
    Words,
    refused,
)
from games.istanbul.state import State
from games.istanbul.trades import Ware
from games.istanbul.turn import not_now

KEY = "mocha-and-baksheesh"
COFFEE = "coffee"
_GUILD = "Mocha & Baksheesh, guild cards"
_TAVERN = "Mocha & Baksheesh, tavern tiles"
FOR_ALL = ("baksheesh", "barrier")  # tiles that nobody keeps: whoever moves does what they say


@dataclass(frozen=True, slots=True)
class Guild(Action):
    """Instead of all four phases, play a guild card; the words of the ledger say what it takes and gives."""

    number: int
    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "guild"


@dataclass(frozen=True, slots=True)
class Tavern(Action):
    """Use a tavern tile (its number), the baksheesh tile or the barrier, whose text has been entered, in words of the
    ledger."""

    tile: str
    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "tavern"


class MochaState(NamedTuple):
    """Guild cards and tavern tiles by seat, and the guild cards that were played."""

    guild: tuple[int, ...]
    tavern: tuple[int, ...]
    played: tuple[int, ...] = ()


def mocha_state(state: State) -> MochaState:
    """What the expansion remembers."""
    own: MochaState = state.own[KEY]
    return own


class PrintedPlace(Place):
    """17 to 20: what the printed text says, as far as it has been entered; else what the player declares."""

    def __init__(self, number: int, trades: Sequence[TradeEntry], rises: str) -> None:
        self.number = number
        self._trades = trades
        self._rises = rises  # what every ruby taken makes one more of to pay

    @property
    def is_entered(self) -> bool:
        """Whether its text is known."""
        return bool(self._trades)

    def _due(self, state: State) -> Sequence[TradeEntry]:
        return dearer(self._trades, self._rises, self.number, state.bought.get(self.number, 0))

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every way to do what is entered; where nothing is, nothing taken stands for whatever may be declared."""
        yield from ways(book, state, state.seat, self._due(state)) if self._trades else [()]

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Book it."""
        return book_declared(book, state, state.seat, words, self._due(state))


class CoffeeTrader(Figure):
    """A coffee for two lira or a good."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Lira, or each good on the wheelbarrow."""
        if state.mover.lira >= int(book.facts["figure_lira"]):
            yield ("lira",)
        yield from ((good,) for good in book.goods if state.mover.goods[good])

    def meet(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Pay, then take the coffee."""
        rule = "Mocha & Baksheesh, Coffee Trader"
        if words == ("lira",):
            state = pay_bank(state, state.seat, int(book.facts["figure_lira"]), "coffee_trader lira", rule)
        elif len(words) == 1 and words[0] in book.goods:
            state = spend(state, state.seat, Counter(words), words[0], rule)
        else:
            raise refused(Phrase.of("istanbul.bad_words"), " ".join(words) or "coffee_trader", rule, invalid=True)
        return gain(book, state, state.seat, COFFEE), ()


class Counted(Item):
    """Tavern tiles or guild cards, whose faces are their owner's affair."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _left(self, book: Rulebook, own: MochaState) -> int:
        if self.name == "tavern":
            return int(book.facts["tavern_tiles"]) - sum(own.tavern)
        return len(book.facts["guild_cards"]) - sum(own.guild) - len(own.played)

    def _changed(self, book: Rulebook, state: State, seat: int, count: int) -> State:
        own = mocha_state(state)
        held = own.tavern if self.name == "tavern" else own.guild
        left = self._left(book, own) if count > 0 else held[seat]
        if left < abs(count):
            phrase = Phrase.of("istanbul.refused_stock", left=left, what=Phrase(f"istanbul.item_{self.name}"))
            raise refused(phrase, self.name, "Mocha & Baksheesh")
        held = (*held[:seat], held[seat] + count, *held[seat + 1 :])
        return state.with_own(KEY, own._replace(tavern=held) if self.name == "tavern" else own._replace(guild=held))

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """From the supply."""
        return self._changed(book, state, seat, count), ()

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """Back to the supply."""
        return self._changed(book, state, seat, -count), ()


class PrintedCard(BonusEffect):
    """A bonus card of this box: what its owner entered; where nothing is, its effect is declared."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """As its text has it."""
        yield from ways(book, state, state.seat, card["text"]) if card["text"] else [()]

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Book it."""
        return book_declared(book, state, state.seat, words, card["text"])


def play_guild_card(book: Rulebook, state: State, action: Guild) -> Outcome:
    """The card is carried out instead of the turn. Raises :class:`Refusal`."""
    seat, own = state.seat, mocha_state(state)
    if not state.moves_freely:
        raise not_now(state, action.notation)
    if not own.guild[seat] or action.number in own.played or str(action.number) not in book.facts["guild_cards"]:
        raise refused(Phrase.of("istanbul.refused_no_guild_card"), action.notation, _GUILD)
    guild = (*own.guild[:seat], own.guild[seat] - 1, *own.guild[seat + 1 :])
    played = tuple(sorted((*own.played, action.number)))
    state = state.with_own(KEY, own._replace(guild=guild, played=played))
    trades = book.facts["guild_cards"][str(action.number)]
    state, events = book_declared(book, state._replace(step=Step.AFTER), seat, action.words, trades)
    return state, (Event(Phrase.of("istanbul.guild_played", number=action.number), seat), *events)


def use_tavern_tile(book: Rulebook, state: State, action: Tavern) -> Outcome:
    """A guest of the tavern does what the tile says. Raises :class:`Refusal`."""
    if state.step not in OWN_TURN:
        raise not_now(state, action.notation)
    trades = book.facts["tavern_texts"].get(action.tile)
    held = action.tile in FOR_ALL or mocha_state(state).tavern[state.seat]
    if not trades or not held:
        raise refused(Phrase.of("istanbul.refused_no_tavern_tile"), action.notation, _TAVERN)
    state, events = book_declared(book, state, state.seat, action.words, trades)
    name = Phrase(f"istanbul.tavern_{action.tile}")
    return state, (Event(Phrase.of("istanbul.tavern_used", tile=name), state.seat), *events)


class MochaAndBaksheesh(Part):
    """The expansion of 2015."""

    key: ClassVar[str] = KEY
    sets: ClassVar[tuple[str, ...]] = ("mocha_and_baksheesh",)

    def wares(self) -> tuple[str, ...]:
        """Coffee."""
        return (COFFEE,)

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """17 to 20."""
        return {
            int(number): PrintedPlace(int(number), trades, str(facts["coffee_house_rises"]))
            for number, trades in facts["place_trades"].items()
        }

    def handlers(self) -> Mapping[type[Action], Handler]:
        """Guild cards, and what a tavern tile does."""
        return {Guild: play_guild_card, Tavern: use_tavern_tile, Declare: declared_in_turn}

    def effects(self) -> Mapping[str, BonusEffect]:
        """Of its bonus cards."""
        return {"printed": PrintedCard()}

    def figures(self) -> Mapping[str, Figure]:
        """The Coffee Trader."""
        return {"coffee_trader": CoffeeTrader()}

    def items(self) -> Mapping[str, Item]:
        """Coffee, tavern tiles, guild cards."""
        return {COFFEE: Ware(COFFEE), "tavern": Counted("tavern"), "guild": Counted("guild")}

    def start(self, book: Rulebook) -> MochaState:
        """Nobody has anything."""
        return MochaState((0,) * book.players, (0,) * book.players)

    def placed_rubies(self, book: Rulebook) -> Mapping[int, int]:
        """At the Coffee House."""
        return {20: int(book.facts["coffee_house_rubies"])}

    def offers(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Guild cards and tavern tiles; where no text is entered, nothing taken stands for whatever may be declared."""
        seat, own = state.seat, mocha_state(state)
        if state.step in OWN_TURN:
            yield Declare()
            for tile, trades in book.facts["tavern_texts"].items():
                if tile in FOR_ALL or own.tavern[seat]:
                    yield from (Tavern(tile, words) for words in ways(book, state, seat, trades))
        if state.step is Step.MOVE and own.guild[seat]:
            for number, trades in book.facts["guild_cards"].items():
                known = ways(book, state, seat, trades) if trades else [()]
                yield from (Guild(int(number), words) for words in known)

    def declares(self, book: Rulebook, state: State, action: Action) -> bool:
        """Places, guild cards, bonus cards and tiles whose text has not been entered."""
        match action:
            case Declare():
                return not state.asks and state.step in OWN_TURN
            case Guild(number):
                return not book.facts["guild_cards"].get(str(number))
            case Card(kind):
                card = _carried_out(book, state, kind)
                return card is not None and card["effect"] == "printed" and not card["text"]
            case Use():
                place = book.places.get(state.place)
                return state.step is Step.ACTION and isinstance(place, PrintedPlace) and not place.is_entered
        return False

    def laws(self, book: Rulebook, state: State) -> Iterator[tuple[str, bool]]:
        """Guild cards and tavern tiles are within their numbers."""
        own = mocha_state(state)
        yield "guild cards", min(own.guild) >= 0 and sum(own.guild) + len(own.played) <= len(book.facts["guild_cards"])
        yield "tavern tiles", min(own.tavern) >= 0 and sum(own.tavern) <= int(book.facts["tavern_tiles"])

    def own_to_json(self, own: MochaState) -> JsonValue:
        """As plain data."""
        return {"guild": [*own.guild], "tavern": [*own.tavern], "played": [*own.played]}

    def casual(self, book: Rulebook, state: State) -> Mapping[int, float]:
        """Somewhat interesting."""
        return {17: 3.0, 18: 2.0, 19: 2.0, 20: 3.0}

    def casual_move(self, book: Rulebook, state: State, rng: random.Random) -> Action | None:
        """A guild card whose text is known, where it can be paid."""
        if not state.moves_freely or not mocha_state(state).guild[state.seat] or rng.random() < 0.5:
            return None
        for number, trades in book.facts["guild_cards"].items():
            for words in ways(book, state, state.seat, trades):
                card = Guild(int(number), words)
                if _can(book, state, card):
                    return card
        return None

    def casual_use(self, book: Rulebook, state: State, rng: random.Random) -> Words | None:
        """Amounts made up to exercise the ledger; the printed ones are not known."""
        place = book.places[state.place]
        if not isinstance(place, PrintedPlace):
            return None
        if place.is_entered:
            fitting = [words for words in place.choices(book, state) if _can(book, state, Use(words))]
            return rng.choice(fitting) if fitting else None
        if state.place == 20 or state.mover.lira < 2:
            return None
        item = {17: COFFEE, 18: "guild", 19: "tavern"}[state.place]
        own = mocha_state(state)
        left = {
            COFFEE: stock_left(book, state, COFFEE),
            "guild": len(book.facts["guild_cards"]) - sum(own.guild) - len(own.played),
            "tavern": int(book.facts["tavern_tiles"]) - sum(own.tavern),
        }
        return ("-lira:2", f"+{item}") if left[item] else None


def _carried_out(book: Rulebook, state: State, kind: str) -> CardEntry | None:
    """The card that is played, or the one that a card of Letters & Seals carries out in its place."""
    card = book.cards.get(kind)
    if card is not None and card["effect"] == "top_card":
        return book.cards.get(state.discard[-1]) if state.discard else None
    return card


def _can(book: Rulebook, state: State, action: Action) -> bool:
    try:
        book.handlers[type(action)](book, state, action)
    except Refusal:
        return False
    return True
