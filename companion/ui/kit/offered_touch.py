"""Playing by touch for any game: what may be done now as big buttons in a tree, narrowed down by tapping a place.

The face says what there is to do (:class:`Offer`); this says nothing about any game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.views import ActionT, StateT, TableSessionLike, TableView
from companion.ui.kit.base import Words, look, words
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.face import Attempt
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.scrolled import scrolled
from games.game import Phrase

PICTURE_DP = 56  # how wide a button's picture is
READ_DP, READ_DP_COMPACT = 148, 112  # how high a button is whose picture has to be read
BUTTON_DP = 230  # the least width of a button that holds words; they wrap and never shrink


ActionT_co = TypeVar("ActionT_co", covariant=True)


class HalfMade:
    """A step of a move that is no action of the rules yet, such as the first city of a route: the touch play of its
    own game knows what to do with it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Offer(Generic[ActionT_co]):
    """Something that may be done now.

    Attributes:
        label: what its button says.
        action: what is done, or a step towards it.
        path: under which headings it stands, outermost first; empty at the top.
        brings: what it costs and earns, in a second line.
        places: where on the board it can be tapped, in the game's notation.
        staged: it becomes the ghost and DONE commits; else the tap is the commit (undo takes it back).
        hidden: no camera can see it, so it is offered beside a camera too.
        picture: makes a small picture for its button.
        heads: makes a small picture for each heading of its path, None for one without.
        read: what its picture shows has to be read, so it is a large one.
    """

    label: Phrase
    action: ActionT_co | HalfMade
    path: tuple[Phrase, ...] = ()
    brings: Phrase | None = None
    places: tuple[str, ...] = ()
    staged: bool = False
    hidden: bool = False
    picture: Callable[[], Widget] | None = None
    heads: tuple[Callable[[], Widget] | None, ...] = ()
    read: bool = False


Offers: TypeAlias = Callable[[TableView[StateT, ActionT]], tuple[Offer[ActionT], ...]]


class OfferedTouch(Generic[StateT, ActionT]):
    """See :class:`companion.ui.kit.face.TouchPlay`.

    Places are told to the board as ``open_places``; a tapped thing is a place in the game's notation, or has one as
    its ``place``.

    Args:
        board: where places are shown.
        session: where the move is staged or played.
        attempt: does something that the rules may refuse, and shows why.
        changed: called when the dock has to be shown anew.
        offers: what may be done in a view.
        asks: what the dock asks, in a view: "Which card do you take?"
    """

    def __init__(
        self,
        board: BoardWidget,
        session: TableSessionLike[StateT, ActionT],
        attempt: Attempt,
        changed: Callable[[], None],
        offers: Offers[StateT, ActionT],
        asks: Callable[[TableView[StateT, ActionT]], Phrase],
    ) -> None:
        self._board = board
        self._session = session
        self._attempt = attempt
        self._changed = changed
        self._offers_of = offers
        self._asks_of = asks
        self._state: StateT | None = None
        self._offers: tuple[Offer[ActionT], ...] = ()
        self._path: tuple[Phrase, ...] = ()
        self._place: str | None = None
        self._chosen: Offer[ActionT] | None = None
        self._shut = False  # people closed the dock of this state
        self.opened = False
        self.resting = False
        self.follow(session.view)

    # What there is

    def follow(self, view: TableView[StateT, ActionT]) -> None:
        """Take in a new view: what was begun on another state is forgotten."""
        if view.state is not self._state:
            self._state = view.state
            self._offers = self._offers_of(view) if view.active is not None else ()
            self._path, self._place, self._chosen = (), None, None
            self._shut = False
            if not self._offers:
                self.opened = False
        free = view.active is not None and view.choice is None and not self.resting
        self._board.open_places = sorted({place for one in self._due(view) for place in one.places}) if free else []

    def _due(self, view: TableView[StateT, ActionT]) -> tuple[Offer[ActionT], ...]:
        """What people have to tap: everything where nobody watches, else what no camera can see."""
        if view.attention is None or self.opened:
            return self._offers
        return tuple(one for one in self._offers if one.hidden)

    def _shown(self) -> tuple[Offer[ActionT], ...]:
        """The offers of this place and under this heading."""
        due = self._due(self._session.view)
        if self._place is not None:
            due = tuple(one for one in self._offers if self._place in one.places)
        depth = len(self._path)
        return tuple(one for one in due if one.path[:depth] == self._path)

    @property
    def busy(self) -> bool:
        """True while there is something to tap, unless people put it away."""
        view = self._session.view
        if view.active is None or self._shut:
            return False
        return self.opened or self._place is not None or self._chosen is not None or bool(self._due(view))

    # What people do

    def open(self) -> None:
        """Offer everything, also what the camera would see."""
        self.opened, self._shut = True, False
        self._show()

    def clear(self) -> None:
        """One step back; at the top, put the dock away."""
        if self._chosen is not None:
            self._chosen = None
            self._attempt(self._session.stage, ())
        elif self._place is not None:
            self._place = None
        elif self._path:
            self._path = self._path[:-1]
        else:
            self.opened, self._shut = False, True
        self._show()

    def tapped(self, thing: object) -> bool:
        """A place on the board was tapped: what can be done there; tapped once more, what can be done at all."""
        place = thing if isinstance(thing, str) else getattr(thing, "place", None)
        there = tuple(one for one in self._offers if place in one.places)
        if not there:
            return False
        self._shut, self._path = False, ()
        if len(there) == 1:
            self._take(there[0])
        else:
            self._place = place if place != self._place else None
            self._show()
        return True

    def _take(self, offer: Offer[ActionT]) -> None:
        action = offer.action
        if isinstance(action, HalfMade):
            raise TypeError(f"nobody deals with {action}")
        if not offer.staged:
            self._attempt(self._play, action)
        elif self._attempt(self._session.stage, (action,)):
            self._chosen = offer
        self._show()

    def _play(self, *actions: ActionT) -> None:
        """These were done: at once, or after the press that waits. Raises :class:`games.game.Refusal`."""
        take = self._session.tell if self._session.keeps_taps else self._session.play
        for action in actions:
            take(action)

    def _enter(self, heading: Phrase) -> None:
        self._path = (*self._path, heading)
        self._show()

    def _show(self) -> None:
        self.follow(self._session.view)
        self._changed()

    # The dock

    def dock_key(self) -> tuple[object, ...]:
        """Changes whenever the dock would look different."""
        return (id(self._state), self._path, self._place, self._chosen, self.busy, self.opened)

    def dock(self) -> Dock | None:
        """Headings and offers as buttons."""
        if not self.busy:
            return None
        shown = self._shown()
        dock = Dock()
        dock.add_widget(title_row(self._question(), self.clear if self._can_go_back() else None))
        buttons = _entries(shown, len(self._path))
        the, taps = look(), list[GrownTap]()
        for entry in buttons:
            if isinstance(entry, Offer):
                button: GrownTap = OfferTap(entry, chosen=entry == self._chosen)
                button.bind(on_release=lambda _, offer=entry: self._take(offer))
            else:
                heading, count = entry
                button = HeadingTap(heading, count, _above(shown, heading, len(self._path)))
                button.bind(on_release=lambda _, heading=heading: self._enter(heading))
            taps.append(button)
        longest = max((tap.width_for_longest_word() for tap in taps), default=0.0)  # told no smaller than at 100 %
        grid = grown_grid(max(the.px(BUTTON_DP) * the.text_scale, longest / the.text_scale))
        for tap in taps:
            grid.add_widget(tap)
        dock.add_widget(scrolled(grid))
        return dock

    def _question(self) -> str:
        if self._path:
            return say(self._path[-1], look().language)
        return say(self._asks_of(self._session.view), look().language)

    def _can_go_back(self) -> bool:
        watched = self._session.view.attention is not None
        return watched or self.opened or bool(self._path) or self._place is not None or self._chosen is not None


