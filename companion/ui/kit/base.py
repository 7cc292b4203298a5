"""Text, icons, panels and things to tap: what every screen is made of.

Widgets ask the running app for its :class:`companion.ui.kit.theme.DrawingStyle` and for words; a screen is built anew
when either changes, so a widget reads them once. Drawing computes with x, y, width and height only: kivy's cached
aliases (center, right, top) are still the old ones while a change of ``pos`` is being told.
"""

from __future__ import annotations

import random
from collections.abc import Set
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior, FocusBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from companion.ui.kit.boards.quads import BorderQuad
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.measured import FONTS, line_width
from companion.ui.kit.pictures import masks
from companion.ui.kit.unscaled_number import unscaled_number
from companion.ui.kit.words import Words as Words  # texts and the look they have are asked for here, with all the rest
from companion.ui.kit.words import look as look
from games.game import Phrase, PhraseValue

DRAG_DP = 24  # a finger that moves further than this in a list means the list


def board_turns() -> int:
    """Quarter turns clockwise in which maps are shown; none where nothing is shown and only offers are asked for."""
    running = App.get_running_app()
    turns: int = running.board_turns if running is not None else 0
    return turns


def chance() -> random.Random:
    """The generator of the running app, by which the tablet draws for people; the system's own where nothing is shown
    and only offers are asked for."""
    running = App.get_running_app()
    return running.rng if running is not None else random.SystemRandom()


def words(key: str, **values: PhraseValue) -> str:
    """A message of the running app in its language."""
    return str(App.get_running_app().words(key, **values))


def not_saved(error: OSError) -> Phrase:
    """That something could not be kept, and why."""
    return Phrase.of("app.not_saved", why=system_reason(error))


class Icon(Widget):
    """One of our icons, ``side`` dp wide, in a palette colour or a tint (RGBA)."""

    name = StringProperty("")
    ink = StringProperty("text")
    tint = ObjectProperty(())
    side = unscaled_number(28)

    def __init__(self, **kwargs: object) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)
        self.fbind("side", self._take_side)
        self._take_side()
        with self.canvas:
            self._colour = Color(0, 0, 0, 0)
            self._quad = Rectangle(size=(0, 0))
        draw_soon = Clock.create_trigger(self._draw, -1)
        for name in ("name", "ink", "tint", "size", "pos"):
            self.fbind(name, draw_soon)
        draw_soon()

    def _take_side(self, *_: object) -> None:
        self.size = (look().px(self.side), look().px(self.side))

    def _draw(self, *_: object) -> None:
        side = round(min(self.size))
        self._colour.rgba = (self.tint or look().colour(self.ink)) if self.name and side > 0 else (0, 0, 0, 0)
        if self.name and side > 0:
            self._quad.texture = masks.icon(self.name, side)
            self._quad.size = (side, side)
            self._quad.pos = (round((self.x + self.width / 2) - side / 2), round((self.y + self.height / 2) - side / 2))


class Panelled(Widget):
    """Something on a rounded ground: ``fill`` and ``rim`` are RGBA (transparent: not drawn), lengths in dp."""

    fill = ObjectProperty((0, 0, 0, 0))
    rim = ObjectProperty((0, 0, 0, 0))
    rim_width = unscaled_number(2)
    radius = unscaled_number(16)
    shade = BooleanProperty(False)
    _ground: BorderQuad | None = None  # made when first seen: many things to tap have no ground, and few a shade
    _shade: BorderQuad | None = None

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        # Several of these change with each layout and each new look: drawn once, before the next frame.
        draw_soon = Clock.create_trigger(self._draw_panel, -1)
        for name in ("pos", "size", "fill", "rim", "rim_width", "radius", "shade"):
            self.fbind(name, draw_soon)
        draw_soon()

    def _draw_panel(self, _: float) -> None:
        """One quad for fill and rim together: what is drawn on a tablet is paid for by the pixel."""
        px = look().px
        x, y = round(self.x), round(self.y)
        width, height = round(self.x + self.width) - x, round(self.y + self.height) - y
        radius = max(1, min(round(px(self.radius)), int(min(width, height) / 2) - 1))
        seen = min(width, height) >= 4 and (self.fill[3] > 0 or self.rim[3] > 0)
        if not seen:
            for quad in (self._ground, self._shade):
                if quad is not None:
                    quad.hide()
            return
        rim_width = px(self.rim_width) if self.rim[3] else 0.0
        panel = masks.panel(radius, tuple(self.fill), tuple(self.rim), rim_width)
        self._ground = self._ground or BorderQuad(self.canvas.before)
        self._ground.show((x, y, width, height), masks.rounded_border(radius), panel)
        if self.shade:
            blur = round(px(12))
            around = (x - blur, y - blur - round(px(4)), width + 2 * blur, height + 2 * blur)
            self._shade = self._shade or BorderQuad(self.canvas.before)
            self._shade.show(around, masks.shadow_border(radius, blur), masks.shadow(radius, blur), (0, 0, 0, 0.32))
        elif self._shade is not None:
            self._shade.hide()


