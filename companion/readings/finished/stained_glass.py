"""Stained Glass in the end: whose tiles lie where on the photograph, and what they bring.

What the map and the score track bring people tell: it is counted from a photograph of the map, or by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import hypot

from companion.editions.box_values import BoxValues, own_values
from companion.editions.glass_sets import glass_in_use
from companion.readings.finished.table import (
    NOTHING,
    Amount,
    FinishedAnswer,
    FinishedPiece,
    FinishedQuestion,
    FinishedReader,
    FinishedTable,
    OfPlayer,
    PlayerSum,
    Question,
    Subject,
    colour_choices,
    doubtful,
    nearest,
    ranks,
)
from companion.readings.glass_points import GAME, values_of
from companion.readings.marks import Outline, corners
from games.carcassonne.stained_glass.scoring import glass_kept
from games.carcassonne.stained_glass.windows import glass_kinds, whole_supply
from games.game import Phrase, ScoreLine
from vision.frames import Picture
from vision.stained_glass.areas import SIDES
from vision.stained_glass.observation import GlassObservation, SeenGlass
from vision.stained_glass.reading import read_glass

_REACH = 0.9  # of a tile: so near to its middle a tap means what could not be read


class FinishedGlass(FinishedTable):
    """Players go by the side of the picture at which their glass lies."""

    def __init__(self, seen: GlassObservation, box: BoxValues, size: tuple[int, int]) -> None:
        super().__init__()
        self._box, self._size = box, size
        self.tiles: dict[str, SeenGlass] = {}
        self.kinds: dict[str, str] = {}  # by tile, and by place that could not be read
        self.owners: dict[str, str] = {}
        self.colours: dict[str, str] = {}
        self.beside: dict[str, int] = {}
        self._along: Mapping[str, int] = {}
        self._unread: dict[str, Outline] = {}
        self._foretold: dict[str, str] = {}
        for area in seen.areas:
            for tile in area.tiles:
                key = f"tile:{len(self.tiles)}"
                self.tiles[key], self.kinds[key], self.owners[key] = tile, tile.kind, area.player
                why = doubtful(tile.confidence)
                if why is None and tile.kind in area.unsure:
                    why = Phrase.of("finished.whose_glass")
                if why is not None:
                    self._doubts[key] = why
        for place in seen.unread:
            key = f"unread:{len(self._unread)}"
            outline = place.outline
            self._unread[key] = ((place.x, place.y),) if outline is None else corners(outline)
            self._foretold[key] = place.kind
            self.owners[key] = self._side(place.x, place.y) if outline is None else self._owner_beside(place.x, place.y)
            self._doubts[key] = place.why

    def _owner_beside(self, x: float, y: float) -> str:
        """Whose the tile is that lies nearest: a place that a window foretells is that window's."""
        return self.owners[min(self.tiles, key=lambda key: hypot(self.tiles[key].x - x, self.tiles[key].y - y))]

    def _side(self, x: float, y: float) -> str:
        height, width = self._size
        away = {"bottom": 1 - y / height, "top": y / height, "left": x / width, "right": 1 - x / width}
        return min(SIDES, key=lambda side: away[side])

    # Pieces

    def pieces(self) -> tuple[FinishedPiece, ...]:
        """Every tile, and what could not be read."""
        gone = {key for key in (*self.tiles, *self._unread) if key in self._seen_to and key not in self.kinds}
        return tuple(self.piece(key) for key in (*self.tiles, *self._unread) if key not in gone)

    def piece(self, key: str) -> FinishedPiece:
        """A tile, or a place where one seems to lie."""
        kind = self.kinds.get(key, "")
        tile = self.tiles.get(key)
        outline = corners(tile.outline) if tile is not None else self._unread[key]
        name = Phrase.of("finished.glass", kind=kind) if kind else Phrase.of("finished.no_glass")
        sure = 1.0 if key in self._seen_to else tile.confidence if tile is not None else None
        colour = self.colours.get(self.owners[key], "")
        return FinishedPiece(key, name, outline, kind, colour if tile is None else "", sure, self.doubt_of(key))

    def in_sight(self) -> Outline:
        """All glass."""
        return tuple(corner for key in (*self.tiles, *self._unread) for corner in self.piece(key).outline)

    def piece_at(self, x: float, y: float) -> str | None:
        """The tile there."""
        sizes = [float(max(tile.outline[:, 0]) - min(tile.outline[:, 0])) for tile in self.tiles.values()]
        reach = _REACH * (max(sizes) if sizes else self._size[1] / 12)
        return nearest(x, y, [(piece.key, piece.outline) for piece in self.pieces()], reach)

    # Questions

    def players(self) -> tuple[str, ...]:
        """The sides at which somebody has glass."""
        there = {*(self.owners[key] for key in self.kinds), *self.beside}
        return tuple(side for side in SIDES if side in there)

    def questions(self, key: Subject) -> tuple[Question, ...]:
        """Which tile and whose; who sits at a side, and what they have beside their glass."""
        if isinstance(key, OfPlayer):
            side = key.player
            who = FinishedQuestion("colour", Phrase.of("finished.which_colour"), colour_choices(nobody=False),
                       (self.colours.get(side, NOTHING),))  # fmt: skip
            return Amount("beside", Phrase.of("finished.beside_glass"), self.beside.get(side, 0)), who
        likeliest_first = sorted(glass_kinds(), key=lambda kind: kind != self._foretold.get(key, ""))
        kinds = (
            FinishedAnswer(NOTHING, Phrase.of("finished.no_glass")),
            *(FinishedAnswer(kind, kind) for kind in likeliest_first),
        )
        sides = tuple(FinishedAnswer(side, self._name(side), self.colours.get(side, "")) for side in SIDES)
        return (
            FinishedQuestion("kind", Phrase.of("finished.which_glass"), kinds, (self.kinds.get(key, NOTHING),)),
            FinishedQuestion("owner", Phrase.of("finished.whose"), sides, (self.owners[key],)),
        )

    def _name(self, side: str) -> Phrase:
        colour = self.colours.get(side)
        return Phrase.of(f"colour.{colour}") if colour else Phrase.of(f"glass.side_{side}")

    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Put it right."""
        if isinstance(key, OfPlayer):
            side = key.player
            if question == "beside":
                self.beside[side] = int(answer)
            else:
                self.colours = {other: colour for other, colour in self.colours.items() if colour != answer}
                self.colours[side] = str(answer)
                if answer in self._along:
                    self.beside[side] = self._along[str(answer)]
            return
        if question == "owner":
            self.owners[key] = str(answer)
        else:
            self.kinds.pop(key, None)
            if answer:
                self.kinds[key] = str(answer)
        self.settle(key)

    def take_along(self, points: Mapping[str, int]) -> None:
        """Points of map and track by colour: whoever says which colour sits at a side has them there."""
        self._along = dict(points)

    # What it comes to

    def held(self, side: str) -> Counter[str]:
        """The tiles of whoever sits there."""
        return Counter(kind for key, kind in self.kinds.items() if self.owners[key] == side)

    def lines(self, seat: int, side: str) -> tuple[ScoreLine, ...]:
        """Whole windows, put together as the box says, then the tiles of nothing whole."""
        options = {one.key: self._box.of(one.key) for one in self._box.values}
        entered = [one.key for one in self._box.values if one.key in self._box.entered_values]
        events = glass_kept(seat, self.held(side), options, entered)
        return tuple(event.line for event in events if event.line is not None)

    def sums(self) -> tuple[PlayerSum, ...]:
        """Glass, and what was told beside it."""
        sides = self.players()
        lines = [self.lines(seat, side) for seat, side in enumerate(sides)]
        glass = [sum(line.points for line in own) for own in lines]
        totals = [self.beside.get(side, 0) + points for side, points in zip(sides, glass, strict=True)]
        found = [
            PlayerSum(
                OfPlayer(side),
                self._name(side),
                self.colours.get(side, ""),
                totals[seat],
                ranks(totals)[seat],
                (
                    Phrase.of("finished.part_beside", points=self.beside.get(side, 0)),
                    Phrase.of("finished.part_glass", points=glass[seat], tiles=self.held(side).total()),
                ),
                lines[seat],
            )
            for seat, side in enumerate(sides)
        ]
        return tuple(sorted(found, key=lambda one: one.rank))

    def notes(self) -> tuple[Phrase, ...]:
        """Whose rule it is, and tiles of which more lie there than there are."""
        notes = [Phrase.of("glass.house_rule")] if values_of(self._box)[1] else []
        held = sum((self.held(side) for side in self.players()), Counter[str]())
        many = sorted(held - whole_supply())
        return (*notes, *([Phrase.of("finished.too_much_glass", kinds=" ".join(many))] if many else []))


def read(picture: Picture) -> FinishedTable | Phrase:
    """The glass on a picture, with the set that is played with."""
    seen = read_glass(picture, glass_in_use())
    if seen.trouble is not None:
        return seen.trouble
    return FinishedGlass(seen, own_values(GAME), (picture.shape[0], picture.shape[1]))


READER = FinishedReader(read, Phrase.of("finished.how_glass"))
