"""What a game's face offers the screens: how the game is drawn, read aloud in the ribbon, and played by touch.

The table screen knows no game by name; it asks the face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kivy.uix.widget import Widget

from companion.session.views import Proposal, TableSessionLike, TableView
from companion.ui.kit.board import Board
from companion.ui.kit.dock import Dock
from games.game import JsonValue, Phrase, Seat
from games.record import Record, Step

_OUR_HOUSE_RULE, _THEIR_HOUSE_RULE = Phrase("app.house_rule_default"), Phrase("app.house_rule_changed")


@dataclass(frozen=True, slots=True)
class Remark:
    """Followers at hand, coins and the like: an icon and a few characters for the card of a player."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Amends:
    """One way to correct an action: its place in the record, what it would be instead (None takes it out), and how to
    show that."""

    index: int
    action: Any | None
    picture: Callable[[], Widget]


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that people settle before a game: the key of its option, what it is called, its default (a house rule of
    ours, marked so) and what else it may be. A face that has some tells them in ``settings()`` and takes what was
    settled as the third argument of ``setup``. ``at_default`` and ``when_changed`` say what the value is then; a house
    rule, where they are left out."""

    key: str
    title: Phrase
    default: int | str
    allowed: Sequence[int | str]
    is_owners: bool = False  # the default is what the owner's box prints, no house rule of ours
    at_default: Phrase = _OUR_HOUSE_RULE
    when_changed: Phrase = _THEIR_HOUSE_RULE


@dataclass(frozen=True, slots=True)
class Workshop:
    """A screen in which people correct what a game is played with before it begins: what its button says, the key of
    the screen and what it is opened with. A face that has one tells it in ``workshop()``."""

    title: Phrase
    detail: Phrase
    screen: str
    wishes: Mapping[str, Any]


class TouchPlay(Protocol):
    """Playing a move by touch: holds the half-made move, stages it with the session, and offers a dock for it.

    ``resting`` is set while something else is docked: nothing is offered for tapping then.
    """

    resting: bool

    @property
    def busy(self) -> bool:
        """True while a move is half made."""

    def follow(self, view: TableView) -> None:
        """Take in a new view."""

    def open(self) -> None:
        """Begin a move without tapping a place first."""

    def tapped(self, thing: Any) -> bool:
        """A place on the board was tapped; True where that meant something."""

    def dock(self) -> Dock | None:
        """What docks under the board for the half-made move, or None."""

    def dock_key(self) -> tuple[Any, ...]:
        """Changes whenever the dock would look different."""

    def clear(self) -> None:
        """Forget the half-made move."""


class Face(Protocol):
    """One game's face."""

    def board(self) -> Board:
        """A fresh board widget."""

    def art_version(self) -> int:
        """Counts up whenever pictures that were handed out could be made anew and better."""

    def touch(
        self,
        board: Board,
        session: TableSessionLike,
        attempt: Callable[..., bool],
        changed: Callable[[], None],
    ) -> TouchPlay:
        """Playing by touch on that board."""

    def turn(self, view: TableView) -> int:
        """Which turn this is, from 1."""

    def steps(self, view: TableView) -> tuple[tuple[Phrase, ...], int]:
        """The steps of a turn in words, and which one is due."""

    def count(self, view: TableView) -> Phrase:
        """The figure in the bar, such as the tiles left."""

    def hint(self, view: TableView) -> Phrase:
        """What to do now, by touch or before the camera: "Lay a tile, then press your button or DONE."."""

    def begin(self) -> Phrase:
        """What the button says that begins a move by touch beside a camera."""

    def remark(self, view: TableView, seat: int) -> Remark | None:
        """What the card of a player says beside the name."""

    def is_moment(self, step: Step[Any, Any]) -> bool:
        """True for actions that have a picture of their own in the history; the others belong to the one before."""

    def moment(self, record: Record[Any, Any, Any], index: int) -> Widget:
        """A picture of one action, where no photograph of it was kept."""

    def option_picture(self, view: TableView, proposal: Proposal, options: tuple[Proposal, ...]) -> Widget:
        """A picture of what a proposal would do, to choose from; what tells it from the others is circled."""

    def amends(self, record: Record[Any, Any, Any], thing: Any) -> tuple[Amends, ...]:
        """How a tapped piece can be corrected, physical neighbours first."""

    def removal(self, record: Record[Any, Any, Any], thing: Any) -> Amends | None:
        """Taking a tapped piece off the record."""

    def anchor(self, thing: Any) -> tuple[float, float]:
        """The middle of a tapped thing, in world units of the board."""

    def expansions(self) -> tuple[str, ...]:
        """Keys of the expansions that a new game can switch on."""

    def setup(self, seats: tuple[Seat, ...], expansions: tuple[str, ...]) -> Mapping[str, JsonValue]:
        """The set-up of a new game as plain data."""
