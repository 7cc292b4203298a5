"""Who stands on a place: the place is seen from straight above in its own light, and pieces are put onto it in thought,
one after the other, as long as that explains the picture better.

A pixel is explained by the place's own picture (somewhat darker in a shadow, a pixel off), or by a paint in some light.
Both ways of disagreeing are bounded, so that glare and strangers speak for nobody. The best place for a shape is found
by correlating the gain of its paint over the place with what the shape shows from this side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.istanbul.shapes import (
    BAND,
    CREAM,
    FIGURES,
    NEUTRAL,
    PLAYERS,
    Colour,
    Shape,
    hull_mm,
    pawn,
    players_shapes,
    top_mm,
)
from vision.lattice_patches import lab_of

Floats = NDArray[np.float32]

PX_PER_MM = 0.75
MARGIN_MM = 14.0  # beyond the place: pieces lean over its edge
CAP = 9.0  # squared standard deviations at which a disagreement stops to count
TOPS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1)  # light on the upper faces of wood, of what it is from straight above
SIDES = (0.45, 0.55, 0.66, 0.78, 0.9, 1.0)  # and on the others
SHADOWS = ((1.0, 0.0), (0.82, 0.6), (0.66, 1.2))  # light on a place, and what it costs to believe in a shadow
INDEPENDENT = 0.22  # neighbouring pixels repeat each other
LEAN = 0.04
CLEAR_SHARE = 0.4  # share of the possible gain from which a piece is no doubt there
LEAST = 9.0  # log-likelihood that a piece must bring
MOST = 16  # pieces on one place


@dataclass(frozen=True, slots=True)
class Person:
    """A piece that was seen.

    Attributes:
        kind, colour: as :class:`games.istanbul.standing.Standing` has them.
        under: assistants below a merchant. count: assistants in a pile of their own.
        x, y: its foot on the place, mm from the place's middle.
        gain: log-likelihood over there being nothing. share: of the most that a piece of this size could bring.
        margin: over the best other piece at the same spot.
        counts: log-likelihood of each number of assistants, relative to the best.
    """

    kind: str
    colour: str
    under: int
    count: int
    x: float
    y: float
    gain: float
    share: float
    margin: float
    counts: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class View:
    """One place from straight above.

    Attributes:
        lab: (h, w, 3) in the references' colours, ``PX_PER_MM``, the place in its middle.
        expected: (h, w, 3) what the place itself looks like.
        known: (h, w) 1 where the place is expected, 0 beyond its edge or out of the picture.
        eye_mm: (3,) where the camera is, from the place's middle, mm.
        sigma: (3,) scatter of the colours.
    """

    lab: Floats
    expected: Floats
    known: Floats
    eye_mm: NDArray[np.float64]
    sigma: NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class _Stencil:
    """What a shape covers about its foot: masks (k, k) for paint, band and cream, and the outline's area in px."""

    shape: Shape
    masks: dict[str, Floats] = field(default_factory=dict)


def people_on(view: View, banned: frozenset[tuple[str, str]] = frozenset()) -> tuple[Person, ...]:
    """Everybody on a place, most certain first; ``banned`` (kind, colour) are known to be elsewhere."""
    stencils = _stencils(_about(view.eye_mm))
    place = place_doubt(view)
    doubts = {name: paint_doubt(view, paint, shades) for name, (paint, shades) in _paints().items()}
    covered = place.copy()
    found: list[Person] = []
    while len(found) < MOST:
        best = _best(covered, doubts, stencils, view.known, banned, found)
        if best is None:
            break
        person, stencil, at = best
        found.append(person)
        _cover(covered, doubts, stencil, person, at)
    return tuple(found)


def place_doubt(view: View) -> Floats:
    """(h, w) squared standard deviations by which each pixel is not the place's own."""
    least = np.full(view.lab.shape[:2], np.inf, np.float32)
    scale = (1.0 / view.sigma).astype(np.float32)
    for light, cost in SHADOWS:
        dimmed = view.expected * np.array([light, 1.0, 1.0], np.float32)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                shifted = cv2.warpAffine(
                    dimmed, np.array([[1.0, 0, dx], [0, 1.0, dy]]), dimmed.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
                )
                away = (((view.lab - shifted) * scale) ** 2).sum(axis=2) / 3
                least = np.minimum(least, away + cost + (0.25 if dx or dy else 0.0))
    return np.asarray(np.minimum(least, CAP), np.float32)


def paint_doubt(view: View, paint: Colour, lights: tuple[float, ...]) -> Floats:
    """(h, w) squared standard deviations by which each pixel is not wood of this paint in one of some lights."""
    shades = np.array([[[min(255.0, c * shade) for c in paint] for shade in lights]], np.float64).astype(np.uint8)
    tones = lab_of(shades)[0]
    scale = (1.0 / np.maximum(view.sigma * 1.15, [3.0, 3.5, 3.5])).astype(np.float32)
    away = (((view.lab[:, :, None] - tones[None, None]) * scale) ** 2).sum(axis=3) / 3
    return np.asarray(np.minimum(away.min(axis=2), CAP), np.float32)


