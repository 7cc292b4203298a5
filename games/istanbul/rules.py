"""Istanbul as a :class:`games.game.Game`, alone and with what can be combined with it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from games.game import SEAT_COLOURS, DiceAsked, Event, JsonValue, Phrase, Refusal, Seat, Standing
from games.istanbul.actions import Action, Card, End, Move, Roll, Use, read_action
from games.istanbul.base_game import BaseGame
from games.istanbul.box.facts import Facts
from games.istanbul.box.printed_values import box_of, corrections_of, printed_values
from games.istanbul.casual_player import casual_action
from games.istanbul.dice import ONE_DIE
from games.istanbul.expansions.bonus_pack import bonus_pack
from games.istanbul.expansions.every import known_parts, known_verbs, sets_for
from games.istanbul.layout import FOUNTAIN, Layout, LayoutRule, faults, mending, spots
from games.istanbul.moment import Step
from games.istanbul.rulebook import Outcome, Part, Rulebook, layout_rule, printed_layouts, refused
from games.istanbul.state import Ask, Player, Setup, State, state_to_json
from games.istanbul.turn import caught_here, may_have_left_out, next_turn, next_window, standings, watch_target
from games.printed import PrintedValue

FORMAT = 1  # of the set-up as plain data


class Istanbul:
    """The game, with or without expansions. See :class:`games.game.Game` for what each method promises."""

    def __init__(self, key: str = "istanbul", expansions: tuple[str, ...] = ()) -> None:
        self.key = key
        self.expansions = expansions  # as a set-up names them
        self._asked_last: tuple[State, tuple[Action, ...]] | None = None  # a state, and all that is legal in it

    def setup(self, seats: tuple[Seat, ...]) -> Setup:
        """The first printed layout of this game, and nothing corrected."""
        return Setup(seats, layout=next(iter(self.layouts().values())), expansions=self.expansions)

    def layouts(self) -> dict[str, Layout]:
        """The printed layouts by name, the one to begin with first; for 25 places there is but a default of ours."""
        return printed_layouts(Facts(sets_for(self.expansions)))

    def layout_rule(self) -> LayoutRule:
        """What a layout has to keep; see :mod:`games.istanbul.layout` for faults, mending swaps and random ones."""
        return layout_rule(Facts(sets_for(self.expansions)))

    def printed_values(self) -> tuple[PrintedValue, ...]:
        """What owners may enter of the boxes that this game is played with; what they do not enter is a default."""
        sets = sets_for(self.expansions)
        return tuple(one for one in printed_values() if box_of(one.key) in sets)

    def with_entered(self, setup: Setup, entered: Mapping[str, JsonValue]) -> Setup:
        """The set-up with what owners entered; values of boxes that are not played with are left out.

        Raises :class:`Refusal` of kind invalid.
        """
        corrections = corrections_of(entered, sets_for(self.expansions))
        return replace(setup, corrections=(*setup.corrections, *corrections))

    def rulebook(self, setup: Setup) -> Rulebook:
        """The rules of a set-up. Raises :class:`Refusal`."""
        return rulebook(setup)

    def new(self, setup: Setup) -> State:
        """The table before the figures are rolled for. Raises :class:`Refusal` where the set-up is impossible."""
        _refuse_impossible(setup)
        book = rulebook(setup)
        facts, count = book.facts, book.players
        assistants = facts["assistants"]
        players = tuple(
            Player(
                lira=int(lira),
                goods=dict.fromkeys(book.wares, 0),
                stack=int(assistants["stack"]),
                aside=int(assistants["aside"]),
                merchant=7,
                unknown=int(facts["start_cards"]),
            )
            for lira in facts["start_lira"][:count]
        )
        placed = {place: rubies for part in book.parts for place, rubies in part.placed_rubies(book).items()}
        markets = {int(place): len(tiles) for place, tiles in facts["demand_tiles"].items()}
        state = State(
            setup=setup,
            players=players,
            figures=dict.fromkeys(facts["figures"], 0),
            neutrals=tuple(facts["neutral_merchants"].get(str(count), ())),
            pile=book.deck - count * int(facts["start_cards"]),
            rubies={0: book.rubies - sum(placed.values()), **placed},
            mosque={
                colour: tuple(facts.for_players("mosque_tiles", count))
                for pair in facts["mosque_colours"].values()
                for colour in pair
            },
            demand={market: ("",) * tiles for market, tiles in markets.items()},
            bought=dict.fromkeys((place for place in _RISING if place in book.at), 0),
            asks=(
                *(Ask("dice", 0, "figure", (figure,)) for figure in facts["figures"]),
                *(Ask("demand", 0, str(market)) for market in markets),
            ),
        )
        return state._replace(own={part.key: part.start(book) for part in book.parts})

    def player_to_move(self, state: State) -> int | None:
        """Seat index of who decides or tells next, or None when the game is over."""
        if state.is_over:
            return None
        return state.asks[0].seat if state.asks else state.seat

    def legal(self, state: State) -> Iterator[Action]:
        """Every action that ``apply`` takes; cards in hidden hands are whatever they still may be.

        Buttons, places that light up and whoever plays by chance ask for the same state one after the other, and an
        answer is several hundred actions tried: that of the last state is kept.
        """
        known = self._asked_last
        if known is not None and known[0] is state:
            yield from known[1]
            return
        found: list[Action] = []
        for action in self._legal(state):
            found.append(action)
            yield action
        self._asked_last = state, tuple(found)

    def _legal(self, state: State) -> Iterator[Action]:
        if state.is_over:
            return
        book = rulebook(state.setup)
        for part in book.parts:
            asked = state.asks
            offered = part.answers(book, state, asked[0]) if asked else part.offers(book, state)
            for action in offered:
                if type(action) in book.certain or self._is_taken(book, state, action):
                    yield action

    def twins(self, setup: Setup, action: Action) -> tuple[Action, ...]:
        """See :class:`games.game.HasTwins`: whether an assistant was picked up or left is not seen where the merchant
        stands."""
        del setup
        if not isinstance(action, Move) or action.place == FOUNTAIN:
            return ()
        return (replace(action, alone="" if action.alone else "alone"),)

    def twin_in_words(self, action: Action) -> Phrase:
        """See :class:`games.game.HasTwins`."""
        assert isinstance(action, Move)
        return Phrase.of("istanbul.twin_alone" if action.alone else "istanbul.twin_assistant")

    def twin_place(self, action: Action) -> str:
        """See :class:`games.game.HasTwins`."""
        assert isinstance(action, Move)
        return str(action.place)

    def retells(self, state: State, last: Action, action: Action) -> bool:
        """See :class:`games.game.SettledByNext`: that nobody was left after all, which ends the turn. Where the turn is
        over already, the same words are the next player's own move."""
        if not isinstance(last, Move) or last.alone or action != replace(last, alone="alone"):
            return False
        return may_have_left_out(rulebook(state.setup), state, action)

    def declares(self, state: State, action: Action) -> bool:
        """Whether the action declares what a text says that nobody has entered: ``legal`` has one example of it, which
        takes and pays nothing."""
        book = rulebook(state.setup)
        return any(part.declares(book, state, action) for part in book.parts)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`Refusal`."""
        if state.is_over:
            raise refused(Phrase.of("istanbul.refused_over"), action.notation, "Istanbul, end of the game")
        return self._applied(rulebook(state.setup), state, action)

    def _is_taken(self, book: Rulebook, state: State, action: Action) -> bool:
        try:
            self._done(book, state, action)
        except Refusal:
            return False
        return True

    def _done(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """The action alone, without what follows of itself and refuses nothing. Raises :class:`Refusal`."""
        handler = book.handlers.get(type(action))
        if handler is None:
            raise refused(Phrase.of("istanbul.refused_not_in_this_game"), action.notation, invalid=True)
        if state.asks and action.verb not in _ANSWERS_TO.get(state.asks[0].kind, (state.asks[0].kind,)):
            phrase = Phrase.of("istanbul.refused_answer_first", what=Phrase(f"istanbul.ask_{state.asks[0].kind}"))
            raise refused(phrase, action.notation)
        return handler(book, state, action)

    def _applied(self, book: Rulebook, state: State, action: Action) -> Outcome:
        state, events = self._settled(book, self._done(book, state, action))
        if not state.last_round and not state.is_over:
            state, more = watch_target(book, state)
            events += more
        return state, events

    def turn(self, state: State) -> int:
        """The number of the turn in the order of play, from 1; a double move belongs to its turn."""
        return state.order + 1

    def skipped(self, state: State) -> Outcome | None:
        """The next player's turn, or last window. Nobody can leave out what dice, tiles and others' answers bring."""
        if state.asks or state.is_over:
            return None
        book = rulebook(state.setup)
        go_on = next_window(book, state, state.seat + 1) if state.step is Step.WINDOW else next_turn(book, state)
        return self._settled(book, go_on)

    @staticmethod
    def _settled(book: Rulebook, outcome: Outcome) -> Outcome:
        """What follows by itself from every action."""
        state, events = outcome
        for part in book.parts:
            state, more = part.settle(book, state)
            events += more
        return state, events

    def dice_asked(self, state: State) -> DiceAsked | None:
        """The dice that the table waits for, or None."""
        if not state.asks or state.asks[0].kind != "dice":
            return None
        ask = state.asks[0]
        return DiceAsked(ask.seat, 1 if ask.about in ONE_DIE else 2)

    def roll_action(self, state: State, values: tuple[int, ...]) -> Action:
        """The action that tells what the dice show. Raises :class:`Refusal` where another number of dice is asked."""
        asked = self.dice_asked(state)
        if asked is None or len(values) != asked.dice:
            text = " ".join(str(value) for value in values)
            raise refused(Phrase.of("istanbul.bad_dice", dice=asked.dice if asked else 0), text, invalid=True)
        return Roll(*values)

    def closing(self, state: State) -> Action | None:
        """DONE ends the turn once nobody has to be caught or paid, and nothing is given away by it."""
        if state.asks or state.step in (Step.MOVE, Step.PAY, Step.OVER) or caught_here(state):
            return None
        return None if next(self._uses(state), None) is not None else End()

    def only_way(self, state: State) -> Action | None:
        """The action of the place, where there is but one way to take it."""
        uses = tuple(islice(self._uses(state), 2))
        return uses[0] if len(uses) == 1 and not self.declares(state, uses[0]) else None

    def _uses(self, state: State) -> Iterator[Use]:
        """Every way to take the action of the place."""
        if state.asks or state.step is not Step.ACTION or not state.uses:
            return
        book = rulebook(state.setup)
        for words in book.places[state.place].choices(book, state):
            if self._is_taken(book, state, Use(words)):
                yield Use(words)

    def as_now(self, state: State, action: Action) -> Action | None:
        """What a refused action of a place, or a refused card, meant to an earlier version."""
        book = rulebook(state.setup)
        if isinstance(action, Card) and action.kind in book.cards:
            card = book.cards[action.kind]
            answer = book.effects[card["effect"]].as_now(book, state, card, action.words)
            return None if answer is None else Card(action.kind, answer)
        if state.step is not Step.ACTION or not isinstance(action, Use):
            return None
        words = book.places[state.place].as_now(book, state, action.words)
        return None if words is None else Use(words)

    def standings(self, state: State) -> tuple[Standing, ...]:
        """By rubies, then lira, goods and bonus cards."""
        return standings(state)

    def sample(self, state: State, rng: random.Random) -> Action:
        """One legal action: dice at their odds, choices as a casual player makes them."""
        return casual_action(rulebook(state.setup), state, rng, self.legal)

    def write(self, action: Action) -> str:
        """The action in one line."""
        return action.notation

    def read(self, text: str) -> Action:
        """The action that the line tells. Raises :class:`Refusal` of kind invalid."""
        return read_action(text, known_verbs())

    def setup_to_json(self, setup: Setup) -> Mapping[str, JsonValue]:
        """The set-up as plain data."""
        return {
            "game": self.key,
            "format": FORMAT,
            "seats": [seat.to_json() for seat in setup.seats],
            "layout": [[*line] for line in setup.layout],
            "expansions": [*setup.expansions],
            "corrections": [[path, text] for path, text in setup.corrections],
            "any_layout": setup.any_layout,
        }

    def setup_from_json(self, data: Mapping[str, Any]) -> Setup:
        """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""
        try:
            if data["game"] != self.key or data["format"] != FORMAT:
                raise ValueError(f"{data['game']}, format {data['format']}")
            setup = Setup(
                tuple(Seat.from_json(seat) for seat in data["seats"]),
                tuple(tuple(int(number) for number in line) for line in data["layout"]),
                tuple(str(key) for key in data.get("expansions", [])),
                tuple((str(path), str(text)) for path, text in data.get("corrections", [])),
                bool(data.get("any_layout", False)),
            )
        except (KeyError, TypeError, ValueError) as error:
            phrase = Phrase.of("istanbul.bad_setup", what=str(error))
            raise refused(phrase, str(dict(data))[:200], invalid=True) from error
        self.new(setup)
        return setup

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        """The state as plain data."""
        parts = {part.key: part.own_to_json(state.own[part.key]) for part in rulebook(state.setup).parts}
        return state_to_json(state, {key: own for key, own in parts.items() if own is not None})


