"""Whose glass is whose: the record says who has which kinds, the table where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import prod
from typing import TypeAlias

import numpy as np

from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.state import State
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.live.tracker import GlassTracker, LiveGlass
from vision.stained_glass.live.waiting_glass import WaitingGlass


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingsParameters(Parameters):
    """How likely glass was pushed, hidden or taken, against what the record says."""

    pushed: float = parameter(
        1.5,
        "tile sides",
        "from where it lay within which what lies there was pushed; what lies farther was carried",
        CHOSEN,
    )
    unsure: float = parameter(0.995, "probability", "below which a new tile may be none", CHOSEN)
    hidden_odds: float = parameter(
        0.01, "odds", "that a tile that is not seen lies there all the same, under something", CHOSEN
    )
    stolen_odds: float = parameter(0.1, "odds", "that a tile was stolen that seems pushed", CHOSEN)
    push: float = parameter(
        0.5,
        "tile sides",
        "that pushed tiles go on average: the farther a tile went, the surer somebody carried it",
        CHOSEN,
    )
    most_doubtful: int = parameter(
        8, "count", "of new tiles that may be none, of which any number is taken to be none at once", CHOSEN
    )
    least_odds: float = parameter(1e-3, "odds", "below which nothing falls", CHOSEN)
    beside_sides: float = parameter(
        3.0, "tile sides", "from somebody's glass within which a new tile is likely his as well", CHOSEN
    )
    beside_others: float = parameter(
        0.1, "odds", "that a tile beside somebody's glass is another's, where several may have got it, default", CHOSEN
    )
    most_shared_out: int = parameter(
        64, "ways", "to share new tiles out among several; where there are more, one got all of them", CHOSEN
    )


PARAMETERS = HoldingsParameters()
Toggle: TypeAlias = "tuple[float, list[tuple[int, str, int]]]"  # odds, and what then changes: seat, kind, how many


@dataclass(frozen=True, slots=True)
class Held:
    """One way to take what is seen: by seat kind -> how many, and its odds against the plain way, which has 1."""

    tiles: tuple[Mapping[str, int], ...]
    odds: float


@dataclass(frozen=True, eq=False, slots=True)
class Noticed:
    """What a look at the glass tells.

    Attributes:
        ways: what everybody holds now, the plain way first.
        seen: all that is seen, and by its place in it whose it is in the plain way.
        owners: seat of each of ``seen``.
        gone: (seat, kind) that the record has, that was seen and is not any more, and that nobody else has got.
        changed: whether the plain way differs from the record.
    """

    ways: tuple[Held, ...]
    seen: tuple[LiveGlass, ...]
    owners: tuple[int, ...]
    gone: tuple[tuple[int, str], ...]
    changed: bool


@dataclass(frozen=True)
class GlassOwners:
    """The owner of each known tile by its number."""

    owner: Mapping[int, int] = field(default_factory=dict)
    kinds: Mapping[int, str] = field(default_factory=dict)

    def numbers(self, seat: int, kind: str) -> tuple[int, ...]:
        """The known tiles of a kind that somebody has."""
        return tuple(number for number, who in self.owner.items() if who == seat and self.kinds[number] == kind)

    def noticed(
        self,
        state: State,
        tracker: GlassTracker,
        seen: Sequence[LiveGlass],
        takers: Sequence[int] = (),
        waiting: WaitingGlass | None = None,
    ) -> Noticed:
        """Compare a look with the record.

        Args:
            takers: seats that may have got what is new, where several turns were played; else whose turn it is.
            waiting: what earlier looks told of it.
        """
        waiting = waiting or WaitingGlass()
        new = [number for number, one in enumerate(seen) if one.number is None]
        seats = tuple(takers) or (state.seat,)
        many = len(seats) ** len(new) <= PARAMETERS.most_shared_out
        shared_out = product(seats, repeat=len(new)) if many else ((seat,) * len(new) for seat in seats)
        shares = []
        for some in shared_out:
            movers = dict(zip(new, some, strict=True))
            odds = prod(
                self._beside_own(seen[number], seat, tracker) * waiting.odds(seen[number], seat, seats)
                for number, seat in movers.items()
            )
            shares.append((odds, self._noticed_so(state, tracker, seen, movers)))
        shares.sort(key=lambda one: -one[0])
        first, ways = shares[0][1], list(shares[0][1].ways)
        for odds, other in shares[1:]:
            there = [way.tiles for way in ways]
            ways += [Held(way.tiles, way.odds * odds / shares[0][0]) for way in other.ways if way.tiles not in there]
        return replace(first, ways=tuple(ways))

    def _beside_own(self, one: LiveGlass, seat: int, tracker: GlassTracker) -> float:
        """Odds of a new tile's place where a seat got it: people lay their glass beside what they have."""
        near = min(
            ((_away(one, number, tracker), who) for number, who in self.owner.items()),
            default=(PARAMETERS.beside_sides, seat),
        )
        return 1.0 if near[1] == seat or near[0] >= PARAMETERS.beside_sides else PARAMETERS.beside_others

    def _noticed_so(
        self, state: State, tracker: GlassTracker, seen: Sequence[LiveGlass], movers: Mapping[int, int]
    ) -> Noticed:
        """Compare a look with the record; ``movers``: who would have got each of what is new."""
        record = [Counter(own) for own in glass_of(state).held]
        held = [Counter(own) for own in record]
        there = {one.number for one in seen if one.number is not None}
        gone = [number for number in self.owner if number not in there]
        for number in gone:
            held[self.owner[number]][self.kinds[number]] -= 1
        unplaced = self._unplaced(record)
        owners: list[int] = []
        toggles: list[Toggle] = []
        doubtful: list[Toggle] = []  # that what seems to be a new tile is none
        for place, one in enumerate(seen):
            if one.number is not None:
                owners.append(self.owner[one.number])
                continue
            who, changes = self._owner_of_new(one, gone, unplaced, movers[place], tracker)
            owners.append(who)
            if not changes:
                continue  # the record knew it already
            held[who][one.kind] += 1
            toggles += changes
            if one.sure <= PARAMETERS.unsure:
                doubtful += changes[:1]
        toggles += [
            (PARAMETERS.hidden_odds, [(self.owner[number], self.kinds[number], 1)])
            for number in gone
            if number not in self._moved(gone, seen)
        ]
        plain = Held(tuple(+own for own in held), 1.0)
        others = [Held(_toggled(held, changes), odds) for odds, changes in toggles]
        others += _several_are_none(held, doubtful)
        lost = tuple((self.owner[number], self.kinds[number]) for number in gone)
        return Noticed((plain, *others), tuple(seen), tuple(owners), lost, list(plain.tiles) != record)

    def recording(self, state: State, tracker: GlassTracker, noticed: Noticed | None) -> GlassOwners:
        """The holdings once the record says that the table is at ``state``."""
        record = [Counter(own) for own in glass_of(state).held]
        if noticed is None:
            return self._kept(record)
        tiles: list[LiveGlass] = []
        whose: list[int] = []
        left = [Counter(own) for own in record]
        order = sorted(range(len(noticed.seen)), key=lambda k: noticed.seen[k].number is None)
        for number in order:
            one, who = noticed.seen[number], noticed.owners[number]
            if left[who][one.kind] <= 0:
                who = next((seat for seat, own in enumerate(left) if own[one.kind] > 0), -1)
            if who < 0:
                continue  # the record does not know of it: it stays new
            left[who][one.kind] -= 1
            tiles.append(one)
            whose.append(who)
        known = {id(one) for one in tiles}
        unknown = [one for one in noticed.seen if id(one) not in known]
        numbers = tracker.accept(tiles, unknown, misses=any(own.total() > 0 for own in left))
        return GlassOwners(
            dict(zip(numbers, whose, strict=True)),
            {number: one.kind for number, one in zip(numbers, tiles, strict=True)},
        )

    def _kept(self, record: Sequence[Counter[str]]) -> GlassOwners:
        """Without what the record no longer has where it lay; nobody has looked since."""
        left = [Counter(own) for own in record]
        owner: dict[int, int] = {}
        for number, who in self.owner.items():
            if left[who][self.kinds[number]] > 0:
                left[who][self.kinds[number]] -= 1
                owner[number] = who
        rest = {number: self.kinds[number] for number in self.owner if number not in owner}
        for number, kind in rest.items():  # stolen on the tablet before anybody moved it
            seat = next((seat for seat, own in enumerate(left) if own[kind] > 0), None)
            owner[number] = self.owner[number] if seat is None else seat
            if seat is not None:
                left[seat][kind] -= 1
        return GlassOwners(owner, self.kinds)

    def _unplaced(self, record: Sequence[Counter[str]]) -> list[Counter[str]]:
        """What the record has and nobody has seen yet."""
        left = [Counter(own) for own in record]
        for number, who in self.owner.items():
            left[who][self.kinds[number]] -= 1
        return [+own for own in left]

    def _owner_of_new(
        self,
        one: LiveGlass,
        gone: Sequence[int],
        unplaced: list[Counter[str]],
        mover: int,
        tracker: GlassTracker,
    ) -> tuple[int, list[Toggle]]:
        """Whose a new tile is, and what else may be true, as odds and changes (seat, kind, how many)."""
        kind = one.kind
        seats = [mover, *(seat for seat in range(len(unplaced)) if seat != mover)]
        known = next((seat for seat in seats if unplaced[seat][kind] > 0), None)
        if known is not None:
            unplaced[known][kind] -= 1
            return known, []
        none = (
            []
            if one.sure > PARAMETERS.unsure
            else [(max(PARAMETERS.least_odds, (1 - one.sure) / one.sure), [(mover, kind, -1)])]
        )
        for number in gone:
            who = self.owner[number]
            if self.kinds[number] != kind or who == mover:
                continue
            away = _away(one, number, tracker)
            if away < PARAMETERS.pushed:
                return who, [(PARAMETERS.stolen_odds, [(who, kind, -1), (mover, kind, 1)])]
            pushed = max(PARAMETERS.least_odds, float(np.exp((PARAMETERS.pushed - away) / PARAMETERS.push)))
            return mover, [*none, (pushed, [(mover, kind, -1), (who, kind, 1)])]
        return mover, none or [(PARAMETERS.least_odds, [(mover, kind, -1)])]

    def _moved(self, gone: Sequence[int], seen: Sequence[LiveGlass]) -> set[int]:
        """Tiles that are gone from their place and seen at another."""
        new = Counter(one.kind for one in seen if one.number is None)
        moved = set()
        for number in gone:
            if new[self.kinds[number]] > 0:
                new[self.kinds[number]] -= 1
                moved.add(number)
        return moved


