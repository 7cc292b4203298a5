"""The eyes of Thurn and Taxis and of Power & Glory at a live table (:class:`vision.eyes.Eyes`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.thurn_and_taxis.closing import closings
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import State
from vision.attention import Sight
from vision.board_eyes import BoardEyes
from vision.cards.edition import CardEdition
from vision.explanation import Explanation
from vision.eyes import Attention, Glance, NotFoundYet
from vision.frames import Frame
from vision.imaging.outlines import filled_outlines
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard
from vision.thurn_and_taxis.explain import LastClosing, explain
from vision.thurn_and_taxis.houses import HouseEvidence
from vision.thurn_and_taxis.postal_set import PostalSet
from vision.thurn_and_taxis.reading import PostalReader
from vision.thurn_and_taxis.route_check import RouteCheck


@dataclass(frozen=True, slots=True, kw_only=True)
class ThurnAndTaxisEyesParameters(Parameters):
    """When a lost board is sought again, and how much of it a hand hides."""

    lock_again_ms: float = parameter(700.0, "ms", "a board that was not found is sought again this often", CHOSEN)
    hand_hides: float = parameter(
        0.35, "share", "of a city's square that a hand which is in the way hides at the least", CHOSEN
    )
    around_mm: float = parameter(
        7.0, "mm", "around a city's square that is watched: a house seen from the side leans out of it", CHOSEN
    )
    small: int = parameter(4, "count", "the watch's masks are this much smaller than a frame", CHOSEN)


PARAMETERS = ThurnAndTaxisEyesParameters()


class PostalEyes(BoardEyes[CameraAboveBoard]):
    """Follows the houses of one game on one board, and looks at routes now and then. Cards are entered by touch.

    Args:
        prints: the board that is played on.
        state: where the record stands when the eyes are opened.
        cards: pictures of the city cards, to look at routes with; None where only the board is looked at.
    """

    def __init__(self, prints: PostalSet, state: State, cards: CardEdition | None = None) -> None:
        super().__init__()
        self._reader = PostalReader(prints)
        self._prints = prints
        self._colours = tuple(seat.colour for seat in state.setup.seats)
        self._state = state
        self._routes = RouteCheck(cards, prints.atlas) if cards is not None else None
        self._last: LastClosing | None = None
        self._evidence: HouseEvidence | None = None  # of the still picture that was read last
        self._drawn: tuple[CameraAboveBoard, frozenset[str], tuple[NDArray[np.float32], ...]] | None = (
            None  # the last overlay
        )
        self._judged: tuple[object, bool] | None = None  # the change that looked like a hand, and whether it is none

    # The cheap look at every frame

    @property
    def _lock_again_ms(self) -> float:
        return PARAMETERS.lock_again_ms

    def _sought(self, frame: Frame, sight: Sight) -> CameraAboveBoard | None:
        return self._reader.find(frame.image)

    def _at_rest(self, frame: Frame, sight: Sight) -> Glance:
        if sight.glance.hand and not (sight.seen and self._clear_of_hands(frame, sight)):
            return sight.glance
        if sight.glance.hand:
            return replace(sight.glance, attention=Attention.STILL, hand=False, changed=True)
        if sight.glance.changed:
            self._evidence = None
        return sight.glance

    def _clear_of_hands(self, frame: Frame, sight: Sight) -> bool:
        """Whether what passes for a hand at rest hides no city. Where a lamp burnt half of the board out and the camera
        then made up for it, print comes back all along the picture's edge: that is no hand, and every city tells so."""
        assert self._view is not None
        if self._judged is None or self._judged[0] is not sight.change:
            evidence = self._reader.weigh(frame.image, self._view, self._colours)
            clear = float(evidence.unknown.max()) < PARAMETERS.hand_hides
            if clear:
                self._evidence = evidence
                self._watch.was_read(frame.image)
            self._judged = (sight.change, clear)
        return self._judged[1]

    # Reading a still board

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`. Raises ``NotFoundYet`` before the board was found."""
        if self._view is None:
            raise NotFoundYet("the board is not found yet")
        if self._evidence is None:  # cards that are tapped do not change the board: it is read once
            self._evidence = self._reader.weigh(still.image, self._view, self._colours)
            self._watch.was_read(still.image)
        explanation = explain(self._evidence, state, still.number, self._last)
        if self._routes is None:
            return explanation
        board = self._board_px().astype(np.float64)
        remarks = self._routes.remarks(still.image, still.time_ms, state, board)
        return replace(explanation, remarks=remarks)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        before, self._state = self._state, state
        if before.step is not Step.CLOSE:
            return
        placed = state.players[before.seat].houses - before.mover.houses
        if not placed:
            return
        for action in closings(before):
            if set(action.cities) == placed:
                self._last = LastClosing(before, action)
                return

    # What is known

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`: the board's outline and the squares with houses."""
        if self._view is None:
            return ()
        taken = frozenset(city for player in self._state.players for city in player.houses)
        if self._drawn is None or self._drawn[0] is not self._view or self._drawn[1] != taken:
            rings = (self.outline_of(city) for city in sorted(taken))
            lines = (self._board_px(), *(ring for ring in rings if ring is not None))
            self._drawn = (self._view, taken, lines)
        return self._drawn[2]

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of a city's square; None for what is no city and until the board is found."""
        city = self._prints.atlas.city.get(place)
        if self._view is None or city is None:
            return None
        turns = np.radians(np.arange(0, 361, 15))
        ring = np.column_stack([np.cos(turns), np.sin(turns)]) * self._prints.square_mm
        return np.asarray(self._view.project(ring + np.array([city.x_mm, city.y_mm])), np.float32)

    def _board_px(self) -> NDArray[np.float32]:
        assert self._view is not None
        wide, high = self._prints.atlas.board_mm
        steps = np.linspace(0, 1, 12)
        sides: list[Float64Array] = [
            np.column_stack([steps * wide, np.zeros(12)]),
            np.column_stack([np.full(12, wide), steps * high]),
            np.column_stack([wide - steps * wide, np.full(12, high)]),
            np.column_stack([np.zeros(12), high - steps * high]),
        ]
        return np.asarray(self._view.project(np.vstack(sides)), np.float32)

    def _aim(self, frame: Frame) -> None:
        """Tell the watch where to look: the cities. Cards beside the board and tiles on it come and go all the time,
        and a row of cards that reaches from the picture's edge to the board is no hand."""
        assert self._view is not None
        self._evidence = None
        height, width = frame.image.shape[:2]
        size = (height // PARAMETERS.small, width // PARAMETERS.small)
        outline = np.rint(self._board_px() / PARAMETERS.small).astype(np.int32)
        board = np.asarray(cv2.fillPoly(np.zeros(size, np.uint8), [outline], 255), np.uint8)
        turns = np.radians(np.arange(0, 360, 15))
        ring = np.column_stack([np.cos(turns), np.sin(turns)]) * (self._prints.square_mm + PARAMETERS.around_mm)
        rings = [self._view.project(ring + middle) for middle in self._prints.cities_mm]
        self._watch.look_at(filled_outlines(rings, (height, width), PARAMETERS.small), board)
