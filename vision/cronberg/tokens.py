"""Which crossings carry a token, and whose: round faces of one colour, at a token's height above the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.tone import RectifiedBoard
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensParameters(Parameters):
    """What a token's face and height are, and how plainly its colour must show."""

    face: float = parameter(0.83, "share", "of the radius: the rim is left to blur", CHOSEN)
    sought_mm: float = parameter(5.5, "mm", "how far off its crossing a token is sought", CHOSEN)
    lift: float = parameter(25.0, "grey levels", "added before logarithms, so that dark channels do not shout", CHOSEN)
    most: float = parameter(1.5, "log units", "that a pixel differs at most", CHOSEN)
    printed: float = parameter(
        0.6, "log units", "below which what is printed on the wall can be taken for a token", CHOSEN
    )
    bare: float = parameter(
        0.6, "share", "of what the bare board leaves unexplained: a token may leave no more", CHOSEN
    )
    undecided: float = parameter(0.26, "log units", "mean difference at which a token is as likely as none", CHOSEN)
    steep: float = parameter(26.0, "nats", "for each unit of that", CHOSEN)
    saturations: tuple[float, ...] = parameter(
        (0.45, 0.67, 1.0, 1.5),
        "times",
        "as far from grey as the paint is told: gloss makes a face paler, other makes and cameras make it deeper",
        "docs/findings/cronberg.md",
    )
    unsaturated: float = parameter(4.0, "nats", "against it, for each squared natural logarithm of that", CHOSEN)
    least_shown: float = parameter(
        0.05, "share", "of a face that is in the picture; with less, nothing is told", CHOSEN
    )
    veiled: float = parameter(
        0.05, "share", "of a mirrored lamp's light: where there is more, its share may be misjudged", CHOSEN
    )
    about: tuple[float, float, float] = parameter(
        (-0.08, 0.0, 0.08),
        "share of white",
        "by which what is left of a lamp's light at a token may be off what is left around it",
        CHOSEN,
    )


PARAMETERS = TokensParameters()
Value = TypeVar("Value", bound=np.generic)


