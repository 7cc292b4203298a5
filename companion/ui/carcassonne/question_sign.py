"""The small question mark on a tile of which it is open which of its twins it is."""

from __future__ import annotations

from companion.ui.kit.base import look
from companion.ui.kit.pictures.question_mark import draw_question

OPEN_SHARE, LEAST_OPEN_DP = 0.3, 22  # of a tile: the small one, in a corner of a tile that lies
INSET_SHARE = 0.08  # of a tile: it leaves the very corner to what marks the last tile


def draw_open_twin(right: int, top: int, cell: int) -> None:
    """The small one, in the upper right corner of a tile that is ``cell`` px wide."""
    side = round(min(cell * 0.5, max(cell * OPEN_SHARE, look().px(LEAST_OPEN_DP))))
    inset = round(cell * INSET_SHARE)
    draw_question(right - inset - side // 2, top - inset - side // 2, side)
