"""The buildings that make a tile special: abbey, cathedral, inn, hamlet, gate, banner and garden."""

from __future__ import annotations

import numpy as np

from calibration.angles import TURN, wrapped
from calibration.arrays import Float64Array
from vision.artwork.carcassonne.brush import BrushSheet, box, roof, shaded, spire, tower, tree
from vision.artwork.carcassonne.style import TileStyle


def abbey(sheet: BrushSheet, style: TileStyle, rng: np.random.Generator) -> None:
    """An abbey seen from above: church with transept and apse, a cloister's square with its garden, an orchard."""
    turn = float(rng.normal(0, 0.03))
    middle = np.array([0.5, 0.5])

    def at(x: float, y: float) -> Float64Array:
        return middle + _spun(np.array([x, y]), turn)

    yard = box(at(0.0, 0.02), (0.235, 0.21), turn)
    sheet.soften(yard, 0.35, 0.012, 0.006)
    sheet.polygon(yard, shaded(style.holy_wall, 0.86))
    sheet.line(yard, style.wall_line, 0.007, closed=True)
    sheet.line(yard, shaded(style.wall, 1.1), 0.004, closed=True)
    garth = box(at(-0.055, 0.085), (0.105, 0.09), turn)
    sheet.polygon(garth, style.meadow[1])
    sheet.line(np.array([garth[0], garth[2]]), style.road, 0.012)
    sheet.line(np.array([garth[1], garth[3]]), style.road, 0.012)
    for x, y in ((-0.12, 0.085), (0.01, 0.085), (-0.055, 0.04), (-0.055, 0.13)):
        tree(sheet, at(x, y), 0.018, style.wood[2], rng)
    sheet.disc(at(-0.055, 0.085), 0.022, style.ink)
    sheet.disc(at(-0.055, 0.085), 0.018, (206, 176, 128))
    for place, half, angle in (
        ((-0.055, 0.19), (0.15, 0.032), 0.0),
        ((-0.18, 0.085), (0.09, 0.03), np.pi / 2),
        ((0.07, 0.085), (0.09, 0.03), np.pi / 2),
    ):
        roof(sheet, at(*place), half, turn + angle, style.roofs[0], style.ink, hip=0.5, tall=0.016)
    for row in range(3):
        tree(sheet, at(0.165, 0.03 + 0.07 * row), 0.024, style.wood[row % len(style.wood)], rng)
    spire(sheet, at(0.2, -0.105), 0.052, style.holy_roof, style.ink, tall=0.026)  # apse
    roof(sheet, at(0.115, -0.105), (0.045, 0.125), turn, style.holy_roof, style.ink, hip=0.3, tall=0.03)  # transept
    roof(sheet, at(0.0, -0.105), (0.2, 0.056), turn, style.holy_roof, style.ink, hip=0.0, tall=0.03)  # nave
    roof(sheet, at(-0.205, -0.105), (0.05, 0.05), turn, style.holy_wall, style.ink, hip=1.0, tall=0.045)
    spire(sheet, at(-0.205, -0.105), 0.04, style.holy_roof, style.ink, tall=0.03)
    spire(sheet, at(0.115, -0.105), 0.03, shaded(style.inn_sign, 1.0), style.ink, tall=0.03)  # gilded flèche


def cathedral(sheet: BrushSheet, style: TileStyle, rng: np.random.Generator) -> None:
    """A great church on its square: nave and aisles, buttresses, transept, choir and two towers."""
    turn = float(rng.normal(-0.06, 0.02))
    middle = np.array([0.5, 0.5])

    def at(x: float, y: float) -> Float64Array:
        return middle + _spun(np.array([x, y]), turn)

    square = box(middle, (0.36, 0.255), turn)
    sheet.polygon(square, shaded(style.paving[1], 1.3))
    for k in range(9):
        x = -0.3 + 0.075 * k
        sheet.line(np.array([at(x, -0.25), at(x, 0.25)]), shaded(style.paving[1], 1.1), 0.004)
    sheet.line(square, shaded(style.paving[0], 0.8), 0.006, closed=True)
    stone = style.holy_wall
    for k in range(7):
        x = -0.16 + 0.06 * k
        for y in (-0.125, 0.125):
            sheet.polygon(box(at(x, y), (0.009, 0.034), turn), shaded(stone, 0.8))
    roof(sheet, at(0.0, 0.0), (0.25, 0.115), turn, shaded(stone, 0.95), style.ink, hip=0.1, tall=0.03)
    for k in range(6):
        for y in (-0.085, 0.085):
            sheet.disc(at(-0.14 + 0.06 * k, y), 0.011, shaded(style.holy_roof, 0.8))
    spire(sheet, at(0.25, 0.0), 0.088, style.holy_roof, style.ink, tall=0.035)
    roof(sheet, at(0.1, 0.0), (0.062, 0.205), turn, style.holy_roof, style.ink, hip=0.25, tall=0.045)
    roof(sheet, at(0.01, 0.0), (0.255, 0.062), turn, style.holy_roof, style.ink, hip=0.0, tall=0.045)
    for y in (-0.098, 0.098):
        roof(sheet, at(-0.265, y), (0.066, 0.066), turn, stone, style.ink, hip=1.0, tall=0.07)
        spire(sheet, at(-0.265, y), 0.05, style.holy_roof, style.ink, tall=0.05)
        sheet.disc(at(-0.265, y), 0.011, style.inn_sign)
    sheet.disc(at(-0.262, 0.0), 0.036, style.ink)
    sheet.disc(at(-0.262, 0.0), 0.03, style.banner)
    for k in range(6):
        angle = k * np.pi / 3
        sheet.disc(at(-0.262 + 0.018 * np.cos(angle), 0.018 * np.sin(angle)), 0.008, style.banner_charge)
    spire(sheet, at(0.1, 0.0), 0.04, style.inn_sign, style.ink, tall=0.05)


