"""What may be tapped in Istanbul, as headings and big buttons, each with what it costs and brings.

Two things are put together tap by tap (:class:`Pick`): the kiosk tiles that lie open, and what a printed text that
nobody knows takes and gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.session import TableView
from companion.widgets.istanbul_pictures import PlacePicture
from companion.widgets.offered_touch import Offer
from games.game import Phrase
from games.istanbul.actions import (
    Action,
    Card,
    Catch,
    Demand,
    End,
    Keep,
    Meet,
    Move,
    Pay,
    Recall,
    Reroll,
    Roll,
    Turn,
    Use,
)
from games.istanbul.bazaar import COFFEE, Guild, LedgerPlace, mocha_state
from games.istanbul.bazaar import KEY as MOCHA
from games.istanbul.layout import FOUNTAIN
from games.istanbul.ledger import Declare
from games.istanbul.letters import Again, Escort, Letter, Step, own_state
from games.istanbul.letters_places import Bid, Choose, Pass, TurnOver, hidden_tiles
from games.istanbul.rulebook import Rulebook, card_name, name_of, ware
from games.istanbul.rules import playing
from games.istanbul.state import POLICE, State
from games.istanbul.turn import fees

BID_STEPS = (1, 5)
Picks = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """One more word of what is put together; an empty word takes the last one back."""

    word: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin to put a declaration together: ``use``, ``declare``, ``guild NUMBER`` or ``card KIND``."""

    what: str


def question(view: TableView) -> Phrase:
    """What the dock asks."""
    state: State = view.state
    if state.is_over:
        return Phrase.of("istanbul.step_over")
    if state.asks:
        ask = state.asks[0]
        if ask.kind == "auction":
            own, name = own_state(state), view.seats[ask.seat].name
            if own.bidder < 0:
                return Phrase.of("istanbul.ask_first_bid", name=name)
            return Phrase.of("istanbul.ask_bid", name=name, bid=own.bid, highest=view.seats[own.bidder].name)
        if ask.kind == "demand":
            return Phrase.of("istanbul.ask_demand_at", place=name_of(int(ask.about)))
        if ask.kind in ("letter", "tile"):
            return Phrase.of(f"istanbul.ask_{ask.kind}_of", name=view.seats[ask.seat].name)
        return Phrase.of("istanbul.tell", what=Phrase(f"istanbul.ask_{ask.kind}"))
    if state.step in ("pay", "action"):
        return Phrase.of(f"istanbul.do_{state.step}", place=name_of(state.place))
    return Phrase.of(f"istanbul.do_{state.step}")


def istanbul_offers(view: TableView, begun: str = "", picks: Picks = ()) -> tuple[Offer, ...]:
    """What may be done now.

    Args:
        view: the table.
        begun: what is being put together (see :class:`Begin`), or nothing.
        picks: the words so far.
    """
    state: State = view.state
    if state.is_over or (state.asks and state.asks[0].kind == "dice"):
        return ()  # dice are thrown, seen or typed in a dock of their own
    game = playing(state.setup)
    book = game.rulebook(state.setup)
    if begun:
        return tuple(_ledger(book, state, begun, picks))
    if state.asks and state.asks[0].kind == "kiosk":
        return tuple(_kiosk(book, state, picks))
    if state.asks and state.asks[0].kind == "declare":
        return tuple(_ledger(book, state, "declare", picks))
    if state.asks and state.asks[0].kind == "auction":
        return tuple(_bids(state))
    found = [_offer(view, book, state, action) for action in game.legal(state) if not _by_ledger(book, state, action)]
    return (*found, *_declarations(book, state))


# One offer for each action


def _offer(view: TableView, book: Rulebook, state: State, action: Action) -> Offer:
    path, label = _words_of(view, book, state, action)
    # A move is no ghost: DONE would end the turn with it, before the place's action was taken.
    return Offer(
        label,
        action,
        path,
        _brings(book, state, action),
        _places(action, state),
        hidden=not _is_seen(action, state),
        picture=partial(PlacePicture, action.place) if isinstance(action, Move | Step) else None,
    )


