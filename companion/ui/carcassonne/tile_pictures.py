"""Carcassonne's tiles for the screen: painted beside the screen, kept on the disk, flat until they are there. No kivy.

Painting all kinds takes about a second, reading them back a few milliseconds. Pictures are kept under the user's cache
folder by a checksum of the painter's own source, so that a new version paints anew.
"""

from __future__ import annotations

import logging
import queue
from pathlib import Path

import numpy as np

from calibration.files.picture_door import PictureError, open_picture
from calibration.files.user_folders import cache_folder
from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from companion.supervised import Supervised, Task
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.artwork.carcassonne.shapes import feature_map
from vision.artwork.carcassonne.tiles import painted_once
from vision.artwork.checksum import drawing_checksum
from vision.artwork.drawing_cache import wait_for_others
from vision.frames import Picture

_LOG = logging.getLogger(__name__)

A_TILE_S = 5.0  # the longest that the end of the program waits for the tile that is being painted
SIDE = 240  # px: a tile in a dock at density 1.2; larger ones are enlarged
_FLAT = {  # blue, green, red
    FeatureKind.CITY: (116, 162, 204),
    FeatureKind.ROAD: (182, 212, 228),
    FeatureKind.FIELD: (84, 160, 128),
    FeatureKind.MONASTERY: (150, 110, 92),
}


def pictures_folder() -> Path:
    """Where painted tiles are kept."""
    return cache_folder() / "tiles"


def flat_picture(key: str) -> Picture:
    """A plain map of the tile: its features in flat colours, (SIDE, SIDE, 3) BGR, not turned."""
    labels = feature_map(key, 0, SIDE)
    picture = np.empty((SIDE, SIDE, 3), np.uint8)
    picture[:] = (104, 132, 150)
    for index, feature in enumerate(tile_type(key).features):
        picture[labels == index] = _FLAT[feature.kind]
    return picture


class TilePictures:
    """Hands out pictures of tiles at once; those not there yet are painted in a thread.

    ``version`` counts up whenever one more is there. Call :meth:`close` at the end.
    """

    def __init__(self, folder: Path) -> None:
        self.version = 0
        self._folder = folder
        self._painted: set[str] = set()
        self._unkept: dict[str, Picture] = {}  # painted, and no room for them on the disk
        self._wanted: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._asked: set[str] = set()
        self._painting: Supervised | None = None
        self._painter = f"{drawing_checksum('carcassonne'):08x}-{SIDE}"

    def picture(self, key: str) -> Picture:
        """The tile not turned, BGR (SIDE, SIDE, 3): the painted one where :meth:`is_painted`."""
        picture = self._unkept.get(key)
        if picture is None:
            picture = self._read(key)
        if picture is None:  # nobody has painted it yet, or somebody emptied the folder
            self._painted.discard(key)
            self._ask(key)
            return flat_picture(key)
        self._painted.add(key)
        return picture

    def is_painted(self, key: str) -> bool:
        """Whether the tile's picture is there; it is asked for where it isn't."""
        if key in self._painted:
            return True
        if self._read(key) is None:
            self._ask(key)
            return False
        self._painted.add(key)  # who draws it reads it then, and keeps it as a texture
        return True

    def is_kept(self, key: str) -> bool:
        """Whether the tile was painted before, this time or earlier."""
        return self._path(key).is_file()

    def keep(self, key: str) -> None:
        """Paint a tile now, and keep it on the disk alone; nothing where it is there."""
        if not self.is_kept(key):
            self._keep(key, painted_once(key, SIDE))

    def wait(self) -> None:
        """Wait until everything asked for is painted."""
        self._end(None)

    def close(self) -> None:
        """Stop painting; only the tile that is being painted is waited for, which is a fraction of a second."""
        if self._painting is not None:
            self._painting.stop()
        while not self._wanted.empty():
            self._wanted.get_nowait()
        self._asked.clear()
        self._end(A_TILE_S)

    def _end(self, join_s: float | None) -> None:
        if self._painting is not None:
            self._wanted.put(None)
            self._painting.join(join_s)
            self._painting = None

    def _ask(self, key: str) -> None:
        if key in self._asked and self._painting is not None:
            return
        self._asked.add(key)
        self._wanted.put(key)
        if self._painting is None:
            self._painting = Supervised("tile painter", self._paint).start()

    def _paint(self, task: Task) -> None:
        """Paint what is asked for; a tile that can't be painted stays flat, and is tried again after the others."""
        while (key := self._wanted.get()) is not None and not task.stopping:
            if key in self._painted:
                continue
            wait_for_others()
            kept = self._read(key)
            try:
                picture = painted_once(key, SIDE) if kept is None else kept
            except Exception:
                self._wanted.put(key)
                raise
            if task.stopping:
                return
            if kept is None and not self._keep(key, picture):
                self._unkept[key] = picture
            self._painted.add(key)
            self._asked.discard(key)
            self.version += 1

    def _path(self, key: str) -> Path:
        return self._folder / f"{key.replace('/', '_')}-{self._painter}.png"

    def _read(self, key: str) -> Picture | None:
        path = self._path(key)
        try:
            picture = open_picture(path)
        except PictureError:
            return None  # not there, or damaged: painted anew
        return picture if picture.shape == (SIDE, SIDE, 3) else None

    def _keep(self, key: str, picture: Picture) -> bool:
        """Whether there was room for it."""
        try:
            write_whole(self._path(key), png(picture))
        except OSError as error:  # a full or read-only disk costs a second at the next start, and memory
            _LOG.info("tiles are not kept: %s", error)
            return False
        return True
