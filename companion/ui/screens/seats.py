"""The drawn table with its places to tap, and the colours of its people."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import BorderImage, Color
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.session.seating import PLACES, Sitter
from companion.ui.kit.base import Icon, Tap, Words, look
from companion.ui.kit.measured import text_size
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import Badge, draw_badge
from companion.ui.kit.theme import badge_letters, rgba

# The middle of each place around the table, as shares of the drawing.
_AROUND = ((0.28, 0.88), (0.72, 0.88), (0.92, 0.5), (0.72, 0.12), (0.28, 0.12), (0.08, 0.5))

LEAST_UPRIGHT = 1200  # dp: height of an upright screen that has room for the table above the letters


def letters_need_the_room(height_px: float) -> bool:
    """Whether letters take the drawn table's place while somebody is named, on a screen of this height: on a small one,
    and on a low upright one, where they would be lower than a finger needs."""
    the = look()
    return the.compact or (the.portrait and height_px < the.px(LEAST_UPRIGHT))


class TableDrawing(FloatLayout):
    """The table from above with its places."""

    seating = ObjectProperty(None)
    chosen = NumericProperty(-1)
    on_place: Callable[[int], None] | None = None

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._ground = Widget(pos_hint={"x": 0, "y": 0})
        self.add_widget(self._ground)
        self._taps = []
        for place in range(PLACES):
            tap = PlaceTap(place=place)
            tap.bind(on_release=self._tapped)
            self._taps.append(tap)
            self.add_widget(tap)
        self.bind(size=self.draw, pos=self.draw)
        self.draw()

    def _tapped(self, tap: PlaceTap) -> None:
        if self.on_place is not None:
            self.on_place(tap.place)

    def draw(self, *_: object) -> None:
        """The table top, and who sits where."""
        the = look()
        width, height = self.size
        card = (min(the.px(184), width * 0.27), min(the.px(112), height * 0.26))
        self._ground.canvas.clear()
        beside = max(width * 0.2, card[0] + the.px(10))  # the places at the narrow ends stand free of the table
        x, y = self.x + beside, self.y + height * 0.25
        size = (width - 2 * beside, height * 0.5)
        radius = round(the.px(40))
        with self._ground.canvas:
            Color(*rgba("#6B4A33"))
            border = masks.rounded_border(radius)
            BorderImage(pos=(x, y), size=size, border=border, texture=masks.rounded(radius))
            Color(*rgba("#8A6243"))
            inset = the.px(8)
            BorderImage(
                pos=(x + inset, y + inset),
                size=(size[0] - 2 * inset, size[1] - 2 * inset),
                border=border,
                texture=masks.rounded(radius),
            )
        taken = self.seating.taken
        names = [sitter.name for sitter in self.seating.sitters]
        letters = dict(zip(taken, badge_letters(names), strict=True))
        for tap, (u, v) in zip(self._taps, _AROUND, strict=True):
            tap.size_hint, tap.size = (None, None), card
            centre = min(max(u * width, card[0] / 2), width - card[0] / 2)
            tap.pos = (self.x + centre - card[0] / 2, self.y + v * height - card[1] / 2)
            tap.chosen = tap.place == self.chosen
            starts = len(taken) > 1 and tap.place == taken[0]
            tap.show(self.seating.at[tap.place], letters.get(tap.place, ""), starts=starts)


class PlaceTap(Tap):
    """One place at the table."""

    def __init__(self, *, place: int, **kwargs: object) -> None:
        self.place, self.chosen = place, False
        super().__init__(**kwargs)
        self.orientation = "vertical"

    def dress(self, *_: object) -> None:
        """Filled by :meth:`show`."""

    def show(self, sitter: Sitter | None, letter: str, *, starts: bool) -> None:
        """Who sits here, or that the place is free."""
        the = look()
        self.clear_widgets()
        self.padding, self.spacing = [the.px(4), the.px(8), the.px(4), the.px(8)], the.px(2)
        self.fill = the.colour("raised" if sitter is not None else "surface")
        self.rim = the.colour("text") if self.chosen else the.colour("line", 0.6)
        self.rim_width = 3 if self.chosen else 1
        self.shade = sitter is not None
        if sitter is None:
            self.add_widget(Widget())
            self.add_widget(Icon(name="person_add", ink="text2", side=36, pos_hint={"center_x": 0.5}))
            self.add_widget(Widget())
            return
        row = BoxLayout()
        row.add_widget(Widget())
        badge = Badge(colour=sitter.colour, letter=letter, size_hint=(None, None), size=(the.px(52), the.px(52)))
        row.add_widget(badge)
        if starts:
            row.add_widget(Icon(name="crown", side=26, pos_hint={"center_y": 0.5}))
        row.add_widget(Widget())
        self.add_widget(row)
        room = self.width - self.padding[0] - self.padding[2]
        roles = ("body", "label", "least")  # a name is never cut: it is written smaller where it is long
        role = next((one for one in roles if text_size(sitter.name, the.type_px(one), "bold")[0] <= room), roles[-1])
        name = Words(text=sitter.name, role=role, weight="bold", halign="center", fit="line")
        name.size_hint_y, name.height = None, the.px(34)
        self.add_widget(name)


class ColourTap(Tap):
    """A colour of pieces to choose: its badge, ringed when chosen."""

    chosen = BooleanProperty(False)

    def __init__(self, *, colour: str, chosen: bool, **kwargs: object) -> None:
        self.colour = colour
        super().__init__(**kwargs)
        self.chosen = chosen
        self.bind(pos=self._draw, size=self._draw, chosen=self._draw)

    def dress(self, *_: object) -> None:
        """Drawn in :meth:`_draw`."""

    def _draw(self, *_: object) -> None:
        the = look()
        side = min(self.width, self.height) * 0.76
        self.rim, self.rim_width = (the.colour("text"), 3) if self.chosen else ((0, 0, 0, 0), 1)
        self.canvas.clear()
        if side < 8:
            return
        with self.canvas:
            draw_badge(self.colour, "", self.x + (self.width - side) / 2, self.y + (self.height - side) / 2, side)
