"""The Grand Masters: who takes which tile, when it moves on, and what happens when persons are covered.

Works on displays alone (buildings by city, persons), so that a table can use it without the rest of the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.game import Event, Phrase
from games.riga.box.components import CITIES, PERSONS, Master, Side, printed, subjects
from games.riga.table_place import CellPlace, TilePlace


class Display(NamedTuple):
    """What is built in front of a player.

    Attributes:
        buildings: by city, in the order of ``CITIES``.
        persons: knights and merchants on those buildings, covered ones too.
        covered: how many of them the Victual Brothers cover.
    """

    buildings: tuple[int, ...] = (0,) * len(CITIES)
    persons: tuple[int, ...] = (0,) * len(PERSONS)
    covered: tuple[int, ...] = (0,) * len(PERSONS)

    def count(self, subject: str) -> int:
        """Buildings in a city, or persons of a kind that can be seen: covered ones do not count."""
        if subject in CITIES:
            return self.buildings[CITIES.index(subject)]
        kind = PERSONS.index(subject)
        return self.persons[kind] - self.covered[kind]

    def with_building(self, city: str, persons: Sequence[str] = ()) -> Display:
        """With one more building and the persons that it shows."""
        added = tuple(count + persons.count(kind) for kind, count in zip(PERSONS, self.persons, strict=True))
        return self._replace(buildings=_more(self.buildings, CITIES.index(city)), persons=added)

    def with_covered(self, person: str) -> Display:
        """With one more person covered."""
        return self._replace(covered=_more(self.covered, PERSONS.index(person)))


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile of the row: who owns it (seat index, None for the supply), and whether it went back to the supply."""

    master: Master
    owner: int | None = None
    returned: bool = False


Row = tuple[Placed, ...]


def draw_row(rng: random.Random, with_riga: bool) -> tuple[Master, ...]:
    """Shuffle, turn the top four over, shuffle again, lay out the top four: what the rulebook says, card by card."""
    numbers = printed()
    other = Side.FIRST if numbers.front is Side.MAX else Side.MAX
    pile = list(subjects(with_riga))
    rng.shuffle(pile)
    turned = [
        Master.named(
            "Money" if subject == "Money" else f"{other if place < numbers.turned else numbers.front}-{subject}"
        )
        for place, subject in enumerate(pile)
    ]
    rng.shuffle(turned)
    return tuple(turned[: numbers.row])


def claimed(row: Row, displays: Sequence[Display], builder: int) -> tuple[Row, tuple[Event, ...]]:
    """The row after ``builder`` has erected one building, and every tile that changed hands. A building may bring
    several."""
    events: list[Event] = []
    after = []
    for placed in row:
        taken = _takes(placed, displays, builder)
        if taken:
            events.append(_taken_event(placed, displays, builder))
            placed = replace(placed, owner=builder, returned=False)
        after.append(placed)
    return tuple(after), tuple(events)


def covering(row: Row, displays: Sequence[Display], person: str) -> tuple[Row, tuple[Event, ...]]:
    """The row after a person of this kind was covered (Victual Brothers); ``displays`` are the ones since.

    The owner of a "Max." tile gives it up only where somebody now has more; where several then have most, it goes back
    to the supply. "1." tiles stay. A tile that went back is taken at once by whoever is alone in the lead.
    """
    events: list[Event] = []
    after = []
    for placed in row:
        if placed.master.subject == person and placed.master.side is Side.MAX:
            placed, event = _after_covering(placed, displays)
            events.extend(event)
        after.append(placed)
    return tuple(after), tuple(events)


@dataclass(frozen=True, slots=True)
class Near:
    """A player who takes a tile with one more building or person: seat, place in the row, and who would lose it."""

    seat: int
    tile: int
    owner: int | None


