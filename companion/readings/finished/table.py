"""What every game's photographed table is: pieces that were seen, questions about them and about the players, and what
all of it is worth.

The photograph tells what lies there; what it can't show (points on a track, money, cards in hand) people tell. A screen
needs to know no game: it shows pieces on the photograph, asks the questions, and shows the sums.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.readings.marks import Mark, Outline
from companion.readings.sureness import SURE
from games.game import SEAT_COLOURS, Phrase, ScoreLine
from vision.frames import Picture

MOST_POINTS = 999
NOTHING = ""  # the choice of nothing and nobody

Name = str | Phrase


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """A player, as questions are asked about one: by colour, or as the game's table tells them apart."""

    player: str


Subject = str | OfPlayer  # what is asked about: a piece or a place by its key, or a player


@dataclass(frozen=True, slots=True)
class FinishedAnswer:
    """One answer: its key, what people call it, and the colour of the player that it is about, or ""."""

    key: str
    name: Name
    colour: str = ""


@dataclass(frozen=True, slots=True)
class FinishedQuestion:
    """A question with answers to choose from; with ``several`` any number of them, each on or off by a tap."""

    key: str
    title: Name
    choices: tuple[FinishedAnswer, ...]
    chosen: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Amount:
    """A question whose answer is a whole number from 0 to ``most``."""

    key: str
    title: Name
    value: int
    most: int = MOST_POINTS


Question = FinishedQuestion | Amount


@dataclass(frozen=True, slots=True)
class FinishedPiece:
    """Something that the photograph shows, or a place where something may lie.

    Attributes:
        key: names it among all pieces and places of this table.
        name: what it is, for people.
        outline: its corners on the picture, px; one point where no more is known, none where it shows nowhere.
        label: the same in a few letters, to be written on the picture.
        colour: whose it is, or "".
        confidence: that it is read right; None for what could not be read.
        why: what people should look at here, or None.
    """

    key: str
    name: Name
    outline: Outline
    label: str = ""
    colour: str = ""
    confidence: float | None = 1.0
    why: Phrase | None = None

    @property
    def mark(self) -> Mark:
        """As it is drawn on the picture."""
        return Mark("piece", self.label, self.key, self.colour, self.confidence, self.outline)


@dataclass(frozen=True, slots=True)
class PlayerSum:
    """What a player has in the end.

    Attributes:
        key: of the player. name: what people call them here. colour: of their pieces, or "".
        points: all together. rank: from 1; equal ranks share.
        parts: in a few words, what the points come from.
        lines: what the table shows and brings, each with its reason; points that people told themselves have no line.
        tie: what broke a tie, or None.
    """

    key: OfPlayer
    name: Name
    colour: str
    points: int
    rank: int
    parts: tuple[Phrase, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    tie: Phrase | None = None


class FinishedTable(ABC):
    """A table by now: what was read, and what people have said since."""

    def __init__(self) -> None:
        self._doubts: dict[str, Phrase] = {}
        self._seen_to: set[str] = set()  # what people have looked at

    @abstractmethod
    def pieces(self) -> tuple[FinishedPiece, ...]:
        """Everything that lies there, and what could not be read."""

    @abstractmethod
    def piece(self, key: str) -> FinishedPiece:
        """A piece, or an empty place that was tapped."""

    @abstractmethod
    def piece_at(self, x: float, y: float) -> str | None:
        """What a tap on the picture (px) is about: a piece or a place; None for nothing."""

    @abstractmethod
    def questions(self, key: Subject) -> tuple[Question, ...]:
        """What people may say about a piece, a place or a player."""

    @abstractmethod
    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Somebody said so; the table is right."""

    @abstractmethod
    def sums(self) -> tuple[PlayerSum, ...]:
        """What everybody has, the winner first."""

    def missing_colours(self) -> tuple[str, ...]:
        """Colours that nobody here plays, as far as is known; none where players are not told by colours."""
        return ()

    def add_player(self, colour: str) -> None:
        """Somebody plays of whom the photograph shows nothing. Raises ValueError where none of these can be missing."""
        raise ValueError(colour)

    def take_along(self, points: Mapping[str, int]) -> None:
        """What players have by colour beside this table, counted elsewhere; for games that are counted in parts."""
        raise ValueError(points)

    def notes(self) -> tuple[Phrase, ...]:
        """What people must know beside the sums."""
        return ()

    def in_sight(self) -> Outline:
        """Points, px, that have to be seen to put everything right; empty for the whole picture."""
        return ()

    # What people have looked at

    def agree(self, key: str) -> None:
        """People have looked: it is right as it is told now."""
        self._seen_to.add(key)

    def doubt_of(self, key: str) -> Phrase | None:
        """Why people should look at a piece, or None."""
        return None if key in self._seen_to else self._doubts.get(key)

    def doubts(self) -> tuple[FinishedPiece, ...]:
        """What people should look at, as it lies on the picture from above."""
        open_ones = [piece for piece in self.pieces() if piece.why is not None]
        return tuple(sorted(open_ones, key=lambda piece: _reading_order(piece.outline)))

    def settle(self, key: str) -> None:
        """What was open there people have told."""
        self._doubts.pop(key, None)
        self._seen_to.add(key)


@dataclass(frozen=True, slots=True)
class FinishedReader:
    """How a game's finished table is read.

    Attributes:
        read: the table on a picture (h, w, 3) BGR, or why nothing could be read.
        how: what the picture has to show, for people.
    """

    read: Callable[[Picture], FinishedTable | Phrase]
    how: Phrase


def colour_choices(colours: Sequence[str] = SEAT_COLOURS, *, nobody: bool = True) -> tuple[FinishedAnswer, ...]:
    """The players' colours, after nobody."""
    named = tuple(FinishedAnswer(colour, Phrase.of(f"colour.{colour}"), colour) for colour in colours)
    return (FinishedAnswer(NOTHING, Phrase.of("finished.nobody")), *named) if nobody else named


def doubtful(confidence: float) -> Phrase | None:
    """Why people should look at something that was read with this confidence; None where it is sure."""
    return None if confidence >= SURE else Phrase.of("finished.doubtful", percent=round(100 * confidence))


def nearest(x: float, y: float, spots: Iterable[tuple[str, Outline]], reach: float) -> str | None:
    """The key whose outline a point is in, else the one whose middle is nearest, if it is within ``reach`` px."""
    best, least = None, reach
    for key, outline in spots:
        if not outline:
            continue
        if len(outline) > 2 and _inside(x, y, outline):
            away = 0.0
        else:
            middle = Mark("", outline=outline).middle
            assert middle is not None
            away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
        if away < least:
            best, least = key, away
    return best


def ranks(points: Sequence[int]) -> list[int]:
    """From 1, equal ones share."""
    return [1 + sum(other > own for other in points) for own in points]


def _inside(x: float, y: float, outline: Outline) -> bool:
    within = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            within = not within
    return within


def _reading_order(outline: Outline) -> tuple[float, float]:
    middle = Mark("", outline=outline).middle
    return (0.0, 0.0) if middle is None else (middle[1], middle[0])
