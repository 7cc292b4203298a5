"""Onlookers: the page on the local network is switched on here, and its codes are shown, one for each device."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.files.user_folders import data_folder
from calibration.files.whole_file import CannotWrite
from companion.exports.result_code import Modules, code_modules
from companion.onlookers.door import shown_code
from companion.people.names import keep_people, known_people
from companion.ui.kit.base import Tap, Words, look, not_saved, words
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.kit.switches import OnOff
from companion.ui.screen import SideScreen, load_kv
from companion.ui.screens.code_picture import CodePicture
from games.game import Phrase

CODE_DP = 330


class OnlookersScreen(SideScreen):
    """Switches and names on one side, the code of the next device on the other."""

    def opened(self) -> None:
        """Show how it stands."""
        self._whose: int | None = (self.wishes or {}).get("whose")
        self.people, trouble = known_people(data_folder())
        self._said: Phrase | None = trouble
        self._shown: tuple[object, ...] | None = None
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """Whose code is shown."""
        return {"whose": self._whose}

    def tick(self, now_ms: int) -> None:
        """Show what is new: another code, who looks on."""
        if self._stands() != self._shown:
            self.show()

    def _stands(self) -> tuple[object, ...]:
        shared = self.app.shared
        return shared.is_on, shared.serving, shared.trouble, shared.phones.allowed, self._whose

    def show(self) -> None:
        """Draw everything."""
        self._shown = self._stands()
        self.ids.said.text = self.app.phrase(self.app.shared.trouble or self._said)
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(self._switches())
        self.ids.body.add_widget(self._code())

    def _switches(self) -> Widget:
        the, shared = look(), self.app.shared
        rows = column()
        for title, detail, active, switch in (
            ("onlookers.switch", "onlookers.switch_detail", shared.is_on, self.share),
            ("onlookers.phones", "onlookers.phones_detail", shared.phones.allowed, self.allow_phones),
        ):
            row = OnOff(text=words(title), detail=words(detail), size_hint_y=None, height=the.px(100))
            row.active = active
            row.bind(active=lambda _, on, switch=switch: switch(on=on))
            rows.add_widget(row)
        seats = self.app.session.view.seats if self.app.session is not None else ()
        if seats:
            rows.add_widget(_line(words("onlookers.names"), "label", 40, weight="bold"))
        for seat in seats:
            hidden = self.people.withholds(seat.name)
            row = OnOff(text=seat.name, detail=words(f"onlookers.name_{'hidden' if hidden else 'shown'}"))
            row.size_hint_y, row.height = None, the.px(84)
            row.active = not hidden
            row.bind(active=lambda _, on, name=seat.name: self.tell_name(name, shown=on))
            rows.add_widget(row)
        return scrolled(rows)

    def _code(self) -> Widget:
        the, shared = look(), self.app.shared
        rows = BoxLayout(orientation="vertical", spacing=the.px(8))
        serving = shared.serving
        if serving is None:
            rows.add_widget(Words(text=words("onlookers.off" if not shared.is_on else "onlookers.starts"), ink="text2"))
            return rows
        if serving.seat_codes and self.app.session is not None:
            rows.add_widget(self._choices(len(serving.seat_codes)))
        else:
            self._whose = None
        code = serving.code if self._whose is None else serving.seat_codes[self._whose]
        rows.add_widget(_placed(code_modules(f"{serving.address}/enter?code={code}")))
        rows.add_widget(_line(serving.address, "body", 40))
        rows.add_widget(_line(shown_code(code), "title", 56, weight="black"))
        counted = words("onlookers.counted", onlookers=serving.onlookers, wrong=serving.wrong)
        rows.add_widget(_line(counted, "least", 32, ink="text2"))
        return rows

    def _choices(self, seats: int) -> Widget:
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(60), spacing=the.px(6))
        names = [seat.name for seat in self.session.view.seats]
        for whose in (None, *range(min(seats, len(names)))):
            text = words("onlookers.to_look") if whose is None else names[whose]
            tap = Tap(text=text, kind="chosen" if whose == self._whose else "raised")
            tap.bind(on_release=lambda _, whose=whose: self.choose(whose))
            row.add_widget(tap)
        return row

    # What people do

    def share(self, *, on: bool) -> None:
        """Switch the page on or off."""
        if on:
            self.app.shared.start()
        else:
            self.app.shared.stop()
        self.show()

    def allow_phones(self, *, on: bool) -> None:
        """Whether players' phones may press."""
        self.app.shared.phones.allowed = on
        self.show()

    def choose(self, whose: int | None) -> None:
        """The code of a seat's phone, or (None) of who looks on."""
        self._whose = whose
        self.show()

    def tell_name(self, name: str, *, shown: bool) -> None:
        """Whether somebody's name is on the page."""
        self.people, self._said = self.people.telling(self.people.person(name), shown=shown), None
        try:
            keep_people(data_folder(), self.people)
        except CannotWrite as error:
            self._said = not_saved(error)
        self.show()


def _placed(modules: Modules) -> Widget:
    """The code as large as there is room, in its middle."""
    place, most = AnchorLayout(), look().px(CODE_DP)
    code = CodePicture(modules=modules, size_hint=(None, None))
    place.bind(size=lambda _, size: setattr(code, "size", [min(most, *size)] * 2))
    place.add_widget(code)
    return place


def _line(text: str, role: str, height: float, **how: object) -> Words:
    return Words(text=text, role=role, size_hint_y=None, height=look().px(height), fit="line", **how)


load_kv(__file__)
