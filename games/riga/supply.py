"""Cards between piles, rows, hands and discard piles. Piles are counted; a face is learned when it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from games.game import Phrase, Refusal
from games.riga.box.goods import GOODS, HIDDEN, counts_of
from games.riga.refusals import illegal
from games.riga.state import NO_GOODS, Goods, Player, State

RULE_SPRING = "Riga, Frühling"
RULE_PAY = "Riga, Bauen"


def draw_goods(state: State, goods: Goods, value: str) -> State:
    """The state after these cards were turned up from the pile, which is shuffled anew from the discard pile where it
    runs out. They belong to nobody yet. Raises :class:`Refusal` where a card can't be in the pile."""
    pile = _pile_after(state, goods, value)
    return state._replace(goods_pile=pile.cards, goods_discarded=pile.discarded)


def drawable(state: State, before: Goods = ()) -> Goods:
    """Everything that the next card may be once these were turned up, a hidden one among it; nothing where no card is
    left, or where these can't have come."""
    try:
        pile = _pile_after(state, before, "").shuffled()
    except Refusal:
        return ()
    possible = (good for good, unseen in zip(GOODS, pile.unseen, strict=True) if unseen > 0)
    return (*possible, HIDDEN) if pile.cards else ()


class _Pile(NamedTuple):
    """The pile of commodities while cards are turned up: how many lie there, what they and all other hidden cards may
    be, and what was discarded."""

    cards: int
    unseen: tuple[int, ...]
    discarded: tuple[int, ...]

    def shuffled(self) -> _Pile:
        """With the discard pile as the new pile, where none is left."""
        if self.cards:
            return self
        return _Pile(sum(self.discarded), tuple(map(add, self.unseen, self.discarded)), NO_GOODS)


def _pile_after(state: State, goods: Goods, value: str) -> _Pile:
    pile = _Pile(state.goods_pile, state.unseen_goods(), state.goods_discarded)
    for good in goods:
        cards, left, discarded = pile.shuffled()
        if not cards:
            raise illegal("pile_empty", value, RULE_SPRING)
        unseen = list(left)
        if good != HIDDEN:
            kind = GOODS.index(good)
            unseen[kind] -= 1
            if unseen[kind] < 0:
                raise illegal("good_not_in_pile", value, RULE_SPRING, good, good=good_phrase(good))
        pile = _Pile(cards - 1, tuple(unseen), discarded)
    return pile


def parts_with(state: State, seat: int, goods: Sequence[str], value: str, rule: str = RULE_PAY) -> State:
    """The state after a player has shown these commodity cards and laid them on the discard pile.

    Raises :class:`Refusal` where one can't be in that hand.
    """
    player = shown(state, seat, goods, value, rule)
    spent = counts_of(goods)
    kept = tuple(one - other for one, other in zip(player.goods, spent, strict=True))
    discarded = tuple(one + other for one, other in zip(state.goods_discarded, spent, strict=True))
    return state.with_player(seat, player._replace(goods=kept))._replace(goods_discarded=discarded)


def shown(state: State, seat: int, goods: Sequence[str], value: str, rule: str) -> Player:
    """A player after having shown at least these commodity cards. Raises :class:`Refusal` where one can't be there."""
    player, unseen = state.players[seat], state.unseen_goods()
    if HIDDEN in goods:
        raise illegal("show_the_card", value, rule)
    held, hidden = list(player.goods), player.hidden_goods
    for kind, count in enumerate(counts_of(goods)):
        news = max(0, count - held[kind])
        if news > min(hidden, unseen[kind]):
            raise illegal("good_not_in_hand", value, rule, GOODS[kind], good=good_phrase(GOODS[kind]))
        held[kind] += news
        hidden -= news
    return player._replace(goods=tuple(held), hidden_goods=hidden)


def at_hand(state: State, seat: int) -> tuple[int, ...]:
    """How many of each commodity a player may have, hidden cards counted as each of them."""
    player = state.players[seat]
    if not player.hidden_goods:
        return player.goods
    unseen = state.unseen_goods()
    return tuple(held + min(player.hidden_goods, more) for held, more in zip(player.goods, unseen, strict=True))


def row_worth(state: State, row: Sequence[str]) -> int | None:
    """The base value of a row, ducats; None where a card of it is hidden."""
    return None if HIDDEN in row else state.setup.market.worth(counts_of(row))


def good_phrase(good: str) -> Phrase:
    """A commodity in words."""
    return Phrase.of(f"riga.good_{good}")
