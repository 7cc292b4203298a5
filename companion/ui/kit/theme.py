"""How Tableside looks: colours, type, space and motion as values. No kivy here, so that every claim can be tested.

Interface colours are cream and ink; strong colour belongs to the players. Lengths are in dp, type in sp, times in ms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

Rgba = tuple[float, float, float, float]

INK = "#17130F"
CREAM = "#F7F0E4"


def rgba(colour: str, alpha: float = 1.0) -> Rgba:
    """``"#RRGGBB"`` as red, green, blue, alpha from 0 to 1 (sRGB)."""
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255, alpha)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, ``"#RRGGBB"``. ``primary`` fills a primary button, ``on_primary`` is its text."""

    name: str
    bg: str
    surface: str
    raised: str
    text: str
    text2: str
    ok: str
    warn: str
    bad: str
    line: str
    primary: str
    on_primary: str


DARK = Palette(
    "dark", "#15110E", "#221D18", "#2F2821", CREAM, "#CFC2AF", "#8FD3A5", "#F2B65A", "#FF8F80", "#968876", CREAM, INK
)
LIGHT = Palette(
    "light",
    "#EFE7D9",
    "#FBF7EF",
    "#FFFFFF",
    "#1F1A15",
    "#574C40",
    "#1F6B3A",
    "#7A4B00",
    "#A3221A",
    "#85786A",
    "#1F1A15",
    "#FBF7EF",
)
PALETTES = {palette.name: palette for palette in (DARK, LIGHT)}
MOST_TITLE_SCALE = 1.1
AS_SYSTEM = "system"  # the theme that the machine itself has


@dataclass(frozen=True, slots=True)
class PlayerPaint:
    """How one colour of pieces is drawn: fill and the letter on it (the same in both themes), the badge that stands for
    it, and the texture that tells it apart where fills alone can't."""

    colour: str
    fill: str
    letter: str
    badge: str
    texture: str


PLAYERS = {
    paint.colour: paint
    for paint in (
        PlayerPaint("red", "#F44839", INK, "circle", "solid"),
        PlayerPaint("yellow", "#F8D64C", INK, "triangle", "dots"),
        PlayerPaint("green", "#5EB98E", INK, "square", "slanted"),
        PlayerPaint("blue", "#4A84E6", INK, "diamond", "level"),
        PlayerPaint("black", "#0D0B0A", CREAM, "plus", "grid"),
        PlayerPaint("pink", "#FCA3D5", INK, "star", "crosses"),
        PlayerPaint("white", "#F7F3EA", INK, "hexagon", "none"),
    )
}