def inn(
    sheet: BrushSheet, style: TileStyle, spot: Float64Array, road_spot: Float64Array, rng: np.random.Generator
) -> None:
    """A thatched inn with its yard, pond and a golden sign, beside the road that it belongs to."""
    towards = road_spot - spot
    turn = float(np.arctan2(towards[1], towards[0])) - np.pi / 2

    def at(x: float, y: float) -> Float64Array:
        return spot + _spun(np.array([x, y]), turn)

    yard = box(at(0.0, 0.02), (0.13, 0.1), turn)
    sheet.polygon(yard, shaded(style.road, 0.93))
    sheet.line(yard, style.road_edge, 0.005, closed=True)
    pond = at(0.095, -0.06) + 0.05 * np.column_stack([np.cos(_AROUND) * 1.2, np.sin(_AROUND) * 0.85])
    sheet.polygon(pond, (150, 128, 72))
    sheet.line(pond, shaded(style.road_edge, 0.9), 0.006, closed=True)
    sheet.line(pond[2:8] * 0.8 + pond.mean(axis=0) * 0.2, (206, 190, 150), 0.006)
    roof(sheet, at(-0.02, -0.035), (0.105, 0.05), turn, style.inn_roof, style.ink, hip=0.6, tall=0.034)
    roof(sheet, at(-0.085, 0.03), (0.04, 0.07), turn, style.inn_roof, style.ink, hip=0.6, tall=0.03)
    sheet.polygon(box(at(0.03, -0.05), (0.012, 0.012), turn), style.roofs[0])
    tree(sheet, at(-0.11, -0.09), 0.034, style.wood[1], rng)
    sign = at(0.055, 0.055)
    sheet.soften(sign + 0.04 * np.column_stack([np.cos(_AROUND), np.sin(_AROUND)]), 0.5, 0.014, 0.006)
    sheet.disc(sign, 0.044, style.ink)
    sheet.disc(sign, 0.039, style.inn_sign)
    sheet.polygon(box(sign + np.array([0, 0.002]), (0.016, 0.019), 0.0), style.banner)
    sheet.disc(sign + np.array([0.021, 0.002]), 0.010, style.banner)
    sheet.disc(sign + np.array([0.021, 0.002]), 0.005, style.inn_sign)
    sheet.disc(sign + np.array([0.0, -0.018]), 0.017, (236, 246, 250))


_AROUND = np.linspace(0, 2 * np.pi, 17)[:-1]


def hamlet(
    sheet: BrushSheet, style: TileStyle, middle: Float64Array, sides: tuple[int, ...], rng: np.random.Generator
) -> None:
    """A few houses round the square where roads meet, none of them on a road; ``sides`` are where roads leave."""
    leave = [np.pi / 2 * side - np.pi / 2 for side in sides]
    sheet.disc(middle, style.hub_radius * 0.24, shaded(style.road_edge, 0.9))
    sheet.disc(middle, style.hub_radius * 0.2, (188, 164, 120))
    sheet.disc(middle, style.hub_radius * 0.09, shaded(style.wall, 1.1))
    for k in range(8):
        angle = np.pi / 8 + k * np.pi / 4
        if min(abs(wrapped(angle - way, TURN)) for way in leave) < 0.3:
            continue
        place = middle + (style.hub_radius + 0.035) * np.array([np.cos(angle), np.sin(angle)])
        if k % 4 == int(rng.integers(4)):
            tree(sheet, place, 0.028, style.wood[0], rng)
            continue
        colour = style.roofs[int(rng.integers(len(style.roofs)))]
        half = (float(rng.uniform(0.036, 0.046)), float(rng.uniform(0.024, 0.03)))
        roof(sheet, place, half, angle + np.pi / 2, colour, style.ink, hip=0.3, tall=0.02)


