"""The eyes of Cronberg at a live table (:class:`vision.eyes.Eyes`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.cronberg.rules import CRONBERG, Cronberg
from games.cronberg.state import Action, RhombOnBoard, State
from vision.attention import Sight
from vision.board_eyes import BoardEyes
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.evidence import site_pose
from vision.cronberg.live.explain import CronbergExplainer, ExplainedBoard, Pose
from vision.cronberg.live.token_changes import token_changes
from vision.cronberg.reading import CronbergReader, PreparedStill
from vision.cronberg.tone import RectifiedBoard
from vision.explanation import Explanation
from vision.eyes import NotFoundYet, closed
from vision.frames import Frame
from vision.imaging.outlines import filled_outlines
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergEyesParameters(Parameters):
    """When a board that was lost is sought again, and how far around it the eyes watch."""

    lock_again_ms: float = parameter(700.0, "ms", "a board that was not found is sought again this often", CHOSEN)
    reach: float = parameter(1.16, "times", "the net's hexagon: the city wall around it", CHOSEN)
    watched: float = parameter(1.25, "times", "the net's hexagon: what lies further out is none of ours", CHOSEN)
    untouched: float = parameter(
        0.9, "probability", "of nothing's having been done, from which crossings are taken for bare", CHOSEN
    )
    lies_there: float = parameter(
        0.9, "probability", "of a piece in all that is told, from which it is taken to have come by then", CHOSEN
    )
    crossing_share: float = parameter(0.35, "share of an edge", "radius of what is shown of a crossing", CHOSEN)


PARAMETERS = CronbergEyesParameters()


class CronbergEyes(BoardEyes[CameraAboveBoard]):
    """Follows one game of Cronberg on one table.

    Args:
        prints: the copy that is played with.
        state: where the record stands when the eyes are opened.
        game: the rules.
    """

    def __init__(self, prints: CronbergSet, state: State, *, game: Cronberg = CRONBERG) -> None:
        super().__init__()
        self._prints = prints
        self._reader = CronbergReader(prints)
        self._explainer = CronbergExplainer(self._reader, game)
        self._colours = tuple(seat.colour for seat in state.setup.seats)
        self._state = state
        self._poses: dict[RhombOnBoard, Pose] = {}
        self._findings: ExplainedBoard | None = None
        self._tops: RectifiedBoard | None = None  # the tokens' plane, as it was looked at last
        self._before: tuple[RectifiedBoard, frozenset[int]] | None = None  # as the record moved last; crossings taken
        self._look_count = 0
        self._came: dict[Action, int] = {}  # the look at which a piece was first plain to see

    # The cheap look at every frame

    @property
    def _lock_again_ms(self) -> float:
        return PARAMETERS.lock_again_ms

    def _sought(self, frame: Frame, sight: Sight) -> CameraAboveBoard | None:
        finder, found = self._reader.finder, None
        if self._view is not None and sight.motion is not None:
            found = finder.refind(frame.image, self._view, sight.motion.matrix)
        found = found or finder.find(frame.image) or finder.find_by_outline(frame.image)
        return found.view if found is not None else None

    # Reading a still board

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`. Raises ``NotFoundYet`` before the board was found."""
        if self._view is None:
            raise NotFoundYet("the board is not found yet")
        sites, flat = self._prints.lattice.sites, np.zeros(3, np.float32)
        laid = [(sites.index(rhomb.site), rhomb.kind, self._poses.get(rhomb, flat)) for rhomb in state.rhombi]
        look = self._reader.look(still.image, self._view, self._colours, laid)
        changes = self._changes(look, state)
        self._findings = self._explainer.explain(look, state, self._poses, still.number, changes, self._came)
        self._tops = look.tops
        self._note_what_came(self._findings.explanation)
        best = self._findings.explanation.best
        if self._before is None and best is not None and not best.actions and best.probability > PARAMETERS.untouched:
            self._before = look.tops, _taken(state)
        self._watch.was_read(still.image)
        return self._findings.explanation

    def _note_what_came(self, explanation: Explanation) -> None:
        """Remember which pieces lie there by now. What the record takes back later came when it came."""
        self._look_count += 1
        chances: dict[Action, float] = {}
        for one in explanation.candidates:
            for action in cast(tuple[Action, ...], one.actions):
                chances[action] = chances.get(action, 0.0) + one.probability
        for action, chance in chances.items():
            if chance > PARAMETERS.lies_there:
                self._came.setdefault(action, self._look_count)

    def _changes(self, look: PreparedStill, state: State) -> NDArray[np.float32] | None:
        """What has come to crossings since the record moved last; of those on which a token stood then or stands now
        that tells nothing."""
        if self._before is None:
            return None
        before, taken = self._before
        changes = token_changes(self._prints, before, look.tops, self._colours)
        changes[list(taken | _taken(state))] = 0.0
        return changes

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        if self._findings is not None:
            lies = self._findings.poses
            self._poses = {laid: lies[laid] for laid in state.rhombi if laid in lies}
        if self._tops is not None:
            # What the record has just taken off the board may lie there still.
            self._before = self._tops, _taken(self._state) | _taken(state)
        self._state = state

    # What is known

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`: the net's outline and every recorded rhomb."""
        if self._view is None:
            return ()
        hexagon = closed(self._view.project(self._hexagon(1.0)))
        return (hexagon, *(closed(self._rhomb_px(laid)) for laid in self._state.rhombi))

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of a crossing such as ``C4`` or a triangle such as ``2.5``; None until the board is
        found."""
        lattice = self._prints.lattice
        if self._view is None:
            return None
        if place in lattice.triangle_named:
            corners = lattice.corners_of[lattice.triangle_named[place]]
            return closed(self._view.project(self._prints.crossings_mm[list(corners)]))
        if place not in lattice.crossing_named:
            return None
        turns = np.radians(np.arange(0, 360, 30))
        ring = np.column_stack([np.cos(turns), np.sin(turns)]) * PARAMETERS.crossing_share * self._prints.edge_mm
        return closed(self._view.project(ring + self._prints.crossings_mm[lattice.crossing_named[place]]))

    def _rhomb_px(self, laid: RhombOnBoard) -> Float64Array:
        assert self._view is not None
        middle, turn = site_pose(self._prints, laid.site)
        x, y, degrees = self._poses.get(laid, np.zeros(3, np.float32))
        angle = turn + np.radians(degrees)
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        outline = self._prints.rhomb_outline_mm @ spin + middle + np.array([x, y])
        return self._view.project(outline, self._prints.rhomb_thick_mm)

    def _hexagon(self, share: float) -> Float64Array:
        """(6, 2) corners of the net's outline, clockwise from the upper left, so much larger, mm."""
        corners = cv2.convexHull(self._prints.crossings_mm.astype(np.float32))[:, 0].astype(np.float64) * share
        angles = np.arctan2(corners[:, 1], corners[:, 0])
        clockwise: Float64Array = corners[np.argsort((angles + np.radians(150)) % (2 * np.pi))]
        return clockwise

    def _aim(self, frame: Frame) -> None:
        """Tell the watch where the board lies."""
        assert self._view is not None
        self._findings = None
        zone, board = (
            filled_outlines([self._view.project(self._hexagon(share))], frame.image.shape, 4)
            for share in (PARAMETERS.watched, PARAMETERS.reach)
        )
        self._watch.look_at(zone, board)


def _taken(state: State) -> frozenset[int]:
    """Crossings with a token."""
    return frozenset(crossing for crossing, _ in state.tokens)
