"""Pictures of people: a small square of each in the data folder, so that children find themselves before they read."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2
import numpy as np

from calibration.files.picture_door import PictureError, open_picture
from calibration.files.whole_file import write_whole
from companion.people.names import digest_of
from vision.frames import Picture

SIDE = 256  # px
QUALITY = 88  # of the JPEG
_LOG = logging.getLogger(__name__)


class PeoplePictures:
    """The kept pictures.

    Args:
        folder: where they lie; a file's name is a digest, not the person's name.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, person: str) -> Picture | None:
        """Somebody's picture, BGR (256, 256, 3); None where there is none that can be read."""
        path = self._path(person)
        if not path.is_file():
            return None
        try:
            return open_picture(path)
        except PictureError as error:
            _LOG.warning("the picture of a person is left out: %s", error)
            return None

    def keep(self, person: str, picture: Picture) -> None:
        """Keep the middle of a picture (BGR) as somebody's. Raises
        :class:`calibration.files.whole_file.CannotWrite`."""
        height, width = picture.shape[:2]
        side = min(height, width)
        top, left = (height - side) // 2, (width - side) // 2
        square = cv2.resize(picture[top : top + side, left : left + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        _, data = cv2.imencode(".jpg", np.ascontiguousarray(square), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(person), data.tobytes(), private=True)

    def drop(self, person: str) -> None:
        """Nobody has a picture of this person any more. Raises ``OSError``."""
        self._path(person).unlink(missing_ok=True)

    def renamed(self, person: str, name: str) -> None:
        """The picture goes with the name; who has that name already keeps their own. Raises ``OSError``."""
        old, new = self._path(person), self._path(name)
        if old == new or not old.is_file():
            return
        if new.is_file():
            old.unlink()
        else:
            old.replace(new)

    def _path(self, person: str) -> Path:
        return self._folder / f"{digest_of(' '.join(person.split()).casefold())}.jpg"
