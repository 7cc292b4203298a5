"""What a game's face offers the screens: how the game is drawn, read aloud in the ribbon, and played by touch.

The table screen knows no game by name; it asks the face.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVarTuple, cast

from kivy.uix.widget import Widget

from companion.locale import is_message
from companion.session.views import ActionT, Proposal, StateT, TableSessionLike, TableView
from companion.titles.registry import game_named
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.dock import Dock
from games.any_game import AnyAction, AnyRecord, AnyState
from games.game import SEAT_COLOURS, Game, HasSeats, JsonValue, Phrase, Refusal, ScoreLine, Seat
from games.record import LineStep

ArgTs = TypeVarTuple("ArgTs")  # what something is done with

NOTHING_SETTLED: Mapping[str, int | str] = MappingProxyType({})
_TAKEN_OUT = Phrase("app.amend_out")
_OUR_HOUSE_RULE, _THEIR_HOUSE_RULE = Phrase("app.house_rule_default"), Phrase("app.house_rule_changed")


@dataclass(frozen=True, slots=True)
class CardRemark:
    """Followers at hand, coins and the like: an icon and a few characters for the card of a player."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class LeftInStock:
    """A kind of tile or card that has not come yet: its picture, and how many there are."""

    picture: Callable[[], Widget]
    count: int


