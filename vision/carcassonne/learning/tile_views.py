"""Pictures of an edition's tiles as they are taken from a table: only of what lies clearly, and as the record says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition, Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.carcassonne.poses import as_sides
from vision.frames import Picture
from vision.imaging.patches import LAB_SCALE, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell
from vision.tile_map.terrain import kind_named

VIEW_PX = 96  # px a side of a view: more than a camera over a table sees


@dataclass(frozen=True, slots=True, kw_only=True)
class TileViewsParameters(Parameters):
    """What this stage decides by."""

    sharp: float = parameter(0.45, "share", "of the sharpest view's detail: a view with less is blurred", CHOSEN)
    stands: int = parameter(
        2,
        "times",
        "that the record must move on with a tile before its view is kept: people correct what is wrong",
        CHOSEN,
    )


PARAMETERS = TileViewsParameters()

Keep = Callable[[Reference], None]
Tile = tuple[str, int]  # key and turns


@dataclass(slots=True)
class Taught:
    """A view that was taken: of what the record said, and whether it was kept."""

    view: Reference
    tile: Tile
    kept: bool = False


class TileViews:
    """All that is known of the tiles by picture: from other games, and taken of this table.

    Args:
        edition: what was known before; None where nothing was.
        keep: takes each new view of a tile that stayed as recorded.
    """

    def __init__(self, edition: Edition | None, keep: Keep | None) -> None:
        self.all: list[Reference] = [] if edition is None else list(edition.references)
        self._keep = keep
        self._taught: dict[Cell, Taught] = {}
        self._stood: Counter[Cell] = Counter()  # times that the record has moved on with a tile
        self._tiles: Mapping[Cell, Tile] = {}
        self._most = 0  # tiles that were ever on record

    def __contains__(self, cell: object) -> bool:
        return cell in self._taught

    @property
    def edition(self) -> Edition:
        """All of them; there must be one."""
        return edition_of("learned", self.all)

    def of(self, key: str) -> int:
        """How many views of a kind are known."""
        return Counter(kind_named(view.kind).key for view in self.all)[key]

    def take(self, cell: Cell, tile: Tile, image: Picture) -> bool:
        """A clear picture of a recorded tile as it lies; False where it is too blurred to be taken."""
        view = view_of(tile, image)
        if self._is_sharp(view):
            self.all.append(view)
            self._taught[cell] = Taught(view, tile)
        return cell in self._taught

    def recorded(self, tiles: Mapping[Cell, Tile]) -> bool:
        """The record moved on: what has stood for a while is kept, views of tiles that turned out to be others are
        forgotten. True where any was."""
        contested = [cell for cell, taught in self._taught.items() if tiles.get(cell) != taught.tile]
        self.forget(contested)
        before, self._tiles = self._tiles, dict(tiles)
        same = {cell for cell, tile in tiles.items() if before.get(cell) == tile}
        self._stood = Counter({cell: self._stood[cell] for cell in same})
        if len(tiles) > self._most:  # who plays on with a tile confirms it, not who takes something back
            self._stood.update(same)
            self._most = len(tiles)
        self.keep_what_stood()
        return bool(contested)

    def keep_what_stood(self) -> None:
        """Hand over what nobody has corrected for long enough."""
        for cell, taught in self._taught.items():
            if self._stood[cell] >= PARAMETERS.stands and not taught.kept and self._keep is not None:
                taught.kept = True
                self._keep(taught.view)

    def forget(self, cells: Iterable[Cell] | None = None) -> None:
        """Views of these tiles, or of all of this table, were not what they were taken for."""
        for cell in list(self._taught if cells is None else cells):
            view = self._taught.pop(cell).view
            self.all = [other for other in self.all if other is not view]

    def _is_sharp(self, view: Reference) -> bool:
        """Whether a view has as much detail as others of its edition: a shaken or foggy one has less."""
        usual = np.median([detail(other.image) for other in self.all]) if self.all else 0.0
        return detail(view.image) >= PARAMETERS.sharp * float(usual)


def view_of(tile: Tile, image: Picture) -> Reference:
    """A picture (n, n, 3) BGR of a tile as it lies, as a reference."""
    key, turns = tile
    # Sides don't tell how a tile lies that has the same ones turned: a view of it is shown with the fewest turns.
    sides = tile_type(key).turned[turns].sides
    fewest = next(fewer for fewer in range(4) if tile_type(key).turned[fewer].sides == sides)
    kind = kind_named(key)
    return Reference(kind.letter or kind.key, as_sides(sides), np.ascontiguousarray(np.rot90(image, turns - fewest)))


def detail(image: NDArray[np.uint8]) -> float:
    """How much changes from pixel to pixel, grey levels, against how much there is to see at all."""
    small = cv2.resize(image, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 2.0)
    return float(fine.std() / (grey.std() + 1.0))


def straightened(lab: Patches) -> Picture:
    """A patch (n, n, 3) of half-L Lab as a BGR picture."""
    bgr = cv2.cvtColor(np.ascontiguousarray(lab / LAB_SCALE, dtype=np.float32), cv2.COLOR_LAB2BGR)
    return np.asarray(np.clip(np.rint(bgr * 255), 0, 255), np.uint8)