def gate(sheet: BrushSheet, style: TileStyle, spot: Float64Array, direction: Float64Array) -> None:
    """A gatehouse over a road that enters a city: two towers and a roof between them."""
    angle = float(np.arctan2(direction[1], direction[0])) + np.pi / 2
    across = np.array([np.cos(angle), np.sin(angle)])
    roof(sheet, spot, (style.road_width * 0.55, style.wall_width * 0.75), angle, style.roofs[3], style.ink, hip=0.0)
    for side in (-1, 1):
        place = spot + across * side * (style.road_width * 0.5 + style.tower * 0.75)
        tower(sheet, place, style.tower * 1.05, style.wall, style.wall_line, style.roofs[0])


def keep(sheet: BrushSheet, style: TileStyle, spot: Float64Array) -> None:
    """A castle between two cities, where roads from both sides end."""
    yard = box(spot, (0.115, 0.115), np.pi / 4)
    sheet.soften(yard, 0.5, 0.02, 0.008)
    sheet.polygon(yard, style.wall_line)
    sheet.polygon(box(spot, (0.105, 0.105), np.pi / 4), style.wall)
    sheet.polygon(box(spot, (0.085, 0.085), np.pi / 4), shaded(style.paving[1], 1.2))
    roof(sheet, spot, (0.06, 0.06), np.pi / 4, style.roofs[1], style.ink, hip=1.0, tall=0.04)
    for corner in yard:
        tower(sheet, spot + (corner - spot) * 0.92, style.tower, style.wall, style.wall_line, style.roofs[0])


def banner(sheet: BrushSheet, style: TileStyle, spot: Float64Array) -> None:
    """A coat of arms: a swallow-tailed banner with a sun, hung from a gilded rod."""
    wide, high = 0.058, 0.082
    shape = np.array(
        [
            [-wide, -high],
            [wide, -high],
            [wide, high],
            [wide * 0.5, high * 0.68],
            [0, high],
            [-wide * 0.5, high * 0.68],
            [-wide, high],
        ]
    )
    sheet.soften(spot + shape * 1.12, 0.55, 0.016, 0.006)
    sheet.polygon(spot + shape * 1.16, (226, 240, 246))
    sheet.line(spot + shape * 1.16, style.ink, 0.006, closed=True)
    sheet.polygon(spot + shape * 0.98, style.banner)
    sun = spot + np.array([0, -0.016])
    rays = np.array(
        [
            sun + (0.036 if k % 2 else 0.021) * np.array([np.cos(k * np.pi / 8), np.sin(k * np.pi / 8)])
            for k in range(16)
        ]
    )
    sheet.polygon(rays, style.banner_charge)
    sheet.disc(sun, 0.017, shaded(style.banner_charge, 1.3))
    rod = spot + np.array([[-wide * 1.4, -high * 1.1], [wide * 1.4, -high * 1.1]])
    sheet.line(rod, style.ink, 0.02)
    sheet.line(rod, style.inn_sign, 0.013)


def garden(sheet: BrushSheet, style: TileStyle, spot: Float64Array, rng: np.random.Generator) -> None:
    """A formal garden: four beds round a fountain, inside a hedge."""
    sheet.polygon(box(spot, (0.085, 0.085), 0.0), style.wood[0])
    sheet.polygon(box(spot, (0.07, 0.07), 0.0), style.road)
    for x in (-1, 1):
        for y in (-1, 1):
            bed = spot + 0.037 * np.array([x, y])
            sheet.polygon(box(bed, (0.025, 0.025), 0.0), style.wood[2])
            for _ in range(5):
                colour = ((96, 96, 226), (226, 200, 236), (110, 214, 244))[int(rng.integers(3))]
                sheet.disc(bed + rng.uniform(-0.018, 0.018, 2), 0.006, colour)
    sheet.disc(spot, 0.022, style.ink)
    sheet.disc(spot, 0.018, (206, 176, 128))


def _spun(point: Float64Array, turn: float) -> Float64Array:
    return np.array(
        [point[0] * np.cos(turn) - point[1] * np.sin(turn), point[0] * np.sin(turn) + point[1] * np.cos(turn)]
    )
