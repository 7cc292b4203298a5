"""Hands and sleeves that reach over the table, painted as cut-outs that float above it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.artwork.noise import clouds
from vision.frames import Picture
from vision.imaging.values import Colour
from vision.simulator.scene import FlatPiece, PiecePose

_PX_PER_MM = 1.3
_WIDE, _LONG = 190.0, 1100.0  # mm covered by the cut-out; the fingertips' grip is in its upper part
_GRIP_ROW = 60.0
_SKINS: tuple[Colour, ...] = ((150, 178, 226), (120, 154, 206), (92, 126, 178), (58, 84, 128), (172, 198, 236))
_SLEEVES: tuple[Colour, ...] = (
    (96, 58, 40),
    (52, 48, 46),
    (62, 54, 138),
    (150, 152, 156),
    (78, 104, 62),
    (170, 150, 116),
    (206, 212, 214),
)

# Right hand from above, mm from the grip, fingers towards -y: knuckle, middle joint, tip; then the radii there.
_FINGERS = {
    "grip": (
        ((-18, 78), (-15, 38), (-5, 3)),
        ((2, 72), (6, 32), (8, 0)),
        ((21, 76), (25, 42), (22, 16)),
        ((37, 86), (40, 58), (36, 34)),
    ),
    "rest": (
        ((-18, 78), (-25, 36), (-29, 2)),
        ((2, 72), (3, 28), (3, -8)),
        ((21, 76), (27, 33), (31, -2)),
        ((37, 86), (48, 54), (55, 28)),
    ),
}
_THUMB = {"grip": ((-26, 124), (-44, 82), (-30, 42), (-15, 17)), "rest": ((-26, 124), (-50, 92), (-64, 62))}
_RADII = (10.5, 9.0, 7.4)
_THUMB_RADII = (18.0, 12.5, 9.8, 8.4)


class Grip(StrEnum):
    """What a hand does."""

    HOLD = "grip"
    REST = "rest"


class Arm:
    """Somebody's hand, as a cut-out for each :class:`Grip`; the same arm comes back all through a game.

    Args:
        rng: draws skin and sleeve, left or right. The cut-outs are painted when they are first needed.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._skin = _SKINS[int(rng.integers(len(_SKINS)))]
        self._sleeve = _SLEEVES[int(rng.integers(len(_SLEEVES)))]
        self._left, self._bare_mm = bool(rng.random() < 0.3), float(rng.uniform(10, 90))
        self._seed = int(rng.integers(2**31))
        self._painted: dict[Grip, tuple[Picture, Float64Array]] = {}

    @classmethod
    def of(cls, rng: np.random.Generator) -> Arm:
        """An arm of some skin and sleeve."""
        return cls(rng)

    def cut_out(self, grip: Grip) -> tuple[Picture, Float64Array]:
        """The hand, BGRA, and its outline (n, 2) in mm about its middle."""
        if grip not in self._painted:
            picture = _painted(grip, self._skin, self._sleeve, self._bare_mm, np.random.default_rng(self._seed))
            picture = np.ascontiguousarray(picture[:, ::-1]) if self._left else picture
            self._painted[grip] = picture, _outline(picture)
        return self._painted[grip]

    def at(self, name: str, grip: Grip, x: float, y: float, reach_deg: float, height_mm: float = 14.0) -> FlatPiece:
        """The hand with its fingertips over (x, y), mm.

        Args:
            name: what truth calls it.
            grip: what it does.
            x, y: what the fingertips are over.
            reach_deg: where the fingers point, degrees clockwise from +x.
            height_mm: of the fingertips; wrist and elbow are higher.
        """
        turn = np.radians(reach_deg)
        back = _LONG / 2 - _GRIP_ROW
        pose = PiecePose(x - back * float(np.cos(turn)), y - back * float(np.sin(turn)), reach_deg + 90.0)
        picture, outline = self.cut_out(grip)
        return FlatPiece(
            name,
            picture,
            (_WIDE, _LONG),
            pose,
            thickness_mm=0.0,
            height_mm=height_mm,
            lifts_mm=(8.0, 8.0, 150.0, 150.0),
            outline_mm=outline,
            shade=0.9,
        )


