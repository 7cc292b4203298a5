"""Letters & Seals: Embassy, Kiosk, Auction House, Secret Society, and what the companion does at the Fountain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from games.game import Event, Phrase
from games.istanbul.actions import Action
from games.istanbul.expansions.letters import (
    KEY,
    PERSONAL,
    LettersState,
    draw_letters,
    own_state,
    seal_choices,
    spend_seals,
    with_player,
)
from games.istanbul.holdings import bank_pays, draw_hidden, gain, hand_over, pay_bank, take_ruby
from games.istanbul.moment import Piece
from games.istanbul.places import Fountain, bad_words
from games.istanbul.rulebook import Item, Outcome, Place, Rulebook, Words, name_of, refused
from games.istanbul.state import Ask, State
from games.istanbul.trades import trade, trade_words
from games.istanbul.turn import not_now

_KIOSK = "Letters & Seals, Kiosk"
_AUCTION = "Letters & Seals, Auction House"
_SOCIETY = "Letters & Seals, Secret Society"
COMPANION = "companion"
NOBODY = "nobody"  # the word for no assistant, where the companion comes alone


@dataclass(frozen=True, slots=True)
class TurnOver(Action):
    """Tell a kiosk tile that was turned over, or several one after the other."""

    tiles: tuple[str, ...]
    verb: ClassVar[str] = "kiosk"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose an open kiosk tile. The words are which of its offers is carried out (from 1) and what it leaves to
    choose; without words it is not carried out."""

    tile: str
    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "tile"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid so many lira."""

    lira: int
    verb: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do not bid."""

    verb: ClassVar[str] = "pass"


class FountainWithCompanion(Fountain):
    """7: as ever, and the companion comes to the personal supply where one says so."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Assistants, with or without the companion; with him it may be no assistant at all."""
        every = (*super().choices(book, state), *((NOBODY,) for _ in state.mover.out[:1]))
        yield from (words for words in every if words != (NOBODY,))
        if own_state(state).players[state.seat].companion != PERSONAL:
            yield from ((COMPANION, *words) for words in every)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Nothing said but the companion still means all assistants."""
        if not words or words[0] != COMPANION:
            return super().use(book, state, words)
        state, events = companion_home(state, state.seat)
        if words[1:] == (NOBODY,) and state.mover.out:
            return state, events
        state, more = super().use(book, state, words[1:])
        return state, events + more

    def as_now(self, book: Rulebook, state: State, words: Words) -> Words | None:
        """All of them by their names, with the companion or without."""
        if words[:1] != (COMPANION,):
            return super().as_now(book, state, words)
        rest = super().as_now(book, state, words[1:])
        return None if rest is None else (COMPANION, *rest)


def companion_home(state: State, seat: int) -> Outcome:
    """The companion to the personal supply. Raises :class:`Refusal` where it is there already."""
    own = own_state(state).players[seat]
    if own.companion == PERSONAL:
        raise refused(Phrase.of("istanbul.refused_companion"), COMPANION, "Letters & Seals, Companion")
    event = Event(Phrase.of("istanbul.companion_taken"), seat)
    return with_player(state, seat, own._replace(companion=PERSONAL)), (event,)


class Embassy(Place):
    """21: two letters."""

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Ask for their numbers."""
        if words:
            raise bad_words(21, words)
        return draw_letters(state, state.seat, int(book.facts["embassy_letters"])), ()


# The Kiosk


