"""Calibrating the camera: its lens, how it stands, and how the pieces' colours look, each with the live picture and
what is found in it. What is kept is told in plain words, and can be thrown away.
"""

from __future__ import annotations

from collections.abc import Mapping

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.files.user_folders import path_from_home
from calibration.profile import Profile, ProfileError, ProfilePart
from companion.cameras.calibrating import part_phrase
from companion.cameras.calibration_feed import CalibrationFeed, CalibrationObservation
from companion.cameras.profiles import identity_of, kept_profiles
from companion.exports.saving import save_sheets
from companion.ui.kit.base import Icon, Panel, Tap, Words, look, not_saved, words
from companion.ui.kit.entry.swatches import Swatches
from companion.ui.kit.fitted_words import FittedWords
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.screen import SideScreen, load_kv
from games.game import Phrase

ICONS = {ProfilePart.LENS: "eye", ProfilePart.TABLE: "table", ProfilePart.COLOURS: "figure"}
SAID_MS = 4000
PARTS = {part.value: part for part in ProfilePart}


class CalibrateScreen(SideScreen):
    """Looks with the camera that is chosen. ``wishes``: ``part``, what is learned first; ``back`` and ``with``."""

    usual_back = "camera"

    def opened(self) -> None:
        """Begin to look."""
        self.part = PARTS.get(str(self.wishes.get("part", "")), ProfilePart.LENS)
        self._forgetting = False
        self._last: CalibrationObservation | None = None
        self._feed: CalibrationFeed | None = None
        self._now_ms, self._said_until_ms = 0, 0
        self._held: CalibrationObservation | None = None  # a picture that stands still: people name its pieces
        camera = str(self.app.preferences.camera)
        self.profile = Profile(identity_of(camera))
        said: Phrase | None = None
        try:
            self.profile = kept_profiles().load(self.profile.camera)
        except ProfileError as error:
            said = error.phrase
        self.show()
        if said is not None:
            self.said.text = self.app.phrase(said)
        if camera:
            self._feed = CalibrationFeed(camera, self.profile, self.part)

    def closed(self) -> None:
        """Let go of the camera."""
        if self._feed is not None:
            self._feed.close()
            self._feed = None

    def state_to_keep(self) -> Mapping[str, object]:
        """The same part again."""
        return {"part": self.part.value}

    # Showing

    def show(self) -> None:
        """The picture with what is to be done on one side, what is known on the other."""
        the = look()
        body = self.ids.body
        body.clear_widgets()
        left = BoxLayout(orientation="vertical", spacing=the.px(10))
        panel = Panel(fill=the.colour("surface"))
        self.picture = StillPicture(pos_hint={"x": 0.015, "y": 0.02}, size_hint=(0.97, 0.96))
        camera = bool(self.app.preferences.camera)
        text = words("calibration.waiting" if camera else "calibration.no_camera")
        waiting = Words(text=text, role="body", ink="text2", halign="center")
        waiting.pos_hint, waiting.size_hint = {"x": 0.08, "y": 0}, (0.84, 1)
        panel.add_widget(waiting)
        panel.add_widget(self.picture)
        left.add_widget(panel)
        if not camera:
            choose = Tap(text=words("calibration.choose_camera"), icon="camera", kind="primary", size_hint_y=None)
            choose.height = the.px(64)
            choose.bind(on_release=lambda _: self.choose_camera())
            left.add_widget(choose)
        self.swatches = Swatches(on_named=self._renamed, size_hint_y=None, height=0)
        left.add_widget(self.swatches)
        self.said = Words(role="ribbon" if not the.compact else "label", weight="bold", size_hint_y=None)
        self.said.height = the.px(88 if not the.compact else 56)
        left.add_widget(self.said)
        body.add_widget(left)
        body.add_widget(self._side())

    def _side(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(10))
        if the.portrait:
            column.size_hint_y = None
            column.bind(minimum_height=column.setter("height"))
        else:
            column.size_hint_x, column.width = None, the.px(400 if not the.compact else 250)
        self.cards = {part: self._card(part) for part in ProfilePart}
        for card in self.cards.values():
            column.add_widget(card)
        roles = ("label",) if the.portrait else ("label", "least")
        how = FittedWords(roles=roles, text=words(f"calibration.how_{self.part.value}"), ink="text2", valign="top")
        how.fit = "wrap" if the.portrait else "box"
        column.add_widget(how)
        row = BoxLayout(size_hint_y=None, height=the.px(64 if not the.compact else 52), spacing=the.px(8))
        sheet = Tap(text=words("app.print_sheet"), icon="" if the.compact else "share")
        sheet.bind(on_release=lambda _: self.print_sheets())
        row.add_widget(sheet)
        if self.part in self.profile.parts:
            key = "calibration.really_forget" if self._forgetting else "calibration.forget"
            forget = Tap(text=words(key), icon="" if the.compact else "trash")
            forget.bind(on_release=lambda _: self.forget())
            row.add_widget(forget)
        column.add_widget(row)
        self.keep_tap = Tap(text=words("calibration.keep"), icon="check", kind="primary", role="ribbon", weight="black")
        self.keep_tap.size_hint_y, self.keep_tap.height = None, the.px(80 if not the.compact else 60)
        self.keep_tap.disabled = True
        self.keep_tap.bind(on_release=lambda _: self.keep())
        column.add_widget(self.keep_tap)
        return column

    def _card(self, part: ProfilePart) -> Tap:
        the = look()
        here = part is self.part
        card = Tap(
            kind="chosen" if here else "raised",
            size_hint_y=None,
            height=the.px(112 * the.text_scale if not the.compact else 56),
        )
        card.part, card.padding, card.spacing = part, [the.px(14), the.px(8)], the.px(12)
        ink = "on_primary" if here else "text"
        known = part in self.profile.parts
        card.add_widget(Icon(name=ICONS[part], ink=ink, side=30, pos_hint={"center_y": 0.5}))
        column = BoxLayout(orientation="vertical")
        head = BoxLayout(spacing=the.px(8))
        if not the.compact:  # name and words stand in the middle together
            column.size_hint_y, column.spacing, column.pos_hint = None, the.px(4), {"center_y": 0.5}
            column.bind(minimum_height=column.setter("height"))
            head.size_hint_y, head.height = None, the.px(30)
        head.add_widget(Words(text=words(f"calibration.part_{part.value}"), role="label", weight="bold", ink=ink))
        head.add_widget(Icon(name="check" if known else "bar", ink=ink, side=22, pos_hint={"center_y": 0.5}))
        column.add_widget(head)
        if not the.compact:
            text = self.app.phrase(part_phrase(self.profile, part))
            column.add_widget(Words(text=text, role="least", ink=ink if here else "text2", fit="wrap"))
        card.add_widget(column)
        card.bind(on_release=lambda card: self.turn_to(card.part))
        return card

    def tick(self, now_ms: int) -> None:
        """Show what the camera sees and what was found in it."""
        self._now_ms = now_ms
        shown = self._held or (self._feed.shown if self._feed is not None else None)
        if shown is None or shown is self._last or shown.part is not self.part:
            return
        self._last = shown
        self.picture.outlines = list(shown.outlines)
        if shown.picture is not None:
            self.picture.picture = shown.picture
        if now_ms >= self._said_until_ms:
            self.said.text = self.app.phrase(shown.advice)
            self.said.ink = "ok" if shown.found is not None else "text"
        self.keep_tap.disabled = shown.found is None
        self.ids.count.text = ""
        if self.part is ProfilePart.LENS:
            self.ids.count.text = words("calibration.looks", taken=shown.taken, all=shown.taken + shown.needed)
        colours = shown.colours
        self.swatches.show(colours)
        self.swatches.height = look().px(76) if colours is not None else 0

    # What people do

    def turn_to(self, part: ProfilePart) -> None:
        """Learn this."""
        self.part, self._forgetting, self._held, self._last = part, False, None, None
        self._said_until_ms = 0
        self.show()
        self.ids.count.text = ""
        if self._feed is not None:
            self._feed.part = part

    def choose_camera(self) -> None:
        """Which camera is calibrated; people come back here."""
        here = {**dict(self.wishes or {}), **self.state_to_keep()}
        self.app.go("camera", back="calibrate", **{"with": here})

    def keep(self) -> None:
        """Keep what was found."""
        shown = self._last
        if shown is None or shown.found is None:
            return
        try:
            kept_profiles().save(shown.found)
        except ProfileError as error:
            self._say(error.phrase)
            return
        self._settle(shown.found)
        self._say(Phrase.of("calibration.now_kept"))

    def forget(self) -> None:
        """The first tap asks, the second throws this part away."""
        if not self._forgetting:
            self._forgetting = True
            self.show()
            return
        left = self.profile.without(self.part)
        try:
            if left.parts:
                kept_profiles().save(left)
            else:
                kept_profiles().forget(left.camera)
        except ProfileError as error:
            self._say(error.phrase)
            return
        self._settle(left)

    def print_sheets(self) -> None:
        """Write the sheets as a PDF and say where it lies."""
        try:
            path = save_sheets(look().language, now_ms=self.app.now_ms())
            self._say(Phrase.of("app.saved_at", path=path_from_home(path)))
        except OSError as error:
            self._say(not_saved(error))

    def _renamed(self, shown_names: tuple[str, ...]) -> None:
        """Pieces were named by people: the picture stands still until that is kept."""
        shown = self._last
        if shown is None or shown.colours is None:
            return
        colours = shown.colours.renamed(shown_names)
        found = self.profile.with_colours(colours.colours)
        self._held = CalibrationObservation(
            ProfilePart.COLOURS, part_phrase(found, ProfilePart.COLOURS), shown.picture, shown.outlines, found, colours
        )

    def _settle(self, profile: Profile) -> None:
        self.profile, self._forgetting, self._held, self._last = profile, False, None, None
        if self._feed is not None:
            self._feed.profile = profile
            self._feed.learn_again()
        self.show()

    def _say(self, phrase: Phrase) -> None:
        """Say something that the next looks don't talk over at once."""
        self.said.text, self.said.ink = self.app.phrase(phrase), "text"
        self._said_until_ms = self._now_ms + SAID_MS


load_kv(__file__)
