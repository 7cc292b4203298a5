"""Which camera looks at the table: one at this machine, or the address of one in the house. Tried before it is used."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.cameras.choice import CameraTrial, TriedCamera
from companion.cameras.listing import found_cameras
from companion.preferences import another_camera
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.screen import SideScreen, load_kv
from vision.addresses import masked_address, restored

NONE = ""
MOST_LETTERS = 120
ADDRESS_HINT = "rtsp://192.168.1.20:8554/live"


class CameraScreen(SideScreen):
    """Every tap holds at once. ``back`` among the wishes is the screen to go back to, with its own wishes."""

    usual_back = "settings"

    def opened(self) -> None:
        """Fill in."""
        self._trial: CameraTrial | None = None
        self._typing = self.chosen not in (NONE, *found_cameras())
        self.show()
        self._try()

    def closed(self) -> None:
        """Let go of the camera."""
        if self._trial is not None:
            self._trial.close()
            self._trial = None

    @property
    def chosen(self) -> str:
        """The camera as it is kept: ``""`` for none."""
        return str(self.app.preferences.camera)

    def show(self) -> None:
        """The choices on one side, the picture or the letters on the other."""
        the = look()
        body = self.ids.body
        body.clear_widgets()
        body.add_widget(self._choices())
        side = BoxLayout(orientation="vertical", spacing=the.px(12))
        self.picture = StillPicture(pos_hint={"x": 0.02, "y": 0.03}, size_hint=(0.96, 0.94))
        keys_first = self._typing and the.compact  # there a finger needs the room more than the picture
        self.said = Words(role="least" if keys_first else "body", ink="text2", halign="center")
        self.said.pos_hint, self.said.size_hint = {"x": 0.08, "y": 0}, (0.84, 1)
        panel = Panel(fill=the.colour("surface"))
        panel.size_hint_y = 0.3 if keys_first else 1
        panel.add_widget(self.said)
        panel.add_widget(self.picture)
        side.add_widget(panel)
        if self._typing:
            kept = self.chosen
            pad = LetterPad(
                text=masked_address(self.chosen) if "/" in self.chosen else "",
                most=MOST_LETTERS,
                rows="address",
                hint=ADDRESS_HINT,
                on_typed=lambda text: self.app.prefer(camera=restored(text, kept)),
            )
            side.add_widget(pad)
            button = Tap(text=words("app.try_camera"), icon="camera", size_hint_y=None, height=the.px(64))
            button.bind(on_release=lambda _: self._try())
            side.add_widget(button)
        body.add_widget(side)

    def _choices(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_x=None)
        column.width = the.px(320 if not the.compact else 220)
        column.add_widget(self._choice(NONE, words("app.no_camera"), "hand"))
        for name in found_cameras():
            column.add_widget(self._choice(name, words("app.camera_number", number=int(name)), "camera"))
        address = Tap(text=words("app.camera_address"), icon="share", size_hint_y=None, height=the.px(72))
        address.kind = "chosen" if self._typing else "raised"
        address.bind(on_release=lambda _: self._type())
        column.add_widget(address)
        place = Tap(text=words("placing.title"), icon="table", size_hint_y=None, height=the.px(72))
        place.bind(on_release=lambda _: self.app.go("placing", back="camera", **{"with": dict(self.wishes or {})}))
        column.add_widget(place)
        if self.chosen != NONE:
            tap = Tap(text=words("calibration.button"), icon="fit", size_hint_y=None, height=the.px(72))
            tap.bind(on_release=lambda _: self.calibrate())
            column.add_widget(tap)
        column.add_widget(Words(text=words("app.camera_advice"), role="least", ink="text2", valign="top"))
        return column

    def _choice(self, name: str, text: str, icon: str) -> Tap:
        chosen = not self._typing and name == self.chosen
        tap = Tap(text=text, icon=icon, kind="chosen" if chosen else "raised", size_hint_y=None, height=look().px(72))
        tap.camera = name
        tap.bind(on_release=lambda _: self._choose(name))
        return tap

    def _choose(self, name: str) -> None:
        self._typing = False
        self.app.prefer(**another_camera(self.app.preferences, name))
        self.show()
        self._try()

    def calibrate(self) -> None:
        """Tell this camera its lens, its stand and the pieces' colours."""
        self.app.go("calibrate", back="camera", **{"with": dict(self.wishes)})

    def _type(self) -> None:
        self._typing = True
        before = self.app.preferences.camera_before
        # The address that was left for a camera with a number, or for none.
        if "/" not in self.chosen and "/" in before:
            self.app.prefer(**another_camera(self.app.preferences, before))
        self.show()
        self.said.text = words("app.camera_address_detail")

    def _try(self) -> None:
        """Ask the chosen camera for a picture."""
        self.closed()
        self.picture.picture = None
        if self.chosen == NONE:
            self.said.text = words("app.check_no_camera")
            return
        self.said.text = words("app.trying_camera")
        self._trial = CameraTrial(self.chosen)

    def tick(self, now_ms: int) -> None:
        """Show what the camera answered."""
        trial = self._trial.trial if self._trial is not None else None
        if trial is not None:
            self._trial = None
            self._tell(trial)

    def _tell(self, trial: TriedCamera) -> None:
        if trial.trouble is not None:
            self.said.text = self.app.phrase(trial.trouble)
            return
        self.said.text = ""
        self.picture.picture = trial.picture
        width, height = trial.size
        self.ids.seen.text = words("app.camera_shows", height=height, width=width)


load_kv(__file__)