def _is_seen(action: Action, state: State) -> bool:
    """Whether the camera sees it: pieces that move from place to place."""
    if isinstance(action, Move):
        return not action.alone
    if isinstance(action, Use):
        return state.place in (POLICE, FOUNTAIN)
    return isinstance(action, Step | Escort | Recall)


def _places(action: Action, state: State) -> tuple[str, ...]:
    match action:
        case Move(place) | Step(place) | Recall(place):
            return (str(place),)
        case Use(words) if state.place == POLICE and words:
            return (words[0],)
        case Use():
            return (str(state.place),)
        case _:
            return ()


def _words_of(view: TableView, book: Rulebook, state: State, action: Action) -> tuple[tuple[Phrase, ...], Phrase]:
    """Under which headings it stands, and what its button says."""
    match action:
        case Move(place, alone):
            if alone:
                return (Phrase.of("istanbul.head_alone"),), name_of(place)
            return (Phrase.of("istanbul.head_move"),), name_of(place)
        case Step(place):
            return (Phrase.of("istanbul.head_companion"),), name_of(place)
        case Use(words):
            return _use_words(book, state, words)
        case Card(kind, words):
            if not words:
                return (Phrase.of("istanbul.head_cards"),), card_name(kind)
            return (Phrase.of("istanbul.head_cards"), card_name(kind)), _listed(book, words)
        case Catch(seat, reward):
            name = view.seats[seat].name
            return (), Phrase.of(f"istanbul.catch_{reward}", name=name)
        case Meet(figure, words):
            return (Phrase.of("istanbul.head_meet", figure=Phrase(f"istanbul.figure_{figure}")),), _listed(book, words)
        case Recall(place):
            return (Phrase.of("istanbul.head_recall"),), name_of(place)
        case Demand(tile):
            return (), _demanded(book, tile)
        case Letter(number):
            return (), name_of(number)
        case Choose(tile, words):
            head = Phrase(f"istanbul.kiosk_{tile}")
            return (head,), _listed(book, words[1:]) if words else Phrase.of("istanbul.not_carried_out")
        case Again(letters):
            return (Phrase.of("istanbul.head_again"),), _listed(book, letters, letters_meant=True)
        case Guild(number, words):
            head = Phrase.of("istanbul.head_guild")
            return (head,), Phrase.of("istanbul.guild_for", number=number, words=" ".join(words))
        case Turn(die):
            return (), Phrase.of("istanbul.do_turn", die=die)
        case Pay():
            return (), Phrase.of("istanbul.do_pay_now", lira=fees(book, state, state.place))
        case End():
            return (), Phrase.of("istanbul.end_unpaid" if state.step == "pay" else "istanbul.do_end")
        case Keep() | Reroll() | Escort() | Pass():
            return (), Phrase.of(f"istanbul.do_{action.verb}")
        case Roll(first, second):
            return (), Phrase.of("istanbul.rolled", total=first + second)
    return (), Phrase.of("istanbul.said", words=action.notation)


def _use_words(book: Rulebook, state: State, words: tuple[str, ...]) -> tuple[tuple[Phrase, ...], Phrase]:
    place = state.place
    act = Phrase.of("istanbul.do_use")
    if place == 9 and words:
        return (), Phrase.of("istanbul.announce", number=int(words[0]))
    if place == 23 and words:
        bid = Phrase.of("istanbul.first_bid", lira=int(words[1])) if len(words) > 1 else act
        return (ware(words[0]),), bid
    if place == 25 and words:
        return (ware(words[0]),), name_of(int(words[1]))
    if place == 24 and words:
        return (name_of(int(words[0])),), _listed(book, words[1:], letters_meant=True)
    if place == 6 and words:
        sources = tuple(Phrase.of(f"istanbul.from_{word}") for word in words[:2])
        return (Phrase.of("istanbul.two_cards", sources=sources),), Phrase.of(
            "istanbul.discarding", card=card_name(words[2])
        )
    if place == POLICE and words:
        return (Phrase.of("istanbul.head_family"),), name_of(int(words[0]))
    if place == FOUNTAIN and words:
        return (Phrase.of("istanbul.head_fountain"),), _listed(book, words)
    if not words:
        return (), act
    return (act,), _listed(book, words)


