"""What crowds the cities of richly illustrated editions: tall towers that are no arms, and houses that huddle."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.painting import palette
from tools.training.terrain.painting.buildings import Houses
from tools.training.terrain.painting.canvas import TileCanvas
from tools.training.terrain.painting.palette import Colour, hsv, near, pick, shade
from tools.training.terrain.painting.plan import CENTRE, Points, Rng


@dataclass(frozen=True, slots=True)
class Crowds:
    """How an edition crowds its cities.

    Attributes:
        towers: mean number of tall towers in a city, most of them by its wall.
        caps: colours of their roofs; an edition may well choose those of its arms.
        size: width of a tower, tile units.
        flags: chance that one flies a small flag.
        huddle: chance that the houses of a city keep to its middle and leave bare ground around them.
        rim: chance that arms stand in a corner of the tile, now and then cut off by its rim.
        along_rim: whether those arms stand anywhere at the rim, not in a corner alone.
        roof: one of ROOF_FORMS, of all its towers.
        pitch: distance between tall towers that stand on a city's wall, tile units; 0 for none.
        gates: whether a tower stands on either side of a road that ends at a wall.
        keep: chance of one great tower in a city.
    """

    towers: float = 0.0
    caps: tuple[Colour, ...] = ()
    size: float = 0.05
    flags: float = 0.0
    huddle: float = 0.0
    rim: float = 0.0
    along_rim: bool = False
    roof: str = "cone"
    pitch: float = 0.0
    gates: bool = False
    keep: float = 0.0


PLAIN = Crowds()
ROOF_FORMS = ("cone", "pavilion", "ridge", "dome", "flat")


def invent_crowds(tincture: Colour, rng: Rng) -> Crowds:
    """How a new edition crowds its cities whose arms have this ``tincture``: its roofs may well have it, too."""
    colours = [tincture if rng.random() < 0.5 else pick(palette.ARMS, rng), pick(palette.ROOFS, rng)]
    order = rng.permutation(2) if rng.random() < 0.5 else np.arange(2)
    count = int(rng.integers(1, 3))
    return Crowds(
        towers=float(rng.choice([0.0, rng.gamma(1.5, 2.0)])),
        caps=tuple(colours[number] for number in order)[:count],
        size=rng.uniform(0.04, 0.13),
        flags=float(rng.choice([0.0, 0.0, rng.uniform(0, 0.5)])),
        huddle=float(rng.choice([0.0, rng.uniform(0, 0.8)])),
        rim=float(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0.6, 1)])),
        roof=str(rng.choice(ROOF_FORMS)),
        pitch=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.35)])),
        gates=bool(rng.random() < 0.4),
        keep=float(rng.choice([0.0, rng.uniform(0, 0.7)])),
    )


def invent_crowded_houses(houses: Houses, rng: Rng) -> Houses:
    """Houses as large and close as print has them; one edition in six has snow on its roofs."""
    if rng.random() < 0.5:
        houses = replace(houses, size=rng.uniform(0.12, 0.25), spacing=rng.uniform(0.7, 1.3))
    if rng.random() < 1 / 6:
        snow = hsv(rng.uniform(190, 240), rng.uniform(0, 0.12), rng.uniform(0.85, 1.0))
        houses = replace(houses, roofs=(snow, shade(snow, rng.uniform(0.6, 0.9)), *houses.roofs[: rng.integers(2)]))
    return houses


def raise_towers(canvas: TileCanvas, depth: NDArray[np.float32], crowds: Crowds, wall: Colour, rng: Rng) -> None:
    """Tall towers in a city; ``depth`` (n, n) is the distance to its wall in px, 0 outside."""
    size = len(depth)
    feet = []
    for _ in range(rng.poisson(crowds.towers) if crowds.towers else 0):
        inside = (depth > 0) & (depth < 0.12 * size) if rng.random() < 0.7 else depth > 0
        places = np.flatnonzero(inside)
        if len(places):
            place = int(places[rng.integers(len(places))])
            feet.append((place % size, place // size))
    for foot in feet:
        _tower(canvas, np.array(foot) / size, crowds, near(wall, 12, rng), rng)
    if crowds.keep and rng.random() < crowds.keep and depth.any():
        places = np.flatnonzero(depth > 0.5 * depth.max())
        place = int(places[rng.integers(len(places))])
        great = replace(crowds, size=crowds.size * rng.uniform(1.4, 2.6))
        _tower(canvas, np.array((place % size, place // size)) / size, great, near(wall, 12, rng), rng)


def man_the_wall(canvas: TileCanvas, outline: Points, crowds: Crowds, wall: Colour, rng: Rng) -> None:
    """Tall towers all along a city's ``outline`` (n, 2), all alike, the hindmost first."""
    if not crowds.pitch:
        return
    closed = np.concatenate([outline, outline[:1]])
    reached = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    wanted = np.arange(rng.uniform(0, crowds.pitch), reached[-1], crowds.pitch)
    wanted = wanted + rng.normal(0, 0.12 * crowds.pitch, len(wanted))
    feet = np.stack([np.interp(wanted, reached, closed[:, axis]) for axis in (0, 1)], 1)
    feet = feet[(feet > -0.03).all(axis=1) & (feet < 1.06).all(axis=1)]
    _alike(canvas, feet, crowds, wall, rng)


