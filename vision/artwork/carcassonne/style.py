"""How Tableside's own tiles look: colours and measures, all in one value, so that other styles are one value more.

Colours are blue, green, red; measures are tile units (1 is a tile's side).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.imaging.values import Colour


@dataclass(frozen=True, slots=True)
class TileStyle:
    """A look for all tiles.

    Attributes:
        name: what it is called.
        meadow: dark, middle and bright grass. meadow_texture: how lively it is, 0 to 1.
        wood: crowns of trees and bushes. plough: strips of farmed land.
        road, road_edge: its surface and its border. road_width, wind: its measures.
        paving: the ground inside cities. roofs: what houses wear. wall, wall_line: stone and its outline.
        holy_roof: roofs of monasteries and cathedrals. holy_wall: their stone.
        banner, banner_charge: the coat of arms. inn_roof, inn_sign: the inn.
        ink: outlines. line: their width.
        inset: how far a city's wall stays off the corners. cap_depth: depth of a city on one side. gap_depth: depth
            of a field that a city leaves open. bulge: 1 is an arch, less is boxier. wall_pieces: straight pieces of a
            wall. wall_width, tower: their measures.
        hub_radius: of the square where roads meet.
        house: length of a house. density: how closely they stand, 0 to 1.
        trees: how many trees on a whole tile of meadow.
        light_deg: where shadows fall, degrees clockwise from east.
    """

    name: str
    meadow: tuple[Colour, Colour, Colour]
    wood: tuple[Colour, ...]
    plough: tuple[Colour, ...]
    road: Colour
    road_edge: Colour
    paving: tuple[Colour, Colour]
    roofs: tuple[Colour, ...]
    wall: Colour
    wall_line: Colour
    holy_roof: Colour
    holy_wall: Colour
    banner: Colour
    banner_charge: Colour
    inn_roof: Colour
    inn_sign: Colour
    ink: Colour
    meadow_texture: float = 0.6
    road_width: float = 0.085
    wind: float = 0.05
    line: float = 0.008
    inset: float = 0.035
    cap_depth: float = 0.31
    gap_depth: float = 0.26
    bulge: float = 0.72
    wall_pieces: int = 6
    wall_width: float = 0.042
    tower: float = 0.036
    hub_radius: float = 0.105
    house: float = 0.092
    density: float = 0.8
    trees: int = 26
    light_deg: float = 40.0


ORCHARD = TileStyle(
    name="orchard",
    meadow=((74, 150, 118), (92, 172, 142), (116, 192, 168)),
    wood=((58, 112, 74), (64, 126, 96), (78, 142, 112)),
    plough=((104, 176, 176), (96, 164, 156), (122, 188, 190)),
    road=(178, 214, 230),
    road_edge=(92, 128, 152),
    paving=((112, 158, 196), (132, 178, 212)),
    roofs=((58, 84, 186), (66, 98, 202), (74, 112, 208), (52, 72, 160), (84, 130, 206), (96, 118, 150)),
    wall=(172, 190, 202),
    wall_line=(66, 76, 92),
    holy_roof=(138, 104, 78),
    holy_wall=(206, 220, 228),
    banner=(146, 62, 36),
    banner_charge=(86, 196, 240),
    inn_roof=(92, 176, 222),
    inn_sign=(60, 190, 246),
    ink=(40, 46, 56),
)

# Two further looks, for trying a reader on art that it was not made with.
WINTER = replace(
    ORCHARD,
    name="winter",
    meadow=((196, 204, 196), (214, 222, 216), (232, 238, 234)),
    wood=((92, 104, 84), (112, 122, 100), (130, 138, 120)),
    plough=((200, 212, 212), (188, 200, 204), (210, 220, 222)),
    road=(128, 148, 168),
    road_edge=(70, 84, 104),
    paving=((120, 132, 150), (140, 152, 168)),
    roofs=((88, 72, 132), (104, 88, 146), (76, 62, 112), (120, 100, 140)),
    wall_pieces=9,
    bulge=0.9,
    road_width=0.1,
)
SCHOOLBOOK = replace(
    ORCHARD,
    name="schoolbook",
    meadow=((88, 182, 100), (98, 192, 112), (106, 200, 122)),
    road=(236, 240, 240),
    road_edge=(60, 66, 70),
    paving=((88, 142, 190), (92, 148, 196)),
    wall=(150, 156, 160),
    meadow_texture=0.15,
    road_width=0.07,
    wall_pieces=16,
    bulge=1.0,
    density=0.45,
    trees=8,
    line=0.012,
)
