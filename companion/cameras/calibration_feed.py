"""A camera that is being calibrated, beside the screen: what it shows, and what is found in that. No kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.lens import CalibrationError
from calibration.lens_lesson import LensLesson
from calibration.profile import Profile, ProfilePart
from calibration.table_plane import SHEET_MM
from companion.cameras.calibrating import SeenColours, SheetPlane, part_phrase, seen_colours, seen_table
from companion.cameras.looking_feed import LookingFeed
from companion.cameras.shown_picture import shares_of, shown_picture
from games.game import Phrase
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture

MARK = 0.008  # of the picture's width: half of the mark where a look was taken


@dataclass(frozen=True)
class CalibrationObservation:
    """One look of the camera.

    Attributes:
        part: what is being learned.
        picture: BGR, see :func:`companion.cameras.shown_picture.shown_picture`; None while the camera is in trouble.
        outlines: of what was found, polylines (n, 2) as shares of the picture.
        advice: what is seen, or what to do next.
        found: what can be kept with one tap: a profile with it learned.
        colours: the pieces that are seen, where they are.
        taken, needed: looks at the lens sheet so far, and how many more.
    """

    part: ProfilePart
    advice: Phrase
    picture: Picture | None = None
    outlines: tuple[NDArray[np.float32], ...] = ()
    found: Profile | None = None
    colours: SeenColours | None = None
    taken: int = 0
    needed: int = 0


class CalibrationFeed:
    """Looks with one camera until it is closed. ``part`` says what for, and may be changed at any time.

    Args:
        camera: as :func:`vision.frame_sources.open_source` takes it.
        profile: what is known of it.
        part: what is learned first.
        opened: opens the camera.
    """

    def __init__(
        self, camera: str, profile: Profile, part: ProfilePart, opened: Callable[[str], FrameSource] = open_source
    ) -> None:
        self.profile = profile
        self.part = part
        self.lesson = LensLesson(live=True)
        self._feed = LookingFeed(
            "calibration",
            camera,
            opened,
            look=self._look,
            in_trouble=lambda why: CalibrationObservation(self.part, why),
        )

    @property
    def shown(self) -> CalibrationObservation | None:
        """The last look, or None before the first."""
        return self._feed.last

    def learn_again(self) -> None:
        """Forget the looks at the lens sheet that were taken."""
        self.lesson = LensLesson(live=True)

    def close(self) -> None:
        """Let go of the camera. A look that is going on is left behind."""
        self._feed.close()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until everything that the source holds has been looked at; False where that took longer."""
        return self._feed.join(seconds)

    def _look(self, picture: Picture) -> CalibrationObservation:
        part, lesson, profile = self.part, self.lesson, self.profile
        if part is ProfilePart.LENS:
            return lens_look(picture, lesson, profile)
        try:
            return table_look(picture, profile) if part is ProfilePart.TABLE else colours_look(picture, profile)
        except CalibrationError as error:
            return CalibrationObservation(part, error.phrase, shown_picture(picture))


def lens_look(picture: Picture, lesson: LensLesson, profile: Profile) -> CalibrationObservation:
    """One look at the chessboard sheet."""
    look = lesson.show(picture) if lesson.needed else None
    outlines = tuple(shares_of(_mark(quad, picture), picture) for quad in lesson.quads)
    if look is not None and look.outline is not None:
        outlines = (*outlines, shares_of(look.outline, picture))
    advice = lesson.next() if look is None else look.phrase
    shown = CalibrationObservation(
        ProfilePart.LENS, advice, shown_picture(picture), outlines, taken=lesson.taken, needed=lesson.needed
    )
    return shown if lesson.needed else _fitted(shown, lesson, profile)


def _fitted(shown: CalibrationObservation, lesson: LensLesson, profile: Profile) -> CalibrationObservation:
    try:
        found = profile.with_lens(lesson.fit().lens)
    except CalibrationError as error:
        return replace(shown, advice=error.phrase, needed=lesson.needed)
    return replace(shown, advice=part_phrase(found, ProfilePart.LENS), found=found)


def table_look(picture: Picture, profile: Profile) -> CalibrationObservation:
    """One look at the sheet of markers on the table. Raises :class:`CalibrationError`."""
    seen: SheetPlane = seen_table(picture, profile)
    found = profile.with_plane(seen.plane, seen.error_px)
    half = np.array(SHEET_MM) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    outline = shares_of(seen.plane.to_picture(corners), picture)
    return CalibrationObservation(
        ProfilePart.TABLE, part_phrase(found, ProfilePart.TABLE), shown_picture(picture), (outline,), found
    )


def colours_look(picture: Picture, profile: Profile) -> CalibrationObservation:
    """One look at the pieces on the sheet of markers. Raises :class:`CalibrationError`."""
    seen = seen_colours(picture, profile)
    outlines = tuple(shares_of(piece.outline, picture) for piece in seen.pieces)
    found = profile.with_colours(seen.colours)
    return CalibrationObservation(
        ProfilePart.COLOURS, part_phrase(found, ProfilePart.COLOURS), shown_picture(picture), outlines, found, seen
    )


def _mark(quad: NDArray[np.floating], picture: Picture) -> NDArray[np.float64]:
    """A small diamond in the middle of a look that was taken, px."""
    return np.asarray(quad.mean(axis=0) + np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]) * MARK * picture.shape[1])
