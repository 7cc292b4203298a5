"""How the layout would look from above if nobody stood on it, for the places that are known to lie there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.patches import bgr_of, lab_of
from vision.imaging.scatter import OF_MEDIAN
from vision.istanbul.layout.edition import PlaceEdition
from vision.istanbul.layout.mosaic import PX_PER_MM, Mosaic
from vision.istanbul.pieces import shapes
from vision.istanbul.pieces.lamp import mirrored, taken_off
from vision.istanbul.pieces.light import light_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone, fit_tone
from vision.registration.board_camera import CameraAboveBoard
from vision.registration.lattice import UNIT_CORNERS, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutMosaicParameters(Parameters):
    """How the layout is put together from above."""

    margin_mm: float = parameter(22.0, "mm", "beyond the layout: pieces lean over its edge", CHOSEN)
    rim_mm: float = parameter(2.4, "mm", "scuffed, and blurred into what lies beside", CHOSEN)
    blurs: tuple[float, ...] = parameter((0.7, 1.0, 1.4, 1.9, 2.5), "px", "sigma, px of the mosaic", CHOSEN)
    wood_scatters: float = parameter(1.35, "times", "print whose own wear is known: that of wood is not", CHOSEN)
    lies_px: float = parameter(
        2.0, "px", "of the picture, by which corners of a place may be off that lies where it lay", CHOSEN
    )
    own_light: float = parameter(
        6.0, "Lab units", "that a place's light may be off the light of the whole layout", CHOSEN
    )


PARAMETERS = LayoutMosaicParameters()


@dataclass(frozen=True, eq=False)
class LayoutMosaic:
    """A layout that was found, as far as it stays the same from picture to picture.

    Attributes:
        view: how the camera stands to it. to_px: (3, 3) mm of the view to px of the mosaic. size: width, height, px.
        quads: (places, 4, 2) corners of the places, px of the mosaic. expected, known, cell: see :class:`Mosaic`.
        scatter: (3,) by which colours scatter more than those of bare places.
    """

    view: CameraAboveBoard
    to_px: NDArray[np.float64]
    size: tuple[int, int]
    quads: NDArray[np.float64]
    expected: Float32Array
    known: Float32Array
    cell: NDArray[np.int16]
    scatter: NDArray[np.float64] = field(default_factory=lambda: np.ones(3))

    @classmethod
    def of(
        cls,
        view: CameraAboveBoard,
        cells: NDArray[np.float64],
        poses: NDArray[np.float64],
        numbers: tuple[int, ...],
        edition: PlaceEdition,
    ) -> LayoutMosaic:
        """Draw it up.

        Args:
            cells: (b, 2) column and row of each place. poses: (b, 3, 3) of its unit square, upright.
            numbers: which place lies there.
        """
        wide, high = shapes.PARAMETERS.place_wide_mm, shapes.PARAMETERS.place_wide_mm * edition.aspect
        reach = np.array([wide, high]) * (cells.max(axis=0) + 1.06) + 2 * PARAMETERS.margin_mm
        across, down = (int(v) for v in np.ceil(reach * PX_PER_MM))
        corner = np.array([wide, high]) / 2 + PARAMETERS.margin_mm
        shift = np.array([[1.0, 0, corner[0]], [0, 1.0, corner[1]], [0, 0, 1.0]])
        to_px = np.diag([PX_PER_MM, PX_PER_MM, 1.0]) @ shift
        quads = _quads(view, poses, to_px)
        expected, known = np.zeros((down, across, 3), np.float32), np.zeros((down, across), np.float32)
        for quad, number in zip(quads, numbers, strict=True):
            if number not in edition.blank:
                _draw_place(_print_of(edition, number, _softness(view, quad, to_px)), quad, expected, known)
        cell = _nearest_places(quads, (across, down), edition.aspect)
        return cls(view, to_px, (across, down), quads, expected, known, cell)

    def lies(self, poses: NDArray[np.float64]) -> bool:
        """Whether places found with these poses (b, 3, 3), in the plan's order, lie where they lay."""
        if len(poses) != len(self.quads):
            return False
        before = self.to_picture(self.quads.reshape(-1, 2)).reshape(-1, 4, 2)
        away = np.linalg.norm(np.stack([quad_of(pose) for pose in poses]) - before, axis=2)
        return bool((np.median(away, axis=1) < PARAMETERS.lies_px).all())

    def focused(self, image: NDArray[np.uint8]) -> LayoutMosaic:
        """The same with the places as soft as this picture (BGR) shows them: out of focus, or shaken."""
        sharp = self.look(image)
        here = self.known > 0
        softer = [replace(sharp, expected=_softened(self.expected, blur)) for blur in PARAMETERS.blurs]
        doubts = [float(mosaic.doubt[here].mean()) for mosaic in (sharp, *softer)]
        best = int(np.argmin(doubts))
        if not best:
            return self
        soft = replace(self, expected=softer[best - 1].expected)
        # Edges of people run into the places as much as those of the print do, and people are not softened.
        return replace(soft, scatter=sharp.sigma / soft.look(image).sigma)

    def look(self, image: NDArray[np.uint8]) -> Mosaic:
        """The layout on a picture (BGR) that was taken from there; the light is learnt from the places themselves."""
        raw = lab_of(self.view.rectified(image, self.to_px, self.size))
        tone = self._tone(raw)
        sigma = np.maximum(tone.sigma, 3.0) * self.scatter
        lab = _in_light(raw, tone, self.view, self.to_px)
        lab = _evened(lab, self.expected, self.known, self.cell, sigma, len(self.quads))
        return Mosaic(lab, self.expected, self.known, self.cell, sigma, self.quads.mean(axis=1), self._eye_px)

    def look_closely(self, image: NDArray[np.uint8]) -> Mosaic:
        """As :meth:`look`, for a picture that is looked at but once: each place has its own light and wear, and may
        mirror a lamp. That takes some tenths of a second."""
        seen = self.view.rectified(image, self.to_px, self.size)
        raw, middles = lab_of(seen), self.quads.mean(axis=1)
        tone = self._tone(raw)
        lamp = mirrored(
            _in_light(raw, tone, self.view, self.to_px), self.expected, self.known, self._white(tone), self.to_px
        )
        picture, reliability = taken_off(lamp, np.asarray(seen, np.float32), self.to_px)
        known = np.asarray(self.known * reliability, np.float32)
        place = np.median(np.abs(self.quads[:, 2] - self.quads[:, 0]), axis=0)
        light = light_of(picture, bgr_of(self.expected), known, self.cell, middles, place)
        lab, bare = (lab_of(np.asarray(np.clip(one / light.gain, 0, 255), np.uint8)) for one in (picture, light.bare))
        scatter = OF_MEDIAN * np.median(np.abs(lab - bare)[known > 0], axis=0)
        sigma = np.maximum(scatter, 3.0) * self.scatter * PARAMETERS.wood_scatters
        rows, columns = np.clip(np.round(middles[:, ::-1]).astype(int).T, 0, np.array(known.shape)[:, None] - 1)
        most = np.asarray(np.minimum(255 / light.gain[rows, columns], 255), np.float32)
        return Mosaic(lab, bare, known, self.cell, sigma, middles, self._eye_px, most)

    @property
    def _eye_px(self) -> NDArray[np.float64]:
        """(3,) where the camera is, px, and its height in px too."""
        x, y, height = self.view.eye_mm
        foot = self.to_px @ np.array([x, y, 1.0])
        return np.array([foot[0], foot[1], height * PX_PER_MM])

    def _white(self, tone: Tone) -> Float32Array:
        """(places, 1, 3) Lab of white, as a mirrored lamp is, about each place in the references' light."""
        middles = self.to_picture(self.quads.mean(axis=1))
        white = lab_of(np.full((len(middles), 1, 3), 255, np.uint8))
        return np.asarray(tone.apply(white[:, None], middles)[:, 0], np.float32)

    def to_picture(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Px (n, 2) of the mosaic as px of the picture."""
        mm = cv2.perspectiveTransform(np.asarray(points, np.float64)[:, None], np.linalg.inv(self.to_px))[:, 0]
        return self.view.project(mm)

    def _tone(self, raw: Float32Array) -> Tone:
        side = 24
        line = (np.arange(side) + 0.5) / side * 0.9 + 0.05
        unit = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 1, 2)
        grids = []
        for quad in self.quads:
            to_quad = cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), quad.astype(np.float32))
            grids.append(cv2.perspectiveTransform(unit, to_quad).reshape(side, side, 2))
        where = np.concatenate(grids).astype(np.float32)
        seen, wanted = (
            np.asarray(cv2.remap(one, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.float32)
            for one in (raw, self.expected)
        )
        seen, wanted = seen.reshape(-1, side, side, 3), wanted.reshape(-1, side, side, 3)
        drawn = wanted.any(axis=(1, 2, 3))
        inside = np.ones(seen[drawn].shape[:3], bool)
        return fit_tone(seen[drawn], wanted[drawn], inside, self.to_picture(self.quads.mean(axis=1)[drawn]))


def _quads(view: CameraAboveBoard, poses: NDArray[np.float64], to_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b, 4, 2) px of the mosaic where the places' corners are."""
    pixels = np.stack([quad_of(pose) for pose in poses]).reshape(-1, 2)
    corners = np.array([[0.0, 0.0], [500.0, 0.0], [500.0, 500.0], [0.0, 500.0]])
    rough, _ = cv2.findHomography(view.project(corners), corners)
    points = cv2.perspectiveTransform(pixels[:, None], rough)[:, 0]
    for _ in range(4):  # the lens bends a little: Newton's steps with the straight view's slope
        missed = pixels - view.project(points)
        near = cv2.perspectiveTransform((view.project(points) + missed)[:, None], rough)[:, 0]
        points = points + near - cv2.perspectiveTransform(view.project(points)[:, None], rough)[:, 0]
    return np.asarray(cv2.perspectiveTransform(points[:, None], to_px)[:, 0].reshape(-1, 4, 2), np.float64)


def _print_of(edition: PlaceEdition, number: int, soft: float) -> Float32Array:
    """(h, w, 3) half-L Lab of a bare place as large as the mosaic shows it, softened by a sigma of so many px."""
    wide = round(shapes.PARAMETERS.place_wide_mm * PX_PER_MM)
    picture = edition.pictures[edition.numbers.index(number)]
    small = cv2.resize(picture, (wide, round(wide * edition.aspect)), interpolation=cv2.INTER_AREA)
    print_ = lab_of(np.asarray(small, np.uint8))
    return np.asarray(cv2.GaussianBlur(print_, (0, 0), soft), np.float32) if soft > 0.2 else print_


def _draw_place(print_: Float32Array, quad: NDArray[np.float64], expected: Float32Array, known: Float32Array) -> None:
    """Draw a print on the mosaic where its corners (4, 2) px are, and mark it as ``known`` but for its rim."""
    high, wide = print_.shape[:2]
    corners = np.array([[-0.5, -0.5], [wide - 0.5, -0.5], [wide - 0.5, high - 0.5], [-0.5, high - 0.5]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, (quad - 0.5).astype(np.float32))
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 2
    right, bottom = min(int(right), known.shape[1]), min(int(bottom), known.shape[0])
    shift = np.array([[1.0, 0, -left], [0, 1.0, -top], [0, 0, 1.0]])
    window, size = (slice(top, bottom), slice(left, right)), (right - left, bottom - top)
    drawn = cv2.warpPerspective(print_, shift @ warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    middle = quad.mean(axis=0)
    reach = np.linalg.norm(quad - middle, axis=1, keepdims=True)
    rim = PARAMETERS.rim_mm * PX_PER_MM
    inner = middle + (quad - middle) * (1 - rim * 1.41 / reach)
    whole, firm = (np.zeros(size[::-1], np.uint8) for _ in range(2))
    cv2.fillConvexPoly(whole, np.rint(quad - [left, top]).astype(np.int32), 1)
    cv2.fillConvexPoly(firm, np.rint(inner - [left, top]).astype(np.int32), 1)
    expected[window][whole > 0] = drawn[whole > 0]
    known[window][firm > 0] = 1.0


def _nearest_places(quads: NDArray[np.float64], size: tuple[int, int], aspect: float) -> NDArray[np.int16]:
    """(h, w) which place is nearest to each px of a mosaic of a ``size`` (width, height), in widths and heights of
    places ``aspect`` times as high as wide."""
    ys, xs = np.mgrid[0 : size[1], 0 : size[0]]
    middles = quads.mean(axis=1)
    apart = np.maximum(
        np.abs(xs[..., None] - middles[:, 0]) / shapes.PARAMETERS.place_wide_mm,
        np.abs(ys[..., None] - middles[:, 1]) / (shapes.PARAMETERS.place_wide_mm * aspect),
    )
    return np.asarray(apart.argmin(axis=2), np.int16)


def _softness(view: CameraAboveBoard, quad: NDArray[np.float64], to_px: NDArray[np.float64]) -> float:
    """Sigma by which the picture is softer than the references, px of the mosaic."""
    middle = cv2.perspectiveTransform(quad.mean(axis=0)[None, None], np.linalg.inv(to_px))[0, 0]
    return 0.75 * PX_PER_MM / max(view.px_per_mm(middle), 1e-3)


def _softened(expected: Float32Array, blur: float) -> Float32Array:
    """As a picture that is softer by ``blur`` (sigma, px) shows the places; what lies around them is unknown and does
    not run into them."""
    drawn = np.asarray(expected.any(axis=2), np.float32)
    spread = np.asarray(cv2.GaussianBlur(expected, (0, 0), blur), np.float32)
    share = np.maximum(cv2.GaussianBlur(drawn, (0, 0), blur), 0.05)
    return np.asarray(spread / share[..., None] * drawn[..., None], np.float32)


def _in_light(lab: Float32Array, tone: Tone, view: CameraAboveBoard, to_px: NDArray[np.float64]) -> Float32Array:
    """The mosaic in the references' colours; the light changes slowly, so blocks of it are brought there alike."""
    block = 12
    rows, columns = -(-lab.shape[0] // block), -(-lab.shape[1] // block)
    wanting = ((0, rows * block - lab.shape[0]), (0, columns * block - lab.shape[1]), (0, 0))
    blocks = np.pad(lab, wanting, mode="edge").reshape(rows, block, columns, block, 3).swapaxes(1, 2)
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * block, (np.arange(rows) + 0.5) * block)
    mm = cv2.perspectiveTransform(np.stack([xs, ys], axis=-1).reshape(-1, 1, 2), np.linalg.inv(to_px))[:, 0]
    done = tone.apply(np.ascontiguousarray(blocks.reshape(-1, block, block, 3)), view.project(mm))
    whole = done.reshape(rows, columns, block, block, 3).swapaxes(1, 2).reshape(rows * block, columns * block, 3)
    return np.ascontiguousarray(whole[: lab.shape[0], : lab.shape[1]])


def _evened(
    lab: Float32Array,
    expected: Float32Array,
    known: Float32Array,
    cell: NDArray[np.int16],
    sigma: NDArray[np.float64],
    count: int,
) -> Float32Array:
    """Each place's own shade of light taken away: what most of its bare px are off."""
    even = lab.copy()
    for index in range(count):
        here = (cell == index) & (known > 0)
        if not here.any():
            continue
        away = lab[here] - expected[here]
        shift = np.zeros(3, np.float32)
        for _ in range(4):
            rest = ((away - shift) / sigma.astype(np.float32)) ** 2
            weight = 1.0 / (1.0 + (rest.sum(axis=1) / 6.0) ** 2)
            shift = (away * weight[:, None]).sum(axis=0) / (weight.sum() + 0.15 * len(away))
        even[cell == index] -= np.clip(shift, -PARAMETERS.own_light, PARAMETERS.own_light)
    return even
