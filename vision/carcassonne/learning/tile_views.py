"""Pictures of an edition's tiles as they are taken from a table: only of what lies clearly, and as the record says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from operator import is_

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition, Outline, Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.carcassonne.live.deck import filled
from vision.carcassonne.poses import TileAsLaid, as_sides
from vision.frames import Picture
from vision.imaging.patches import Patches, pictures_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell
from vision.tile_map.terrain import kind_named


@dataclass(frozen=True, slots=True, kw_only=True)
class TileViewsParameters(Parameters):
    """Which view of a tile is sharp, whole and still enough to be kept as a picture of its kind."""

    sharp: float = parameter(0.45, "share", "of the sharpest view's detail: a view with less is blurred", CHOSEN)
    stands: int = parameter(
        2,
        "times",
        "that the record must move on with a tile before its view is kept: people correct what is wrong",
        CHOSEN,
    )
    parts: int = parameter(2, "views", "of a kind with somebody on it: two hide different parts of it", CHOSEN)
    most_hidden: float = parameter(0.45, "share", "of a tile beyond which what is left of it is no view of it", CHOSEN)
    margin: float = parameter(
        0.08, "tile sides", "about a figure's paint that its shaded sides, its rim and its shadow hide", CHOSEN
    )
    view_px: int = parameter(96, "px a side", "of a view: more than a camera over a table sees", CHOSEN)


PARAMETERS = TileViewsParameters()
Keep = Callable[[Reference], None]


@dataclass(slots=True)
class Taught:
    """A view that was taken: of what the record said, and whether it was kept."""

    view: Reference
    tile: TileAsLaid
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
        self._tiles: Mapping[Cell, TileAsLaid] = {}
        self._most = 0  # tiles that were ever on record
        self._chosen_among: tuple[Reference, ...] = ()  # asked for at each way to lay a tile
        self._chosen: list[Reference] = []
        self._chosen_of = Counter[str]()  # how many of those show each kind
        self._whole_kept = any(not view.in_doubt for view in self.all)

    def __contains__(self, cell: object) -> bool:
        return any(cell == other and not taught.view.hidden for other, taught in self._taught.items())

    @property
    def edition(self) -> Edition:
        """All of them that tell something; there must be one that shows a whole tile. What may be either of two kinds
        is a view of both: but for a coat of arms they look alike."""
        return edition_of("learned", self.telling)

    @property
    def telling(self) -> Sequence[Reference]:
        """Of each kind those that show the whole of it, or else those of which somebody hid a part. While a kind has
        none but what may be its twin, each view of either is one of both: else the twin with more of them, and in
        better light, would be told from it by that."""
        self._choose()
        return self._chosen

    def _choose(self) -> None:
        """Choose anew where other views are known than when that was done last."""
        if not (len(self._chosen_among) == len(self.all) and all(map(is_, self._chosen_among, self.all))):
            self._chosen_among, self._chosen = tuple(self.all), self._found_telling()
            self._chosen_of = Counter(_key(view.kind) for view in self._chosen)

    def _found_telling(self) -> list[Reference]:
        surely = {_key(view.kind) for view in self.all if not view.in_doubt}
        open_still = dict[str, str]()
        for view in self.all:
            if view.twin and not {_key(view.kind), _key(view.twin)} <= surely:
                open_still |= {_key(view.kind): view.twin, _key(view.twin): view.kind}
        each = list[Reference]()
        for view in self.all:
            twin = open_still.get(_key(view.kind))
            if twin is not None:
                each += [view, replace(view, kind=twin, twin=view.kind)]
            elif not view.twin:
                each.append(view)
        whole = {_key(view.kind) for view in each if not view.hidden}
        return [view for view in each if not view.hidden or _key(view.kind) not in whole]

    def of(self, key: str) -> int:
        """How many views of a kind are known."""
        self._choose()
        return self._chosen_of[key]

    def surely_of(self, key: str) -> int:
        """How many of those can't be of its twin."""
        return sum(_key(view.kind) == key and not view.twin for view in self.telling)

    def in_part(self, key: str) -> bool:
        """Whether what is known of a kind lacks where somebody stood."""
        return any(view.hidden for view in self.telling if _key(view.kind) == key)

    def lacks_whole(self, key: str) -> bool:
        """Whether no view shows the whole of a kind, and another of a part of it would tell something."""
        views = [view for view in self.telling if _key(view.kind) == key]
        return len(views) < PARAMETERS.parts and all(view.hidden for view in views)

    def take(self, cell: Cell, tile: TileAsLaid, image: Picture, hidden: Outline = (), twin: str = "") -> bool:
        """A clear picture of a recorded tile as it lies; False where it is too blurred to be taken, or too much hidden.

        Args:
            cell, tile: where it lies, and what the record says that it is.
            image: (n, n, 3) BGR.
            hidden: where on it somebody stands, who is cut out; empty where nobody does.
            twin: key of the kind that it may be as well; empty where what the record says is known.
        """
        if hidden:
            if filled(hidden, len(image)).mean() > PARAMETERS.most_hidden:
                return False
            image = without(image, hidden)
        view = view_of(tile, image, hidden, twin)
        if not self._is_sharp(view):
            return False
        if cell in self._taught:  # then somebody hid a part of it
            self.forget([cell])
        self.all.append(view)
        self._taught[cell] = Taught(view, tile)
        return True

    def recorded(self, tiles: Mapping[Cell, TileAsLaid], left_open: Set[Cell] = frozenset()) -> bool:
        """The record moved on: what has stood for a while is kept, views of tiles that turned out to be others are
        forgotten. True where any was. Whether those ``left_open`` are their twins nobody knows yet."""
        self._settle(tiles, left_open)
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

    def _settle(self, tiles: Mapping[Cell, TileAsLaid], left_open: Set[Cell]) -> None:
        """What is known by now of tiles that might have been their twins."""
        for cell, taught in self._taught.items():
            view, (key, turns) = taught.view, taught.tile
            if not view.twin or cell in left_open or cell not in tiles or tiles[cell][1] != turns:
                continue
            named = {key: view.kind, _key(view.twin): view.twin}
            if tiles[cell][0] in named:
                taught.tile = tiles[cell]
                taught.view = replace(view, kind=named[tiles[cell][0]], twin="")
                self.all = [taught.view if other is view else other for other in self.all]

    def keep_what_stood(self) -> None:
        """Hand over what nobody has corrected for long enough."""
        stood = [
            taught
            for cell, taught in self._taught.items()
            if self._stood[cell] >= PARAMETERS.stands and not taught.kept
        ]
        for taught in sorted(stood, key=lambda one: one.view.in_doubt):
            # An edition begins with a whole tile that is known: who heeds no doubts would find nothing in it otherwise.
            if self._keep is not None and (self._whole_kept or not taught.view.in_doubt):
                taught.kept = self._whole_kept = True
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