@dataclass(frozen=True, eq=False, slots=True)
class Veil:
    """A mirrored lamp that was taken off a plane: its ``share`` of white (h, w), how much more of it the print around
    each pixel tells to be ``left`` (h, w), and the light's ``gain`` (h, w, 3)."""

    share: Float32Array
    left: Float32Array
    gain: Float32Array

    def over(self, picture: Float32Array) -> Float32Array:
        """A picture (h, w, 3) with what is left of the lamp's light over it."""
        left = np.where(self.share > PARAMETERS.veiled, np.maximum(self.left, 0), 0)[..., None]
        return np.asarray(picture * (1 - left) + 255 / self.gain * left, np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class TokenEvidence:
    """What the picture says about tokens.

    Attributes:
        colours: that were asked for.
        nats: (crossings, colours) for a token of this colour against none.
        middles_mm: (crossings, colours, 2) where its face would be, board frame.
    """

    colours: tuple[str, ...]
    nats: Float32Array
    middles_mm: Float32Array

    def surer(self, other: TokenEvidence) -> TokenEvidence:
        """Of each token the surer of two weighings for the same colours."""
        better = other.nats > self.nats
        return TokenEvidence(
            self.colours,
            np.maximum(self.nats, other.nats),
            np.where(better[..., None], other.middles_mm, self.middles_mm),
        )


def token_height(prints: CronbergSet) -> float:
    """Height of the plane in which tokens are sought: between the faces of one on the board and one on a rhomb."""
    return prints.token_high_mm + prints.rhomb_thick_mm / 2


def weigh_tokens(
    prints: CronbergSet,
    plane: RectifiedBoard,
    colours: Sequence[str],
    wall_behind: tuple[NDArray[np.uint8], NDArray[np.bool_]],
    veil: Veil | None = None,
    saturations: Sequence[float] = (1.0,),
) -> TokenEvidence:
    """Weigh every crossing for every colour.

    Args:
        plane: true at :func:`token_height`. colours: of the tokens in play.
        wall_behind: what is known to be printed behind each pixel, and where that is the city wall. The wall is never
            covered, so a colour that is printed there is no token's.
        veil: the mirrored lamp that was taken off the plane, if any.
        saturations: how many times as far from grey as told paint may look. Others than 1 are for where all that is
            printed is known: pale blue paint looks like many a print.
    """
    soft = max(0.4, 0.8 * plane.px_per_mm)
    image = np.asarray(cv2.GaussianBlur(plane.image, (0, 0), soft), np.float32)
    behind = cv2.GaussianBlur(wall_behind[0], (0, 0), soft).astype(np.float32)
    face = disc(prints.token_radius_mm * PARAMETERS.face * plane.px_per_mm)
    around = _AroundCrossings.of(prints, plane, len(face) // 2)
    veil = None if veil is None else Veil(*(around.cut(of) for of in (veil.share, veil.left, veil.gain)))
    shades, behind, wall = appearance(around.cut(image)), around.cut(behind), around.cut(wall_behind[1])
    printed = appearance(behind if veil is None else veil.over(behind))
    nats = np.zeros((len(prints.crossings_mm), len(colours)), np.float32)
    middles = np.zeros((*nats.shape, 2), np.float32)
    seen_through = around.cut(plane.good)
    good = np.asarray(cv2.filter2D(seen_through, -1, face), np.float32)
    shown = (seen_through > 0).astype(np.float32)  # in the picture
    share_shown = np.maximum(cv2.filter2D(shown, -1, face), PARAMETERS.least_shown)

    def over_face(values: Float32Array) -> Float32Array:
        return np.asarray(cv2.filter2D(values * shown, -1, face) / share_shown, np.float32)

    # Where the board looks as it is printed, a token must explain the picture much better than the print does.
    unlike = np.minimum(((shades - printed) ** 2).sum(axis=-1), PARAMETERS.most).astype(np.float32)
    bare = over_face(unlike)
    for number, colour in enumerate(colours):
        wood = np.array(prints.woods[colour], np.float32)
        paint = appearance(wood)
        as_painted, otherwise = (np.full(bare.shape, -np.inf, np.float32) for _ in range(2))
        for saturation in saturations:
            wanted = paint * np.array([saturation, saturation, 1.0], np.float32)
            differs = np.minimum(((shades - wanted) ** 2).sum(axis=-1), PARAMETERS.most).astype(np.float32)
            if veil is not None and saturation == 1.0:
                _through(differs, shades, wood, veil)
            differs[wall & (((printed - wanted) ** 2).sum(axis=-1) < PARAMETERS.printed)] = PARAMETERS.most
            plain = np.minimum(PARAMETERS.undecided, PARAMETERS.bare * bare) - over_face(differs)
            odd = PARAMETERS.unsaturated * math.log(saturation) ** 2
            into = as_painted if saturation == 1.0 else otherwise
            np.maximum(into, good * (PARAMETERS.steep * plain - odd), out=into)
        for crossing in range(len(nats)):
            nats[crossing, number], middles[crossing, number] = around.best(crossing, as_painted, otherwise)
    return TokenEvidence(tuple(colours), nats, middles)


@dataclass(frozen=True, eq=False, slots=True)
class _AroundCrossings:
    """What of a plane lies around its crossings: most of a board is far from all of them.

    Attributes:
        plane: that is looked at.
        spots: (n, 2) px, x and y of the crossings.
        reach: px about each in which a token's middle is sought. rim: px more, which its face may cover.
    """

    plane: RectifiedBoard
    spots: Float64Array
    reach: int
    rim: int

    @classmethod
    def of(cls, prints: CronbergSet, plane: RectifiedBoard, rim: int) -> _AroundCrossings:
        """Those of one copy."""
        reach = max(1, round(PARAMETERS.sought_mm * plane.px_per_mm))
        return cls(plane, plane.px(prints.crossings_mm), reach, rim)

    def cut(self, values: NDArray[Value]) -> NDArray[Value]:
        """(n m, m, ...) of (h, w, ...): a square around each crossing, one below the other."""
        line = np.arange(-self.reach - self.rim, self.reach + self.rim + 1)
        x, y = np.round(self.spots).astype(np.intp).T[..., None] + line
        rows, columns = np.clip(y, 0, values.shape[0] - 1), np.clip(x, 0, values.shape[1] - 1)
        squares: NDArray[Value] = values[rows[:, :, None], columns[:, None, :]]
        return squares.reshape(-1, *squares.shape[2:])

    def best(self, crossing: int, as_painted: Float32Array, otherwise: Float32Array) -> tuple[float, Float64Array]:
        """The most that speaks for a token at a crossing, nats, and its middle (2,) mm.

        Args:
            as_painted, otherwise: nats for a token about each pixel, as cut, in paint as told and in other.
        """
        corner = np.round(self.spots[crossing]) - self.reach
        side = as_painted.shape[1]
        inner = np.s_[crossing * side + self.rim : (crossing + 1) * side - self.rim, self.rim : side - self.rim]
        # Paint that looks otherwise must stand where tokens do: markers on the wall are round and painted, too.
        round_it = _around(as_painted[inner].shape, self.spots[crossing] - corner, self.reach)
        window = np.maximum(as_painted[inner], np.where(round_it, otherwise[inner], -np.inf))
        y, x = np.unravel_index(int(window.argmax()), window.shape)
        at = np.array([x, y]) + corner
        return float(window[y, x]), np.asarray((at - self.plane.to_px[:2, 2]) / self.plane.px_per_mm, np.float64)


def _through(differs: Float32Array, shades: Float32Array, wood: Float32Array, veil: Veil) -> None:
    """Let ``differs`` be less where the wood would look like this if not all of the lamp's light had been taken off."""
    rows, columns = np.nonzero(veil.share > PARAMETERS.veiled)
    if not len(rows):
        return
    seen, lamp = shades[rows, columns], 255 / veil.gain[rows, columns]
    least = differs[rows, columns]
    for off in PARAMETERS.about:
        share = np.maximum(veil.left[rows, columns] + off, 0)[:, None]
        wanted = appearance(np.asarray(wood * (1 - share) + lamp * share, np.float32))
        least = np.minimum(least, ((seen - wanted) ** 2).sum(axis=-1))
    differs[rows, columns] = least


def without_tokens(
    prints: CronbergSet, plane: RectifiedBoard, view: CameraAboveBoard, seen: TokenEvidence
) -> RectifiedBoard:
    """The plane with everything a token may hide marked as telling nothing."""
    good = plane.good.copy()
    eye = view.eye_mm
    top = prints.token_high_mm + prints.rhomb_thick_mm
    radius = max(2, round((prints.token_radius_mm + 1.0) * 2 * plane.px_per_mm))
    for crossing, number in zip(*np.nonzero(seen.nats > 0), strict=True):
        face = seen.middles_mm[crossing, number].astype(np.float64)
        # In this plane the foot lies where the face was found in the tokens' plane, the face further from the eye.
        foot = face
        head = face + (face - eye[:2]) / (eye[2] - top) * (top - plane.height_mm)
        one, other = (tuple(int(v) for v in np.round(plane.px(p[None])[0])) for p in (foot, head))
        cv2.line(good, one, other, 0.0, radius)
    return RectifiedBoard(plane.image, good, plane.to_px, plane.height_mm)


def appearance(image: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) of a picture BGR: blue over green and red over green, natural logarithms, and half of how bright."""
    logs = np.log(np.maximum(image, 0) + PARAMETERS.lift)
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([blue - green, red - green, 0.5 * logs.mean(axis=-1)], axis=-1)


def disc(radius_px: float) -> NDArray[np.float32]:
    """(n, n) a round face to filter with, its edge soft; the sum is 1."""
    half = int(np.ceil(radius_px))
    ys, xs = np.mgrid[-half : half + 1, -half : half + 1]
    disc = np.clip(radius_px + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def _around(shape: tuple[int, ...], middle: Float64Array, reach: float) -> NDArray[np.bool_]:
    """(h, w) which pixels of a window are at most ``reach`` from its ``middle`` (x, y), px."""
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]]
    return np.asarray(np.hypot(xs - middle[0], ys - middle[1]) <= reach)
