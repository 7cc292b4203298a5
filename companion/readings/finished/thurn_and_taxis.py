"""A finished board of Thurn and Taxis or Power & Glory: houses are seen, carriages and bonus tiles are told."""

from __future__ import annotations

from functools import partial

import numpy as np

from companion.editions.piece_sets import pieces_in_use
from companion.editions.postal_map import own_map
from companion.editions.postal_set import MAPS, set_in_use
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
from companion.readings.marks import Outline
from companion.readings.sureness import SURE
from companion.titles.registry import game_named
from games.game import SEAT_COLOURS, Phrase, ScoreLine, Seat
from games.thurn_and_taxis.rules import ThurnAndTaxis
from games.thurn_and_taxis.scoring import final_parts
from games.thurn_and_taxis.state import Conveyance, Setup
from vision.frames import Picture
from vision.thurn_and_taxis.observation import PostalObservation
from vision.thurn_and_taxis.own_forms import with_houses
from vision.thurn_and_taxis.postal_set import BOX_COLOURS, PostalSet
from vision.thurn_and_taxis.reading import PostalReader

_REACH_MM = 45.0  # so near to a city a tap means it
RULE = "Thurn and Taxis, end of the game"


class FinishedPost(FinishedTable):
    """Keys are names of cities; each colour has a house there or none."""

    def __init__(self, seen: PostalObservation, prints: PostalSet, setup: Setup) -> None:
        super().__init__()
        assert seen.view is not None
        self.setup = setup
        names = [city.name for city in prints.atlas.cities]
        spots = seen.view.project(np.array([(city.x_mm, city.y_mm) for city in prints.atlas.cities]))
        self._at = {name: (float(x), float(y)) for name, (x, y) in zip(names, spots, strict=True)}
        self._reach = _REACH_MM * seen.view.px_per_mm(np.array(prints.atlas.board_mm) / 2)
        self.houses: dict[str, set[str]] = {}
        self.carriage: dict[str, int] = {}
        self.bonus: dict[str, int] = {}
        self.ended = NOTHING
        self._middles: dict[tuple[str, str], tuple[float, float]] = {}
        self._sure: dict[tuple[str, str], float] = {}
        for house in seen.houses:
            self.houses.setdefault(house.city, set()).add(house.colour)
            self._middles[house.city, house.colour] = (float(house.middle[0]), float(house.middle[1]))
            self._sure[house.city, house.colour] = house.confidence
            why = doubtful(house.confidence)
            if why is not None:
                self._doubts[house.city] = why
        self._unread = {one.city for one in seen.unread}
        for one in seen.unread:
            self._doubts[one.city] = one.why

    # Pieces

    def pieces(self) -> tuple[FinishedPiece, ...]:
        """Houses, and cities that could not be read."""
        found = []
        for city, colours in self.houses.items():
            for colour in sorted(colours):
                at = self._middles.get((city, colour), self._at[city])
                sure = 1.0 if city in self._seen_to else self._sure.get((city, colour), 1.0)
                why = self.doubt_of(city) if sure < SURE else None
                found.append(FinishedPiece(city, city, (at,), "", colour, sure, why))
        for city in self._unread:
            if city not in self._seen_to:
                found.append(FinishedPiece(city, city, (self._at[city],), "", "", None, self.doubt_of(city)))
        return tuple(found)

    def piece(self, key: str) -> FinishedPiece:
        """A city."""
        return FinishedPiece(key, key, (self._at[key],), why=self.doubt_of(key))

    def in_sight(self) -> Outline:
        """All cities."""
        return tuple(self._at.values())

    def piece_at(self, x: float, y: float) -> str | None:
        """The nearest city."""
        return nearest(x, y, [(city, (spot,)) for city, spot in self._at.items()], self._reach)

    # Questions

    def questions(self, key: Subject) -> tuple[Question, ...]:
        """Whose houses stand in a city; a player's carriage and bonus tiles."""
        if not isinstance(key, OfPlayer):
            here = tuple(sorted(self.houses.get(key, ())))
            choices = colour_choices(BOX_COLOURS, nobody=False)
            return (FinishedQuestion("houses", Phrase.of("finished.whose_houses"), choices, here, several=True),)
        colour = key.player
        asked: list[Question] = [Amount("bonus", Phrase.of("finished.bonus"), self.bonus.get(colour, 0))]
        if self.setup.conveyance is Conveyance.CARRIAGES:
            lengths = [FinishedAnswer("0", Phrase.of("finished.no_carriage"))]
            lengths += [FinishedAnswer(str(length), str(length)) for length, _ in sorted(self.setup.atlas.carriages)]
            longest = (str(self.carriage.get(colour, 0)),)
            asked.insert(0, FinishedQuestion("carriage", Phrase.of("finished.carriage"), tuple(lengths), longest))
        yes = (FinishedAnswer(colour, Phrase.of("finished.has_end_tile")),)
        chosen = (colour,) if self.ended == colour else ()
        return (*asked, FinishedQuestion("ended", Phrase.of("finished.end_tile"), yes, chosen, several=True))

    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Put it right; a house that stands goes and one that does not comes."""
        if not isinstance(key, OfPlayer):
            self.houses.setdefault(key, set()).symmetric_difference_update({str(answer)})
            self.settle(key)
            return
        colour = key.player
        if question == "carriage":
            self.carriage[colour] = int(answer)
        elif question == "bonus":
            self.bonus[colour] = int(answer)
        else:
            self.ended = NOTHING if self.ended == colour else colour

    # What it comes to

    def colours(self) -> tuple[str, ...]:
        """Who plays."""
        there = {*(colour for here in self.houses.values() for colour in here), *self.carriage, *self.bonus}
        return tuple(colour for colour in SEAT_COLOURS if colour in there)

    def missing_colours(self) -> tuple[str, ...]:
        """Colours of the box without a house."""
        return tuple(colour for colour in BOX_COLOURS if colour not in self.colours())

    def add_player(self, colour: str) -> None:
        """Somebody without a house."""
        self.bonus.setdefault(colour, 0)

    def placed(self, colour: str) -> int:
        """Houses on the board."""
        return sum(colour in here for here in self.houses.values())

    def lines(self, seat: int, colour: str) -> tuple[ScoreLine, ...]:
        """Carriage, bonus tiles, houses left."""
        tiles = [(Phrase.of("finished.bonus"), self.bonus[colour])] if self.bonus.get(colour) else []
        left = max(0, self.setup.atlas.numbers["houses"] - self.placed(colour))
        parts = final_parts(self.setup, self.carriage.get(colour, 0), tiles, left)
        return tuple(ScoreLine(seat, points, name, (), str(points), RULE, True) for name, points in parts)

    def sums(self) -> tuple[PlayerSum, ...]:
        """Everybody's points; of two alike the one with the game-end tile is first."""
        colours = self.colours()
        lines = [self.lines(seat, colour) for seat, colour in enumerate(colours)]
        totals = [sum(line.points for line in own) for own in lines]
        order = ranks([2 * total + (colour == self.ended) for total, colour in zip(totals, colours, strict=True)])
        found = [
            PlayerSum(
                OfPlayer(colour),
                Phrase.of(f"colour.{colour}"),
                colour,
                totals[seat],
                order[seat],
                (Phrase.of("finished.part_houses", houses=self.placed(colour)),),
                lines[seat],
                Phrase.of("thurn.tie_break") if totals.count(totals[seat]) > 1 else None,
            )
            for seat, colour in enumerate(colours)
        ]
        return tuple(sorted(found, key=lambda one: one.rank))

    def notes(self) -> tuple[Phrase, ...]:
        """What the photograph can't tell."""
        return (Phrase.of("finished.post_tells"),)


def read(game: str, picture: Picture) -> FinishedTable | Phrase:
    """The board on a picture, with the board that is played with."""
    rules = game_named(game)
    assert isinstance(rules, ThurnAndTaxis)
    atlas = own_map(MAPS[game])
    prints = with_houses(set_in_use(atlas), pieces_in_use("thurn-and-taxis"))
    seen = PostalReader(prints).read(picture)
    if seen.view is None:
        return seen.trouble or Phrase.of("thurn.trouble_no_board")
    seats = tuple(Seat(colour, colour) for colour in BOX_COLOURS[:2])
    setup = rules.setup(seats)
    return FinishedPost(seen, prints, Setup(seats, atlas, setup.conveyance))


THURN_AND_TAXIS = FinishedReader(partial(read, "thurn-and-taxis"), Phrase.of("finished.how_post"))
POWER_AND_GLORY = FinishedReader(partial(read, "power-and-glory"), Phrase.of("finished.how_post"))
