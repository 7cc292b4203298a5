"""Colours of Tableside's own Riga: five Hanseatic cities, brick and plaster, paper and ink. Blue, green, red."""

from __future__ import annotations

from vision.artwork.drawn_shapes import mixed
from vision.artwork.sheet import INK
from vision.imaging.values import Colour

CITY: dict[str, Colour] = {
    "Visby": (52, 50, 186),
    "Stockholm": (170, 104, 44),
    "Tallinn": (46, 178, 232),
    "Danzig": (86, 132, 58),
    "Riga": (48, 78, 122),
}
# Each city builds with its own stone, under its own sky.
WALL: dict[str, Colour] = {
    "Visby": (186, 206, 216),
    "Stockholm": (108, 172, 222),
    "Tallinn": (200, 214, 226),
    "Danzig": (66, 84, 172),
    "Riga": (74, 98, 150),
}
ROOF: dict[str, Colour] = {
    "Visby": (58, 78, 178),
    "Stockholm": (92, 98, 84),
    "Tallinn": (52, 92, 196),
    "Danzig": (88, 128, 84),
    "Riga": (62, 66, 78),
}
SKY: dict[str, Colour] = {
    "Visby": (198, 204, 240),
    "Stockholm": (240, 216, 176),
    "Tallinn": (186, 230, 246),
    "Danzig": (206, 232, 204),
    "Riga": (188, 208, 226),
}
SEA: Colour = (150, 118, 70)
PAPER: Colour = (214, 234, 243)
CREAM: Colour = (228, 242, 248)
GOLD: Colour = (70, 178, 226)
DARK_GOLD: Colour = (38, 108, 150)
WOOD: Colour = (66, 104, 146)
RED: Colour = (48, 44, 176)
GOOD: dict[str, Colour] = {
    "cloth": (142, 62, 118),
    "glass": (196, 186, 92),
    "wine": (58, 36, 128),
    "grain": (70, 178, 226),
}


def tint(colour: Colour, share: float) -> Colour:
    """The colour on its way to paper."""
    return mixed(colour, CREAM, share)


def shade(colour: Colour, share: float) -> Colour:
    """The colour on its way to ink."""
    return mixed(colour, INK, share)
