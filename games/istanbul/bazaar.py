"""Mocha & Baksheesh as far as it is known, and the Great Bazaar.

Places 17 to 20, tavern tiles, guild cards and the new bonus cards are played in ledger mode: the player says what is
taken and paid, stock and limits are checked, and what was declared is marked so. An owner may enter the printed texts
as trades in the data; then they are checked and no longer marked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from games.game import Event, JsonValue, Phrase
from games.istanbul.actions import Action, Card, Use
from games.istanbul.facts import Facts
from games.istanbul.holdings import gain, pay_bank, spend, stock_left
from games.istanbul.ledger import Declare, book_declared, declared_in_turn, offer_words
from games.istanbul.moment import OWN_TURN, Piece, Step
from games.istanbul.rulebook import (
    Effect,
    Figure,
    Handler,
    Item,
    Outcome,
    Part,
    Place,
    Rulebook,
    Words,
    name_of,
    refused,
)
from games.istanbul.state import State
from games.istanbul.trades import Ware
from games.istanbul.turn import not_now

KEY = "mocha-and-baksheesh"
COFFEE = "coffee"
_GUILD = "Mocha & Baksheesh, guild cards"


@dataclass(frozen=True, slots=True)
class Guild(Action):
    """Instead of all four phases, play a guild card; the words of the ledger say what it takes and gives."""

    number: int
    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "guild"


class MochaState(NamedTuple):
    """Guild cards and tavern tiles by seat, and the guild cards that were played."""

    guild: tuple[int, ...]
    tavern: tuple[int, ...]
    played: tuple[int, ...] = ()


def mocha_state(state: State) -> MochaState:
    """What the expansion remembers."""
    own: MochaState = state.own[KEY]
    return own


class LedgerPlace(Place):
    """17 to 20: what the printed text says, as far as it has been entered; else what the player declares."""

    def __init__(self, number: int, trades: list[Mapping[str, Any]]) -> None:
        self.number = number
        self.trades = trades

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """The trades that are entered; where none is, nothing taken stands for whatever may be declared."""
        if not self.trades:
            yield ()
        yield from (tuple(offer_words(entry).split()) for entry in self.trades)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Book it."""
        return book_declared(book, state, state.seat, words, self.trades)


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


class DeclaredCard(Effect):
    """A bonus card whose text is not known: its effect is declared."""

    def play(self, book: Rulebook, state: State, card: Mapping[str, Any], words: Words) -> Outcome:
        """Book it."""
        return book_declared(book, state, state.seat, words, [])


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


class MochaAndBaksheesh(Part):
    """The expansion of 2015, as far as it is known."""

    key: ClassVar[str] = KEY
    sets: ClassVar[tuple[str, ...]] = ("mocha_and_baksheesh",)

    def wares(self) -> tuple[str, ...]:
        """Coffee."""
        return (COFFEE,)

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """17 to 20."""
        return {int(number): LedgerPlace(int(number), trades) for number, trades in facts["place_trades"].items()}

    def handlers(self) -> Mapping[type[Action], Handler]:
        """Guild cards, and what a tavern tile does."""
        return {Guild: play_guild_card, Declare: declared_in_turn}

    def effects(self) -> Mapping[str, Effect]:
        """Of cards that nobody has described."""
        return {"declared": DeclaredCard()}

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
        """Guild cards; where no text is entered, nothing taken stands for whatever may be declared."""
        if state.step in OWN_TURN:
            yield Declare()
        if state.step is Step.MOVE and mocha_state(state).guild[state.seat]:
            for number, trades in book.facts["guild_cards"].items():
                known = [tuple(offer_words(entry).split()) for entry in trades]
                yield from (Guild(int(number), words) for words in known or [()])

    def declares(self, book: Rulebook, state: State, action: Action) -> bool:
        """Places, guild cards, bonus cards and tiles whose text has not been entered."""
        match action:
            case Declare():
                return not state.asks and state.step in OWN_TURN
            case Guild(number):
                return not book.facts["guild_cards"].get(str(number))
            case Card(kind):
                return kind in book.cards and book.cards[kind]["effect"] == "declared"
            case Use():
                place = book.places.get(state.place)
                return state.step is Step.ACTION and isinstance(place, LedgerPlace) and not place.trades
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
        """The guild card whose text is known, where it can be paid."""
        if not state.moves_freely or not mocha_state(state).guild[state.seat] or rng.random() < 0.5:
            return None
        for number, trades in book.facts["guild_cards"].items():
            for entry in trades if int(number) not in mocha_state(state).played else ():
                pays = state.mover.lira >= int(entry.get("pay", {}).get("lira", 0))
                if pays and stock_left(book, state, COFFEE) >= 3 and state.rubies[16]:
                    return Guild(int(number), tuple(offer_words(entry).split()))
        return None

    def casual_use(self, book: Rulebook, state: State, rng: random.Random) -> Words | None:
        """Amounts made up to exercise the ledger; the printed ones are not known."""
        if state.place not in (17, 18, 19) or state.mover.lira < 2:
            return None
        item = {17: COFFEE, 18: "guild", 19: "tavern"}[state.place]
        own = mocha_state(state)
        left = {
            COFFEE: stock_left(book, state, COFFEE),
            "guild": len(book.facts["guild_cards"]) - sum(own.guild) - len(own.played),
            "tavern": int(book.facts["tavern_tiles"]) - sum(own.tavern),
        }
        return ("-lira:2", f"+{item}") if left[item] else None


class Catacombs(Place):
    """25: a good or coffee, then the merchant's stack goes to any place, without its action or encounters."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every ware with every place."""
        yield from ((name, str(number)) for name in book.wares for number in book.at)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take it and go."""
        rule = "Letters & Seals, Catacombs"
        known = len(words) == 2 and words[0] in book.wares and words[1].isdecimal() and int(words[1]) in book.at
        if not known:
            raise refused(Phrase.of("istanbul.bad_words"), " ".join(words) or "use", rule, place=25, invalid=True)
        number = int(words[1])
        state = gain(book, state, state.seat, words[0])
        state = state.with_mover(state.mover._replace(merchant=number))
        event = Event(Phrase.of("istanbul.merchant_sent", place=name_of(number)), state.seat, (words[1],))
        if state.piece is not Piece.MERCHANT:
            return state, (event,)  # the companion has not moved away and still meets whoever is where he stands
        return state._replace(at=number, errand=0, step=Step.AFTER, uses=0), (event,)


class GreatBazaar(Part):
    """The variant with both expansions: 25 places, the Catacombs among them."""

    key: ClassVar[str] = "great-bazaar"
    sets: ClassVar[tuple[str, ...]] = ("great_bazaar",)

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """25."""
        return {25: Catacombs()}

    def casual(self, book: Rulebook, state: State) -> Mapping[int, float]:
        """A good and a way out."""
        return {25: 3.0}
