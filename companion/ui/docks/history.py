"""History: every moment as a picture with who scored; drag, and the board follows; play on from any of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kivy.graphics import BorderImage, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.proposing import view_of
from companion.ui.docks.holes import hole_picture
from companion.ui.kit.base import Tap, Words, look
from companion.ui.kit.dock import Dock
from companion.ui.kit.face import AnyFace
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.measured import shortened, text_size
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.players import draw_badge, letter_texture
from companion.ui.table.telling import joined_deeds
from games.any_game import AnyRecord
from games.game import Phrase
from vision.frames import Picture

PHOTO_DP, PHOTO_COMPACT_DP = 160, 112  # how wide a moment is
COMPACT_DP = 128  # how high the strip is on a small tablet, large print or not: the board above it is what it is about
GAP_DP = 8  # between two
PADDING_DP = 6  # of each
MOST_LINES = 2  # of what was done


class HistoryDock(Dock):
    """A strip of moments. ``pick`` is called with the index of a moment's last action whenever another is chosen.

    However long a game was, only what is in sight is built: it is open at once.
    """

    height_dp = 176
    lies_flat = True
    leaves_board = True

    def __init__(
        self,
        record: AnyRecord,
        face: AnyFace,
        letters: Sequence[str],
        *,
        photo: Callable[[int], Picture | None],
        pick: Callable[[int], None],
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.padding = [the.px(12), the.px(6 if the.compact else 14)]
        if the.compact:
            self.height_dp = round(COMPACT_DP / the.text_scale)
        self._record, self._face, self._letters = record, face, letters
        self._photo, self._pick = photo, pick
        self._dragging = False
        self.moments = moments_of(record, face)
        self.built: dict[int, MomentTap] = {}
        self._step = the.px((PHOTO_COMPACT_DP if the.compact else PHOTO_DP) + GAP_DP)
        self._row = FloatLayout(size_hint_x=None, width=max(0.0, len(self.moments) * self._step - the.px(GAP_DP)))
        self._scroll = ScrollView(do_scroll_y=False, bar_width=0, scroll_type=["content"], effect_cls="ScrollEffect")
        self._scroll.add_widget(self._row)
        self._scroll.bind(scroll_x=self._follow, size=self._build_seen)
        self._scroll.fbind("scroll_x", self._build_seen)
        self._row.bind(pos=self._build_seen, height=self._build_seen)
        self.add_widget(self._scroll)
        self.chosen = len(self.moments) - 1
        self._scroll.scroll_x = 1.0

    def _build_seen(self, *_: object) -> None:
        """Build the moments that are in sight, and one on each side."""
        left = self._scroll.scroll_x * max(0.0, self._row.width - self._scroll.width)
        first = max(0, int(left / self._step) - 1)
        last = min(len(self.moments), int((left + self._scroll.width) / self._step) + 2)
        for number in range(first, last):
            if number not in self.built:
                self.built[number] = moment = self._moment(number)
                self._row.add_widget(moment)
        for number, moment in self.built.items():
            moment.pos = (self._row.x + number * self._step, self._row.y)
            moment.size = (self._step - look().px(GAP_DP), self._row.height)

    def _moment(self, number: int) -> MomentTap:
        record, (first, last) = self._record, self.moments[number]
        picture = self._photo(last)
        if record.line[first].hole is not None:
            shown: Widget = hole_picture(record, first, self._face)
            shown.opacity = 0.45
        else:
            shown = StillPicture(picture=picture) if picture is not None else self._face.moment(record, first)
        text, gains = deeds_of_moment(record, self._face, first, last), gains_of(record, first, last)
        moment = MomentTap(number, shown, record, self._letters, gains, text, chosen=number == self.chosen)
        moment.bind(on_release=lambda moment: self.choose(moment.number))
        return moment

    def choose(self, number: int) -> None:
        """Show this moment on the board."""
        if not 0 <= number < len(self.moments) or number == self.chosen:
            return
        self.chosen = number
        self._mark()
        self._pick(self.moments[number][1])

    def _follow(self, *_: object) -> None:
        """While the strip is dragged the board shows the moment that its scroll stands for."""
        if self._dragging and len(self.moments) > 1:
            self.choose(round(self._scroll.scroll_x * (len(self.moments) - 1)))

    def on_touch_move(self, touch: ScreenTouch) -> bool:
        """From here on the strip is dragged, and what scrolls it later still belongs to the drag."""
        self._dragging = True
        return bool(super().on_touch_move(touch))

    def _mark(self) -> None:
        for moment in self.built.values():
            moment.chosen = moment.number == self.chosen
            moment.draw_mark()


class MomentTap(Tap):
    """One moment: picture, whose it was with the points, and below what was done."""

    def __init__(
        self,
        number: int,
        picture: Widget,
        record: AnyRecord,
        letters: Sequence[str],
        gains: dict[int, int | None],
        text: str,
        *,
        chosen: bool,
        **kwargs: object,
    ) -> None:
        self.number, self.chosen, self.deeds = number, chosen, text
        self._seats, self._letters, self._gains = record.setup.seats, letters, gains
        super().__init__(**kwargs)
        the = look()
        self.size_hint = (None, None)
        self.fill, self.radius, self.orientation = the.colour("surface"), 8, "vertical"
        frame = FloatLayout()
        picture.pos_hint = {"x": 0, "y": 0}
        frame.add_widget(picture)
        self._over = Widget(pos_hint={"x": 0, "y": 0})
        frame.add_widget(self._over)
        self.add_widget(frame)
        self.padding, self.spacing = [the.px(PADDING_DP)] * 4, the.px(2)
        # All of it stands in the ribbon once the moment is chosen; here the picture keeps its room.
        size = the.type_px("least")
        wide = the.px((PHOTO_COMPACT_DP if the.compact else PHOTO_DP) - 2 * PADDING_DP)
        high = text_size("\n".join(["Äg"] * MOST_LINES), size)[1]  # more than so many lines of their own
        short = shortened(text, size, "regular", (wide, high))
        self.add_widget(Words(text=short, role="least", fit="wrap", halign="center"))
        self._over.bind(pos=self.draw_mark, size=self.draw_mark)

    def dress(self, *_: object) -> None:
        """Built whole at once."""

    def draw_mark(self, *_: object) -> None:
        """The frame of the chosen moment, and who scored how much."""
        the, over = look(), self._over
        over.canvas.clear()
        self.rim, self.rim_width = (the.colour("text"), 4) if self.chosen else (the.colour("line", 0.5), 1)
        height = round(the.px(30))
        y = over.y  # a card's name and a place's number stand at its head
        with over.canvas:
            for seat, points in self._gains.items():
                signed = f"{points:+d}".replace("-", "−") if points is not None else ""
                text = letter_texture(signed, the.type_px("label"))
                width = height + (text.width + round(the.px(8)) if signed else 0)
                radius = height // 2 - 1
                Color(*the.colour("bg", 0.9))
                BorderImage(
                    pos=(over.x, y),
                    size=(width, height),
                    border=masks.rounded_border(radius),
                    texture=masks.rounded(radius),
                )
                inset = round(the.px(3))
                draw_badge(self._seats[seat].colour, self._letters[seat], over.x + inset, y + inset, height - 2 * inset)
                Color(*the.colour("text", 1.0 if signed else 0.0))
                _put(text, over.x + height + the.px(2), y + (height - text.height) / 2)
                y += height + round(the.px(2))


def _put(texture: Texture, x: float, y: float) -> None:
    Rectangle(pos=(round(x), round(y)), size=texture.size, texture=texture)


def moments_of(record: AnyRecord, face: AnyFace) -> tuple[tuple[int, int], ...]:
    """First and last action of every moment of the line of play; a turn that does not count is one, too."""
    line = record.line
    starts = [
        index
        for index, step in enumerate(line)
        if index == 0 or face.is_moment(step) or (step.hole is not None and line[index - 1].turn != step.turn)
    ]
    ends = [*(start - 1 for start in starts[1:]), len(record.line) - 1]
    return tuple(zip(starts, ends, strict=True)) if record.line else ()


def deeds_of_moment(record: AnyRecord, face: AnyFace, first: int, last: int) -> str:
    """What was done in a moment, in a few words: "lay and deploy"."""
    deeds: list[Phrase] = []
    for index in range(first, last + 1):
        action = record.line[index].action
        if action is None or (index > first and not face.belongs_to_turn(action)):
            continue
        before = view_of(replace(record, line=record.line[:index]))
        deed = face.deed(before, before.state, action)
        if deed is not None and deed not in deeds:
            deeds.append(deed)
    whole = joined_deeds(deeds)
    return say(whole, look().language) if whole is not None else ""


def gains_of(record: AnyRecord, first: int, last: int) -> dict[int, int | None]:
    """Whose moment it was, first; then everybody who scored in it. None is no score."""
    doer = record.line[first].doer
    gains: dict[int, int | None] = {doer: None} if doer is not None else {}
    gains.update(points_of(record, first, last))
    return gains


def points_of(record: AnyRecord, first: int, last: int) -> dict[int, int]:
    """What each seat scored in a moment, final scoring apart."""
    gains: dict[int, int] = {}
    for step in record.line[first : last + 1]:
        for event in step.events:
            if event.line is not None and not event.line.final:
                gains[event.line.player] = gains.get(event.line.player, 0) + event.line.points
    return gains