_RISING = (13, 16, 20)  # places whose rubies may become dearer with each that is taken
_ANSWERS_TO = {"dice": ("roll",), "keep": ("keep", "turn", "reroll"), "auction": ("bid", "pass")}


@lru_cache(maxsize=64)
def rulebook(setup: Setup) -> Rulebook:
    """The rules of a set-up. Raises :class:`Refusal` of kind invalid."""
    parts: tuple[Part, ...] = (BaseGame(), *known_parts(setup.expansions))
    facts = Facts(sets_for(setup.expansions), setup.corrections)
    layout = setup.layout or next(iter(printed_layouts(facts).values()))
    goods = tuple(facts["goods"])
    return Rulebook(
        setup,
        facts,
        parts,
        layout,
        spots(layout),
        goods,
        (*goods, *(name for part in parts for name in part.wares())),
        {number: place for part in parts for number, place in part.places(facts).items()},
        {kind: handler for part in parts for kind, handler in part.handlers().items()},
        {name: effect for part in parts for name, effect in part.effects().items()},
        {key: figure for part in parts for key, figure in part.figures().items() if key in facts["figures"]},
        {about: reader for part in parts for about, reader in part.dice().items()},
        {name: item for part in parts for name, item in part.items().items()},
        bonus_pack(facts),
        frozenset(kind for part in parts for kind in part.certain),
    )


