"""What the screens see of a table session, and what they may ask of it. No kivy here, and no drawing there.

Everything in a :class:`TableView` is a value: the session makes a new one on every change and counts ``version`` up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.session.rewriting import HoleView, Preview
from companion.unsaved_game import NOT_SAVED
from devices.dice import ObservedRoll
from devices.events import DeviceEvent
from games.any_game import AnyAction, AnyRecord, AnyState
from games.game import Event, Phrase, ScoreLine, Seat
from games.record import Source
from vision.explanation import Discrepancy, TableRemark
from vision.eyes import Attention
from vision.frames import Picture
from vision.held_settings import SettingsState

if TYPE_CHECKING:
    from companion.session.hands.buttons import Hands

WHICH_ONE, NONE_OF_THESE = Phrase.of("table.which_one"), Phrase.of("app.none_of_these")

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


class ChipKind(StrEnum):
    """What a chip in the bar is about; only what is not well is shown."""

    CAMERA = "camera"
    BUTTONS = "buttons"
    DICE = "dice"
    LIGHT = "light"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Chip:
    """Something that is not well, with the sentence and remedy that docks when it is tapped."""

    kind: ChipKind
    lost: bool
    phrase: Phrase

    @property
    def unsaved(self) -> bool:
        """What happens at the table is not saved at present."""
        return self.kind is ChipKind.SAVE and (self.lost or self.phrase.key == NOT_SAVED)


@dataclass(frozen=True, slots=True)
class Proposal(Generic[ActionT]):
    """Actions that wait for a button or tap.

    Attributes:
        actions: what would be committed, in order.
        events: what they would bring about, with every score line.
        points: what each seat would gain, by seat index.
        places: where they show, in the game's notation.
        probability: how sure the eyes are; 1.0 where people staged it by touch.
        source: BUTTON where the eyes propose, TOUCH where people staged it.
        complete: True where the turn would be over after them, so that DONE may commit.
        doers: whose turn each action belongs to (seat index): more than one seat's where several turns were played.
        open_from: the number of the first action that a press would ask about; None where it takes them all.
    """

    actions: tuple[ActionT, ...]
    events: tuple[Event, ...]
    points: tuple[int, ...]
    places: tuple[str, ...]
    probability: float
    source: Source
    complete: bool
    doers: tuple[int | None, ...] = ()
    open_from: int | None = None

    @property
    def doubtful(self) -> bool:
        """True where a press would ask about some of it."""
        return self.open_from is not None

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The score lines among the events."""
        return tuple(event.line for event in self.events if event.line is not None)

    @property
    def unforetold(self) -> Proposal[ActionT]:
        """The same without its points, for a table that wants to see them only once they are made."""
        events = tuple(replace(event, line=None) for event in self.events)
        return replace(self, events=events, points=(0,) * len(self.points))

    def with_only(self, shown: Callable[[ActionT], bool]) -> Proposal[ActionT]:
        """The same with those of its actions that are ``shown``, whose they are and which a press would ask about."""
        kept = [number for number, action in enumerate(self.actions) if shown(action)]
        return replace(
            self,
            actions=tuple(self.actions[number] for number in kept),
            doers=tuple(self.doers[number] for number in kept) if self.doers else (),
            open_from=None if self.open_from is None else sum(number < self.open_from for number in kept),
        )


@dataclass(frozen=True, slots=True)
class CloseRace(Generic[ActionT]):
    """A close race: pictures to choose from, likeliest first; "none of these" is always offered.

    Attributes:
        options: what may have been done.
        picture: what the camera saw there, BGR.
        asks, none: the question, and what stands for no answer.
        about: the place of the line that is asked about, where that is not what comes next: a press does not wait.
        then: the state before it.
    """

    options: tuple[Proposal[ActionT], ...]
    picture: Picture | None
    asks: Phrase = WHICH_ONE
    none: Phrase = NONE_OF_THESE
    about: int | None = None
    then: AnyState | None = None


class NewsKind(StrEnum):
    """Why something is told: decides whether it is spoken, which sound it makes and how it is drawn."""

    COMMITTED = "committed"
    UNDONE = "undone"
    CORRECTED = "corrected"
    QUESTION = "question"
    OUT_OF_STEP = "out_of_step"
    BACK_IN_STEP = "back_in_step"
    DEVICE = "device"
    NOTICE = "notice"  # a press out of turn, an illegal try: one sentence with the remedy
    OVER = "over"


