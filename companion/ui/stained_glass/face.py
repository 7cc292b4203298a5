"""The face of Carcassonne with Stained Glass: the map's own, with the glass above it and the steps that it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import ClassVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.editions.box_values import own_values
from companion.editions.glass_sets import glass_sets
from companion.ui.carcassonne.at_table import CarcassonneProposal, CarcassonneSession, CarcassonneView
from companion.ui.carcassonne.face import CarcassonneFace, TilePicture
from companion.ui.kit.box_workshop import box_workshop
from companion.ui.kit.face import NOTHING_SETTLED, Attempt, Setting, Workshop
from companion.ui.stained_glass.board import StainedGlassBoard
from companion.ui.stained_glass.glass_art import WindowPicture
from companion.ui.stained_glass.touch import GLASS_STEPS, StainedGlassTouch, glass_question
from games.any_game import AnyRecord, known_record
from games.carcassonne.actions import Action, Deploy, Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.windows import tiles_of
from games.carcassonne.state import State
from games.game import JsonValue, Phrase, Seat
from games.record import LineStep

_PASSED: Mapping[StrEnum, str] = {
    GlassStepKey.THIEVES: "app.deed_no_thief",
    GlassStepKey.STEAL: "app.deed_steal_nothing",
    GlassStepKey.WINDOWS: "app.deed_keep_windows",
}
STEPS = (  # of the rulebook's summary of a turn
    StepKey.LAY,
    GlassStepKey.GLASS,
    StepKey.FOLLOWER,
    GlassStepKey.THIEVES,
    GlassStepKey.STEAL,
    StepKey.SCORE,
    GlassStepKey.WINDOWS,
)


class StainedGlassFace(CarcassonneFace):
    """See :class:`companion.ui.kit.face.Face`."""

    kinds: ClassVar[Mapping[str, str]] = dict(CarcassonneFace.kinds) | {
        "carcassonne.window_counted": "carcassonne.points_glass",
        "carcassonne.glass_unfinished": "carcassonne.points_glass",
    }

    def board(self) -> StainedGlassBoard:
        """A fresh map with the glass above it."""
        return StainedGlassBoard()

    def touch(
        self,
        board: StainedGlassBoard,
        session: CarcassonneSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> StainedGlassTouch:
        """Tiles, followers and glass by touch."""
        return StainedGlassTouch(board, session, attempt, changed)

    def turn(self, view: CarcassonneView) -> int:
        """Which turn this is, from 1."""
        return int(view.state.turn)

    def steps(self, view: CarcassonneView) -> tuple[tuple[Phrase, ...], int]:
        """The rulebook's steps, and which one waits."""
        step = view.state.step
        staged = view.proposal.actions if view.proposal is not None else ()
        if step is StepKey.LAY and any(isinstance(one, Lay) for one in staged):
            step = StepKey.FOLLOWER
        due = STEPS.index(step) if step in STEPS else len(STEPS) - 1
        return tuple(Phrase.of(f"app.step_{name}") for name in STEPS), due

    def hint(self, view: CarcassonneView) -> Phrase:
        """In a step with glass what it asks, else as on any map."""
        if view.state.step in GLASS_STEPS:
            return glass_question(view)
        return super().hint(view)

    def deed(self, view: CarcassonneView, state: State, action: Action) -> Phrase | None:
        """Passing means something else in each step."""
        if isinstance(action, Skip) and state.step in _PASSED:
            return Phrase.of(_PASSED[state.step])
        return super().deed(view, state, action)

    def gives_away(self, view: CarcassonneView) -> bool:
        """A thief, somebody's glass, a whole window: these steps come only where there is something to be had."""
        return view.state.step in _PASSED

    def is_moment(self, step: LineStep[State, Action]) -> bool:
        """Each tile, theft and counted window is a moment."""
        return isinstance(step.action, Steal | CountWindow) or super().is_moment(step)

    def belongs_to_turn(self, action: Action) -> bool:
        """The thief, too; glass is taken in nearly every turn."""
        return isinstance(action, PlaceThief) or super().belongs_to_turn(action)

    def moment(self, record: AnyRecord, index: int) -> Widget:
        """The tile with its follower, the stolen tile, or the window that was counted."""
        known = known_record(record, CARCASSONNE_STAINED_GLASS)
        action = known.line[index].action
        if isinstance(action, Steal):
            return WindowPicture({action.tile: 1})
        if isinstance(action, CountWindow):
            return WindowPicture(dict.fromkeys(tiles_of(action.window), 1))
        if not isinstance(action, Lay):
            return super().moment(record, index)
        before = known.state_before(index)
        of_the_turn = (
            known.line[number].action
            for number in range(index, len(known.line))
            if known.state_before(number).turn == before.turn
        )
        deploy = next((one for one in of_the_turn if isinstance(one, Deploy)), None)
        colour = record.setup.seats[before.seat].colour
        return TilePicture(action.tile, action.turns, deploy, colour, on_map=True)

    def option_picture(
        self, view: CarcassonneView, proposal: CarcassonneProposal, options: tuple[CarcassonneProposal, ...]
    ) -> Widget:
        """The map around the proposal where the map differs, else the glass that it moves."""
        if len({_on_map(one.actions) for one in options}) > 1:
            return super().option_picture(view, proposal.with_only(_is_on_map), options)
        row = BoxLayout(spacing=8)
        for action in proposal.actions:
            if isinstance(action, TakeGlass | Steal):
                row.add_widget(WindowPicture({action.tile: 1}))
            elif isinstance(action, CountWindow):
                row.add_widget(WindowPicture(dict.fromkeys(tiles_of(action.window), 1)))
        return row

    def still_ours(self, view: CarcassonneView) -> int:
        """What the lost part of the rulebook said, as far as nobody has entered it."""
        entered = view.state.setup.printed
        values = own_values(CARCASSONNE_STAINED_GLASS.key).values
        return sum(value.is_open and value.key not in entered for value in values)

    # Starting

    def settings(self) -> tuple[Setting, ...]:
        """What windows bring, what is worth something at the end, what may be stolen."""
        box = own_values(CARCASSONNE_STAINED_GLASS.key)
        glass = (
            Setting(one.key, one.title, box.of(one.key), one.allowed, one.key in box.entered_values)
            for one in box.values
        )
        return (*super().settings(), *glass)

    def reading(self) -> tuple[Workshop, ...]:
        """Where what the owner's rulebook says is entered for good."""
        return (box_workshop(CARCASSONNE_STAINED_GLASS.key), *super().reading())

    def workshop(self) -> Workshop:
        """Where people choose the glass that they play with, or enrol their own."""
        name = glass_sets().chosen() or Phrase.of("glass.enrol.ours")
        detail = Phrase.of("glass.enrol.open_detail", name=name)
        return Workshop(Phrase.of("glass.enrol.open"), detail, "glass_sets", {})

    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up as plain data; only what differs from what ships is kept as an option, and what of it the owner's
        rulebook prints."""
        box = own_values(CARCASSONNE_STAINED_GLASS.key)
        shipped = {one.key: one.default for one in super().settings()}
        shipped.update({one.key: one.shipped for one in box.values})
        played = {**box.entered_values, **settled}
        options = tuple(sorted((key, value) for key, value in played.items() if shipped.get(key) != value))
        game = CARCASSONNE_STAINED_GLASS
        printed = tuple(sorted(key for key, value in box.entered_values.items() if played[key] == value))
        return game.setup_to_json(game.setup(seats, expansions=expansions, options=options, printed=printed))


def _on_map(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple(action for action in actions if _is_on_map(action))


def _is_on_map(action: Action) -> bool:
    return isinstance(action, Lay | Deploy | PlaceThief)