def one_away(row: Row, displays: Sequence[Display]) -> tuple[Near, ...]:
    """Everybody who is one building (or one person) away from a tile, in the order of the row."""
    near = []
    for number, placed in enumerate(row):
        if placed.master.is_money:
            continue
        for seat, display in enumerate(displays):
            more = list(displays)
            more[seat] = _one_more(display, placed.master.subject)
            if _takes(placed, more, seat):
                near.append(Near(seat, number, placed.owner))
    return tuple(near)


def tile_phrase(master: Master) -> Phrase:
    """A tile by its name, such as "Max. Visby"."""
    if master.is_money:
        return Phrase.of("riga.tile_money")
    return Phrase.of(f"riga.tile_{master.side.value}", subject=subject_phrase(master.subject))


def subject_phrase(subject: str) -> str | Phrase:
    """A city by its name (the same in both languages), persons in words."""
    return subject if subject in CITIES else Phrase.of(f"riga.{subject.lower()}")


def counted(subject: str, count: int) -> Phrase:
    """ "3 buildings in Visby", "4 knights"."""
    if subject in CITIES:
        return Phrase.of("riga.counted_city", count=count, city=subject)
    return Phrase.of(f"riga.counted_{subject.lower()}", count=count)


# Who takes what


def _takes(placed: Placed, displays: Sequence[Display], builder: int) -> bool:
    master = placed.master
    if master.is_money or placed.owner == builder:
        return False
    own = displays[builder].count(master.subject)
    if placed.owner is None:
        if placed.returned:
            return _sole_leader(master.subject, displays) == builder and own >= printed().returned_needs
        return own >= printed().needs(master)
    # "To take the tile from another player you must have more"; a tie leaves it where it is. "1." is kept for good.
    return master.side is Side.MAX and own > displays[placed.owner].count(master.subject)


def _after_covering(placed: Placed, displays: Sequence[Display]) -> tuple[Placed, tuple[Event, ...]]:
    subject, owner = placed.master.subject, placed.owner
    if owner is None:
        leader = _sole_leader(subject, displays)
        if placed.returned and leader is not None and displays[leader].count(subject) >= printed().returned_needs:
            return replace(placed, owner=leader, returned=False), (_taken_event(placed, displays, leader),)
        return placed, ()
    most = max(display.count(subject) for display in displays)
    if most <= displays[owner].count(subject):
        return placed, ()
    leader = _sole_leader(subject, displays)
    if leader is not None:
        return replace(placed, owner=leader), (_taken_event(placed, displays, leader),)
    phrase = Phrase.of("riga.tile_returned", tile=tile_phrase(placed.master), count=counted(subject, most))
    return replace(placed, owner=None, returned=True), (Event(phrase, owner, (tile_place(placed.master),)),)


def _sole_leader(subject: str, displays: Sequence[Display]) -> int | None:
    counts = [display.count(subject) for display in displays]
    return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None


def tile_place(master: Master) -> str:
    """Where a tile lies, in the game's notation for places."""
    return TilePlace(master.key).notation


def cell_place(seat: int, subject: str) -> str:
    """The cell of a player and a city or person, in the game's notation for places."""
    return CellPlace(seat, subject).notation


def _taken_event(placed: Placed, displays: Sequence[Display], seat: int) -> Event:
    subject = placed.master.subject
    values = {"tile": tile_phrase(placed.master), "count": counted(subject, displays[seat].count(subject))}
    places = (tile_place(placed.master), cell_place(seat, subject))
    if placed.owner is None:
        key = "riga.tile_taken_first" if placed.master.side is Side.FIRST else "riga.tile_taken"
        return Event(Phrase.of(key, **values), seat, places)
    values["before"] = counted(subject, displays[placed.owner].count(subject))
    return Event(Phrase.of("riga.tile_moves", **values), seat, (*places, cell_place(placed.owner, subject)))


def _one_more(display: Display, subject: str) -> Display:
    if subject in CITIES:
        return display.with_building(subject)
    return display._replace(persons=_more(display.persons, PERSONS.index(subject)))


def _more(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])