@dataclass(frozen=True, slots=True)
class News:
    """Something that just happened, told once: drained with :meth:`TableSessionLike.take_news`."""

    kind: NewsKind
    phrase: Phrase
    events: tuple[Event, ...] = ()
    player: int | None = None
    time_ms: int = 0


@dataclass(frozen=True, slots=True)
class TableView(Generic[StateT, ActionT]):
    """What the table screen draws.

    Attributes:
        game_key: which game.
        seats: everybody in playing order.
        active: seat index of whose turn it is, None when the game is over.
        scores: by seat index.
        state: the engine's state now.
        proposal: the ghost, or None.
        choice: the docked question, or None.
        discrepancies: where table and record differ; commits wait while there are any.
        go_home: places of followers (pieces) that scored and still stand on the table.
        left_open: places of pieces of which it is open which of their twins they are (``games.game.HasTwins``).
        remarks: what lies on the table against the rules and nobody has read yet; play goes on.
        ribbon: the last thing worth reading, such as the reason of the last score.
        last_lines: the score lines of the last committed turn.
        holes: turns of which something no longer counts after a correction, the earliest first.
        filling: the hole that people are telling again: the state is the one of that turn, and so are the scores.
        chips: what is not well.
        attention: what the eyes do; None without a camera.
        hand: True while a hand is in view.
        still_reading: the eyes have been at what lies there for a while, and have told nothing yet.
        over: the game has ended, and nothing of it waits to be told again.
        roll: dice that lie on show, or None.
        dice_asked: how many dice the game waits for.
        can_undo, can_redo: whether the buttons do anything.
        paused_since_ms: since when nobody's clock runs, ms since the epoch; None where the game goes on.
    """

    game_key: str
    seats: tuple[Seat, ...]
    active: int | None
    scores: tuple[int, ...]
    state: StateT
    proposal: Proposal[ActionT] | None = None
    choice: CloseRace[ActionT] | None = None
    discrepancies: tuple[Discrepancy, ...] = ()
    go_home: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()
    remarks: tuple[TableRemark, ...] = ()
    ribbon: Phrase | None = None
    last_lines: tuple[ScoreLine, ...] = ()
    holes: tuple[HoleView, ...] = ()
    filling: HoleView | None = None
    chips: tuple[Chip, ...] = ()
    attention: Attention | None = None
    hand: bool = False
    still_reading: bool = False
    over: bool = False
    roll: ObservedRoll | None = None
    dice_asked: int = 0
    can_undo: bool = False
    can_redo: bool = False
    paused_since_ms: int | None = None

    @property
    def open_question(self) -> CloseRace[ActionT] | None:
        """The question that play waits for; what may be answered at any time is none."""
        return self.choice if self.choice is not None and self.choice.about is None else None


@dataclass(frozen=True)
class LiveView:
    """The camera's picture as people watch it, BGR; outlines are polylines (n, 2) as shares of it: of what is tracked,
    of what differs from the record, and of what a proposal is about."""

    picture: Picture
    tracked: tuple[NDArray[np.float32], ...] = ()
    differing: tuple[NDArray[np.float32], ...] = ()
    circled: tuple[NDArray[np.float32], ...] = ()


