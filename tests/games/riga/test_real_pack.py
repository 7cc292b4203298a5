"""A real box beside the rules: commodities, buildings and Grand Masters are shuffled here, and the rules are told only
what people see of them. Nothing true is ever refused."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.riga.actions import (
    Build,
    Deal,
    Discard,
    Effect,
    End,
    Pay,
    Show,
    Spring,
    TakeBuilding,
    TakeRow,
)
from games.riga.box.components import PERSONS, Master, subjects
from games.riga.box.goods import GOODS, HIDDEN, counts_of, paid
from games.riga.box.printed_values import market_of
from games.riga.legal import listed
from games.riga.moment import Step
from games.riga.revealing import card_by_card
from games.riga.rules import RIGA
from games.riga.scorer.actions import Cover, Lay

from .conftest import SEATS

READINGS = {
    "autumn_begins": "start player",
    "last_winter": "held",
    "start_rest": "out of the game",
    "needless_cards": "taken",
}


class Table:
    """The cards as they truly lie, and the rules beside them.

    Args:
        unseen: how often a card is turned up that nobody looks at closely, so that it is told as hidden.
        one_by_one: how often a deal or a spring is told card by card.
    """

    def __init__(self, setup, rng, unseen, one_by_one):
        self.rng, self.unseen, self.one_by_one = rng, unseen, one_by_one
        self.market = setup.market
        self.state = RIGA.new(setup)
        self.pile = [good for good, count in zip(GOODS, self.market.stock, strict=True) for _ in range(count)]
        self.buildings = [card.key for card in setup.cards.cards]
        rng.shuffle(self.pile)
        rng.shuffle(self.buildings)
        self.discards = []
        self.rows = [[] for _ in self.state.rows]
        self.hands = [[] for _ in setup.seats]
        self.held = []  # building cards in hand
        rest = []
        for _ in setup.seats:
            picked, *others = [self.buildings.pop() for _ in range(self.market.number("start_buildings"))]
            self.held.append([picked])
            rest += others
        if self.market.values["start_rest"] == "shuffled back":
            self.buildings += rest
            rng.shuffle(self.buildings)

    @property
    def seat(self):
        return self.state.seat

    def turn_up(self):
        """The next commodity card; the discard pile is shuffled where the pile runs out. None where no card is left."""
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)
        return self.pile.pop() if self.pile else None

    def as_declared(self, cards):
        """These cards as people tell them: now and then nobody has looked."""
        return tuple(HIDDEN if self.rng.random() < self.unseen else card for card in cards)

    def play(self, action):
        self.state, _ = RIGA.apply(self.state, RIGA.read(RIGA.write(action)))
        self.check()

    def step(self):
        if self.state.step in (Step.TAKE, Step.BUILD, Step.PAY) and self.rng.random() < 0.05:
            self.play(self.printed_effect() or self.covered() or self.taken_and_built())
        else:
            self.play(getattr(self, self.state.step)())

    # What chance brings

    def row(self):
        """Grand Masters: shuffled, four turned over, shuffled again, four laid out."""
        tiles = list(subjects(self.state.setup.riga_buildings))
        self.rng.shuffle(tiles)
        turned = [(tile, place < 4) for place, tile in enumerate(tiles)]
        self.rng.shuffle(turned)
        lying = turned[:4]
        return Lay(tuple(Master.named(t if t == "Money" else f"{'first' if over else 'max'}-{t}") for t, over in lying))

    def filled(self, cards, least):
        """What is turned up until these cards are worth enough."""
        more = []
        while self.market.worth(counts_of((*cards, *more))) < least and (card := self.turn_up()):
            more.append(card)
        return more

    def deal(self):
        hands = [self.filled((), self.market.number("start_value")) for _ in self.hands]
        self.hands = [list(hand) for hand in hands]
        return self.declared_somehow(Deal(tuple(self.as_declared(hand) for hand in hands)))

    def spring(self):
        added = []
        for row in self.rows:
            more = self.filled(row, self.market.number("row_value"))
            row += more
            added.append(self.as_declared(more))
        count = min(self.market.by_players("new_buildings", len(self.hands)), len(self.buildings))
        return self.declared_somehow(Spring(tuple(added), tuple(self.buildings.pop() for _ in range(count))))

    def declared_somehow(self, whole):
        """As one line, or card by card as people are asked: all but the last card here, that one as the action that is
        due. A row of which a card is hidden is ended by a word, for nobody can tell what it is worth; one that the year
        before left so is taken to be full, which it is unless the cards ran out: then only the line tells it."""
        short = isinstance(whole, Spring) and any(
            HIDDEN in row and more for row, more in zip(self.state.rows, whole.rows, strict=True)
        )
        if short or self.rng.random() >= self.one_by_one:
            return whole
        *cards, last = card_by_card(self.state, whole)
        for card in cards:
            assert card in set(listed(self.state))
            self.state, _ = RIGA.apply(self.state, card)
        return last

    # What people do with what they hold

    def take(self):
        rows = [number for number, row in enumerate(self.rows, 1) if row]
        if self.state.offer and (not rows or self.rng.random() < 0.4):
            key = self.rng.choice([key for key, _ in self.state.offer])
            self.held[self.seat].append(key)
            return TakeBuilding(key)
        if not rows:
            return End()
        number = self.rng.choice(rows)
        self.hands[self.seat] += self.rows[number - 1]
        self.rows[number - 1] = []
        return TakeRow(number)

    def build(self):
        """A building that is truly there and can truly be paid for, or the end of the turn."""
        if self.state.raised < self.market.number("builds_a_turn") and self.rng.random() < 0.9:
            mine = [*self.held[self.seat], *self.state.riga_left(self.seat)]
            for key in self.rng.sample(mine, len(mine)):
                card = self.state.card(key)
                purses = [self.state.card(one).purse for one in self.state.purses(self.seat)]
                worth = paid(self.market.prices[card.city], counts_of(self.hands[self.seat]), purses)
                if worth + self.state.ducats >= card.cost:
                    if key in self.held[self.seat]:
                        self.held[self.seat].remove(key)
                    return Build(key)
        return End()

    def pay(self):
        """Everything on the table, then whatever is needless back into the hand, or some of it where people may."""
        card = self.state.card(self.state.owed)
        prices = dict(zip(GOODS, self.market.prices[card.city], strict=True))
        purses = self.state.purses(self.seat)
        money = [(prices[good], good) for good in self.hands[self.seat] if prices[good]]
        money += [(self.state.card(key).purse, key) for key in purses]
        self.rng.shuffle(money)
        over = sum(worth for worth, _ in money) - (card.cost - self.state.ducats)
        given = []
        for worth, what in sorted(money, key=lambda one: self.rng.random()):
            if worth <= over and not (self.market.takes_needless and self.rng.random() < 0.3):
                over -= worth
            else:
                given.append(what)
        goods = [what for what in given if what in GOODS]
        self.given_away(self.seat, goods)
        opened = tuple(key for key in purses if key in given)
        return Pay(tuple(goods), opened)

    def winter(self):
        hand = self.hands[self.seat]
        gone = self.rng.sample(hand, len(hand) - self.state.hand_limit(self.seat))
        self.given_away(self.seat, gone)
        return Discard(tuple(gone))

    def show(self):
        """The cards that nobody has seen: all in hand but those that were."""
        seen = dict(zip(GOODS, self.state.mover.goods, strict=True))
        return Show(tuple((Counter(self.hands[self.seat]) - Counter(seen)).elements()))

    def printed_effect(self):
        """A text that no engine knows brings a card, or takes one."""
        if self.rng.random() < 0.5 and self.hands[self.seat] and self.state.owed is None:
            good = self.rng.choice(self.hands[self.seat])
            self.given_away(self.seat, [good])
            return Effect(self.seat, loses=(good,))
        card = self.turn_up()
        if card is None:
            return None
        self.hands[self.seat].append(card)
        return Effect(self.seat, gains=self.as_declared((card,)))

    def covered(self):
        """The Victual Brothers take somebody away."""
        here = [(seat, who) for seat, one in enumerate(self.state.displays()) for who in PERSONS if one.count(who)]
        return Cover(*self.rng.choice(here)) if here and self.state.setup.victual_brothers else None

    def taken_and_built(self):
        return getattr(self, self.state.step)()

    def given_away(self, seat, goods):
        for good in goods:
            self.hands[seat].remove(good)
        self.discards += goods

    # What the rules make of it

    def check(self):
        """What the rules count lies there, and what they know is so."""
        state = self.state
        assert state.goods_pile == len(self.pile)
        assert state.goods_discarded == counts_of(self.discards)
        assert state.cards_pile == len(self.buildings)
        for row, found in zip(self.rows, state.rows, strict=True):
            assert len(row) == len(found)
            assert all(one in (HIDDEN, card) for card, one in zip(row, found, strict=True))
        for player, hand, held in zip(state.players, self.hands, self.held, strict=True):
            assert player.hand == len(hand)
            assert all(known <= hand.count(good) for good, known in zip(GOODS, player.goods, strict=True))
            assert player.unbuilt == len(held)
            assert set(player.cards) <= set(held)
        assert all(unseen >= 0 for unseen in state.unseen_goods())


def played(table):
    for _ in range(2000):
        if RIGA.player_to_move(table.state) is None:
            return table
        table.step()
    raise AssertionError("the game does not end")


@settings(max_examples=10, deadline=None)
@example(3, 123969, 0.5, 1.0, (False, True, False), {"autumn_begins", "start_rest"})  # a row told after a hidden one
@given(
    st.integers(2, 4),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.1, 0.5]),
    st.sampled_from([0.0, 1.0]),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
    st.sets(st.sampled_from(sorted(READINGS))),
)
def test_no_true_card_of_a_real_box_is_refused(count, seed, unseen, one_by_one, parts, other):
    masters, houses, brothers = parts
    setup = replace(
        RIGA.setup(SEATS[:count]),
        grand_masters=masters,
        riga_buildings=houses,
        victual_brothers=brothers,
        market=market_of({key: READINGS[key] for key in other}),
    )
    table = played(Table(setup, random.Random(seed), unseen, one_by_one))
    assert Counter(
        table.pile + table.discards + [good for cards in table.rows + table.hands for good in cards]
    ) == Counter(dict(zip(GOODS, table.market.stock, strict=True)))
