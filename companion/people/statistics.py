"""What the finished games say of each person and of each game: played, won, best, streaks, points by kind, against
whom, how long."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.people.names import NamedPeople, first_spelling
from companion.people.played import PlayedGame, Seated


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game of one person.

    Attributes:
        game: the game. seat: how the person did. won: rank 1, alone or shared, against somebody.
        others: the persons on the other seats; "" for one who was deleted.
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
class PersonsGames:
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
                if not other:
                    continue
                met[other] += 1
                ahead[other] += one.seat.rank < seat.rank
        return tuple((other, count, ahead[other]) for other, count in met.most_common())

    def points_of(self, game_key: str) -> tuple[int, ...]:
        """Points in every game of a kind, the earliest first."""
        return tuple(one.seat.points for one in self.sittings if one.game.game_key == game_key)

    def kinds_of(self, game_key: str) -> tuple[tuple[str, float], ...]:
        """(kind, points a game) of all games of a kind, what brought most first."""
        own = [one.seat.kinds for one in self.sittings if one.game.game_key == game_key]
        return _kinds(own)


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game and everything that was played of it, the earliest first; of people who count."""

    game_key: str
    games: tuple[PlayedGame, ...]
    sittings: tuple[tuple[str, Sitting], ...]  # (person, how they did)

    @property
    def minutes(self) -> float:
        """How long it takes, on average."""
        return sum(game.lasted_ms for game in self.games) / len(self.games) / 60_000

    @property
    def best(self) -> tuple[str, int] | None:
        """(person, points) of the most points that anybody made; None where nobody counts."""
        best = max(self.sittings, key=lambda one: one[1].seat.points, default=None)
        return (best[0], best[1].seat.points) if best is not None else None

    @property
    def most_points(self) -> tuple[int, ...]:
        """The most points at each table, the earliest first."""
        return tuple(max((seat.points for seat in game.seats), default=0) for game in self.games)

    def winners(self) -> tuple[tuple[str, int, int], ...]:
        """(person, played, won), who won most first."""
        played: Counter[str] = Counter(person for person, _ in self.sittings)
        won: Counter[str] = Counter(person for person, one in self.sittings if one.won)
        order = sorted(played, key=lambda person: (-won[person], played[person], person))
        return tuple((person, played[person], won[person]) for person in order)

    def kinds(self) -> tuple[tuple[str, float], ...]:
        """(kind, points that somebody makes by it in a game), what brings most first."""
        return _kinds([one.seat.kinds for _, one in self.sittings])


def _kinds(seats: Sequence[Mapping[str, int]]) -> tuple[tuple[str, float], ...]:
    points: Counter[str] = Counter()
    for kinds in seats:
        points.update(kinds)
    return tuple((kind, sum_ / len(seats)) for kind, sum_ in points.most_common() if sum_)


def games_played(games: Sequence[PlayedGame], people: NamedPeople) -> tuple[GamePlayed, ...]:
    """Every game that was played, the one played most first."""
    everybody = persons(games, people)
    counted = Counter(game.game_key for game in games)
    rows = []
    for key, _ in counted.most_common():
        sittings = [(person.name, one) for person in everybody for one in person.sittings if one.game.game_key == key]
        rows.append(GamePlayed(key, tuple(game for game in games if game.game_key == key), tuple(sittings)))
    return tuple(rows)


def persons(games: Sequence[PlayedGame], people: NamedPeople) -> tuple[PersonsGames, ...]:
    """Everybody who counts, who played most first. A game alone is played, and neither won nor lost; who was deleted is
    nobody there."""
    seats = ((game, seat) for game in games for seat in game.seats)
    spelling = first_spelling(
        people.person(seat.name) for game, seat in seats if not people.forgets(seat.name, game.ended_ms)
    )
    sittings: dict[str, list[Sitting]] = {}
    for game in games:
        names = [
            "" if people.forgets(seat.name, game.ended_ms) else spelling[people.person(seat.name).casefold()]
            for seat in game.seats
        ]
        for number, (name, seat) in enumerate(zip(names, game.seats, strict=True)):
            others = tuple(names[:number] + names[number + 1 :])
            if not name:
                continue
            sitting = Sitting(game, seat, seat.rank == 1 and bool(others), others)
            sittings.setdefault(name, []).append(sitting)
    known = (PersonsGames(name, tuple(own)) for name, own in sittings.items() if name not in people.guests)
    return tuple(sorted(known, key=lambda person: (-person.played, -person.won, person.name)))


def games_csv(everybody: Iterable[PersonsGames], game_names: dict[str, str]) -> str:
    """A row for each person and game: when it ended (UTC), the game, how long, points, rank, won, against whom."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("person", "ended", "game", "minutes", "colour", "points", "rank", "won", "against"))
    for person in everybody:
        for one in person.sittings:
            ended = datetime.fromtimestamp(one.game.ended_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
            minutes = round(one.game.lasted_ms / 60_000)
            name = game_names.get(one.game.game_key, one.game.game_key)
            against = ", ".join(filter(None, one.others))
            rows.writerow(
                (_plain(person.name), ended, name, minutes, one.seat.colour, one.seat.points, one.seat.rank,
                 int(one.won), _plain(against))
            )  # fmt: skip
    return text.getvalue()


def games_json(everybody: Iterable[PersonsGames]) -> str:
    """All of it for programs: each person with the sums that their page shows, and every game. Times are UTC."""
    rows = [
        {
            "name": person.name,
            "played": person.played,
            "won": person.won,
            "hours": round(person.hours, 2),
            "longest_streak": person.longest_streak,
            "streak": person.streak,
            "against": [
                {"name": other, "games": together, "ahead": ahead} for other, together, ahead in person.against()
            ],
            "games": [
                {
                    "ended": datetime.fromtimestamp(one.game.ended_ms / 1000, UTC).isoformat(timespec="seconds"),
                    "game": one.game.game_key,
                    "minutes": round(one.game.lasted_ms / 60_000),
                    "colour": one.seat.colour,
                    "points": one.seat.points,
                    "points_by_kind": dict(one.seat.kinds),
                    "rank": one.seat.rank,
                    "won": one.won,
                    "against": [other for other in one.others if other],
                }
                for one in person.sittings
            ],
        }
        for person in everybody
    ]
    return json.dumps({"version": 1, "persons": rows}, ensure_ascii=False, indent=1) + "\n"


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t" else text
