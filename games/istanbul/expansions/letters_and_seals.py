"""Letters & Seals as a part of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.game import JsonValue, Phrase, Refusal
from games.istanbul.actions import Action
from games.istanbul.box.facts import Facts
from games.istanbul.box.printed_texts import ways
from games.istanbul.expansions import letters
from games.istanbul.expansions.letters import (
    Again,
    CompanionStep,
    Courier,
    Escort,
    Letter,
    LetterItem,
    LettersState,
    Own,
)
from games.istanbul.expansions.letters_cards import letters_effects, reward_dice
from games.istanbul.expansions.letters_places import (
    AuctionHouse,
    Bid,
    Choose,
    CompanionItem,
    Die,
    Embassy,
    FountainWithCompanion,
    Kiosk,
    Pass,
    SecretSociety,
    ToFountain,
    TurnOver,
    bid,
    bids,
    choose,
    die_lira,
    hidden_tiles,
    pass_bid,
    tile_choices,
    turn_over,
)
from games.istanbul.ledger import Declare, declared_answer, reward_of
from games.istanbul.moment import Aim
from games.istanbul.moment import Step as Phase
from games.istanbul.rulebook import (
    BonusEffect,
    DiceReader,
    Figure,
    Handler,
    Item,
    Outcome,
    Part,
    Place,
    Rulebook,
    refused,
)
from games.istanbul.state import Ask, State
from games.istanbul.turn import fees

_TRIES = 8  # how often a casual player looks for a kiosk tile that pays


class LettersAndSeals(Part):
    """The expansion of 2016."""

    key: ClassVar[str] = letters.KEY
    sets: ClassVar[tuple[str, ...]] = ("letters_and_seals",)
    certain: ClassVar[tuple[type[Action], ...]] = (CompanionStep, Letter)

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """21 to 24, and the Fountain for the companion."""
        return {7: FountainWithCompanion(), 21: Embassy(), 22: Kiosk(), 23: AuctionHouse(), 24: SecretSociety()}

    def handlers(self) -> Mapping[type[Action], Handler]:
        """What is new to do."""
        return {
            Letter: letters.letter_drawn,
            Escort: letters.escort,
            CompanionStep: letters.step,
            Again: letters.double_move,
            TurnOver: turn_over,
            Choose: choose,
            Bid: bid,
            Pass: pass_bid,
            Declare: declared_answer,
        }

    def effects(self) -> Mapping[str, BonusEffect]:
        """Of the new cards."""
        return letters_effects()

    def figures(self) -> Mapping[str, Figure]:
        """The Courier."""
        return {"courier": Courier()}

    def dice(self) -> Mapping[str, DiceReader]:
        """One die at the Kiosk, two for a card."""
        return {"die": die_lira, "reward": reward_dice}

    def items(self) -> Mapping[str, Item]:
        """What kiosk tiles trade."""
        return {"letter": LetterItem(), "die": Die(), "companion": CompanionItem(), "fountain": ToFountain()}

    def start(self, book: Rulebook) -> LettersState:
        """All letters face down, no companion in play."""
        return LettersState((Own(),) * book.players, int(book.facts["letters"]))

    def refuse_impossible(self, book: Rulebook) -> None:
        """One kiosk tile more than players is turned over."""
        there = sum(int(count) for count in book.facts["kiosk_counts"].values())
        if there <= book.players:
            raise refused(Phrase.of("istanbul.refused_few_tiles", count=there), str(there), invalid=True)

    def offers(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Companion and double move."""
        if state.step is Phase.MOVE:
            yield Escort()
            yield from (CompanionStep(place) for place in letters.companion_targets(book, state))
        if state.step is Phase.AFTER and letters.may_double(book, state):
            needed = int(book.facts["double_move_seals"])
            yield from (Again(words) for words in letters.seal_choices(state, state.seat, needed))

    def answers(self, book: Rulebook, state: State, ask: Ask) -> Iterator[Action]:
        """Letters, kiosk tiles, bids, and one example of what dice may have brought."""
        match ask.kind:
            case "letter":
                yield from (Letter(number) for number in letters.possible_numbers(book, state))
            case "kiosk":
                yield from (TurnOver((tile,)) for tile in hidden_tiles(book, state))
            case "tile":
                yield from tile_choices(book, state, ask.seat)
            case "auction":
                yield from bids(state, ask.seat)
            case "declare":
                yield Declare()
                yield from (Declare(words) for words in ways(book, state, ask.seat, reward_of(book, ask)))

    def declares(self, book: Rulebook, state: State, action: Action) -> bool:
        """What dice brought, by a table on the card."""
        waits = bool(state.asks) and state.asks[0].kind == "declare"
        return isinstance(action, Declare) and waits and not reward_of(book, state.asks[0])

    def companions_of_others(self, state: State, place: int) -> tuple[int, ...]:
        """Companions are paid like merchants."""
        players = enumerate(letters.own_state(state).players)
        return tuple(seat for seat, own in players if seat != state.seat and own.companion == place)

    def waits_after_turn(self, book: Rulebook, state: State) -> bool:
        """A double move may follow."""
        return letters.may_double(book, state)

    def ruby_taken(self, book: Rulebook, state: State, place: int) -> State:
        """The last one is replaced from the general supply, so that the price stays where it is."""
        if place not in book.facts["replaced_rubies"] or state.rubies[place] or not state.rubies[0]:
            return state
        return state._replace(rubies={**state.rubies, place: 1, 0: state.rubies[0] - 1})

    def settle(self, book: Rulebook, state: State) -> Outcome:
        """Letters are delivered; the next player's turn is not a double move."""
        own = letters.own_state(state)
        if own.doubled not in (-1, state.seat):
            state = state.with_own(self.key, own._replace(doubled=-1))
        return letters.deliver(state)

    def own_to_json(self, own: LettersState) -> JsonValue:
        """As plain data."""
        return letters.own_to_json(own)

    def laws(self, book: Rulebook, state: State) -> Iterator[tuple[str, bool]]:
        """Letters and kiosk tiles are all somewhere."""
        own = letters.own_state(state)
        held = sum(len(player.letters) for player in own.players)
        yield "letters", own.pile >= 0 and own.pile + len(own.discard) + held == int(book.facts["letters"])
        tiles = Counter((*own.kiosk_open, *own.kiosk_used))
        counts = book.facts["kiosk_counts"]
        yield "kiosk tiles", all(tile in counts and count <= int(counts[tile]) for tile, count in tiles.items())
        waiting = {letters.GENERAL, letters.PERSONAL}
        yield "companions", all(one.companion in waiting or one.companion in book.at for one in own.players)

    # How a casual player goes about it

    def casual(self, book: Rulebook, state: State) -> Mapping[int, float]:
        """A ruby for six seals; letters otherwise."""
        seals = letters.own_state(state).players[state.seat].seals
        society = 25.0 if seals >= int(book.facts["society_seals"]) else 0.0
        return {21: 6.0, 22: 6.0, 23: 3.0, 24: society}

    def casual_move(self, book: Rulebook, state: State, rng: random.Random) -> Action | None:
        """The companion every now and then; a double move where the seals lie ready."""
        seat = state.seat
        if state.step is Phase.AFTER:
            sets = list(letters.seal_choices(state, seat, int(book.facts["double_move_seals"])))
            return Again(rng.choice(sets)) if letters.may_double(book, state) and sets and rng.random() < 0.4 else None
        targets = letters.companion_targets(book, state)
        if targets and (state.aim is Aim.COMPANION or rng.random() < 0.35):
            paying = [place for place in targets if fees(book, state, place) <= state.mover.lira]
            return CompanionStep(rng.choice(paying or list(targets)))
        waits = letters.own_state(state).players[seat].companion == letters.PERSONAL
        return Escort() if waits and rng.random() < 0.5 else None

    def casual_answer(self, book: Rulebook, state: State, ask: Ask, rng: random.Random) -> Action | None:
        """Chance as it falls, and sensible choices."""
        match ask.kind:
            case "letter":
                return Letter(rng.choice(letters.possible_numbers(book, state)))
            case "kiosk":
                return TurnOver((rng.choice(hidden_tiles(book, state)),))
            case "tile":
                return self._chosen(book, state, rng)
            case "auction":
                least, most = letters.own_state(state).bid + 1, state.players[ask.seat].lira
                return Bid(least) if least <= min(most, 5) and rng.random() < 0.5 else Pass()
            case "declare":
                if not reward_of(book, ask):
                    return Declare(("+lira:2",))
                known = [Declare(words) for words in ways(book, state, ask.seat, reward_of(book, ask))]
                return rng.choice([one for one in known if _possible(book, state, one)] or [Declare()])
        return None

    @staticmethod
    def _chosen(book: Rulebook, state: State, rng: random.Random) -> Action:
        choices = list(tile_choices(book, state, state.asks[0].seat))
        for _ in range(_TRIES):
            one = rng.choice(choices)
            if one.words and _possible(book, state, one):
                return one
        return choices[0]


def _possible(book: Rulebook, state: State, action: Action) -> bool:
    try:
        book.handlers[type(action)](book, state, action)
    except Refusal:
        return False
    return True
