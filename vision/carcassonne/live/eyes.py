"""The eyes of Carcassonne at a live table (:class:`vision.eyes.Eyes`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from calibration.references import Edition
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.carcassonne.state import State
from vision.attention import Sight, Watch
from vision.carcassonne.live import tile_likelihood
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.earlier.beyond import looked_beyond, rim_grown
from vision.carcassonne.live.earlier.past import Past, last_bare
from vision.carcassonne.live.earlier.waiting_tiles import WaitingTiles
from vision.carcassonne.live.explainer import Explainer, Noticed
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.followers.figures import FigureReader
from vision.carcassonne.live.followers.together import Together, figures_together
from vision.carcassonne.live.hypotheses import ExplainedHypotheses, Hypothesis, hypotheses_of_turns, match_of_tile
from vision.carcassonne.live.known_map import KnownMap, SoughtByTerrain, Teach, sent_home
from vision.carcassonne.live.light_on_record import tone_on_record
from vision.carcassonne.live.map_lock import lock as locking
from vision.carcassonne.live.map_lock.following import Followed, followed, shown
from vision.carcassonne.live.map_lock.map_search import MapOnPicture, found_anywhere, layers_at
from vision.carcassonne.live.map_lock.prints_on_terrain import prints_on_terrain
from vision.carcassonne.live.map_lock.turned_alike import other_ways, plainly_otherwise, turned_alike
from vision.carcassonne.live.map_lock.watched_zone import watched_zone
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.remembering import crowd_remembered, follower_remembered, habits_after, movers_of
from vision.carcassonne.live.review import is_bare, place_of, review
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.recorded_map import FoundMap
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.explanation import Explanation
from vision.eyes import Attention, Glance, NotFoundYet
from vision.frames import Frame
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone
from vision.registration.feature_seeds import edition_features
from vision.registration.lattice import Cell
from vision.registration.tracking import Track
from vision.search_pauses import SearchPauses


@dataclass(frozen=True, slots=True, kw_only=True)
class CarcassonneEyesParameters(Parameters):
    """When a lost map is sought again, at which size, and when the first picture shows nothing new."""

    lock_again_ms: float = parameter(700.0, "ms", "after which a lock that failed is first tried again", CHOSEN)
    usual_tile_px: float = parameter(55.0, "px", "of a tile's side, before a map was found", CHOSEN)
    surely_all: float = parameter(
        0.1, "share", "unexplained, below which the plain tiles are all that is new on the first picture", CHOSEN
    )


PARAMETERS = CarcassonneEyesParameters()


class CarcassonneEyes(KnownMap):
    """Follows one game of Carcassonne on one table.

    Args:
        edition: pictures of the tiles that are played with.
        state: where the record stands when the eyes are opened.
        game: the rules.
        profile: what was calibrated of the camera: its lens and stand tell from the first tile on how figures lean,
            its colours what they look like before the first was confirmed.
        teach: is told how a colour looks, CIE Lab in white light, whenever a follower of it was confirmed.
        teller: finds a map by its terrain, as on a photograph, which no feature of a print tells in this light.
        by_terrain: does so in place of these eyes, and knows of it then.
    """

    def __init__(
        self,
        edition: Edition,
        state: State,
        *,
        game: Carcassonne = CARCASSONNE,
        profile: Profile | None = None,
        teach: Teach | None = None,
        teller: TerrainTeller | None = None,
        by_terrain: SoughtByTerrain | None = None,
    ) -> None:
        self._profile, self._teach, self._teller = profile, teach, teller
        self._by_terrain = by_terrain
        self._features = edition_features(edition)
        self._explainer = Explainer(game, by_terrain=teller is not None)
        self._watch = Watch()
        colours = [seat.colour for seat in state.setup.seats]
        deck = Deck.of(edition).softened_as_usual()  # until this camera's own softness is known
        measured = profile.colours if profile is not None else {}
        paints = {c: LearnedPaint.measured(measured[c], c) if c in measured else LearnedPaint.of(c) for c in colours}
        self._memory = Memory(deck, paints).recording(state)
        self._state = state
        self._layers: Layers | None = None  # of the last still picture that was read, ...
        self._layers_frame: Frame | None = None  # ... which is this one
        self._tone: Tone = NEUTRAL
        self._findings: ExplainedHypotheses | None = None
        self._waiting = WaitingTiles()
        self._pauses = SearchPauses(PARAMETERS.lock_again_ms)
        self._relocked = False  # the map was found anew and not read since
        self._crowds: dict[tuple[Cell, tuple[str, int]], list[Together]] = {}  # told since the last commit
        self._focused_with = 0  # tiles that told how softly this camera sees
        self._overlay: tuple[Track, tuple[NDArray[np.float32], ...]] | None = None

    # The cheap look at every frame

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        sight = self._watch.look(frame)
        if not sight.settled:
            self._pauses.moved()
            return sight.glance if len(self._memory.track) else sight.glance.with_attention(Attention.LOST)
        if not len(self._memory.track):
            return self._first_lock(frame, sight.glance)
        if sight.glance.attention in (Attention.BUMPED, Attention.LOST):
            return self._lock_again(frame, sight)
        if not sight.glance.changed:  # nobody waits for this picture
            self._memory.deck.work_ahead()
        return sight.glance

    def _first_lock(self, frame: Frame, glance: Glance) -> Glance:
        lost = glance.with_attention(Attention.LOST)
        if not self._pauses.due(frame.time_ms):
            return lost
        found = self._searched(frame)
        if found is None:
            return self._sought_otherwise(frame, lost)
        track, layers = found
        self._memory = replace(self._memory, track=track)
        self._focus(layers)
        self._locked_on(frame, layers)
        return replace(glance.with_attention(Attention.STILL), changed=True)

    def _searched(self, frame: Frame, *, by_terrain: bool = True) -> tuple[Track, Layers] | None:
        """The recorded map wherever it lies on the picture, made ready there, or None where it is not found."""
        self._let_go_of_pictures()  # the features of a whole picture are the most memory that is ever asked for
        layered, teller = partial(self._layers_of, frame), self._teller
        found = found_anywhere(frame.image, self._features, layered, self._memory, teller, by_terrain=by_terrain)
        self._pauses.sought(found=found is not None)
        if found is None:
            return None
        self._tone, self._memory = found.tone, self._memory.with_turned(found.turned)
        return self._track_at(found.poses, found.layers), found.layers

    def _sought_otherwise(self, frame: Frame, glance: Glance) -> Glance:
        """The map as others seek it, where these eyes did so in vain."""
        return (self._by_terrain(frame, glance) if self._by_terrain is not None else None) or glance

    def _moved_along(self, frame: Frame, sight: Sight) -> tuple[Track, Layers] | None:
        """The map where the whole picture's motion says that it has gone, or None where it does not lie there."""
        if sight.motion is None:
            return None
        layers = self._layers_of(frame)
        track = self._memory.track.relocked(layers, np.vstack([sight.motion.matrix, [0, 0, 1]]))
        return None if track is None else (track, layers)

    def _lock_again(self, frame: Frame, sight: Sight) -> Glance:
        if not self._pauses.due(frame.time_ms):
            return sight.glance
        found = self._moved_along(frame, sight)
        if found is None:  # nobody knows where it went: it is looked for as at the beginning
            found = self._searched(frame)
        if found is None:
            return self._sought_otherwise(frame, sight.glance)
        self._knocked_to(frame, *found)
        return replace(sight.glance.with_attention(Attention.STILL), changed=True)

    def _knocked_to(self, frame: Frame, track: Track, layers: Layers) -> None:
        stance = self._memory.stance.knocked()
        self._memory = replace(self._memory, track=track.levelled(layers.size), stance=stance)
        self._locked_on(frame, layers)

    def _followed(self, still: Frame) -> tuple[Frame, TileSight, Followed]:
        """A still picture with the tiles where they lie on it. The map is sought anew where most of them are
        not where they lay: pushed beneath a hand on a plain table, a small map shows no motion that could be followed.
        """
        frame, sight = self._made_ready(still)
        memory, now = self._memory, followed(sight, self._memory.track)
        seen = shown(sight, memory, now)
        locked = seen >= locking.PARAMETERS.locked_share * len(memory.tiles)
        if locked or not self._pauses.due(frame.time_ms):
            return frame, sight, now
        found = self._searched(frame, by_terrain=False)  # the tiles are looked for where prints were seen before
        if found is None:
            return frame, sight, now
        there = TileSight(found[1], self._tone, memory.deck)
        if shown(there, memory, followed(there, found[0])) <= seen:
            self._pauses.sought(found=False)
            return frame, sight, now
        self._knocked_to(frame, *found)
        frame, sight = self._made_ready(still)
        return frame, sight, followed(sight, self._memory.track)

    def _locked_on(self, frame: Frame, layers: Layers) -> None:
        self._layers, self._layers_frame = layers, frame
        self._findings = None
        self._relocked = True
        self._aim()
        self._watch.was_read(frame.image)

    # Reading a still table

    def explain(self, state: State, still: Frame, noticed: Noticed | None = None) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`; what has changed is ``noticed`` first. Raises ``NotFoundYet``."""
        self._watch.reads_anew()
        frame, sight, now = self._followed(still)
        newest = (state.board.laid[-1].y, state.board.laid[-1].x) if state.step is StepKey.FOLLOWER else None
        seen = review(sight, self._memory, now, newest)
        gone_home = {spot: who for spot, who in self._memory.gone_home.items() if spot not in seen.left}
        known = self._memory.with_turned(seen.turned)
        memory = looked_beyond(replace(known, track=now.track, gone_home=gone_home), state)
        self._memory = memory.lit_as(sight, self._waiting.came)
        self._waiting = self._waiting.looked_at(unchanged=not (self._watch.changed or self._relocked))
        findings = self._explainer.explain(sight, self._memory, state, frame.number, self._waiting, noticed)
        lies = {cell: np.linalg.inv(memory.track.predicted(cell)) @ pose for cell, pose in findings.laid.items()}
        self._looked_back_at(sight, findings)
        self._findings, self._relocked = findings, False
        if set(self._waiting.came) != set(findings.laid):
            self._aim()
        changed = [one.cell for one in findings.changed]
        self._waiting = self._waiting.seen(lies, findings.standing, findings.kinds, lies, changed)
        self._watch.was_read(frame.image)
        home = sent_home(self._memory, findings)
        return replace(
            findings.explanation,
            discrepancies=tuple(one for one in seen.discrepancies if one.place not in home),
            lingering=tuple(place_of(spot) for spot in seen.lingering),
        )

    def _looked_back_at(self, sight: TileSight, findings: ExplainedHypotheses) -> None:
        """Keep this picture as the earlier one of the next look, where nothing is new on it but what waits for a press
        and is known to."""
        before, track, laid = self._memory.before, self._memory.track, findings.laid
        waited = before.waiting if before is not None else {}
        gone = [cell for cell in waited if cell not in laid]
        unread = any(change.tile_shaped for change in findings.changed)  # of a kind of which there is no picture
        explained_already = findings.hypotheses[0].actions or (unread and not gone)
        idle = not explained_already and (self._relocked or gone or not findings.changed)
        if before is None and laid:
            idle = findings.explanation.unexplained < PARAMETERS.surely_all
        if idle and all(is_bare(sight, track, track.predicted(cell)) for cell in gone):
            past = Past(sight.layers, sight.tone, track, laid, bare=last_bare(before, laid))
            self._memory = replace(self._memory, before=past)

    def _made_ready(self, frame: Frame) -> tuple[Frame, TileSight]:
        """A still picture, in the edition's colours."""
        if not len(self._memory.track):
            raise NotFoundYet("the map is not found yet")
        if self._layers is None or self._layers_frame is not frame:
            self._let_go_of_pictures()  # one picture less in memory while the next is made ready
            self._layers = self._layers_frame = None
            self._layers, self._layers_frame = self._layers_of(frame), frame
        self._tone = tone_on_record(self._layers, self._memory)
        return frame, TileSight(self._layers, self._tone, self._memory.deck)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        findings, before = self._findings, self._memory
        hypotheses = findings.hypotheses if findings is not None else ()
        fresh = {(tile.y, tile.x) for tile in state.board.laid} - set(before.tiles)
        stood, self._state = self._state, state
        movers = movers_of(stood, state)
        self._memory = replace(self._memory.recording(state), habits=habits_after(before.habits, stood, state))
        self._pauses.moved()  # what is looked for is another map now
        layers = self._layers
        if layers is None or not len(self._memory.track):
            return
        track = self._memory.track
        for cell in sorted(fresh):
            match = self._seen_laid(hypotheses, cell) or self._found(layers, track, cell)
            if match is not None:
                self._memory = self._memory.with_turned({cell: (match.key, match.turns)})
            pose = match.pose if match is not None else track.predicted(cell)
            track = track.with_piece(cell, pose, layers)
        track = track.levelled(layers.size)
        track = track.refreshed(layers, track.cells)
        waits, unlooked = self._waits(before), self._unlooked(layers) | rim_grown(stood, state)
        past = Past(layers, self._tone, track, waits, unlooked, bare=last_bare(before.before, waits))
        self._memory = replace(self._memory, track=track, before=past)
        self._waiting = self._waiting.without(fresh)
        if len(track) >= 2 * self._focused_with:
            self._focus(layers)
        self._memory = self._with_figures(hypotheses, movers, set(before.tiles), layers)
        self._findings, self._crowds = None, {}
        self._aim()

    def _with_figures(
        self, hypotheses: Sequence[Hypothesis], movers: Mapping[Cell, str], known: set[Cell], layers: Layers
    ) -> Memory:
        """What is known once whoever was put down in these turns is remembered; tiles at ``known`` lay before."""
        for (cell, tile), crowds in self._crowds.items():
            if self._memory.tiles.get(cell) == tile:
                remembered = crowd_remembered(self._memory, cell, crowds)
                if remembered is not None:
                    return remembered
        sight, memory = TileSight(layers, self._tone, self._memory.deck), self._memory
        for cell, mover in movers.items():
            explained_there = [
                turn for turn in hypotheses_of_turns(hypotheses) if turn.cell == (None if cell in known else cell)
            ]
            memory = follower_remembered(memory, explained_there, mover, cell, sight)
        self._taught(memory)
        return memory

    def _seen_laid(self, hypotheses: Sequence[Hypothesis], cell: Cell) -> TileMatch | None:
        """How the tile that was recorded at a cell was seen there: so, or as it plainly lies, the same to the rules."""
        tile = self._memory.tiles[cell]
        recorded = match_of_tile(hypotheses, cell, tile)
        others = (match_of_tile(hypotheses, cell, other) for other in other_ways(tile))
        best = min((one for one in others if one is not None), key=lambda one: one.cost, default=None)
        return best if best is not None and (recorded is None or plainly_otherwise(best, recorded)) else recorded

    def _found(self, layers: Layers, track: Track, cell: Cell) -> TileMatch | None:
        """A tile that the eyes had not made out, now that the record tells which it is."""
        sight, tile = TileSight(layers, self._tone, self._memory.deck), self._memory.tiles[cell]
        matches = sight.matches(track.predicted(cell), [tile])
        matches = list(turned_alike(sight, {cell: matches[0]}).values()) if matches else []
        return matches[0] if matches and matches[0].cost < tile_likelihood.PARAMETERS.something_else else None

    # What is known

    def figures_together(
        self,
        state: State,
        still: Frame,
        lay: Lay | None,
        options: Sequence[Deploy],
        allowed: Callable[[frozenset[Deploy]], bool],
    ) -> list[Together]:
        """Who may have been put on one tile in one turn, several at once, likeliest first; empty where that tile was
        not made out. Raises ``NotFoundYet`` before the first lock.

        Args:
            state: where the record stands; for a tile that ``lay`` lays, as it was explained last.
            still: the frame on which they stand.
            lay: how the tile was laid; None for the tile that lay last in ``state``.
            options, allowed: see :func:`vision.carcassonne.live.followers.together.figures_together`.
        """
        sight = self.sight() if self._layers_frame is still else None
        reader = FigureReader(sight or self._made_ready(still)[1], self._memory)
        if lay is None:
            last = state.board.laid[-1]
            cell, tile = (last.y, last.x), (last.turned.key, last.turned.turns)
            match, around = reader.recorded(cell), None
        else:
            cell, tile = (lay.y, lay.x), (lay.tile, lay.turns)
            hypotheses = self._findings.hypotheses if self._findings is not None else ()
            match, around = match_of_tile(hypotheses, cell, tile), cell
        if match is None:
            return []
        paint = self._memory.paints[state.setup.seats[state.seat].colour]
        together = figures_together(reader.closely(match, around), paint, reader.where(match, options), allowed)
        self._crowds[cell, tile] = together
        return together

    # For eyes that learn the tiles while they look (:mod:`vision.carcassonne.learning.eyes`)

    def seek(self, frame: Frame) -> FoundMap | None:
        """Where the recorded map lies on a picture, by the edition's own pictures; None where it is not found."""
        found = self._searched(frame)
        return None if found is None else FoundMap.surely(found[0].lattice.cells)

    def found_at(self, frame: Frame, found: FoundMap) -> Glance:
        """The recorded tiles lie so on a still picture, as somebody else found out; those that are not told lie where
        the others foretell them."""
        layers, poses = layers_at(frame.image, found), found.poses
        if self._teller is not None:  # prints are known beforehand, and weren't learned from this very picture
            lock = prints_on_terrain(found, layers, self._memory.deck, self._memory.tiles)
            if lock is not None:
                on_it = MapOnPicture.of(lock, layers, self._memory)
                poses, self._memory = on_it.poses, self._memory.with_turned(on_it.turned)
        stance = self._memory.stance.knocked() if len(self._memory.track) else self._memory.stance
        self._memory = replace(self._memory, track=self._track_at(poses, layers), stance=stance)
        self._tone = tone_on_record(layers, self._memory)
        self._focus(layers)
        self._locked_on(frame, layers)
        self._pauses.sought(found=True)
        return Glance(frame.number, frame.time_ms, Attention.STILL, changed=True)

    def _layers_of(self, frame: Frame) -> Layers:
        return layers_of(frame.image, self._memory.track.piece_px or PARAMETERS.usual_tile_px, packed=True)

    def _aim(self) -> None:
        """Tell the watch where the map lies."""
        waiting = self._findings.laid if self._findings is not None else {}
        height, width = self._layers_frame.image.shape[:2] if self._layers_frame is not None else (1080, 1920)
        poses = (*self._memory.track.lattice.cells.values(), *waiting.values())
        self._watch.look_at(*watched_zone(poses, (height, width)))
