"""A real pack beside the rules: the cards are shuffled here, and the rules are told only what people see of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import Seat
from games.thurn_and_taxis.actions import HIDDEN, Abandon, Close, Deal, Discard, End, Harness, Play, Renew, Take
from games.thurn_and_taxis.closing import closings
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS, ThurnAndTaxis
from games.thurn_and_taxis.state import Conveyance, Setup, State

SEATS = tuple(
    Seat(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dan", "yellow"))
)


class Card(NamedTuple):
    """A card of the pack: its front and its back."""

    city: str
    horses: int


class Table:
    """The cards as they truly lie, and the rules beside them.

    Args:
        blind: how often a card is taken from the top of the pile rather than from the open ones.
        horses: how often somebody tells which city it is that he plays as horses.
    """

    def __init__(self, game: ThurnAndTaxis, setup: Setup, rng: random.Random, blind: float, horses: float) -> None:
        self.game, self.rng, self.blind, self.horses = game, rng, blind, horses
        atlas = setup.atlas
        self.pack = [
            Card(city.name, city.horses[number % len(city.horses)] if city.horses else 0)
            for city in atlas.cities
            for number in range(atlas.numbers["copies"])
        ]
        rng.shuffle(self.pack)
        self.pile, self.discards, self.display = list(self.pack), [], []
        self.hands: list[list[Card]] = [[] for _ in setup.seats]
        self.routes: list[list[Card]] = [[] for _ in setup.seats]
        self.trains: list[list[Card]] = [[] for _ in setup.seats]
        self.state: State = game.new(setup)

    def turn_up(self) -> Card | None:
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)
        return self.pile.pop() if self.pile else None

    def step(self) -> None:
        seat = self.state.seat
        action = getattr(self, self.state.step)(seat)
        self.state, _ = self.game.apply(self.state, self.game.read(self.game.write(action)))

    def deal(self, seat: int) -> Deal:
        self.display = [card for _ in range(self.state.number("display")) if (card := self.turn_up())]
        return Deal(tuple(card.city for card in self.display))

    def take(self, seat: int) -> Take | Renew:
        may_renew = not self.state.taken and self.state.official is None and self.state.mover.hand
        if may_renew and self.rng.random() < 0.05:
            self.discards += self.display
            wanted = min(self.state.number("display"), len(self.pile) + len(self.discards))
            self.display = [card for _ in range(wanted) if (card := self.turn_up())]
            return Renew(tuple(card.city for card in self.display))
        if not self.display or (self.rng.random() < self.blind and (self.pile or self.discards)):
            self.hands[seat].append(self.turn_up())
            return Take(HIDDEN)
        place = self.rng.randrange(len(self.display))
        card = self.display.pop(place)
        self.hands[seat].append(card)
        refill = self.turn_up()
        if refill is not None:
            self.display.insert(place, refill)
        return Take(card.city, refill.city if refill is not None else HIDDEN)

    def play(self, seat: int) -> Play | Harness | Abandon | Take:
        again = self.state.taken == 1 and self.state.official is None and not self.state.abandoned
        if again and not self.state.played and self.rng.random() < 0.1 and (self.pile or self.discards):
            return self.take(seat)
        return self._card_played(seat) or self._given_up(seat)

    def _card_played(self, seat: int) -> Play | Harness | None:
        hand, route = self.hands[seat], self.routes[seat]
        near = self.state.setup.atlas.neighbours
        horses = self.state.setup.conveyance is Conveyance.HORSES and not self.state.abandoned
        for card in self.rng.sample(hand, len(hand)):
            if horses and len(self.trains[seat]) < self.state.number("horse_cards") and self.rng.random() < 0.4:
                hand.remove(card)
                self.trains[seat].append(card)
                return Harness(card.horses, card.city if self.rng.random() < self.horses else HIDDEN)
            if card.city in [laid.city for laid in route]:
                continue
            for end, at in (("left", 0), ("right", -1)):
                if not route or route[at].city in near[card.city]:
                    hand.remove(card)
                    route.insert(0 if end == "left" else len(route), card)
                    return Play(card.city, end)
        return None

    def _given_up(self, seat: int) -> Abandon:
        self.discards += self.routes[seat]
        self.routes[seat] = []
        return Abandon()

    def close(self, seat: int) -> Play | Harness | Close | End:
        ways = list(closings(self.state))
        if ways and self.rng.random() < 0.6:
            self.discards += self.routes[seat] + self.trains[seat]
            self.routes[seat], self.trains[seat] = [], []
            return self.rng.choice(ways)
        if self.state.played == 1 and self.state.official is None and self.rng.random() < 0.3:
            return self._card_played(seat) or End()
        return End()

    def discard(self, seat: int) -> Discard:
        hand = self.hands[seat]
        shown = self.rng.sample(hand, len(hand) - self.state.number("hand_limit"))
        for card in shown:
            hand.remove(card)
        self.discards += shown
        return Discard(tuple(sorted(card.city for card in shown)))

    def check(self) -> None:
        """What the rules count lies there, and what they know is so."""
        state = self.state
        assert state.pile == len(self.pile)
        assert state.discard_pile == len(self.discards)
        assert not Counter(state.discarded) - Counter(card.city for card in self.discards)
        assert sorted(state.display) == sorted(card.city for card in self.display)  # of two alike either may be taken
        for seat, player in enumerate(state.players):
            assert player.hand == len(self.hands[seat])
            assert not Counter(player.known) - Counter(card.city for card in self.hands[seat])
            assert [*player.route] == [card.city for card in self.routes[seat]]
            assert [train.horses for train in player.trains] == [card.horses for card in self.trains[seat]]


def played(table: Table, steps: int = 4000) -> Table:
    for _ in range(steps):
        if table.game.player_to_move(table.state) is None:
            break
        table.step()
        table.check()
    return table


def with_copies_that_differ(setup: Setup, rng: random.Random) -> Setup:
    cities = tuple(
        replace(city, horses=tuple(rng.randint(1, 3) for _ in range(3))) if city.horses else city
        for city in setup.atlas.cities
    )
    return replace(setup, atlas=replace(setup.atlas, cities=cities))


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([THURN_AND_TAXIS, POWER_AND_GLORY]),
    st.integers(2, 4),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    st.sampled_from([0.0, 0.5, 1.0]),
)
def test_no_true_card_of_a_real_pack_is_refused(game, count, seed, blind, horses):
    rng = random.Random(seed)
    setup = with_copies_that_differ(game.setup(SEATS[:count]), rng)
    table = played(Table(game, setup, rng, blind, horses), steps=600)
    assert len(table.pack) == len(setup.atlas.cities) * 3