def _away(one: LiveGlass, number: int, tracker: GlassTracker) -> float:
    """Tile sides between a tile and where another lay."""
    old = tracker.pose(number) @ np.array([0.5, 0.5, 1.0])
    return float(np.hypot(*(one.middle - old[:2] / old[2]))) / one.side_px


def _several_are_none(held: Sequence[Counter[str]], doubtful: Sequence[Toggle]) -> list[Held]:
    """The ways in which two or more of what seem to be new tiles are none: a heap of cubes beside the map looks like as
    many tiles of glass. Ways that come to the same are one."""
    likely = sorted(doubtful, key=lambda toggle: -toggle[0])[: PARAMETERS.most_doubtful]
    odds: dict[tuple[tuple[tuple[str, int], ...], ...], float] = {}
    for count in range(2, len(likely) + 1):
        for some in combinations(likely, count):
            tiles = _toggled(held, [change for _, changes in some for change in changes])
            held_tiles = tuple(tuple(sorted(own.items())) for own in tiles)
            odds[held_tiles] = odds.get(held_tiles, 0.0) + prod(each for each, _ in some)
    return [Held(tuple(Counter(dict(own)) for own in held_tiles), together) for held_tiles, together in odds.items()]


def _toggled(held: Sequence[Counter[str]], changes: Sequence[tuple[int, str, int]]) -> tuple[Mapping[str, int], ...]:
    other = [Counter(own) for own in held]
    for seat, kind, many in changes:
        other[seat][kind] += many
    return tuple(+own for own in other)
