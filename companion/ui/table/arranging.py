"""Where bar, rail, board, docks and ribbon of the table's screen lie, for any shape of window."""

from __future__ import annotations

from companion.ui.kit.base import look
from companion.ui.kit.dock import Dock
from companion.ui.screen import Screen
from companion.ui.table.room import LEAST_BOARD_DP, Room, much_larger_beside, rooms, stands_beside

_OUT_OF_SIGHT = (-10_000.0, 0.0)
RIM_DP = 4  # half of how thick the rim is while moves are only tried


class ArrangedTable(Screen):
    """The table's screen as it is laid out. :class:`companion.ui.table.screen.TableScreen` shows the game in it."""

    def arrange(self, *_: object) -> None:
        """Lay out bar, rail, board and ribbon for the window's shape."""
        if not self._ready:
            return
        the = look()
        measures = the.measures
        x, y, width, height = self.x, self.y, self.width, self.height
        bar, rail, ribbon = the.px(measures.bar), the.px(measures.rail), the.px(measures.ribbon)
        gap = the.px(8)
        self.ribbon_area = (x, y, width, ribbon)
        if the.portrait:
            scores = self.rail.height_in_portrait()
            self.bar_area = (x, y + height - bar, width, bar)
            self.rail_area = (x + gap / 2, y + height - bar - scores - gap / 2, width - gap, scores)
            self.board_area = (x, y + ribbon, width, height - bar - scores - gap - ribbon)
        else:
            left = x + (rail if the.left_hand else 0)
            rail_x = x if the.left_hand else x + width - rail
            self.rail_area = (rail_x + gap / 4, y + ribbon, rail - gap / 2, height - ribbon)
            self.bar_area = (left, y + height - bar, width - rail, bar)
            self.board_area = (left, y + ribbon, width - rail, height - ribbon - bar)
        self.board_area = self.board_room(self.board_area)
        # Only here, when the window changes: where docks stand they stay, however a board grows.
        self._beside = stands_beside(self.board_area, the, self.board.cell_in, self.board.foot_dp)
        self.rail.arrange()
        self.docks.arrange()
        self._draw_frame()

    def board_room(self, area: Room) -> Room:
        """What of an area board and docks are given: all of it."""
        return area

    def _stands_beside(self, dock: Dock) -> bool:
        """By how high it is as a rule, not as it happens to be: else it would go to and fro while one leafs in it."""
        the = look()
        usual = the.px(dock.height_dp * the.text_scale)
        return self._beside or much_larger_beside(self.board_area, the, self.board.cell_in, usual)

    def share_room(self, dock: Dock | None, dock_height: float) -> Room | None:
        """Give board, live picture and tools their rooms beside a dock, which is so high at a board's foot (px), and
        tell the dock's. What shape a game's board has it keeps, and so does this."""
        high = dock is not None and dock.takes_side and look().compact and not look().portrait
        beside = high or (self._beside if dock is None else not dock.lies_flat and self._stands_beside(dock))
        offered = () if high else self.buttons.offered_tools
        if dock is not None:
            dock.stand(beside=beside)
        rim = look().px(2 * RIM_DP) if self.what_if else 0.0  # which lies on nothing
        x, y, width, height = self.board_area
        shared = rooms(
            (x + rim, y + rim, width - 2 * rim, height - 2 * rim),
            look(),
            beside=beside,
            dock_height=dock_height if dock is not None else None,
            live=self.live.shown,
            tools=[tool.size for tool in offered],
        )
        given = dict(zip(offered, shared.tools, strict=True))
        for tool in self.buttons.tools:
            room = given.get(tool)
            tool.pos = room[:2] if room is not None else _OUT_OF_SIGHT
        large, small = self.live.large_and_small
        for widget, room in ((large, shared.board), (small, shared.live)):
            widget.opacity = float(room is None or room[3] >= look().px(LEAST_BOARD_DP))  # else it can't be read
            widget.pos, widget.size = (room[:2], room[2:]) if room is not None else (_OUT_OF_SIGHT, small.size)
        return shared.dock
