"""Istanbul on the screen: the layout with everybody on it, what each track asks and gives now, and everybody's
wheelbarrow beside it.

World: x right, y down; a place is 1 high and as wide as it is printed. Places that the merchant can reach are bright,
with what it costs to stand there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.properties import ListProperty

from companion.ui.istanbul.pictures import ASPECT, COIN_INK, GEM_INK, GOODS_INK, place_texture
from companion.ui.istanbul.wheelbarrows import draw_wheelbarrow
from companion.ui.kit.base import look
from companion.ui.kit.boards.board_strokes import StrokesBoard
from companion.ui.kit.boards.piece import BoardPiece, Pieces, Spot
from companion.ui.kit.boards.turning import Extent
from companion.ui.kit.pictures.die_faces import draw_die
from companion.ui.kit.pictures.question_mark import draw_question
from companion.ui.kit.theme import PLAYERS, Rgba, rgba
from games.istanbul.actions import Action
from games.istanbul.expansions.letters import KEY as LETTERS
from games.istanbul.expansions.letters import own_state
from games.istanbul.layout import FOUNTAIN
from games.istanbul.moment import Step
from games.istanbul.places import mail_income, palace_cost
from games.istanbul.rulebook import Rulebook
from games.istanbul.rules import playing
from games.istanbul.standing import NEUTRAL, StandingPieces, standing
from games.istanbul.state import State
from games.istanbul.turn import fees, targets

WIDE, GAP = 1 / ASPECT, 0.04
PANEL = 2.95  # width of a wheelbarrow
PANEL_BELOW = 1.18  # height of a row of them below the layout
MOST_HIGH = 1.36  # of one beside it: few players leave room for tracks below
_FIGURES = {
    "governor": ("#7A2C96", "G"),
    "smuggler": ("#E8701E", "S"),
    "courier": ("#2AA8AC", "C"),
    "coffee trader": ("#5C3A24", "T"),
}
_ORDER = ("merchant", "assistant", "family member", "companion", *_FIGURES)


class IstanbulBoard(StrokesBoard):
    """The layout and the wheelbarrows.

    Attributes:
        letters: badge letters by seat index.
    """

    letters = ListProperty()
    most_cell_dp = 190.0
    least_cell_dp = 20.0
    foot_dp = 300.0
    with_panel = True

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("letters", self.refresh)

    # What there is

    @property
    def state(self) -> State:
        """What is shown."""
        state: State = self.view.state
        return state

    @property
    def book(self) -> Rulebook:
        """Its rules."""
        return playing(self.state.setup).rulebook(self.state.setup)

    def corner(self, place: int) -> tuple[float, float]:
        """Upper left corner of a place."""
        row, column = self.book.at[place]
        return column * (WIDE + GAP), row * (1 + GAP)

    @property
    def layout_size(self) -> tuple[float, float]:
        """Width and height of the layout."""
        rows, columns = len(self.book.layout), len(self.book.layout[0])
        return columns * (WIDE + GAP) - GAP, rows * (1 + GAP) - GAP

    def extent(self) -> Extent:
        """The layout, and everybody's wheelbarrow."""
        return self.extents()[self.arrangement]

    def extents(self) -> tuple[Extent, ...]:
        """Wheelbarrows beside the layout, or two in a row below it."""
        if self.view is None:
            return ((0.0, 0.0, 8.0, 4.0),) * 2
        wide, high = self.layout_size
        left, top, right, bottom = -0.06, -0.06, wide + 0.06, high + 0.06
        if not self.with_panel:
            return ((left, top, right, bottom),) * 2
        rows = -(-len(self.state.players) // 2)
        over = max(0.0, 2 * PANEL + 0.08 - wide) / 2
        below = (left - over, top, right + over, bottom + 0.08 + rows * PANEL_BELOW)
        return (left, top, right + 0.14 + PANEL, bottom), below

    def _panel_at(self, seat: int) -> tuple[float, float, float, float]:
        """Where a player's wheelbarrow stands: left, top, width, height."""
        wide, high = self.layout_size
        if self.arrangement == 0:
            each = min(MOST_HIGH, high / len(self.state.players))
            return wide + 0.14, seat * each, PANEL, each - 0.06
        left = (wide - 2 * PANEL - 0.08) / 2
        return left + (seat % 2) * (PANEL + 0.08), high + 0.14 + (seat // 2) * PANEL_BELOW, PANEL, PANEL_BELOW - 0.08

    def thing_at(self, x: float, y: float) -> str | None:
        """The number of the place under a finger."""
        for place in self.book.at:
            left, top = self.corner(place)
            if left <= x <= left + WIDE and top <= y <= top + 1:
                return str(place)
        return None

    # Drawing

    def draw(self) -> None:
        """Everything, from the ground up."""
        state, book = self.state, self.book
        reach = self._reachable()
        pieces = standing(state)
        for place in book.at:
            self._draw_place(place, dim=bool(reach) and place not in reach)
        for place in book.at:
            self._draw_tracks(place)
            self._draw_letters(place)
            self._draw_pieces([piece for piece in pieces if piece.place == place])
        self._draw_rolled()
        for place in reach:
            self._draw_reach(place)
        self._draw_lit()
        self._draw_ghost()
        if self.with_panel:
            for seat in range(len(state.players)):
                left, top, wide, high = self._panel_at(seat)
                draw_wheelbarrow(self, state, book, seat, (left, top), (wide, high))

    def _reachable(self) -> tuple[int, ...]:
        """Where the merchant may go now; nothing where nobody moves."""
        state = self.state
        if self.view.over or state.asks or state.step is not Step.MOVE or not self.interactive:
            return ()
        return tuple(targets(self.book, state))

    def _draw_place(self, place: int, *, dim: bool) -> None:
        x, y = self.corner(place)
        wide = round(WIDE * self.cell)
        if wide < 8:
            return
        px, py = self.to_px(x, y + 1)
        Color(1, 1, 1, 0.4 if dim else 1.0)
        Rectangle(pos=(px, py), size=(wide, self.cell), texture=place_texture(place, wide))

    def _draw_reach(self, place: int) -> None:
        """A ring, and what it costs to act there or why the turn would end."""
        the, state = look(), self.state
        x, y = self.corner(place)
        self.ring(x - 0.03, y - 0.03, WIDE + 0.06, 1.06, 0.035, the.colour("text"))
        due = fees(self.book, state, place)
        helpless = place != FOUNTAIN and place not in state.mover.out and not state.mover.stack
        if helpless or due > state.mover.lira:
            self._tag("×" if helpless else f"−{due}", x + WIDE, y + 1, the.colour("bad"))
        elif due:
            self._tag(f"−{due}", x + WIDE, y + 1, the.colour("warn"))

    def _tag(self, text: str, x: float, y: float, ink: Rgba) -> None:
        self.box(x - 0.4, y - 0.3, 0.38, 0.28, 0.08, look().colour("bg", 0.92))
        self.number(text, x - 0.21, y - 0.16, 0.24, ink)

    # Tracks

    def _draw_tracks(self, place: int) -> None:
        """What the place asks and gives just now, in a strip along its upper edge."""
        marks = self._marks(place)
        if not marks:
            return
        x, y = self.corner(place)
        widths = [0.2 if len(text) > 1 else 0.15 for _, text in marks]
        squeezed = min(1.0, (WIDE - 0.42) / sum(widths))
        room = squeezed * sum(widths) + 0.06
        left = x + WIDE - 0.04 - room
        self.box(left, y + 0.04, room, 0.23, 0.07, look().colour("bg", 0.88))
        left += 0.03
        for (kind, text), wide in zip(marks, widths, strict=True):
            self._mark(kind, text, left + squeezed * wide / 2, y + 0.155, squeezed)
            left += squeezed * wide

    def _mark(self, kind: str, text: str, x: float, y: float, squeezed: float) -> None:
        """One of them, as wide as is left to it where many stand beside each other."""
        the = look()
        if kind == "gem":
            self.shape("gem", x, y, 0.15 * squeezed, GEM_INK)
        elif kind == "lira":
            self.disc(x, y, (0.09 if len(text) > 1 else 0.07) * squeezed, COIN_INK)
        elif kind == "text":
            self.number(text, x, y, 0.17, the.colour("text"))
            return
        else:
            wide = 0.12 * squeezed
            self.box(x - wide / 2, y - 0.065, wide, 0.13, 0.025, GOODS_INK[kind])
        if text:
            dark = kind in ("yellow", "any", "lira")
            self.number(text, x, y, 0.12, rgba("#17130F") if dark else rgba("#F7F0E4"))

    def _marks(self, place: int) -> list[tuple[str, str]]:
        state, book = self.state, self.book
        marks: list[tuple[str, str]] = []
        if place == 5:
            marks = [("lira", str(v)) if isinstance(v, int) else (v, "") for v in mail_income(book, state)]
        elif place in (10, 11) and state.demand[place][0]:
            tile = state.demand[place][0]
            marks = [(good, n) for good, n in zip(book.goods, tile, strict=True) if n != "0"]
        elif place == 13 and state.rubies.get(13):
            fixed, free = palace_cost(book, state)
            marks = [(good, str(fixed[good])) for good in book.goods if fixed[good]]
            marks += [("any", str(free))] if free else []
        elif place == 16 and state.rubies.get(16):
            marks = [("lira", str(book.price(state, 16)))]
        elif place in (14, 15):
            colours = book.facts["mosque_colours"][str(place)]
            marks = [(colour, str(state.mosque[colour][0])) for colour in colours if state.mosque[colour]]
        if state.rubies.get(place) and place:
            marks += [("gem", ""), ("text", str(state.rubies[place]))]
        return marks

    def _draw_letters(self, place: int) -> None:
        """Letters that wait to be brought here, each in its owner's colour."""
        state = self.state
        if LETTERS not in state.own:
            return
        x, y = self.corner(place)
        waiting = [
            seat
            for seat, own in enumerate(own_state(state).players)
            for number, done in own.letters
            if number == place and not done
        ]
        for index, seat in enumerate(waiting[:5]):
            fill = PLAYERS[self.view.seats[seat].colour].fill
            at = (x + 0.12 + 0.19 * index, y + 0.36)
            self.shape("letter", *at, 0.2, look().colour("bg"))
            self.shape("letter", *at, 0.16, rgba(fill))

    # People

    def pieces(self) -> Pieces:
        """Everybody of whom there is one: these walk."""
        pieces = standing(self.state)
        found: dict[Hashable, BoardPiece] = {}
        for place in self.book.at:
            for piece, stack, spot in self._spread([one for one in pieces if one.place == place]):
                if piece.kind != "assistant" and piece.colour != NEUTRAL:
                    draw = partial(self._draw_piece, piece, stack, *spot)
                    owner = next((n for n, seat in enumerate(self.view.seats) if seat.colour == piece.colour), None)
                    mark = 0.44 if piece.kind == "merchant" else 0.0
                    found[piece.kind, piece.colour] = BoardPiece(spot, draw, owner, mark=mark)
        return found

    def spot_of_place(self, place: str) -> Spot | None:
        """The middle of a place."""
        if not place.isdecimal() or int(place) not in self.book.at:
            return None
        x, y = self.corner(int(place))
        return x + WIDE / 2, y + 0.5

    def _draw_pieces(self, pieces: list[StandingPieces]) -> None:
        for piece, stack, (x, y) in self._spread(pieces):
            if (piece.kind, piece.colour) not in self.away:
                self._draw_piece(piece, stack, x, y)

    def _spread(self, pieces: list[StandingPieces]) -> Iterator[tuple[StandingPieces, int, Spot]]:
        """Whoever stands on one place, each with the assistants below it and where its middle is."""
        if not pieces:
            return
        x, y = self.corner(pieces[0].place)
        merchants = {piece.colour for piece in pieces if piece.kind == "merchant"}
        stacks = {piece.colour: piece.count for piece in pieces if piece.kind == "assistant"}
        shown = [piece for piece in pieces if piece.kind != "assistant" or piece.colour not in merchants]
        shown.sort(key=lambda piece: (_ORDER.index(piece.kind), piece.colour))
        single = [one for piece in shown for one in [piece] * (piece.count if piece.kind == "merchant" else 1)]
        rows = [single[:4], single[4:8], single[8:]] if len(single) > 4 else [single]
        for number, row in enumerate(rows):
            high = y + 0.8 - 0.34 * (len([r for r in rows if r]) - 1 - number) if len(rows) > 1 else y + 0.74
            step = min(0.34, (WIDE - 0.1) / max(1, len(row)))
            first = x + WIDE / 2 - step * (len(row) - 1) / 2
            for index, piece in enumerate(row):
                yield piece, stacks.get(piece.colour, 0), (first + step * index, high)

    def _draw_piece(self, piece: StandingPieces, stack: int, x: float, y: float) -> None:
        the = look()
        rim = the.colour("text")
        if piece.kind in _FIGURES:
            fill, letter = _FIGURES[piece.kind]
            self.box(x - 0.11, y - 0.16, 0.22, 0.32, 0.11, rim)
            self.box(x - 0.09, y - 0.14, 0.18, 0.28, 0.09, rgba(fill))
            self.number(letter, x, y, 0.17, rgba("#F7F0E4"))
            return
        if piece.colour == NEUTRAL:
            self.disc(x, y, 0.16, rgba("#D0B48C"), rim)
            return
        seat = next(index for index, seat in enumerate(self.view.seats) if seat.colour == piece.colour)
        paint = PLAYERS[piece.colour]
        letter = self.letters[seat] if self.letters else self.view.seats[seat].name[:1]
        match piece.kind:
            case "merchant":
                self.badge(piece.colour, letter, x, y, 0.36)
                if stack:
                    self.disc(x + 0.14, y + 0.13, 0.1, the.colour("bg", 0.95))
                    self.number(str(stack), x + 0.14, y + 0.13, 0.17, the.colour("text"))
            case "assistant":
                self.disc(x, y, 0.11, rgba(paint.fill), rim)
                if piece.count > 1:
                    self.number(str(piece.count), x, y, 0.16, rgba(paint.letter))
            case "companion":
                self.box(x - 0.12, y - 0.12, 0.24, 0.24, 0.03, rim)
                self.box(x - 0.1, y - 0.1, 0.2, 0.2, 0.02, rgba(paint.fill))
                self.box(x - 0.045, y - 0.045, 0.09, 0.09, 0.01, rgba("#F7F0E4"))
            case _:
                self.icon("figure", x, y, 0.36, rim)
                self.icon("figure", x, y, 0.29, rgba(paint.fill))

    def _draw_rolled(self) -> None:
        """The dice that were read last, at the place that they were about, until others are rolled."""
        if self.state.rolled is None or self.state.rolled[2] not in self.book.at:
            return
        first, second, place = self.state.rolled
        x, y = self.corner(place)
        for index, pips in enumerate(pips for pips in (second, first) if pips):
            # Between the track above and whoever stands below.
            draw_die(pips, self.to_px(x + WIDE - 0.27 * (index + 1), y + 0.53), 0.24 * self.cell)

    # What is lit

    def _draw_lit(self) -> None:
        for line in self.lit:
            fill = PLAYERS[self.view.seats[line.player].colour].fill
            for place in line.places:
                if place.isdecimal() and int(place) in self.book.at:
                    x, y = self.corner(int(place))
                    self.ring(x - 0.05, y - 0.05, WIDE + 0.1, 1.1, 0.07, rgba(fill))

    def _draw_ghost(self) -> None:
        """Where the proposal goes, dashed in the mover's colour."""
        proposal = self.view.proposal
        if proposal is None or self.view.active is None:
            return
        fill = PLAYERS[self.view.seats[self.view.active].colour].fill
        action: Action = proposal.actions[0]
        place = getattr(action, "place", None)
        goals = [str(place)] if place else [word for word in getattr(action, "words", ()) if word.isdecimal()]
        for goal in goals or list(proposal.places[:1]):
            if goal.isdecimal() and int(goal) in self.book.at:
                x, y = self.corner(int(goal))
                self.ring(x - 0.05, y - 0.05, WIDE + 0.1, 1.1, 0.06, rgba(fill))
                self.badge(self.view.seats[self.view.active].colour, "", x + WIDE / 2, y + 0.42, 0.3)
                if proposal.doubtful:
                    draw_question(*self.to_px(x + WIDE - 0.22, y + 0.24), round(0.4 * self.cell))
