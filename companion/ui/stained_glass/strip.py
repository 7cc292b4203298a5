"""Where everybody's glass stands above the map: in one line, or in two where one would make it too small to be told
apart. No drawing here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.ui.kit.theme import DrawingStyle
from companion.ui.stained_glass.glass_art import COLUMNS, ROWS

CELL_DP, CELL_COMPACT_DP = 38, 18  # of a piece of glass; at most, the second on a small tablet
CELL_OF_TWO_DP = 26  # at most, where two lines of it leave the map less
PAD_DP, LINE_DP = 8, 4  # round a window, and below a line of them
BAG_DP = 64  # wide
MOST_APART_DP = 28
LEAST_PX = 8


@dataclass(frozen=True)
class GlassStrip:
    """The strip of a map so wide, px, for so many players."""

    width: float
    seats: int
    look: DrawingStyle

    @cached_property
    def lines(self) -> int:
        """How many lines it has; never two on a small tablet, whose height is what is scarce."""
        narrow = self._side_in(self._share(1)) < round(self.look.px(CELL_COMPACT_DP))
        return 2 if narrow and not self.look.compact else 1

    @cached_property
    def side(self) -> int:
        """How wide and high a piece of glass is, px."""
        most = CELL_COMPACT_DP if self.look.compact else CELL_DP if self.lines == 1 else CELL_OF_TWO_DP
        return max(LEAST_PX, min(round(self.look.px(most)), self._side_in(self._share(self.lines))))

    @property
    def badge(self) -> int:
        """How wide and high the badge before a window is, px."""
        return round(self.look.px(24 if self.look.compact else 34))

    @property
    def line_height(self) -> int:
        """How high a line is, px."""
        return round(ROWS * self.side + 2 * self.look.px(PAD_DP) + self.look.px(LINE_DP))

    @property
    def height(self) -> int:
        """How high all lines are, px."""
        return self.lines * self.line_height

    def places(self) -> list[tuple[int, int, int]]:
        """Of each player the left edge from that of the map, how far the top of the line lies below that of the strip,
        and the width, px."""
        pad = round(self.look.px(PAD_DP))
        wide = self.badge + pad + COLUMNS * self.side + pad
        columns = self._columns(self.lines)
        free = self.width - 2 * pad - self.look.px(BAG_DP) - columns * wide
        apart = max(0, min(round(self.look.px(MOST_APART_DP)), int(free / max(1, columns))))
        return [
            (pad + seat % columns * (wide + apart), seat // columns * self.line_height, wide)
            for seat in range(self.seats)
        ]

    def _columns(self, lines: int) -> int:
        return -(-self.seats // lines)

    def _share(self, lines: int) -> float:
        """How much of the width each window has, px."""
        return (self.width - 2 * self.look.px(PAD_DP) - self.look.px(BAG_DP)) / self._columns(lines)

    def _side_in(self, share: float) -> int:
        return int((share - self.look.px(PAD_DP) - self.badge) / (COLUMNS + 0.3))
