"""The eyes at a live table (:class:`vision.eyes.Eyes`)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.attention import Sight
from vision.board_eyes import BoardEyes
from vision.explanation import Explanation, Scored, explained, log_of
from vision.eyes import NotFoundYet, closed
from vision.frames import Frame
from vision.registration.lattice import project

from ..games.rules import CELLS, NOUGHTS_AND_CROSSES, State
from .board import BOARD_MM
from .reading import EMPTY, Matrix, find_board, likelihoods, outline_px

LOCK_AGAIN_MS = 700.0
OTHERWISE = 1e-3  # default: share of tables that no move explains


class NoughtsEyes(BoardEyes[Matrix]):
    """Follows one game on one board."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state

    @property
    def _lock_again_ms(self) -> float:
        return LOCK_AGAIN_MS

    def _sought(self, frame: Frame, sight: Sight) -> Matrix | None:
        return find_board(frame.image)

    def explain(self, state: State, still: Frame) -> Explanation:
        if self._view is None:
            raise NotFoundYet("the board is not found yet")
        cells = likelihoods(still.image, self._view)
        self._watch.was_read(still.image)
        colours = [seat.colour for seat in state.setup.seats]

        def score(counters: tuple[tuple[str, int], ...]) -> float:
            lie = {cell: colours[seat] for cell, seat in counters}
            return sum(cells[cell][lie.get(cell, EMPTY)] for cell in CELLS)

        hypotheses = [Scored((), score(state.counters))]
        for action in NOUGHTS_AND_CROSSES.legal(state):
            after, _ = NOUGHTS_AND_CROSSES.apply(state, action)
            hypotheses.append(Scored((action,), score(after.counters), (action.cell,)))
        # What no move explains fits each cell as well as any counter could, but is rare.
        otherwise = sum(max(fits.values()) for fits in cells.values()) + log_of(OTHERWISE)
        return explained(hypotheses, still.number, otherwise=otherwise)

    def committed(self, state: State) -> None:
        self._state = state

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        if self._view is None:
            return ()
        counters = (outline_px(cell, self._view) for cell, _ in self._state.counters)
        return (closed(self._board_px(self._view)), *map(closed, counters))

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        if self._view is None or place not in CELLS:
            return None
        return closed(outline_px(place, self._view))

    @staticmethod
    def _board_px(to_px: Matrix) -> NDArray[np.float32]:
        corners = np.array([[0, 0], [BOARD_MM, 0], [BOARD_MM, BOARD_MM], [0, BOARD_MM]], np.float32)
        return np.asarray(project(to_px, corners), np.float32)

    def _aim(self, frame: Frame) -> None:
        """Only a change on the board is worth reading."""
        assert self._view is not None
        height, width = frame.image.shape[:2]
        mask = np.zeros((height // 4, width // 4), np.uint8)
        cv2.fillConvexPoly(mask, np.rint(self._board_px(self._view) / 4).astype(np.int32), 255)
        self._watch.look_at(mask, mask)