def _listed(book: Rulebook, words: tuple[str, ...], *, letters_meant: bool = False) -> Phrase:
    """Words of an action in people's words: goods with their number, places, cards, letters."""
    if not words:
        return Phrase.of("istanbul.do_use")
    found: list[Phrase] = []
    for word, count in Counter(words).items():
        one = _word(book, word, letters_meant=letters_meant)
        found.append(Phrase.of("istanbul.times", count=count, what=one) if count > 1 else one)
    return Phrase.of("istanbul.list", words=tuple(found))


def _word(book: Rulebook, word: str, *, letters_meant: bool) -> Phrase:
    if word in book.wares or word == "lira":
        return ware(word)
    if word in book.cards:
        return card_name(word)
    if word == "d":
        return Phrase.of("istanbul.delivered_letter")
    if word.isdecimal() and letters_meant:
        return Phrase.of("istanbul.letter_of", place=name_of(int(word)))
    if word.isdecimal() and int(word) in book.at:
        return name_of(int(word))
    if word in book.figures:
        return Phrase(f"istanbul.figure_{word}")
    if word in ("companion", "card"):
        return Phrase.of(f"istanbul.word_{word}")
    return Phrase.of("istanbul.said", words=word)


def _demanded(book: Rulebook, tile: str) -> Phrase:
    goods = (
        Phrase.of("istanbul.times", count=int(count), what=ware(good))
        for good, count in zip(book.goods, tile, strict=True)
        if count != "0"
    )
    return Phrase.of("istanbul.list", words=tuple(goods))


def _brings(book: Rulebook, state: State, action: Action) -> Phrase | None:
    """What it costs, and what it earns."""
    if isinstance(action, Move | Step):
        due = fees(book, state, action.place)
        helpless = (
            isinstance(action, Move)
            and action.place != FOUNTAIN
            and not state.mover.stack
            and action.place not in state.mover.out
        )
        if helpless:
            return Phrase.of("istanbul.brings_nothing")
        if due > state.mover.lira:
            return Phrase.of("istanbul.brings_too_dear", due=due)
        return Phrase.of("istanbul.brings_fee", due=due) if due else Phrase.of("istanbul.brings_free")
    if isinstance(action, Use) and state.place in (10, 11) and action.words:
        return Phrase.of(
            "istanbul.brings_lira", lira=book.facts["market_reward"][str(state.place)][len(action.words) - 1]
        )
    if isinstance(action, Use) and state.place == 1:
        return Phrase.of("istanbul.brings_fee", due=int(book.facts["extension_price"]))
    if isinstance(action, Use) and state.place == 16:
        return Phrase.of("istanbul.brings_ruby_for", lira=book.price(state, 16))
    if isinstance(action, Recall):
        return Phrase.of("istanbul.brings_fee", due=int(book.facts["yellow_tile_lira"]))
    return None


# Bids


def _bids(state: State) -> Iterator[Offer]:
    """+1, +5 and what lies between, or no bid."""
    own, seat = own_state(state), state.asks[0].seat
    most = state.players[seat].lira
    yield Offer(Phrase.of("istanbul.do_pass"), Pass(), hidden=True)
    for step in BID_STEPS:
        if own.bid + step <= most:
            label = Phrase.of("istanbul.bid_up", step=step, lira=own.bid + step)
            yield Offer(label, Bid(own.bid + step), hidden=True)
    for lira in range(own.bid + 2, most + 1):
        label = Phrase.of("istanbul.bid_so_much", lira=lira)
        yield Offer(label, Bid(lira), (Phrase.of("istanbul.head_bids"),), hidden=True)


# Put together tap by tap


