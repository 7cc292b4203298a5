"""Which way up the board lies on the tablet: as the camera sees it, or as people at this side of the table do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.session.views import AnySession
from companion.ui.kit.boards.board import BoardWidget

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp


class BoardTurning:
    """Keeps the app's quarter turns as people want them.

    Args:
        app: the running :class:`companion.ui.stage.TabletApp`.
        board: the one on the table.
    """

    def __init__(self, app: TabletApp, board: BoardWidget) -> None:
        self._app = app
        self._board = board
        likes = app.preferences  # another table's camera says nothing of this one's
        app.board_turns = 0 if likes.board_as_camera else likes.board_turns

    @property
    def can_turn(self) -> bool:
        """Whether this game's board may be shown another way round."""
        return self._board.turnable

    def follow(self, session: AnySession) -> bool:
        """Turn the board as the camera sees it, where people want that; True where it was turned."""
        likes = self._app.preferences
        if not self.can_turn:
            return False
        now = self._app.board_turns
        return self._show(session.camera_turns(now) if likes.board_as_camera else likes.board_turns)

    def turn(self) -> None:
        """A quarter turn clockwise; from now on the board lies so, whatever a camera sees."""
        wanted = (self._app.board_turns + 1) % 4
        self._app.prefer(board_as_camera=False, board_turns=wanted)
        self._show(wanted)

    def _show(self, turns: int) -> bool:
        if turns == self._app.board_turns:
            return False
        self._app.board_turns = turns
        self._board.fit()
        return True