class Panel(Panelled, FloatLayout):
    """A free layout on a rounded ground."""


class PanelBox(Panelled, BoxLayout):
    """A row or column on a rounded ground."""


class Tap(FocusBehavior, ButtonBehavior, PanelBox):
    """Something to tap: an icon, words, or both. Words wrap and never shrink.

    Attributes:
        text, icon: what it shows.
        kind: ``primary`` (the one thing to do here), ``raised``, ``plain`` (no ground), ``chosen`` (switched on).
        role, weight: of the words.
        stacked: the icon above the words.
        side: of the icon, dp.
    """

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("raised", options=("primary", "raised", "plain", "chosen"))
    role = StringProperty("label")
    weight = StringProperty("bold")
    stacked = BooleanProperty(False)
    side = unscaled_number(28)
    halign = StringProperty("center")
    glow = unscaled_number(0)
    _touch_marks: tuple[BorderQuad, BorderQuad] | None = None  # ring and glow
    padding: Any  # Kivy's own, which have no types
    spacing: Any

    def __init__(self, **kwargs: object) -> None:
        kwargs.setdefault("radius", 14)
        super().__init__(**kwargs)
        self.keyboard_mode = "managed"  # taking focus must not call up a keyboard
        self._icon: Icon | None = None
        self._words: Words | None = None
        dress, draw_over = self.dress, self._draw_over  # each method is an object, too
        for name in ("text", "icon", "kind", "disabled", "role", "weight", "stacked", "side", "halign"):
            self.fbind(name, dress)
        for name in ("glow", "focus"):
            self.fbind(name, draw_over)
        self.fbind("width", self._balance)
        self.dress()

    def apply_class_lang_rules(
        self, root: object = None, ignored_consts: Set[str] = frozenset(), rule_children: object = None
    ) -> None:
        """What its rules in Kivy's language begin with: of our own two it needs neither words nor bindings."""
        px = look().px
        if "padding" not in ignored_consts:
            self.padding = px(12), px(4 if look().text_scale == 1 else 2)
        if "spacing" not in ignored_consts:
            self.spacing = px(8)
        super().apply_class_lang_rules(root=root, ignored_consts=ignored_consts, rule_children=rule_children)

    def dress(self, *_: object) -> None:
        """Put icon and words in place and colour everything by ``kind``."""
        the = look()
        ground, ink = {
            "primary": (the.colour("primary"), the.colour("on_primary")),
            "chosen": (the.colour("primary"), the.colour("on_primary")),
            "raised": (the.colour("raised"), the.colour("text")),
            "plain": ((0, 0, 0, 0), the.colour("text")),
        }[self.kind]
        if self.disabled:
            ground, ink = (*ground[:3], ground[3] * 0.4), (*ink[:3], 0.4)
        self.fill = ground
        self.rim = (0, 0, 0, 0) if self.kind in ("primary", "chosen", "plain") else the.colour("line", 0.45)
        self.rim_width = 1
        self.orientation = "vertical" if self.stacked else "horizontal"
        if self.stacked:
            self.padding, self.spacing = [the.px(4), the.px(6)], the.px(2)
        self._dress_icon(ink)
        self._dress_words(ink)

    def _dress_icon(self, ink: tuple[float, ...]) -> None:
        if not self.icon:
            if self._icon is not None:
                self.remove_widget(self._icon)
                self._icon = None
            return
        if self._icon is None:
            self._icon = Icon()
            self.add_widget(self._icon, index=len(self.children))
        self._icon.name, self._icon.tint, self._icon.side = self.icon, ink, self.side
        px = look().px
        self._icon.size_hint = (1, None) if self.stacked or not self.text else (None, 1)
        self._icon.size = (px(self.side), px(self.side))
        self._icon.pos_hint = {"center_y": 0.5}

    def _dress_words(self, ink: tuple[float, ...]) -> None:
        if not self.text:
            if self._words is not None:
                self.remove_widget(self._words)
                self._words = None
            return
        if self._words is None:
            self._words = Words(role=self.role, weight=self.weight)
            self.add_widget(self._words)
        self._words.text, self._words.tint = self.text, ink
        self._words.role, self._words.weight = self.role, self.weight
        self._words.halign = "left" if self.icon and not self.stacked else self.halign
        self._balance()

    def width_for_words(self) -> float:
        """How wide it must be, px, to hold its words in one line: words wrap where they must, but never shrink."""
        return line_width(self.text, FONTS[self.weight], look().type_px(self.role)) + look().px(32)

    def width_for_longest_word(self) -> float:
        """How wide it must be, px, for its words to stand below each other beside its icon."""
        px, size = look().px, look().type_px(self.role)
        longest = max((line_width(word, FONTS[self.weight], size) for word in self.text.split()), default=0.0)
        return float(longest) + px(32) + (px(self.side) + px(8) if self.icon else 0.0)

    def _balance(self, *_: object) -> None:
        """Icon and words side by side stand in the middle together."""
        if self._icon is None or self._words is None or self.stacked:
            return
        px = look().px
        natural = line_width(self.text, self._words.font_name, self._words.font_size)
        needed = px(self.side) + px(8) + natural + px(4)
        side = max(px(12), (self.width - needed) / 2)
        margin = px(4 if look().text_scale == 1 else 2)  # two lines of large words need the room
        self.padding = [side, margin, px(8), margin]

    def _draw_over(self, *_: object) -> None:
        """The glow of a tap and the ring of the key focus, from when one of them is first seen."""
        focused = self.focus and App.get_running_app().keys_used
        if self._touch_marks is None:
            if not (focused or self.glow > 0):
                return
            self._touch_marks = BorderQuad(self.canvas.after), BorderQuad(self.canvas.after)  # the ring above the glow
            for name in ("pos", "size"):
                self.fbind(name, self._draw_over)
        px = look().px
        radius = max(1, min(round(px(self.radius)), int(min(self.size) / 2) - 1))
        area, border = (self.x, self.y, self.width, self.height), masks.rounded_border(radius)
        ring, glow = self._touch_marks
        if self.glow > 0:
            glow.show(area, border, masks.rounded(radius), (*look().colour("text")[:3], 0.18 * self.glow))
        else:
            glow.hide()
        if focused:
            ring.show(area, border, masks.rounded_line(radius, px(3)), look().colour("warn"))
        else:
            ring.hide()

    def on_press(self) -> None:
        """Show at once that the tap was taken."""
        Animation.cancel_all(self, "glow")
        self.glow = 1

    def on_release(self) -> None:
        """Let the tap fade."""
        Animation(glow=0, duration=look().motion.touch / 1000).start(self)

    def on_touch_up(self, touch: ScreenTouch) -> bool:
        """A finger that slid away lets go without a release; so does one that dragged the list that it stands in."""
        if touch.grab_current is self and self._dragged_along(touch):
            touch.ungrab(self)
            self._do_release()
            taken = True
        else:
            taken = bool(super().on_touch_up(touch))
        if self.glow == 1:
            self.glow = 0
        return taken

    def _dragged_along(self, touch: ScreenTouch) -> bool:
        """Kivy takes a finger that is slow to move for a tap; in a list that scrolls it is one only where it stayed."""
        window, holder = self.get_root_window(), self.parent
        while isinstance(holder, Widget) and not isinstance(holder, ScrollView):
            holder = holder.parent if holder.parent is not holder else None
        if window is None or not isinstance(holder, ScrollView):
            return False
        away_x = abs(touch.sx - touch.osx) * window.width if holder.do_scroll_x else 0.0
        away_y = abs(touch.sy - touch.osy) * window.height if holder.do_scroll_y else 0.0
        return bool(max(away_x, away_y) > look().px(DRAG_DP))

    def keyboard_on_key_down(self, window: object, keycode: tuple[int, str], text: str, modifiers: list[str]) -> bool:
        """Enter and space tap it; Tab goes on."""
        if keycode[1] in ("enter", "numpadenter", "spacebar"):
            self.trigger_action(0.1)
            return True
        return bool(super().keyboard_on_key_down(window, keycode, text, modifiers))


def alone_in_the_middle(text: str) -> Widget:
    """Words that have a screen's whole middle to themselves."""
    row = BoxLayout(padding=look().px(64))
    row.add_widget(Words(text=text, role="ribbon", halign="center"))
    return row