def _kiosk(book: Rulebook, state: State, picks: Picks) -> Iterator[Offer]:
    """The kiosk tiles that lie open, one after the other."""
    count, hidden = book.players + 1, hidden_tiles(book, state)
    if len(hidden) < count:
        picks = tuple(dict.fromkeys((*hidden, *picks)))
        hidden = tuple(book.facts["kiosk_tiles"])
    if len(picks) == count:
        names = tuple(Phrase(f"istanbul.kiosk_{tile}") for tile in picks)
        label = Phrase.of("istanbul.these_lie_open")
        yield Offer(label, TurnOver(picks), brings=Phrase.of("istanbul.list", words=names), hidden=True)
    else:
        for tile in hidden:
            if tile not in picks:
                more = Phrase.of("istanbul.so_many_of", number=len(picks) + 1, count=count)
                yield Offer(Phrase(f"istanbul.kiosk_{tile}"), Pick(tile), brings=more, hidden=True)
    if picks:
        yield Offer(Phrase.of("istanbul.pick_back"), Pick(""), hidden=True)


def _by_ledger(book: Rulebook, state: State, action: Action) -> bool:
    """Whether the printed text is not known, so that it is declared instead."""
    return isinstance(action, Use) and _is_ledger_place(book, state)


def _is_ledger_place(book: Rulebook, state: State) -> bool:
    place = book.places.get(state.place)
    return state.step == "action" and isinstance(place, LedgerPlace) and not place.trades


def _declarations(book: Rulebook, state: State) -> Iterator[Offer]:
    """Where a declaration may begin."""
    if state.asks or MOCHA not in state.own:
        return
    declared = Phrase.of("istanbul.by_ledger")
    if _is_ledger_place(book, state):
        yield Offer(Phrase.of("istanbul.do_use"), Begin("use"), brings=declared, hidden=True)
    held = mocha_state(state)
    if state.step == "move" and held.guild[state.seat]:
        head = Phrase.of("istanbul.head_guild")
        for number, trades in book.facts["guild_cards"].items():
            if int(number) not in held.played and not trades:
                label = Phrase.of("istanbul.guild_played", number=int(number))
                yield Offer(label, Begin(f"guild {number}"), (head,), declared, hidden=True)
    if held.tavern[state.seat] and state.step in ("move", "pay", "action", "encounters"):
        yield Offer(Phrase.of("istanbul.tavern_tile"), Begin("declare"), brings=declared, hidden=True)


def _ledger(book: Rulebook, state: State, begun: str, picks: Picks) -> Iterator[Offer]:
    """What is taken and paid, one by one; then it is booked."""
    words = booked(picks)
    said = Phrase.of("istanbul.said", words=" ".join(words) or "–")
    yield Offer(Phrase.of("istanbul.book_it"), declared(begun, words), brings=said, hidden=True)
    if picks:
        yield Offer(Phrase.of("istanbul.pick_back"), Pick(""), hidden=True)
    take, pay = Phrase.of("istanbul.head_take"), Phrase.of("istanbul.head_pay")
    for name in ("lira", COFFEE, *book.goods):
        if name != COFFEE or COFFEE in book.wares:
            yield Offer(ware(name), Pick(f"+{name}"), (take,), hidden=True)
            yield Offer(ware(name), Pick(f"-{name}"), (pay,), hidden=True)
    for name in ("card", "letter", "guild", "tavern", "extension"):
        if name in book.items:
            yield Offer(Phrase(f"istanbul.item_{name}"), Pick(f"+{name}"), (take,), hidden=True)
    for place in (13, 16, 20):
        if state.rubies.get(place):
            label = Phrase.of("istanbul.ruby_from", place=name_of(place))
            yield Offer(label, Pick(f"+ruby@{place}"), (take,), hidden=True)


def booked(picks: Picks) -> tuple[str, ...]:
    """Picks as words of the ledger: what was tapped three times is one word with its number."""
    counts = Counter(picks)
    return tuple(f"{word}:{count}" if count > 1 else word for word, count in counts.items())


def declared(begun: str, words: tuple[str, ...]) -> Any:
    """The action that a declaration is."""
    what, _, which = begun.partition(" ")
    match what:
        case "use":
            return Use(words)
        case "guild":
            return Guild(int(which), words)
        case "card":
            return Card(which, words)
    return Declare(words)
