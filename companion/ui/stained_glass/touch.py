"""Playing Stained Glass by touch: tile and follower as on any map, then glass, thieves, thefts and windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from companion.ui.carcassonne.at_table import CarcassonneSession, CarcassonneView
from companion.ui.carcassonne.sides import as_shown
from companion.ui.carcassonne.touch import CarcassonneTouch
from companion.ui.kit.base import board_turns, look
from companion.ui.kit.dock import Dock
from companion.ui.kit.face import Attempt
from companion.ui.kit.offered_touch import Offer, OfferedTouch
from companion.ui.stained_glass.board import StainedGlassBoard, TappedGlass
from companion.ui.stained_glass.glass_art import WindowPicture
from companion.ui.stained_glass.workbench import WorkbenchDock
from games.carcassonne.actions import Action, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.game import has_house_rule, values_of
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.windows import best_windows, tiles_of, window_name, worth_at_end
from games.carcassonne.state import State
from games.game import Phrase

GLASS_STEPS = tuple(GlassStepKey)


class StainedGlassTouch:
    """See :class:`companion.ui.kit.face.TouchPlay`. The map's own touch in its steps, offers in those with glass."""

    def __init__(
        self,
        board: StainedGlassBoard,
        session: CarcassonneSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> None:
        self._board, self._session, self._changed = board, session, changed
        self._map = CarcassonneTouch(board, session, attempt, changed)
        self._offered = OfferedTouch(board, session, attempt, changed, _offers_here, glass_question)
        self._bench: int | None = None  # whose window is on the workbench

    @property
    def resting(self) -> bool:
        """True while something else is docked."""
        return self._map.resting

    @resting.setter
    def resting(self, value: bool) -> None:
        self._map.resting = self._offered.resting = value

    @property
    def _now(self) -> CarcassonneTouch | OfferedTouch[State, Action]:
        return self._offered if self._session.view.state.step in GLASS_STEPS else self._map

    @property
    def busy(self) -> bool:
        """True while a move is half made, or a workbench is open."""
        return self._bench is not None or self._now.busy

    def follow(self, view: CarcassonneView) -> None:
        """Take in a new view."""
        self._map.follow(view)
        self._offered.follow(view)
        if view.state.step in GLASS_STEPS:
            self._board.places = []  # no tile is laid now

    def open(self) -> None:
        """Begin a move without tapping a place first."""
        self._bench = None
        self._now.open()

    def tapped(self, thing: object) -> bool:
        """Somebody's glass opens the workbench; anything else belongs to the map."""
        if isinstance(thing, TappedGlass):
            self._bench = None if thing.seat == self._bench else thing.seat
            self._changed()
            return True
        return self._now is self._map and self._map.tapped(thing)

    def clear(self) -> None:
        """Put the workbench away, or forget the half-made move."""
        if self._bench is not None:
            self._bench = None
            self._changed()
        else:
            self._now.clear()

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""
        view = self._session.view
        return (self._bench, id(view.state) if self._bench is not None else 0, *self._now.dock_key())

    def dock(self) -> Dock | None:
        """The workbench, or what the step asks for."""
        if self._bench is not None:
            return WorkbenchDock(self._session.view, self._bench, self.clear)
        dock: Dock | None = self._now.dock()
        return dock


def glass_question(view: CarcassonneView) -> Phrase:
    """What the dock asks in this step."""
    thieves = glass_of(view.state).thieves
    match view.state.step:
        case GlassStepKey.STEAL if thieves > 1:
            return Phrase.of("app.glass_asks_steal_more", thieves=thieves, mark=mark_of(view.state))
        case GlassStepKey.GLASS | GlassStepKey.STEAL:
            return Phrase.of(f"app.glass_asks_{view.state.step}", mark=mark_of(view.state))
    return Phrase.of(f"app.glass_asks_{view.state.step}")


def mark_of(state: State) -> Phrase:
    """Whether points of glass are a house rule or stand in the owner's rulebook, in a word or two."""
    return Phrase.of("app.mark_house_rule" if has_house_rule(state) else "app.mark_printed")


def _offers_here(view: CarcassonneView) -> tuple[Offer[Action], ...]:
    return glass_offers(view, aids=look().aids)


def glass_offers(view: CarcassonneView, *, aids: bool = True) -> tuple[Offer[Action], ...]:
    """Everything that can be done with glass now; nothing in the steps of the map. With ``aids`` what is worth most
    comes first, and what it brings is told."""
    state: State = view.state
    if state.step not in GLASS_STEPS:
        return ()
    if state.step is GlassStepKey.THIEVES:
        return tuple(_thieves(state))
    return tuple(_OFFERS[GlassStepKey(state.step)](state, aids=aids))


def _bag(state: State, *, aids: bool) -> Iterator[Offer[Action]]:
    glass, values = glass_of(state), values_of(state)
    before = worth_at_end(glass.held[state.seat], values)
    for kind, left in sorted(glass.supply.items()):
        gain = worth_at_end(Counter(glass.held[state.seat]) + Counter([kind]), values) - before
        phrase = Phrase.of("app.glass_left", left=left)
        if aids:
            phrase = Phrase.of("app.glass_left_gain", gain=_signed(gain), left=left)
        yield Offer(
            Phrase.of("app.glass_tile", glass=kind), TakeGlass(kind), brings=phrase, hidden=True, picture=_one(kind)
        )


def _thieves(state: State) -> Iterator[Offer[Action]]:
    for action in CARCASSONNE.legal(state):
        if isinstance(action, PlaceThief):
            key = "app.thief_on_road" if action.kind == "small" else "app.big_thief_on_road"
            yield Offer(Phrase.of(key, side=_sides(action.location)), action, hidden=True)
    yield Offer(Phrase.of("app.no_thief"), Skip(), hidden=True)


def _loot(state: State, *, aids: bool) -> Iterator[Offer[Action]]:
    glass, values = glass_of(state), values_of(state)
    mine = worth_at_end(glass.held[state.seat], values)
    found = []
    for action in CARCASSONNE.legal(state):
        if isinstance(action, Steal):
            after = glass.stolen(state.seat, action.victim, action.tile)
            gain = worth_at_end(after.held[state.seat], values) - mine
            loss = worth_at_end(glass.held[action.victim], values) - worth_at_end(after.held[action.victim], values)
            found.append((gain, loss, action))
    if not aids:
        found = [(0, 0, action) for _, _, action in found]
    for gain, loss, action in sorted(found, key=lambda one: (-one[0], -one[1], one[2].notation)):
        name = state.setup.seats[action.victim].name
        phrase = Phrase.of("app.gain_and_loss", gain=_signed(gain), loss=_signed(-loss), name=name)
        yield Offer(
            Phrase.of("app.steal_from", glass=action.tile, name=name),
            action,
            brings=phrase if aids else None,
            hidden=True,
            picture=_one(action.tile),
        )
    yield Offer(Phrase.of("app.steal_nothing"), Skip(), hidden=True)


def _windows(state: State, *, aids: bool) -> Iterator[Offer[Action]]:
    glass, values = glass_of(state), values_of(state)
    held = glass.held[state.seat]
    advice = best_windows(held, glass.supply, glass.elsewhere(state.seat), values)
    best = set(advice.assemblies[0].windows)
    counts = [action for action in CARCASSONNE.legal(state) if isinstance(action, CountWindow)]
    for action in sorted(counts, key=lambda one: (aids and one.window not in best, -values.of(one.window))):
        brings = "app.window_brings_best" if aids and action.window in advice.count_now else "app.window_brings"
        yield Offer(
            Phrase.of("app.count_window", window=window_name(action.window)),
            action,
            brings=Phrase.of(brings, points=values.of(action.window), mark=mark_of(state)),
            staged=True,
            hidden=True,
            picture=partial(WindowPicture, dict.fromkeys(tiles_of(action.window), 1)),
        )
    yield Offer(Phrase.of("app.keep_windows"), Skip(), brings=Phrase.of("app.keep_detail"), hidden=True)


def _one(kind: str) -> Callable[[], WindowPicture]:
    return lambda: WindowPicture({kind: 1})


def _sides(location: str) -> Phrase:
    """Where a road leaves the tile, in words: its first side names it."""
    return as_shown(Phrase.of(f"carcassonne.side_{location[0]}"), board_turns())


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


class _Make(Protocol):
    """Makes the offers of a step; with ``aids`` what glass would bring is told."""

    def __call__(self, state: State, *, aids: bool) -> Iterator[Offer[Action]]: ...


_OFFERS: dict[GlassStepKey, _Make] = {
    GlassStepKey.GLASS: _bag,
    GlassStepKey.STEAL: _loot,
    GlassStepKey.WINDOWS: _windows,
}
