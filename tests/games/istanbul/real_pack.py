"""A real box beside the engine: cards, letters and tiles are shuffled here, the engine is told only what people see.

Hands stay hidden until a card is played. Who plays here chooses at even odds among what is legal and true.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

from games.game import SEAT_COLOURS, Seat
from games.istanbul.actions import Card, Demand, Meet, Use
from games.istanbul.box.drawn_box import varied
from games.istanbul.expansions.letters import DELIVERED, Again, Letter
from games.istanbul.expansions.letters_places import Choose, TurnOver
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS


class RealPack:
    """What lies on a table of Istanbul: piles in their order, everybody's hand."""

    def __init__(self, key: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = next(game for game in (ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR) if game.key == key)
        colours = self.rng.sample(SEAT_COLOURS, self.rng.randint(2, 5))
        setup = varied(self.game, self.game.setup(tuple(Seat(colour, colour) for colour in colours)), self.rng)
        self.numbers: list[int] = []
        if setup.expansions:
            places = [number for row in setup.layout for number in row]
            self.numbers = [self.rng.choice(places) for _ in range(28)]
            found = json.dumps({str(number): count for number, count in Counter(self.numbers).items()})
            setup = replace(setup, corrections=(*setup.corrections, ("letter_numbers", found)))
        self.book = self.game.rulebook(setup)
        self.state = self.game.new(setup)
        self.pile = [kind for kind, card in self.book.cards.items() for _ in range(int(card["count"]))]
        self.rng.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(player.hand)] for player in self.state.players]
        self.discard: list[str] = []
        self.demand = {market: [*tiles] for market, tiles in self._demand_tiles().items()}
        self.letters = list(self.numbers)
        self.held: list[list[list[int]]] = [[] for _ in self.hands]  # [number, delivered] before everybody
        self.used_letters: list[int] = []
        counts = self.book.facts["kiosk_counts"] if setup.expansions else {}
        self.kiosk = [tile for tile, count in counts.items() for _ in range(int(count))]
        for one in (*self.demand.values(), self.letters, self.kiosk):
            self.rng.shuffle(one)
        self.used_tiles: list[str] = []

    def _demand_tiles(self) -> dict[int, list[str]]:
        tiles = self.book.facts["demand_tiles"]
        return {int(market): ["".join(map(str, tile)) for tile in these] for market, these in tiles.items()}

    # What is true

    def next_card(self) -> list[str]:
        """The card that would be drawn now, if it is told by who draws it."""
        return self.pile[-1:] or (self.discard if len(self.discard) == 1 else [])

    def is_true(self, action: object) -> bool:
        """Whether what the action tells is so on the table."""
        seat = self.state.asks[0].seat if self.state.asks else self.state.seat
        hand = self.hands[seat]
        match action:
            case Demand(tile):
                return self.demand[int(self.state.asks[0].about)][0] == tile
            case Letter(number):
                if not self.letters:
                    self.letters, self.used_letters = self.used_letters, []
                    self.rng.shuffle(self.letters)
                return self.letters[-1] == number
            case TurnOver(tiles):
                if not self.kiosk:
                    self.kiosk, self.used_tiles = self.used_tiles, []
                    self.rng.shuffle(self.kiosk)
                return self.kiosk[-1] == tiles[0]
            case Use(words) if self.state.place == 6 and words:
                known = Counter(hand)
                pile, discard = list(self.pile), list(self.discard)
                for source in words[:2]:
                    if source == "open":
                        known[discard.pop()] += 1
                    elif pile:
                        known[pile.pop()] += 1
                    elif discard:
                        return False  # who would have to shuffle first can't tell yet what comes
                return known[words[2]] > 0
            case Card(kind, words):
                others = Counter(self.discarded(action)[1:])
                others -= Counter(self.pile[-1:] if "governor" in words else ())
                return kind in hand and not others - (Counter(hand) - Counter([kind]))
            case Meet(figure):
                wanted = Counter(self.discarded(action)) - Counter(self.next_card() if figure == "governor" else ())
                return not wanted - Counter(hand)
        return not Counter(self.discarded(action)) - Counter(hand)

    def discarded(self, action: object) -> list[str]:
        """Bonus cards that leave the hand with an action, in their order."""
        words = [word.removeprefix("-card=") for word in getattr(action, "words", ())]
        cards = [word for word in words if word in self.book.cards]
        return [action.kind, *cards] if isinstance(action, Card) else cards

    # A move on the table and in the engine

    def play(self) -> bool:
        """One action; False once the game is over."""
        legal = list(self.game.legal(self.state))
        if not legal:
            return False
        true = [one for one in legal if self.is_true(one)]
        assert true, ("no true action is legal", self.state.asks[:1], [one.notation for one in legal][:9])
        action = self.rng.choice(true)
        before = self.state
        seat = before.asks[0].seat if before.asks else before.seat
        self.state, _ = self.game.apply(before, action)
        self._move(action, seat, before)
        self.compare(action)
        return True

    def _draw(self, seat: int) -> None:
        if not self.pile:
            self.pile, self.discard = self.discard, []
            self.rng.shuffle(self.pile)
        if self.pile:
            self.hands[seat].append(self.pile.pop())

    def _move(self, action: object, seat: int, before: object) -> None:
        gone = self.discarded(action)
        draws_first = (isinstance(action, Use) and before.place == 6) or isinstance(action, Meet)
        if isinstance(action, Card):
            self._discard(seat, gone.pop(0))
            draws_first = "governor" in action.words
        if isinstance(action, Use) and before.place == 6 and action.words:
            for source in action.words[:2]:
                if source == "open":
                    self.hands[seat].append(self.discard.pop())
                else:
                    self._draw(seat)
        if not draws_first:
            for kind in gone:
                self._discard(seat, kind)
            gone = []
        for other, player in enumerate(self.state.players):
            for _ in range(player.hand - len(self.hands[other]) + (len(gone) if other == seat else 0)):
                self._draw(other)
        for kind in gone:
            self._discard(seat, kind)
        self._move_tiles(action, seat, before)

    def _discard(self, seat: int, kind: str) -> None:
        self.hands[seat].remove(kind)
        self.discard.append(kind)

    def _move_tiles(self, action: object, seat: int, before: object) -> None:
        if isinstance(action, Use) and before.place in self.demand and action.words:
            self.demand[before.place].append(self.demand[before.place].pop(0))
        if isinstance(action, TurnOver):
            self.kiosk.pop()
        if isinstance(action, Choose):
            self.used_tiles.append(action.tile)
        if isinstance(action, Letter):
            self.held[seat].append([self.letters.pop(), False])
        if self.numbers:
            self._move_letters(action, seat)

    def _move_letters(self, action: object, seat: int) -> None:
        words = action.letters if isinstance(action, Again) else getattr(action, "words", ())
        found = any(word[:1] in "+-" for word in words)
        if isinstance(action, Use | Choose) and not found:
            words = words[1:]  # the first one is where the ruby comes from, or which of a tile's offers
        words = tuple(word.removeprefix("-letter=") for word in words)
        engine = self.state.own["letters-and-seals"].players
        if len(engine[seat].letters) < len(self.held[seat]):
            for word in words:
                done = word == DELIVERED
                fitting = [one for one in self.held[seat] if one[1] == done and (done or str(one[0]) == word)]
                if fitting and len(self.held[seat]) > len(engine[seat].letters):
                    one = self.rng.choice(fitting)  # any of those that show two seals: nobody sees their numbers
                    self.held[seat].remove(one)
                    self.used_letters.append(one[0])
        for other, mine in enumerate(engine):
            player = self.state.players[other]
            for one in self.held[other]:
                one[1] = one[1] or one[0] in (player.merchant, player.family, mine.companion)

    def compare(self, action: object) -> None:
        """The engine counts what lies here, and knows only what is so."""
        state, said = self.state, action.notation
        assert (state.pile, state.discard) == (len(self.pile), tuple(self.discard)), said
        for player, hand in zip(state.players, self.hands, strict=True):
            assert player.hand == len(hand), said
            assert not Counter(player.known) - Counter(hand), said
        for market, tiles in state.demand.items():
            assert all(not known or known == there for known, there in zip(tiles, self.demand[market], strict=True)), (
                said
            )
        if self.numbers:
            own = state.own["letters-and-seals"]
            assert own.pile + len(own.discard) == len(self.letters) + len(self.used_letters), said
            for player, held in zip(own.players, self.held, strict=True):
                assert player.seals == sum(2 if done else 1 for _, done in held), said
