"""What a game's face offers the screens: how the game is drawn, read aloud in the ribbon, and played by touch.

The table screen knows no game by name; it asks the face.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.session import Proposal, TableView
from companion.widgets.board import Board
from games.game import Phrase
from games.record import Record, Step


@dataclass(frozen=True, slots=True)
class Remark:
    """Followers at hand, coins and the like: an icon and a few characters for the card of a player."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Amends:
    """One way to correct an action: what it would be instead (None takes it out), a picture and a few words."""

    index: int
    action: Any | None
    texture: Texture | None
    texture_corners: tuple[float, ...]
    words: Phrase | None = None


class TouchPlay(Protocol):
    """Playing a move by touch: holds the half-made move, stages it with the session, and offers a dock for it."""

    def tapped(self, thing: Any) -> bool:
        """A place on the board was tapped; True where that meant something."""

    def dock(self) -> Widget | None:
        """What docks under the board for the half-made move, or None."""

    def clear(self) -> None:
        """Forget the half-made move."""


class Face(Protocol):
    """One game's face."""

    def board(self) -> Board:
        """A fresh board widget."""

    def steps(self, view: TableView) -> tuple[tuple[Phrase, ...], int]:
        """The steps of a turn in words, and which one is due."""

    def count(self, view: TableView) -> Phrase:
        """The figure in the bar, such as the tiles left."""

    def remark(self, view: TableView, seat: int) -> Remark | None:
        """What the card of a player says beside the name."""

    def thumbnail(self, step: Step[Any, Any]) -> tuple[Texture, tuple[float, ...]] | None:
        """A picture of one action and its texture coordinates."""

    def option_picture(self, proposal: Proposal) -> Widget:
        """A picture of what a proposal would do, to choose from; what tells it from the others is circled."""

    def amends(self, record: Record[Any, Any, Any], thing: Any) -> tuple[Amends, ...]:
        """How a tapped piece can be corrected, physical neighbours first."""
