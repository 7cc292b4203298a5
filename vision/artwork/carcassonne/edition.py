"""Tableside's own Carcassonne tiles as an edition that the eyes know: painted once, then kept in the user's cache."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from calibration.references import Edition, Reference, edition_of
from games.carcassonne.tiles import stock, tile_type
from vision.artwork.carcassonne.tiles import VARIANTS, painted_once
from vision.artwork.checksum import drawing_checksum
from vision.artwork.drawing_cache import ENDING, drawings_folder, drawn_once
from vision.frames import Picture

SIDE = 160  # px: more than a camera over a table sees of a tile
BASE = tuple(stock(("basic",)))


def own_edition(kinds: Iterable[str] = BASE) -> Edition:
    """The drawn edition with these kinds of tiles, every variant of each; for the same kinds the same edition, so that
    what is worked out of it (:func:`vision.tile_map.edition_atlas.atlas_of`) is worked out once.

    Args:
        kinds: tiles by key, such as what ``CARCASSONNE.box(setup)`` holds.
    """
    return _drawn(tuple(sorted(kinds)), drawings_folder())


def is_drawn(kinds: Iterable[str] = BASE) -> bool:
    """Whether these kinds were drawn before, so that they need only be read."""
    return _kept_at(tuple(sorted(kinds)), drawings_folder()).is_file()


@lru_cache(maxsize=4)
def _drawn(wanted: tuple[str, ...], folder: Path) -> Edition:
    names = {f"{key}#{variant}": (key, variant) for key in wanted for variant in range(VARIANTS)}
    pictures = drawn_once(
        _kept_at(wanted, folder),
        names,
        lambda: {name: painted_once(key, SIDE, variant) for name, (key, variant) in names.items()},
    )
    return edition_of("tableside", _references(pictures))


def _kept_at(wanted: tuple[str, ...], folder: Path) -> Path:
    tiles = files("games.carcassonne").joinpath("data/tiles.json").read_bytes()
    checksum = zlib.crc32(" ".join(wanted).encode(), drawing_checksum("carcassonne", zlib.crc32(tiles)))
    return folder / f"own-{checksum:08x}{ENDING}"


def _references(pictures: dict[str, Picture]) -> Iterator[Reference]:
    for name, picture in pictures.items():
        key = name.rpartition("#")[0]
        north, east, south, west = tile_type(key).turned[0].sides
        yield Reference(tile_type(key).name, (north, east, south, west), picture, name)
