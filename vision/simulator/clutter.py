"""What else lies on a table: sheets, cups, boxes, phones, cards, counters. None of it belongs to the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.artwork.noise import clouds
from vision.imaging.values import Colour
from vision.simulator.figures import counter, cube
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, disc, prism


@dataclass(frozen=True, eq=False, slots=True)
class Thing:
    """One thing, perhaps of several pieces, around (0, 0): how far it reaches from there, mm."""

    pieces: tuple[FlatPiece | SolidPiece, ...]
    reach_mm: float

    def at(self, pose: PiecePose) -> tuple[FlatPiece | SolidPiece, ...]:
        """Its pieces with the whole thing moved there."""
        moved: list[FlatPiece | SolidPiece] = []
        for piece in self.pieces:
            spot = pose.carry(np.array([[piece.pose.x, piece.pose.y]]))[0]
            moved.append(piece.at(PiecePose(float(spot[0]), float(spot[1]), piece.pose.turn_deg + pose.turn_deg)))
        return tuple(moved)


def things(count: int, rng: np.random.Generator) -> tuple[Thing, ...]:
    """This many things, kinds mixed; their names are ``clutter-0`` and so on."""
    kinds = list(rng.permutation(len(_KINDS)))
    return tuple(_KINDS[kinds[k % len(kinds)]](f"clutter-{k}", rng) for k in range(count))


def spread(
    found: tuple[Thing, ...],
    keep_clear: Float64Array,
    clear_mm: float,
    inside: Callable[[Float64Array], bool],
    rng: np.random.Generator,
    touching: int = 0,
) -> tuple[FlatPiece | SolidPiece, ...]:
    """Lay things round the game.

    Args:
        found: what to lay.
        keep_clear: (n, 2) middles of places that stay free, mm.
        clear_mm: how far from those a thing's border has to stay.
        inside: whether a point (2,) mm is in view.
        rng: chooses the places.
        touching: how many of them may come as near as touching the game.

    A thing for which there is no room is left out.
    """
    pieces: list[FlatPiece | SolidPiece] = []
    taken: list[tuple[Float64Array, float]] = []
    low, high = keep_clear.min(axis=0) - 420.0, keep_clear.max(axis=0) + 420.0
    for number, thing in enumerate(found):
        gap = 0.35 * clear_mm if number < touching else clear_mm
        for _ in range(300):
            spot = rng.uniform(low, high)
            apart = np.linalg.norm(keep_clear - spot, axis=1).min()
            if apart < gap + thing.reach_mm or (number < touching and apart > gap + thing.reach_mm + 30):
                continue
            if not inside(spot) or any(np.linalg.norm(spot - o) < r + thing.reach_mm + 6 for o, r in taken):
                continue
            pieces.extend(thing.at(PiecePose(float(spot[0]), float(spot[1]), float(rng.uniform(0, 360)))))
            taken.append((spot, thing.reach_mm))
            break
    return tuple(pieces)


def _pick(colours: tuple[Colour, ...], rng: np.random.Generator) -> Colour:
    return colours[int(rng.integers(len(colours)))]


_BRIGHT: tuple[Colour, ...] = (
    (52, 48, 186),
    (168, 104, 44),
    (70, 148, 86),
    (60, 178, 230),
    (150, 84, 140),
    (206, 214, 220),
    (58, 62, 66),
)


def _paper(name: str, rng: np.random.Generator) -> Thing:
    """A sheet of rules or scores: paragraphs, a heading, a picture or a table."""
    high, wide = 420, 296
    page = np.full((high, wide, 3), (232, 240, 242), np.uint8)
    page = np.clip(page + clouds((high, wide), rng, (200, 200), 2)[..., None] * 2, 0, 255).astype(np.uint8)
    cv2.rectangle(page, (24, 24), (int(rng.uniform(120, 220)), 42), _pick(_BRIGHT, rng), -1)
    row = 62
    while row < high - 24:
        if rng.random() < 0.06 and row < high - 110:
            cv2.rectangle(page, (24, row), (140, row + 80), _pick(_BRIGHT, rng), -1)
            cv2.rectangle(page, (34, row + 10), (90, row + 60), _pick(_BRIGHT, rng), -1)
            row += 92
        left = 24
        while left < wide - 40:
            word = int(rng.uniform(8, 34))
            cv2.line(page, (left, row), (min(left + word, wide - 24), row), (86, 84, 84), 2)
            left += word + 7
        row += 22 if rng.random() < 0.12 else 10
    return Thing((FlatPiece(name, page, (148.0, 210.0), PiecePose(0, 0), 0.2, rim=(230, 236, 238)),), 122.0)


def _phone(name: str, rng: np.random.Generator) -> Thing:
    glass = np.full((320, 156, 3), (24, 22, 22), np.uint8)
    cv2.rectangle(glass, (0, 0), (155, 319), (70, 68, 66), 5)
    if rng.random() < 0.4:
        screen = cv2.resize(rng.uniform(30, 200, (5, 3, 3)).astype(np.uint8), (138, 296), interpolation=cv2.INTER_CUBIC)
        glass[12:308, 9:147] = screen
        cv2.putText(glass, "20:47", (36, 90), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (240, 240, 240), 2, cv2.LINE_AA)
    else:
        shine = np.linspace(0, 34, 156)[None, :, None] * np.linspace(1, 0, 320)[:, None, None]
        glass = np.clip(glass + shine, 0, 255).astype(np.uint8)
    return Thing((FlatPiece(name, glass, (73.0, 150.0), PiecePose(0, 0), 8.0, rim=(60, 58, 56)),), 82.0)


def _cup(name: str, rng: np.random.Generator) -> Thing:
    colour = _pick(_BRIGHT, rng)
    inside: Colour = (0.9 * colour[0], 0.9 * colour[1], 0.9 * colour[2])
    drink: Colour = (30, 46, 78) if rng.random() < 0.6 else (70, 120, 160)
    handle = prism([(36, -6), (58, -6), (58, 6), (36, 6)], 22, 68, colour)
    body = prism(disc(36, 24), 0, 84, colour, top=1.14)
    rim = prism(disc(37.5, 24), 84, 84.4, inside)
    fill = prism(disc(34.5, 24), 84.5, 84.6, drink)
    return Thing((SolidPiece(name, (handle, body, rim, fill), PiecePose(0, 0), gloss=0.5),), 60.0)


def _box(name: str, rng: np.random.Generator) -> Thing:
    """The lid of some game: a coloured picture and its edge."""
    lid = np.empty((180, 240, 3), np.uint8)
    lid[:] = _pick(_BRIGHT, rng)
    for _ in range(9):
        corner = rng.uniform([0, 0], [240, 180])
        points = corner + rng.uniform(-60, 60, (4, 2))
        cv2.fillConvexPoly(lid, cv2.convexHull(points.astype(np.int32)), _pick(_BRIGHT, rng), cv2.LINE_AA)
    cv2.rectangle(lid, (30, 66), (210, 112), (226, 236, 240), -1)
    cv2.putText(lid, "ALMANAC", (40, 102), cv2.FONT_HERSHEY_DUPLEX, 1.1, (40, 40, 44), 2, cv2.LINE_AA)
    wide, deep, high = rng.uniform(120, 190), rng.uniform(90, 140), rng.uniform(35, 60)
    outline = [(-wide / 2, -deep / 2), (wide / 2, -deep / 2), (wide / 2, deep / 2), (-wide / 2, deep / 2)]
    body = prism(outline, 0, float(high), _pick(_BRIGHT, rng))
    return Thing((SolidPiece(name, (body,), PiecePose(0, 0), gloss=0.1, top=lid),), float(np.hypot(wide, deep) / 2))


def _loose_pieces(name: str, rng: np.random.Generator) -> Thing:
    """A handful of cubes and counters from some other game."""
    pieces: list[FlatPiece | SolidPiece] = []
    for k in range(int(rng.integers(3, 8))):
        x, y = (float(v) for v in rng.uniform(-34, 34, 2))
        pose = PiecePose(x, y, float(rng.uniform(0, 90)))
        make = cube if rng.random() < 0.5 else counter
        pieces.append(make(f"{name}.{k}", _pick(_BRIGHT, rng), pose))
    return Thing(tuple(pieces), 50.0)


def _cards(name: str, rng: np.random.Generator) -> Thing:
    """A fanned heap of cards, backs up."""
    back = np.empty((132, 88, 3), np.uint8)
    back[:] = (232, 238, 240)
    colour = _pick(_BRIGHT, rng)
    cv2.rectangle(back, (6, 6), (81, 125), colour, -1)
    for k in range(-8, 10):
        cv2.line(back, (6, 6 + 14 * k), (81, 60 + 14 * k), tuple(0.8 * c for c in colour), 2, cv2.LINE_AA)
    cv2.rectangle(back, (0, 0), (87, 5), (232, 238, 240), -1)
    cv2.rectangle(back, (0, 126), (87, 131), (232, 238, 240), -1)
    pieces = [
        FlatPiece(
            f"{name}.{k}",
            back,
            (59.0, 88.0),
            PiecePose(float(rng.normal(0, 4)), float(rng.normal(0, 4)), float(rng.normal(0, 9))),
            0.5,
            height_mm=0.5 * k,
            rim=(220, 228, 230),
        )
        for k in range(4)
    ]
    return Thing(tuple(pieces), 62.0)


def _pencil(name: str, rng: np.random.Generator) -> Thing:
    colour = _pick(_BRIGHT, rng)
    shaft = prism([(-70, -3.5), (70, -3.5), (70, 3.5), (-70, 3.5)], 0, 7, colour)
    point = prism([(70, -3.4), (88, -0.4), (88, 0.4), (70, 3.4)], 1, 6, (150, 194, 226))
    return Thing((SolidPiece(name, (shaft, point), PiecePose(0, 0), gloss=0.3),), 90.0)


_KINDS: tuple[Callable[[str, np.random.Generator], Thing], ...] = (
    _paper,
    _cup,
    _box,
    _phone,
    _loose_pieces,
    _cards,
    _pencil,
)
