"""What the finished games say of each person: played, won, best, streaks, against whom, how long."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.people.names import People, first_spelling
from companion.people.played import PlayedGame, Seated


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game of one person.

    Attributes:
        game: the game. seat: how the person did. won: rank 1, alone or shared, against somebody.
        others: the persons on the other seats.
    """

    game: PlayedGame
    seat: Seated
    won: bool
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameTally:
    """A person's games of one kind: how many, how many won, the most points, the mean."""

    game_key: str
    played: int
    won: int
    best: int
    mean: float


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody and everything they played, the earliest game first."""

    name: str
    sittings: tuple[Sitting, ...]

    @property
    def played(self) -> int:
        """How many games."""
        return len(self.sittings)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(one.won for one in self.sittings)

    @property
    def hours(self) -> float:
        """Time at the table."""
        return sum(one.game.lasted_ms for one in self.sittings) / 3_600_000

    @property
    def longest_streak(self) -> int:
        """The most games won one after the other."""
        longest = running = 0
        for one in self.sittings:
            running = running + 1 if one.won else 0
            longest = max(longest, running)
        return longest

    @property
    def streak(self) -> int:
        """Games won since the last one that was not."""
        running = 0
        for one in self.sittings:
            running = running + 1 if one.won else 0
        return running

    def tallies(self) -> tuple[GameTally, ...]:
        """By game, the one played most first."""
        keys = Counter(one.game.game_key for one in self.sittings)
        return tuple(self._tally(key) for key, _ in keys.most_common())

    def _tally(self, key: str) -> GameTally:
        own = [one for one in self.sittings if one.game.game_key == key]
        points = [one.seat.points for one in own]
        return GameTally(key, len(own), sum(one.won for one in own), max(points), sum(points) / len(points))

    def against(self) -> tuple[tuple[str, int, int], ...]:
        """(person, games together, games in which this one was ahead), whom they met most first."""
        met: Counter[str] = Counter()
        ahead: Counter[str] = Counter()
        for one in self.sittings:
            for other, seat in zip(one.others, (s for s in one.game.seats if s is not one.seat), strict=True):
                met[other] += 1
                ahead[other] += one.seat.rank < seat.rank
        return tuple((other, count, ahead[other]) for other, count in met.most_common())

    def points_of(self, game_key: str) -> tuple[int, ...]:
        """Points in every game of a kind, the earliest first."""
        return tuple(one.seat.points for one in self.sittings if one.game.game_key == game_key)


def persons(games: Sequence[PlayedGame], people: People) -> tuple[Person, ...]:
    """Everybody who counts, who played most first. A game alone is played, and neither won nor lost."""
    spelling = first_spelling(people.person(seat.name) for game in games for seat in game.seats)
    sittings: dict[str, list[Sitting]] = {}
    for game in games:
        names = [spelling[people.person(seat.name).casefold()] for seat in game.seats]
        for number, (name, seat) in enumerate(zip(names, game.seats, strict=True)):
            others = tuple(names[:number] + names[number + 1 :])
            sitting = Sitting(game, seat, seat.rank == 1 and bool(others), others)
            sittings.setdefault(name, []).append(sitting)
    told = (Person(name, tuple(own)) for name, own in sittings.items() if name not in people.guests)
    return tuple(sorted(told, key=lambda person: (-person.played, -person.won, person.name)))


def games_csv(everybody: Iterable[Person], game_names: dict[str, str]) -> str:
    """A row for each person and game: when it ended (UTC), the game, how long, points, rank, won, against whom."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("person", "ended", "game", "minutes", "colour", "points", "rank", "won", "against"))
    for person in everybody:
        for one in person.sittings:
            ended = datetime.fromtimestamp(one.game.ended_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
            minutes = round(one.game.lasted_ms / 60_000)
            name = game_names.get(one.game.game_key, one.game.game_key)
            against = ", ".join(one.others)
            rows.writerow(
                (_plain(person.name), ended, name, minutes, one.seat.colour, one.seat.points, one.seat.rank,
                 int(one.won), _plain(against))
            )  # fmt: skip
    return text.getvalue()


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t" else text
