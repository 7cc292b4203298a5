"""Which dock lies beside the board or under it: questions first, then the half-made move, then what people opened. None
covers the scores or the ribbon, and none has to be closed before play goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.session.proposing import view_of
from companion.session.rewriting import HoleView, Preview
from companion.session.summing_up import points_by_kind
from companion.session.views import AnyView, Chip
from companion.ui.docks.choose import ChooseDock
from companion.ui.docks.correct import CorrectDock, PreviewDock
from companion.ui.docks.dice import DiceDock
from companion.ui.docks.differ import DifferDock
from companion.ui.docks.history import HistoryDock
from companion.ui.docks.holes import HolesDock
from companion.ui.docks.notes import MenuDock, RemedyDock, RuleDock
from companion.ui.docks.remarks import RemarksDock
from companion.ui.docks.standing import StandingDock
from companion.ui.docks.why import Reason, ScoreSummary, WhyDock, reasons
from companion.ui.kit.base import look
from companion.ui.kit.dock import Dock
from companion.ui.kit.face import Amends
from companion.ui.table.room import GAP_DP, LEAST_BOARD_DP, MOST_FOOT
from games.any_game import AnyAction, AnyRecord

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

Key = tuple[object, ...]
LAID_AFTER = 3  # frames: rows are laid out in the first, measured in the second, the dock is as high in the third
_WITH_ART = ("choice", "touch", "amends")  # docks that show pieces and are made anew when their pictures got better


class TableDocks:
    """Keeps the dock of a table screen."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self.offers_touch = True  # what may be done by touch is docked; not where people only watch
        self._key: Key = ()
        self._dock: Dock | None = None
        self._made_at, self._stays = 0, 0.0  # the frame in which it was made, and the least height that it keeps, px
        self._opened: tuple[Key, Callable[[], Dock]] | None = None  # what people opened
        self._holes_seen: tuple[HoleView, ...] = ()
        self._wished: tuple[int, AnyAction | None] = (-1, None)
        # What a correction would change, and the record it is of.
        self._preview: tuple[Preview, AnyRecord] | None = None

    @property
    def dock(self) -> Dock | None:
        """The dock that is shown, if any."""
        return self._dock

    @property
    def in_history(self) -> bool:
        """True while the board shows a past moment."""
        return isinstance(self._dock, HistoryDock)

    def says(self, sentence: str) -> bool:
        """True while the dock that is shown says just this."""
        return self._dock is not None and any(getattr(one, "text", "") == sentence for one in self._dock.walk())

    @property
    def people_correct(self) -> bool:
        """True while a piece is corrected, or a past moment is looked at."""
        return self.in_history or isinstance(self._dock, CorrectDock | PreviewDock)

    # Opening and closing

    def open(self, key: Key, make: Callable[[], Dock]) -> None:
        """Open a dock; the same key again closes it."""
        self._opened = None if self._opened is not None and self._opened[0] == key else (key, make)
        self.follow(self._screen.session.view)

    def close(self) -> None:
        """Close what people opened."""
        self._opened = None
        self.follow(self._screen.session.view)

    def renew(self) -> None:
        """Another table is played at now: what was docked belongs to the one before."""
        self._opened, self._preview, self._key = None, None, ("another table",)
        self.follow(self._screen.session.view)

    def follow(self, view: AnyView) -> None:
        """Show the dock that this view asks for."""
        if self._preview is not None and self._preview[1] is not self._screen.session.record:
            self._preview = None  # the game went on meanwhile
        wanted, make = self._wanted(view)
        key = (*wanted, self._screen.face.art_version()) if wanted and wanted[0] in _WITH_ART else wanted
        if key == self._key:
            return
        better = bool(wanted) and wanted == self._key[:-1]  # only its pictures got better
        if better and (EventLoop.touches or Clock.frames - self._made_at < LAID_AFTER):
            return  # what a finger taps stays where it is, and a dock that is not laid out yet becomes so first
        left_history = self.in_history
        slides = self._dock is None
        # What only has better pictures is as high at once as it was: a finger that came down before it is measured
        # would find itself on another row.
        self._stays, self._made_at = self._dock.height if self._dock is not None and better else 0.0, Clock.frames
        if self._dock is not None:
            self._screen.dock_place.remove_widget(self._dock)
        self._key, self._dock = key, make() if make is not None else None
        self._screen.touch.resting = key != () and key[0] != "touch"
        self._screen.touch.follow(view)
        if not isinstance(self._dock, WhyDock | StandingDock):
            self._screen.board.lit = []
        if self._dock is not None:
            self._screen.dock_place.add_widget(self._dock)
            self._dock.fbind("needed_height", lambda *_: self.arrange())
        self.arrange()
        if self._dock is not None and slides:
            self._dock.slide_in()
        if left_history != self.in_history:
            self._screen.history_changed()

    def _wanted(self, view: AnyView) -> tuple[Key, Callable[[], Dock | None] | None]:
        screen = self._screen
        if view.choice is not None:
            choice = view.choice
            return ("choice", id(choice)), lambda: ChooseDock(choice, view, screen.face, screen.choose)
        if view.discrepancies:
            return ("differ", view.discrepancies), lambda: DifferDock(view, screen.session.live_view(), screen.resolve)
        if self._opened is not None and self._opened[0][0] == "remedy" and self._opened[0][1] not in view.chips:
            self._opened = None  # it is well again
        if view.roll is not None or (self._opened is not None and self._opened[0] == ("dice",)):
            return ("dice", view.roll, view.dice_asked), lambda: DiceDock(
                view.roll, view.dice_asked, screen.session.throw_dice, self._use_roll, self._dice_away
            )
        if self._preview is not None:
            preview = self._preview[0]
            return ("preview", id(preview)), lambda: PreviewDock(
                preview, screen.face, screen.letters, keep=self._keep, cancel=self._drop_preview
            )
        if self._opened is not None:
            return self._opened
        if screen.touch.busy and self.offers_touch:
            return ("touch", *screen.touch.dock_key()), screen.touch.dock
        if view.remarks:
            session = screen.session
            named = tuple((one.places, one.phrase) for one in view.remarks)
            return ("remarks", *named), lambda: RemarksDock(
                view.remarks, view.seats, session.live_view(), session.dismiss_remarks
            )
        new_or_last = view.holes != self._holes_seen or view.active is None  # nothing else is left to do at the end
        if view.filling is None and new_or_last and any(one.waits for one in view.holes):
            return ("holes", view.holes), lambda: self._holes_dock(view)
        return (), None

    # Turns that no longer count

    def _holes_dock(self, view: AnyView) -> Dock:
        screen = self._screen
        return HolesDock(
            screen.session.record,
            view,
            screen.face,
            screen.letters,
            fill=self._fill,
            leave_out=lambda index: self._change(index, None),
            close=lambda: self._seen(view),
        )

    def holes(self) -> None:
        """Show once more what waits to be told again."""
        self._opened, self._holes_seen = None, ()
        self.follow(self._screen.session.view)

    def _fill(self, index: int) -> None:
        self._opened = None
        self._screen.attempt(self._screen.session.fill, index)
        self.follow(self._screen.session.view)

    def _seen(self, view: AnyView) -> None:
        self._holes_seen = view.holes
        self.follow(view)

    def dice(self) -> None:
        """Dice to throw on the tablet; where a game waits for some, its own question about them."""
        if self._screen.session.view.dice_asked:
            self._opened = None
            self._screen.touch.open()
        else:
            self._opened = (("dice",), Dock)
        self.follow(self._screen.session.view)

    def _dice_away(self) -> None:
        self._screen.session.dismiss_roll()
        self.close()

    def arrange(self) -> None:
        """Lay the dock at the side of the board or at its foot, where the board leaves it room: as high as what is in
        it needs, and no higher than there is room."""
        screen, dock = self._screen, self._dock
        room = screen.share_room(dock, self._height_at_foot() if dock is not None else 0.0)
        if dock is not None and room is not None:
            x, y, width, height = room
            needed = min(height, max(self._stays, dock.least_height()))
            dock.pos, dock.size = (x, y + height - needed), (width, needed)

    def _height_at_foot(self) -> float:
        assert self._dock is not None
        the = look()
        usual = self._dock.height_dp
        most = the.px((min(usual, the.measures.dock) if the.compact else usual) * the.text_scale)
        if self._dock.takes_height and the.compact:
            most = MOST_FOOT * self._screen.board_area[3]
        if self._dock.leaves_board:
            most = min(most, self._screen.board_area[3] - the.px(LEAST_BOARD_DP + 2 * GAP_DP))
        return min(most, self._dock.least_height())

    # What people open

    def why(self, seat: int | None) -> None:
        """The last score and where it comes from, or everything that one player scored."""
        screen = self._screen
        view: AnyView = screen.session.view

        def make() -> Dock:
            found = reasons(screen.session.record, seat)
            if seat is None and look().aids and view.proposal is not None and view.proposal.lines:
                found = (*(Reason(line, -1) for line in view.proposal.lines), *found)
            return WhyDock(
                found,
                view.seats,
                screen.letters,
                light=screen.light,
                photo=screen.session.photo_of,
                close=self.close,
                summary=self._summary(seat) if seat is not None else None,
            )

        self.open(("why", seat, screen.session.version), make)

    def _summary(self, seat: int) -> ScoreSummary:
        record = self._screen.session.record
        kinds = points_by_kind(record, seat, self._screen.face.kind_of)
        return ScoreSummary(seat, kinds, record.scores[seat], self._times_used[seat])

    @property
    def _times_used(self) -> tuple[int, ...]:
        """Of the game itself, also while moves are only tried."""
        session = self._screen.app.session
        assert session is not None
        return session.times_used

    def _use_roll(self, values: tuple[int, ...]) -> None:
        self._screen.attempt(self._screen.session.accept_roll, values)

    def remedy(self, chip: Chip) -> None:
        """What a chip means."""
        self.open(("remedy", chip), lambda: RemedyDock(chip, self.close))

    def menu(self, entries: list[tuple[str, str, Callable[[], object]]]) -> None:
        """Where else to go."""
        self.open(("menu",), lambda: MenuDock(entries, self.close))

    def standing(self) -> None:
        """How it stands."""
        screen = self._screen
        session = screen.session

        def make() -> Dock:
            return StandingDock(
                session.record,
                session.view,
                screen.face,
                screen.letters,
                times=self._times_used,
                light=screen.light,
                close=self.close,
            )

        self.open(("standing", session.version), make)

    def rule(self) -> None:
        """The rule of the step that is due."""
        screen = self._screen
        view = screen.session.view
        steps, due = screen.face.steps(view)
        step = steps[min(due, len(steps) - 1)]
        ours = screen.face.still_ours(view)
        legend = screen.face.legend(view)
        self.open(("rule", step), lambda: RuleDock(step, screen.face.rule(view), ours, self.close, legend=legend))

    def history(self) -> None:
        """The strip of moments."""
        screen = self._screen

        def make() -> Dock:
            return HistoryDock(
                screen.session.record,
                screen.face,
                screen.letters,
                photo=screen.session.photo_of,
                pick=screen.show_moment,
            )

        self.open(("history", len(screen.session.record.log)), make)

    # Correcting

    def correct(self, thing: object) -> bool:
        """What a tapped piece may have been instead. False where nothing about it can be corrected."""
        screen = self._screen
        record = screen.session.record
        found, removal = screen.face.amends(record, thing), screen.face.removal(record, thing)
        if not found and removal is None:
            return False
        self._opened = (
            ("amends", thing, screen.session.version),
            lambda: CorrectDock(record, screen.face, found, removal, amend=self._amend, close=self.close),
        )
        self.follow(screen.session.view)
        return True

    def drop_correction(self) -> None:
        """Another piece was tapped, or a move was begun: what was tapped before is no longer meant."""
        if self._opened is not None and self._opened[0][0] == "amends":
            self._opened = None

    def _amend(self, amends: Amends[AnyAction]) -> None:
        self._opened = None
        self._change(amends.index, amends.action)

    def _change(self, index: int, action: AnyAction | None) -> None:
        """Correct (None: take out) at once where nothing else changes, else after a look at what would."""
        screen, session = self._screen, self._screen.session

        def ask() -> None:
            preview = session.preview(index, action)
            self._wished = (index, action)
            if preview.changes_more:
                self._preview = (preview, session.record)
                screen.shown_version = -1
            else:
                self._keep()

        screen.attempt(ask)
        self.follow(session.view)

    def _keep(self) -> None:
        session, (index, action) = self._screen.session, self._wished
        self._preview = None
        if action is None:
            self._screen.attempt(session.remove, index)
        else:
            self._screen.attempt(session.correct, index, action)
        self._screen.shown_version = -1
        self.follow(session.view)

    def _drop_preview(self) -> None:
        self._preview = None
        self._screen.shown_version = -1
        self.follow(self._screen.session.view)

    def previewed(self, view: AnyView) -> AnyView:
        """The table as it would be while a correction is looked at, else as it is."""
        if self._preview is None:
            return view
        return view_of(self._preview[0].record)
