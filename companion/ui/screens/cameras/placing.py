"""Placing the camera, as a picture: how high it goes over a map of this width, where the lamp goes, what the camera
sees now and what would be better; and a phone as camera, by a code instead of typing.
"""

from __future__ import annotations

from collections.abc import Mapping

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from calibration.lens import Lens
from calibration.profile import ProfileError
from companion.cameras.looking_feed import LookingFeed
from companion.cameras.phone_page import PhonePage
from companion.cameras.placing import TILE_MM, Height, angle_of, height_for, placing_advice
from companion.cameras.placing_feed import PlacingObservation, placing_feed
from companion.cameras.profiles import identity_of, kept_profiles
from companion.elsewhere.address import is_elsewhere
from companion.exports.result_code import code_modules
from companion.onlookers.server import own_address
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screen import SideScreen, load_kv
from companion.ui.screens.cameras.placing_picture import placing_picture
from companion.ui.screens.code_picture import CodePicture, enlarge
from games.game import Phrase

SIZES_CM = (60, 80, 100, 120, 150, 190)  # widths of maps to choose from
USUAL_CM = 100  # "default": a whole game of Carcassonne on a family's table
SHAPE = 9 / 16  # a map as wide as the picture is taken to be as high as it, too
USUAL_PX = (1920, 1080)
DRAWN = (560, 420)
CODE_DP = 250


