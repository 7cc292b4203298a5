"""Riga's cards, tiles and signs as textures of the set that is played with; made when first seen, kept by size."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.settled_picture import SettledPicture
from games.riga.box.buildings import Building
from games.riga.box.components import CITIES, Master
from games.riga.box.goods import Tariff
from vision.artwork.riga.cards import CARD_MM, building_card, good_back, good_card, master_tile
from vision.artwork.riga.signs import arms, good, person
from vision.artwork.sheet import DrawingSheet
from vision.frames import Picture
from vision.imaging.values import Colour

_KEPT = 512
_SIGN_MM = 12.0
GOOD_SHARE = 0.82  # of the sign: rolls of cloth reach above what they are called high
_PLAIN: Colour = (1.0, 2.0, 3.0)  # a ground that no sign has, cut away
_NEAR = 3.0  # grey levels of it that are still the ground


def card_texture(card: Building, wide: int, tariff: Tariff) -> Texture:
    """A building card with the prices that are played with, ``wide`` px, in the language of the tablet."""
    return _card_texture(card, wide, tariff, german=_is_german())


@lru_cache(_KEPT)
def _card_texture(card: Building, wide: int, tariff: Tariff, *, german: bool) -> Texture:
    front = building_card(card, _fine_for(wide), tariff, german=german)
    return _texture(front, wide, round(wide * CARD_MM[1] / CARD_MM[0]), 0.05)


def good_texture(name: str, wide: int, tariff: Tariff) -> Texture:
    """A commodity card with the prices that are played with, ``wide`` px, in the language of the tablet."""
    return _good_texture(name, wide, tariff, german=_is_german())


@lru_cache(_KEPT)
def _good_texture(name: str, wide: int, tariff: Tariff, *, german: bool) -> Texture:
    front = good_card(name, _fine_for(wide), tariff, german=german)
    return _texture(front, wide, round(wide * CARD_MM[1] / CARD_MM[0]), 0.05)


def _is_german() -> bool:
    return look().language == "de"


@lru_cache(_KEPT)
def back_texture(wide: int) -> Texture:
    """The back of a commodity that nobody looked at."""
    return _texture(good_back(_fine_for(wide)), wide, round(wide * CARD_MM[1] / CARD_MM[0]), 0.05)


def tile_texture(master: Master, players: int, side: int) -> Texture:
    """A Grand Master, ``side`` px, in the language of the tablet."""
    return _tile_texture(master, players, side, german=_is_german())


@lru_cache(_KEPT)
def _tile_texture(master: Master, players: int, side: int, *, german: bool) -> Texture:
    return _texture(master_tile(master, players, _fine_for(side), german=german), side, side, 0.06)


@lru_cache(_KEPT)
def sign_texture(name: str, side: int) -> Texture:
    """A city's arms, a person's head or a commodity, cut out, ``side`` px."""
    px_per_mm = max(2.0, 2 * side / _SIGN_MM)  # which a sheet paints twice as fine
    sheet = DrawingSheet(_SIGN_MM, _SIGN_MM, px_per_mm, _PLAIN)
    draw = arms if name in CITIES else person if name in ("Knight", "Merchant") else good
    high = _SIGN_MM * (GOOD_SHARE if draw is good else 0.9)
    draw(sheet, name, _SIGN_MM / 2, _SIGN_MM / 2, high)
    picture = sheet.fine
    plain = np.array(_PLAIN)
    cut = cv2.bitwise_not(cv2.inRange(picture, np.maximum(0.0, plain - _NEAR), plain + _NEAR))
    kept = cv2.copyTo(picture, cut, np.full_like(picture, 90))  # grey is what is averaged into the rim
    rgba = cv2.cvtColor(kept, cv2.COLOR_BGR2RGBA)
    rgba[..., 3] = cut
    return masks.texture_from_rgba(np.asarray(cv2.resize(rgba, (side, side), interpolation=cv2.INTER_AREA), np.uint8))


def _fine_for(wide: int) -> float:
    """How finely a card is painted that is shown ``wide`` px, px a mm: twice as fine, and never finer than people see
    it largest. Painting a card of 100 px takes 11 instead of 19 ms so, and looks the same."""
    return min(6.0, max(2.5, 2 * wide / CARD_MM[0]))


def _texture(picture: Picture, wide: int, high: int, round_share: float) -> Texture:
    sized = cv2.resize(picture, (max(1, wide), max(1, high)), interpolation=cv2.INTER_AREA)
    rgba = np.asarray(cv2.cvtColor(sized, cv2.COLOR_BGR2RGBA), np.uint8)
    rgba[..., 3] = masks.rounded_picture_mask(wide, high, max(1, round(wide * round_share)))
    return masks.texture_from_rgba(rgba)


class TexturePicture(SettledPicture):
    """One picture, as large as it fits. ``make`` gives a texture for a width in px; ``aspect`` is height to width."""

    def __init__(self, make: Callable[[int], Texture], aspect: float = 1.0, **kwargs: object) -> None:
        self._make, self._aspect = make, aspect
        super().__init__(**kwargs)

    def paint(self) -> None:
        """As large as it fits."""
        wide = round(min(self.width, self.height / self._aspect))
        if wide < 8:
            return
        high = round(wide * self._aspect)
        with self.canvas:
            Color(1, 1, 1, 1)
            pos = (round(self.x + (self.width - wide) / 2), round(self.y + (self.height - high) / 2))
            Rectangle(pos=pos, size=(wide, high), texture=self._make(wide))


def card_picture(card: Building, tariff: Tariff) -> Widget:
    """A building card as a widget."""
    return TexturePicture(lambda wide: card_texture(card, wide, tariff), CARD_MM[1] / CARD_MM[0])


def good_picture(name: str) -> Widget:
    """A commodity's sign as a widget."""
    return TexturePicture(lambda wide: sign_texture(name, wide))


def persons_picture(persons: tuple[str, ...]) -> Widget:
    """One person's head, or two beside each other."""
    if len(persons) == 1:
        return good_picture(persons[0])
    row = BoxLayout()
    for one in persons:
        row.add_widget(good_picture(one))
    return row


def tile_picture(master: Master, players: int) -> Widget:
    """A Grand Master as a widget."""
    return TexturePicture(lambda wide: tile_texture(master, players, wide))
