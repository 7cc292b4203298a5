"""The base game as a part of the rules: its actions, its places, its cards, its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.game import Event, Phrase
from games.istanbul import dice, turn
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
from games.istanbul.box.facts import Facts
from games.istanbul.cards import base_effects, play_card, playable
from games.istanbul.encounters import Governor, Smuggler, figure_moves, meet
from games.istanbul.moment import OWN_TURN, Step
from games.istanbul.places import base_places, black_market_dice, tea_house_dice
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
from games.istanbul.trades import base_items


class BaseGame(Part):
    """Istanbul by Rüdiger Dorn, 2014."""

    key: ClassVar[str] = "base"
    sets: ClassVar[tuple[str, ...]] = ("base",)
    certain: ClassVar[tuple[type[Action], ...]] = (Move, Roll, Keep, Turn, Reroll, Demand)

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """1 to 16."""
        return base_places()

    def handlers(self) -> Mapping[type[Action], Handler]:
        """Every action of the base game."""
        return {
            Move: turn.move,
            Pay: turn.pay,
            Use: use,
            Catch: turn.catch,
            Meet: meet,
            Card: play_card,
            Recall: turn.recall,
            End: turn.end,
            Roll: dice.rolled,
            Keep: dice.kept,
            Turn: dice.turned,
            Reroll: dice.rerolled,
            Demand: demand,
        }

    def effects(self) -> Mapping[str, BonusEffect]:
        """Of the 26 cards."""
        return base_effects()

    def figures(self) -> Mapping[str, Figure]:
        """Governor and Smuggler."""
        return {"governor": Governor(), "smuggler": Smuggler()}

    def dice(self) -> Mapping[str, DiceReader]:
        """Places 8 and 9, the figures, and neutral merchants."""
        return {
            "black_market": black_market_dice,
            "tea_house": tea_house_dice,
            "figure": figure_moves,
            "neutral": turn.neutral_moves,
        }

    def items(self) -> Mapping[str, Item]:
        """Lira, goods, cards and extensions."""
        return base_items()

    def placed_rubies(self, book: Rulebook) -> Mapping[int, int]:
        """One a player at the Wainwright, some at the mosques, and all spaces of both tracks."""
        players, facts = book.players, book.facts
        each = int(facts.for_players("mosque_rubies", players))
        tracks = {
            place: int(facts[f"{track}_last"]) - int(facts.for_players(f"{track}_first", players)) + 1
            for place, track in ((13, "palace"), (16, "dealer"))
        }
        return {1: players, 14: each, 15: each, **tracks}

    def offers(self, book: Rulebook, state: State) -> Iterator[Action]:
        """What whose turn it is may do."""
        match state.step:
            case Step.MOVE:
                for place in turn.plain_targets(book, state):
                    yield Move(place)
                    if turn.may_leave_out(state, place):
                        yield Move(place, "alone")
            case Step.PAY:
                yield Pay()
            case Step.ACTION:
                if state.place in book.places:
                    yield from (Use(words) for words in book.places[state.place].choices(book, state))
        if state.step in OWN_TURN:
            yield from (Recall(place) for place in dict.fromkeys(state.mover.out) if "yellow" in state.mover.tiles)
        for seat in turn.caught_here(state):
            yield from (Catch(seat, "lira"), Catch(seat, "card"))
        if state.may_meet:
            for key, figure in book.figures.items():
                if state.figures[key] == state.place and key not in state.met:
                    yield from (Meet(key, words) for words in figure.choices(book, state))
        yield from playable(book, state)
        if state.step is not Step.MOVE:
            yield End()

    def answers(self, book: Rulebook, state: State, ask: Ask) -> Iterator[Action]:
        """Dice, and demand tiles."""
        yield from dice.answers(ask)
        if ask.kind == "demand":
            yield from (Demand(tile) for tile in unseen_tiles(book, state, int(ask.about)))


def use(book: Rulebook, state: State, action: Use) -> Outcome:
    """Phase 3: the action of the place. Raises :class:`Refusal`."""
    if state.step is not Step.ACTION or not state.uses:
        raise turn.not_now(state, action.notation)
    place = state.place
    state, events = book.places[place].use(book, state._replace(uses=state.uses - 1), action.words)
    return turn.finish_use(book, state._replace(acted=place)), events


def unseen_tiles(book: Rulebook, state: State, market: int) -> tuple[str, ...]:
    """Demand tiles of a market that nobody has seen yet."""
    tiles = tuple("".join(map(str, tile)) for tile in book.facts["demand_tiles"][str(market)])
    return tuple(tile for tile in tiles if tile not in state.demand[market])


def demand(book: Rulebook, state: State, action: Demand) -> Outcome:
    """The tile that was turned up. Raises :class:`Refusal` where it lies elsewhere already."""
    if not state.asks or state.asks[0].kind != "demand":
        raise turn.not_now(state, action.notation)
    market = int(state.asks[0].about)
    if action.tile not in unseen_tiles(book, state, market):
        phrase = Phrase.of("istanbul.refused_tile_seen", known=unseen_tiles(book, state, market), tile=action.tile)
        raise refused(phrase, action.notation, "Istanbul, demand tiles", place=market)
    tiles = (action.tile, *state.demand[market][1:])
    event = Event(Phrase.of("istanbul.demand", tile=action.tile), None, (str(market),))
    state = state.answered()._replace(demand={**state.demand, market: tiles})
    return with_last_tile(book, state, market), (event,)


def with_last_tile(book: Rulebook, state: State, market: int) -> State:
    """Where all tiles but one have been seen, the last one is known too."""
    left, tiles = unseen_tiles(book, state, market), state.demand[market]
    if len(left) != 1 or tiles.count("") != 1:
        return state
    return state._replace(demand={**state.demand, market: tuple(tile or left[0] for tile in tiles)})
