"""Table check: the live picture with what is tracked in it, and a row for everything: well, or with its remedy. Nothing
has to be well before play.
"""

from __future__ import annotations

from pathlib import Path

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from msgspec import structs

from calibration.files.system_reason import system_reason
from calibration.files.user_folders import path_from_home
from companion.editions.kept_tiles import OURS, choice, choose
from companion.exports.saving import save_sheets
from companion.session.hands.buttons import Hands
from companion.session.table_check import CheckedState, CheckRow, FrameRate, check_rows, kept_rows
from companion.store import StoreError
from companion.ui.kit.base import Icon, PanelBox, Tap, Words, look, words
from companion.ui.kit.fitted_words import Heading
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.screen import Screen, load_kv
from games.game import Refusal
from vision.eyes import Attention

_SIGNS = {
    CheckedState.OK: ("check", "ok"),
    CheckedState.WARN: ("warn", "warn"),
    CheckedState.BAD: ("cross", "bad"),
    CheckedState.NONE: ("bar", "text2"),
}
ROW_DP, ROW_PAD_DP, TITLE_DP = 64, 8, 26  # all rows of a camera are in sight at once on a large tablet
REMEDY_DP = 120  # wide, at least
_OPENS = {"calibrate": "calibration.button", "camera": "app.choose_camera"}  # what the button of a row says