def _refuse_impossible(setup: Setup) -> None:
    """Two to five players with a colour each, and a layout that keeps the rules."""
    if not 2 <= len(setup.seats) <= 5:
        raise refused(Phrase.of("istanbul.refused_seats", count=len(setup.seats)), str(len(setup.seats)), invalid=True)
    colours = [seat.colour for seat in setup.seats]
    if len(set(colours)) < len(colours) or not set(colours) <= set(SEAT_COLOURS):
        raise refused(Phrase.of("istanbul.refused_colours"), ", ".join(colours), invalid=True)
    book = rulebook(setup)
    check_layout(book.layout, book.facts, any_layout=setup.any_layout)
    if book.deck < book.players * int(book.facts["start_cards"]):
        raise refused(Phrase.of("istanbul.refused_few_cards", count=book.deck), str(book.deck), invalid=True)
    for part in book.parts:
        part.refuse_impossible(book)
    placed = {place: rubies for part in book.parts for place, rubies in part.placed_rubies(book).items()}
    if sum(placed.values()) > book.rubies:
        phrase = Phrase.of("istanbul.refused_few_rubies", placed=sum(placed.values()), there=book.rubies)
        raise refused(phrase, str(sum(placed.values())), invalid=True)


def check_layout(layout: Layout, facts: Facts, *, any_layout: bool = False) -> None:
    """Raises :class:`Refusal` with the broken rule and the swap that mends it; ``any_layout`` lets distances be."""
    rule = layout_rule(facts)
    for fault in faults(layout, rule):
        if any_layout and fault.places and set(spots(layout)) == rule.numbers:
            continue
        swaps = mending(layout, rule)
        remedy = tuple(f"{one} ↔ {other}" for one, other in swaps)
        phrase = Phrase.of("istanbul.refused_layout", fault=fault.phrase, swaps=remedy or "–")
        value = " / ".join(" ".join(map(str, line)) for line in layout)
        place = fault.places[0] if fault.places else None
        raise refused(phrase, value, "Istanbul, set-up", place=place, invalid=True)


ISTANBUL = Istanbul()
LETTERS_AND_SEALS = Istanbul("istanbul-letters-and-seals", ("letters-and-seals",))
GREAT_BAZAAR = Istanbul("great-bazaar", ("letters-and-seals", "mocha-and-baksheesh", "great-bazaar"))


def playing(setup: Setup) -> Istanbul:
    """The game that a set-up is one of."""
    games = (ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR)
    return next((game for game in games if game.expansions == setup.expansions), ISTANBUL)