def view_of(tile: TileAsLaid, image: Picture, hidden: Outline = (), twin: str = "") -> Reference:
    """A picture (n, n, 3) BGR of a tile as it lies, and what of it was ``hidden``, as a reference; ``twin`` is the key
    of what it may be as well."""
    key, turns = tile
    # Sides don't tell how a tile lies that has the same ones turned: a view of it is shown with the fewest turns.
    sides = tile_type(key).turned[turns].sides
    fewest = next(fewer for fewer in range(4) if tile_type(key).turned[fewer].sides == sides)
    at_rest = np.ascontiguousarray(np.rot90(image, turns - fewest))
    hides = _turned_back(hidden, turns - fewest)
    return Reference(_named(key), as_sides(sides), at_rest, hidden=hides, twin=_named(twin) if twin else "")


def _key(kind: str) -> str:
    """Of a kind as references name it."""
    return kind_named(kind).key


def _named(key: str) -> str:
    """A kind as references name it."""
    return kind_named(key).letter or key


def _turned_back(outline: Outline, quarters: int) -> Outline:
    """An outline on a tile that is turned anticlockwise."""
    for _ in range(quarters % 4):
        outline = tuple((y, 1.0 - x) for x, y in outline)
    return outline


def without(image: Picture, hidden: Outline) -> Picture:
    """A picture (n, n, 3) of a tile with what somebody hides made up from around it (Telea, "An image inpainting
    technique", J. Graphics Tools 2004): nothing is told by it, but what is laid on is not led astray by paint."""
    there = filled(hidden, image.shape[0]).astype(np.uint8)
    return np.asarray(cv2.inpaint(image, there, 0.06 * image.shape[0], cv2.INPAINT_TELEA), np.uint8)


def detail(image: NDArray[np.uint8]) -> float:
    """How much changes from pixel to pixel, grey levels, against how much there is to see at all."""
    small = cv2.resize(image, (PARAMETERS.view_px, PARAMETERS.view_px), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 2.0)
    return float(fine.std() / (grey.std() + 1.0))


def straightened(lab: Patches) -> Picture:
    """A patch (n, n, 3) of half-L Lab as a BGR picture."""
    return pictures_of(lab)