class TableCheckScreen(Screen):
    """Reads the open table, which already watches. ``wishes``: ``resume``, the game to sit down at again where the
    table was left for another screen."""

    def opened(self) -> None:
        """Fill in."""
        if self.app.session is None and not self._sit_down_again():
            return
        the = look()
        self._kept: tuple[CheckRow, ...] | None = None
        self._watched: tuple[bool, bool] | None = None
        self._rate = FrameRate()
        self._shown: tuple[CheckRow, ...] = ()
        self.picture = StillPicture(pos_hint={"x": 0.015, "y": 0.02}, size_hint=(0.97, 0.96))
        place = self.ids.picture_place
        self.hint = Words(text=words("app.check_no_picture"), role="body", ink="text2", halign="center")
        self.hint.pos_hint = {"x": 0.1, "y": 0}
        self.hint.size_hint = (0.8, 1)
        place.add_widget(self.hint)
        place.add_widget(self.picture)
        side = self.ids.side
        side.add_widget(self._head())
        self.rows = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None)
        self.rows.bind(minimum_height=self.rows.setter("height"))
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(self.rows)
        side.add_widget(scroll)
        self.said = Words(role="least", ink="text2", size_hint_y=None, height=0)
        side.add_widget(self.said)
        asides = BoxLayout(size_hint_y=None, height=the.px(72), spacing=the.px(8))
        if self.hands is not None:
            teach = Tap(text=words("app.teach_buttons"), icon="buttons")
            teach.bind(on_release=lambda _: self.teach())
            asides.add_widget(teach)
        sheet = Tap(text=words("app.print_sheet"), icon="share")
        sheet.bind(on_release=lambda _: self.print_sheet())
        asides.add_widget(sheet)
        play = Tap(text=words("app.play"), kind="primary", role="ribbon", weight="black")
        play.bind(on_release=lambda _: self.play())
        side.add_widget(asides)
        asides.add_widget(play)
        self.tick(self.app.now_ms())

    def _head(self) -> BoxLayout:
        """The way back, and what this is."""
        the = look()
        head = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(8))
        back = Tap(icon="back", size_hint_x=None, width=the.px(56), side=26)
        back.bind(on_release=lambda _: self.leave())
        head.add_widget(back)
        head.add_widget(Heading(text=words("app.table_check")))
        return head

    def leave(self) -> None:
        """Back to the table where it was opened from there; else home, where the game waits."""
        if (self.wishes or {}).get("back") == "table":
            self.play()
        else:
            self.app.leave_table()
            self.app.go("home")

    def _sit_down_again(self) -> bool:
        """Back at the table that was left; where it can't be opened, home, whose card of the game says why."""
        likes = self.app.preferences
        try:
            path = Path(str((self.wishes or {})["resume"]))
            session, _ = self.app.shelf.resume(path, camera=likes.camera, buttons=likes.buttons)
        except (KeyError, StoreError, Refusal):
            self.app.go("home")
            return False
        self.app.sit_down(session)
        return True

    @property
    def hands(self) -> Hands | None:
        """The button box of the open table, or None."""
        return self.app.session.hands if self.app.session is not None else None

    def tick(self, now_ms: int) -> None:
        """Show the picture and the rows as they are now."""
        session = self.session
        picture = session.camera_picture()
        if picture is not None and picture is not self.picture.picture:
            self._rate.count(now_ms)
            self.picture.outlines = session.camera_overlay()
            self.picture.picture = picture
            self.hint.text = ""
        elif picture is None and session.watching:
            self.hint.text = words("app.check_looking")
        seen = session.view.attention
        watched = seen is not None, seen is Attention.LOST  # whose pieces these are shows once the table is found
        if self._kept is None or watched != self._watched:
            self._watched = watched
            can_leave = self.app.shelf.path_of(session) is not None
            self._kept = kept_rows(session.view, self.app.preferences.camera, can_leave)
        rows = check_rows(
            session.view,
            self.hands,
            self._rate.at(now_ms),
            self._kept,
            session.camera_overlay(),
            watching=session.watching,
            frozen=self._rate.stands_still(now_ms),
            can_leave=self.app.shelf.path_of(session) is not None,
            settings=session.camera_settings,
        )
        if rows != self._shown:
            self._shown = rows
            self.rows.clear_widgets()
            for row in rows:
                self.rows.add_widget(self._row(row))

    def _row(self, row: CheckRow) -> PanelBox:
        the = look()
        sign, ink = _SIGNS[row.health]
        panel = PanelBox(fill=the.colour("surface"), padding=(the.px(12), the.px(ROW_PAD_DP)), spacing=the.px(12))
        panel.size_hint_y = None
        panel.height = least = the.px(ROW_DP)
        if row.health in (CheckedState.WARN, CheckedState.BAD):
            panel.rim, panel.rim_width = the.colour(ink), 2
        panel.add_widget(Icon(name=sign, ink=ink, side=30, pos_hint={"center_y": 0.5}))
        panel.add_widget(Icon(name=row.icon, side=30, pos_hint={"center_y": 0.5}))
        column = BoxLayout(orientation="vertical")
        title = Words(text=self.app.phrase(row.title), role="label", weight="bold", size_hint_y=None)
        title.height = the.px(TITLE_DP * the.text_scale)
        column.add_widget(title)
        label = Words(text=self.app.phrase(row.phrase), role="least", ink="text2", fit="wrap")
        # A row is as high as its sentence needs: a remedy that is cut short helps nobody.
        around = title.height + the.px(2 * ROW_PAD_DP)
        label.bind(height=lambda _, height: setattr(panel, "height", max(least, height + around)))
        column.add_widget(label)
        column.add_widget(Widget())
        panel.add_widget(column)
        if row.allows:
            allow = self._remedy(Tap(text=words("app.allow_port"), kind="primary"))
            allow.bind(on_release=lambda _: self.allow(row.allows))
            panel.add_widget(allow)
        if row.takes is not None:
            take = self._remedy(Tap(text=words("edition.take_it"), kind="primary"))
            take.bind(on_release=lambda _: self.take(row.takes or OURS))
            panel.add_widget(take)
        if row.opens:
            aside = self._remedy(Tap(text=words(_OPENS.get(row.opens, "edition.change"))))
            aside.bind(on_release=lambda _: self.step_aside(row.opens))
            panel.add_widget(aside)
        return panel

    @staticmethod
    def _remedy(tap: Tap) -> Tap:
        """At the end of a row, as wide as its words need."""
        tap.size_hint_x, tap.width = None, max(look().px(REMEDY_DP), tap.width_for_longest_word())
        return tap

    def allow(self, port: str) -> None:
        """People say that this port is theirs."""
        if self.hands is not None:
            self.hands.allow(port)

    def take(self, edition: str) -> None:
        """People say whose tiles these are; the table is looked at anew with that."""
        try:
            choose(structs.replace(choice(), edition=edition, perhaps=None))
        except OSError as error:
            self.said.text = words("app.not_saved", why=system_reason(error))
            self.said.height = look().px(56)
            return
        self.step_aside("table_check")

    def step_aside(self, screen: str) -> None:
        """Leave the table for a screen that needs the camera, or changes what the eyes know; then sit down again."""
        path = self.app.shelf.path_of(self.app.session)
        if path is None:
            return
        self.app.leave_table()
        again = {**(self.wishes or {}), "resume": str(path)}
        if screen == self.name:
            self.app.go(screen, **again)
        else:
            self.app.go(screen, back=self.name, **{"with": again})

    def teach(self) -> None:
        """Whose button is whose, seat after seat."""
        if self.hands is not None:
            self.hands.teach(tuple(range(len(self.session.view.seats))))

    def print_sheet(self) -> None:
        """Write the calibration sheets as a PDF and say where it lies."""
        try:
            path = save_sheets(look().language, now_ms=self.app.now_ms())
            self.said.text = words("app.saved_at", path=path_from_home(path))
        except OSError as error:
            self.said.text = words("app.not_saved", why=system_reason(error))
        self.said.height = look().px(56)

    def play(self) -> None:
        """To the table, whatever the rows say."""
        self.app.go("table")

    def go_back(self) -> bool:
        """Escape leads back."""
        self.leave()
        return True


load_kv(__file__)
