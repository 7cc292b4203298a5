"""What moves for a moment when a turn counts: a piece settles, a figure walks, or goes home, and points fly to whoever
gets them. Nothing of it decides or hides anything, and with less motion none of it is there.

It is drawn above the whole table, for a figure goes from the board to the scores. Only a translation and a scale move,
so that a frame costs no drawing of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.event import EventDispatcher
from kivy.graphics import BorderImage, Canvas, Color, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.properties import ListProperty, NumericProperty

from companion.session.views import AnyView
from companion.ui.kit.base import look
from companion.ui.kit.boards.piece import BoardPiece, Marked, Pieces
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import letter_texture
from companion.ui.kit.theme import PLAYERS, rgba
from games.any_game import AnyState
from games.game import Event, ScoreLine

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

HELD = 1.22  # how much larger a piece is while a hand still holds it
HELD_LAST = 1.7  # the last one of a game
SMALL = 0.35  # a figure at home, against one on the board
MOST_FLIGHTS = 6  # at once: more would be a swarm
APART_S = 0.12  # one after another, s

Px = tuple[float, float]


class Moving(EventDispatcher):
    """Something drawn once that is moved and scaled about its middle; gone when it has arrived.

    Args:
        ground: the canvas that it is drawn on.
        draw: draws it where it begins.
        middle: its middle there, px.
    """

    moved = ListProperty((0.0, 0.0))
    size = NumericProperty(1.0)

    def __init__(self, ground: Canvas, draw: Callable[[], object], middle: Px, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._ground, self._canvas = ground, Canvas()
        with self._canvas:
            PushMatrix()
            self._translate = Translate(0, 0)
            self._scale = Scale(self.size, self.size, 1, origin=middle)
            draw()
            PopMatrix()
        self.fbind("moved", self._show)
        self.fbind("size", self._show)
        ground.add(self._canvas)

    def begin(self, animation: Animation, arrived: Callable[[], object]) -> None:
        """Move; ``arrived`` is called at the end."""

        def end(*_: object) -> None:
            self.leave()
            arrived()

        animation.bind(on_complete=end)
        animation.start(self)

    def leave(self) -> None:
        """Gone."""
        Animation.cancel_all(self)
        self._ground.remove(self._canvas)

    def _show(self, *_: object) -> None:
        self._translate.xy = self.moved
        self._scale.xyz = (self.size, self.size, 1)


class Life:
    """Follows the table and lets move what a turn has changed.

    Args:
        screen: the table's screen.
    """

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._events: tuple[Event, ...] = ()
        self._counted = False  # a turn has counted since the board was looked at last
        self._state: AnyState | None = None
        self._pieces: Pieces = {}
        self._moving: list[Moving] = []

    @property
    def moves(self) -> bool:
        """Whether anything moves just now."""
        return bool(self._moving)

    def hear(self, events: Sequence[Event]) -> None:
        """A turn counts. What was taken back, corrected or resumed is never told here."""
        self._events, self._counted = (*self._events, *events), True

    def follow(self, view: AnyView) -> None:
        """The board shows this view now."""
        if view.state is self._state and not self._counted:
            return
        board = self._screen.board
        before, self._pieces = self._pieces, dict(board.pieces())
        events, counted = self._events, self._counted
        first, self._state = self._state is None, view.state
        self._events, self._counted = (), False
        board.marked = self._laid_last(before, view) if counted and not first else []
        if not counted or first or look().motion.reduced:
            return
        self._let_pieces_move(before, view)
        lines = [event.line for event in events if event.line is not None and event.line.points]
        for number, line in enumerate(lines[-MOST_FLIGHTS:]):
            self._fly(line, view, number * APART_S)

    def _laid_last(self, before: Pieces, view: AnyView) -> list[Marked]:
        """What the last turn laid or moved."""
        record = self._screen.session.record
        doer = next((step.doer for step in reversed(record.line) if step.doer is not None), None)
        if doer is None or view.over:
            return []
        found = [
            Marked(piece.spot, piece.mark, doer)
            for key, piece in self._pieces.items()
            if piece.mark and (piece.seat in (None, doer)) and (key not in before or before[key].spot != piece.spot)
        ]
        return found[-MOST_FLIGHTS:]

    def end(self) -> None:
        """Everything stands still at once."""
        for one in tuple(self._moving):
            one.leave()
        self._moving.clear()
        self._screen.board.away = frozenset()

    # Pieces

    def _let_pieces_move(self, before: Pieces, view: AnyView) -> None:
        now = self._pieces
        moved = {key: before[key] for key in now if key in before and before[key].spot != now[key].spot}
        for key, piece in moved.items():
            self._walk(key, piece, now[key])
        for piece in [now[key] for key in now if key not in before][-MOST_FLIGHTS:]:
            self._settle(piece, last=view.over)
        for piece in [before[key] for key in before if key not in now and before[key].goes_home][-MOST_FLIGHTS:]:
            self._go_home(piece)

    def _settle(self, piece: BoardPiece, *, last: bool) -> None:
        """It lies in a hand for a moment, and then on the table."""
        if not self._in_sight(piece):
            return
        one = self._draw(piece)
        one.size = HELD_LAST if last else HELD
        self._start(one, Animation(size=1.0, duration=self._seconds(2.5 if last else 1.0), t="out_cubic"))

    def _walk(self, key: Hashable, piece: BoardPiece, goal: BoardPiece) -> None:
        """From where it stood to where it stands, which stays free meanwhile."""
        if not self._in_sight(goal):
            return
        board = self._screen.board
        board.away = board.away | {key}
        one = self._draw(goal)
        start, end = board.to_px(*piece.spot), board.to_px(*goal.spot)
        one.moved = (start[0] - end[0], start[1] - end[1])
        to = Animation(moved=(0.0, 0.0), duration=self._seconds(2.0), t="in_out_cubic")
        self._start(one, to, lambda: setattr(board, "away", board.away - {key}))

    def _go_home(self, piece: BoardPiece) -> None:
        """To its owner's scores, where its kind is counted."""
        if piece.seat is None or not self._in_sight(piece):
            return
        start, home = self._screen.board.to_px(*piece.spot), self._home(piece.seat)
        one = self._draw(piece)
        goal = (home[0] - start[0], home[1] - start[1])
        self._start(one, Animation(moved=goal, size=SMALL, duration=self._seconds(3.0), t="in_out_cubic"))

    def _draw(self, piece: BoardPiece) -> Moving:
        board = self._screen.board
        return Moving(self._screen.canvas.after, piece.draw, board.to_px(*piece.spot))

    def _in_sight(self, piece: BoardPiece) -> bool:
        board = self._screen.board
        return bool(board.interactive and board.collide_point(*board.to_px(*piece.spot)))

    # Points

    def _fly(self, line: ScoreLine, view: AnyView, wait_s: float) -> None:
        """A few points from what they are for to whoever gets them."""
        start, home = self._place_of(line), self._home(line.player)
        draw = partial(_draw_points, f"{line.points:+d}".replace("-", "−"), view.seats[line.player].colour, start)
        one = Moving(self._screen.canvas.after, draw, start, size=0.0)
        goal = (home[0] - start[0], home[1] - start[1])
        rise = Animation(size=1.0, duration=self._seconds(1.0), t="out_cubic")
        go = Animation(moved=goal, size=0.8, duration=self._seconds(3.0), t="in_out_cubic")
        wait = Animation(duration=wait_s) if wait_s else None
        self._start(one, wait + rise + go if wait is not None else rise + go)

    def _place_of(self, line: ScoreLine) -> Px:
        """The middle of what a score is about, px; that of the board where it lies nowhere on it, or out of sight."""
        board = self._screen.board
        spots = [spot for place in line.places if (spot := board.spot_of_place(place)) is not None]
        if spots:
            middle = [sum(parts) / len(spots) for parts in zip(*spots, strict=True)]
            at = board.to_px(*middle)
            if board.collide_point(*at):
                return float(at[0]), float(at[1])
        return float(board.center_x), float(board.center_y)

    def _home(self, seat: int) -> Px:
        """The middle of a player's scores, px."""
        card = self._screen.rail.cards[seat]
        x, y = card.to_window(*card.center)
        return float(x), float(y)

    # Moving

    def _seconds(self, share: float) -> float:
        return share * look().motion.piece / 1000

    def _start(self, one: Moving, animation: Animation, arrived: Callable[[], object] = lambda: None) -> None:
        def end() -> None:
            if one in self._moving:
                self._moving.remove(one)
            arrived()

        self._moving.append(one)
        one.begin(animation, end)


def _draw_points(text: str, colour: str, middle: Px) -> None:
    """Points in their owner's colour, about a point of the window."""
    the, paint = look(), PLAYERS[colour]
    letters = letter_texture(text, the.type_px("ribbon"), "LatoBlack")
    high = round(the.px(52 if the.compact else 64))
    wide = max(high, letters.width + high // 2)
    pos, radius = (middle[0] - wide / 2, middle[1] - high / 2), high // 2 - 1
    border = masks.rounded_border(radius)
    Color(*rgba(paint.fill))
    BorderImage(pos=pos, size=(wide, high), border=border, texture=masks.rounded(radius))
    Color(*the.colour("text"))
    BorderImage(pos=pos, size=(wide, high), border=border, texture=masks.rounded_line(radius, the.px(2)))
    Color(*rgba(paint.letter))
    Rectangle(
        pos=(round(middle[0] - letters.width / 2), round(middle[1] - letters.height / 2)),
        size=letters.size,
        texture=letters,
    )
