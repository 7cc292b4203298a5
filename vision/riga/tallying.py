"""Counts displays beside a record that holds counts alone: which cards on the table are whose, and where the counts
differ.

Nobody tells the eyes where anybody sits. Cards that lie side by side and face the same way are one group; groups are
given to players so that as much as possible agrees with what was tapped, and stay with whom they were given to unless
that gets much worse. What is on offer in the market is nobody's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from calibration.arrays import Float64Array
from games.riga.box.components import CITIES, PERSONS
from games.riga.grand_masters import Display
from vision.cards.pose import groups_of
from vision.parameters import CHOSEN, Parameters, parameter

Shown = tuple[str, tuple[str, ...]]  # a city, and the persons on the card

SUBJECTS = (*CITIES, *PERSONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyingParameters(Parameters):
    """How often cards are missed or change owners, and which difference is worth telling."""

    # What it costs to read a table so: a building that was tapped and is not seen; one that is seen and was not
    # tapped, which is nothing odd, for people lay down before they tap; a missing one that a card which can't be read
    # may be; the share of that for a person; for a card that was someone else's before, or is nobody's now: displays
    # stay displays.
    missing: float = parameter(1.0, "cost", "of a building that was tapped and is not seen", CHOSEN)
    untold: float = parameter(
        0.4,
        "cost",
        "of one that is seen and was not tapped, which is nothing odd, for people lay down before they tap",
        CHOSEN,
    )
    unread: float = parameter(0.6, "cost", "of a missing one that a card which can't be read may be", CHOSEN)
    person: float = parameter(0.25, "share", "of that for a person", CHOSEN)
    was_anothers: float = parameter(
        0.4, "cost", "of a card that was someone else's before: displays stay displays", CHOSEN
    )
    nobodys_now: float = parameter(1.5, "cost", "of a card that is nobody's now: displays stay displays", CHOSEN)
    new_display: float = parameter(
        1.0,
        "cost",
        "of cards that are given to somebody who has told of no building yet: they are likelier on offer",
        CHOSEN,
    )
    most_moved: int = parameter(5, "count", "groups, the largest first, that are tried with every player", CHOSEN)
    most_mended: int = parameter(
        6, "count", "of those ways, the cheapest first, that are made better step by step", CHOSEN
    )
    least_worth: float = parameter(0.02, "probability", "from which a way is told", CHOSEN)
    sharpness: float = parameter(3.0, "nats", "for each unit of cost: how fast a lead becomes certainty", CHOSEN)


PARAMETERS = TallyingParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Shows:
    """A building card that lies open.

    Attributes:
        pose: (3, 3) from its unit square to px.
        shown: its city and persons; None where it is seen and can't be told.
        sure: probability of that.
        seat: whose it was when the table was counted last, or None.
    """

    pose: Float64Array
    shown: Shown | None
    sure: float = 1.0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A player's count of a city or of knights or merchants, on record and on the table."""

    seat: int
    subject: str
    recorded: int
    seen: int


@dataclass(frozen=True, slots=True)
class Untold:
    """A building that lies in a player's display and is not on record; ``card`` is its place among the cards."""

    seat: int
    shown: Shown
    card: int
    probability: float


@dataclass(frozen=True, slots=True)
class CountedTable:
    """The table counted in one way.

    Attributes:
        seats: whose each card is, None for nobody's.
        untold: buildings that lie there and were not tapped, where nothing else differs for that player.
        differences: counts that differ otherwise.
        probability: of this way among all that were tried.
    """

    seats: tuple[int | None, ...] = ()
    untold: tuple[Untold, ...] = ()
    differences: tuple[Difference, ...] = ()
    probability: float = 1.0


def tallied(displays: Sequence[Display], cards: Sequence[Shows]) -> tuple[CountedTable, ...]:
    """Everybody's cards beside what is on record: in every way that is worth telling, the likeliest first."""
    recorded = [np.array([*display.buildings, *display.persons]) for display in displays]
    covered = [sum(display.covered) for display in displays]  # cards that nobody can read: something lies on them
    groups = groups_of([card.pose for card in cards])
    ways = _ways(recorded, covered, groups, cards)
    weights = [math.exp(-PARAMETERS.sharpness * (cost - ways[0][0])) for cost, _ in ways]
    found = []
    for weight, (_, owners) in zip(weights, ways, strict=True):
        if weight < PARAMETERS.least_worth * sum(weights):
            continue
        seats: list[int | None] = [None] * len(cards)
        for group, owner in zip(groups, owners, strict=True):
            for card in group:
                seats[card] = owner
        found.append(_tally(recorded, covered, seats, cards, weight / sum(weights)))
    return tuple(found)


def _tally(
    recorded: Sequence[Float64Array],
    covered: Sequence[int],
    seats: Sequence[int | None],
    cards: Sequence[Shows],
    probability: float,
) -> CountedTable:
    untold: list[Untold] = []
    differences: list[Difference] = []
    for seat, wanted in enumerate(recorded):
        own = [card for card, owner in enumerate(seats) if owner == seat]
        found, differing = _compared(seat, wanted, covered[seat], own, cards)
        untold += [Untold(seat, shown, card, cards[card].sure) for shown, card in found]
        differences += differing
    return CountedTable(tuple(seats), tuple(untold), tuple(differences), probability)


Owners = tuple[int | None, ...]