class PlacingScreen(SideScreen):
    """``wishes``: ``back`` and ``with``; ``map_cm``, the width that was chosen."""

    usual_back = "camera"

    def opened(self) -> None:
        """Begin to look."""
        self._map_cm = int((self.wishes or {}).get("map_cm", USUAL_CM))
        self._size = USUAL_PX
        self._shown: PlacingObservation | None = None
        self._feed: LookingFeed[PlacingObservation] | None = None
        self._phone: PhonePage | None = None
        self._address = ""
        self._look()
        self.show()

    def closed(self) -> None:
        """Let go of camera and page."""
        for held in (self._feed, self._phone):
            if held is not None:
                held.close()
        self._feed = self._phone = None

    def state_to_keep(self) -> Mapping[str, object]:
        """The width that was chosen."""
        return {"map_cm": self._map_cm}

    @property
    def camera(self) -> str:
        """As it is kept; ``""`` for none."""
        return str(self.app.preferences.camera)

    @property
    def lens(self) -> Lens:
        """As it was calibrated for pictures of this size, or an ordinary one."""
        try:
            known = kept_profiles().load(identity_of(self.camera)).lens_for(*self._size) if self.camera else None
        except ProfileError:  # told where it is calibrated
            known = None
        return known or Lens.nominal(*self._size)

    @property
    def entered_height(self) -> Height:
        """How high the camera goes."""
        return height_for((self._map_cm * 10, self._map_cm * 10 * SHAPE), self.lens)

    def _look(self) -> None:
        if self._feed is not None:
            self._feed.close()
        self._shown = None
        is_here = self.camera and not is_elsewhere(self.camera)
        self._feed = placing_feed(self.camera) if is_here else None

    # Showing

    def show(self) -> None:
        """The drawing and what it means on one side, the camera and the phone on the other."""
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(self._drawn())
        self.ids.body.add_widget(self._seen())

    def _drawn(self) -> Widget:
        the, lens, height = look(), self.lens, self.entered_height
        rows = column()
        sizes = BoxLayout(size_hint_y=None, height=the.px(60), spacing=the.px(6))
        for cm in SIZES_CM:
            tap = Tap(text=f"{cm} cm", kind="chosen" if cm == self._map_cm else "raised")
            tap.padding = [the.px(2)] * 4  # five beside each other
            tap.bind(on_release=lambda _, cm=cm: self.choose(cm))
            sizes.add_widget(tap)
        rows.add_widget(_line(words("placing.map", cm=self._map_cm, tiles=int(self._map_cm * 10 / TILE_MM)), "label"))
        rows.add_widget(sizes)
        picture = StillPicture(size_hint_y=None, height=the.px(DRAWN[1] * 0.75))
        picture.picture = placing_picture(height, lens, self._map_cm * 10, DRAWN)
        rows.add_widget(picture)
        map_mm = self._map_cm * 10.0, self._map_cm * 10 * SHAPE
        rows.add_widget(_line(self.app.phrase(placing_advice(height, map_mm, lens)), "body", weight="bold"))
        key = "placing.lens_known" if height.lens_known else "placing.lens_guessed"
        values = {"degrees": round(angle_of(lens)), "width": lens.width, "height": lens.height}
        for text in (words(key, **values), words("placing.arm"), words("placing.lamp")):
            rows.add_widget(_line(text, "least", ink="text2"))
        return scrolled(rows)

    def _seen(self) -> Widget:
        the = look()
        rows = BoxLayout(orientation="vertical", spacing=the.px(10))
        if self._phone is not None:
            self._code(rows, self._phone)
        else:
            panel = Panel(fill=the.colour("surface"))
            self.picture = StillPicture(pos_hint={"x": 0.015, "y": 0.02}, size_hint=(0.97, 0.96))
            panel.add_widget(self.picture)
            rows.add_widget(panel)
        self.said = _line(words("placing.looking" if self._feed is not None else "placing.no_camera"), "body")
        rows.add_widget(self.said)
        phone = Tap(text=words("placing.phone"), icon="share", size_hint_y=None, height=the.px(64))
        phone.kind = "chosen" if self._phone is not None else "raised"
        phone.bind(on_release=lambda _: self.ask_phone())
        rows.add_widget(phone)
        return rows

    def _code(self, rows: BoxLayout, page: PhonePage) -> None:
        modules = code_modules(page.address)
        code = CodePicture(modules=modules, size_hint=(1, 1))
        code.bind(on_release=lambda _: enlarge(self, modules))
        rows.add_widget(code)
        rows.add_widget(_line(words("placing.phone_how"), "body"))

    def tick(self, now_ms: int) -> None:
        """Show what the camera sees now, and take the address that a phone told."""
        if self._address:
            self._take(self._address)
            return
        placed = self._feed.last if self._feed is not None else None
        if placed is None or placed is self._shown or self._phone is not None:
            return
        self._shown = placed
        if placed.size not in ((0, 0), self._size):
            self._size = placed.size
            self.show()
        self.said.text, self.said.ink = self.app.phrase(placed.advice), "ok" if placed.well else "text"
        self.picture.outlines = list(placed.outlines)
        if placed.picture is not None:
            self.picture.picture = placed.picture

    # What people do

    def choose(self, map_cm: int) -> None:
        """How wide the map may grow."""
        self._map_cm = map_cm
        self._shown = None
        self.show()

    def ask_phone(self) -> None:
        """Show the code that a phone scans, or hide it."""
        if self._phone is not None:
            self._phone.close()
            self._phone = None
            self.show()
            return
        trouble: Phrase | None = None
        try:
            self._phone = PhonePage(own_address("0.0.0.0"), look().language, self._took_tilt)
        except OSError as error:
            trouble = Phrase.of("placing.phone_no_network", why=system_reason(error))
        self._shown = None
        self.show()
        if trouble is not None:
            self.said.text = self.app.phrase(trouble)

    def _took_tilt(self, address: str) -> None:
        """In the server's thread: the screen takes it with its next tick."""
        self._address = address

    def _take(self, address: str) -> None:
        self._address = ""
        self.app.prefer(camera=address)
        self.ask_phone()
        self._look()
        self.show()


def _line(text: str, role: str, *, ink: str = "text", weight: str = "regular") -> Words:
    """Words as high as they need to be."""
    line = Words(text=text, role=role, ink=ink, weight=weight, size_hint_y=None, fit="wrap")
    line.height = look().px(32)
    return line


load_kv(__file__)
