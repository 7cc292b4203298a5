"""Settings: theme, language, voice and sounds, left hand, text size, reduced motion, aids, the camera."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.preferences import Voice
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.switches import OnOff, Segments
from companion.ui.screen import SideScreen, load_kv
from vision.addresses import masked_address

MOST_BESIDE = 4  # that have room in a row
ROW_DP, HEAD_DP = 60, 36  # what is chosen, and the words above it; a switch is as high as both


class SettingsScreen(SideScreen):
    """Every choice holds at once; there is nothing to save."""

    def opened(self) -> None:
        """Fill in."""
        likes = self.app.preferences
        self._choose("app.language", "language", [("en", "English"), ("de", "Deutsch")], likes.language)
        self._choose(
            "app.theme",
            "theme",
            [(name, words(f"app.theme_{name}")) for name in ("dark", "light", "system")],
            likes.theme,
        )
        voice = [(level, words(f"app.level_{level.value}")) for level in Voice]
        self._choose("app.voice", "voice", voice, likes.voice)
        louds = [(0.35, words("app.volume_low")), (0.65, words("app.volume_middle")), (1.0, words("app.volume_full"))]
        self._choose("app.volume", "volume", louds, likes.volume)
        names = self.app.announcer.voices(likes.language)
        if len(names) > 1:
            chosen = likes.voice_name if likes.voice_name in names else names[0]
            self._choose("app.which_voice", "voice_name", [(name, name) for name in names], chosen)
        scales = [(1.0, "100 %"), (1.15, "115 %"), (1.3, "130 %")]
        self._choose("app.text_size", "text_scale", scales, likes.text_scale)
        self._switch("app.sounds", "app.sounds_detail", "sounds")
        self._switch("app.say_turns", "app.say_turns_detail", "say_turns")
        self._switch("app.left_hand", "app.left_hand_detail", "left_hand")
        self._switch("app.reduced_motion", "app.reduced_motion_detail", "reduced_motion")
        self._switch("app.aids", "app.aids_detail", "aids")
        self._switch("app.board_as_camera", "app.board_as_camera_detail", "board_as_camera")
        hear = Tap(text=words("app.hear_it"), icon="voice", size_hint_y=None, height=look().px(ROW_DP))
        hear.disabled = not self.app.announcer.can_speak
        hear.bind(on_release=lambda _: self.app.announcer.rehearse(words("voice.sample"), self.app.preferences))
        self.ids.grid.add_widget(self._labelled(words(self._voice_title()), hear))
        camera = Tap(text=camera_name(likes.camera), icon="camera", size_hint_y=None, height=look().px(ROW_DP))
        camera.bind(on_release=lambda _: self.app.go("camera", back="settings", **{"with": dict(self.wishes)}))
        self.ids.grid.add_widget(self._labelled(words("app.camera"), camera))
        state = words("onlookers.is_on" if self.app.shared.is_on else "onlookers.is_off")
        looking = Tap(text=state, icon="eye", size_hint_y=None, height=look().px(ROW_DP))
        looking.bind(on_release=lambda _: self.app.go("onlookers", back="settings", **{"with": dict(self.wishes)}))
        self.ids.grid.add_widget(self._labelled(words("onlookers.screen"), looking))

    def _voice_title(self) -> str:
        """The question over the sample, or why nothing can be heard."""
        if self.app.announcer.can_speak:
            return "app.voice_sample"
        return "app.no_voice_linux" if sys.platform.startswith("linux") else "app.no_voice"

    def _choose(self, title: str, name: str, options: Sequence[tuple[object, str]], value: object) -> None:
        """One of several; where they have no room beside each other, in rows of :data:`MOST_BESIDE`."""
        the = look()
        parts = [options[first : first + MOST_BESIDE] for first in range(0, len(options), MOST_BESIDE)]
        rows = [Segments(options=part, value=value, size_hint_y=None, height=the.px(ROW_DP)) for part in parts]

        def choose(_: object, chosen: object) -> None:
            for row in rows:
                row.value = chosen
            if getattr(self.app.preferences, name) != chosen:
                self._prefer(**{name: chosen})

        column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(8))
        for row in rows:
            row.bind(value=choose)
            column.add_widget(row)
        column.height = len(rows) * the.px(ROW_DP) + (len(rows) - 1) * the.px(8)
        self.ids.grid.add_widget(self._labelled(words(title), column))

    def _switch(self, title: str, detail: str, name: str) -> None:
        the = look()
        switch = OnOff(text=words(title), detail=words(detail), size_hint_y=None, height=the.px(ROW_DP + HEAD_DP))
        switch.active = getattr(self.app.preferences, name)
        switch.bind(active=lambda _, active: self._prefer(**{name: active}))
        self.ids.grid.add_widget(switch)

    def _prefer(self, **changes: object) -> None:
        self.app.prefer(**changes)
        self._tell_not_kept()

    def _tell_not_kept(self) -> None:
        """Say where a choice holds only until the app is closed."""
        why = self.app.not_kept
        if self.app.screen is not None and self.app.screen.name == "settings":
            self.app.screen.ids.said.text = words("app.not_saved", why=why) if why else ""

    def _labelled(self, title: str, widget: Widget) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(4))
        column.height = widget.height + the.px(HEAD_DP)
        head = Words(text=title, role="label", weight="bold", ink="text2", size_hint_y=None, height=the.px(32))
        column.add_widget(head)
        column.add_widget(widget)
        return column


def camera_name(camera: str) -> str:
    """A camera as people call it; its name and password are nobody's business."""
    if not camera:
        return words("app.no_camera")
    return words("app.camera_number", number=int(camera)) if camera.isdigit() else masked_address(camera)


load_kv(__file__)
