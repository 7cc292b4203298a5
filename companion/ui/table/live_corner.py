"""The camera's picture at a table: small beside the board, or in its place while the board is the small one. A tap
exchanges them; in the large one a tap on what is circled says that it is something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.session.views import AnySession
from companion.ui.kit.base import look
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.pictures.live_picture import LiveInset
from vision.eyes import Attention

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


class LiveCorner:
    """Shown where a camera looks and the window has room for it."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._swapped = False
        self.inset = LiveInset(size_hint=(None, None))

    @property
    def shown(self) -> bool:
        """Whether there is a picture beside the board."""
        return self.inset.parent is not None

    @property
    def large_and_small(self) -> tuple[Widget, Widget]:
        """Of board and picture: what stands in the board's room, and what stands beside it."""
        board = self._screen.board
        return (self.inset, board) if self._swapped else (board, self.inset)

    def follow(self, session: AnySession) -> None:
        """Show what the camera sees now."""
        view, place = session.view, self._screen.board_place
        if view.attention is None or look().compact:
            if self.shown:
                place.remove_widget(self.inset)
                self._screen.docks.arrange()
            return
        if not self.shown:
            place.add_widget(self.inset)
            self.inset.bind(on_touch_up=self._touched)
            self._screen.docks.arrange()
        self.inset.icon = "hand" if view.hand or view.attention is not Attention.STILL else "eye"
        live = session.live_view()
        if live is None:
            return
        self.inset.circled = live.circled
        if live.picture is not self.inset.picture:
            self.inset.outlines = live.tracked
            self.inset.picture = live.picture

    def swap(self) -> None:
        """The picture large and the board small, or back."""
        self._swapped = not self._swapped
        place, board = self._screen.board_place, self._screen.board
        large, small = self.large_and_small
        for widget in (large, small):
            place.remove_widget(widget)
        board.interactive, board.framed = not self._swapped, self._swapped
        place.add_widget(large, index=len(place.children))  # behind the tools
        place.add_widget(small)
        self._screen.docks.arrange()

    def show_board(self) -> None:
        """The board large: something is looked for or laid on it."""
        if self._swapped:
            self.swap()

    def _touched(self, inset: LiveInset, touch: ScreenTouch) -> bool:
        if not inset.collide_point(*touch.pos) or touch.ud.get("dragged"):
            return False
        if self._swapped and inset.rings_at(*touch.pos):
            self._screen.session.doubt()  # what was seen there is something else
        else:
            self.swap()
        return True
