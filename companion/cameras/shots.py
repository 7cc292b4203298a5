"""Single pictures for enrolling: from the camera above the table, or from the folders into which telephones put theirs.

No kivy here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration.picture_door import LEAST_TABLE_SIDE, PictureError, open_picture
from calibration.user_folders import data_folder, downloads_folder, pictures_folder
from companion.cameras.choice import settled_picture
from games.game import Phrase
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.source_error import SourceError

MOST_PICTURES = 40
_ENDINGS = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True)
class Shot:
    """A picture, BGR at its full size, or what is wrong."""

    picture: Picture | None = None
    trouble: Phrase | None = None


def taken_picture(camera: str, opened: Callable[[str], FrameSource] = open_source) -> Shot:
    """Open a camera, take a picture and let go of it. Takes as long as the camera needs."""
    try:
        return Shot(settled_picture(camera, opened))
    except SourceError as error:
        return Shot(trouble=error.phrase)


def picture_folders() -> tuple[Path, ...]:
    """Where pictures are looked for: a folder of ours, the user's own, what was downloaded, and a camera's."""
    return (data_folder() / "pictures", pictures_folder(), downloads_folder(), Path.home() / "DCIM" / "Camera")


def found_pictures(folders: tuple[Path, ...] | None = None) -> tuple[Path, ...]:
    """Pictures in these folders, newest first."""
    found = []
    for folder in picture_folders() if folders is None else folders:
        if folder.is_dir():
            found += [path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS and path.is_file()]
    return tuple(sorted(found, key=lambda path: -path.stat().st_mtime)[:MOST_PICTURES])


def loaded_picture(path: Path) -> Shot:
    """A picture file, turned upright as its EXIF data says, or what is wrong with it."""
    try:
        return Shot(open_picture(path, least=LEAST_TABLE_SIDE))
    except PictureError as error:
        return Shot(trouble=error.phrase)