class Kiosk(Place):
    """22: a letter, then one kiosk tile more than players; everybody takes one, whoever came also the last."""

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Ask for the letter and for the tiles."""
        if words:
            raise bad_words(22, words)
        return draw_letters(state, state.seat, 1).asking(Ask("kiosk", state.seat)), ()


def hidden_tiles(book: Rulebook, state: State) -> tuple[str, ...]:
    """Kinds of kiosk tiles in the face-down stacks; once these run out, of the discard pile, which is shuffled."""
    own = own_state(state)
    closed = Counter({tile: int(count) for tile, count in book.facts["kiosk_counts"].items()}) - Counter(own.kiosk_open)
    return tuple(closed - Counter(own.kiosk_used)) or tuple(closed)


def turn_over(book: Rulebook, state: State, action: TurnOver) -> Outcome:
    """Tiles lie open, one after the other; with the last one everybody chooses in clockwise order."""
    if not state.asks or state.asks[0].kind != "kiosk":
        raise not_now(state, action.notation)
    count = book.players + 1
    if not 1 <= len(action.tiles) <= count - len(own_state(state).kiosk_open):
        raise _refuse_tiles(book, state, action)
    for tile in action.tiles:
        hidden, own = hidden_tiles(book, state), own_state(state)
        if tile not in hidden:
            raise _refuse_tiles(book, state, action)
        used = own.kiosk_used
        if _stacks_are_empty(book, own):
            used = ()  # "If you run out of Kiosk tiles, shuffle the discard pile."
        state = state.with_own(KEY, own._replace(kiosk_open=(*own.kiosk_open, tile), kiosk_used=used))
    lying = own_state(state).kiosk_open
    names = tuple(Phrase(f"istanbul.kiosk_{tile}") for tile in lying)
    event = Event(Phrase.of("istanbul.kiosk_open", tiles=names), state.seat, ("22",))
    if len(lying) < count:
        return state, (event,)
    seats = [(state.seat + turn) % book.players for turn in range(count)]
    return state._replace(asks=(*(Ask("tile", seat) for seat in seats), *state.asks[1:])), (event,)


def _stacks_are_empty(book: Rulebook, own: LettersState) -> bool:
    seen = len(own.kiosk_open) + len(own.kiosk_used)
    return seen >= sum(int(count) for count in book.facts["kiosk_counts"].values())


def _refuse_tiles(book: Rulebook, state: State, action: TurnOver) -> Exception:
    count = book.players + 1 - len(own_state(state).kiosk_open)
    phrase = Phrase.of("istanbul.refused_kiosk_tiles", count=count, known=hidden_tiles(book, state))
    return refused(phrase, action.notation, _KIOSK, place=22)


def tile_choices(book: Rulebook, state: State, seat: int) -> Iterator[Choose]:
    """Every open tile: left alone, or with each of its offers."""
    for tile in dict.fromkeys(own_state(state).kiosk_open):
        yield Choose(tile)
        for number, entry in enumerate(book.facts["kiosk_tiles"][tile], 1):
            for words in trade_words(book, state, seat, entry):
                yield Choose(tile, (str(number), *words))


def choose(book: Rulebook, state: State, action: Choose) -> Outcome:
    """Carry the tile out or not, and turn it face down."""
    if not state.asks or state.asks[0].kind != "tile":
        raise not_now(state, action.notation)
    own, seat = own_state(state), state.asks[0].seat
    if action.tile not in own.kiosk_open:
        phrase = Phrase.of("istanbul.refused_kiosk_choice", known=own.kiosk_open)
        raise refused(phrase, action.notation, _KIOSK, place=22)
    later = state.asks[1:]
    lying = list(own.kiosk_open)
    lying.remove(action.tile)
    left = tuple(lying)
    used = (*own.kiosk_used, action.tile)
    state = state.with_own(KEY, own._replace(kiosk_open=left, kiosk_used=used))._replace(asks=())
    name = Phrase(f"istanbul.kiosk_{action.tile}")
    if not action.words:
        return state._replace(asks=later), (Event(Phrase.of("istanbul.kiosk_declined", tile=name), seat),)
    offers, number = book.facts["kiosk_tiles"][action.tile], action.words[0]
    if not number.isdecimal() or not 1 <= int(number) <= len(offers):
        raise refused(Phrase.of("istanbul.bad_words"), action.notation, _KIOSK, invalid=True)
    state, events = trade(book, state, seat, offers[int(number) - 1], action.words[1:])
    event = Event(Phrase.of("istanbul.kiosk_chosen", tile=name), seat)
    return state._replace(asks=(*state.asks, *later)), (event, *events)


class OnlyTaken(Item):
    """What nobody can give away: a roll of a die, a way."""

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """No trade of the game asks for it. Raises :class:`Refusal`."""
        raise refused(Phrase.of("istanbul.bad_words"), word, invalid=True)


class Die(OnlyTaken):
    """One lira a pip."""

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """Ask for the die."""
        return state.asking(Ask("dice", seat, "die")), ()


def die_lira(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    """As many lira as pips."""
    return bank_pays(state, ask.seat, dice[0]), ()


class CompanionItem(OnlyTaken):
    """The companion comes to the personal supply."""

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """From wherever he is."""
        return companion_home(state, seat)


class ToFountain(OnlyTaken):
    """The merchant goes to the Fountain, without collecting assistants."""

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """Whoever acts there with the merchant has the encounters of the Fountain."""
        state = state.with_player(seat, state.players[seat]._replace(merchant=7))
        if seat == state.seat and state.piece is Piece.MERCHANT:
            state = state._replace(at=7)
        return state, (Event(Phrase.of("istanbul.merchant_sent", place=name_of(7)), seat, ("7",)),)


# The Auction House


class AuctionHouse(Place):
    """23: a good of choice, then an auction for two bonus cards: one bid each, and a final one."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """A good and the first bid; without any lira there is none to make."""
        for good in book.goods:
            yield from ((good, str(bid)) for bid in range(1, state.mover.lira + 1))
            if not state.mover.lira:
                yield (good,)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take the good, bid, and ask everybody else in clockwise order."""
        broke = not state.mover.lira
        if len(words) != (1 if broke else 2) or words[0] not in book.goods or not (broke or words[1].isdecimal()):
            raise bad_words(23, words)
        bid = 0 if broke else int(words[1])
        if not broke:
            _refuse_bid(state, state.seat, bid, " ".join(words))
        state = gain(book, state, state.seat, words[0])
        bidder = -1 if broke else state.seat
        state = state.with_own(KEY, own_state(state)._replace(bid=bid, bidder=bidder))
        seats = ((state.seat + turn) % book.players for turn in range(1, book.players + 1))
        return state.asking(*(Ask("auction", seat) for seat in seats)), _bid_events(state, bidder, bid)