def badge_letters(names: Sequence[str]) -> tuple[str, ...]:
    """The letter on each badge: the initial, two letters where initials collide, the seat's number where even those do.

    >>> badge_letters(["Anna", "Ben", "Bea"])
    ('A', 'Be', 'Be')
    """
    initials = [(name.strip() or "?")[:1].upper() for name in names]
    return tuple(
        initial if initials.count(initial) == 1 else (name.strip() or "?")[:2].capitalize()
        for name, initial in zip(names, initials, strict=True)
    )


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Sizes in sp. Black is used for scores, Bold for title and ribbon, Regular for the rest."""

    score_active: int
    score: int
    title: int
    ribbon: int
    body: int
    label: int
    least: int


TYPE = TypeScale(96, 72, 40, 32, 22, 18, 16)
TYPE_COMPACT = TypeScale(64, 44, 28, 24, 18, 16, 14)

RADIUS_CHIP, RADIUS_CARD, RADIUS_DOCK = 8, 16, 24
TARGET, TARGET_LEAST, TARGET_PRIMARY, TARGET_GAP = 56, 48, 72, 8


@dataclass(frozen=True, slots=True)
class MotionTimes:
    """How long things move, in ms. Everything stands still afterwards."""

    touch: int = 80
    dock: int = 200
    ghost: int = 400
    feature: int = 1200
    count_up: int = 600
    piece: int = 180  # it settles; its way over the table is a few times as long
    reduced: bool = False


MOTION = MotionTimes()
REDUCED = MotionTimes(120, 120, 0, 1200, 0, 0, reduced=True)


class WindowShape(StrEnum):
    """Which of the three arrangements fits the window."""

    WIDE = "wide"
    COMPACT = "compact"
    PORTRAIT = "portrait"


@dataclass(frozen=True, slots=True)
class Measures:
    """What the table screen is built from, in dp."""

    bar: int
    rail: int
    active_card: int
    other_card: int
    ribbon: int
    dock: int
    art: int
    colour_bar: int


_MEASURES = {
    WindowShape.WIDE: Measures(56, 288, 176, 100, 104, 304, 200, 16),
    WindowShape.COMPACT: Measures(48, 208, 96, 58, 80, 196, 120, 12),
    WindowShape.PORTRAIT: Measures(56, 392, 112, 112, 120, 304, 200, 16),
}


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """Everything that decides how a screen is drawn. A new one means: draw again.

    Attributes:
        palette: dark or light.
        shape: wide, compact or portrait.
        narrow: upright, and so narrow that margins give way to keys and words, as on a tablet of 600x1024.
        density: px a dp.
        text_scale: 1.0 to 1.3.
        language: ``en`` or ``de``.
        left_hand: mirrored, so that the buttons lie under the left hand.
        motion: times in ms.
        aids: points are foretold before a move is made, and advice is given.
    """

    palette: Palette = DARK
    shape: WindowShape = WindowShape.WIDE
    narrow: bool = False
    density: float = 1.0
    text_scale: float = 1.0
    language: str = "en"
    left_hand: bool = False
    motion: MotionTimes = MOTION
    aids: bool = True

    @property
    def measures(self) -> Measures:
        """The table screen's lengths for this shape."""
        return _MEASURES[self.shape]

    @property
    def scale(self) -> TypeScale:
        """Type sizes in sp for this shape."""
        return TYPE_COMPACT if self.shape is WindowShape.COMPACT else TYPE

    @property
    def compact(self) -> bool:
        """True on a small screen."""
        return self.shape is WindowShape.COMPACT

    @property
    def portrait(self) -> bool:
        """True where the window is higher than wide."""
        return self.shape is WindowShape.PORTRAIT

    @property
    def tight(self) -> bool:
        """True where there is little width: on a small screen and on a narrow upright one."""
        return self.compact or self.narrow

    def px(self, dp: float) -> float:
        """A length in px."""
        return dp * self.density

    def type_px(self, role: str) -> float:
        """The size of a role of type (a field of :class:`TypeScale`) in px, text scale included.

        Scores stay as they are: they are large enough, and cards have a fixed size. Titles are twice as large as what
        is read anyway, so they grow by a tenth at most.
        """
        size: float = getattr(self.scale, role) * self.density
        if role == "title":
            return size * min(self.text_scale, MOST_TITLE_SCALE)
        return size if role in ("score", "score_active") else size * self.text_scale

    def colour(self, role: str, alpha: float = 1.0) -> Rgba:
        """A colour of the palette by its role."""
        return rgba(getattr(self.palette, role), alpha)


LEAST_WIDE = 1240  # dp: narrower, letters are no targets for a finger and words beside them are cut
LEAST_UPRIGHT = 700  # dp: the same of an upright screen


def density_for(width_px: int, height_px: int) -> float:
    """px a dp for a full-screen tablet: 1 at 1280x800 and below, 1.5 at 1920x1200, in steps of a quarter; as much as
    either side allows, for a squarer one is no wider."""
    short, long = sorted((width_px, height_px))
    return max(1.0, int(min(short / 800, long / 1280) * 4) / 4)


def shape_for(width_px: int, height_px: int, density: float) -> WindowShape:
    """Portrait where higher than wide; compact where the short side is under 600 dp, and where a wide screen is
    narrower than what stands side by side on it needs, as on a tablet of 1024x600."""
    if min(width_px, height_px) / density < 600 or (width_px >= height_px and width_px / density < LEAST_WIDE):
        return WindowShape.COMPACT
    return WindowShape.PORTRAIT if height_px > width_px else WindowShape.WIDE


def fitted(look: DrawingStyle, width_px: int, height_px: int) -> DrawingStyle:
    """The look for a window of this size."""
    density = density_for(width_px, height_px)
    shape = shape_for(width_px, height_px, density)
    narrow = shape is WindowShape.PORTRAIT and width_px / density < LEAST_UPRIGHT
    return replace(look, density=density, shape=shape, narrow=narrow)
