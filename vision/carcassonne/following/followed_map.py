"""A map that is followed: what lies where, how surely, and where it shows on the picture.

It is looked at, not searched. Tiles that are known are compared with how they looked last; empty places likewise. Only
what changed is read, and a place is read again until it is clear or has been asked often enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.decode import decode
from vision.carcassonne.observation import Alternative, SeenFollower, SeenTile
from vision.carcassonne.poses import Orientation
from vision.carcassonne.tile_tellers import Known, PreparedPicture, RecognisedTiles, TileTeller
from vision.frames import Picture
from vision.imaging.patches import Layers, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import tracking
from vision.registration.alignment import NUDGED
from vision.registration.lattice import Cell, Lattice, Matrix, quad_of, share_in_view, side_px
from vision.registration.tracking import Track
from vision.tile_map.terrain import kind_named


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedMapParameters(Parameters):
    """When a place of a followed map holds a tile, in which light it may lie, and which picture is too restless to
    count.
    """

    is_tile: float = parameter(0.0, "log-odds", "from which something beside the map is a tile", CHOSEN)
    surely_tile: float = parameter(
        2.0, "log-odds", "from which it is looked beside a tile that is not clear yet", CHOSEN
    )
    most_overlap: float = parameter(0.2, "share of a tile's area", "that may lie on its neighbours", CHOSEN)
    same_bare: float = parameter(
        0.8, "share", "of an empty place's pixels that look as before from which it is not read again", CHOSEN
    )
    most_light: float = parameter(
        6.0, "Lab units", "by which the light on a bare place changes from one picture to the next", CHOSEN
    )
    least_px: float = parameter(4.0, "px", "of a tile's side, at the least", CHOSEN)
    least_in_view: float = parameter(0.6, "share of a tile", "that lies in the picture, at the least", CHOSEN)
    likely: float = parameter(
        0.5, "confidence", "from which a tile that is not clear is told with the board, as `read` would", CHOSEN
    )
    restless: float = parameter(
        0.85, "share", "of a tile's pixels that look as before under which something happened on it", CHOSEN
    )


PARAMETERS = FollowedMapParameters()


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read at one place, over one or more pictures.

    Attributes:
        evidence: (orientations,) mean log-likelihood over the pictures.
        odds: log-odds of a tile at all, the last picture's.
        foreign: probability of a tile of another box, the mean over the pictures.
        pictures: how many.
    """

    evidence: NDArray[np.float64]
    odds: float
    foreign: float
    pictures: int = 1

    def joined(self, evidence: NDArray[np.float64], odds: float, foreign: float) -> Reading:
        """With what one more picture says, as the attributes are."""
        count = min(self.pictures, 4)
        mean = (self.evidence - self.evidence.max()) * count + (evidence - evidence.max())
        share = (self.foreign * count + foreign) / (count + 1)
        return Reading(mean / (count + 1), odds, share, self.pictures + 1)


