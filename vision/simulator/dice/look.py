"""What dice look like: size, corners, colours and pips, for any kind that people own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from calibration.arrays import Float64Array
from vision.imaging.values import Colour

LEAST_CONTRAST = 90.0  # between body and pips, in one channel at least: nobody sells dice that people can't read
# Which value a face bears: (axis of the die's own frame, side of it) -> value. Opposite faces add up to seven.
VALUES: dict[tuple[int, int], int] = {(0, 1): 1, (0, -1): 6, (1, 1): 2, (1, -1): 5, (2, 1): 3, (2, -1): 4}


class TwoColours(StrEnum):
    """How two colours of one body lie."""

    VEINED = "veined"
    LAYERED = "layered"
    SPECKLED = "speckled"
    MARBLED = "marbled"
    RINGED = "ringed"
    CLOUDED = "clouded"


@dataclass(frozen=True, slots=True)
class DieAppearance:
    """One die. Lengths other than ``side_mm`` are shares of its side.

    Attributes:
        side_mm: length of its edges.
        body, pip: colours. marked: colour of the pips of the values in ``marked_values`` (many sets have a red ace).
        rounding: radius of its edges. ball: radius of the ball that its corners are turned down to (0.87: not at all).
        pip_radius, ace_radius: of the pips, and of the single one.
        spacing: how far the outer pips lie from the middle; row_spacing: the same along the rows of the six.
        dimple: how deep the pips are, 0 (printed) to 1.
        gloss: how much it shines, 0 to 1. clear: how much light passes through it, 0 to 0.6.
        grain: how strong marbling or the grain of wood is, of 255; grain_stretch: 1 marbled, 8 like wood.
        turned: for two, three and six whether their figure is turned by a quarter. mirrored: left-handed.
        metal: how much of its light is the room mirrored in it, 0 to 1.
        cushion: power of its bulging sides, 5 to 12; 0 for flat ones. chamfer: of its cut edges, share of a side.
        second: a colour that the body has beside its own, and how it is laid out.
        coarse: how large the figures of these two colours are, in sides, where they are marbled, ringed or clouded.
        frosted: how far clear plastic is clouded, 0 to 1.
    """

    side_mm: float
    body: Colour
    pip: Colour
    marked: Colour
    marked_values: tuple[int, ...]
    rounding: float
    ball: float
    pip_radius: float
    ace_radius: float
    spacing: float
    row_spacing: float
    dimple: float
    gloss: float
    clear: float
    grain: float
    grain_stretch: float
    turned: tuple[bool, bool, bool]
    mirrored: bool
    metal: float = 0.0
    cushion: float = 0.0
    chamfer: float = 0.0
    second: Colour | None = None
    layout: TwoColours = TwoColours.VEINED
    coarse: float = 0.25
    frosted: float = 0.0

    def value(self, axis: int, side: int) -> int:
        """What the face on that side of the die's own axis bears."""
        return VALUES[axis, -side if self.mirrored and axis == 1 else side]

    def face(self, value: int) -> tuple[int, int]:
        """Axis and side of the face that bears a value."""
        for (axis, side), borne in VALUES.items():
            if borne == value:
                return axis, -side if self.mirrored and axis == 1 else side
        raise ValueError(f"a die has no {value}")

    def pips(self, value: int) -> Float64Array:
        """(value, 2) middles of a face's pips, in sides from the middle of the face."""
        s, r = self.spacing, self.row_spacing
        two = [(-s, -s), (s, s)]
        four = [*two, (-s, s), (s, -s)]
        six = [(-s, -r), (-s, 0), (-s, r), (s, -r), (s, 0), (s, r)]
        spots = {1: [(0, 0)], 2: two, 3: [*two, (0, 0)], 4: four, 5: [*four, (0, 0)], 6: six}[value]
        points = np.array(spots, np.float64)
        turned = dict(zip((2, 3, 6), self.turned, strict=True)).get(value, False)
        return points @ np.array([[0.0, 1.0], [-1.0, 0.0]]) if turned else points

    def pip_size(self, value: int) -> float:
        """Radius of the pips of a face."""
        return self.ace_radius if value == 1 else self.pip_radius

    def pip_colour(self, value: int) -> Colour:
        """Colour of the pips of a face."""
        return self.marked if value in self.marked_values else self.pip


