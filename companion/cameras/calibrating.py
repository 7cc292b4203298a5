"""Calibrating a camera step by step, and what is known of it in plain words: for the tablet and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.colours import Lab, likeliest_names
from calibration.laid_pieces import WHITE, LaidPiece, laid_pieces, named_pieces
from calibration.lens import CalibrationError, Lens
from calibration.profile import Profile, ProfilePart
from calibration.table_plane import TablePlane, plane_from_sheet
from games.game import SEAT_COLOURS, Phrase
from vision.frames import Picture

TILE_MM = 45.0  # what people imagine best: how large a tile shows
SMALL_TILE_PX = 32  # below it tiles are read badly
GOOD_LENS_PX = 0.4  # for pictures 1000 px wide
ROUGH_PLANE_PX = 1.5  # for pictures 1000 px wide: beyond it the sheet is not flat, or the lens bends too much
ALIKE_LAB = 14.0  # colours nearer to each other than this are taken for each other
OBLIQUE_DEG = 40
NAMES = tuple(name for name in SEAT_COLOURS if name != WHITE)  # of pieces that are seen on white paper


@dataclass(frozen=True)
class SheetPlane:
    """The table plane as a picture of the sheet tells it, and the median error of the sheet's corners, px."""

    plane: TablePlane
    error_px: float


@dataclass(frozen=True)
class SeenColours:
    """Pieces on the sheet, in their order, with the names that they were given, or that go with them best."""

    pieces: tuple[LaidPiece, ...]
    names: tuple[str, ...]

    @property
    def colours(self) -> dict[str, Lab]:
        """Name -> colour."""
        return named_pieces(self.pieces, self.names)

    def renamed(self, names: tuple[str, ...]) -> SeenColours:
        """The same pieces under other names."""
        return SeenColours(self.pieces, names)


def seen_table(picture: Picture, profile: Profile) -> SheetPlane:
    """How the camera stands to the table, from the sheet of markers on it.

    Raises :class:`CalibrationError` where the sheet is not seen, or not flat.
    """
    plane, error = plane_from_sheet(picture, _lens_for(picture, profile))
    if error > ROUGH_PLANE_PX * picture.shape[1] / 1000:
        raise CalibrationError(Phrase.of("calibration.table_rough", error=round(error)))
    return SheetPlane(plane, error)


def seen_colours(picture: Picture, profile: Profile, names: Sequence[str] = ()) -> SeenColours:
    """The pieces that lie in the middle of the sheet.

    Args:
        names: of their colours in their order; without any, those are taken that go with the pieces best.

    Raises :class:`CalibrationError` where the sheet is not seen, no piece is, or not as many as there are names.
    """
    plane, _ = plane_from_sheet(picture, _lens_for(picture, profile))  # roughly is enough to find the sheet's middle
    pieces = laid_pieces(picture, plane)
    if not pieces:
        raise CalibrationError(Phrase.of("calibration.no_pieces"))
    if names:
        return SeenColours(pieces, tuple(named_pieces(pieces, names)))
    if len(pieces) > len(NAMES):
        raise CalibrationError(Phrase.of("calibration.too_many_pieces", most=len(NAMES), seen=len(pieces)))
    return SeenColours(pieces, likeliest_names([piece.lab for piece in pieces], NAMES))


def _lens_for(picture: Picture, profile: Profile) -> Lens:
    height, width = picture.shape[:2]
    return profile.lens_for(width, height) or Lens.nominal(width, height)


# What is known, in plain words


def part_phrase(profile: Profile, part: ProfilePart) -> Phrase:
    """What is known of one part and how good it is, or that it is not known."""
    if part is ProfilePart.LENS:
        return _lens_phrase(profile.lens)
    if part is ProfilePart.TABLE:
        return _table_phrase(profile.plane)
    return _colours_phrase(profile)


def _lens_phrase(lens: Lens | None) -> Phrase:
    if lens is None or lens.error_px is None:
        return Phrase.of("calibration.lens_unknown")
    grade = "good" if lens.error_px < GOOD_LENS_PX * lens.width / 1000 else "usable"
    return Phrase.of(f"calibration.lens_{grade}", error=round(100 * lens.error_px))


def _table_phrase(plane: TablePlane | None) -> Phrase:
    if plane is None:
        return Phrase.of("calibration.table_unknown")
    tile, tilt = tile_px(plane), round(plane.tilt_deg)
    key = "table_small" if tile < SMALL_TILE_PX else "table_oblique" if tilt > OBLIQUE_DEG else "table_known"
    return Phrase.of(f"calibration.{key}", tile=tile, tilt=tilt)


def tile_px(plane: TablePlane) -> int:
    """How large a tile shows in the middle of the sheet, px."""
    return round(TILE_MM * plane.px_per_mm())


def _colours_phrase(profile: Profile) -> Phrase:
    if not profile.colours:
        return Phrase.of("calibration.colours_unknown")
    alike = alike_colours(profile)
    names = tuple(Phrase.of(f"colour.{name}") for name in profile.colours)
    if alike is not None:
        first, second = (Phrase.of(f"colour.{name}") for name in alike)
        return Phrase.of("calibration.colours_alike", first=first, names=names, second=second)
    return Phrase.of("calibration.colours_known", names=names)


def alike_colours(profile: Profile) -> tuple[str, str] | None:
    """The two colours that are hardest to tell apart, where they are too alike."""
    pairs = list(combinations(profile.colours.items(), 2))
    if not pairs:
        return None
    apart = [float(np.linalg.norm(np.subtract(first[1], second[1]))) for first, second in pairs]
    nearest = int(np.argmin(apart))
    return (pairs[nearest][0][0], pairs[nearest][1][0]) if apart[nearest] < ALIKE_LAB else None
