"""What a photograph of the simulated table is up against: easy, ordinary and hard, each number within its range.

The three levels are fixed. They are a promise about what a reading was measured on, so nothing here may be loosened to
pass a measurement. Where a level names one number, it is the most that is drawn, except for what a camera or the light
simply is (the grain, the quality of the JPEG, the colour of the light).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

WIDTH, HEIGHT = 1920, 1080


class Level(StrEnum):
    """How hard a picture is to read."""

    EASY = "easy"
    ORDINARY = "ordinary"
    HARD = "hard"


class Surface(StrEnum):
    """What the table is covered with."""

    PLAIN = "plain"
    WOOD = "wood"
    CLOTH = "cloth"
    PATTERNED = "patterned"
    DARK = "dark"
    GLOSS = "white gloss"
    POSTER = "tiled map poster"


class GlarePlace(StrEnum):
    """Where light is mirrored into the lens."""

    NONE = "none"
    BESIDE = "faint, beside the pieces"
    OVER = "a patch over pieces"


@dataclass(frozen=True, slots=True)
class Span:
    """A closed range that numbers are drawn from, each as likely as the others."""

    least: float
    most: float

    def draw(self, rng: np.random.Generator) -> float:
        """A number of the range."""
        return float(rng.uniform(self.least, self.most))

    def holds(self, value: float) -> bool:
        """Whether the number is of the range."""
        return self.least - 1e-9 <= value <= self.most + 1e-9


@dataclass(frozen=True, slots=True)
class Ranges:
    """What a level draws from; the units are those of :class:`Conditions`."""

    tilt_deg: Span
    piece_px: Span
    lay_mm: float
    lay_deg: float
    lay_adds_up: bool
    ride_chance: float
    light_ratio: Span
    people_shadows: Span
    kelvin: Span
    mixed: bool
    exposure_ev: Span
    glare: GlarePlace
    blur_px: Span
    motion_px: float
    motion_chance: float
    grain: Span
    jpeg_quality: int
    surfaces: tuple[Surface, ...]
    clutter: Span
    hand_at_rest: bool
    follower_share: float
    covered_share: float
    lying_share: float
    wear: Span


# "60 px or more" ends at 80 px, so that maps of whole games stay in the picture. Chances that a level leaves open
# (how many tiles ride on an edge, how many followers lie, how often the camera moves instead of being out of focus)
# are ours: 5, 25 and 30 of 100.
RANGES: dict[Level, Ranges] = {
    Level.EASY: Ranges(
        tilt_deg=Span(0, 10),
        piece_px=Span(60, 80),
        lay_mm=1.0,
        lay_deg=1.0,
        lay_adds_up=False,
        ride_chance=0.0,
        light_ratio=Span(1.0, 1.3),
        people_shadows=Span(0, 0),
        kelvin=Span(5000, 5000),
        mixed=False,
        exposure_ev=Span(-0.2, 0.2),
        glare=GlarePlace.NONE,
        blur_px=Span(0.4, 0.4),
        motion_px=0.0,
        motion_chance=0.0,
        grain=Span(2, 2),
        jpeg_quality=95,
        surfaces=(Surface.PLAIN,),
        clutter=Span(0, 0),
        hand_at_rest=False,
        follower_share=0.10,
        covered_share=0.15,
        lying_share=0.0,
        wear=Span(0, 0),
    ),
    Level.ORDINARY: Ranges(
        tilt_deg=Span(10, 25),
        piece_px=Span(45, 60),
        lay_mm=2.5,
        lay_deg=2.5,
        lay_adds_up=True,
        ride_chance=0.0,
        light_ratio=Span(1.3, 2.0),
        people_shadows=Span(0, 0),
        kelvin=Span(3000, 5500),
        mixed=True,
        exposure_ev=Span(-0.7, 0.7),
        glare=GlarePlace.BESIDE,
        blur_px=Span(0.4, 0.9),
        motion_px=0.0,
        motion_chance=0.0,
        grain=Span(4, 6),
        jpeg_quality=80,
        surfaces=(Surface.WOOD, Surface.CLOTH),
        clutter=Span(2, 4),
        hand_at_rest=False,
        follower_share=0.30,
        covered_share=0.25,
        lying_share=0.0,
        wear=Span(0.2, 0.4),
    ),
    Level.HARD: Ranges(
        tilt_deg=Span(25, 40),
        piece_px=Span(32, 45),
        lay_mm=4.0,
        lay_deg=4.0,
        lay_adds_up=True,
        ride_chance=0.05,
        light_ratio=Span(2.0, 4.0),
        people_shadows=Span(1, 3),
        kelvin=Span(2500, 6500),
        mixed=True,
        exposure_ev=Span(-1.5, 1.5),
        glare=GlarePlace.OVER,
        blur_px=Span(0.9, 1.6),
        motion_px=3.0,
        motion_chance=0.3,
        grain=Span(8, 12),
        jpeg_quality=55,
        surfaces=(Surface.PATTERNED, Surface.DARK, Surface.GLOSS, Surface.POSTER),
        clutter=Span(4, 8),
        hand_at_rest=True,
        follower_share=0.50,
        covered_share=0.35,
        lying_share=0.25,
        wear=Span(0.6, 1.0),
    ),
}
_COVERED_BY_ONE = 0.15  # share of a 45 mm tile that a follower of 16 mm hides, shadows left out: measured, 0.12 to 0.2
K1 = Span(-0.15, 0.05)
FOCAL_PX = Span(1350, 1750)
VIGNETTE = Span(0.05, 0.35)
WHITE_BALANCE = Span(0.6, 0.95)
BUMP_WIDTH_SHARE, BUMP_DEG = 0.08, 6.0  # the most that a bump shifts the table (share of the picture's width), turns it
LIGHT_CHANGE_EV, LIGHT_CHANGE_MS = 1.5, 1000.0


@dataclass(frozen=True, slots=True)
class Conditions:
    """Everything that one picture or one live sequence was drawn with.

    Attributes:
        level: the level that it was drawn from.
        tilt_deg: camera away from straight above.
        rotation_deg: the table's turn under the camera.
        piece_px: shorter side of a tile or rhombus in the middle of the picture, or the width of a place, px.
        focal_px, k1: the camera's focal length and its lens.
        vignette: share of light lost in the picture's corners.
        lay_mm, lay_deg, lay_adds_up: the most that a piece lies off its neighbours, and whether that adds up.
        ride_chance: chance that a laid piece rests on a neighbour's edge.
        light_ratio: brightest to darkest light across the picture, linear.
        people_shadows: how many people's soft shadows fall on the table; they are part of ``light_ratio``.
        kelvin, kelvin_second: colour of the main light and of the one mixed in (the same where nothing is mixed).
        white_balance: how much of the main light's colour the camera takes out, 0 to 1.
        exposure_ev: stops off a well exposed picture.
        glare: where, if anywhere, light is mirrored.
        blur_px: sigma of the blur. motion_px, motion_deg: length and direction of a smear instead (0: none).
        grain: sigma of the noise, of 255. jpeg_quality: 0 to 100.
        surface: what the table is covered with.
        clutter: how many other things lie in view. hand_at_rest: whether a hand rests at the picture's edge.
        follower_share: share of the tiles that carry a follower (still boards). covered_share: the most of a tile
            that one may cover. lying_share: share of the followers that lie.
        figure_scale: how much larger than 16 mm the followers are, so that they cover as much as the level says.
        wear: 0 new to 1 worn out.
        width, height: of the picture, px.
    """

    level: Level
    tilt_deg: float
    rotation_deg: float
    piece_px: float
    focal_px: float
    k1: float
    vignette: float
    lay_mm: float
    lay_deg: float
    lay_adds_up: bool
    ride_chance: float
    light_ratio: float
    people_shadows: int
    kelvin: float
    kelvin_second: float
    white_balance: float
    exposure_ev: float
    glare: GlarePlace
    blur_px: float
    motion_px: float
    motion_deg: float
    grain: float
    jpeg_quality: int
    surface: Surface
    clutter: int
    hand_at_rest: bool
    follower_share: float
    covered_share: float
    lying_share: float
    figure_scale: float
    wear: float
    width: int = WIDTH
    height: int = HEIGHT

    @classmethod
    def of(cls, given: Conditions | Level | str, rng: np.random.Generator) -> Conditions:
        """Those that are given, or drawn from the ranges of a level."""
        return given if isinstance(given, Conditions) else cls.from_level(given, rng)

    @classmethod
    def from_level(cls, level: Level | str, rng: np.random.Generator) -> Conditions:
        """Conditions drawn from a level's ranges. Raises ValueError for a level that does not exist."""
        level = Level(level)
        ranges = RANGES[level]
        kelvin = ranges.kelvin.draw(rng)
        moves = rng.random() < ranges.motion_chance
        blur = ranges.blur_px.draw(rng)
        return cls(
            level=level,
            tilt_deg=ranges.tilt_deg.draw(rng),
            rotation_deg=float(rng.uniform(0, 360)),
            piece_px=ranges.piece_px.draw(rng),
            focal_px=FOCAL_PX.draw(rng),
            k1=K1.draw(rng),
            vignette=VIGNETTE.draw(rng),
            lay_mm=ranges.lay_mm,
            lay_deg=ranges.lay_deg,
            lay_adds_up=ranges.lay_adds_up,
            ride_chance=ranges.ride_chance,
            light_ratio=ranges.light_ratio.draw(rng),
            people_shadows=_whole(ranges.people_shadows, rng),
            kelvin=kelvin,
            kelvin_second=ranges.kelvin.draw(rng) if ranges.mixed else kelvin,
            white_balance=WHITE_BALANCE.draw(rng),
            exposure_ev=ranges.exposure_ev.draw(rng),
            glare=ranges.glare,
            blur_px=0.4 if moves else blur,
            motion_px=ranges.motion_px if moves else 0.0,
            motion_deg=float(rng.uniform(0, 180)),
            grain=ranges.grain.draw(rng),
            jpeg_quality=ranges.jpeg_quality,
            surface=ranges.surfaces[int(rng.integers(len(ranges.surfaces)))],
            clutter=_whole(ranges.clutter, rng),
            hand_at_rest=ranges.hand_at_rest,
            follower_share=ranges.follower_share,
            covered_share=ranges.covered_share,
            lying_share=ranges.lying_share,
            figure_scale=float(rng.uniform(1.0, (ranges.covered_share / _COVERED_BY_ONE) ** 0.5)),
            wear=ranges.wear.draw(rng),
        )


def _whole(span: Span, rng: np.random.Generator) -> int:
    return int(rng.integers(int(span.least), int(span.most) + 1))
