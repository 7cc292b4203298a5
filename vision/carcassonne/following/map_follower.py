"""Follows a Carcassonne map over a stream of pictures without a person: what is still and clear is accepted.

There is no record here and no turn: only a map that grows. Once it is found it is looked at, not searched: tiles and
empty places that look as they did are left alone (:mod:`vision.carcassonne.following.followed_map`). Where arms reach
over the table nothing is read. A tile that is clear is accepted once and stays; one that is not is told as unsure.
Where pictures contradict what was accepted, twice in a row, the map is out of step. Where the map no longer lies where
it lay it was knocked: nothing is accepted until it is found again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.game import Phrase
from vision.attention import Sight, Watch
from vision.carcassonne.following import first_look, followed_map, recognition, standing_followers
from vision.carcassonne.following.events import EventKind, FollowEvent
from vision.carcassonne.following.first_look import first_of, found_map, laid_anew
from vision.carcassonne.following.followed_map import FollowedMap
from vision.carcassonne.following.reaching import Arms, hidden_by
from vision.carcassonne.following.recognition import still_recognised, surely_there
from vision.carcassonne.following.standing_followers import FollowersInView, Noticed, StandingFollowers
from vision.carcassonne.observation import CarcassonneObservation, SeenTile, UnreadTile
from vision.carcassonne.reading import broken_seams
from vision.carcassonne.tile_tellers import PreparedPicture, TileTeller
from vision.eyes import Attention
from vision.frames import Frame, Picture
from vision.imaging.outlines import filled_outlines
from vision.imaging.patches import Layers, Patches, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import tracking
from vision.registration.lattice import Cell, Matrix, quad_of
from vision.registration.scene_motion import Landmarks, motion_between
from vision.registration.tracking import alike


@dataclass(frozen=True, slots=True, kw_only=True)
class MapFollowerParameters(Parameters):
    """When a map is believed and read again, how long a tile lies still before it is accepted, and when it is gone."""

    try_again_ms: float = parameter(700.0, "ms", "after which a map that was not found is looked for again", CHOSEN)
    seldom_ms: float = parameter(3000.0, "ms", "the same in the end", CHOSEN)
    read_again_ms: float = parameter(300.0, "ms", "what is not clear yet is read again this often", CHOSEN)
    few: int = parameter(3, "tiles", "of which none may look otherwise without being read again", CHOSEN)
    gone: float = parameter(-2.0, "log-odds", "of a tile from which a place is bare", CHOSEN)
    least_moved_px: float = parameter(2.0, "px", "below which nobody has knocked anything", CHOSEN)
    least_moved: float = parameter(0.02, "share of a tile's side", "below which nobody has knocked anything", CHOSEN)
    most_reached: float = parameter(0.25, "share of the picture", "that arms cover", CHOSEN)


PARAMETERS = MapFollowerParameters()


class MapFollower:
    """Follows one map.

    Args:
        tellers: what may tell its tiles; the first that finds them keeps telling them.
        box: how many of each kind (JCloisterZone key) the game holds.
    """

    def __init__(self, tellers: Sequence[TileTeller], box: Mapping[str, int]) -> None:
        self._tellers, self._box = tuple(tellers), box
        self._watch = Watch()
        self._map: FollowedMap | None = None
        self._arms = Arms()
        self._landmarks: Landmarks | None = None
        self._likest_alone: dict[Cell, int] = {}  # which orientation a tile alone looked most like
        self._followers = StandingFollowers()
        self._doubts: Counter[tuple[Cell, str]] = Counter()  # contradictions, pictures in a row
        self._again: frozenset[Cell] = frozenset()  # tiles on which something is still to be settled
        self._reported: dict[Cell, str] = {}  # what was told as unsure
        self._shown: dict[Cell, Patches] = {}  # how tiles looked on the last picture that was read
        self._unclear: dict[Cell, SeenTile] = {}
        self._knocked = False
        self._looked_ms = -1e12  # when the map was last searched for, or read
        self._in_vain = 0
        self._size = (0, 0)

    def look(self, frame: Frame) -> tuple[FollowEvent, ...]:
        """What a picture tells."""
        sight = self._watch.look(frame)
        self._size = (frame.image.shape[0], frame.image.shape[1])
        if not sight.settled:
            noticed = sight.glance.attention is Attention.BUMPED and self._map is not None
            return tuple(self._bump(frame)) if noticed else ()
        if self._map is None or self._knocked:
            if frame.time_ms - self._looked_ms < min(
                PARAMETERS.try_again_ms * max(1, self._in_vain), PARAMETERS.seldom_ms
            ):
                return ()
            self._looked_ms = frame.time_ms
            self._in_vain += 1
            return tuple(self._first_lock(frame) if self._map is None else self._lock_again(frame))
        waits = self._again or self._followers.unsettled or self._doubts or self._unclear
        due = frame.time_ms - self._looked_ms >= PARAMETERS.read_again_ms
        if not (sight.glance.changed or sight.glance.hand or _knock(sight) or (waits and due)):
            return ()
        self._looked_ms = frame.time_ms
        return tuple(self._reading(frame, sight))

    def board(self) -> CarcassonneObservation:
        """The map as it is known, rows and columns as at the first lock; what is not clear as it is read, too."""
        if self._map is None:
            return CarcassonneObservation(trouble=Phrase.of("reading.no_map"), size=self._size)
        likely = {
            cell: tile for cell, tile in self._unclear.items() if tile.confidence >= followed_map.PARAMETERS.likely
        }
        unread = sorted(set(self._unclear) - set(likely))
        tiles = tuple(sorted((*self._map.tiles(), *likely.values()), key=lambda tile: (tile.row, tile.column)))
        followers = {**self._followers.unclear, **self._followers.known}
        return CarcassonneObservation(
            tiles=tiles,
            followers=tuple(followers[cell] for cell in sorted(followers)),
            unread=tuple(UnreadTile(*cell, Phrase.of("reading.unlike_all")) for cell in unread),
            broken_seams=broken_seams(tiles),
            lock=0.0 if self._knocked else 1.0,
            lattice=self._map.track.lattice,
            size=self._size,
        )

    def finish(self, frame: int) -> tuple[FollowEvent, ...]:
        """The stream has ended: what the last picture told counts, though no other could confirm it."""
        if self._map is None:
            return ()
        events = [self._of_follower(frame, noticed) for noticed in self._followers.finish()]
        for cell, tile in sorted(self._unclear.items()):
            if cell not in self._reported:
                events.append(FollowEvent(frame, EventKind.UNSURE, *cell, tile, None, tile.confidence))
        return tuple(events)

    # Locking

    def _first_lock(self, frame: Frame) -> Iterator[FollowEvent]:
        first = first_of(frame.image, self._tellers, self._box)
        if first is None:
            return
        found = self._map = first.map
        self._arms.over(frame)
        self._in_vain = 0
        yield FollowEvent(frame.number, EventKind.LOCKED)
        for tile in found.tiles():
            yield FollowEvent(frame.number, EventKind.PLACED, tile.row, tile.column, tile, None, tile.confidence)
        for one in first.followers:
            cell = (one.row, one.column)
            self._followers.known[cell] = one
            yield FollowEvent(frame.number, EventKind.FOLLOWER, *cell, found.tile(cell), one, one.confidence)
        layers = layers_of(frame.image, found.track.piece_px)
        cells = sorted(found.known)
        alone = found.look(frame.image, layers).tell(found.track.poses(cells), nudged=True)
        self._likest_alone = dict(zip(cells, alone.evidence.argmax(axis=1).tolist(), strict=True))
        self._again = frozenset(found.known)
        yield from self._read_map(frame, layers, frozenset(), arms=False)

    def _bump(self, frame: Frame) -> Iterator[FollowEvent]:
        if not self._knocked:
            self._knocked = True
            self._looked_ms = -1e12
            yield FollowEvent(frame.number, EventKind.BUMP)

    def _lock_again(self, frame: Frame) -> Iterator[FollowEvent]:
        """After a knock: carried along with what moved, or searched for as at the beginning."""
        assert self._map is not None
        layers = layers_of(frame.image, self._map.track.piece_px)
        yield from self._locked_on(frame, self._carried(frame.image, layers), layers)

    def _locked_on(self, frame: Frame, moved: FollowedMap | None, layers: Layers) -> Iterator[FollowEvent]:
        """Go on with the map as it was carried along; None: with the one that is found."""
        assert self._map is not None
        if moved is None and self._lies_there(self._map, frame.image, layers):
            moved = self._map
        if moved is None:
            seen = found_map(frame.image, self._map.teller, self._box)
            moved = None if seen is None else laid_anew(self._map, seen, frame.image)
            layers = layers if moved is None else layers_of(frame.image, moved.track.piece_px)
        if moved is None:
            return
        self._map = replace(moved, bare={}, readings={}, unclear={})
        self._knocked, self._in_vain = False, 0
        self._again = frozenset(moved.known)
        yield FollowEvent(frame.number, EventKind.LOCKED)
        arms, scale = self._arms.over(frame)
        if (arms > 0).mean() > PARAMETERS.most_reached:  # table or camera have moved, not only what lies there
            self._arms.forget()
            arms = np.zeros_like(arms)
        hidden = hidden_by(arms, moved.track.lattice.cells, scale)
        yield from self._read_map(frame, layers, hidden, arms=bool(arms.any()))

    def _carried(self, picture: Picture, layers: Layers) -> FollowedMap | None:
        """The map where its features went, or None where they don't tell."""
        assert self._map is not None
        motion = None if self._landmarks is None else motion_between(self._landmarks, Landmarks.of(picture))
        least = max(PARAMETERS.least_moved_px, PARAMETERS.least_moved * self._map.track.piece_px)
        if motion is None or self._landmarks is None or motion.moved_px(self._landmarks.points) < least:
            return None
        track = self._map.track.relocked(layers, np.vstack([motion.matrix, [0, 0, 1]]))
        moved = None if track is None else replace(self._map, track=track)
        return moved if moved is not None and self._lies_there(moved, picture, layers) else None

    @staticmethod
    def _lies_there(one: FollowedMap, picture: Picture, layers: Layers) -> bool:
        """Whether most of a map's tiles are read where they are thought to lie."""
        there = still_recognised(one, picture, layers, one.known)
        return len(there) > recognition.PARAMETERS.lies_still * len(one.known)

    # Reading

    def _reading(self, frame: Frame, sight: Sight) -> Iterator[FollowEvent]:
        assert self._map is not None
        knocked = _knock(sight)
        if frame.image.shape[:2] != self._map.size:
            yield from self._bump(frame)
            yield from self._lock_again(frame)
            return
        layers = layers_of(frame.image, self._map.track.piece_px)
        arms, scale = self._arms.over(frame)
        carried = self._carried(frame.image, layers) if knocked else None
        if carried is not None:
            yield from self._bump(frame)
            yield from self._locked_on(frame, carried, layers)
            return
        lattice = self._map.lattice
        rim = lattice.predict_all(lattice.frontier())
        hidden = hidden_by(arms, {**lattice.cells, **rim}, scale)
        self._map, holding = self._map.settled(layers, hidden)
        visible = frozenset(self._map.known) - hidden
        few = len(visible) <= PARAMETERS.few and len(holding) < len(visible)
        if knocked or few or len(holding) < recognition.PARAMETERS.lies_still * len(visible):
            holding = still_recognised(self._map, frame.image, layers, visible)
        if len(holding) < recognition.PARAMETERS.lies_still * len(visible):
            carried = self._carried(frame.image, layers)
            if carried is None and hidden:
                return  # an arm over much of the map: nothing can be said
            yield from self._bump(frame)
            yield from self._locked_on(frame, carried, layers)
            return
        if not visible:
            return
        yield from self._read_map(frame, layers, hidden, arms=bool(arms.any()), steady=sight.same_light)

    def _read_map(
        self, frame: Frame, layers: Layers, hidden: frozenset[Cell], *, arms: bool, steady: bool = True
    ) -> Iterator[FollowEvent]:
        """What is new on a map that lies where it is known to lie; what contradicts it counts in ``steady`` light."""
        assert self._map is not None
        prepared = self._map.look(frame.image, layers, hidden)
        yield from self._grow(frame.number, prepared, hidden, arms=arms)
        visible = sorted(set(self._map.known) - hidden)
        still = self._still(layers, visible)
        restless = set(self._map.restless(layers, visible))
        asked = sorted((restless | self._again | self._followers.unsettled) & set(visible))
        if asked:
            self._again = frozenset(restless)
            self._followers.unsettled.clear()
            yield from self._doubted(frame.number, prepared, asked, still if steady else None)
            doubted = {cell for cell, _ in self._doubts}
            clear = [cell for cell in asked if cell not in doubted]
            # The surest of several on a tile is told last, and counts.
            everybody = sorted(
                self._map.followers(prepared, self._map.known, standing_followers.PARAMETERS.stands_still),
                key=lambda one: one.confidence,
            )
            seen = {(one.row, one.column): one for one in everybody if (one.row, one.column) in self._map.known}
            for noticed in self._followers.take(
                FollowersInView(seen, clear, set(visible) - doubted, still, arms, steady)
            ):
                yield self._of_follower(frame.number, noticed)
        doubted = {cell for cell, _ in self._doubts} | set(self._followers.missed)
        settled = [cell for cell in asked if cell not in doubted]
        self._map = replace(self._map, track=self._map.track.refreshed(layers, settled))
        self._aim(frame, arms)

    def _of_follower(self, frame: int, noticed: Noticed) -> FollowEvent:
        assert self._map is not None
        kind, cell, who, confidence = noticed
        return FollowEvent(frame, kind, *cell, self._map.tile(cell), who, confidence)

    def _grow(
        self, frame: int, prepared: PreparedPicture, hidden: frozenset[Cell], *, arms: bool
    ) -> Iterator[FollowEvent]:
        """Tiles that have come, as long as there are more beside them."""
        assert self._map is not None
        asked: set[Cell] = set()
        while True:
            cells, poses = self._map.changed_places(prepared.layers, hidden | asked)
            if not cells:
                break
            asked |= set(cells)
            self._map, _ = self._map.read(cells, prepared.tell(poses), prepared.layers)
            yield from self._accept(frame, prepared.layers, asked, arms=arms)
        self._unclear = {cell: tile for cell, tile in self._map.named().items() if cell not in hidden}
        for cell, tile in self._unclear.items():
            patient = self._map.readings[cell].pictures >= standing_followers.PARAMETERS.patient
            if patient and self._reported.get(cell) != tile.kind:
                self._reported[cell] = tile.kind
                yield FollowEvent(frame, EventKind.UNSURE, *cell, tile, None, tile.confidence)

    def _accept(self, frame: int, layers: Layers, asked: Collection[Cell], *, arms: bool) -> Iterator[FollowEvent]:
        """Tiles that are clear by now, of those that were read on this picture."""
        assert self._map is not None
        for cell, tile in sorted(self._map.named().items(), key=lambda one: -one[1].confidence):
            if cell in asked and self._is_clear(tile, arms=arms):
                self._take_tile(tile, self._map.unclear[cell], layers)
                yield FollowEvent(frame, EventKind.PLACED, *cell, tile, None, tile.confidence)

    def _is_clear(self, tile: SeenTile, *, arms: bool) -> bool:
        """Whether a tile is told surely enough; while ``arms`` reach over the table it may still be in a hand."""
        assert self._map is not None
        reading = self._map.readings[tile.row, tile.column]
        if tile.confidence < first_look.PARAMETERS.clear:
            return False
        return reading.pictures >= standing_followers.PARAMETERS.agree or (
            tile.confidence >= standing_followers.PARAMETERS.one_picture_enough
            and reading.odds >= recognition.PARAMETERS.real
            and not arms
        )

    def _take_tile(self, tile: SeenTile, pose: Matrix, layers: Layers) -> None:
        assert self._map is not None
        cell = (tile.row, tile.column)
        self._likest_alone[cell] = int(self._map.readings[cell].evidence.argmax())
        self._map = self._map.with_tile(tile, pose, layers)
        self._again |= {cell}
        self._reported.pop(cell, None)

    # Doubting

    def _still(self, layers: Layers, cells: Sequence[Cell]) -> frozenset[Cell]:
        """Those of these tiles that look as on the picture before: a hand that nobody took for one moves on."""
        assert self._map is not None
        if not cells:
            return frozenset()
        patches, inside = layers.cut(self._map.track.poses(cells), tracking.PARAMETERS.exemplar_px)
        before = np.stack([self._shown.get(cell, patch) for cell, patch in zip(cells, patches, strict=True)])
        same = alike(patches, before, inside).mean(axis=(1, 2))
        self._shown = dict(zip(cells, patches, strict=True))
        return frozenset(
            cell for cell, share in zip(cells, same.tolist(), strict=True) if share >= followed_map.PARAMETERS.restless
        )

    def _doubted(
        self, frame: int, prepared: PreparedPicture, asked: Sequence[Cell], still: Collection[Cell] | None
    ) -> Iterator[FollowEvent]:
        """Tiles that look otherwise: do they still lie there? ``still`` is None in a light that changes."""
        assert self._map is not None
        recognised = prepared.tell(self._map.track.poses(asked), nudged=True)
        for index, cell in enumerate(asked):
            what, tile = "", None
            best = int(recognised.evidence[index].argmax())
            if recognised.odds[index] < PARAMETERS.gone:
                what = "tile gone"
            elif (
                best not in (self._map.known[cell], self._likest_alone.get(cell))
                and recognised.odds[index] > recognition.PARAMETERS.real
            ):
                shares = np.exp(recognised.evidence[index] - recognised.evidence[index].max())
                if 1 / shares.sum() >= standing_followers.PARAMETERS.one_picture_enough:
                    orientation = self._map.teller.orientations[best]
                    what = f"{orientation.kind.key} {orientation.sides}"
                    tile = surely_there(cell, orientation, float(1 / shares.sum()), recognised.poses[index])
            for key in [key for key in self._doubts if key[0] == cell and key[1] != what]:
                del self._doubts[key]
            if what:
                self._again |= {cell}
                if still is None:
                    self._doubts.setdefault((cell, what), 0)
                    continue
                self._doubts[cell, what] = self._doubts[cell, what] * (cell in still) + 1
                if self._doubts[cell, what] == standing_followers.PARAMETERS.agree:
                    sure = first_look.PARAMETERS.clear if tile is None else tile.confidence
                    yield FollowEvent(frame, EventKind.OUT_OF_STEP, *cell, tile, None, sure)

    def _aim(self, frame: Frame, arms: bool) -> None:
        """Tell the watch where the map lies, and keep what later pictures are compared with."""
        assert self._map is not None
        quads = [quad_of(pose) for pose in self._map.track.lattice.cells.values()]
        pieces = filled_outlines(quads, frame.image.shape, 4)
        self._watch.look_at(filled_outlines(quads, frame.image.shape, 4, 3.0), pieces)
        self._watch.was_read(frame.image)
        if not arms:
            around = cv2.dilate(pieces, np.ones((9, 9), np.uint8))
            self._landmarks = Landmarks.of(frame.image, np.asarray(around, np.uint8))


def _knock(sight: Sight) -> bool:
    return sight.glance.attention is Attention.BUMPED