def _ways(
    recorded: Sequence[Float64Array], covered: Sequence[int], groups: list[list[int]], cards: Sequence[Shows]
) -> list[tuple[float, Owners]]:
    """Ways to give the groups to players, with their costs: as before where that agrees with the record, else also with
    the largest groups given anew, the best of these made better as far as moving one group can."""
    counts = [_count(group, cards) for group in groups]
    unread = [sum(cards[card].shown is None for card in group) for group in groups]
    known = [[seat for card in group if (seat := cards[card].seat) is not None] for group in groups]

    def cost(owners: Owners) -> float:
        total = 0.0
        for seat, wanted in enumerate(recorded):
            mine = [number for number, owner in enumerate(owners) if owner == seat]
            seen = sum((counts[number] for number in mine), np.zeros(len(SUBJECTS)))
            if not wanted.any():
                total += PARAMETERS.new_display * sum(not known[number] for number in mine)
            total += _off(wanted, seen, sum(unread[number] for number in mine), covered[seat])
        for owner, seats in zip(owners, known, strict=True):
            moved = PARAMETERS.was_anothers if owner is not None else PARAMETERS.nobodys_now
            total += moved * sum(seat != owner for seat in seats)
        return total

    before: Owners = tuple(max(sorted(set(seats)), key=seats.count) if seats else None for seats in known)
    if cost(before) == 0.0:
        return [(0.0, before)]
    largest = sorted(range(len(groups)), key=lambda number: -len(groups[number]))[: PARAMETERS.most_moved]
    found = {before: cost(before)}
    for seats in set(permutations([*range(len(recorded)), *(None for _ in largest)], len(largest))):
        start = list(before)
        for number, seat in zip(largest, seats, strict=True):
            start[number] = seat
        found[tuple(start)] = cost(tuple(start))
    for owners in sorted(found, key=found.__getitem__)[: PARAMETERS.most_mended]:
        better = _made_better(owners, cost, len(recorded))
        found[better] = cost(better)
    return sorted(((least, owners) for owners, least in found.items()), key=lambda way: way[0])


def _made_better(owners: Owners, cost: Callable[[Owners], float], players: int) -> Owners:
    best, least = owners, cost(owners)
    for _ in range(len(owners)):
        near = [
            (*best[:number], seat, *best[number + 1 :])
            for number in range(len(best))
            for seat in (None, *range(players))
            if seat != best[number]
        ]
        costs = [cost(one) for one in near]
        if not costs or min(costs) >= least - 1e-9:
            break
        least, best = min(costs), near[int(np.argmin(costs))]
    return best


def _count(group: Sequence[int], cards: Sequence[Shows]) -> Float64Array:
    """Buildings by city and persons, in the order of ``SUBJECTS``."""
    counted = np.zeros(len(SUBJECTS))
    for card in group:
        shown = cards[card].shown
        if shown is not None:
            counted[SUBJECTS.index(shown[0])] += 1
            for person in shown[1]:
                counted[SUBJECTS.index(person)] += 1
    return counted


def _off(wanted: Float64Array, seen: Float64Array, unread: int, covered: int) -> float:
    """What the difference of two counts costs; cards that can't be told, or are covered, may be any missing ones."""
    missing, more = np.maximum(wanted - seen, 0), np.maximum(seen - wanted, 0)
    cities = slice(len(CITIES))
    persons = slice(len(CITIES), None)
    absent = float(missing[cities].sum()) - covered
    lacking = max(0.0, absent - unread) + PARAMETERS.unread * min(max(0.0, absent), unread)
    spare = PARAMETERS.untold * max(0.0, unread - float(missing[cities].sum()))
    off = PARAMETERS.missing * float(missing[persons].sum()) + PARAMETERS.untold * float(more[persons].sum())
    return (
        PARAMETERS.missing * lacking + spare + PARAMETERS.untold * float(more[cities].sum()) + PARAMETERS.person * off
    )


def _compared(
    seat: int, wanted: Float64Array, covered: int, own: list[int], cards: Sequence[Shows]
) -> tuple[list[tuple[Shown, int]], list[Difference]]:
    """A player's cards that only need to be told, or else the counts that differ."""
    seen = _count(own, cards)
    unread = covered + sum(cards[card].shown is None for card in own)
    if unread:  # they may be anything that is missing, with anybody on them
        cities = slice(len(CITIES))
        if float(np.maximum(wanted - seen, 0)[cities].sum()) <= unread:
            seen = np.maximum(seen, wanted)
    if not (seen < wanted).any():
        spare = _spare(wanted, seen, own, cards)
        if spare is not None:
            return spare, []
    return [], [
        Difference(seat, subject, int(recorded), int(count))
        for subject, recorded, count in zip(SUBJECTS, wanted, seen, strict=True)
        if recorded != count
    ]


def _spare(
    wanted: Float64Array, seen: Float64Array, own: list[int], cards: Sequence[Shows]
) -> list[tuple[Shown, int]] | None:
    """Cards that, told, would make the counts agree: those that were nobody's before come first. None where no cards
    do."""
    left = seen - wanted
    spare: list[tuple[Shown, int]] = []
    for card in sorted(own, key=lambda number: (cards[number].seat is not None, -number)):
        shown = cards[card].shown
        if shown is None:
            continue
        one = _count([card], cards)
        if (one <= left).all():
            left = left - one
            spare.append((shown, card))
    return None if left.any() else spare