@dataclass(frozen=True, eq=False)
class FollowedMap:
    """Everything that is known of one map.

    Attributes:
        teller: what tells its tiles.
        box: how many of each kind the game holds.
        track: where the tiles lie on the last picture and how they looked.
        known: tiles that were accepted: index of their orientation.
        readings: of tiles, accepted or not.
        unclear: where tiles lie that were read but not accepted.
        bare: how empty places beside the map looked when they were read.
        sure: how surely a tile was read when it was accepted.
        size: (height, width) px of the picture.
    """

    teller: TileTeller
    box: Mapping[str, int]
    track: Track = field(default_factory=Track)
    known: Mapping[Cell, int] = field(default_factory=dict)
    readings: Mapping[Cell, Reading] = field(default_factory=dict)
    unclear: Mapping[Cell, Matrix] = field(default_factory=dict)
    bare: Mapping[Cell, Patches] = field(default_factory=dict)
    sure: Mapping[Cell, float] = field(default_factory=dict)
    size: tuple[int, int] = (0, 0)

    @property
    def lattice(self) -> Lattice:
        """Where everything lies that looks like a tile, accepted or not."""
        real = {cell: pose for cell, pose in self.unclear.items() if self.readings[cell].odds > PARAMETERS.surely_tile}
        return Lattice({**real, **self.track.lattice.cells})

    # Looking

    def look(self, picture: Picture, layers: Layers, hidden: Collection[Cell] = ()) -> PreparedPicture:
        """The picture made ready; its colours are learned from the tiles that nothing hides, likely ones among them:
        which of two look-alikes one is matters little to its colours."""
        clear = [cell for cell in self.known if cell not in hidden] or list(self.known)
        known: Known = [
            *((self.track.lattice.cells[cell], self.known[cell]) for cell in clear),
            *(
                (self.unclear[cell], orientation_of(self.teller.orientations, tile))
                for cell, tile in self.likely(hidden).items()
            ),
        ]
        return self.teller.look(picture, layers, known)

    def settled(self, layers: Layers, hidden: Collection[Cell]) -> tuple[FollowedMap, frozenset[Cell]]:
        """The map with nudged tiles where they lie now, and the accepted tiles that lie on it as they did."""
        cells = [cell for cell in self.known if cell not in hidden]
        before = self.track.unchanged(layers, cells)
        restless = [cell for cell, share in before.items() if share < PARAMETERS.restless]
        if not restless:
            return self, frozenset(cells)
        moved = self.track.settled(layers, restless, NUDGED)
        after = moved.unchanged(layers, restless)
        better = {cell: moved.lattice.cells[cell] for cell in restless if after[cell] > before[cell] + 0.08}
        track = self.track.with_poses(better)
        holding = frozenset(
            cell for cell in cells if max(before[cell], after.get(cell, 0.0)) >= tracking.PARAMETERS.holds
        )
        return replace(self, track=track), holding

    def restless(self, layers: Layers, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Those of these tiles that do not look as they did."""
        return tuple(
            cell for cell, share in self.track.unchanged(layers, list(cells)).items() if share < PARAMETERS.restless
        )

    def changed_places(self, layers: Layers, hidden: Collection[Cell]) -> tuple[tuple[Cell, ...], NDArray[np.float64]]:
        """Empty places beside the map, in view, that look otherwise than when they were read, and
        their poses (n, 3, 3)."""
        lattice = self.lattice
        rim = [cell for cell in {**dict.fromkeys(lattice.frontier()), **self.unclear} if cell not in hidden]
        poses = list(lattice.predict_all(rim, without_itself=True).values())
        inside = [
            index
            for index, pose in enumerate(poses)
            if side_px(pose) > PARAMETERS.least_px and share_in_view(pose, layers.size) > PARAMETERS.least_in_view
        ]
        rim, poses = [rim[index] for index in inside], [poses[index] for index in inside]
        if not rim:
            return (), np.zeros((0, 3, 3))
        stacked = np.stack(poses)
        patches, seen = layers.cut(stacked, tracking.PARAMETERS.exemplar_px)
        asked = [index for index, cell in enumerate(rim) if cell in self.bare]
        changed = set(range(len(rim)))
        if asked:
            same = as_bare(patches[asked], np.stack([self.bare[rim[index]] for index in asked]), seen[asked])
            changed -= {
                index
                for index, share in zip(asked, same.mean(axis=(1, 2)), strict=True)
                if share > PARAMETERS.same_bare
            }
        chosen = sorted(changed)
        return tuple(rim[index] for index in chosen), stacked[chosen]

    # Growing

    def read(
        self, cells: tuple[Cell, ...], recognised: RecognisedTiles, layers: Layers
    ) -> tuple[FollowedMap, tuple[Cell, ...]]:
        """The map with what was told of these cells, and those of them that hold tiles."""
        readings, bare, unclear = dict(self.readings), dict(self.bare), dict(self.unclear)
        poses: dict[Cell, Matrix] = {}
        patches, _ = layers.cut(recognised.poses, tracking.PARAMETERS.exemplar_px)
        for index, cell in enumerate(cells):
            pose, odds = recognised.poses[index], float(recognised.odds[index])
            if odds > PARAMETERS.is_tile and self._overlap(pose, cell, poses) < PARAMETERS.most_overlap:
                old = readings.get(cell)
                new = recognised.evidence[index], odds, float(recognised.foreign[index])
                readings[cell] = Reading(*new) if old is None else old.joined(*new)
                poses[cell] = unclear[cell] = pose
                bare.pop(cell, None)
            else:
                readings.pop(cell, None)
                unclear.pop(cell, None)
                bare[cell] = patches[index]
        return replace(self, readings=readings, bare=bare, unclear=unclear), tuple(poses)

    def _overlap(self, pose: Matrix, cell: Cell, fresh: Mapping[Cell, Matrix]) -> float:
        """Share of a tile's area that lies on its neighbours."""
        quad = quad_of(pose).astype(np.float32)
        total = 0.0
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                beside = (cell[0] + down, cell[1] + right)
                other = fresh.get(beside)
                if other is None:
                    other = self.track.lattice.cells.get(beside, self.unclear.get(beside))
                if other is not None and (down or right):
                    total += cv2.intersectConvexConvex(quad, quad_of(other).astype(np.float32))[0]
        return total / max(side_px(pose) ** 2, 1e-6)

    def named(self) -> dict[Cell, SeenTile]:
        """The tiles that were read and are not accepted, by all that is known of the map."""
        fresh = [cell for cell in self.unclear if cell in self.readings]
        if not fresh:
            return {}
        cells = [*self.known, *fresh]
        evidence = np.stack([self._evidence(cell) for cell in cells])
        posterior = decode(cells, evidence, self.teller.orientations, self.box)[len(self.known) :]
        return {
            cell: self._tile(cell, self.unclear[cell], shares, self.readings[cell])
            for cell, shares in zip(fresh, posterior, strict=True)
        }

    def likely(self, hidden: Collection[Cell] = ()) -> dict[Cell, SeenTile]:
        """Those of them that rather are what they are taken for than not, as far as they are not hidden."""
        return {
            cell: tile
            for cell, tile in self.named().items()
            if tile.confidence >= PARAMETERS.likely and cell not in hidden
        }

    def _evidence(self, cell: Cell) -> NDArray[np.float64]:
        """What speaks for each orientation at a cell; of a tile that was accepted its own alone."""
        if cell not in self.known:
            return self.readings[cell].evidence
        only = np.full(len(self.teller.orientations), -60.0)
        only[self.known[cell]] = 0.0
        return only

    def _tile(self, cell: Cell, pose: Matrix, shares: NDArray[np.float64], reading: Reading) -> SeenTile:
        order = np.argsort(-shares)[:4]
        orientations = self.teller.orientations
        best: Orientation = orientations[order[0]]
        real = float(1 / (1 + np.exp(-reading.odds))) * (1 - reading.foreign)
        return SeenTile(
            row=cell[0],
            column=cell[1],
            kind=best.kind.key,
            letter=best.kind.letter,
            sides=best.sides,
            turns=best.turns,
            confidence=float(shares[order[0]]) * real,
            alternatives=tuple(
                Alternative(orientations[other].kind.key, orientations[other].sides, float(shares[other]) * real)
                for other in order[1:]
                if shares[other] > 1e-4
            ),
            outline=quad_of(pose).astype(np.float32),
        )

    def with_tile(self, tile: SeenTile, pose: Matrix, layers: Layers) -> FollowedMap:
        """The map with a tile accepted."""
        cell = (tile.row, tile.column)
        index = orientation_of(self.teller.orientations, tile)
        track = self.track.with_piece(cell, pose, layers)
        return replace(
            self,
            track=track,
            known={**self.known, cell: index},
            unclear={other: orientations for other, orientations in self.unclear.items() if other != cell},
            sure={**self.sure, cell: tile.confidence},
            size=layers.size,
        )

    # Telling

    def tile(self, cell: Cell) -> SeenTile:
        """An accepted tile, where it lies on the last picture."""
        orientation = self.teller.orientations[self.known[cell]]
        outline = quad_of(self.track.lattice.cells[cell]).astype(np.float32)
        return SeenTile(
            *cell,
            orientation.kind.key,
            orientation.kind.letter,
            orientation.sides,
            orientation.turns,
            self.sure[cell],
            (),
            outline,
        )

    def tiles(self, cells: Iterable[Cell] | None = None) -> tuple[SeenTile, ...]:
        """Accepted tiles, sorted."""
        return tuple(self.tile(cell) for cell in sorted(self.known if cells is None else cells))

    def followers(self, look: PreparedPicture, cells: Collection[Cell], least: float) -> tuple[SeenFollower, ...]:
        """Who stands on these tiles, or on likely ones beside them, as far as it is at least so sure."""
        if not cells:
            return ()
        likely = self.likely()
        poses = {cell: self.track.lattice.cells[cell] for cell in self.known}
        lattice = Lattice({**poses, **{cell: self.unclear[cell] for cell in likely}})
        return look.followers((*self.tiles(cells), *likely.values()), lattice, least)


def as_bare(patches: Patches, before: Patches, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(b, n, n): where empty places look as before. Contrast counts, for bare tables have little of it."""
    off = patches - before
    light = np.clip(np.median(off, axis=(1, 2), keepdims=True), -PARAMETERS.most_light, PARAMETERS.most_light)
    return np.asarray((np.square(off - light).sum(axis=-1) < tracking.PARAMETERS.alike**2) | ~inside)


def orientation_of(orientations: tuple[Orientation, ...], tile: SeenTile) -> int:
    """Which lie a tile shows. Raises ``StopIteration`` where it is none of them."""
    kind = kind_named(tile.kind)
    return next(
        index
        for index, orientation in enumerate(orientations)
        if orientation.kind == kind and orientation.sides == tile.sides
    )
