"""Players as they are told apart: badge, letter, colour; and the card with the big score."""

from __future__ import annotations

from functools import lru_cache

from kivy.animation import Animation
from kivy.core.text import Label as CoreLabel
from kivy.graphics import BorderImage, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.kit.base import Panelled, Tap, look
from companion.ui.kit.pictures import masks
from companion.ui.kit.theme import PLAYERS, PlayerPaint, rgba
from companion.ui.kit.unscaled_number import unscaled_number

# How far below the middle a letter stands in a badge, and how large it may be, as shares of the side.
_LETTER_DROP = {"triangle": 0.14, "star": 0.03}
_LETTER_SIZE = {
    "circle": 0.62,
    "square": 0.66,
    "hexagon": 0.6,
    "diamond": 0.5,
    "plus": 0.52,
    "star": 0.46,
    "triangle": 0.46,
}
_NARROWER = (1.0, 0.86, 0.74, 0.64, 0.56)  # of its type, before a name is shortened
_SHORTENED, _BESIDE = 0.74, 0.74  # of its type: a name that is shortened all the same, and the least beside a badge
BADGE_COMPACT_DP = 28  # of the badge on a small card
MARGIN_PX = 3  # that kivy keeps free in a line before it shortens it


@lru_cache(512)
def letter_texture(letter: str, size_px: float, weight: str = "LatoBlack") -> Texture:
    """The letter as a white texture."""
    label = CoreLabel(text=letter, font_size=size_px, font_name=weight, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


@lru_cache(512)
def line_texture(text: str, size_px: float, width: int, weight: str) -> Texture:
    """One line of text no wider than ``width`` px, shortened with an ellipsis, as a white texture."""
    label = CoreLabel(
        text=text, font_size=size_px, font_name=weight, text_size=(width, None), shorten=True, max_lines=1,
        shorten_from="right",
    )  # fmt: skip
    label.refresh()
    return label.texture


RIM_SHARE = 0.07  # of a badge's side
LETTER_LEAST_DP = 14  # of a badge whose letter can be read


def draw_badge(
    colour: str, letter: str, x: float, y: float, side: float, *, rim: tuple[float, ...] | None = None
) -> None:
    """Draw a badge into the open canvas: rim in text colour, fill, letter. ``x, y`` is its lower left corner, px."""
    paint = PLAYERS[colour]
    side = round(side)
    if side < 4:
        return
    pos, size = (round(x), round(y)), (side, side)
    Color(*(rim or look().colour("text")))
    Rectangle(pos=pos, size=size, texture=masks.badge(paint.badge, side))
    Color(*rgba(paint.fill))
    thick = min(look().px(2), max(1.0, RIM_SHARE * side))  # of a small one the colour is what is seen
    Rectangle(pos=pos, size=size, texture=masks.badge_inside(paint.badge, side, thick))
    if letter and side >= look().px(LETTER_LEAST_DP):
        draw_letter(letter, paint, pos, side)


def draw_letter(letter: str, paint: PlayerPaint, pos: tuple[float, float], side: float) -> None:
    """The letter in the middle of a badge."""
    room = _LETTER_SIZE[paint.badge] * side * (0.74 if len(letter) > 1 else 1)
    texture = letter_texture(letter, room)
    Color(*rgba(paint.letter))
    width, height = texture.size
    drop = _LETTER_DROP.get(paint.badge, 0) * side
    Rectangle(
        pos=(round(pos[0] + (side - width) / 2), round(pos[1] + (side - height) / 2 - drop)),
        size=(width, height),
        texture=texture,
    )


class Badge(Widget):
    """A player's badge with the letter."""

    colour = StringProperty("red")
    letter = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, colour=self._draw, letter=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        side = min(self.size)
        self.canvas.clear()
        with self.canvas:
            draw_badge(
                self.colour,
                self.letter,
                (self.x + self.width / 2) - side / 2,
                (self.y + self.height / 2) - side / 2,
                side,
            )


class PlayerCard(Tap):
    """Name, badge, score. The card of whose turn it is is filled with the player's colour.

    Attributes:
        name, colour, letter: who.
        score: the score to be shown at the end of counting up; ``shown`` is what stands there now.
        active: whose turn it is.
        detail: a line below the name, such as how many followers are at hand.
        gain: what the proposal would bring, shown beside the score; 0 for nothing.
        crowned: leads (final scoring and result).
    """

    name = StringProperty("")
    colour = StringProperty("red")
    letter = StringProperty("")
    score = unscaled_number(0)
    shown = unscaled_number(0)
    active = BooleanProperty(False)
    detail = StringProperty("")
    detail_icon = StringProperty("")
    gain = unscaled_number(0)
    bar_width = unscaled_number(16)
    score_role = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.shown = self.score
        with self.canvas:
            pass
        for name in ("pos", "size", "name", "colour", "letter", "shown", "active", "detail", "gain", "score_role"):
            self.fbind(name, self._draw)
        self.fbind("score", self._count_up)
        self._draw()

    def dress(self, *_: object) -> None:
        """Drawn whole in :meth:`_draw`."""

    def _count_up(self, *_: object) -> None:
        Animation.cancel_all(self, "shown")
        duration = look().motion.count_up / 1000
        if duration == 0:
            self.shown = self.score
        else:
            Animation(shown=self.score, duration=duration, t="out_quad").start(self)

    def _draw(self, *_: object) -> None:
        the, paint = look(), PLAYERS[self.colour]
        px = the.px
        ink = rgba(paint.letter) if self.active else the.colour("text")
        faint = ink if self.active else the.colour("text2")
        self.radius = 16
        self.fill = rgba(paint.fill) if self.active else the.colour("surface")
        self.rim = the.colour("text") if self.active else the.colour("line", 0.35)
        self.rim_width = 2 if self.active else 1
        self.canvas.clear()
        if min(self.size) < 8:
            return
        with self.canvas:
            left = self.x + px(12)
            if not self.active:
                left = self._draw_bar(paint) + px(10)
            low = the.compact and self._stands_low(left)
            above, below = self._draw_score(ink, low=low)
            self._draw_who(left, above, below, ink, faint, low=low)

    def _draw_bar(self, paint: PlayerPaint) -> float:
        px = look().px
        width, inset = px(self.bar_width), px(6)
        pos, size = (self.x + inset, self.y + inset), (width, self.height - 2 * inset)
        radius = max(1, int(min(size) / 2) - 1)
        border = masks.rounded_border(radius)
        Color(*rgba(paint.fill))
        BorderImage(pos=pos, size=size, border=border, texture=masks.rounded(radius))
        Color(*look().colour("text"))
        BorderImage(pos=pos, size=size, border=border, texture=masks.rounded_line(radius, px(2)))
        return float(self.x + inset + width)

    def _score_texture(self) -> Texture:
        role = self.score_role or ("score_active" if self.active else "score")
        return letter_texture(str(round(self.shown)).replace("-", "−"), look().type_px(role))

    def _stands_low(self, left: float) -> bool:
        """On a small card the name stands beside the badge, or in the line below where a large score, or what a
        proposal brings, leaves it no room there."""
        px = look().px
        if self.gain and not self.active:
            return True
        free = self.x + self.width - px(14) - self._score_texture().width - px(8) - (left + px(BADGE_COMPACT_DP + 6))
        share = _BESIDE if self.active else _NARROWER[-1]
        return bool(letter_texture(self.name, look().type_px("body") * share, "LatoBold").width + MARGIN_PX > free)

    def _draw_score(self, ink: tuple[float, ...], *, low: bool) -> tuple[float, float]:
        """The score and what a proposal brings; returns how far what stands above may reach, and the name below."""
        the = look()
        texture = self._score_texture()
        width, height = texture.size
        right = (self.x + self.width) - the.px(14)
        Color(*ink)
        Rectangle(
            pos=(round(right - width), round((self.y + self.height / 2) - height / 2)),
            size=(width, height),
            texture=texture,
        )
        left: float = right - width
        free = right if self._name_below else left
        if self.gain and low:
            self._draw_gain(left + the.px(2), share=0.85, high=True)
        elif self.gain:
            free = self._draw_gain(right + the.px(6) if self._name_below else left)
        return left, free

    @property
    def _name_below(self) -> bool:
        """On a high card the name has the line below the score to itself, but for what a proposal brings."""
        return bool(self.active and self.height > look().px(150))

    def _draw_gain(self, left: float, *, share: float = 1.1, high: bool = False) -> float:
        """What the proposal brings, to the left of ``left``, in that share of the usual type; returns where that
        begins."""
        the = look()
        texture = letter_texture(f"+{self.gain}".replace("+-", "−"), the.type_px("body") * share)
        pad = the.px(8 if not high else 5)
        width, height = texture.width + 2 * pad, texture.height + the.px(2)
        up = self.height - height - the.px(8) if high else the.px(12 if self.active else 8)
        pos = (round(left - width - the.px(6)), round(self.y + up))
        radius = int(height / 2) - 1
        Color(*the.colour("bg"))
        BorderImage(pos=pos, size=(width, height), border=masks.rounded_border(radius), texture=masks.rounded(radius))
        Color(*the.colour("text"))
        BorderImage(
            pos=pos,
            size=(width, height),
            border=masks.rounded_border(radius),
            texture=masks.rounded_line(radius, the.px(2)),
        )
        Rectangle(pos=(pos[0] + pad, pos[1] + the.px(1)), size=texture.size, texture=texture)
        return float(pos[0])

    def _draw_who(
        self, left: float, above: float, below: float, ink: tuple[float, ...], faint: tuple[float, ...], *, low: bool
    ) -> None:
        """Badge, name and detail: what stands above reaches to ``above``, the name below to ``below``."""
        the = look()
        px = the.px
        side = px(BADGE_COMPACT_DP if the.compact else 56 if self._name_below else 38)
        top = (self.y + self.height) - px(8 if the.compact else 12)
        draw_badge(self.colour, self.letter, left, top - side, side)
        name_px = the.type_px("body") * (1.15 if self.active and not the.compact else 1)
        if the.compact and low:
            self._draw_name_low(left, above, name_px, ink)
            return
        if the.compact:
            free = above if self.active else below
            self._draw_line(self.name, name_px, left + side + px(6), top - side / 2, free - px(8), ink, middle=True)
            if self.active:
                self._draw_detail(left, self.y + px(6), below, faint)
            return
        room, bottom, beside = below - px(8), self.y + px(12), left + side + px(10)
        if self._name_below and not self.gain and beside + self._detail_width > above - px(4):
            room = self._draw_detail_below(bottom, faint)
        else:
            self._draw_detail(beside, top - side / 2 - the.type_px("label") * 0.6, above - px(4), faint)
        self._draw_line(self.name, name_px, left, bottom, room, ink)

    def _draw_name_low(self, left: float, above: float, name_px: float, ink: tuple[float, ...]) -> None:
        """The line at the foot of a small card: of whoever is to move, below the score too, with what is at hand."""
        px = look().px
        if self.active:
            bottom = self.y + px(3)
            self._draw_line(self.name, name_px, left, bottom, self._draw_detail_below(bottom, ink), ink)
        else:
            self._draw_line(self.name, name_px * _SHORTENED, left, self.y + px(2), above - px(6), ink)

    @property
    def _detail_width(self) -> float:
        the = look()
        icon = the.type_px("label") + the.px(4) if self.detail_icon else 0.0
        return icon + float(letter_texture(self.detail, the.type_px("label"), "LatoBold").width) if self.detail else 0.0

    def _draw_detail_below(self, y: float, ink: tuple[float, ...]) -> float:
        """At the end of the line below; returns where what stands before it has to end."""
        right = self.x + self.width - look().px(12)
        if not self.detail:
            return float(right)
        x = right - self._detail_width
        self._draw_detail(x, y, right + look().px(8), ink)
        return float(x - look().px(8))

    def _draw_detail(self, x: float, y: float, right: float, ink: tuple[float, ...]) -> None:
        the = look()
        if not self.detail:
            return
        if self.detail_icon:
            side = round(the.type_px("label"))
            Color(*ink)
            Rectangle(
                pos=(round(x), round(y + the.px(2))), size=(side, side), texture=masks.icon(self.detail_icon, side)
            )
            x += side + the.px(4)
        self._draw_line(self.detail, the.type_px("label"), x, y, right, ink, weight="LatoBold")

    def _draw_line(
        self,
        text: str,
        size_px: float,
        x: float,
        y: float,
        right: float,
        ink: tuple[float, ...],
        *,
        weight: str = "LatoBold",
        middle: bool = False,
    ) -> None:
        if right - x < 4:
            return
        room = right - x - MARGIN_PX
        fitting = (one for one in _NARROWER if letter_texture(text, size_px * one, weight).width <= room)
        texture = line_texture(text, size_px * next(fitting, _SHORTENED), round(right - x), weight)
        Color(*ink)
        height = texture.height
        Rectangle(pos=(round(x), round(y - height / 2 if middle else y)), size=texture.size, texture=texture)


LEAST_BADGES = 0.6  # of their usual size, badges in a line that is short


class BadgeRow(Panelled):
    """A few badges with scores and names in one line, as on the resume card: ``entries`` are (colour, letter, text),
    where after two spaces the text may have what is left out in all of them if the line has no room for it."""

    entries = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, entries=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        the = look()
        self.canvas.clear()
        side = min(self.height, the.px(36))
        x, size = self.x, the.type_px("body")
        texts = [text for _, _, text in self.entries]
        room = self.width + the.px(16) - len(texts) * (side + the.px(22))
        if sum(letter_texture(text, size, "LatoBold").width for text in texts) > room:
            texts = [text.split("  ")[0] for text in texts]
            # Nobody is left out: all of them are a little smaller where the line is too short for them.
            wide = sum(letter_texture(text, size, "LatoBold").width for text in texts)
            smaller = max(LEAST_BADGES, min(1.0, (self.width + the.px(16)) / (wide + len(texts) * (side + the.px(22)))))
            side, size = side * smaller, size * smaller
        gaps = the.px(6) * side / max(1.0, min(self.height, the.px(36)))
        with self.canvas:
            for (colour, letter, _), text in zip(self.entries, texts, strict=True):
                draw_badge(colour, letter, x, (self.y + self.height / 2) - side / 2, side)
                texture = letter_texture(text, size, "LatoBold")
                Color(*the.colour("text"))
                Rectangle(
                    pos=(round(x + side + gaps), round((self.y + self.height / 2) - texture.height / 2)),
                    size=texture.size,
                    texture=texture,
                )
                x += side + texture.width + gaps * 22 / 6