def _outline(cut_out: Picture) -> Float64Array:
    contours, _ = cv2.findContours((cut_out[..., 3] > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = max(contours, key=cv2.contourArea)
    rough = cv2.approxPolyDP(largest, 2.0, True)[:, 0].astype(np.float64)
    return (rough + 0.5) / _PX_PER_MM - [_WIDE / 2, _LONG / 2]


def _painted(grip: Grip, skin: Colour, sleeve: Colour, bare_mm: float, rng: np.random.Generator) -> Picture:
    size = (int(_LONG * _PX_PER_MM), int(_WIDE * _PX_PER_MM))
    canvas = np.zeros((*size, 4), np.uint8)
    wrist = 168.0
    arm = [(-24.0, wrist - 20), (30.0, wrist - 20), (40.0, _LONG), (-32.0, _LONG)]
    back = [
        (-28.0, 82.0),
        (-8.0, 68.0),
        (12.0, 66.0),
        (32.0, 74.0),
        (47.0, 92.0),
        (38.0, wrist),
        (-22.0, wrist),
        (-34.0, 122.0),
    ]
    mottled = clouds(size, rng, (60, 60), 3)[..., None] * 4.0
    thumb = _THUMB[grip.value]
    bones = [
        (_polygon(arm), 24.0, 1.0),
        (_polygon(back), 22.0, 0.85),
        (_chain(thumb, _THUMB_RADII[: len(thumb)]), 10.0, 1.1),
    ]
    bones += [(_chain(joints, _RADII), 9.0, 1.25) for joints in _FINGERS[grip.value]]
    _flesh(canvas, bones, skin, mottled)
    for joints in _FINGERS[grip.value]:
        _nail(canvas, joints, skin)
    cuff = wrist + bare_mm
    cloth = [(-38.0, cuff), (46.0, cuff), (66.0, _LONG), (-58.0, _LONG)]
    hem = [(-40.0, cuff), (48.0, cuff), (49.0, cuff + 14), (-40.5, cuff + 14)]
    folds = clouds(size, rng, (36, 130), 3)
    creased = folds[..., None] * 7.0
    _body(canvas, _polygon(cloth), sleeve, 34, 3.2 * folds, creased)
    _body(canvas, _polygon(hem), sleeve, 6, None, creased)
    return canvas


def _pixels(points: Sequence[tuple[float, float]] | Float64Array) -> NDArray[np.int32]:
    shifted = np.asarray(points, np.float64) + np.array([_WIDE / 2, _GRIP_ROW])
    return np.asarray(np.round(shifted * _PX_PER_MM * 16), np.int32)


def _polygon(points: Sequence[tuple[float, float]]) -> Picture:
    mask = np.zeros((int(_LONG * _PX_PER_MM), int(_WIDE * _PX_PER_MM)), np.uint8)
    cv2.fillPoly(mask, [_pixels(points)], 255, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 7.0), np.uint8)
    return np.clip((mask.astype(np.int16) - 110) * 9 + 128, 0, 255).astype(np.uint8)  # rounds the corners


def _chain(joints: Sequence[tuple[float, float]], radii: Sequence[float]) -> Picture:
    """A finger: thick lines between its joints, each tapering to the next."""
    mask = np.zeros((int(_LONG * _PX_PER_MM), int(_WIDE * _PX_PER_MM)), np.uint8)
    for k in range(len(joints) - 1):
        for share in np.linspace(0, 1, 12):
            spot = np.array(joints[k]) * (1 - share) + np.array(joints[k + 1]) * share
            radius = radii[k] * (1 - share) + radii[k + 1] * share
            x, y = (int(v) for v in _pixels(spot[None])[0])
            cv2.circle(mask, (x, y), int(radius * _PX_PER_MM * 16), 255, -1, cv2.LINE_AA, 4)
    return mask


def _flesh(
    canvas: Picture, bones: Sequence[tuple[Picture, float, float]], skin: Colour, texture: NDArray[np.float32]
) -> None:
    """Skin over bones, each a mask with its radius (mm) and how far it stands out: one smooth surface over them all."""
    height = np.zeros(canvas.shape[:2], np.float32)
    whole = np.zeros(canvas.shape[:2], np.uint8)
    for mask, radius_mm, stands_out in bones:
        height = np.maximum(height, _domed(mask, radius_mm * _PX_PER_MM) * stands_out)
        whole = np.maximum(whole, mask)
    height = 0.6 * cv2.GaussianBlur(height, (0, 0), 2.2) + 0.4 * cv2.GaussianBlur(height, (0, 0), 7.0)
    # Where fingers leave the hand the skin is a little redder, and so are the fingertips.
    flush = np.zeros((*canvas.shape[:2], 3), np.float32) + np.array([-7.0, -6.0, 4.0], np.float32)
    rows = np.arange(canvas.shape[0], dtype=np.float32) / _PX_PER_MM - _GRIP_ROW
    share = np.exp(-(((rows - 76) / 14) ** 2)) + np.exp(-(((rows - 4) / 10) ** 2))
    _lay(canvas, whole, np.array(skin, np.float32) + texture + flush * share[:, None, None], height)


def _body(
    canvas: Picture,
    mask: Picture,
    colour: Colour,
    round_mm: float,
    creases: NDArray[np.float32] | None,
    texture: NDArray[np.float32],
) -> None:
    """Add a rounded body, such as a sleeve, over what is there."""
    height = np.asarray(cv2.GaussianBlur(_domed(mask, round_mm * _PX_PER_MM), (0, 0), 2.5), np.float32)
    if creases is not None:
        height = height + creases * 2.0
    _lay(canvas, mask, np.array(colour, np.float32) + texture, height)


def _domed(mask: Picture, radius: float) -> NDArray[np.float32]:
    """How high a body stands at each pixel: round within ``radius`` px of its outline, flat further inside."""
    # The lower border of the cut-out is no border of the body: an arm goes on there.
    padded = cv2.copyMakeBorder((mask > 127).astype(np.uint8), 0, 60, 0, 0, cv2.BORDER_REPLICATE)
    depth = np.minimum(cv2.distanceTransform(padded, cv2.DIST_L2, 5)[: mask.shape[0]], radius)
    return np.sqrt(np.maximum(0.0, radius**2 - (radius - depth) ** 2)).astype(np.float32)


def _lay(canvas: Picture, mask: Picture, colours: NDArray[np.float32], height: NDArray[np.float32]) -> None:
    """Colours over the cut-out where the mask is set, lit from the upper left by the height's slopes."""
    slope_y, slope_x = np.gradient(height)
    light = (0.35 * slope_x + 0.45 * slope_y + 0.82) / np.sqrt(slope_x**2 + slope_y**2 + 1)
    shade = np.clip(0.50 + 0.58 * light, 0.30, 1.12)[..., None]
    weight = (mask.astype(np.float32) / 255.0)[..., None]
    painted = np.clip(colours * shade, 0, 255)
    canvas[..., :3] = (canvas[..., :3] * (1 - weight) + painted * weight).astype(np.uint8)
    canvas[..., 3] = np.maximum(canvas[..., 3], mask)


def _nail(canvas: Picture, joints: Sequence[tuple[float, float]], skin: Colour) -> None:
    middle, tip = np.array(joints[-2], np.float64), np.array(joints[-1], np.float64)
    along = (tip - middle) / np.linalg.norm(tip - middle)
    x, y = (int(v) for v in _pixels((tip + along * 1.5)[None])[0])
    angle = float(np.degrees(np.arctan2(along[1], along[0])))
    bright = tuple(c + (white - c) * 0.28 for c, white in zip(skin, (214, 214, 244), strict=True))
    size = (int(5.2 * _PX_PER_MM * 16), int(4.0 * _PX_PER_MM * 16))
    cv2.ellipse(canvas, ((x / 16, y / 16), (size[0] / 8, size[1] / 8), angle), (*bright, 255), -1, cv2.LINE_AA)
