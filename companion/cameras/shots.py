"""Single pictures for enrolling: from the camera above the table, or from the folders into which telephones put theirs.

No kivy here.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration.files.picture_door import LEAST_TABLE_SIDE, PictureError, open_picture
from calibration.files.user_folders import data_folder, downloads_folder, pictures_folder
from companion.cameras.choice import settled_picture
from games.game import Phrase
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.source_error import SourceError

MOST_PICTURES = 40
_ENDINGS = (".jpg", ".jpeg", ".png")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class CameraShot:
    """A picture, BGR at its full size, or what is wrong."""

    picture: Picture | None = None
    trouble: Phrase | None = None


def taken_picture(camera: str, opened: Callable[[str], FrameSource] = open_source) -> CameraShot:
    """Open a camera, take a picture and let go of it. Takes as long as the camera needs."""
    try:
        return CameraShot(settled_picture(camera, opened))
    except SourceError as error:
        return CameraShot(trouble=error.phrase)


def picture_folders() -> tuple[Path, ...]:
    """Where pictures are looked for: a folder of ours, the user's own, what was downloaded, and a camera's."""
    return (data_folder() / "pictures", pictures_folder(), downloads_folder(), Path.home() / "DCIM" / "Camera")


def found_pictures(folders: tuple[Path, ...] | None = None) -> tuple[Path, ...]:
    """Pictures in these folders, newest first; what can't be looked at is passed over. On a card or a network share
    that takes a while."""
    found: list[tuple[float, Path]] = []
    for folder in picture_folders() if folders is None else folders:
        try:
            names = os.listdir(folder)
        except OSError as error:
            _LOG.info("No pictures from %s: %s", folder, error)
            continue
        found += [dated for name in names if (dated := _dated(folder / name)) is not None]
    return tuple(path for _, path in sorted(found, reverse=True)[:MOST_PICTURES])


def _dated(path: Path) -> tuple[float, Path] | None:
    """A picture file with its time; None for anything else, and for what went away meanwhile."""
    if path.suffix.lower() not in _ENDINGS:
        return None
    try:
        status = path.stat()
    except OSError as error:
        _LOG.info("%s is not offered: %s", path, error)
        return None
    return (status.st_mtime, path) if stat.S_ISREG(status.st_mode) else None


def loaded_picture(path: Path) -> CameraShot:
    """A picture file, turned upright as its EXIF data says, or what is wrong with it."""
    try:
        return CameraShot(open_picture(path, least=LEAST_TABLE_SIDE))
    except PictureError as error:
        return CameraShot(trouble=error.phrase)
