"""Pictures that people entered, each a file: a damaged one is passed over, told, and never written over."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from calibration.arrays import Picture
from calibration.files.kept_file import set_aside
from calibration.files.picture_door import PictureError, open_picture
from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from games.game import Phrase

Stamp = tuple[int, int]


def kept_picture(path: Path) -> Picture | None:
    """The picture, (height, width, 3) BGR; None where there is none, or a damaged one (:func:`picture_trouble`)."""
    try:
        return open_picture(path)
    except PictureError:
        return None


def picture_trouble(path: Path) -> Phrase | None:
    """What people should be told of a picture that is there and can't be used, so that ours takes its place."""
    if not os.path.lexists(path):
        return None  # nobody entered one
    return _looked_at(path, stamp_of(path))


@lru_cache(1024)
def _looked_at(path: Path, stamp: Stamp) -> Phrase | None:
    """Opened once as long as the file stays as it is: home asks each time it is shown."""
    try:
        open_picture(path)
    except PictureError as error:
        return Phrase.of("file.picture_passed_over", value=error.phrase)
    return None


def stamp_of(path: Path) -> Stamp:
    """When a file was written (ns) and how large it is (bytes): another stamp, another content. Noughts for none."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def keep_picture(path: Path, picture: Picture) -> None:
    """Write a picture, whole or not at all; a damaged one in its place is set aside first. Raises ``OSError``."""
    make_way(path)
    write_whole(path, png(picture))


def make_way(path: Path) -> None:
    """Rename what is damaged there, since something is about to take its place. Raises ``OSError``."""
    if picture_trouble(path) is not None:
        set_aside(path)