def guard_the_gate(canvas: TileCanvas, gate: Points, road: float, crowds: Crowds, wall: Colour, rng: Rng) -> None:
    """A tower on either side of a road of width ``road`` that ends at ``gate``."""
    aside = np.array((road * rng.uniform(0.7, 1.2) + 0.3 * crowds.size, 0.0))
    _alike(canvas, gate + np.array((0, 0.02)) + np.stack([-aside, aside]), crowds, wall, rng)


def _alike(canvas: TileCanvas, feet: Points, crowds: Crowds, wall: Colour, rng: Rng) -> None:
    shape, cap = float(rng.uniform(0.4, 0.65)), crowds.caps[0]
    for foot in feet[np.argsort(feet[:, 1])]:
        _tower(canvas, foot, replace(crowds, caps=(cap,)), wall, rng, half=crowds.size * shape)


def _tower(
    canvas: TileCanvas, at: Points, crowds: Crowds, wall: Colour, rng: Rng, *, half: float | None = None
) -> None:
    half = crowds.size * rng.uniform(0.35, 0.65) if half is None else half
    high, peak = half * rng.uniform(1.5, 4.5), half * rng.uniform(1.2, 4.0)
    cap = near(crowds.caps[rng.integers(len(crowds.caps))], 14, rng)
    body = np.array([(-half, -high), (half, -high), (half, 0), (-half, 0)])
    canvas.fill(at + body, wall)
    canvas.fill(at + body * (0.5, 1) + (half * 0.5, 0), shade(wall, 0.7))
    _roof(canvas, at - (0, high), half, peak, cap, crowds.roof, rng)
    if rng.random() < 0.6:
        canvas.fill(at + np.array([(-0.3, 0), (-0.3, -1.2), (0.3, -1.2), (0.3, 0)]) * half, (30, 35, 45))
    if rng.random() < crowds.flags:
        pole = at + np.array((0, -high - peak))
        canvas.line(np.array([pole, pole - (0, half)]), (40, 40, 40), 0.006)
        flag = np.array([(0, -1), (1.2, -0.75), (0, -0.4)]) * half
        canvas.fill(pole + flag, near(crowds.caps[rng.integers(len(crowds.caps))], 20, rng))


def _roof(canvas: TileCanvas, at: Points, half: float, peak: float, cap: Colour, form: str, rng: Rng) -> None:
    """The roof of a tower ``2 * half`` wide whose walls end at ``at``."""
    lip, dark = 1.25 * half, shade(cap, 0.7)
    if form == "dome":
        canvas.oval(at, (lip, 0.7 * peak), 0, cap)
        canvas.oval(at - (0.35 * lip, 0.2 * peak), (0.4 * lip, 0.3 * peak), 0, shade(cap, 1.25))
    elif form == "flat":
        low = 0.45 * half
        canvas.fill(at + np.array([(-lip, 0), (0, low), (lip, 0), (0, -low)]), cap)
        canvas.fill(at + np.array([(-lip, 0), (0, low), (lip, 0), (lip, 0.5 * half), (0, low + 0.5 * half)]), dark)
    elif form == "ridge":  # seen along its side
        lean = 0.5 * half * rng.choice([-1, 1])
        top = [(0.7 * lip + lean, -0.8 * peak), (-0.7 * lip + lean, -0.8 * peak)]
        canvas.fill(at + np.array([(-lip, 0), (lip, 0), *top]), cap)
        canvas.line(at + np.array([(-lip, 0), (lip, 0)]), dark, 0.01)
    else:  # a cone, or a pavilion that is seen over a corner
        eaves = 0.7 * half if form == "pavilion" else 0.0
        canvas.fill(at + np.array([(-lip, 0), (0, -peak), (lip, 0), (0, eaves)]), cap)
        canvas.fill(at + np.array([(0, eaves), (0, -peak), (lip, 0)]), dark)


def huddled(spots: Points, rng: Rng) -> Points:
    """Those places (n, 2) that lie together about the middle of the tile."""
    reach = rng.uniform(0.27, 0.42)
    return np.asarray(spots[np.hypot(*(spots - CENTRE - rng.normal(0, 0.04, 2)).T) < reach], np.float64)
