"""What live eyes know of a map: read from outside, and told by who learns its tiles meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.colours import Lab
from calibration.profile import Profile
from calibration.references import Edition
from games.carcassonne.map_place import PlaceOnMap
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.earlier.past import Past
from vision.carcassonne.live.hypotheses import ExplainedHypotheses
from vision.carcassonne.live.light_on_record import deck_in_focus, tone_on_record
from vision.carcassonne.live.memory import Memory, followers_of
from vision.carcassonne.live.review import place_of
from vision.carcassonne.live.tile_evidence import TileSight
from vision.eyes import Glance, closed
from vision.frames import Frame
from vision.imaging.patches import LAB_SCALE, Layers
from vision.photometry.tone import Tone
from vision.registration.feature_seeds import ReferenceFeatures, edition_features
from vision.registration.lattice import Cell, Lattice, Matrix, quad_of
from vision.registration.tracking import Track

Teach = Callable[[str, Lab], None]  # how a colour looks, CIE Lab in white light
# Seeks the map on a still picture, of which a glance was told so far, and lets eyes see it there; None in vain.
SoughtByTerrain = Callable[[Frame, Glance], Glance | None]


class KnownMap:
    """The side of the eyes that is read, and that eyes which learn the tiles tell what they found out
    (:mod:`vision.carcassonne.learning.eyes`). :class:`~vision.carcassonne.live.eyes.CarcassonneEyes` sets all of it."""

    _memory: Memory
    _layers: Layers | None
    _tone: Tone
    _findings: ExplainedHypotheses | None
    _overlay: tuple[Track, tuple[NDArray[np.float32], ...]] | None
    _features: ReferenceFeatures
    _focused_with: int
    _teach: Teach | None
    _profile: Profile | None

    def _let_go_of_pictures(self) -> None:
        """Give back what was made of the pictures that were looked at; of the earlier one little is looked at again."""
        if self._layers is not None:
            self._layers.let_go()
        if self._memory.before is not None:
            self._memory.before.let_go_of_table()

    def _track_at(self, poses: Mapping[Cell, Matrix], layers: Layers) -> Track:
        """The recorded tiles where they lie; those of which nothing is told, for something hides them, where the others
        foretell them."""
        track = self._calibrated(Track(Lattice(dict(poses))), layers)
        for cell in (*poses, *(cell for cell in self._memory.tiles if cell not in poses)):
            track = track.with_piece(cell, poses[cell] if cell in poses else track.predicted(cell), layers)
        return track.levelled(layers.size)

    def _calibrated(self, track: Track, layers: Layers) -> Track:
        if self._profile is None:
            return track
        height, width = layers.size
        return replace(track, lens=self._profile.lens_for(width, height), known=self._profile.plane_for(width, height))

    def _focus(self, layers: Layers) -> None:
        """Learn how softly this camera sees, from the tiles that lie on record."""
        found = deck_in_focus(layers, self._tone, self._memory)
        if found is not None:
            deck, self._focused_with = found
            self._memory = replace(self._memory, deck=deck)

    def _waits(self, before: Memory) -> dict[Cell, Matrix]:
        """Where tiles lie on the last picture of which the record does not know now: those that wait for a press, and
        those that were taken back."""
        findings, old = self._findings, before.before
        lying = {
            **(old.waiting if old is not None else {}),
            **(findings.laid if findings is not None else {}),
            **before.track.lattice.cells,
        }
        return {cell: pose for cell, pose in lying.items() if cell not in self._memory.tiles}

    def _unlooked(self, layers: Layers) -> frozenset[Cell]:
        """Places at which nobody has looked yet on a picture that several turns end."""
        before = self._memory.before
        return before.unlooked if before is not None and before.layers is layers else frozenset()

    def _taught(self, memory: Memory) -> None:
        """Pass on how those look who were confirmed just now."""
        for colour, paint in memory.paints.items():
            if self._teach is not None and paint.seen > self._memory.paints[colour].seen:
                light, a, b = (paint.lab / LAB_SCALE).tolist()
                self._teach(colour, (light, a, b))

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`."""
        track = self._memory.track
        if self._overlay is None or self._overlay[0] is not track:  # asked for at every frame, new only now and then
            self._overlay = track, tuple(closed(quad_of(pose)) for pose in track.lattice.cells.values())
        return self._overlay[1]

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of a place such as ``2,-1``, laid or empty; None where it is not known."""
        there = PlaceOnMap.read(place)
        if there is None or not len(self._memory.track):
            return None
        pose = self._memory.track.poses([(there.y, there.x)])[0]
        return closed(quad_of(pose))

    @property
    def memory(self) -> Memory:
        """All that is known between two looks."""
        return self._memory

    @property
    def findings(self) -> ExplainedHypotheses | None:
        """What the last explanation rests on."""
        return self._findings

    def sight(self) -> TileSight | None:
        """The last still picture in the edition's colours; None before the first lock."""
        if self._layers is None:
            return None
        return TileSight(self._layers, self._tone, self._memory.deck)

    def learn(self, edition: Edition) -> None:
        """More is known of the edition from here on."""
        deck = Deck.of(edition).softened(self._memory.deck.softness)
        self._features = edition_features(edition)
        before = self._memory.before
        self._memory = replace(self._memory, deck=deck)
        if before is not None:  # or bare table would look as if it had changed, in the colours of new pictures
            before = replace(before, tone=tone_on_record(before.layers, self._memory, before.track), since=None)
            self._memory = replace(self._memory, before=before)

    def lies_at(self, cell: Cell, pose: Matrix) -> None:
        """A recorded tile lies there, as somebody else found out."""
        if self._layers is not None and cell in self._memory.tiles:
            track = self._memory.track.with_piece(cell, pose, self._layers)
            self._memory = replace(self._memory, track=track, before=Past(self._layers, self._tone, track))

    def waits_at(self, cell: Cell, pose: Matrix) -> None:
        """A tile that waits for a press lies there, as somebody else found out: no earlier picture shows that place
        bare."""
        before = self._memory.before
        if before is not None and cell not in before.waiting:
            self._memory = replace(self._memory, before=replace(before, waiting={**before.waiting, cell: pose}))

    def left(self, cell: Cell) -> None:
        """Whoever stood on a tile has gone home, as somebody else found out."""
        standing, gone_home = (
            {spot: who for spot, who in followers.items() if spot[0] != cell}
            for followers in (self._memory.standing, self._memory.gone_home)
        )
        self._memory = replace(self._memory, standing=standing, gone_home=gone_home)


def sent_home(memory: Memory, findings: ExplainedHypotheses) -> set[str]:
    """The places of recorded followers who score in what is told, and may have left the table."""
    if findings.after is None:
        return set()
    left = followers_of(findings.after)
    return {place_of(spot) for spot in memory.standing if spot not in left}