def _paints() -> dict[str, tuple[Colour, tuple[float, ...]]]:
    """Every paint by what it is on: a piece's upper face, its side, a turban's band and cream middle."""
    woods = {**PLAYERS, **FIGURES, "neutral": NEUTRAL}
    tops = {name: (paint, _of_pale(name, TOPS)) for name, paint in woods.items()}
    sides = {f"{name} side": (paint, _of_pale(name, SIDES)) for name, paint in woods.items()}
    return {**tops, **sides, "band": (BAND, (0.7, 0.95, 1.2, 1.5)), "cream": (CREAM, TOPS[2:])}


def _of_pale(name: str, lights: tuple[float, ...]) -> tuple[float, ...]:
    """White wood in little light looks like anything grey, so it has to be bright."""
    return lights[2:] if name in ("white", "neutral") else lights


def _surface(shows: str, colour: str) -> str:
    """The paint of a part of a piece of this colour."""
    return {"paint": colour, "side": f"{colour} side"}.get(shows, shows)


def _about(eye_mm: NDArray[np.float64]) -> tuple[int, int, int]:
    """How far pieces lean for a camera there, in steps that nobody sees: 0.04 mm for a mm of height."""
    x, y, height = eye_mm
    return round(x / height / LEAN), round(y / height / LEAN), round(height / 400.0)


def _eye(about: tuple[int, int, int]) -> NDArray[np.float64]:
    height = about[2] * 400.0
    return np.array([about[0] * LEAN * height, about[1] * LEAN * height, height])


@lru_cache(maxsize=512)
def _stencils(about: tuple[int, int, int]) -> tuple[_Stencil, ...]:
    eye_mm = _eye(about)
    shapes = (*players_shapes(), *(pawn(kind) for kind in FIGURES))
    return tuple(_stencil(shape, eye_mm) for shape in shapes)


