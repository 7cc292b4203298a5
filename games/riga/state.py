"""The set-up of Riga and its state: immutable values. What nobody can know is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import sub
from typing import NamedTuple

from games.game import JsonValue, Seat
from games.riga.box.buildings import Building, CardSet, default_cards
from games.riga.box.components import CITIES, PERSONS
from games.riga.box.goods import GOODS, HIDDEN, GoodsMarket, counts_of, market
from games.riga.grand_masters import Display, Row
from games.riga.moment import Step
from games.riga.scorer.rules import display_to_json, row_to_json

NO_GOODS = (0,) * len(GOODS)
Goods = tuple[str, ...]  # cards by name, HIDDEN for one that nobody has shown


@dataclass(frozen=True)
class Setup:
    """What is settled before the first card.

    Attributes:
        seats: everybody in playing order, two to four; the first one begins.
        grand_masters: played with the Grand Masters.
        riga_buildings: everybody has a set of the four Riga buildings.
        victual_brothers: knights and merchants may be covered.
        cards: the owner's cards, or the default set.
        market: the numbers of the base game with the owner's corrections.
    """

    seats: tuple[Seat, ...]
    grand_masters: bool = True
    riga_buildings: bool = True
    victual_brothers: bool = False
    cards: CardSet = field(default_factory=default_cards)
    market: GoodsMarket = field(default_factory=market)


class Player(NamedTuple):
    """What a player has.

    Attributes:
        goods: commodities in hand that were seen, by ``GOODS``.
        hidden_goods: how many more are in hand.
        cards: building cards in hand that were seen.
        hidden_cards: how many more are in hand.
        built: building cards on the table, in the order in which they were built.
        covered: persons that the Victual Brothers cover, by ``PERSONS``.
        opened: buildings whose purse is spent this year.
        declared: victory points that people declared for a printed effect.
    """

    goods: tuple[int, ...] = NO_GOODS
    hidden_goods: int = 0
    cards: tuple[str, ...] = ()
    hidden_cards: int = 0
    built: tuple[str, ...] = ()
    covered: tuple[int, ...] = (0,) * len(PERSONS)
    opened: tuple[str, ...] = ()
    declared: int = 0

    @property
    def hand(self) -> int:
        """How many commodity cards are in hand."""
        return sum(self.goods) + self.hidden_goods

    @property
    def unbuilt(self) -> int:
        """How many building cards are in hand."""
        return len(self.cards) + self.hidden_cards

    def gains(self, goods: Goods) -> Player:
        """With these commodity cards."""
        seen = counts_of(goods)
        return self._replace(
            goods=tuple(map(sum, zip(self.goods, seen, strict=True))),
            hidden_goods=self.hidden_goods + goods.count(HIDDEN),
        )


class State(NamedTuple):
    """A table of Riga.

    Attributes:
        setup: what is played.
        players: by seat.
        step: what is to be done next.
        year: from 1.
        autumn: the second round of the year.
        starter: who begins this year.
        seat: who decides now.
        row: the Grand Masters.
        rows: commodity cards on offer.
        offer: building cards on offer, each with how many springs it has lain there.
        goods_pile, cards_pile: cards face down.
        goods_discarded: commodities on the discard pile, by ``GOODS``.
        cards_discarded: buildings that nobody took.
        raised: buildings built this turn.
        owed: the building that is being paid for.
        ducats: declared for this turn, from printed effects.
        final: points of the final scoring, by seat.
        revealed: cards of a deal or spring that is being turned up one by one.
    """

    setup: Setup
    players: tuple[Player, ...]
    step: Step
    year: int = 1
    autumn: bool = False
    starter: int = 0
    seat: int = 0
    row: Row = ()
    rows: tuple[Goods, ...] = ()
    offer: tuple[tuple[str, int], ...] = ()
    goods_pile: int = 0
    cards_pile: int = 0
    goods_discarded: tuple[int, ...] = NO_GOODS
    cards_discarded: tuple[str, ...] = ()
    raised: int = 0
    owed: str | None = None
    ducats: int = 0
    final: tuple[int, ...] = ()
    revealed: tuple[str, ...] = ()

    @property
    def mover(self) -> Player:
        """Who decides now."""
        return self.players[self.seat]

    @property
    def years(self) -> int:
        """How many years are played."""
        return self.setup.market.by_players("years", len(self.players))

    def with_player(self, seat: int, player: Player) -> State:
        """The state with this one in that seat."""
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_mover(self, player: Player) -> State:
        """The state with this one in place of who decides now."""
        return self.with_player(self.seat, player)

    def card(self, key: str) -> Building:
        """A building card by its key. Raises ``KeyError``."""
        return self.setup.cards.by_key[key]

    def riga_left(self, seat: int) -> tuple[str, ...]:
        """Riga buildings that a player may still build."""
        if not self.setup.riga_buildings:
            return ()
        return tuple(card.key for card in self.setup.cards.riga if card.key not in self.players[seat].built)

    def purses(self, seat: int) -> tuple[str, ...]:
        """Buildings of a player whose money is not spent yet; what is being paid for has none to pay with."""
        player = self.players[seat]
        spent = (*player.opened, self.owed) if seat == self.seat else player.opened
        return tuple(key for key in player.built if self.card(key).purse and key not in spent)

    def hand_limit(self, seat: int) -> int:
        """Commodity cards that a player may keep in winter."""
        return self.setup.market.number("hand_limit") + sum(self.card(key).store for key in self.players[seat].built)

    def cash(self, seat: int) -> int:
        """The base value of the commodities in hand that were shown, and what is left in the buildings, ducats."""
        purses = sum(self.card(key).purse for key in self.purses(seat))
        return self.setup.market.worth(self.players[seat].goods) + purses

    def unseen_goods(self) -> tuple[int, ...]:
        """Commodity cards, by ``GOODS``, that may lie in the pile or hidden in hands and rows."""
        on_offer = counts_of([good for row in self.rows for good in row])
        seen = zip(self.goods_discarded, on_offer, *[player.goods for player in self.players], strict=True)
        return tuple(map(sub, self.setup.market.stock, map(sum, seen)))

    def unseen_cards(self) -> tuple[str, ...]:
        """Building cards that may lie in the pile or hidden in hands."""
        seen = set(self._seen_cards())
        return tuple(card.key for card in self.setup.cards.cards if card.key not in seen)

    def displays(self) -> tuple[Display, ...]:
        """What is built in front of everybody."""
        return tuple(self._display(player) for player in self.players)

    def _display(self, player: Player) -> Display:
        cities = [self.card(key).city for key in player.built]
        persons = [person for key in player.built for person in self.card(key).persons]
        return Display(tuple(map(cities.count, CITIES)), tuple(map(persons.count, PERSONS)), player.covered)

    def _seen_cards(self) -> Iterator[str]:
        yield from self.cards_discarded
        yield from (key for key, _ in self.offer)
        for player in self.players:
            yield from player.cards
            yield from player.built


def state_to_json(state: State) -> dict[str, JsonValue]:
    """The state as plain data."""
    return {
        "step": state.step.value,
        "year": state.year,
        "autumn": state.autumn,
        "starter": state.starter,
        "seat": state.seat,
        "row": row_to_json(state.row),
        "rows": [[*row] for row in state.rows],
        "offer": [[key, springs] for key, springs in state.offer],
        "goods_pile": state.goods_pile,
        "cards_pile": state.cards_pile,
        "goods_discarded": [*state.goods_discarded],
        "cards_discarded": [*state.cards_discarded],
        "raised": state.raised,
        "owed": state.owed,
        "ducats": state.ducats,
        "final": [*state.final],
        "revealed": [*state.revealed],
        "players": [
            {
                "goods": [*player.goods],
                "hidden_goods": player.hidden_goods,
                "cards": [*player.cards],
                "hidden_cards": player.hidden_cards,
                "built": [*player.built],
                "opened": [*player.opened],
                "declared": player.declared,
                "display": display_to_json(display),
            }
            for player, display in zip(state.players, state.displays(), strict=True)
        ],
    }
