"""Which board and which city cards of Thurn and Taxis or Power & Glory the eyes compare the table with.

Tableside's own drawings, or pictures of the owner's: the board enrolled once from a photograph of it while it was
empty, cards from a photograph of each.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
from numpy.typing import ArrayLike

from calibration.files.file_names import file_name_for
from calibration.files.kept_picture import keep_picture, kept_picture, picture_trouble
from calibration.files.user_folders import data_folder
from companion.editions.postal_map import own_map
from games.game import Phrase
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.card_backs import back_with
from vision.artwork.checksum import drawing_checksum
from vision.artwork.drawing_cache import ENDING, drawings_folder, drawn_once
from vision.artwork.thurn_and_taxis.board import HOUSE_DEEP_MM, HOUSE_HIGH_MM, HOUSE_WIDE_MM, board_picture
from vision.cards.card_key import CardKey, CardKind
from vision.cards.edition import CardEdition, card_edition
from vision.cards.photo import cut_out
from vision.frames import Picture
from vision.thurn_and_taxis import postal_set
from vision.thurn_and_taxis.enrolling import enrolled
from vision.thurn_and_taxis.postal_set import PostalSet

CARD_PX_PER_MM = 4.0
MAPS = {"thurn-and-taxis": "base", "power-and-glory": "power-and-glory"}  # by the game's key


def set_in_use(atlas: Atlas, *, folder: Path | None = None, cache: Path | None = None) -> PostalSet:
    """The copy to read with: the board that was enrolled, ours where there is none or a damaged one.

    Args:
        atlas: the map that is played on.
        folder: where enrolled boards lie; the player's data folder by default.
        cache: where drawings are kept; the user's cache folder by default.
    """
    house = (HOUSE_WIDE_MM, HOUSE_DEEP_MM, HOUSE_HIGH_MM)
    picture = kept_picture(_enrolled_file(atlas.key, folder))
    if picture is None:
        picture = _drawn(atlas, cache)
    return PostalSet(atlas, picture, house)


def enrol(image: Picture, corners_px: ArrayLike, key: str, *, folder: Path | None = None) -> Path:
    """Keep the owner's board, from a photograph of it while it is empty (see :func:`enrolled`). Raises OSError."""
    path = _enrolled_file(key, folder)
    keep_picture(path, enrolled(image, corners_px, own_map(key, folder=folder)).board)
    return path


def cards_in_use(atlas: Atlas, *, folder: Path | None = None, cache: Path | None = None) -> CardEdition:
    """Pictures of all city cards, ``card:CITY``, and of backs with horses, ``card:horses-2``: the owner's where they
    were enrolled, else those that are printed, kept where drawn boards are."""
    own = {name: kept_picture(_card_file(atlas.key, name, folder)) for name in card_names(atlas)}
    drawn = _drawn_cards(atlas, cache) if None in own.values() else {}
    pictures = {name: drawn[name] if picture is None else picture for name, picture in own.items()}
    return card_edition(atlas.key, ((CardKey(CardKind.CARD, name), picture) for name, picture in pictures.items()))


def card_names(atlas: Atlas) -> tuple[str, ...]:
    """What a card of this map may be enrolled as: a city, or a back such as ``horses-2``."""
    return (*atlas.city, *_backs(atlas))


def _backs(atlas: Atlas) -> tuple[str, ...]:
    return tuple(map(back_with, _horses(atlas)))


def _horses(atlas: Atlas) -> list[int]:
    """Every count of horses that a back of this map's cards shows, fewest first."""
    return sorted({horses for city in atlas.cities for horses in city.horses})


def enrol_card(photograph: Picture, key: str, city: str, *, folder: Path | None = None) -> Path | None:
    """Keep the picture of an owner's city card, which lies upright and alone in the photograph; None where no card is
    made out. Raises OSError."""
    card = cut_out(photograph)
    if card is None:
        return None
    path = _card_file(key, city, folder)
    keep_picture(path, card)
    return path


def picture_troubles(key: str, *, folder: Path | None = None) -> Iterator[Phrase]:
    """What people should be told of the board and the cards that they enrolled of a map and that can't be used; with
    them ours are compared."""
    names = card_names(own_map(key, folder=folder))
    for path in (_enrolled_file(key, folder), *(_card_file(key, name, folder) for name in names)):
        if (trouble := picture_trouble(path)) is not None:
            yield trouble


def _card_file(key: str, city: str, folder: Path | None) -> Path:
    return (folder or data_folder()) / "boards" / f"{key}-cards" / f"{file_name_for(city)}.png"


def _enrolled_file(key: str, folder: Path | None) -> Path:
    return (folder or data_folder()) / "boards" / f"{key}.png"


def _drawn(atlas: Atlas, cache: Path | None) -> Picture:
    """The own board, painted once (two seconds) and kept in the user's cache."""
    path = _kept_at(f"own-{atlas.key}", atlas, cache)
    return drawn_once(
        path, ("board",), lambda: {"board": board_picture(atlas, postal_set.PARAMETERS.enrolled_px_per_mm)}
    )["board"]


def _drawn_cards(atlas: Atlas, cache: Path | None) -> dict[str, Picture]:
    """All of the own cards, by name."""
    from vision.artwork.thurn_and_taxis.cards import card_back, card_front

    def draw() -> dict[str, Picture]:
        fronts = {name: card_front(atlas, name, CARD_PX_PER_MM) for name in atlas.city}
        return fronts | {back_with(horses): card_back(horses, CARD_PX_PER_MM) for horses in _horses(atlas)}

    return drawn_once(_kept_at(f"own-{atlas.key}-cards", atlas, cache), card_names(atlas), draw)


def _kept_at(name: str, atlas: Atlas, cache: Path | None) -> Path:
    """Another file for each map and each way of drawing."""
    checksum = zlib.crc32(repr(atlas.to_json()).encode(), _painter_checksum())
    return (cache or drawings_folder()) / f"{name}-{checksum:08x}{ENDING}"


def _painter_checksum() -> int:
    """Of everything that the picture depends on, so that a new painter paints anew."""
    return drawing_checksum("thurn_and_taxis", zlib.crc32(cv2.__version__.encode()))
