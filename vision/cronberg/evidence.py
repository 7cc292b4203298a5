"""How well each place of the board fits each rhomb, either way round, and how well each triangle fits being empty.

Every comparison allows for what light does to a print. A patch x is explained as a·t + B·c: the template t with some
contrast a, and nuisances B that cost nothing: once an even brightening, once a haze of the lamp's own colour that bends
over the patch (a mirrored lamp). What is left over, as a share of the patch without the template, is small where the
template is right. Logarithms of that share are added over both views of the light.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from games.cronberg.lattice import Site
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.templates import RhombTemplates, symbol_templates, templates, triangle_spots
from vision.cronberg.tone import RectifiedBoard
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceParameters(Parameters):
    """How finely each rhomb is shifted and turned over a place, and how little of it has to be seen."""

    px_per_mm: float = parameter(0.5, "px a mm", "at which templates are compared", CHOSEN)
    floor: float = parameter(0.02, "share", "that grain, wear and print leave over however right a template is", CHOSEN)
    reach_mm: int = parameter(10, "mm", "off the net within which a rhomb is sought", CHOSEN)
    step_mm: int = parameter(3, "mm", "from one place that is tried to the next", CHOSEN)
    turns: tuple[float, ...] = parameter(
        (-8.0, -4.0, 0.0, 4.0, 8.0), "degrees", "by which a rhomb may be turned off the net", CHOSEN
    )
    fine_turns: tuple[float, ...] = parameter((2.0, 1.0), "degrees", "either way, of the finer looks", CHOSEN)
    fine_shifts_mm: tuple[float, ...] = parameter((1.0, 0.5), "mm", "either way, of the finer looks", CHOSEN)
    whole: float = parameter(0.999, "share", "that tells something from which a spot counts as whole", CHOSEN)
    least_good: float = parameter(0.15, "share", "of the spots that must tell something", CHOSEN)


PARAMETERS = EvidenceParameters()


@dataclass(frozen=True, eq=False, slots=True)
class RhombEvidence:
    """What the picture says about each place, in nats for a whole rhomb, against a flat grey patch.

    Attributes:
        rhombi: (sites, kinds), sites in the order of ``lattice.sites``.
        poses: (sites, kinds, 3) where it fits best: x and y off the site in mm, turn in degrees.
        empty: (triangles,).
    """

    rhombi: Float32Array
    poses: Float32Array
    empty: Float32Array


class RhombWeigher:
    """Weighs one copy's rhombi."""

    def __init__(self, prints: CronbergSet) -> None:
        self.prints = prints
        self._templates = templates(prints, PARAMETERS.px_per_mm)
        self._both = self._templates.both_ways
        self._bends = _bends(self._templates.spots_mm)
        self._quartic = _powers(self._templates.spots_mm, 4)
        self._symbol_spots, self._symbols = symbol_templates(prints, PARAMETERS.px_per_mm * 1.4)
        self._symbol_bends = _bends(self._symbol_spots)
        steps = range(-PARAMETERS.reach_mm + 1, PARAMETERS.reach_mm, PARAMETERS.step_mm)
        self._shifts = [
            (x, y, t) for t in PARAMETERS.turns for x in steps for y in steps if x * x + y * y <= PARAMETERS.reach_mm**2
        ]

    def weigh(self, plane: RectifiedBoard, symbols: RectifiedBoard, gain: Float32Array) -> RhombEvidence:
        """Weigh every place.

        Args:
            plane: true at the height of a rhomb's face. symbols: true at the board's face.
            gain: (h, w, 3) of the light, in px of the planes.
        """
        places = range(len(self.prints.lattice.sites) // 2)
        rhombi, poses = self.weigh_places(places, plane, gain)
        return RhombEvidence(rhombi, poses, self.empties(symbols, gain))

    def weigh_places(
        self, places: Iterable[int], plane: RectifiedBoard, gain: Float32Array
    ) -> tuple[Float32Array, Float32Array]:
        """``rhombi`` and ``poses`` of :class:`RhombEvidence` for some places (into ``sites[::2]``); the others get no
        support at all (-inf). ``plane`` and ``gain`` as for :meth:`weigh`."""
        sites, kinds = self.prints.lattice.sites, len(self.prints.rhombi)
        rhombi = np.full((len(sites), kinds), -np.inf, np.float32)
        poses = np.zeros((len(sites), kinds, 3), np.float32)
        shifts = np.array(self._shifts, np.float32)
        for place in places:
            number = 2 * place
            fits = self._fits(sites[number], plane, gain)
            best = fits.argmax(axis=0)
            top = fits[best, np.arange(2 * kinds)]
            rhombi[number], rhombi[number + 1] = top[:kinds], top[kinds:]
            poses[number], poses[number + 1] = shifts[best[:kinds]], shifts[best[kinds:]]
        return rhombi, poses

    def refine(
        self,
        places: Iterable[int],
        rhombi: Float32Array,
        poses: Float32Array,
        plane: RectifiedBoard,
        gain: Float32Array,
    ) -> None:
        """Look once more, and more finely, at how a rhomb lies at some places; both arrays are changed.

        Whatever lies there lies in one way, so all kinds are compared at the same poses: about where the likeliest one
        seemed to lie, then about where any fits best. Arguments as :meth:`weigh_places` takes and returns them.
        """
        for place in places:
            pair = slice(2 * place, 2 * place + 2)
            middle, turn = site_pose(self.prints, self.prints.lattice.sites[2 * place])
            light = _light(gain, plane, middle)
            for far, further in zip(PARAMETERS.fine_turns, PARAMETERS.fine_shifts_mm, strict=True):
                turns, shifts_mm = (-far, 0.0, far), (-further, 0.0, further)
                way, kind = np.unravel_index(int(rhombi[pair].argmax()), rhombi[pair].shape)
                x, y, degrees = (float(value) for value in poses[2 * place + way, kind])
                shifts = [(x + dx, y + dy, degrees + t) for t in turns for dx in shifts_mm for dy in shifts_mm]
                patches, good = sampled(plane, placed_spots(self._templates, middle, turn, shifts))
                fits = _nats(patches, good, self._both, self._bends, light)
                best = fits.argmax(axis=0)
                top = fits.max(axis=0).reshape(2, -1)
                better = top > rhombi[pair]
                poses[pair][better] = np.array(shifts, np.float32)[best].reshape(2, -1, 3)[better]
                rhombi[pair][better] = top[better]

    def beneath_lamp(self, place: int, plane: RectifiedBoard, gain: Float32Array) -> tuple[Float32Array, Float32Array]:
        """How well each rhomb explains a place (into ``sites[::2]``) beneath a lamp that nobody knows yet.

        A lamp's share g leaves 1 - g of what a print lacks of white; here 1 - g is any quartic over the rhomb.

        Args:
            plane: as photographed, with the light on it. gain: (h, w, 3) of the light.

        Returns:
            (2 · kinds,) nats for a rhomb, head up, then head down, up to a constant; (2 · kinds, 3) where it fits best.
        """
        middle, turn = site_pose(self.prints, self.prints.lattice.sites[2 * place])
        patches, _ = sampled(plane, placed_spots(self._templates, middle, turn, self._shifts))
        lacks = 255 - np.minimum(self._both * _light(gain, plane, middle), 255)
        terms = lacks[:, :, None, :] * self._quartic[None, :, :, None]
        form = np.einsum("ksmc,kslc->kml", terms, terms, optimize=True)
        form += 1e-3 * np.eye(form.shape[1]) * form.trace(axis1=1, axis2=2)[:, None, None] / form.shape[1]
        wanted = 255 - patches
        alike = np.einsum("nsc,ksmc->nkm", wanted, terms, optimize=True)
        explained = np.einsum("nkm,kml,nkl->nk", alike, np.linalg.inv(form), alike, optimize=True)
        support = -np.log(np.maximum((wanted**2).sum(axis=(1, 2))[:, None] - explained, 1.0))
        return support.max(axis=0), np.array(self._shifts, np.float32)[support.argmax(axis=0)]

    def places_under(self, share: Callable[[Float64Array], Float32Array], least: float) -> list[int]:
        """Places (into ``sites[::2]``) with more than the least ``share``, told for points (n, 2) of the board."""
        found = []
        for place, site in enumerate(self.prints.lattice.sites[::2]):
            middle, turn = site_pose(self.prints, site)
            spots = placed_spots(self._templates, middle, turn, ((0.0, 0.0, 0.0),))[0][::7]
            if float(share(spots.astype(np.float64)).max()) > least:
                found.append(place)
        return found

    def still_there(self, site: int, kind: int, pose: Float32Array, plane: RectifiedBoard, gain: Float32Array) -> float:
        """Nats for a rhomb that is known to have lain there so (mm, mm, degrees off the net), or hardly elsewhere."""
        middle, turn = site_pose(self.prints, self.prints.lattice.sites[site])
        x, y, degrees = (float(value) for value in pose)
        shifts = [(x + dx, y + dy, degrees) for dx in (-1.5, 0.0, 1.5) for dy in (-1.5, 0.0, 1.5)]
        patches, good = sampled(plane, placed_spots(self._templates, middle, turn, shifts))
        values = self._templates.values[kind][None]
        return float(_nats(patches, good, values, self._bends, _light(gain, plane, middle)).max())

    def _fits(self, site: Site, plane: RectifiedBoard, gain: Float32Array) -> Float32Array:
        """(shifts, 2 · kinds) nats."""
        middle, turn = site_pose(self.prints, site)
        spots = placed_spots(self._templates, middle, turn, self._shifts)
        patches, good = sampled(plane, spots)
        return _nats(patches, good, self._both, self._bends, _light(gain, plane, middle))

    def empties(self, plane: RectifiedBoard, gain: Float32Array) -> Float32Array:
        """(triangles,) nats for each triangle of the empty board."""
        found = np.zeros(len(self._symbols), np.float32)
        for triangle, symbol in enumerate(self._symbols):
            base = triangle_spots(self.prints, triangle, self._symbol_spots)
            spots = np.stack([base + np.array([x, y]) for x in (-1.2, 0.0, 1.2) for y in (-1.2, 0.0, 1.2)])
            patches, good = sampled(plane, spots)
            nats = _nats(patches, good, symbol[None], self._symbol_bends, _light(gain, plane, base.mean(axis=0)))
            found[triangle] = nats.max() / 2  # a triangle is half a rhomb
        return found


def site_pose(prints: CronbergSet, site: Site) -> tuple[Float64Array, float]:
    """Middle of a site in the board frame, mm, and how far its head is turned from up, radians clockwise."""
    corners = prints.crossings_mm[list(site.corners)]
    towards = corners[0] - corners[2]
    return (corners[0] + corners[2]) / 2, math.atan2(towards[0], -towards[1])


def placed_spots(
    base: RhombTemplates, middle: Float64Array, turn: float, shifts: Sequence[tuple[float, float, float]]
) -> NDArray[np.float32]:
    """(shifts, s, 2) the spots of a rhomb that lies there, once for each shift (mm, mm, degrees)."""
    placed = []
    for x, y, degrees in shifts:
        angle = turn + math.radians(degrees)
        c, s = math.cos(angle), math.sin(angle)
        placed.append(base.spots_mm @ np.array([[c, s], [-s, c]]) + middle + [x, y])
    return np.asarray(placed, np.float32)


def sampled(plane: RectifiedBoard, spots: NDArray[np.float32] | Float64Array) -> tuple[Float32Array, Float32Array]:
    """(n, s, 3) what the plane shows at spots (n, s, 2) of the board frame, and (n, s) whether it tells something."""
    px = plane.px(spots).astype(np.float32)
    x, y = np.ascontiguousarray(px[..., 0]), np.ascontiguousarray(px[..., 1])
    values = cv2.remap(plane.image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    good = cv2.remap(plane.good, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(values, np.float32), np.asarray(good, np.float32)


def _bends(spots: Float64Array) -> Float32Array:
    return _powers(spots, 2)


def _powers(spots: Float64Array, most: int) -> Float32Array:
    """(s, n) all products of powers of x and y up to this degree, over spots (s, 2), the constant first."""
    x, y = (spots / np.abs(spots).max(axis=0)).T
    powers = sorted((i + j, j) for i in range(most + 1) for j in range(most + 1 - i))
    return np.stack([x ** (both - j) * y**j for both, j in powers], axis=1).astype(np.float32)


def _light(gain: Float32Array, plane: RectifiedBoard, middle: Float64Array) -> Float32Array:
    """The light's gain about a point of the board: BGR."""
    x, y = np.clip(plane.px(middle[None])[0], 0, np.array(gain.shape[1::-1]) - 1).astype(int)
    return np.asarray(gain[y, x], np.float32)


def _nats(
    patches: Float32Array, good: Float32Array, values: Float32Array, bends: Float32Array, light: Float32Array
) -> Float32Array:
    """(n, templates) support for each template, halved where half of the patch tells nothing."""
    shown = np.minimum(values, 255 / light)  # what the light makes brighter than white is burnt out
    lamp = light.mean() / light  # what white light added by the camera's side looks like once the light is taken off
    support = np.empty((len(patches), len(values)), np.float32)
    whole = good.min(axis=1) >= PARAMETERS.whole
    for those, weight in ((whole, None), (~whole, good[~whole])):
        if those.any():
            even = _left_over(patches[those], weight, shown, bends[:, :1], np.ones(3, np.float32))
            hazy = _left_over(patches[those], weight, shown, bends, lamp)
            support[those] = -np.log(even + PARAMETERS.floor) - np.log(hazy + PARAMETERS.floor)
    share = good.mean(axis=1)
    return np.asarray(np.where(share > PARAMETERS.least_good, share, 0)[:, None] * support, np.float32)


def _left_over(
    patches: Float32Array, weight: Float32Array | None, values: Float32Array, bends: Float32Array, tint: Float32Array
) -> Float32Array:
    """(n, templates) share of each patch that a template and a haze leave unexplained, 0 to 1: least squares.

    Args: patches (n, s, 3), weight (n, s) of their spots or None where all tell the same, values (templates, s, 3),
    and the haze: how it may bend (s, b) and its tint (3,).
    """
    haze = (bends[:, None, :] * tint[None, :, None]).reshape(-1, bends.shape[1])
    x, t = patches.reshape(len(patches), -1), values.reshape(len(values), -1)
    if weight is None:
        basis, _ = np.linalg.qr(haze)
        on_haze = x @ basis
        t = t - (t @ basis) @ basis.T
        whole, strength = (x**2).sum(axis=1) - (on_haze**2).sum(axis=1), (t**2).sum(axis=1)[None]
        alike = x @ t.T
    else:
        terms = bends.shape[1]
        form = (weight @ _products(bends, bends)).reshape(-1, terms, terms) * (tint @ tint)
        inverse = np.linalg.inv(form + 1e-3 * np.eye(terms, dtype=np.float32))
        weighted = x * np.repeat(weight, 3, axis=1)
        on_haze = weighted @ haze
        explained = (on_haze[:, None] @ inverse)[:, 0]
        templates_on_haze = (weight @ _products((values @ tint).T, bends)).reshape(len(x), -1, terms)
        whole = (weighted * x).sum(axis=1) - (explained * on_haze).sum(axis=1)
        strength = weight @ (values**2).sum(axis=2).T - ((templates_on_haze @ inverse) * templates_on_haze).sum(axis=2)
        alike = weighted @ t.T - (templates_on_haze @ explained[..., None])[..., 0]
    share = 1 - np.maximum(alike, 0) ** 2 / np.maximum(whole[:, None] * strength, 1e-6)
    return np.asarray(np.clip(share, 0, 1), np.float32)


def _products(one: Float32Array, other: Float32Array) -> Float32Array:
    """(s, n · m) every column of one (s, n) times every column of the other (s, m)."""
    return np.asarray((one[:, :, None] * other[:, None, :]).reshape(len(one), -1), np.float32)
