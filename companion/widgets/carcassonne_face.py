"""Carcassonne's face: how the game is drawn, told and played by touch."""

from __future__ import annotations

from typing import Any

from kivy.graphics.texture import Texture

from companion.session import TableView
from companion.widgets.carcassonne_board import CarcassonneBoard
from companion.widgets.face import Remark
from companion.widgets.tile_art import corners, tile_texture
from games.carcassonne.actions import Lay
from games.game import Phrase

THUMBNAIL_PX = 160


class CarcassonneFace:
    """See :class:`companion.widgets.face.Face`."""

    def board(self) -> CarcassonneBoard:
        """A fresh map."""
        return CarcassonneBoard()

    def steps(self, view: TableView) -> tuple[tuple[Phrase, ...], int]:
        """Lay, follower, score; the follower is due once the tile lies."""
        names = ("lay", "follower", "score")
        due = 1 if view.state.step == "follower" else 0
        if view.proposal is not None and any(isinstance(action, Lay) for action in view.proposal.actions):
            due = 1
        return tuple(Phrase.of(f"app.step_{name}") for name in names), due

    def count(self, view: TableView) -> Phrase:
        """Tiles left in the bag."""
        return Phrase.of("app.tiles_left", tiles=sum(view.state.bag.values()))

    def turn(self, view: TableView) -> int:
        """Which turn this is, from 1."""
        return len(view.state.board.laid) + len(view.state.discarded)

    def remark(self, view: TableView, seat: int) -> Remark | None:
        """Followers at hand."""
        return Remark("figure", str(sum(view.state.supply[seat].values())))

    def thumbnail(self, step: Any) -> tuple[Texture, tuple[float, ...]] | None:
        """The tile that was laid."""
        if not isinstance(step.action, Lay):
            return None
        return tile_texture(step.action.tile, THUMBNAIL_PX), corners(step.action.turns)