def _stencil(shape: Shape, eye_mm: NDArray[np.float64]) -> _Stencil:
    reach = 38.0
    side = 2 * int(reach * PX_PER_MM) + 1
    finer = 4
    labels = np.zeros((side * finer, side * finer), np.uint8)
    names = {"paint": 1, "band": 2, "cream": 3, "side": 4}
    foot = np.zeros(2)
    for body in shape.bodies:
        outer = "side" if body.shows == "paint" else body.shows
        faces = ((hull_mm(body, eye_mm, foot), outer), (top_mm(body, eye_mm, foot), body.shows))
        for points, shown in faces:
            hull = cv2.convexHull(points.astype(np.float32))[:, 0]
            fixed = np.round((hull * PX_PER_MM + side / 2) * finer).astype(np.int32)
            cv2.fillConvexPoly(labels, fixed, names[shown])
    masks = {}
    for name, label in names.items():
        mask = cv2.resize((labels == label).astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
        if mask.any():
            masks[name] = np.asarray(mask, np.float32)
    return _Stencil(shape, _cropped(masks))


def _cropped(masks: dict[str, Floats]) -> dict[str, Floats]:
    """The masks without their empty rim, still centred on the foot."""
    whole = sum(masks.values())
    rows, columns = np.nonzero(np.asarray(whole) > 0)
    middle = next(iter(masks.values())).shape[0] // 2
    reach = int(max(np.abs(rows - middle).max(), np.abs(columns - middle).max()))
    part = slice(middle - reach, middle + reach + 1)
    return {name: np.ascontiguousarray(mask[part, part]) for name, mask in masks.items()}


def leaning(view: View, people: tuple[Person, ...], eyes: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """(eyes,) how well the merchants among these people fit as seen from each of some places of the camera."""
    place = place_doubt(view)
    total = np.zeros(len(eyes))
    for person in people:
        if person.kind != "merchant" or person.share < CLEAR_SHARE:
            continue
        gains = {
            name: (place - paint_doubt(view, *_paints()[name])) * view.known
            for name in (person.colour, f"{person.colour} side", "band", "cream")
        }
        middle = np.array(view.known.shape[::-1]) / 2 - 0.5
        x, y = np.round(np.array([person.x, person.y]) * PX_PER_MM + middle).astype(int)
        reach = 34
        part = (slice(max(0, y - reach), y + reach), slice(max(0, x - reach), x + reach))
        crops = {name: np.ascontiguousarray(gain[part]) for name, gain in gains.items()}
        for index, eye in enumerate(eyes):
            merchants = [one for one in _stencils(_about(eye)) if one.shape.kind == "merchant"]
            total[index] += max(float(_scored(crops, person.colour, one).max()) for one in merchants) * INDEPENDENT
    return total


def _best(
    covered: Floats,
    doubts: dict[str, Floats],
    stencils: tuple[_Stencil, ...],
    known: Floats,
    banned: frozenset[tuple[str, str]],
    found: list[Person],
) -> tuple[Person, _Stencil, tuple[int, int]] | None:
    """The piece that explains most of what is left, its stencil and its foot's px."""
    gains = {name: (covered - doubt) * known for name, doubt in doubts.items()}
    feet = _feet(known)
    entries: list[tuple[float, str, str, _Stencil, tuple[int, int]]] = []
    taken = {(person.kind, person.colour) for person in found}
    for colour in (*PLAYERS, *FIGURES, "neutral"):
        either = np.maximum(gains[colour], gains[f"{colour} side"])
        strength = cv2.boxFilter(np.maximum(either, -1.0), -1, (7, 7), normalize=False)
        if float(strength.max()) * INDEPENDENT < 0.5 * LEAST:
            continue
        for stencil in stencils:
            kind = stencil.shape.kind
            if not _goes(kind, colour, stencil) or (kind, colour) in banned:
                continue
            if (kind, colour) in taken and colour != "neutral":
                continue
            score = _scored(gains, colour, stencil)
            score = np.where(feet, score, -np.inf)
            y, x = np.unravel_index(int(score.argmax()), score.shape)
            entries.append((float(score[y, x]) * INDEPENDENT, kind, colour, stencil, (int(x), int(y))))
    if not entries:
        return None
    entries.sort(key=lambda entry: -entry[0])
    gain, kind, colour, stencil, at = entries[0]
    if gain < LEAST:
        return None
    near = 9.0 * PX_PER_MM
    rivals = [
        entry[0]
        for entry in entries
        if (entry[1], entry[2]) != (kind, colour) and np.hypot(entry[4][0] - at[0], entry[4][1] - at[1]) < near
    ]
    margin = gain - max([*rivals, 0.0])
    counts = _counts(entries, kind, colour)
    middle = np.array(known.shape[::-1]) / 2 - 0.5
    x_mm, y_mm = (np.array(at) - middle) / PX_PER_MM
    shape = stencil.shape
    whole = sum(float(mask.sum()) for mask in stencil.masks.values()) * CAP * INDEPENDENT
    person = Person(
        kind, colour, shape.under, shape.count, float(x_mm), float(y_mm), gain, gain / whole, margin, counts
    )
    return person, stencil, at


def _goes(kind: str, colour: str, stencil: _Stencil) -> bool:
    """Whether a piece of this kind is painted so."""
    if colour in FIGURES:
        return kind == colour
    if colour == "neutral":
        return kind == "merchant" and stencil.shape.under == 0
    return kind not in FIGURES


def _scored(gains: dict[str, Floats], colour: str, stencil: _Stencil) -> Floats:
    total = np.zeros(gains[colour].shape, np.float32)
    for shows, mask in stencil.masks.items():
        gain = gains[_surface(shows, colour)]
        total += cv2.filter2D(gain, cv2.CV_32F, mask, borderType=cv2.BORDER_CONSTANT)
    return total


def _feet(known: Floats) -> NDArray[np.bool_]:
    """Where a foot may stand: on the place, or a little over its edge."""
    return np.asarray(cv2.dilate((known > 0).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def _counts(
    entries: list[tuple[float, str, str, _Stencil, tuple[int, int]]], kind: str, colour: str
) -> tuple[float, ...]:
    by_count: dict[int, float] = {}
    for gain, other, paint, stencil, _ in entries:
        if (other, paint) == (kind, colour):
            number = stencil.shape.under if kind == "merchant" else stencil.shape.count
            by_count[number] = max(by_count.get(number, -np.inf), gain)
    best = max(by_count.values())
    return tuple(by_count.get(number, -np.inf) - best for number in range(max(by_count) + 1))


def _cover(covered: Floats, doubts: dict[str, Floats], stencil: _Stencil, person: Person, at: tuple[int, int]) -> None:
    """What the piece hides is explained from now on as well as it explains it."""
    for shows, mask in stencil.masks.items():
        doubt = doubts[_surface(shows, person.colour)]
        reach = mask.shape[0] // 2
        top, left = at[1] - reach, at[0] - reach
        y0, x0 = max(0, top), max(0, left)
        y1, x1 = min(covered.shape[0], top + mask.shape[0]), min(covered.shape[1], left + mask.shape[1])
        share = mask[y0 - top : y1 - top, x0 - left : x1 - left]
        window = covered[y0:y1, x0:x1]
        better = np.minimum(window, doubt[y0:y1, x0:x1])
        window += (better - window) * share