def _refuse_bid(state: State, seat: int, bid: int, value: str) -> None:
    least, most = own_state(state).bid + 1, state.players[seat].lira
    if not least <= bid <= most:
        raise refused(Phrase.of("istanbul.refused_bid", least=least, most=most), value, _AUCTION, place=23)


def _bid_events(state: State, seat: int, bid: int) -> tuple[Event, ...]:
    if seat < 0:
        return ()
    return (Event(Phrase.of("istanbul.bid", lira=bid, name=state.setup.seats[seat].name), seat, ("23",)),)


def bids(state: State, seat: int) -> Iterator[Action]:
    """Pass, or any bid that is high enough."""
    yield Pass()
    yield from (Bid(lira) for lira in range(own_state(state).bid + 1, state.players[seat].lira + 1))


def bid(book: Rulebook, state: State, action: Bid) -> Outcome:
    """A higher bid."""
    seat = _bidding(state, action)
    _refuse_bid(state, seat, action.lira, action.notation)
    state = state.answered().with_own(KEY, own_state(state)._replace(bid=action.lira, bidder=seat))
    state, events = _concluded(book, state)
    return state, (*_bid_events(state, seat, action.lira), *events)


def pass_bid(book: Rulebook, state: State, action: Pass) -> Outcome:
    """No bid."""
    _bidding(state, action)
    return _concluded(book, state.answered())


def _bidding(state: State, action: Action) -> int:
    if not state.asks or state.asks[0].kind != "auction":
        raise not_now(state, action.notation)
    return state.asks[0].seat


def _concluded(book: Rulebook, state: State) -> Outcome:
    """The auction ends once nobody is left to bid, or only whoever holds the highest bid (or none to beat)."""
    own = own_state(state)
    left = [ask for ask in state.asks if ask.kind == "auction"]
    if len(left) > 1 or (left and own.bidder not in (state.seat, -1)):
        return state, ()
    state = state._replace(asks=tuple(ask for ask in state.asks if ask.kind != "auction"))
    state = state.with_own(KEY, own._replace(bid=0, bidder=-1))
    if own.bidder < 0:
        return state, (Event(Phrase.of("istanbul.auction_void"), None, ("23",)),)
    if own.bidder == state.seat:
        state = pay_bank(state, own.bidder, own.bid, f"bid {own.bid}", _AUCTION)
    else:
        state = hand_over(state, own.bidder, state.seat, own.bid)
    state = draw_hidden(state, own.bidder, int(book.facts["auction_cards"]))
    name = state.setup.seats[own.bidder].name
    return state, (Event(Phrase.of("istanbul.auction_won", lira=own.bid, name=name), own.bidder, ("23",)),)


# The Secret Society


class SecretSociety(Place):
    """24: letters with six seals for the next ruby of place 13, 16 or 20; the first three get lira as well."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Where the ruby comes from, and the letters."""
        for place in self._sources(state):
            yield from ((place, *words) for words in seal_choices(state, state.seat, int(book.facts["society_seals"])))

    @staticmethod
    def _sources(state: State) -> tuple[str, ...]:
        return tuple(str(place) for place in (13, 16, 20) if state.rubies.get(place))

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Discard the letters, take the ruby; nothing is paid where it comes from."""
        if not words or words[0] not in ("13", "16", "20"):
            raise bad_words(24, words)
        needed, own = int(book.facts["society_seals"]), own_state(state)
        state = spend_seals(state, state.seat, words[1:], needed, _SOCIETY)
        state, events = take_ruby(
            book, state, state.seat, int(words[0]), _SOCIETY, paid=Phrase.of("istanbul.seals", count=needed)
        )
        rewards = book.facts["society_lira"]
        lira = int(rewards[own.society]) if own.society < len(rewards) else 0
        state = bank_pays(state, state.seat, lira)
        state = state.with_own(KEY, own_state(state)._replace(society=own.society + 1))
        return state, (*events, Event(Phrase.of("istanbul.society", lira=lira), state.seat, ("24",)))