class OfferTap(GrownTap):
    """One thing to do, with what it brings below; chosen while it is the ghost."""

    def __init__(self, offer: Offer[object], *, chosen: bool, **kwargs: object) -> None:
        self.offer = offer
        the = look()
        super().__init__(
            least_dp=_read_dp() if offer.read else _least_dp(), kind="chosen" if chosen else "raised", **kwargs
        )
        if offer.picture is not None:
            _put_picture(self, offer.picture, dp=0.68 * _read_dp() if offer.read else PICTURE_DP)
        ink = the.colour("on_primary" if chosen else "text")
        self.say(say(offer.label, the.language), role="label", weight="bold", tint=ink)
        if offer.brings is not None:
            second = the.colour("on_primary") if chosen else the.colour("text2")
            self.say(say(offer.brings, the.language), role="least", tint=second)


class HeadingTap(GrownTap):
    """A heading with more below it."""

    def __init__(
        self, heading: Phrase, count: int, picture: Callable[[], Widget] | None = None, **kwargs: object
    ) -> None:
        the = look()
        self.heading = heading
        super().__init__(least_dp=_least_dp(), **kwargs)
        if picture is not None:
            _put_picture(self, picture)
        self.say(say(heading, the.language), role="label", weight="bold")
        number = Words(text=words("app.so_many", number=count), role="least", ink="text2", fit="free")
        number.pos_hint = {"center_y": 0.5}
        self.put_after(number)


def _read_dp() -> float:
    return READ_DP_COMPACT if look().compact else READ_DP


def _least_dp() -> float:
    return 56 if look().compact else 76


def _put_picture(tap: GrownTap, make: Callable[[], Widget], dp: float = PICTURE_DP) -> None:
    picture = make()
    picture.size_hint, picture.width = (None, 1), look().px(dp)
    tap.put_before(picture)


def _above(offers: tuple[Offer[object], ...], heading: Phrase, depth: int) -> Callable[[], Widget] | None:
    """The picture of a heading: what one of the offers below it has for it."""
    below = (one for one in offers if len(one.heads) > depth and one.path[depth] == heading)
    return next((one.heads[depth] for one in below if one.heads[depth] is not None), None)


def _entries(offers: tuple[Offer[ActionT], ...], depth: int) -> list[Offer[ActionT] | tuple[Phrase, int]]:
    """Offers that stand here, and headings with how many they hold, in the order of the offers. A heading with a
    single offer below is that offer."""
    below: dict[Phrase, int] = {}
    for one in offers:
        if len(one.path) > depth:
            below[one.path[depth]] = below.get(one.path[depth], 0) + 1
    found: list[Offer[ActionT] | tuple[Phrase, int]] = []
    standing: set[Phrase] = set()
    for one in offers:
        heading = one.path[depth] if len(one.path) > depth else None
        if heading is None or below[heading] == 1:
            found.append(one)
        elif heading not in standing:
            standing.add(heading)
            found.append((heading, below[heading]))
    return found
