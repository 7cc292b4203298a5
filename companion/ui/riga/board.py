"""Riga on the screen: players by cities, knights and merchants; each Grand Master on its owner's cell; the market.

World: x right, y down; a column of names, one for each city and person. A tile slides to whoever takes it.
"""

from __future__ import annotations

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.properties import ListProperty, NumericProperty

from companion.ui.kit.base import look, words
from companion.ui.kit.boards.piece import Spot
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.question_mark import draw_question
from companion.ui.kit.players import draw_badge
from companion.ui.kit.theme import PLAYERS, rgba
from companion.ui.riga.at_table import RigaView
from companion.ui.riga.market import HIGH, LARGE, LARGEST, LOW, NUMBER, MarketLayout
from companion.ui.riga.pictures import back_texture, card_texture, good_texture, tile_texture
from companion.ui.riga.strokes import RigaStrokes
from games.riga.box.components import CITIES, PERSONS
from games.riga.box.goods import GOODS
from games.riga.grand_masters import Display, Placed, Row, one_away
from games.riga.moment import Step
from games.riga.revealing import pending
from games.riga.state import State
from games.riga.table_place import CardPlace, CellPlace, TilePlace, table_place

NAMES, CELL, HEAD, LINE = 2.3, 1.32, 2.2, 1.3  # widths of the columns, heights of the head and of a line
ABOVE_MARKET = 0.35
SLIDE_MS = 700


MARKETS = (LARGEST, LARGE, LOW)  # where the matrix is as large with several, the first


