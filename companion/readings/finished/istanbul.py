"""A finished table of Istanbul: who plays is seen; rubies, lira, goods and cards lie on wheelbarrows and are told."""

from __future__ import annotations

import numpy as np

from companion.editions.piece_sets import pieces_in_use
from companion.editions.place_sets import places_in_use
from companion.readings.finished.table import (
    NOTHING,
    Amount,
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
)
from companion.readings.istanbul_reading import as_plain, marks
from companion.readings.marks import Mark, Outline
from games.game import SEAT_COLOURS, Phrase
from games.istanbul.ranking import Holdings, ranking
from games.istanbul.standing import NEUTRAL
from vision.frames import Picture
from vision.istanbul.observation import IstanbulObservation
from vision.istanbul.reading import read_picture

HELD = ("rubies", "lira", "goods", "cards")  # in the order in which they decide


class FinishedIstanbul(FinishedTable):
    """Pieces on the places tell who plays; who wins is told by what people have."""

    def __init__(self, seen: IstanbulObservation) -> None:
        super().__init__()
        plain = as_plain(seen, "en")
        self._faults = len(plain["faults"])
        self._marks: dict[str, Mark] = {}
        self._kinds: dict[str, str] = {}
        self._colours: dict[str, str] = {}
        self.held: dict[str, dict[str, int]] = {}
        self._corners: Outline = tuple(
            (float(x), float(y)) for place in seen.places for x, y in np.asarray(place.corners)
        )
        for mark in marks(plain):
            if mark.what != "piece" or mark.colour in ("", NEUTRAL):
                continue
            key = f"piece:{len(self._marks)}"
            self._marks[key], self._colours[key] = mark, mark.colour
            self._kinds[key] = mark.kind
        surely = {mark.colour for mark in self._marks.values() if (mark.confidence or 0) >= 0.9}
        for key, mark in self._marks.items():
            why = doubtful(mark.confidence or 0.0)
            if why is not None and mark.colour not in surely:  # whoever is seen surely elsewhere plays anyway
                self._doubts[key] = why

    # Pieces

    def pieces(self) -> tuple[FinishedPiece, ...]:
        """The players' people."""
        return tuple(self.piece(key) for key in self._marks if self._colours[key] or key not in self._seen_to)

    def piece(self, key: str) -> FinishedPiece:
        """One of them."""
        mark, kind = self._marks[key], self._kinds[key].replace(" ", "_")
        sure = 1.0 if key in self._seen_to else mark.confidence
        name = Phrase.of(f"finished.{kind}")
        return FinishedPiece(key, name, mark.outline, "", self._colours[key], sure, self.doubt_of(key))

    def in_sight(self) -> Outline:
        """All places."""
        return self._corners

    def piece_at(self, x: float, y: float) -> str | None:
        """Whoever stands nearest."""
        spots = [(key, mark.outline) for key, mark in self._marks.items()]
        reach = max((abs(mark.outline[0][0] - x) for mark in self._marks.values() if mark.outline), default=0.0) / 8
        return nearest(x, y, spots, max(reach, 40.0))

    # Questions

    def questions(self, key: Subject) -> tuple[Question, ...]:
        """Whose piece it is; what a player has."""
        if not isinstance(key, OfPlayer):
            return (
                FinishedQuestion(
                    "colour", Phrase.of("finished.whose"), colour_choices(), (self._colours[key] or NOTHING,)
                ),
            )
        own = self.held.get(key.player, {})
        return tuple(Amount(what, Phrase.of(f"finished.{what}"), own.get(what, 0)) for what in HELD)

    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Put it right."""
        if isinstance(key, OfPlayer):
            self.held.setdefault(key.player, {})[question] = int(answer)
        else:
            self._colours[key] = str(answer)
            self.settle(key)

    # What it comes to

    def colours(self) -> tuple[str, ...]:
        """Who plays."""
        there = {*self._colours.values(), *self.held}
        return tuple(colour for colour in SEAT_COLOURS if colour in there)

    def missing_colours(self) -> tuple[str, ...]:
        """Everybody else."""
        return tuple(colour for colour in SEAT_COLOURS if colour not in self.colours())

    def add_player(self, colour: str) -> None:
        """Somebody none of whose people was seen."""
        self.held.setdefault(colour, {})

    def sums(self) -> tuple[PlayerSum, ...]:
        """Most rubies, then lira, goods, bonus cards."""
        colours = self.colours()
        held = [Holdings(*(self.held.get(colour, {}).get(what, 0) for what in HELD)) for colour in colours]
        return tuple(
            PlayerSum(
                OfPlayer(colours[one.player]),
                Phrase.of(f"colour.{colours[one.player]}"),
                colours[one.player],
                one.score,
                one.rank,
                tuple(
                    Phrase.of(f"finished.part_{what}", count=count)
                    for what, count in zip(HELD, held[one.player], strict=True)
                ),
                tie=one.tie_break if any(held) else None,
            )
            for one in ranking(held)
        )

    def notes(self) -> tuple[Phrase, ...]:
        """What the photograph can't tell."""
        notes = [Phrase.of("finished.istanbul_tells")]
        if self._faults:
            notes.append(Phrase.of("finished.istanbul_faults"))
        return tuple(notes)


def read(picture: Picture) -> FinishedTable | Phrase:
    """The table on a picture, with the places that are played with."""
    seen = read_picture(picture, places_in_use(), pieces_in_use("istanbul"))
    if not seen.places:
        return seen.trouble or Phrase.of("istanbul.no_layout")
    return FinishedIstanbul(seen)


READER = FinishedReader(read, Phrase.of("finished.how_istanbul"))
