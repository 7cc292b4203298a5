"""Stained Glass on the screen: tiles as textures, and windows with what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import cv2
import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.editions.glass_sets import glass_in_use
from companion.ui.carcassonne.tile_art import dashed_frame
from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.settled_picture import SettledPicture
from companion.ui.kit.players import letter_texture
from games.carcassonne.stained_glass.windows import cell_of, glass_kinds, whole_copies
from vision.frames import Picture

COLUMNS, ROWS = 4, 3  # of the window of all twelve


@cache
def _pictures() -> Mapping[str, Picture]:
    return glass_in_use().pictures


def forget_glass() -> None:
    """Another set may be played with from now on."""
    _pictures.cache_clear()
    glass_texture.cache_clear()


@lru_cache(256)
def glass_texture(kind: str, side: int) -> Texture:
    """A glass tile, ``side`` px wide."""
    picture = _pictures()[kind]
    way = cv2.INTER_AREA if side <= picture.shape[0] else cv2.INTER_CUBIC
    sized = cv2.resize(picture, (side, side), interpolation=way)
    return masks.texture_from_rgba(np.asarray(cv2.cvtColor(sized, cv2.COLOR_BGR2RGBA), np.uint8))


def draw_window(held: Mapping[str, int], x: int, y: int, side: int, *, begun: Sequence[str] = ()) -> None:
    """Draw a player's glass into the open canvas as it stands in the window of all twelve, ``side`` px a tile.

    Args:
        x, y: lower left corner, px.
        begun: kinds that are shown as missing, dashed.
    """
    the = look()
    whole = {small for small, copies in whole_copies(held).items() if copies}
    for small in range(1, COLUMNS + 1):
        if small in whole:
            edge = max(1, round(the.px(2)))
            Color(*the.colour("ok"))
            Rectangle(pos=(x + (small - 1) * side - edge, y - edge), size=(side + 2 * edge, ROWS * side + 2 * edge))
    for kind in glass_kinds():
        column, row = cell_of(kind)
        pos = (x + column * side, y + (ROWS - 1 - row) * side)
        count = held.get(kind, 0)
        if count:
            Color(1, 1, 1, 1)
            Rectangle(pos=pos, size=(side, side), texture=glass_texture(kind, side))
        elif kind in begun:
            Color(*the.colour("line", 0.8))
            Rectangle(pos=pos, size=(side, side), texture=dashed_frame(side, max(1, round(the.px(1)))))
        else:
            Color(*the.colour("line", 0.16))
            Rectangle(pos=(pos[0] + 1, pos[1] + 1), size=(side - 2, side - 2))
        if count > 1:
            draw_count(f"×{count}", pos[0] + side, pos[1], the.type_px("least") * min(1.0, side / the.px(40)))


def draw_count(text: str, right: int, bottom: int, size: float) -> None:
    """A small figure on a ground of its own, in a lower right corner."""
    the = look()
    texture = letter_texture(text, max(the.px(11), size), "LatoBold")
    width = texture.width + round(the.px(4))
    Color(*the.colour("bg", 0.9))
    Rectangle(pos=(right - width, bottom), size=(width, texture.height))
    Color(*the.colour("text"))
    Rectangle(pos=(right - width + round(the.px(2)), bottom), size=texture.size, texture=texture)


def missing_of(held: Mapping[str, int]) -> tuple[str, ...]:
    """The kinds that the windows lack of which a player has some tile."""
    begun = {kind[:-1] for kind, count in held.items() if count}
    return tuple(kind for kind in glass_kinds() if kind[:-1] in begun and not held.get(kind, 0))


class WindowPicture(SettledPicture):
    """Glass put together: only the columns that it has tiles of or lacks tiles in.

    What lacks (kind -> how many can still be had) shines through its dashed gap, and not where it can't be had.
    """

    def __init__(self, held: Mapping[str, int], *, missing: Mapping[str, int] | None = None, **kwargs: object) -> None:
        self._held, self._missing = Counter(held), dict(missing or {})
        super().__init__(**kwargs)

    def paint(self) -> None:
        """The columns side by side, as large as they fit."""
        kinds = [*self._held, *self._missing]
        if not kinds or min(self.size) < 8:
            return
        cells = [cell_of(kind) for kind in kinds]
        left, top = min(column for column, _ in cells), min(row for _, row in cells)
        columns, rows = max(column for column, _ in cells) - left + 1, max(row for _, row in cells) - top + 1
        side = int(min(self.width / columns, self.height / rows))
        x = round(self.x + (self.width - columns * side) / 2)
        y = round(self.y + (self.height - rows * side) / 2)
        with self.canvas:
            for kind in kinds:
                column, row = cell_of(kind)
                pos = (x + (column - left) * side, y + (rows - 1 - (row - top)) * side)
                if self._held.get(kind, 0):
                    Color(1, 1, 1, 1)
                    Rectangle(pos=pos, size=(side, side), texture=glass_texture(kind, side))
                else:
                    Color(1, 1, 1, 0.28 if self._missing[kind] else 0)
                    Rectangle(pos=pos, size=(side, side), texture=glass_texture(kind, side))
                    Color(*look().colour("line"))
                    Rectangle(pos=pos, size=(side, side), texture=dashed_frame(side, max(1, round(look().px(2)))))
