"""The steps that the expansion puts into a turn, named after the rulebook's summary of a single turn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from games.carcassonne.actions import Action, Deploy, Skip
from games.carcassonne.casual import choose, draw
from games.carcassonne.expansion import Flow, Outcome, Rulebook, Step
from games.carcassonne.moment import StepKey
from games.carcassonne.scoring import with_points
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.glass import glass_of, with_glass
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.scoring import counted, glass_values
from games.carcassonne.stained_glass.thieves import thief_spots
from games.carcassonne.stained_glass.windows import (
    best_windows,
    legal_windows,
    tiles_of,
    whole_windows,
    window_name,
    worth_at_end,
)
from games.carcassonne.state import State
from games.carcassonne.tiles import Feature, FeatureKind, tile_type
from games.carcassonne.turn import deployed, wrong_step
from games.game import Event, Phrase, PhraseValue, Refusal, RefusalKind
from games.place_before import GLASS, PlaceBefore


class TakeGlassTiles(Step):
    """Take a glass tile for a cloister or cathedral tile drawn, and one for each cloister and each city with a
    cathedral that it finishes, whoever holds them or nobody. Obligatory while there is glass in the bag."""

    key: ClassVar[StrEnum] = GlassStepKey.GLASS

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """Find out how much glass is due."""
        return _go_on(with_glass(state, replace(glass_of(state), due=glass_due(state), thieves=0)))

    def put_away(self, book: Rulebook, state: State) -> Outcome:
        """A cloister or cathedral tile was drawn all the same ("by the player who drew"); an option of the set-up."""
        features = tile_type(state.discarded[-1]).features
        due = book.options["glass-put-away"] == "glass" and _brings_glass(features)
        return _go_on(with_glass(state, replace(glass_of(state), due=int(due), thieves=0, put_away=True)))

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every kind that the bag may hold."""
        yield from (TakeGlass(tile) for tile in glass_of(state).supply)

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Take it. Raises :class:`Refusal`."""
        if not isinstance(action, TakeGlass):
            raise wrong_step(state, action)
        glass = glass_of(state)
        if action.tile not in glass.supply:
            raise _refused(action, "no_glass_left", "Stained Glass tiles", glass=action.tile)
        glass = replace(glass.taken(state.seat, action.tile), due=glass.due - 1)
        event = Event(
            Phrase.of("carcassonne.glass_taken", glass=action.tile), state.seat, (_place(state.seat, action.tile),)
        )
        state, events, flow = _go_on(with_glass(state, glass))
        return state, (event, *events), flow

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """One out of the bag, each as likely as any other."""
        return TakeGlass(draw(glass_of(state).supply, rng))

    def skipped(self, book: Rulebook, state: State) -> Outcome:
        """What nobody took stays in the bag."""
        return _go_on(with_glass(state, replace(glass_of(state), due=0)))


class PlaceThieves(Step):
    """Put extra followers on the roads of the cloister tile just laid."""

    key: ClassVar[StrEnum] = GlassStepKey.THIEVES

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """Asks only where there is a road for a thief and somebody to send."""
        return state, (), Flow.WAIT if _thieves(state) else Flow.NEXT

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every kind at hand on every such road, and no more."""
        yield Skip()
        yield from _thieves(state)

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Put the thief there. Raises :class:`Refusal`."""
        if isinstance(action, Skip):
            return state, (), Flow.NEXT
        if not isinstance(action, PlaceThief):
            raise wrong_step(state, action)
        if action not in _thieves(state):
            # Say what is wrong in the words of the basic game where its rules are broken already.
            deployed(book, state, Deploy(action.kind, FeatureKind.ROAD, action.location))
            raise _refused(action, "no_road_for_a_thief", "Stained Glass, Place a follower", location=action.location)
        state = deployed(book, state, Deploy(action.kind, FeatureKind.ROAD, action.location))
        glass = glass_of(state)
        state = with_glass(state, replace(glass, thieves=glass.thieves + 1))
        return state, (), Flow.WAIT if _thieves(state) else Flow.NEXT

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """Send a thief where there is something to steal and followers to spare."""
        thieves = _thieves(state)
        tempting = 2.0 if any(True for _ in _loot(book, state)) else -2.0
        spare = sum(state.supply[state.seat].values()) - 3
        options: list[tuple[float, Action]] = [(0.0, Skip())]
        options += [(tempting + 0.5 * spare - 1.5 * (thief.kind != "small"), thief) for thief in thieves]
        return choose(options, rng)


class StealGlass(Step):
    """Each thief placed in this turn may take one glass tile, from one or from several players."""

    key: ClassVar[StrEnum] = GlassStepKey.STEAL

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """Asks only where a thief was placed and there is something to steal."""
        if glass_of(state).thieves and any(True for _ in _loot(book, state)):
            return state, (), Flow.WAIT
        return self._done(state)

    def _done(self, state: State) -> Outcome:
        return with_glass(state, replace(glass_of(state), thieves=0)), (), Flow.NEXT

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every tile of every other player that may be stolen, and nothing more."""
        yield Skip()
        yield from _loot(book, state)

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Take it. Raises :class:`Refusal`."""
        if isinstance(action, Skip):
            return self._done(state)
        if not isinstance(action, Steal):
            raise wrong_step(state, action)
        if action not in set(_loot(book, state)):
            raise _refused(action, "nothing_to_steal", "Stained Glass, Place a follower", glass=action.tile)
        glass = glass_of(state)
        glass = replace(glass.stolen(state.seat, action.victim, action.tile), thieves=glass.thieves - 1)
        victim = state.setup.seats[action.victim].name
        phrase = Phrase.of("carcassonne.glass_stolen", glass=action.tile, victim=victim)
        places = (_place(action.victim, action.tile), _place(state.seat, action.tile))
        state, _, flow = self.enter(book, with_glass(state, glass))
        return state, (Event(phrase, state.seat, places),), flow

    def skipped(self, book: Rulebook, state: State) -> Outcome:
        """The thieves steal nothing."""
        return self._done(state)

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """Take what helps most and hurts most."""
        glass, values = glass_of(state), glass_values(book)
        options: list[tuple[float, Action]] = [(0.0, Skip())]
        for steal in _loot(book, state):
            after = glass.stolen(state.seat, steal.victim, steal.tile)
            gain = worth_at_end(after.held[state.seat], values) - worth_at_end(glass.held[state.seat], values)
            new = not glass.held[state.seat].get(steal.tile)
            options.append((1.0 + gain + new, steal))
        return choose(options, rng)


class CountWindows(Step):
    """Fit the new glass, and count whole windows or leave them for further construction."""

    key: ClassVar[StrEnum] = GlassStepKey.WINDOWS

    def enter(self, book: Rulebook, state: State) -> Outcome:
        """Asks only where a window is whole."""
        return state, (), Flow.WAIT if whole_windows(glass_of(state).held[state.seat]) else Flow.NEXT

    def legal(self, book: Rulebook, state: State) -> Iterator[Action]:
        """Every whole window; skipping keeps them all."""
        yield Skip()
        yield from (CountWindow(window) for window in whole_windows(glass_of(state).held[state.seat]))

    def apply(self, book: Rulebook, state: State, action: Action) -> Outcome:
        """Count it; its tiles go back into the bag. Raises :class:`Refusal`."""
        if isinstance(action, Skip):
            return state, (), Flow.NEXT
        if not isinstance(action, CountWindow):
            raise wrong_step(state, action)
        glass = glass_of(state)
        name = window_name(action.window)
        if action.window not in legal_windows():
            raise _refused(action, "no_such_window", "Stained Glass window appearances", window=name)
        if action.window not in whole_windows(glass.held[state.seat]):
            raise _refused(action, "window_not_whole", "Stained Glass window appearances", window=name)
        event = counted(book, state.seat, action.window)
        back = Event(Phrase.of("carcassonne.glass_returned", window=name), state.seat, event.places)
        state = with_points(with_glass(state, glass.returned(state.seat, tiles_of(action.window))), (event,))
        state, _, flow = self.enter(book, state)
        return state, (event, back), flow

    def sample(self, book: Rulebook, state: State, rng: random.Random) -> Action:
        """Count what can grow no further, and lose patience with the rest now and then."""
        glass, values = glass_of(state), glass_values(book)
        advice = best_windows(glass.held[state.seat], glass.supply, glass.elsewhere(state.seat), values)
        options: list[tuple[float, Action]] = [(0.0, Skip())]
        for window in advice.assemblies[0].windows:
            options.append((3.0 if window in advice.count_now else 0.0, CountWindow(window)))
        return choose(options, rng)


def glass_due(state: State) -> int:
    """What the tile laid last brings: one for a cloister or cathedral tile drawn, one for each cloister and each
    cathedral's city that it finishes. Also in a state without glass."""
    board = state.board
    due = int(_brings_glass(board.laid[-1].turned.features))
    for root in board.touched():
        region = board.regions[root]
        if region.kind is FeatureKind.MONASTERY or any(board.feature_of(part).cathedral for part in region.parts):
            due += not region.open
    return due