@dataclass(frozen=True)  # with slots, Python 3.11 can't make one of a named kind of action: ``Amends[Action](...)``
class Amends(Generic[ActionT]):
    """One way to correct an action: its place in the record, what it would be instead (None takes it out), how to show
    that, and what its button says."""

    index: int
    action: ActionT | None
    picture: Callable[[], Widget]
    label: Phrase = _TAKEN_OUT


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that people settle before a game: the key of its option, what it is called, its default (a house rule of
    ours, marked so) and what else it may be. ``at_default`` and ``when_changed`` say what the value is then; a house
    rule, where they are left out."""

    key: str
    title: Phrase
    default: int | str
    allowed: Sequence[int | str]
    is_owners: bool = False  # the default is what the owner's box prints, no house rule of ours
    at_default: Phrase = _OUR_HOUSE_RULE
    when_changed: Phrase = _THEIR_HOUSE_RULE


def value_phrase(value: int | str) -> Phrase | int:
    """How a value of a setting is said."""
    return value if isinstance(value, int) else Phrase.of(f"app.value_{value}")


@dataclass(frozen=True, slots=True)
class Workshop:
    """A screen in which people correct what a game is played with before it begins: what its button says, the key of
    the screen and what it is opened with. ``is_of_the_box`` where it tells what an owner's box holds for good, not how
    one game is set up."""

    title: Phrase
    detail: Phrase
    screen: str
    wishes: Mapping[str, object]
    is_of_the_box: bool = True


class Attempt(Protocol):
    """Does something that the rules may refuse, and shows why; False where they did."""

    def __call__(self, do: Callable[[*ArgTs], object], *args: *ArgTs) -> bool:
        """Do it with these arguments."""


class TouchPlay(Protocol[StateT, ActionT]):
    """Playing a move by touch: holds the half-made move, stages it with the session, and offers a dock for it.

    ``resting`` is set while something else is docked: nothing is offered for tapping then.
    """

    resting: bool

    @property
    def busy(self) -> bool:
        """True while a move is half made."""

    def follow(self, view: TableView[StateT, ActionT]) -> None:
        """Take in a new view."""

    def open(self) -> None:
        """Begin a move without tapping a place first."""

    def tapped(self, thing: object) -> bool:
        """A place on the board was tapped; True where that meant something."""

    def dock(self) -> Dock | None:
        """What docks under the board for the half-made move, or None."""

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""

    def clear(self) -> None:
        """Forget the half-made move."""


class Face(ABC, Generic[StateT, ActionT]):
    """One game's face. What a game does not say here it does not have, and the screens do without."""

    lays_pieces = False  # a turn is laid, so it is laid again
    deeds = ""  # the messages of what its actions are begin with this
    kinds: ClassVar[
        Mapping[str, str]
    ] = {}  # reasons of points that people sum up together: the reason's message and the kind's

    def kind_of(self, reason: Phrase) -> Phrase:
        """Of which kind points are, such as "cities"; each reason is one of its own where the game sums none up."""
        return Phrase(self.kinds[reason.key]) if reason.key in self.kinds else reason

    # The table

    @abstractmethod
    def board(self) -> BoardWidget:
        """A fresh board widget."""

    def art_version(self) -> int:
        """Counts up whenever pictures that were handed out could be made anew and better."""
        return 0

    @abstractmethod
    def touch(
        self,
        board: BoardWidget,
        session: TableSessionLike[StateT, ActionT],
        attempt: Attempt,
        changed: Callable[[], None],
    ) -> TouchPlay[StateT, ActionT]:
        """Playing by touch on that board, which is one of :meth:`board`."""

    @abstractmethod
    def turn(self, view: TableView[StateT, ActionT]) -> int:
        """Which turn this is, from 1."""

    def counted(self, view: TableView[StateT, ActionT]) -> Phrase:
        """The same in words, as it is told wherever people read when something was."""
        return Phrase.of("app.turn_number", turn=self.turn(view))

    @abstractmethod
    def steps(self, view: TableView[StateT, ActionT]) -> tuple[tuple[Phrase, ...], int]:
        """The steps of a turn in words, and which one is due."""

    def rule(self, view: TableView[StateT, ActionT]) -> Phrase | None:
        """The rule of the step that is due, in our own words; None where nobody wrote it yet."""
        steps, due = self.steps(view)
        key = f"rules.{steps[due].key}" if 0 <= due < len(steps) else ""
        return Phrase.of(key) if key and is_message(key) else None

    def legend(self, view: TableView[StateT, ActionT]) -> Phrase | None:
        """What marks on the board mean that no print has; None where there are none."""
        return None

    def still_ours(self, view: TableView[StateT, ActionT]) -> int:
        """How much of what is played with is a default of ours: values, cards and pieces of a box that nobody has
        entered."""
        return 0

    @abstractmethod
    def count(self, view: TableView[StateT, ActionT]) -> Phrase:
        """The figure in the bar, such as the tiles left."""

    @abstractmethod
    def hint(self, view: TableView[StateT, ActionT]) -> Phrase:
        """What to do now, by touch or before the camera: "Lay a tile, then press your button or DONE."."""

    def occasion(self, view: TableView[StateT, ActionT]) -> Phrase | None:
        """What goes on where it is nobody's turn: "The rows are filled". None where it is somebody's."""
        return None

    @abstractmethod
    def begin(self) -> Phrase:
        """What the button says that begins a move by touch beside a camera."""

    def deed(self, view: TableView[StateT, ActionT], state: StateT, action: ActionT) -> Phrase | None:
        """What an action that is taken in this state is, in a word or two: "lay a tile". None where nobody said."""
        key = f"{self.deeds}.deed_{type(action).__name__.lower()}"
        return Phrase.of(key) if self.deeds and is_message(key) else None

    def deed_closely(self, view: TableView[StateT, ActionT], state: StateT, action: ActionT) -> Phrase | None:
        """The same with all that tells it from others that :meth:`deed` calls alike, such as what is turned up then."""
        return self.deed(view, state, action)

    def done(self, view: TableView[StateT, ActionT]) -> Phrase | None:
        """What the button DONE does while nothing is proposed; None where people have to say more first."""
        rules = cast(Game[HasSeats, StateT, ActionT], game_named(view.game_key))  # a face is asked about its own game
        closing = rules.closing(view.state) if view.active is not None else None
        return self.deed(view, view.state, closing) if closing is not None else None

    def gives_away(self, view: TableView[StateT, ActionT]) -> bool:
        """Whether DONE, while nothing is proposed, passes over what people mostly do here: it is quiet then."""
        return False

    def remark(self, view: TableView[StateT, ActionT], seat: int) -> CardRemark | None:
        """What the card of a player says beside the name."""
        return None

    def held(self, view: TableView[StateT, ActionT]) -> Sequence[ScoreLine]:
        """What stands on the table and would bring points if the game ended now, each with who holds it."""
        return ()

    def left(self, view: TableView[StateT, ActionT]) -> Sequence[LeftInStock]:
        """The kinds of tiles or cards that are still to come, as far as everybody may know."""
        return ()

    def meant(self, view: TableView[StateT, ActionT], thing: object) -> ActionT | None:
        """What a tap on this thing of its board asks for, legal or not; None where that can't be said."""
        return None

    def why_not(self, view: TableView[StateT, ActionT], thing: object) -> Phrase | None:
        """Why nothing comes of a tap on this thing, in the words of the rules; None where they have none for it."""
        action = self.meant(view, thing)
        rules = cast(Game[HasSeats, StateT, ActionT], game_named(view.game_key))
        try:
            if action is not None:
                rules.apply(view.state, action)
        except Refusal as refusal:
            return refusal.phrase
        return None

    # History

    def is_moment(self, step: LineStep[StateT, ActionT]) -> bool:
        """True for actions that have a picture of their own in the history; the others belong to the one before."""
        return True

    def belongs_to_turn(self, action: ActionT) -> bool:
        """True for actions that belong to a moment and are told after what began it: the follower after its tile."""
        return False

    @abstractmethod
    def moment(self, record: AnyRecord, index: int) -> Widget:
        """A picture of one action, where no photograph of it was kept."""

    # Choosing and correcting

    def as_shown(self, phrase: Phrase) -> Phrase:
        """A sentence about this game as it is true of the board as it is shown, turned perhaps."""
        return phrase

    def option_picture(
        self, view: TableView[StateT, ActionT], proposal: Proposal[ActionT], options: tuple[Proposal[ActionT], ...]
    ) -> Widget:
        """A picture of what a proposal would do, to choose from; what tells it from the others is circled."""
        board = self.board()
        board.interactive = False
        board.view = replace(view, proposal=proposal, choice=None, discrepancies=())
        return board

    def place_named(self, view: TableView[StateT, ActionT], place: str) -> Phrase | None:
        """A place in words; None where its notation says it."""
        return None

    def amends(self, record: AnyRecord, thing: object) -> tuple[Amends[ActionT], ...]:
        """How a tapped piece can be corrected, physical neighbours first."""
        return ()

    def removal(self, record: AnyRecord, thing: object) -> Amends[ActionT] | None:
        """Taking a tapped piece off the record."""
        return None

    def recorded(self, record: AnyRecord, index: int) -> Phrase | None:
        """What an action of the record put on the table, in a word: "Tile". None where nobody said."""
        step = record.line[index]
        key = f"{self.deeds}.thing_{type(step.action or record.action_at(index)).__name__.lower()}"
        return Phrase.of(key) if self.deeds and is_message(key) else None

    # Starting

    def colours(self) -> tuple[str, ...]:
        """Those of the pieces in the box, of which people choose theirs."""
        return SEAT_COLOURS

    def screen_of_pieces(self) -> tuple[str, Phrase] | None:
        """The screen on which people choose or learn the pieces that are played with, and what its button says."""
        return None

    def workshop(self) -> Workshop | None:
        """A screen in which people correct what the game is played with."""
        return None

    def reading(self) -> tuple[Workshop, ...]:
        """Further screens to look at before a game."""
        return ()

    def expansions(self) -> tuple[str, ...]:
        """Keys of the expansions that a new game can switch on."""
        return ()

    def settings(self) -> tuple[Setting, ...]:
        """Values that people settle before a game."""
        return ()

    def settled(self, setup: HasSeats) -> Mapping[str, int | str]:
        """What a set-up holds of :meth:`settings`, by key; a default may be left out."""
        return NOTHING_SETTLED

    def agreed(self, setup: HasSeats) -> tuple[Phrase, ...]:
        """What the people at this table settled otherwise than it would have been, for the result."""
        choices = self.settled(setup)
        return tuple(
            Phrase.of("app.agreed_on", what=one.title, value=value_phrase(choices[one.key]))
            for one in self.settings()
            if choices.get(one.key, one.default) != one.default
        )

    @abstractmethod
    def setup(
        self,
        seats: tuple[Seat, ...],
        expansions: tuple[str, ...],
        settled: Mapping[str, int | str] = NOTHING_SETTLED,
    ) -> Mapping[str, JsonValue]:
        """The set-up of a new game as plain data, with what was settled of :meth:`settings` by key."""

    # Playing once more

    def afresh(self, record: AnyRecord) -> Mapping[str, JsonValue]:
        """The set-up in which the same people play once more."""
        return record.game.setup_to_json(record.setup)

    def next_of_series(self, record: AnyRecord) -> Mapping[str, JsonValue] | None:
        """The set-up of the next game, where the game is played in series; None where it is not."""
        return None


AnyFace: TypeAlias = Face[AnyState, AnyAction]  # of whichever game is on the table
AnyTouchPlay: TypeAlias = TouchPlay[AnyState, AnyAction]