class TableSessionLike(Protocol[StateT, ActionT]):
    """What the screens may ask. All calls come from one thread; none blocks."""

    version: int

    @property
    def view(self) -> TableView[StateT, ActionT]:
        """The table as it stands; equal ``version`` means the same view."""

    @property
    def record(self) -> AnyRecord:
        """The record so far."""

    @property
    def path(self) -> Path | None:
        """Where the game is kept, or is to be; None where it is in memory only."""

    @property
    def asked(self) -> int | None:
        """The seat that the open question is for; None where nothing is asked, or anybody may answer."""

    @property
    def expected_to_tell(self) -> frozenset[int]:
        """Seats of which a word is waited for: who is asked, and whose last action is open until they go on."""

    @property
    def hands(self) -> Hands | None:
        """The buttons, if there are any."""

    @property
    def watching(self) -> bool:
        """True where a camera looks at the table, or is being opened to."""

    @property
    def keeps_taps(self) -> bool:
        """True while what is tapped was done after a press that waits for a clear view."""

    @property
    def camera_settings(self) -> SettingsState | None:
        """What is held of the camera's own settings; None where that is not known, or another machine's."""

    @property
    def times_used(self) -> tuple[int, ...]:
        """How long each seat took until now, ms by seat."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in playing order."""

    @property
    def active(self) -> int | None:
        """Whose turn it is; None where the game is over."""

    def expects(self, seat: int) -> bool:
        """Whether a press of this seat would count."""

    def disagree(self) -> None:
        """That is not what happened: the open question is dropped, or the last commit taken back."""

    def hear_dice(self, event: DeviceEvent) -> None:
        """Take in what a dice tray tells."""

    def set_chip(self, chip: Chip | None, kind: ChipKind | None = None) -> None:
        """Show that something is not well, or (None) that the thing of that kind is well again."""

    def pause(self) -> None:
        """Stop everybody's clock, and what the eyes propose, until somebody goes on."""

    def go_on(self) -> None:
        """The pause is over."""

    def tick(self, now_ms: float) -> None:
        """Take in what camera and devices have said since. Called from the screen's clock."""

    def stage(self, actions: tuple[ActionT, ...]) -> None:
        """Propose actions by touch (they become the ghost). Raises ``games.game.Refusal``; an empty tuple clears."""

    def commit(self, seat: int | None = None) -> None:
        """DONE, or the button of ``seat``: commit the proposal, or ask first where the race is close."""

    def play(self, action: ActionT) -> None:
        """Commit one action at once, by touch. Raises ``games.game.Refusal``."""

    def tell(self, action: ActionT) -> None:
        """This was done just now, after all that lies there and where nobody sees it. Raises ``games.game.Refusal``."""

    def choose(self, option: int | None) -> None:
        """Answer the docked question: an index of its options, or None for "none of these"."""

    def doubt(self) -> None:
        """What is proposed is not what happened, say people: ask what it was."""

    def throw_dice(self, dice: int = 2) -> None:
        """Throw dice on the tablet."""

    def accept_roll(self, values: tuple[int, ...] | None = None) -> None:
        """The roll on show counts after all, as it lies or as people say. Raises ``games.game.Refusal``."""

    def dismiss_roll(self) -> None:
        """Put the roll on show away."""

    def undo(self) -> None:
        """Take the last commit back, whatever it was; or leave the hole that is being filled as it is."""

    def redo(self) -> None:
        """Bring the last undone commit back."""

    def correct(self, index: int, action: ActionT, *then: ActionT) -> None:
        """Replace an earlier action; later ones replay. Raises ``games.game.Refusal``."""

    def remove(self, index: int) -> None:
        """Take an earlier action out; later ones replay. Raises ``games.game.Refusal``."""

    def preview(self, index: int, action: ActionT | None) -> Preview:
        """What correcting (None: taking out) would change. Raises ``games.game.Refusal``."""

    def back_to(self, length: int) -> None:
        """Play on from an earlier moment: the line keeps so many places."""

    def fill(self, index: int | None) -> None:
        """Tell the hole at this place again: what is played now goes there. None leaves it. Raises
        ``games.game.Refusal`` where an earlier one comes first."""

    def resolve(self, table_is_right: bool) -> None:
        """Answer "table and record differ": True reads the table into the record, False waits for people to mend it."""

    def look_anew(self) -> None:
        """Read the whole table anew against the record; what is told then is proposed as ever."""

    def notice(self, phrase: Phrase) -> None:
        """Say one sentence in the ribbon."""

    def dismiss_remarks(self) -> None:
        """People have read what lies against the rules."""

    def take_news(self) -> tuple[News, ...]:
        """What happened since the last call, oldest first."""

    def camera_picture(self) -> Picture | None:
        """The last frame at inset size, BGR (270, 480, 3), or None without a camera."""

    def camera_overlay(self) -> tuple[NDArray[np.float32], ...]:
        """Outlines of what is tracked in the last frame: polylines (n, 2) as shares of its width and height."""

    def live_view(self) -> LiveView | None:
        """The last frame as people watch it, near where the game lies; None without a camera."""

    def camera_turns(self, shown: int) -> int:
        """How the map lies in the camera's picture, in quarter turns clockwise; ``shown``, as it is shown now, as long
        as that is not clearly wrong or nothing is known of it."""

    def photo_of(self, index: int) -> Picture | None:
        """The table as it looked when the action at ``index`` was committed, BGR, or None."""

    def close(self) -> None:
        """Let go of camera, devices and store; joins their threads."""


AnyProposal: TypeAlias = Proposal[AnyAction]  # of whichever game is on the table
AnyChoice: TypeAlias = CloseRace[AnyAction]
AnyView: TypeAlias = TableView[AnyState, AnyAction]
AnySession: TypeAlias = TableSessionLike[AnyState, AnyAction]