def _brings_glass(features: Iterable[Feature]) -> bool:
    return any(feature.kind is FeatureKind.MONASTERY or feature.cathedral for feature in features)


def _go_on(state: State) -> Outcome:
    """Ask for the next glass tile; what is due is forgotten where the bag is empty."""
    glass = glass_of(state)
    if glass.due and glass.supply:
        return state, (), Flow.WAIT
    ignored = (Event(Phrase.of("carcassonne.no_glass_in_supply"), state.seat),) if glass.due else ()
    flow = Flow.AGAIN if glass.put_away else Flow.NEXT
    return with_glass(state, replace(glass, due=0, put_away=False)), ignored, flow


def _thieves(state: State) -> list[PlaceThief]:
    features = state.board.laid[-1].turned.features
    return [
        PlaceThief(kind, features[index].location)
        for kind, count in state.supply[state.seat].items()
        if count
        for index in thief_spots(state.board)
    ]


def _loot(book: Rulebook, state: State) -> Iterator[Steal]:
    glass = glass_of(state)
    allowed = str(book.options["glass-stealable"])
    for victim in range(len(state.setup.seats)):
        if victim != state.seat:
            yield from (Steal(tile, victim) for tile in sorted(glass.stealable(victim, allowed)))


def _place(seat: int, tile: str) -> str:
    return PlaceBefore(GLASS, seat, tile).notation


def _refused(action: Action, key: str, rule: str, **words: PhraseValue) -> Refusal:
    phrase = Phrase.of(f"carcassonne.{key}", **words)
    return Refusal(RefusalKind.ILLEGAL, phrase, value=action.notation, rule=rule)


EXTRA_STEPS: dict[StrEnum, tuple[Step, ...]] = {
    StepKey.LAY: (TakeGlassTiles(),),
    StepKey.FOLLOWER: (PlaceThieves(), StealGlass()),
    StepKey.SCORE: (CountWindows(),),
}  # after which step of the basic game they come
