"""What players hold: lira, goods, cards and rubies come and go here, and nowhere else."""

from __future__ import annotations

from collections import Counter

from games.game import Event, Phrase, ScoreItem, ScoreLine
from games.istanbul.rulebook import Outcome, Rulebook, card_name, name_of, refused, ware
from games.istanbul.state import State


def bank_pays(state: State, seat: int, lira: int) -> State:
    """The general supply gives a player lira."""
    player = state.players[seat]
    return state.with_player(seat, player._replace(lira=player.lira + lira))._replace(bank=state.bank - lira)


def pay_bank(state: State, seat: int, lira: int, value: str, rule: str) -> State:
    """A player pays the general supply. Raises :class:`Refusal` where the money does not last."""
    player = state.players[seat]
    if player.lira < lira:
        raise refused(Phrase.of("istanbul.refused_lira", has=player.lira, needed=lira), value, rule)
    return bank_pays(state, seat, -lira)


def hand_over(state: State, giver: int, taker: int, lira: int) -> State:
    """One player pays another."""
    one, other = state.players[giver], state.players[taker]
    state = state.with_player(giver, one._replace(lira=one.lira - lira))
    return state.with_player(taker, other._replace(lira=other.lira + lira))


def capacity(book: Rulebook, state: State, seat: int, name: str) -> int:
    """How many of a ware fit on the wheelbarrow."""
    if name not in book.goods:
        return int(book.facts[f"{name}_limit"])
    return int(book.facts["start_capacity"]) + state.players[seat].extensions


def stock_left(book: Rulebook, state: State, name: str) -> int:
    """How many of a ware are in the supply; goods never run out."""
    if name in book.goods:
        return 99
    return int(book.facts[name]) - sum(player.goods[name] for player in state.players)


def gain(book: Rulebook, state: State, seat: int, name: str, count: int = 1) -> State:
    """Goods come onto the wheelbarrow; what does not fit is lost."""
    player = state.players[seat]
    room = capacity(book, state, seat, name) - player.goods[name]
    got = max(0, min(count, room, stock_left(book, state, name)))
    return state.with_player(seat, player._replace(goods={**player.goods, name: player.goods[name] + got}))


def spend(state: State, seat: int, goods: Counter[str], value: str, rule: str) -> State:
    """Goods leave the wheelbarrow. Raises :class:`Refusal` where they are not on it."""
    player = state.players[seat]
    for name, count in goods.items():
        if player.goods.get(name, 0) < count:
            phrase = Phrase.of("istanbul.refused_goods", good=ware(name), has=player.goods.get(name, 0), needed=count)
            raise refused(phrase, value, rule)
    left = {name: have - goods[name] for name, have in player.goods.items()}
    return state.with_player(seat, player._replace(goods=left))


def unseen(book: Rulebook, state: State, kind: str) -> int:
    """How many cards of a kind may be in the pile or among hidden cards in hands."""
    seen = sum(player.known.count(kind) for player in state.players) + state.discard.count(kind)
    return int(book.cards[kind]["count"]) - seen


def draw_hidden(state: State, seat: int, count: int) -> State:
    """Cards from the pile to a hand; the discard pile is shuffled into an empty one. None come where none are left."""
    for _ in range(count):
        if not state.pile:
            state = state._replace(pile=len(state.discard), discard=())
        if not state.pile:
            return state
        player = state.players[seat]
        state = state.with_player(seat, player._replace(unknown=player.unknown + 1))._replace(pile=state.pile - 1)
    return state


def draw_open(state: State, seat: int) -> State:
    """The topmost card of the discard pile, which is not empty, to a hand."""
    player = state.players[seat]
    known = tuple(sorted((*player.known, state.discard[-1])))
    return state.with_player(seat, player._replace(known=known))._replace(discard=state.discard[:-1])


def can_hold(book: Rulebook, state: State, seat: int, kind: str) -> bool:
    """Whether a card of this kind may be in a hand."""
    player = state.players[seat]
    return kind in player.known or (player.unknown > 0 and unseen(book, state, kind) > 0)


def possible_cards(book: Rulebook, state: State, seat: int) -> tuple[str, ...]:
    """Every kind of card that may be in a hand."""
    if not state.players[seat].hand:
        return ()
    return tuple(kind for kind in book.cards if can_hold(book, state, seat, kind))


def discard_card(book: Rulebook, state: State, seat: int, kind: str, value: str) -> State:
    """A card from hand to the discard pile, shown. Raises :class:`Refusal` where it can't be in that hand."""
    if kind not in book.cards:
        phrase = Phrase.of("istanbul.no_such_card", known=tuple(book.cards), name=kind)
        raise refused(phrase, value, invalid=True)
    if not can_hold(book, state, seat, kind):
        phrase = Phrase.of("istanbul.refused_not_in_hand", card=card_name(kind))
        raise refused(phrase, value, "Istanbul, bonus cards")
    player = state.players[seat]
    if kind in player.known:
        known = list(player.known)
        known.remove(kind)
        player = player._replace(known=tuple(known))
    else:
        player = player._replace(unknown=player.unknown - 1)
    return state.with_player(seat, player)._replace(discard=(*state.discard, kind))


def take_ruby(
    book: Rulebook,
    state: State,
    seat: int,
    place: int,
    rule: str,
    *,
    working: str = "",
    paid: Phrase | None = None,
    marks: tuple[str, ...] = (),
) -> Outcome:
    """A ruby from a place onto the wheelbarrow; ``paid`` says for what. Raises :class:`Refusal` where none is left."""
    if not state.rubies.get(place):
        raise refused(Phrase.of("istanbul.refused_no_ruby", place=name_of(place)), "ruby", rule, place=place)
    player = state.players[seat]
    state = state.with_player(seat, player._replace(rubies=player.rubies + 1))
    rubies = {**state.rubies, place: state.rubies[place] - 1}
    state = state._replace(rubies=rubies)
    if place in state.bought:
        state = state._replace(bought={**state.bought, place: state.bought[place] + 1})
    for part in book.parts:
        state = part.ruby_taken(book, state, place)
    reason = Phrase.of("istanbul.ruby_from", place=name_of(place))
    given = (ScoreItem(paid, 0),) if paid is not None else ()
    line = ScoreLine(seat, 1, reason, given, working, rule, places=(str(place),), marks=marks)
    return state, (Event(reason, seat, (str(place),), line),)
