"""How Tableside's own Istanbul looks: sizes, and a palette for each place that no other place shares.

Colours are blue, green, red. Nothing here is taken from a published edition.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.imaging.values import Colour

PLACE_MM = (84.0, 64.0)  # width and height; pictures are drawn in units of the height
WIDE = PLACE_MM[0] / PLACE_MM[1]
CORNER = 0.05  # radius of the cut corner, units
PLACE_THICK_MM = 2.0

INK: Colour = (44, 36, 40)
INK_BLUE: Colour = (112, 66, 36)
CREAM: Colour = (214, 236, 246)
GOLD: Colour = (92, 178, 226)
DEEP_GOLD: Colour = (44, 120, 178)
STONE: Colour = (186, 202, 212)
GOODS: dict[str, Colour] = {
    "red": (52, 46, 200),
    "green": (78, 150, 66),
    "yellow": (60, 200, 244),
    "blue": (190, 104, 38),
    "coffee": (40, 64, 96),
}


@dataclass(frozen=True, slots=True)
class PlacePalette:
    """Colours of one place.

    Attributes:
        ground: behind everything. pattern: of the ornament on it. main: of the motif. accent: against it.
        ornament: which pattern, see :mod:`vision.artwork.istanbul.ornament`.
    """

    ground: Colour
    pattern: Colour
    main: Colour
    accent: Colour
    ornament: str


PALETTES: dict[int, PlacePalette] = {
    1: PlacePalette((128, 158, 92), (112, 142, 76), (62, 104, 158), (84, 196, 236), "planks"),
    2: PlacePalette((120, 132, 226), (104, 110, 206), (50, 42, 190), (200, 226, 246), "stripes"),
    3: PlacePalette((128, 196, 150), (104, 176, 126), (60, 128, 58), (80, 190, 226), "diamonds"),
    4: PlacePalette((130, 218, 250), (98, 196, 240), (48, 158, 246), (66, 148, 84), "scales"),
    5: PlacePalette((226, 196, 142), (212, 178, 118), (238, 242, 246), (64, 62, 204), "waves"),
    6: PlacePalette((142, 190, 218), (120, 168, 200), (82, 132, 176), (118, 92, 44), "bricks"),
    7: PlacePalette((206, 190, 128), (190, 172, 106), (232, 206, 84), (224, 234, 238), "stars"),
    8: PlacePalette((84, 46, 56), (104, 62, 72), (150, 82, 120), (120, 220, 248), "lattice"),
    9: PlacePalette((146, 176, 214), (128, 156, 198), (36, 76, 188), (220, 236, 244), "tulips"),
    10: PlacePalette((196, 168, 208), (180, 148, 194), (70, 56, 196), (226, 238, 244), "rays"),
    11: PlacePalette((160, 214, 198), (140, 198, 180), (110, 142, 40), (224, 238, 240), "chevrons"),
    12: PlacePalette((176, 150, 120), (160, 132, 102), (122, 92, 62), (92, 196, 236), "bars"),
    13: PlacePalette((190, 180, 240), (172, 158, 230), (96, 186, 232), (132, 84, 190), "rays"),
    14: PlacePalette((186, 176, 84), (168, 158, 66), (226, 232, 214), (150, 128, 20), "stars"),
    15: PlacePalette((126, 74, 62), (146, 92, 78), (216, 212, 206), (92, 186, 236), "crescents"),
    16: PlacePalette((52, 40, 72), (66, 50, 96), (58, 34, 214), (200, 180, 250), "rays"),
    17: PlacePalette((102, 136, 164), (88, 118, 148), (40, 62, 92), (62, 96, 212), "beans"),
    18: PlacePalette((92, 150, 146), (78, 132, 126), (52, 96, 88), (84, 190, 232), "lattice"),
    19: PlacePalette((150, 132, 174), (134, 114, 158), (96, 46, 108), (98, 158, 92), "diamonds"),
    20: PlacePalette((104, 160, 232), (84, 138, 216), (50, 88, 150), (222, 234, 240), "scales"),
    21: PlacePalette((232, 222, 206), (218, 206, 188), (246, 244, 240), (176, 90, 40), "chevrons"),
    22: PlacePalette((120, 206, 216), (98, 188, 200), (60, 112, 238), (224, 240, 244), "planks"),
    23: PlacePalette((64, 66, 118), (78, 80, 138), (60, 96, 164), (106, 202, 244), "tulips"),
    24: PlacePalette((70, 62, 34), (88, 80, 46), (196, 196, 120), (210, 226, 232), "crescents"),
    25: PlacePalette((118, 122, 124), (104, 106, 108), (70, 72, 76), (70, 160, 246), "bricks"),
}
