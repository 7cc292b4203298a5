"""What is seen of a table session from outside: its record, its view, and what its eyes show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.session.answering import PressContext
from companion.session.hands.buttons import Hands
from companion.session.hands.dice_corner import DiceCorner
from companion.session.hands.early_taps import EarlyTaps
from companion.session.looking.last_look import LastLook, Outlines
from companion.session.looking.lateness import Lateness
from companion.session.looking.seen_turned import quarter_turns
from companion.session.looking.sighting import Watcher
from companion.session.noticeboard import Noticeboard
from companion.session.open_press import OpenPress
from companion.session.open_twins import TwinQuestions, open_twins, places_left_open
from companion.session.pausing import Pausing
from companion.session.proposing import shown_proposal, view_of
from companion.session.remarks import Remarks
from companion.session.rewriting import Filling, hole_views
from companion.session.safekeeping import Safekeeping
from companion.session.summing_up import times_used
from companion.session.views import AnyView, ChipKind, LiveView, News
from games.any_game import AnyAction, AnyRecord
from games.game import ScoreLine, SettledByNext
from vision.eyes import Attention
from vision.frames import Picture
from vision.held_settings import HoldsSettings, SettingsState


class SeenTable:
    """The side of a table that screens, voices and onlookers read. :class:`companion.session.table.TableSession` is the
    one on which something is done, and sets all of this."""

    version: int
    _record: AnyRecord
    _now_ms: Callable[[], int]
    _kept: Safekeeping
    _watcher: Watcher | None
    _hands: Hands | None
    _dice: DiceCorner
    _board: Noticeboard
    _staged: tuple[AnyAction, ...]
    _filling: Filling | None
    _look: LastLook
    _lateness: Lateness
    _press: OpenPress
    _early: EarlyTaps
    _twins: TwinQuestions
    _go_home: tuple[str, ...]
    _remarks: Remarks
    _pausing: Pausing
    _last_lines: tuple[ScoreLine, ...]
    _view: AnyView | None

    @property
    def record(self) -> AnyRecord:
        """The record so far; while a hole is being filled, as far as that turn."""
        return self._record if self._filling is None else self._filling.record

    @property
    def view(self) -> AnyView:
        """The table as it stands, as a value."""
        if self._view is None:
            self._view = self._build_view()
        return self._view

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in playing order."""
        return tuple(seat.name for seat in self._record.setup.seats)

    @property
    def active(self) -> int | None:
        """Seat index of whose turn it is, or None when the game is over."""
        return self.record.game.player_to_move(self.record.state)

    @property
    def path(self) -> Path | None:
        """Where the game is kept, or is to be; None where it is in memory only."""
        return self._kept.path

    @property
    def asked(self) -> int | None:
        """The seat that the open question is for; None where nothing is asked, or anybody may answer."""
        return self._press.asked(self.active)

    @property
    def expected_to_tell(self) -> frozenset[int]:
        """Seats of which a word is waited for: who is asked, and whose last action is open until they go on."""
        asked, active = self.asked, self.active
        goes_on = isinstance(self.record.game, SettledByNext) and bool(open_twins(self.record))
        return frozenset(seat for seat in (asked, active if goes_on else None) if seat is not None)

    @property
    def hands(self) -> Hands | None:
        """The buttons, if there are any."""
        return self._hands

    @property
    def watching(self) -> bool:
        """True where a camera looks at the table, or is being opened to."""
        return self._watcher is not None

    @property
    def camera_settings(self) -> SettingsState | None:
        """What is held of the camera's own settings; None where that is not known, or another machine's."""
        return self._watcher.settings if isinstance(self._watcher, HoldsSettings) else None

    @property
    def settled(self) -> bool:
        """True where everything the eyes last saw has been read: a press now answers at once."""
        return self._watcher is None or self._look.settled

    @property
    def waits(self) -> bool:
        """True while a press waits for a clear view."""
        return self._press.waiting is not None

    @property
    def keeps_taps(self) -> bool:
        """True while a press waits that the next clear view answers: what is tapped now was done after it. Where people
        have to put something right first, what they tap may be just that."""
        look = self._look
        held_up = look.discrepancies or look.hides_in_the_dark or self._board.shows(ChipKind.CAMERA)
        return self.waits and self._filling is None and not held_up

    def take_news(self) -> tuple[News, ...]:
        """What happened since the last call, oldest first."""
        return self._board.take_news()

    def camera_picture(self) -> Picture | None:
        """The last frame at inset size, BGR (270, 480, 3), or None."""
        return self._look.picture

    def camera_overlay(self) -> Outlines:
        """Outlines of what is tracked in the last frame: polylines (n, 2) as shares of its width and height."""
        return self._look.overlay

    def live_view(self) -> LiveView | None:
        """The last frame as people watch it: near where the game lies, what is proposed circled; None without any."""
        return self._look.live(circles=self.view.proposal is not None and not self._staged)

    def camera_turns(self, shown: int) -> int:
        """How the map lies in the camera's picture, in quarter turns clockwise; ``shown`` where that is not known."""
        found = self._look.attention not in (None, Attention.LOST, Attention.BUMPED)
        return quarter_turns(self._look.overlay, self._look.frame, shown) if found else shown

    def photo_of(self, index: int) -> Picture | None:
        """The table as it looked when the action at ``index`` was committed, BGR; None where none is whole."""
        return self._kept.photo_of(self._record, index)

    @property
    def times_used(self) -> tuple[int, ...]:
        """How long each seat took until now, ms by seat; nobody's clock runs while the game is paused."""
        return times_used(self._record, self._pausing.made, now_ms=self._now_ms())

    @property
    def _standing(self) -> PressContext:
        """What a press meets now."""
        filling = self._filling.record if self._filling is not None else None
        asked, lost = self._press.choice is not None, self._board.shows(ChipKind.CAMERA)
        return PressContext(self._record, filling, self._staged, self._look, asked, self.watching, lost, self._early)

    def _build_view(self) -> AnyView:
        # A ghost is what two still pictures showed: one alone may have been taken between two movements of a hand.
        follows = self._filling is None and self._pausing.since_ms is None
        seen = self._look.explanation if follows and self._look.borne_out else None
        return replace(
            view_of(self.record),
            proposal=shown_proposal(self.record, self._staged, seen),
            choice=self._press.choice or self._twins.choice,
            discrepancies=self._look.discrepancies,
            go_home=self._go_home,
            left_open=places_left_open(self.record),
            remarks=self._remarks.shown,
            ribbon=self._board.ribbon,
            last_lines=self._last_lines,
            holes=hole_views(self._record),
            filling=self._filling.hole if self._filling is not None else None,
            chips=self._board.chips,
            attention=self._look.attention,
            hand=self._look.hand,
            still_reading=self._lateness.late and follows and not self._board.shows(ChipKind.CAMERA),
            roll=self._dice.shown,
            dice_asked=self._dice.asked,
            can_undo=bool(self._record.commits) or self._filling is not None or self._early.first is not None,
            can_redo=bool(self._record.undone) and self._filling is None,
            paused_since_ms=self._pausing.since_ms,
        )
