"""The map with everybody's glass above it: each player's window as it grows, what is missing dashed, and the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.carcassonne.board import CarcassonneBoard
from companion.ui.carcassonne.tile_art import dashed_frame
from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import draw_badge, letter_texture
from companion.ui.stained_glass.glass_art import COLUMNS, ROWS, draw_window, glass_texture, missing_of
from games.carcassonne.actions import Action, Deploy
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.glass import Glass, glass_of
from games.carcassonne.stained_glass.windows import cell_of, tiles_of
from games.carcassonne.tiles import FeatureKind

CELL_DP, CELL_COMPACT_DP = 38, 18
NARROW_SEATS = 3  # whose glass stands above a map that leaves docks their column
FOLDED_DP = 440  # a narrower board on a small tablet shows no glass
PAD_DP = 8


@dataclass(frozen=True, slots=True)
class TappedGlass:
    """Somebody's glass was tapped (seat index), or the bag (None)."""

    seat: int | None


class StainedGlassBoard(CarcassonneBoard):
    """See :class:`CarcassonneBoard`; the glass is on the screen, not in the world of the map."""

    @property
    def spreads(self) -> bool:
        """The glass of many people fills a line; on a small tablet it makes room for what is docked beside the map."""
        return not look().compact and self.view is not None and len(self.view.seats) > NARROW_SEATS

    @property
    def folded(self) -> bool:
        """No glass is shown: the map has only what a dock leaves it of a small tablet."""
        return look().compact and self.width < look().px(FOLDED_DP)

    @property
    def strip(self) -> int:
        """How high the strip of glass is, px."""
        return 0 if self.folded else round(ROWS * self._side + 2 * look().px(PAD_DP) + look().px(4))

    @property
    def _shows_glass(self) -> bool:
        return not (self.framed or self.folded)

    @property
    def _side(self) -> int:
        the = look()
        side = round(the.px(CELL_COMPACT_DP if the.compact else CELL_DP))
        seats = len(self.view.seats) if self.view is not None else 4
        room = (self.width - 2 * the.px(PAD_DP) - the.px(64)) / seats - the.px(PAD_DP) - self._badge
        return max(8, min(side, int(room / (COLUMNS + 0.3))))

    @property
    def _badge(self) -> int:
        return round(look().px(24 if look().compact else 34))

    @property
    def head(self) -> float:
        """The strip of glass."""
        return 0.0 if self.framed else float(self.strip)

    def thing_at(self, x: float, y: float) -> object:
        """The glass under the finger, else what lies on the map."""
        px, py = self.to_px(x, y)
        if self._shows_glass and py > self.y + self.height - self.strip:
            for seat, (left, width) in enumerate(self._places()):
                if left <= px < left + width:
                    return TappedGlass(seat)
            return TappedGlass(None)
        return super().thing_at(x, y)

    def placed(self, action: Action) -> Deploy | None:
        """A thief is a follower on a road."""
        if isinstance(action, PlaceThief):
            return Deploy(action.kind, FeatureKind.ROAD, action.location)
        return super().placed(action)

    def draw(self) -> None:
        """The map, then the strip."""
        super().draw()
        if self._shows_glass:
            self._draw_strip(glass_of(self.state))

    def _places(self) -> list[tuple[int, int]]:
        """Left edge and width, px, of each player's part of the strip."""
        the = look()
        width = self._badge + round(the.px(PAD_DP)) + COLUMNS * self._side + round(the.px(PAD_DP))
        seats = len(self.view.seats)
        free = self.width - 2 * the.px(PAD_DP) - the.px(64) - seats * width
        gap = max(0, min(round(the.px(28)), int(free / max(1, seats))))
        left = round(self.x + the.px(PAD_DP))
        return [(left + seat * (width + gap), width) for seat in range(seats)]

    def _draw_strip(self, glass: Glass) -> None:
        the = look()
        top, height = round(self.y + self.height), self.strip
        Color(*the.colour("surface"))
        Rectangle(pos=(round(self.x), top - height), size=(round(self.width), height))
        Color(*the.colour("line", 0.4))
        Rectangle(pos=(round(self.x), top - height), size=(round(self.width), max(1, round(the.px(1)))))
        lit = self._lit_glass()
        differing = {one.place for one in self.view.discrepancies} | {
            place for one in self.view.remarks for place in one.places
        }
        for seat, (left, _) in enumerate(self._places()):
            self._draw_owner(seat, left, top - height)
            x, y = left + self._badge + round(the.px(PAD_DP)), top - height + round(the.px(PAD_DP)) + 1
            held = glass.held[seat]
            draw_window(held, x, y, self._side, begun=missing_of(held))
            for kind in lit.get(seat, ()):
                self._frame(kind, x, y, the.colour("text"))
            for place in differing:
                if place.startswith(f"glass {seat} "):
                    self._frame(place.split()[2], x, y, the.colour("warn"))
            self._draw_ghost_glass(seat, held, x, y)
        self._draw_bag(sum(glass.supply.values()), top - height)

    def _draw_owner(self, seat: int, left: int, bottom: int) -> None:
        the = look()
        badge = self._badge
        y = bottom + round((self.strip - badge) / 2)
        if seat == self.view.active:
            edge = round(the.px(3))
            Color(*the.colour("text"))
            radius = round(the.px(8))
            BorderImage(
                pos=(left - edge, y - edge),
                size=(badge + 2 * edge, badge + 2 * edge),
                border=masks.rounded_border(radius),
                texture=masks.rounded_line(radius, the.px(2)),
            )
        draw_badge(self.view.seats[seat].colour, self.letters[seat] if self.letters else "", left, y, badge)

    def _draw_bag(self, left_in_bag: int, bottom: int) -> None:
        the = look()
        number = letter_texture(str(left_in_bag), the.type_px("body"))
        side = round(the.px(28))
        right = round(self.x + self.width - the.px(PAD_DP))
        Color(*the.colour("text2"))
        middle = bottom + self.strip // 2
        Rectangle(pos=(right - side, middle), size=(side, side), texture=masks.icon("bag", side))
        Color(*the.colour("text"))
        Rectangle(
            pos=(right - side // 2 - number.width // 2, middle - number.height - round(the.px(2))),
            size=number.size,
            texture=number,
        )

    def _draw_ghost_glass(self, seat: int, held: Mapping[str, int], x: int, y: int) -> None:
        """What the proposal does to somebody's glass: what comes is shown through, what goes is dimmed."""
        the = look()
        comes, goes = self._proposed(seat)
        for kind in comes:
            column, row = cell_of(kind)
            pos = (x + column * self._side, y + (ROWS - 1 - row) * self._side)
            Color(1, 1, 1, 0.66)
            Rectangle(pos=pos, size=(self._side, self._side), texture=glass_texture(kind, self._side))
            self._frame(kind, x, y, the.colour("text"), dashed=True)
        for kind in goes:
            column, row = cell_of(kind)
            pos = (x + column * self._side, y + (ROWS - 1 - row) * self._side)
            Color(*the.colour("bg", 0.66))
            Rectangle(pos=pos, size=(self._side, self._side))
            self._frame(kind, x, y, the.colour("text"), dashed=True)

    def _proposed(self, seat: int) -> tuple[Counter[str], Counter[str]]:
        comes: Counter[str] = Counter()
        goes: Counter[str] = Counter()
        mover = self.view.active
        for action in self.view.proposal.actions if self.view.proposal is not None else ():
            if isinstance(action, TakeGlass | Steal) and seat == mover:
                comes[action.tile] += 1
            if isinstance(action, Steal) and seat == action.victim:
                goes[action.tile] += 1
            if isinstance(action, CountWindow) and seat == mover:
                goes.update(tiles_of(action.window))
        return comes - goes, goes

    def _lit_glass(self) -> dict[int, list[str]]:
        lit: dict[int, list[str]] = {}
        for line in self.lit:
            for place in line.places:
                if place.startswith("glass "):
                    _, seat, kind = place.split()
                    lit.setdefault(int(seat), []).append(kind)
        return lit

    def _frame(self, kind: str, x: int, y: int, colour: tuple[float, ...], *, dashed: bool = False) -> None:
        column, row = cell_of(kind)
        side, width = self._side, max(2, round(look().px(2)))
        pos = (x + column * side, y + (ROWS - 1 - row) * side)
        Color(*colour)
        if dashed:
            Rectangle(pos=pos, size=(side, side), texture=dashed_frame(side, width))
            return
        for offset, size in (
            ((0, 0), (side, width)),
            ((0, side - width), (side, width)),
            ((0, 0), (width, side)),
            ((side - width, 0), (width, side)),
        ):
            Rectangle(pos=(pos[0] + offset[0], pos[1] + offset[1]), size=size)
