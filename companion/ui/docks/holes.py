"""Turns that no longer count after a correction, in words and pictures: a tap tells one again, or leaves it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.rewriting import HoleView, phrase_of
from companion.session.views import AnyView
from companion.ui.docks.numbered_alike import numbered_alike
from companion.ui.kit.base import Icon, Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockStrip, title_row
from companion.ui.kit.face import AnyFace
from companion.ui.kit.players import Badge
from games.any_game import AnyRecord
from games.record import HoleKind

PICTURE_DP = 96
HOLE_DP, HOLE_COMPACT_HIGH_DP = (340, 120), 64


def hole_words(view: HoleView, face: AnyFace) -> str:
    """The sentence: "Ben's turn 6: lay it again"."""
    return say(phrase_of(view, lays=face.lays_pieces), look().language)


def hole_picture(record: AnyRecord, index: int, face: AnyFace) -> Widget:
    """What was told in the turn with the hole, where there is a picture of it; else a question mark."""
    turn = record.line[index].turn
    places = [place for place in range(len(record.line)) if place == index or record.line[place].turn == turn]
    line = list(record.line)
    for place in places:
        line[place] = replace(line[place], action=record.action_at(place))
    with_holes_filled = replace(record, line=tuple(line))
    shown = [place for place in places if face.is_moment(line[place])]
    if index not in shown and shown:
        index = max((place for place in shown if place < index), default=shown[0])
    return face.moment(with_holes_filled, index) if shown else Icon(name="question", ink="warn", side=look().px(48))


class HolePicture(FloatLayout):
    """The picture of a turn that does not count: faded, with who should tell it again."""

    def __init__(
        self, record: AnyRecord, view: HoleView, face: AnyFace, letters: Sequence[str], **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        picture = hole_picture(record, view.index, face)
        picture.opacity = 0.55
        picture.pos_hint, picture.size_hint = {"x": 0, "y": 0}, (1, 1)
        self.add_widget(picture)
        side = the.px(32)
        if view.seat is not None:
            colour = record.setup.seats[view.seat].colour
            self.add_widget(
                Badge(
                    colour=colour,
                    letter=letters[view.seat],
                    size_hint=(None, None),
                    size=(side, side),
                    pos_hint={"x": 0, "top": 1},
                )
            )


class HoleTap(Tap):
    """One turn with a hole: its picture, and beside it a ``sentence`` and why, which need so much height (px)."""

    needed_height = NumericProperty(0)

    def __init__(
        self, record: AnyRecord, view: HoleView, face: AnyFace, letters: Sequence[str], sentence: str, **kwargs: object
    ) -> None:
        self.hole = view
        super().__init__(**kwargs)
        the = look()
        self.orientation = "horizontal"
        self.padding, self.spacing = [the.px(8)] * 4, the.px(10)
        self.fill, self.rim, self.rim_width = the.colour("surface"), the.colour("warn"), 2
        if not the.compact and the.text_scale == 1:  # large words need the room
            side = the.px(PICTURE_DP)
            shown = HolePicture(record, view, face, letters, size_hint=(None, None), size=(side, side))
            shown.pos_hint = {"center_y": 0.5}
            self.add_widget(shown)
        column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(4), pos_hint={"center_y": 0.5})
        column.bind(minimum_height=self._take_needs)
        column.add_widget(Words(text=sentence, role="label", weight="bold", fit="wrap"))
        why = say(view.hole.why, the.language) if view.hole.why is not None else ""
        column.add_widget(Words(text=why, role="least", ink="text2", fit="wrap"))
        self.add_widget(column)

    def _take_needs(self, column: BoxLayout, height: float) -> None:
        column.height = height
        self.needed_height = height + self.padding[1] + self.padding[3]

    def dress(self, *_: object) -> None:
        """Built whole at once."""


def hole_strip(entries: Sequence[Widget], taps: Sequence[HoleTap], item_dp: tuple[float, float]) -> DockStrip:
    """Turns with holes beside or below each other, ``item_dp`` large or as high as the words in ``taps`` need."""
    strip = DockStrip(entries, item_dp)
    for one in taps:
        one.bind(needed_height=lambda *_: strip.give_height(max(tap.needed_height for tap in taps)))
    return strip


class HolesDock(Dock):
    """Every turn that waits to be told again. ``fill`` and ``leave_out`` are called with its place in the line."""

    height_dp = 232
    takes_height = True
    takes_side = True

    def __init__(
        self,
        record: AnyRecord,
        view: AnyView,
        face: AnyFace,
        letters: Sequence[str],
        *,
        fill: Callable[[int], None],
        leave_out: Callable[[int], None],
        close: Callable[[], None],
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        shown = [one for one in view.holes if one.waits and one.hole.kind is not HoleKind.HELD]
        held = sum(one.hole.kind is HoleKind.HELD for one in view.holes)
        title = words("app.holes", turns=len(shown))
        if held:
            title += " " + words("app.holes_held", turns=held)
        self.add_widget(title_row(title, close))
        entries, taps = [], []
        for one, sentence in zip(shown, numbered_alike([hole_words(one, face) for one in shown]), strict=True):
            entry = BoxLayout(spacing=the.px(8))
            tap = HoleTap(record, one, face, letters, sentence)
            tap.bind(on_release=lambda tap: fill(tap.hole.index))
            entry.add_widget(tap)
            taps.append(tap)
            out = Tap(icon="trash", text=words("app.leave_out"), stacked=True, role="least", side=24)
            small = the.compact or the.text_scale > 1  # the words of the turn need the room
            if small:
                out.text, out.stacked = "", False
            out.size_hint_x, out.width = None, the.px(56 if small else 88)
            out.bind(on_release=lambda _, one=one: leave_out(one.index))
            entry.add_widget(out)
            entries.append(entry)
        high = HOLE_COMPACT_HIGH_DP if the.compact else HOLE_DP[1]  # and as high as their words need
        self.add_widget(hole_strip(entries, taps, (HOLE_DP[0] + 96, high)))
