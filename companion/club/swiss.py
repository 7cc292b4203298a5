"""A Swiss tournament: who plays whom, and who leads. Pure values; two at a table.

Everybody plays in every round; people with equal points meet, nobody meets twice where that can be avoided, and where
the number is odd the last one who has not been free yet is. A win or a free round is a point, a draw half a one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from companion.club.matching import largest_matching
from games.game import Phrase, Refusal, RefusalKind

WIN, DRAW, LOSS = 2, 1, 0  # in half points


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two who play, or one who is free (``second`` None). ``scores``: of the game, None until it is over; ``won``: who
    won it, "" for a draw: scores alone don't tell, games break ties."""

    first: str
    second: str | None = None
    scores: tuple[int, int] | None = None
    won: str = ""

    @property
    def over(self) -> bool:
        """There is a result, or nobody to play."""
        return self.second is None or self.scores is not None


class Tournament(msgspec.Struct, frozen=True):
    """Attributes:
    game: the key of the game that is played.
    players: everybody, in the order in which they were seeded.
    rounds: what was paired so far.
    """

    game: str
    players: tuple[str, ...]
    rounds: tuple[tuple[Pairing, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SwissStanding:
    """Where somebody stands: ``halves`` are points in halves; ``ties`` the values of the tie-breaks, in their order."""

    name: str
    rank: int
    halves: int
    ties: tuple[int, ...]


def begun(game: str, players: Sequence[str]) -> Tournament:
    """A tournament before its first round. Raises :class:`Refusal` for fewer than two, or the same name twice."""
    if len(players) < 2:
        raise Refusal(RefusalKind.INVALID, Phrase.of("club.too_few"), value=str(len(players)))
    twice = next((name for name, count in Counter(one.casefold() for one in players).items() if count > 1), None)
    if twice is not None:
        raise Refusal(RefusalKind.INVALID, Phrase.of("club.twice", name=twice), value=twice)
    return Tournament(game, tuple(players))


def next_round(tournament: Tournament) -> Tournament:
    """With one more round paired. Raises :class:`Refusal` while the last one is not over."""
    open_now = [one for one in (tournament.rounds[-1] if tournament.rounds else ()) if not one.over]
    if open_now:
        names = ", ".join(f"{one.first} – {one.second}" for one in open_now)
        phrase = Phrase.of("club.round_open", round=len(tournament.rounds), names=names)
        raise Refusal(RefusalKind.ILLEGAL, phrase, value=names)
    return msgspec.structs.replace(tournament, rounds=(*tournament.rounds, _Drawing(tournament).round()))


def with_match_result(tournament: Tournament, first: str, second: str, scores: tuple[int, int], won: str) -> Tournament:
    """With a result in the last round; told again it is corrected. Raises :class:`Refusal` where the two don't play
    each other there."""
    last = tournament.rounds[-1] if tournament.rounds else ()
    wanted = {first.casefold(), second.casefold()}
    for number, one in enumerate(last):
        if one.second is None or {one.first.casefold(), one.second.casefold()} != wanted:
            continue
        in_order = scores if one.first.casefold() == first.casefold() else (scores[1], scores[0])
        winner = next((name for name in (one.first, one.second) if name.casefold() == won.casefold()), "")
        fresh = msgspec.structs.replace(one, scores=in_order, won=winner)
        return msgspec.structs.replace(
            tournament, rounds=(*tournament.rounds[:-1], (*last[:number], fresh, *last[number + 1 :]))
        )
    names = f"{first}, {second}"
    raise Refusal(RefusalKind.ILLEGAL, Phrase.of("club.not_paired", names=names), value=names)


def standings(tournament: Tournament, tie_breaks: Sequence[str] = ("buchholz",)) -> tuple[SwissStanding, ...]:
    """Everybody, the leader first; who is equal in points and all tie-breaks shares a rank, in seeded order."""
    sums = _Sums(tournament)
    keys = {name: (sums.halves[name], *(sums.tie(one, name) for one in tie_breaks)) for name in tournament.players}
    placed = sorted(tournament.players, key=lambda name: (tuple(-part for part in keys[name]), sums.seed[name]))
    return tuple(
        SwissStanding(name, 1 + sum(key > keys[name] for key in keys.values()), keys[name][0], keys[name][1:])
        for name in placed
    )


class _Sums:
    """What people have gathered."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.seed = {name: number for number, name in enumerate(tournament.players)}
        self.halves: Counter[str] = Counter(dict.fromkeys(tournament.players, 0))
        self.margin: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.free: Counter[str] = Counter()
        self.met: Counter[frozenset[str]] = Counter()
        for pairing in (one for rounds in tournament.rounds for one in rounds):
            self._add(pairing)

    def _add(self, pairing: Pairing) -> None:
        first, second = pairing.first, pairing.second
        if second is None:
            self.free[first] += 1
            self.halves[first] += WIN
            return
        self.met[frozenset((first, second))] += 1
        if pairing.scores is None:
            return
        difference = pairing.scores[0] - pairing.scores[1]
        self.margin[first] += difference
        self.margin[second] -= difference
        for name in (first, second):
            self.halves[name] += DRAW if not pairing.won else WIN if pairing.won == name else LOSS
            self.wins[name] += pairing.won == name

    @cached_property
    def games(self) -> dict[str, list[tuple[str, bool]]]:
        """By name: against whom, and whether it was won."""
        found: dict[str, list[tuple[str, bool]]] = {name: [] for name in self.seed}
        for one in (pairing for rounds in self.tournament.rounds for pairing in rounds):
            if one.second is not None and one.scores is not None:
                found[one.first].append((one.second, one.won == one.first))
                found[one.second].append((one.first, one.won == one.second))
        return found

    def tie(self, kind: str, name: str) -> int:
        """A tie-break's value: ``buchholz`` (half points of the opponents), ``beaten`` (of those who were beaten),
        ``margin`` (difference of scores), ``wins``."""
        match kind:
            case "buchholz":
                return sum(self.halves[other] for other, _ in self.games[name])
            case "beaten":
                return sum(self.halves[other] for other, won in self.games[name] if won)
            case "margin":
                return self.margin[name]
            case "wins":
                return self.wins[name]
        raise LookupError(kind)


class _Drawing:
    """Pairs one round, from the leader down: each with the nearest whom they may meet without making anybody further
    down meet twice who need not. Whether that is so tells the largest matching of who is left (:mod:`.matching`)."""

    def __init__(self, tournament: Tournament) -> None:
        self._sums = _Sums(tournament)
        self._left = sorted(tournament.players, key=lambda name: (-self._sums.halves[name], self._sums.seed[name]))

    def round(self) -> tuple[Pairing, ...]:
        free = self._free_one()
        pairings = []
        fresh = self._fresh_pairs(self._left)
        while self._left:
            first = self._left[0]
            second, is_fresh = self._partner(first, fresh)
            fresh -= is_fresh
            self._left = [name for name in self._left if name not in (first, second)]
            pairings.append(Pairing(first, second))
        return (*pairings, *((Pairing(free),) if free is not None else ()))

    def _free_one(self) -> str | None:
        """The last of those who were free least often, as long as the others can all play somebody new then."""
        if len(self._left) % 2 == 0:
            return None
        least = min(self._sums.free[name] for name in self._left)
        may = [name for name in reversed(self._left) if self._sums.free[name] == least]
        best = max(may, key=lambda name: self._fresh_pairs([one for one in self._left if one != name]))
        self._left = [name for name in self._left if name != best]
        return best

    def _partner(self, first: str, fresh: int) -> tuple[str, bool]:
        """Whom ``first`` plays, and whether for the first time, so that ``fresh`` new pairs remain possible in all."""
        others = self._left[1:]
        met = {name: self._sums.met[frozenset((first, name))] for name in others}
        for second in sorted(others, key=lambda name: met[name]):
            is_new = not met[second]
            rest = [name for name in others if name != second]
            if is_new + self._fresh_pairs(rest) == fresh:
                return second, is_new
        raise AssertionError("a largest matching pairs the first or leaves them to whoever is left")

    def _fresh_pairs(self, names: Sequence[str]) -> int:
        """How many of these can play somebody new at once, in pairs."""
        number = {name: place for place, name in enumerate(names)}
        edges = [
            [number[other] for other in names if other != name and not self._sums.met[frozenset((name, other))]]
            for name in names
        ]
        return largest_matching(edges)
