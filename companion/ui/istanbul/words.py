"""What each button of Istanbul says: enough to tell it from every other one beside it, under whatever heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from companion.ui.istanbul.at_table import IstanbulView
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
from games.istanbul.box.card_entries import CardEntry, TradeEntry, trade_of
from games.istanbul.expansions.letters import DELIVERED, Again, CompanionStep, Escort, Letter
from games.istanbul.expansions.letters_places import COMPANION, NOBODY, Choose, Pass, TurnOver
from games.istanbul.expansions.mocha import Guild, Tavern
from games.istanbul.layout import FOUNTAIN
from games.istanbul.ledger import Booking, Declare, bookings
from games.istanbul.moment import Step as Phase
from games.istanbul.rulebook import Rulebook, card_name, name_of, ware
from games.istanbul.state import POLICE, State
from games.istanbul.turn import fees

TURNED_TO = 4  # what the red mosque tile makes of a die
Words = tuple[str, ...]
Button = tuple[tuple[Phrase, ...], Phrase]  # under which headings it stands, and what it says


def button_of(view: IstanbulView, book: Rulebook, state: State, action: Action) -> Button:
    """Under which headings an action stands, and what its button says."""
    head: tuple[Phrase, ...] = ()
    match action:
        case Move(place, alone):
            head = (Phrase.of("istanbul.head_alone" if alone else "istanbul.head_move"),)
            return head, Phrase.of("istanbul.go_alone" if alone else "istanbul.go", place=name_of(place))
        case CompanionStep(place):
            return (Phrase.of("istanbul.head_companion"),), Phrase.of("istanbul.companion_goes", place=name_of(place))
        case Use(words):
            return _use(view, book, state, words)
        case Card(kind, words):
            head = (Phrase.of("istanbul.head_cards"), card_name(kind)) if words else (Phrase.of("istanbul.head_cards"),)
            return head, _card(view, book, state, kind, words)
        case Catch(seat, reward):
            return (), Phrase.of(f"istanbul.catch_{reward}", name=view.seats[seat].name)
        case Meet(figure, words):
            return (Phrase(f"istanbul.figure_{figure}"),), _met(book, figure, words)
        case Recall(place):
            return (Phrase.of("istanbul.head_recall"),), Phrase.of("istanbul.assistant_from", place=name_of(place))
        case Choose(tile, words):
            return (Phrase(f"istanbul.kiosk_{tile}"),), _tile(book, tile, words)
        case Again(letters):
            return (Phrase.of("istanbul.head_again"),), Phrase.of("istanbul.again_for", letters=_letters(letters))
        case Guild(number, words):
            return (Phrase.of("istanbul.head_guild"),), guild(view, book, number, words)
        case Tavern(tile, words):
            name = Phrase(f"istanbul.tavern_{tile}")
            head = (Phrase.of("istanbul.head_tavern"), name)
            return head, Phrase.of("istanbul.tavern_for", tile=name, words=bookings_phrase(view, book, words))
        case Declare(words):
            return (), bookings_phrase(view, book, words) if words else Phrase.of("istanbul.take_nothing")
        case Roll(first, second):
            return _dice(first, second)
        case Pay():
            return (), Phrase.of("istanbul.do_pay_now", lira=fees(book, state, state.place))
        case End():
            return (), _end(state)
    return (), _short(book, state, action)


def _short(book: Rulebook, state: State, action: Action) -> Phrase:
    """Actions that stand under no heading."""
    match action:
        case Demand(tile):
            return listed([(ware(good), int(count)) for good, count in zip(book.goods, tile, strict=True)])
        case Letter(number):
            return Phrase.of("istanbul.letter_to", place=name_of(number))
        case TurnOver(tiles):
            return Phrase(f"istanbul.kiosk_{tiles[0]}")
        case Turn(die):
            first, second = turned_dice(state, die)
            return Phrase.of(f"istanbul.do_turn_{die}", first=first, second=second)
        case Keep() | Reroll() | Escort() | Pass():
            return Phrase.of(f"istanbul.do_{action.verb}")
    return Phrase.of("istanbul.said", words=action.notation)


def turned_dice(state: State, die: int) -> tuple[int, int]:
    """How the dice lie that are asked about once the first or the second of them is turned to four."""
    first, second = state.asks[0].dice
    return (TURNED_TO, second) if die == 1 else (first, TURNED_TO)


def _end(state: State) -> Phrase:
    """What is given up with it."""
    if state.step is Phase.PAY:
        return Phrase.of("istanbul.end_unpaid")
    if state.step is Phase.ACTION and state.errand:
        return Phrase.of("istanbul.end_errand")
    return Phrase.of("istanbul.end_unused" if state.step is Phase.ACTION and state.uses else "istanbul.do_end")


def _dice(first: int, second: int) -> Button:
    if not second:
        return (), Phrase.of("istanbul.one_die", first=first)
    return (Phrase.of("istanbul.first_die", first=first),), Phrase.of("istanbul.two_dice", first=first, second=second)


# The action of a place


def _use(view: IstanbulView, book: Rulebook, state: State, words: Words) -> Button:
    if state.place in (17, 18, 19, 20):
        return (), bookings_phrase(view, book, words) if words else Phrase.of("istanbul.do_use")
    special = _AT.get(state.place)
    if special is not None:
        return special(book, state, words)
    return (), listed(_counted(book, words)) if words else Phrase.of("istanbul.do_use")


def _warehouse(book: Rulebook, state: State, words: Words) -> Button:
    if not words:
        return (), Phrase.of("istanbul.fill_up")
    price = int(book.facts["green_tile_lira"])
    return (Phrase.of("istanbul.head_green"),), Phrase.of("istanbul.fill_up_and", good=ware(words[0]), lira=price)


def _caravansary(book: Rulebook, state: State, words: Words) -> Button:
    sources = tuple(Phrase(f"istanbul.from_{word}") for word in words[:2])
    head = Phrase.of("istanbul.two_cards", sources=sources)
    return (head,), Phrase.of("istanbul.two_cards_for", sources=sources, card=card_name(words[2]))


def _fountain(book: Rulebook, state: State, words: Words) -> Button:
    companion, called = words[:1] == (COMPANION,), [word for word in words if word != COMPANION]
    head = (Phrase.of("istanbul.head_fountain"),) if called else ()
    with_him = "_with_companion" if companion else ""
    if called == [NOBODY]:
        return (), Phrase.of("istanbul.companion_alone")
    if not called:
        return head, Phrase.of(f"istanbul.assistants_all{with_him}")
    some = tuple(name_of(int(place)) for place in called)
    return head, Phrase.of(f"istanbul.assistants_some{with_him}", places=some)


def _black_market(book: Rulebook, state: State, words: Words) -> Button:
    return (), Phrase.of("istanbul.good_and_dice", good=ware(words[0]))


def _tea_house(book: Rulebook, state: State, words: Words) -> Button:
    return (), Phrase.of("istanbul.announce", number=int(words[0]))


def _market(book: Rulebook, state: State, words: Words) -> Button:
    return (), Phrase.of("istanbul.sell", goods=listed(_counted(book, words)))


def _police(book: Rulebook, state: State, words: Words) -> Button:
    return (Phrase.of("istanbul.head_family"),), Phrase.of("istanbul.family_goes", place=name_of(int(words[0])))


def _palace(book: Rulebook, state: State, words: Words) -> Button:
    if not words:
        return (), Phrase.of("istanbul.deliver")
    return (), Phrase.of("istanbul.deliver_with", goods=listed(_counted(book, words)))


def _mosque(book: Rulebook, state: State, words: Words) -> Button:
    return (), Phrase.of("istanbul.tile_taken", colour=Phrase(f"istanbul.tile_{words[0]}"))


def _auction(book: Rulebook, state: State, words: Words) -> Button:
    if len(words) < 2:
        return (ware(words[0]),), Phrase.of("istanbul.good_without_bid", good=ware(words[0]))
    return (ware(words[0]),), Phrase.of("istanbul.good_and_bid", good=ware(words[0]), lira=int(words[1]))


def _society(book: Rulebook, state: State, words: Words) -> Button:
    source = name_of(int(words[0]))
    return (Phrase.of("istanbul.ruby_from", place=source),), Phrase.of(
        "istanbul.ruby_for_letters", place=source, letters=_letters(words[1:])
    )


def _catacombs(book: Rulebook, state: State, words: Words) -> Button:
    place = name_of(int(words[1]))
    return (ware(words[0]),), Phrase.of("istanbul.good_then_to", good=ware(words[0]), place=place)


_AT: Mapping[int, Callable[[Rulebook, State, Words], Button]] = {
    **dict.fromkeys((2, 3, 4), _warehouse),
    6: _caravansary,
    FOUNTAIN: _fountain,
    8: _black_market,
    9: _tea_house,
    **dict.fromkeys((10, 11), _market),
    POLICE: _police,
    13: _palace,
    **dict.fromkeys((14, 15), _mosque),
    23: _auction,
    24: _society,
    25: _catacombs,
}


# Cards, figures, kiosk tiles


def _card(view: IstanbulView, book: Rulebook, state: State, kind: str, words: Words) -> Phrase:
    if not words:
        return card_name(kind)
    entry = book.cards[kind]
    if entry["effect"] == "top_card":
        below = state.discard[-1]
        return Phrase.of("istanbul.card_as", card=card_name(kind), what=_card(view, book, state, below, words))
    return Phrase.of("istanbul.card_as", card=card_name(kind), what=_card_choice(view, book, entry, words))


def _card_choice(view: IstanbulView, book: Rulebook, entry: CardEntry, words: Words) -> Phrase:
    match entry["effect"]:
        case "chase":
            seat = int(words[0])
            place = name_of(view.state.players[seat].merchant)
            return Phrase.of("istanbul.merchant_of", name=view.seats[seat].name, place=place)
        case "figure":
            return _met(book, words[0], words[1:])
        case "family_home":
            return Phrase(f"istanbul.reward_{words[0]}")
        case "assistant":
            return name_of(int(words[0]))  # the card has said what comes back
        case "family_step":
            return Phrase.of("istanbul.family_goes", place=name_of(int(words[0])))
        case "trade":
            return _trade(book, trade_of(entry), words)
        case "printed":
            return bookings_phrase(view, book, words)
    return listed(_counted(book, words))


def _met(book: Rulebook, figure: str, words: Words) -> Phrase:
    who = Phrase(f"istanbul.figure_{figure}")
    if figure == "governor":
        given = Phrase.of("istanbul.two_lira") if words == ("lira",) else card_name(words[1])
        return Phrase.of("istanbul.meet_for", figure=who, given=given, got=Phrase("istanbul.word_card"))
    price = words[-1]
    given = Phrase.of("istanbul.two_lira") if price == "lira" else _word(book, price)
    got = {"smuggler": ware(words[0]), "coffee_trader": ware("coffee")}.get(figure, Phrase("istanbul.word_letter"))
    return Phrase.of("istanbul.meet_for", figure=who, given=given, got=got)


def _tile(book: Rulebook, tile: str, words: Words) -> Phrase:
    name = Phrase(f"istanbul.kiosk_{tile}")
    if not words:
        return Phrase.of("istanbul.tile_declined", tile=name)
    offers = book.facts["kiosk_tiles"][tile]
    if len(offers) == 1 and not words[1:]:  # its name says all of it
        return Phrase.of("istanbul.tile_carried_out", tile=name)
    return _trade(book, offers[int(words[0]) - 1], words[1:])


def _trade(book: Rulebook, entry: TradeEntry, words: Words) -> Phrase:
    """What is paid and what is taken; words say which one where the entry leaves it open."""
    left, sides = list(words), {}
    for side in ("pay", "take"):
        parts = []
        for name, count in entry.get(side, {}).items():
            item = book.items[name]
            open_one = left and (item.needs_word_to_pay if side == "pay" else item.needs_word_to_take)
            parts.append((_word(book, left.pop(0)) if open_one else _item(book, name, int(count)), int(count)))
        sides[side] = listed(parts)
    if not entry.get("pay"):
        return Phrase.of("istanbul.trade_take", taken=sides["take"])
    if not parts[False]:
        return Phrase.of("istanbul.trade_pay", paid=listed(parts[True]))
    return Phrase.of("istanbul.trade", paid=sides["pay"], taken=sides["take"])


def _item(book: Rulebook, name: str, count: int) -> Phrase:
    if name in book.wares or name == "lira":
        return ware(name)
    return Phrase(f"istanbul.{'word' if count == 1 else 'item'}_{name}")


# What was declared


def guild(view: IstanbulView, book: Rulebook, number: int, words: Words) -> Phrase:
    """A guild card, with its text where that is known."""
    if not words:
        return Phrase.of("istanbul.guild_played", number=number)
    return Phrase.of("istanbul.guild_for", number=number, words=bookings_phrase(view, book, words))


def bookings_phrase(view: IstanbulView, book: Rulebook, words: Words) -> Phrase:
    """Words of the ledger as people say them: paid first, then taken."""
    by_sign = {True: [], False: []}  # type: dict[bool, list[tuple[Phrase, int]]]
    for one in bookings(words):
        what = _booking(book, one)
        if one.seat is not None:
            what = Phrase.of("istanbul.of_somebody", name=view.seats[one.seat].name, what=what)
        by_sign[one.paid].append((what, one.count))
    if not by_sign[True]:
        return Phrase.of("istanbul.trade_take", taken=listed(by_sign[False]))
    return Phrase.of("istanbul.trade", paid=listed(by_sign[True]), taken=listed(by_sign[False]))


def _booking(book: Rulebook, one: Booking) -> Phrase:
    if one.name == "ruby":
        return Phrase.of("istanbul.ruby_from", place=name_of(one.place))
    if one.name == "tile":
        return Phrase(f"istanbul.tile_{one.which}")
    if one.place:
        return piece_at(book, one.name, one.place, paid=one.paid)
    return _word(book, one.which) if one.which else _item(book, one.name, one.count)


def piece_at(book: Rulebook, name: str, place: int, *, paid: bool = False) -> Phrase:
    """What a word of the ledger says of a piece and a place."""
    if name in book.figures:
        return Phrase.of("istanbul.figure_to", figure=Phrase(f"istanbul.figure_{name}"), place=name_of(place))
    return Phrase.of(f"istanbul.{name}_{'left' if paid else 'told'}", place=name_of(place))


# Words


def listed(things: list[tuple[Phrase, int]]) -> Phrase:
    """Things with their number where it is not one; none of them is said, too."""
    found = tuple(
        Phrase.of("istanbul.times", count=count, what=what) if count > 1 else what for what, count in things if count
    )
    return Phrase.of("istanbul.list", words=found) if found else Phrase.of("istanbul.nothing")


def _counted(book: Rulebook, words: Words) -> list[tuple[Phrase, int]]:
    return [(_word(book, word), count) for word, count in Counter(words).items()]


def _letters(words: Words) -> Phrase:
    """Letters by the place that they are for, delivered ones by their seals."""
    return listed([(letter(word), count) for word, count in Counter(words).items()])


def letter(word: str) -> Phrase:
    """One letter as its word has it."""
    if word == DELIVERED:
        return Phrase.of("istanbul.delivered_letter")
    return Phrase.of("istanbul.letter_of", place=name_of(int(word)))


def _word(book: Rulebook, word: str) -> Phrase:
    if word in book.wares or word == "lira":
        return ware(word)
    if word in book.cards:
        return card_name(word)
    if word == DELIVERED or word.isdecimal():
        return letter(word)
    return Phrase.of("istanbul.said", words=word)
