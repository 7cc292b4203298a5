"""How the places of Istanbul lie: a printed layout, one drawn by chance, or the one on the table as the camera reads
it; a broken rule is said at once, with the swap that mends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kivy.graphics import Color, Line, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.titles.registry import game_named
from companion.ui.istanbul.face import ANY_LAYOUT, LAYOUT, layout_from, layout_text
from companion.ui.istanbul.layout_shot import LayoutShot, ReadLayout
from companion.ui.istanbul.pictures import ASPECT, place_texture
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.screen import SideScreen, load_kv
from games.any_game import known_rules
from games.game import Phrase
from games.istanbul.layout import Layout, LayoutFault, faults, mending, random_layout, spots, swapped
from games.istanbul.rules import Istanbul


class IstanbulLayoutScreen(SideScreen):
    """``wishes``: ``layout_of`` (the game's key), ``back`` and ``with``, where to go afterwards."""

    def opened(self) -> None:
        """Begin with what was chosen before, else with the first printed layout."""
        self.game = known_rules(game_named(self.wishes["layout_of"]), Istanbul)
        kept = self.wishes.get("shown") or self._settled.get(LAYOUT)
        self.layout: Layout = layout_from(kept) if kept else next(iter(self.game.layouts().values()))
        self._shot: LayoutShot | None = None
        self._notice: Phrase | None = None
        self.show()

    def closed(self) -> None:
        """Let go of the camera."""
        if self._shot is not None:
            self._shot.close()
            self._shot = None

    def state_to_keep(self) -> Mapping[str, object]:
        """What is shown survives a turn of the tablet."""
        return {"shown": layout_text(self.layout)}

    @property
    def _settled(self) -> dict[str, str]:
        """What was settled for the new game: the layout is kept among it."""
        settled: dict[str, str] = (self.wishes.get("with") or {}).setdefault("settled", {})
        return settled

    @property
    def faults(self) -> tuple[LayoutFault, ...]:
        """Rules that the layout breaks."""
        return faults(self.layout, self.game.layout_rule())

    @property
    def _may_break(self) -> bool:
        """Whether all its faults are about distances: a house rule may let these be."""
        return set(spots(self.layout)) == self.game.layout_rule().numbers and all(one.places for one in self.faults)

    # Showing

    def show(self) -> None:
        """The layout on one side, what can be done on the other."""
        body = self.ids.body
        body.clear_widgets()
        marked = {place for fault in self.faults for place in fault.places}
        panel = Panel(fill=look().colour("surface"))
        panel.add_widget(LayoutPicture(self.layout, marked, pos_hint={"x": 0.03, "y": 0.03}, size_hint=(0.94, 0.94)))
        body.add_widget(panel)
        body.add_widget(self._side())
        self.ids.use.disabled = bool(self.faults) and not self._may_break
        self.ids.use.text = words("istanbul.use_broken_layout" if self.faults else "istanbul.use_layout")

    def _side(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_x=None)
        column.width = the.px(380 if not the.compact else 250)
        for name, layout in self.game.layouts().items():
            title = words(f"istanbul.layout_{name}")
            column.add_widget(self._tap(title, "table", partial(self.take, layout)))
        column.add_widget(self._tap(words("istanbul.draw_layout"), "shuffle", self.draw))
        column.add_widget(self._tap(words("istanbul.read_layout"), "camera", self.read))
        column.add_widget(self._said())
        swaps = mending(self.layout, self.game.layout_rule())
        if swaps:
            text = say(Phrase.of("istanbul.mend", swaps=tuple(f"{a} ↔ {b}" for a, b in swaps)), the.language)
            column.add_widget(self._tap(text, "swap", self.mend, kind="primary"))
        return column

    def _said(self) -> Words:
        broken = self.faults
        text = " ".join(say(fault.phrase, look().language) for fault in broken)
        if self._notice is not None:
            text = f"{say(self._notice, look().language)} {text}"
        elif not broken:
            text = words("istanbul.layout_right")
        return Words(text=text, role="body", ink="bad" if broken else "text2", valign="top")

    def _tap(self, text: str, icon: str, act: Callable[[], None], *, kind: str = "raised") -> Tap:
        tap = Tap(text=text, icon=icon, kind=kind, size_hint_y=None, height=look().px(68 if not look().compact else 52))
        tap.bind(on_release=lambda _: act())
        return tap

    # What people do

    def take(self, layout: Layout, notice: Phrase | None = None) -> None:
        """Show this layout."""
        self.layout, self._notice = layout, notice
        self.show()

    def draw(self) -> None:
        """One of all that keep the rules."""
        self.take(random_layout(self.game.layout_rule(), self.app.rng))

    def mend(self) -> None:
        """Do the swaps that mend it; people do the same on the table."""
        layout = self.layout
        for one, other in mending(layout, self.game.layout_rule()):
            layout = swapped(layout, one, other)
        self.take(layout)

    def read(self) -> None:
        """The layout on the table."""
        camera = self.app.preferences.camera
        if not camera:
            self.take(self.layout, Phrase.of("istanbul.no_camera"))
            return
        self.closed()
        self._shot = LayoutShot(camera)
        self.take(self.layout, Phrase.of("app.trying_camera"))

    def tick(self, now_ms: int) -> None:
        """Take in what the camera saw."""
        done = self._shot.done if self._shot is not None else None
        if done is not None:
            self._shot = None
            self.heard(done)

    def heard(self, read: ReadLayout) -> None:
        """A layout that was read, as far as it was."""
        cells = [number for row in read.layout for number in row]
        if not cells:
            self.take(self.layout, read.trouble or Phrase.of("istanbul.no_layout"))
        elif 0 in cells:
            self.take(read.layout, Phrase.of("istanbul.unread_cells", count=cells.count(0)))
        elif set(cells) != self.game.layout_rule().numbers:
            self.take(read.layout, Phrase.of("istanbul.another_game_lies", numbers=len(cells)))
        else:
            self.take(read.layout, read.trouble or Phrase.of("istanbul.layout_read"))

    def use(self) -> None:
        """The new game begins with this layout; one that breaks a rule of distance is a house rule."""
        if not self.faults or self._may_break:
            self._settled[LAYOUT] = layout_text(self.layout)
            self._settled[ANY_LAYOUT] = "yes" if self.faults else ""
            self.leave()


class LayoutPicture(Widget):
    """The places as they lie; those that break a rule are ringed, and an unread one is empty."""

    def __init__(self, layout: Layout, marked: set[int], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._layout, self._marked = layout, marked
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        the, gap = look(), look().px(5)
        rows, columns = len(self._layout), len(self._layout[0])
        wide = min((self.width - gap * columns) / columns, (self.height - gap * rows) / rows / ASPECT)
        if wide < 8:
            return
        high = wide * ASPECT
        left = self.x + (self.width - columns * (wide + gap)) / 2
        top = self.y + (self.height + rows * (high + gap)) / 2
        with self.canvas:
            for row, line in enumerate(self._layout):
                for column, number in enumerate(line):
                    pos = (round(left + column * (wide + gap)), round(top - (row + 1) * (high + gap)))
                    if number:
                        Color(1, 1, 1, 1)
                        texture = place_texture(number, round(wide))
                        Rectangle(pos=pos, size=texture.size, texture=texture)
                    if not number or number in self._marked:
                        Color(*the.colour("bad" if number else "line"))
                        Line(rounded_rectangle=(*pos, round(wide), round(high), the.px(8)), width=the.px(3))


load_kv(__file__)
