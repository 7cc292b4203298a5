"""Follows a Carcassonne map over a stream of pictures without a person: what is still and clear is accepted.

There is no record here and no turn: only a map that grows. A picture is read where the table is still and something
about it changed. What was read is laid onto the map that is known (:mod:`vision.carcassonne.laying`), so that the
camera may be moved, turned or carried away between two pictures. A tile that is clear is accepted once and stays; one
that is not is told as unsure. Where pictures contradict what was accepted, twice in a row, the map is out of step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.attention import Watch
from vision.carcassonne.laying import Laying, laying_of, moved_px
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile
from vision.eyes import Attention
from vision.frames import Frame, Picture
from vision.lattice import Cell

CLEAR = 0.9  # confidence from which a tile or a follower is accepted
AGREE = 2  # pictures in a row that must tell the same before something that was accepted is doubted
TRY_AGAIN_MS = 700.0  # where no map was found, it is looked for again this often
UNMOVED = 0.35  # of a tile's side: what moved less lies where it lay on the picture

Reader = Callable[[Picture], CarcassonneObservation]


class EventKind(StrEnum):
    """What happened on the table."""

    LOCKED = "locked"  # the map was found, at first or again
    PLACED = "placed"
    FOLLOWER = "follower"
    FOLLOWER_GONE = "follower_gone"
    BUMP = "bump"  # table or camera was knocked: nothing is accepted until the map is locked again
    OUT_OF_STEP = "out_of_step"  # what lies there is not what was accepted
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class FollowEvent:
    """One thing that was noticed. ``row`` and ``column`` count as at the first lock; None where it is about the whole
    map. ``frame`` is the number of the picture, from 0; ``tile`` and ``follower`` are what it is about, if anything."""

    frame: int
    kind: EventKind
    row: int | None = None
    column: int | None = None
    tile: SeenTile | None = None
    follower: SeenFollower | None = None
    confidence: float = 1.0


class MapFollower:
    """Follows one map.

    Args:
        read: reads a still picture, such as :func:`vision.carcassonne.reading.read_picture` with its edition.
    """

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._watch = Watch()
        self._tiles: dict[Cell, SeenTile] = {}
        self._followers: dict[Cell, SeenFollower] = {}
        self._last = CarcassonneObservation()  # of the last picture that was read
        self._unread: dict[Cell, object] = {}
        self._locked = False
        self._bumped = False
        self._lost_ms = -1e12  # when a picture was last read in vain
        self._unsure: dict[tuple[Cell, bool], str] = {}  # what was told as unsure, by cell and whether a follower
        self._doubts: Counter[tuple[Cell, str]] = Counter()  # contradictions, with how many pictures in a row tell them

    def look(self, frame: Frame) -> tuple[FollowEvent, ...]:
        """What a picture tells. It is read where the table is still and something is new or in doubt."""
        sight = self._watch.look(frame)
        told: tuple[FollowEvent, ...] = ()
        if sight.glance.attention is Attention.BUMPED and not self._bumped:
            self._bumped, self._locked = True, False
            told = (FollowEvent(frame.number, EventKind.BUMP),)
        in_doubt = any(times < AGREE for times in self._doubts.values())
        if not sight.settled or sight.glance.hand or not (sight.glance.changed or not self._locked or in_doubt):
            return told
        if frame.time_ms - self._lost_ms < TRY_AGAIN_MS:
            return told
        return told + tuple(self._reading(frame))

    def board(self) -> CarcassonneObservation:
        """The map as it is known, rows and columns as at the first lock."""
        return CarcassonneObservation(
            tiles=tuple(self._tiles[cell] for cell in sorted(self._tiles)),
            followers=tuple(self._followers[cell] for cell in sorted(self._followers)),
            unread=self._last.unread if not self._tiles else (),
            lock=float(bool(self._tiles)),
            trouble=self._last.trouble if not self._tiles else None,
            size=self._last.size,
        )

    # Reading

    def _reading(self, frame: Frame) -> Iterator[FollowEvent]:
        seen = self._read(frame.image)
        self._last = seen
        laying = laying_of(seen.tiles, self._tiles)
        if laying is None:
            self._lost_ms = frame.time_ms
            return  # no map in view, or another one: nothing is believed
        if not self._locked:
            self._locked, self._bumped = True, False
            yield FollowEvent(frame.number, EventKind.LOCKED, confidence=seen.lock)
        self._watch.was_read(frame.image)
        tiles = {(tile.row, tile.column): tile for tile in (laying.tile(tile) for tile in seen.tiles)}
        contradicted = dict(self._contradictions(seen, laying, tiles))
        yield from self._doubted(frame.number, contradicted)
        for cell, tile in sorted(tiles.items()):
            yield from self._take_tile(frame.number, cell, tile)
        for follower in sorted((laying.follower(one) for one in seen.followers), key=lambda one: (one.row, one.column)):
            yield from self._take_follower(frame.number, follower, tiles)

    def _take_tile(self, frame: int, cell: Cell, tile: SeenTile) -> Iterator[FollowEvent]:
        known = self._tiles.get(cell)
        if known is not None:
            if _same(known, tile):
                sure = max(known.confidence, tile.confidence)
                self._tiles[cell] = replace(known, outline=tile.outline, confidence=sure)
        elif tile.confidence >= CLEAR:
            self._tiles[cell] = tile
            self._unsure.pop((cell, False), None)
            yield FollowEvent(frame, EventKind.PLACED, *cell, tile=tile, confidence=tile.confidence)
        elif self._unsure.get((cell, False)) != tile.kind:
            self._unsure[(cell, False)] = tile.kind
            yield FollowEvent(frame, EventKind.UNSURE, *cell, tile=tile, confidence=tile.confidence)

    def _take_follower(self, frame: int, follower: SeenFollower, tiles: dict[Cell, SeenTile]) -> Iterator[FollowEvent]:
        cell = (follower.row, follower.column)
        known, tile = self._followers.get(cell), self._tiles.get(cell)
        if tile is None or (known is not None and known.colour == follower.colour):
            return
        told = f"{follower.colour} {follower.feature}"
        if known is None and follower.confidence >= CLEAR:
            self._followers[cell] = follower
            self._unsure.pop((cell, True), None)
            yield FollowEvent(frame, EventKind.FOLLOWER, *cell, tile, follower, follower.confidence)
        elif known is None and self._unsure.get((cell, True)) != told:
            self._unsure[(cell, True)] = told
            yield FollowEvent(frame, EventKind.UNSURE, *cell, tile, follower, follower.confidence)

    # Doubting

    def _contradictions(
        self, seen: CarcassonneObservation, laying: Laying, tiles: dict[Cell, SeenTile]
    ) -> Iterator[tuple[tuple[Cell, str], SeenTile | None]]:
        """What this picture tells against the map: another tile, no tile, no follower or another one."""
        hidden = {laying.cell(one.row, one.column) for one in seen.unread}
        here = self._lies_where_it_lay(seen, laying)
        for cell, known in self._tiles.items():
            tile = tiles.get(cell)
            if tile is None:
                if here and cell not in hidden and _inside(known, seen.size):
                    yield (cell, "tile gone"), None
            elif not _same(known, tile) and tile.confidence >= CLEAR:
                yield (cell, f"{tile.kind} {tile.sides}"), tile
        standing = {laying.cell(one.row, one.column): one.colour for one in seen.followers}
        for cell, follower in self._followers.items():
            if cell in tiles and standing.get(cell) != follower.colour:
                yield (cell, "follower gone"), tiles[cell]

    def _doubted(self, frame: int, contradicted: dict[tuple[Cell, str], SeenTile | None]) -> Iterator[FollowEvent]:
        """Count how often in a row each is told; what is told often enough happens, once."""
        for key in [key for key in self._doubts if key not in contradicted]:
            del self._doubts[key]
        for key, tile in sorted(contradicted.items(), key=lambda entry: entry[0]):
            self._doubts[key] += 1
            if self._doubts[key] != AGREE:
                continue
            cell, what = key
            if what == "follower gone":
                follower = self._followers.pop(cell)
                yield FollowEvent(frame, EventKind.FOLLOWER_GONE, *cell, self._tiles[cell], follower, CLEAR)
            else:
                sure = tile.confidence if tile is not None else CLEAR
                yield FollowEvent(frame, EventKind.OUT_OF_STEP, *cell, tile=tile, confidence=sure)

    def finish(self, frame: int) -> tuple[FollowEvent, ...]:
        """The stream has ended: followers that the last picture no longer showed are gone."""
        gone = [cell for cell, what in self._doubts if what == "follower gone" and cell in self._followers]
        return tuple(
            FollowEvent(
                frame, EventKind.FOLLOWER_GONE, *cell, self._tiles[cell], self._followers.pop(cell), CLEAR / AGREE
            )
            for cell in sorted(gone)
        )

    def _lies_where_it_lay(self, seen: CarcassonneObservation, laying: Laying) -> bool:
        moved = moved_px(laying, seen.tiles, self._tiles)
        return moved is not None and moved < UNMOVED * _side_px(next(iter(self._tiles.values())))


def _same(one: SeenTile, other: SeenTile) -> bool:
    return (one.kind, one.sides) == (other.kind, other.sides)


def _side_px(tile: SeenTile) -> float:
    return float(np.linalg.norm(tile.outline[1] - tile.outline[0]))


def _inside(tile: SeenTile, size: tuple[int, int]) -> bool:
    """Whether a tile lies wholly on the picture of this (height, width)."""
    height, width = size
    low, high = tile.outline.min(axis=0), tile.outline.max(axis=0)
    return bool(low[0] >= 0 and low[1] >= 0 and high[0] < width and high[1] < height)
