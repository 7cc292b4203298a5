"""The owner's edition of Istanbul: one clean picture a place, and all that is worked out from it beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.files.picture_door import PictureError, open_cut_out
from calibration.references import PassedOver, ReferencesError
from vision.frames import Picture
from vision.imaging.patches import lab_of
from vision.istanbul.layout.numerals import Spot, spot_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import feature_seeds
from vision.registration import templates as registration_templates
from vision.registration.feature_seeds import keypoints
from vision.registration.templates import Templates


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutEditionParameters(Parameters):
    """At which sizes the pictures of places are kept, and which of them are too blank to compare."""

    small_px: int = parameter(52, "px", "wide, at which references are compared at first", CHOSEN)
    squeeze: float = parameter(0.76, "times", "a length: what a tilt of 40 degrees leaves of it", CHOSEN)
    reference_px: int = parameter(96, "px", "width at which a place shows about as much as on a table", CHOSEN)
    kept_px: int = parameter(320, "px", "width that is kept of larger pictures", CHOSEN)
    most_blank: float = parameter(0.3, "share", "of the places of a layout: the others tell where it lies", CHOSEN)
    table: tuple[int, int, int] = parameter(
        (96, 104, 110), "grey levels", "B, G, R of what lies around a place, for all anybody knows", CHOSEN
    )


PARAMETERS = LayoutEditionParameters()
FLIPS = 2  # a place lies as its neighbours do, or upside down
SETS = (  # which places are laid: the base game, with the one or the other expansion, with both
    frozenset(range(1, 17)),
    frozenset(range(1, 21)),
    frozenset((*range(1, 17), *range(21, 25))),
    frozenset(range(1, 26)),
)
MOST_PLACES = max(map(len, SETS))
PATTERNS = ((4, 4), (4, 5), (5, 4), (5, 5))  # rows and columns of their layouts, as they may lie
_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True, eq=False, slots=True)
class PlaceFeatures:
    """Keypoints of places in some ways of seeing them.

    Attributes:
        places: (n, 2) in widths of a place, from its middle.
        sizes, angles: (n,) keypoint size in widths, direction in radians, both as seen that way.
        squeezes: (n, 2, 2) from the place to the way it is seen.
        descriptors: (n, 128) RootSIFT, unit length.
        views: (n,) index of the place.
    """

    places: Float32Array
    sizes: Float32Array
    angles: Float32Array
    squeezes: Float32Array
    descriptors: Float32Array
    views: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class PlaceEdition:
    """One printing of the places.

    Attributes:
        numbers: of the places there are pictures of, sorted.
        pictures: BGR, all of one size, in the order of ``numbers``; what was transparent shows the place's own mean.
        aspect: height of a place by its width.
        blank: numbers of places that nobody has a picture of: theirs is plain, and only their number tells them.
    """

    numbers: tuple[int, ...]
    pictures: tuple[Picture, ...]
    aspect: float
    blank: frozenset[int] = frozenset()

    @property
    def by_number(self) -> dict[int, Picture]:
        """The pictures by the numbers of their places."""
        return dict(zip(self.numbers, self.pictures, strict=True))

    @cached_property
    def spot(self) -> Spot | None:
        """Where the numbers are printed, or None where they are not read on the pictures."""
        known = [(n, picture) for n, picture in zip(self.numbers, self.pictures, strict=True) if n not in self.blank]
        return spot_of(*zip(*known, strict=True))

    @cached_property
    def tilted_features(self) -> PlaceFeatures:
        """Keypoints of every place as a camera straight above sees them, and small, soft and from the side: squeezed in
        four directions (Morel and Yu, "ASIFT", SIAM J. Imaging Sciences 2009)."""
        ways = [(PARAMETERS.reference_px, 0.0, np.eye(2)), (PARAMETERS.small_px, 0.6, np.eye(2))]
        for degrees in (0.0, 45.0, 90.0, 135.0):
            turn = np.radians(degrees)
            along = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            ways.append((PARAMETERS.small_px, 0.6, along.T @ np.diag([1.0, PARAMETERS.squeeze]) @ along))
        return features_of(self, ways)

    @cached_property
    def coarse(self) -> Templates:
        """Every place upright and upside down, for searching: entry ``2 view + flip``."""
        return self.templates(registration_templates.PARAMETERS.coarse)

    @cached_property
    def fine(self) -> Templates:
        """The same for aligning and telling apart."""
        return self.templates(registration_templates.PARAMETERS.fine)

    def soft(self, n: int, blur: float) -> Templates:
        """As :meth:`templates`, kept."""
        kept = self._softened
        if (n, blur) not in kept:
            kept[n, blur] = self.templates(n, blur)
        return kept[n, blur]

    @cached_property
    def _softened(self) -> dict[tuple[int, float], Templates]:
        return {}

    def templates(self, n: int, blur: float = 0.0) -> Templates:
        """Every place at n by n px, whatever its aspect, softened by ``blur`` (sigma, px of the patch)."""
        views: list[NDArray[np.generic]] = []
        for picture in self.pictures:
            small = cv2.resize(picture, (n, n), interpolation=cv2.INTER_AREA)
            lab = lab_of(np.asarray(small, np.uint8))
            if blur > 0:
                lab[...] = cv2.GaussianBlur(lab, (0, 0), blur, borderType=cv2.BORDER_REPLICATE)
            views.extend((lab, np.ascontiguousarray(lab[::-1, ::-1])))
        return Templates(np.stack(views).astype(np.float32))


def features_of(edition: PlaceEdition, ways: Sequence[tuple[int, float, NDArray[np.float64]]]) -> PlaceFeatures:
    """Keypoints of every place in every way: width in px, blur (sigma, px), and how it is squeezed."""
    parts = []
    middle = np.array([0.5, edition.aspect / 2])
    for width, blur, squeeze in ways:
        side = int(width * 1.35)
        for view, (number, picture) in enumerate(zip(edition.numbers, edition.pictures, strict=True)):
            if number in edition.blank:
                continue
            small = cv2.resize(picture, (width, round(width * edition.aspect)), interpolation=cv2.INTER_AREA)
            # Laid into the middle of a square that it fits into however it is squeezed.
            shift = np.full(2, side / 2) - squeeze @ (middle * width)
            seen = cv2.warpAffine(
                small,
                np.column_stack([squeeze, shift]),
                (side, side),
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=PARAMETERS.table,
            )
            if blur > 0:
                seen = cv2.GaussianBlur(seen, (0, 0), blur)
            grey = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)
            points, descriptors = keypoints(grey, 0.01, feature_seeds.PARAMETERS.most_of_a_view)
            places = (points[:, :2] - side / 2) / width @ np.linalg.inv(squeeze).T
            count = len(points)
            squeezes = np.broadcast_to(squeeze, (count, 2, 2))
            parts.append((places, points[:, 2] / width, points[:, 3], squeezes, descriptors, np.full(count, view)))
    stacked = [np.concatenate(columns) for columns in zip(*parts, strict=True)]
    places, sizes, angles, squeezed, known = (np.asarray(one, np.float32) for one in stacked[:5])
    return PlaceFeatures(places, sizes, angles, squeezed, known, np.asarray(stacked[5], np.intp))


def edition_of(pictures: Mapping[int, Picture]) -> PlaceEdition:
    """An edition from pictures by number, BGR or BGRA of any size. Raises :class:`ReferencesError` where there is none.

    Printings are cut alike, so the aspect is the median of all.
    """
    if not pictures:
        raise ReferencesError("references.none", "")
    shown = {number: _trimmed(picture) for number, picture in sorted(pictures.items())}
    aspect = float(np.median([one.shape[0] / one.shape[1] for one in shown.values()]))
    size = (PARAMETERS.kept_px, round(PARAMETERS.kept_px * aspect))
    resized = tuple(np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.uint8) for one in shown.values())
    return _completed(dict(zip(shown, resized, strict=True)), aspect)


def _completed(known: dict[int, Picture], aspect: float) -> PlaceEdition:
    """The edition, with plain pictures of those few places that a layout has and nobody has a picture of."""
    laid = min((numbers for numbers in SETS if known.keys() <= numbers), key=len, default=frozenset())
    missing = laid - known.keys()
    if not missing or len(missing) > PARAMETERS.most_blank * len(laid):
        return PlaceEdition(tuple(known), tuple(known.values()), aspect)
    plain = np.mean([picture.mean(axis=(0, 1)) for picture in known.values()], axis=0).astype(np.uint8)
    shape = next(iter(known.values())).shape
    every = known | {number: np.asarray(np.broadcast_to(plain, shape)) for number in missing}
    numbers = tuple(sorted(every))
    return PlaceEdition(numbers, tuple(every[number] for number in numbers), aspect, frozenset(missing))


def load_edition(folder: Path, passed_over: PassedOver | None = None) -> PlaceEdition:
    """Read ``7.png`` and the like from a folder. Raises :class:`ReferencesError` with the file that is wrong; with
    ``passed_over`` that is told there instead, and the others are read."""
    found: dict[int, Picture] = {}
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    for path in files:
        if path.suffix.lower() not in _ENDINGS or not path.stem.strip().isdigit():
            continue
        try:
            found[int(path.stem)] = open_cut_out(path)
        except PictureError as error:
            fault = ReferencesError("references.picture", str(path), error.phrase)
            if passed_over is None:
                raise fault from error
            passed_over(fault)
    if not found:
        raise ReferencesError("references.none", str(folder))
    return edition_of(found)


def _trimmed(picture: Picture) -> Picture:
    """BGR of the part that is the place; what is transparent within it becomes its nearest colour."""
    if picture.shape[2] == 3:
        return picture
    solid = picture[..., 3] > 127
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    if not len(rows):
        return np.ascontiguousarray(picture[..., :3])
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    colour, empty = np.ascontiguousarray(picture[part][..., :3]), (~solid[part]).astype(np.uint8)
    if not empty.any():
        return colour
    return np.asarray(cv2.inpaint(colour, empty, 3, cv2.INPAINT_NS), np.uint8) if empty.mean() < 0.2 else colour
