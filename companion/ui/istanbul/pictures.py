"""Istanbul's places as textures of the set that is played with; made when first seen, kept by size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture

from calibration.files.kept_folders import OWN
from companion.editions.place_sets import place_sets, places_in_use
from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.settled_picture import SettledPicture
from companion.ui.kit.theme import Rgba, rgba
from vision.artwork.istanbul.places import place_picture
from vision.artwork.istanbul.style import PLACE_MM
from vision.frames import Picture

ASPECT = PLACE_MM[1] / PLACE_MM[0]  # height to width
_KEPT = 256
_PX_PER_MM = 4.0
_IN_A_ROW = 3  # cubes

GOODS_INK: dict[str, Rgba] = {
    "red": rgba("#D8382E"),
    "green": rgba("#3F9A4E"),
    "yellow": rgba("#F2C83C"),
    "blue": rgba("#3F74D0"),
    "coffee": rgba("#7A5233"),
    "any": rgba("#E9DFCF"),
}
GEM_INK = rgba("#E0243C")
COIN_INK = rgba("#E3B23C")


@lru_cache(_KEPT)
def place_texture(number: int, wide: int) -> Texture:
    """A place, ``wide`` px."""
    size = (max(8, wide), max(6, round(wide * ASPECT)))
    small = cv2.resize(_picture(number), size, interpolation=cv2.INTER_AREA)
    return masks.texture_from_rgba(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGRA2RGBA), np.uint8))


def _picture(number: int) -> Picture:
    """A place as its owner's set shows it, else as ours does, BGRA."""
    name = place_sets().chosen()
    if name == OWN:
        return place_picture(number, _PX_PER_MM)
    return np.asarray(cv2.cvtColor(_enrolled(name)[number], cv2.COLOR_BGR2BGRA), np.uint8)


@lru_cache(1)
def _enrolled(_name: str) -> dict[int, Picture]:
    """The places that are played with, read from the disk once a set."""
    return places_in_use().by_number


def forget_places() -> None:
    """Other places are played with from now on."""
    place_texture.cache_clear()
    _enrolled.cache_clear()


class PlacePicture(SettledPicture):
    """One place, as large as it fits."""

    def __init__(self, number: int, **kwargs: object) -> None:
        self._number = number
        super().__init__(**kwargs)

    def paint(self) -> None:
        """As large as it fits."""
        wide = round(min(self.width, self.height / ASPECT))
        if wide < 8:
            return
        texture = place_texture(self._number, wide)
        width, height = texture.size
        with self.canvas:
            Color(1, 1, 1, 1)
            pos = (round(self.x + (self.width - width) / 2), round(self.y + (self.height - height) / 2))
            Rectangle(pos=pos, size=(width, height), texture=texture)


class GoodsPicture(SettledPicture):
    """Goods as the cubes that they are, three in a row; names as in :data:`GOODS_INK`."""

    def __init__(self, goods: Sequence[str], **kwargs: object) -> None:
        self._goods = tuple(goods)
        super().__init__(**kwargs)

    def paint(self) -> None:
        """As large as they fit, in the middle."""
        rows = [self._goods[at : at + _IN_A_ROW] for at in range(0, len(self._goods), _IN_A_ROW)]
        if not rows:
            return
        side = min(self.width / _IN_A_ROW, self.height / max(2, len(rows)))
        inner, rim = 0.86 * side, max(1.0, look().px(1))
        with self.canvas:
            for down, row in enumerate(rows):
                x, y = self.center_x - side * len(row) / 2, self.center_y + side * (len(rows) / 2 - down - 1)
                for good in row:
                    Color(*GOODS_INK[good])
                    RoundedRectangle(pos=(x, y), size=(inner, inner), radius=[0.18 * inner])
                    Color(*look().colour("line"))
                    Line(rounded_rectangle=(x, y, inner, inner, 0.18 * inner), width=rim)
                    x += side
