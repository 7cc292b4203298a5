"""Carcassonne's tiles as textures: one a kind and size, made when first seen."""

from __future__ import annotations

import atexit
from functools import cache, lru_cache

import cv2
import numpy as np
from kivy.graphics.texture import Texture

from companion.ui.carcassonne.tile_pictures import TilePictures, flat_picture, pictures_folder
from companion.ui.kit.pictures import masks
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.shapes import feature_map, follower_spot

_KEPT = 1024
Corners = tuple[float, ...]


@cache
def tile_pictures() -> TilePictures:
    """The one painter of tiles beside the screen."""
    pictures = TilePictures(pictures_folder())
    atexit.register(pictures.close)  # a thread that still paints while Python goes down can take it down hard
    return pictures


def tile_texture(key: str, side: int) -> Texture:
    """The tile not turned, ``side`` px wide; turn it with :func:`corners`. Flat until its picture is painted."""
    return _tile_texture(key, side, tile_pictures().is_painted(key))


@lru_cache(_KEPT)
def _tile_texture(key: str, side: int, painted: bool) -> Texture:
    picture = tile_pictures().picture(key) if painted else flat_picture(key)
    way = cv2.INTER_AREA if side <= picture.shape[0] else cv2.INTER_CUBIC
    sized = cv2.resize(picture, (side, side), interpolation=way)
    return masks.texture_from_rgba(np.asarray(cv2.cvtColor(sized, cv2.COLOR_BGR2RGBA), np.uint8))


def corners(turns: int) -> Corners:
    """Texture coordinates that show a texture after some quarter turns clockwise."""
    around = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]  # lower left, lower right, upper right, upper left
    turned = around[turns % 4 :] + around[: turns % 4]
    return tuple(value for corner in turned for value in corner)


@lru_cache(_KEPT)
def spot_of(key: str, turns: int, index: int) -> tuple[float, float]:
    """Where a follower stands on a feature of the turned tile, as shares of the tile from its upper left corner."""
    feature = tile_type(key).turned[turns].features[index]
    return follower_spot(key, turns, feature.kind, feature.location)


@lru_cache(_KEPT)
def feature_texture(key: str, turns: int, index: int, pattern: str, side: int) -> Texture:
    """One feature of the turned tile as a wash with the owner's pattern on it, white with alpha, ``side`` px wide.

    The pattern repeats four times a tile, so that it runs on across tiles.
    """
    fine = 2 * side
    mask = (feature_map(key, turns, fine) == index).astype(np.float32)
    mask = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA)
    tile = masks.pattern_mask(pattern, max(8, side // 4))
    marks = np.tile(tile, (5, 5))[:side, :side].astype(np.float32) / 255
    alpha = mask * 0.66 if pattern in ("solid", "none") else mask * np.maximum(0.34, marks * 0.92)
    return masks.texture_from_alpha((alpha * 255).astype(np.uint8))


@lru_cache(_KEPT)
def dashed_frame(side: int, width: int) -> Texture:
    """A dashed square, ``side`` px wide."""
    alpha = np.zeros((side, side), np.uint8)
    dashes = np.where(np.arange(side) * 11 // side % 2 == 0, np.uint8(255), np.uint8(0))  # six, one at each corner
    alpha[:width, :] = alpha[-width:, :] = dashes
    alpha[:, :width] = alpha[:, -width:] = dashes[:, None]
    return masks.texture_from_alpha(alpha)
