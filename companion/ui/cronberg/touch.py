"""Playing Cronberg by touch: tap a crossing for a token; for a rhomb pick the one that was drawn and tap where it lies,
in any order. DONE commits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from companion.ui.cronberg.at_table import CronbergSession, CronbergView
from companion.ui.cronberg.board import CronbergBoard
from companion.ui.cronberg.pictures import RhombPicture, SpotPicture
from companion.ui.cronberg.rhomb_draft import RhombDraft
from companion.ui.kit.base import Tap, look, words
from companion.ui.kit.dock import Dock, DockRow, DockStrip, title_row
from companion.ui.kit.face import Attempt
from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken

PICTURE_DP, SMALL_PICTURE_DP = (80, 112), (70, 80)  # a rhomb to pick
MOST_WAYS = 6  # three places beside a triangle, two ways round


class CronbergTouch:
    """See :class:`companion.ui.kit.face.TouchPlay`."""

    def __init__(
        self,
        board: CronbergBoard,
        session: CronbergSession,
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> None:
        self._board = board
        self._session = session
        self._attempt = attempt
        self._changed = changed
        self._draft = RhombDraft(session.view.state)
        self.opened = False
        self.resting = False
        self._shut = False  # people put the rhombi of this state away
        self.follow(session.view)

    def follow(self, view: CronbergView) -> None:
        """Take in a new view: a move begun on another state is forgotten."""
        if view.state is not self._draft.state:
            self._draft = RhombDraft(view.state)
            self.opened, self._shut = False, False
        free = view.active is not None and view.choice is None and not self.resting
        draft = self._draft
        tapping = draft.kind is not None and draft.action is None
        self._board.open_places = list(draft.free()) if free and tapping else []
        names = view.state.lattice.triangle_names
        self._board.held = [names[triangle] for triangle in draft.triangles] if draft.action is None else []

    @property
    def busy(self) -> bool:
        """True while a move is half made, or nobody watches and it is somebody's turn."""
        view = self._session.view
        if view.active is None:
            return False
        return self._draft.begun or self.opened or (view.attention is None and not self._shut)

    def open(self) -> None:
        """Begin: pick a rhomb, or tap a crossing."""
        self.opened, self._shut = True, False
        self._show()

    def clear(self) -> None:
        """Forget the move; where none was begun, put the rhombi away."""
        self._shut = not self._draft.begun
        self._draft = RhombDraft(self._session.view.state)
        self.opened = False
        self._attempt(self._session.stage, ())
        self._show()

    def tapped(self, thing: object) -> bool:
        """A crossing for a token, a free triangle for a rhomb."""
        draft = self._draft
        if not isinstance(thing, str) or self._session.view.active is None:
            return False
        token = draft.token(thing) if draft.kind is None and not draft.triangles else None
        if token is not None:
            self._stage(token)
            return True
        if not draft.tap(thing):
            return False
        if draft.options():
            self._stage(self._meant(draft.options()))
        else:
            self._attempt(self._session.stage, ())
            self._show()
        return True

    def _meant(self, options: Sequence[LayRhomb]) -> LayRhomb:
        """The one whose middle is nearest to where the finger was; the others are docked."""
        x, y = self._board.tapped_at

        def away(option: LayRhomb) -> float:
            spots = [self._board.point(triangle) for triangle in option.triangles]
            return (sum(u for u, _ in spots) / 2 - x) ** 2 + (sum(v for _, v in spots) / 2 - y) ** 2

        return min(options, key=away)

    def _stage(self, action: Action) -> None:
        if self._attempt(self._session.stage, (action,)):
            self._draft.action = action
        self._show()

    def _pick(self, kind: int) -> None:
        self._draft.kind, self._draft.action = kind, None
        if self._draft.options():
            self._stage(self._meant(self._draft.options()))
        else:
            self._show()

    def _show(self) -> None:
        self.follow(self._session.view)
        self._changed()

    # The dock

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""
        draft = self._draft
        return (id(draft.state), draft.kind, draft.triangles, draft.action, self.opened, self.busy, self._shut)

    def dock(self) -> Dock | None:
        """The rhombi to pick from, or the ways in which the picked one can lie."""
        if not self.busy:
            return None
        draft = self._draft
        if draft.must_pass:
            return self._pass_dock()
        if isinstance(draft.action, PlaceToken):
            return self._line_dock(words("cronberg.touch_token", place=draft.action.crossing), ())
        if draft.kind is None:
            return self._kinds_dock()
        if not draft.triangles:
            picture = RhombPicture(draft.state.edition, draft.kind, size_hint=(None, 1), width=look().px(64))
            return self._line_dock(words("cronberg.touch_where"), (picture,))
        return self._ways_dock()

    def _pass_dock(self) -> Dock:
        the = look()
        dock = Dock()
        dock.height_dp = 168
        dock.add_widget(title_row(words("cronberg.touch_pass"), None))
        button = Tap(text=words("cronberg.pass"), kind="primary", role="body", weight="black")
        button.size_hint, button.size = (None, None), (the.px(240), the.px(64))
        button.bind(on_release=lambda _: self._attempt(self._session.play, Pass()))
        dock.add_widget(button)
        return dock

    def _line_dock(self, text: str, extra: tuple[Widget, ...]) -> Dock:
        dock = Dock()
        dock.add_widget(title_row(text, self.clear, *extra))
        return dock

    def _kinds_dock(self) -> Dock:
        the, draft = look(), self._draft
        dock = Dock()
        dock.height_dp = 252
        kinds = draft.kinds()
        asks = "cronberg.touch_which" if draft.triangles or not draft.crossings() else "cronberg.touch_begin"
        dock.add_widget(title_row(words(asks if kinds else "cronberg.touch_crossing"), self.clear))
        if not kinds:
            return dock
        buttons = []
        for kind in kinds:
            button = Tap()
            button.padding = [the.px(4)] * 4
            button.add_widget(RhombPicture(draft.state.edition, kind))
            button.bind(on_release=lambda _, kind=kind: self._pick(kind))
            buttons.append(button)
        dock.add_widget(DockStrip(buttons, PICTURE_DP if not the.compact else SMALL_PICTURE_DP))
        return dock

    def _ways_dock(self) -> Dock:
        the, draft = look(), self._draft
        dock = Dock()
        dock.height_dp = 268
        dock.add_widget(title_row(words("cronberg.touch_ways"), self.clear))
        row = DockRow(spacing=the.px(8))
        options = draft.options()
        for option in options:
            button = Tap(kind="chosen" if option == draft.action else "raised")
            button.padding = [the.px(4)] * 4
            button.add_widget(SpotPicture(self._session.view, option))
            button.bind(on_release=lambda _, option=option: self._take(option))
            row.add_widget(button)
        row.add_widget(Widget(size_hint_x=max(0, MOST_WAYS - len(options))))
        dock.add_widget(row)
        return dock

    def _take(self, option: LayRhomb) -> None:
        lattice = self._draft.state.lattice
        self._draft.triangles = tuple(lattice.triangle_named[name] for name in option.triangles)
        self._stage(option)