# Body and pips as shops sell them: BGR. The mixed ones further down keep a reader from learning these alone.
WHITE, _IVORY, _BLACK = (236, 240, 242), (178, 220, 234), (36, 34, 34)
INKS: tuple[Colour, ...] = ((24, 22, 22), (30, 26, 26), (150, 60, 30), (44, 36, 190), (70, 110, 40), (60, 40, 110))
_LIGHT_BODIES: tuple[Colour, ...] = (
    WHITE,
    WHITE,
    WHITE,
    _IVORY,
    (150, 214, 236),
    (60, 208, 244),
    (204, 214, 216),
    (214, 188, 232),
    (236, 214, 170),
    (180, 230, 190),
    (110, 176, 214),
)
_DARK_BODIES: tuple[Colour, ...] = (
    _BLACK,
    _BLACK,
    (36, 30, 188),
    (40, 34, 150),
    (168, 70, 24),
    (120, 40, 20),
    (66, 124, 30),
    (40, 84, 22),
    (120, 40, 96),
    (40, 110, 220),
    (60, 76, 92),
    (50, 70, 104),
)
PALE: tuple[Colour, ...] = ((240, 244, 246), (228, 236, 240), (120, 214, 240), (190, 222, 232))


def any_appearance(rng: np.random.Generator, side_mm: tuple[float, float] = (12.0, 19.0)) -> DieAppearance:
    """A die as somebody may own it."""
    kind = rng.random()
    body, pip, clear, grain, stretch = _light(rng) if kind < 0.5 else _dark(rng)
    if 0.42 < kind < 0.5:  # wood with burnt or painted pips
        body, stretch, grain = (
            near(((120, 172, 208), (96, 150, 196), (70, 116, 168)), 14, rng),
            8.0,
            rng.uniform(5, 16),
        )
        pip, clear = near(((30, 44, 60), (24, 22, 22)), 10, rng), 0.0
    if kind > 0.8:  # clear plastic
        clear = float(rng.uniform(0.15, 0.5))
    if max(abs(one - other) for one, other in zip(body, pip, strict=True)) < LEAST_CONTRAST:
        pip = (240.0, 244.0, 246.0) if max(body) < 130 else (24.0, 22.0, 22.0)
    sharp = rng.random() < 0.45
    spacing = float(rng.uniform(0.2, 0.31))
    radius = float(rng.uniform(0.065, 0.115))
    marked_values = ((), (), (), (1,), (1, 4), (1, 4))[int(rng.integers(6))] if min(body) > 150 else ()
    return DieAppearance(
        side_mm=float(rng.uniform(*side_mm)),
        body=body,
        pip=pip,
        marked=near(((44, 36, 196), (150, 60, 30)), 20, rng),
        marked_values=marked_values,
        rounding=float(rng.uniform(0.01, 0.08) if sharp else rng.uniform(0.06, 0.2)),
        ball=0.87 if rng.random() < 0.5 else float(rng.uniform(0.66, 0.82)),
        pip_radius=radius,
        ace_radius=min(0.17, radius * float(rng.uniform(1.0, 1.7) if rng.random() < 0.3 else 1.0)),
        spacing=spacing,
        row_spacing=spacing * float(rng.uniform(0.8, 1.0)) if 2 * radius < 0.75 * spacing else spacing,
        dimple=0.0 if rng.random() < 0.25 else float(rng.uniform(0.2, 1.0)),
        gloss=float(rng.uniform(0.0, 0.9)),
        clear=clear,
        grain=float(grain),
        grain_stretch=stretch,
        turned=(bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5)),
        mirrored=bool(rng.random() < 0.4),
    )


def _light(rng: np.random.Generator) -> tuple[Colour, Colour, float, float, float]:
    grain = rng.uniform(2, 10) if rng.random() < 0.2 else 0.0
    return near(_LIGHT_BODIES, 12, rng), near(INKS, 10, rng), 0.0, grain, 1.0


def _dark(rng: np.random.Generator) -> tuple[Colour, Colour, float, float, float]:
    grain = rng.uniform(2, 12) if rng.random() < 0.2 else 0.0
    return near(_DARK_BODIES, 14, rng), near(PALE, 8, rng), 0.0, grain, 1.0


def near(colours: tuple[Colour, ...], spread: float, rng: np.random.Generator) -> Colour:
    """One of some colours, hardly changed."""
    blue, green, red = np.clip(np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, spread, 3), 6, 250)
    return float(blue), float(green), float(red)