class RigaBoard(RigaStrokes):
    """The matrix.

    Attributes:
        letters: badge letters by seat index.
        open_places: places that may be tapped now.
        slide: how far tiles that changed hands have come, 0 to 1.
    """

    letters = ListProperty()
    open_places = ListProperty()
    slide = NumericProperty(1.0)
    most_cell_dp = 92.0
    least_cell_dp = 12.0

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._spots: dict[str, tuple[float, float]] = {}
        self._from: dict[str, tuple[float, float]] = {}
        self.fbind("letters", self.refresh)
        self.fbind("open_places", self.refresh)
        self.fbind("slide", lambda *_: self.redraw())
        self.fbind("view", self._moved)

    # What is shown

    @property
    def displays(self) -> tuple[Display, ...]:
        """What everybody has built."""
        state = self.view.state
        return state.displays() if isinstance(state, State) else state.displays

    @property
    def row(self) -> Row:
        """The Grand Masters."""
        row: Row = self.view.state.row
        return row

    @property
    def subjects(self) -> tuple[str, ...]:
        """The columns: cities that are played with, then persons."""
        setup = self.view.state.setup
        with_riga = setup.riga_buildings if isinstance(self.view.state, State) else setup.with_riga
        return (*(CITIES if with_riga else CITIES[1:]), *PERSONS)

    @property
    def _has_market(self) -> bool:
        return self.view is not None and isinstance(self.view.state, State) and not self.view.over

    def _rows(self, state: State) -> tuple[tuple[str, ...], ...]:
        """The rows as they lie, with what is being turned up."""
        more = pending(state) if state.step is Step.SPRING else ()
        return tuple((*row, *(more[number] if number < len(more) else ())) for number, row in enumerate(state.rows))

    def extent(self) -> tuple[float, float, float, float]:
        """The whole matrix, with the market where there is one."""
        return self.extents()[self.arrangement if self._has_market else 0]

    def extents(self) -> tuple[tuple[float, float, float, float], ...]:
        """With each of the markets below it; only the matrix where there is none."""
        if self.view is None:
            return ((0.0, 0.0, 12.0, 7.0),)
        high = HEAD + LINE * len(self.view.seats)
        highs = [high + ABOVE_MARKET + market.high for market in MARKETS] if self._has_market else [high]
        return tuple((-0.15, -0.15, self._wide + 0.15, one + 0.15) for one in highs)

    @property
    def _wide(self) -> float:
        return NAMES + CELL * len(self.subjects)

    def corner_of(self, seat: int, subject: str) -> tuple[float, float]:
        """Upper left corner of a cell, world units."""
        return NAMES + CELL * self.subjects.index(subject), HEAD + LINE * seat

    def thing_at(self, x: float, y: float) -> str | None:
        """The place under a finger, in the game's notation."""
        for place, (left, top, right, bottom) in reversed(self._places().items()):  # what lies over another comes last
            if left <= x <= right and top <= y <= bottom:
                return place
        return None

    def _places(self) -> dict[str, tuple[float, float, float, float]]:
        places: dict[str, tuple[float, float, float, float]] = {}
        for seat in range(len(self.view.seats)):
            for subject in self.subjects:
                x, y = self.corner_of(seat, subject)
                places[CellPlace(seat, subject).notation] = (x, y, x + CELL, y + LINE)
            places[f"cash:{seat}"] = (0.0, HEAD + LINE * seat, NAMES, HEAD + LINE * (seat + 1))
        for placed in self.row:
            x, y = self._home(placed)
            places[TilePlace(placed.master.key).notation] = (x, y, x + 1.2, y + 1.2)
        if self._has_market:
            places |= self._market_places(self.view.state)
        return places

    def spot_of_place(self, place: str) -> Spot | None:
        """The middle of a cell, a tile or a card."""
        if place not in (places := self._places()):
            return None
        left, top, right, bottom = places[place]
        return (left + right) / 2, (top + bottom) / 2

    def _market_places(self, state: State) -> dict[str, tuple[float, float, float, float]]:
        offer = [key for key, _ in state.offer]
        top = HEAD + LINE * len(self.view.seats) + ABOVE_MARKET
        return dict(self._market.places(self._rows(state), offer, top=top, wide=self._wide))

    @property
    def _market(self) -> MarketLayout:
        return MARKETS[self.arrangement]

    # Tiles that slide

    def _home(self, placed: Placed) -> tuple[float, float]:
        """Where a tile lies: on its owner's cell, over its column while nobody owns it; Money aside."""
        if placed.master.is_money:
            return 0.55, 0.82
        column = NAMES + CELL * self.subjects.index(placed.master.subject) + (CELL - 1.2) / 2
        if placed.owner is None:
            return column, 0.9
        return column, HEAD + LINE * placed.owner + (LINE - 1.2) / 2

    def _moved(self, *_: object) -> None:
        """Tiles that have another owner now set out from where they lay."""
        view: RigaView | None = self.view
        if view is None:
            return
        before, self._spots = self._spots, {one.master.key: self._home(one) for one in view.state.row}
        moved = {key: spot for key, spot in before.items() if key in self._spots and self._spots[key] != spot}
        if not moved or look().motion.reduced or not self.interactive:
            return
        self._from = moved
        Animation.cancel_all(self, "slide")
        self.slide = 0.0
        Animation(slide=1.0, duration=SLIDE_MS / 1000, t="in_out_cubic").start(self)

    def _spot(self, placed: Placed) -> tuple[float, float]:
        goal = self._home(placed)
        start = self._from.get(placed.master.key)
        if start is None or self.slide >= 1.0:
            return goal
        return goal[0] * self.slide + start[0] * (1 - self.slide), goal[1] * self.slide + start[1] * (1 - self.slide)

    # Drawing

    def draw(self) -> None:
        """Everything, from the ground up."""
        self._draw_heads()
        for seat in range(len(self.view.seats)):
            self._draw_line(seat)
        self._draw_lit()
        for placed in sorted(self.row, key=lambda one: one.master.key in self._from):
            self._draw_tile(placed)
        for seat in range(len(self.view.seats)):
            self._draw_counts(seat)
        self._draw_near()
        self._draw_differing()
        self._draw_ghost()
        if self._has_market:
            self._draw_market(self.view.state)
        self._draw_open()

    def _draw_heads(self) -> None:
        for subject in self.subjects:
            x = NAMES + CELL * self.subjects.index(subject)
            self._sign(subject, x + CELL / 2, 0.24, 0.5)
            name = subject if subject in CITIES else words(f"riga.{subject.lower()}")
            self._words(name, x + CELL / 2, 0.68, 0.27, CELL - 0.04)

    def _draw_line(self, seat: int) -> None:
        the = look()
        y = HEAD + LINE * seat
        active = seat == self.view.active
        paint = PLAYERS[self.view.seats[seat].colour]
        width = NAMES + CELL * len(self.subjects)
        Color(*(rgba(paint.fill, 0.16) if active else the.colour("surface")))
        self._box(0, y + 0.05, width, LINE - 0.1, 0.12)
        Color(*rgba(paint.fill))
        self._box(0, y + 0.05, 0.14, LINE - 0.1, 0.04)
        px, py = self.to_px(0.28, y + LINE / 2 + 0.32)
        draw_badge(
            self.view.seats[seat].colour, self.letters[seat] if self.letters else "", px, py, 0.64 * self.cell_px
        )
        below = self._draw_hand(seat, y + LINE / 2 + 0.27)
        name_y = y + LINE / 2 - (0.13 if below else 0.0)
        self._words(self.view.seats[seat].name, 1.02, name_y, 0.36, NAMES - 1.1, left=True)

    def _draw_hand(self, seat: int, y: float) -> bool:
        """Commodities and buildings in hand, as counts; at the end the cash. False where there is nothing to tell."""
        state = self.view.state
        if isinstance(state, State) and not self.view.over:
            player = state.players[seat]
            self._sign("grain", 1.16, y, 0.32)
            self._words(str(player.hand), 1.4, y, 0.28, 0.4, left=True, ink="text2")
            side = max(6, round(0.3 * self.cell_px))
            px, py = self.to_px(1.86, y)
            Color(*look().colour("text2"))
            Rectangle(pos=(px - side // 2, py - side // 2), size=(side, side), texture=masks.icon("house", side))
            self._words(str(player.unbuilt), 2.08, y, 0.28, 0.25, left=True, ink="text2")
            return True
        amount = state.cash[seat] if not isinstance(state, State) and seat < len(state.cash) else -1
        cash = state.cash(seat) if isinstance(state, State) else amount
        if cash >= 0:
            self._words(words("riga.has_ducats", ducats=cash), 1.02, y, 0.26, NAMES - 1.1, left=True, ink="text2")
        return cash >= 0

    def _draw_counts(self, seat: int) -> None:
        the = look()
        for subject in self.subjects:
            x, y = self.corner_of(seat, subject)
            count = self.displays[seat].count(subject)
            owned = any(
                one.owner == seat and one.master.subject == subject and not one.master.is_money for one in self.row
            )
            if owned and self.slide >= 1.0:
                self._disc(x + CELL - 0.36, y + LINE - 0.36, 0.36)
                self._number(str(count), x + CELL - 0.36, y + LINE - 0.36, 0.46, the.colour("text"))
            else:
                ink = the.colour("text") if count else the.colour("line", 0.55)
                self._number(str(count), x + CELL / 2, y + LINE / 2, 0.74, ink)

    def _draw_tile(self, placed: Placed) -> None:
        x, y = self._spot(placed)
        side = round(1.2 * self.cell_px)
        if side < 8:
            return
        px, py = self.to_px(x, y + 1.2)
        if placed.owner is not None and self.slide >= 1.0:
            Color(*rgba(PLAYERS[self.view.seats[placed.owner].colour].fill))
            self._box(x - 0.05, y - 0.05, 1.3, 1.3, 0.12)
        Color(1, 1, 1, 1)
        texture = tile_texture(placed.master, len(self.view.seats), side)
        Rectangle(pos=(px, py), size=(side, side), texture=texture)

    def _draw_near(self) -> None:
        """Who is one building away: the cell ringed, with what it takes."""
        the = look()
        if self.view.over or self.view.state.step is Step.ROW:
            return
        for near in one_away(self.row, self.displays):
            x, y = self.corner_of(near.seat, self.row[near.tile].master.subject)
            Color(*the.colour("warn"))
            self._ring(x + 0.07, y + 0.1, CELL - 0.14, LINE - 0.2, 0.05)
            self._number("+1", x + CELL - 0.27, y + 0.32, 0.3, the.colour("warn"))

    def _draw_ghost(self) -> None:
        """What the proposal would add."""
        proposal = self.view.proposal
        if proposal is None:
            return
        the = look()
        places = sorted({place for event in proposal.events for place in event.places})
        for cell in map(table_place, places):
            if isinstance(cell, CellPlace) and cell.subject in self.subjects:
                x, y = self.corner_of(cell.seat, cell.subject)
                Color(*the.colour("ok"))
                self._ring(x + 0.03, y + 0.06, CELL - 0.06, LINE - 0.12, 0.07)
                if proposal.doubtful:
                    draw_question(*self.to_px(x + 0.3, y + 0.36), round(0.44 * self.cell_px))

    def _draw_differing(self) -> None:
        """Where table and record differ: a ring, and how many the camera counts."""
        the = look()
        places = self._places()
        for one in self.view.discrepancies:
            if one.place in places:
                left, top, right, bottom = places[one.place]
                Color(*the.colour("bad"))
                self._ring(left + 0.03, top + 0.06, right - left - 0.06, bottom - top - 0.12, 0.09)
                if one.seen.isdigit():
                    self._number(f"{one.seen}?", left + 0.28, top + 0.3, 0.32, the.colour("bad"))

    def _draw_lit(self) -> None:
        places = self._places()
        for line in self.lit:
            colour = PLAYERS[self.view.seats[line.player].colour].fill
            for place in line.places:
                if place in places:
                    left, top, right, bottom = places[place]
                    Color(*rgba(colour, 0.42))
                    self._box(left - 0.05, top - 0.02, right - left + 0.1, bottom - top + 0.04, 0.12)

    def _draw_open(self) -> None:
        places = self._places()
        for place in self.open_places:
            if place in places and not isinstance(table_place(place), CellPlace):
                left, top, right, bottom = places[place]
                Color(*look().colour("text", 0.75))
                self._ring(left - 0.04, top - 0.04, right - left + 0.08, bottom - top + 0.08, 0.03)

    def _draw_market(self, state: State) -> None:
        places, market, rows = self._market_places(state), self._market, self._rows(state)
        wide, tariff, step = (
            round(market.good * self.cell_px),
            state.setup.market.tariff,
            market.step_in(rows, self._wide),
        )
        for number, row in enumerate(rows, 1):
            left, top, _, _ = places[f"row:{number}"]
            Color(*look().colour("surface"))
            if not row:
                self._box(left, top, market.good, HIGH * market.good, 0.06)
            for place, good in enumerate(row):
                px, py = self.to_px(left + step * place, top + HIGH * market.good)
                Color(1, 1, 1, 1)
                if wide >= 8:
                    texture = good_texture(good, wide, tariff) if good in GOODS else back_texture(wide)
                    Rectangle(pos=(px, py), size=(wide, round(wide * HIGH)), texture=texture)
            middle = top + HIGH * market.good + NUMBER / 2
            self._words(str(number), left + market.good / 2, middle, 0.26, 0.6, ink="text2")
        card = round(market.building * self.cell_px)
        for key, _ in state.offer:
            left, top, _, bottom = places[CardPlace(key).notation]
            px, py = self.to_px(left, bottom)
            if card >= 8:
                Color(1, 1, 1, 1)
                Rectangle(
                    pos=(px, py), size=(card, round(card * HIGH)), texture=card_texture(state.card(key), card, tariff)
                )

    # Shapes
