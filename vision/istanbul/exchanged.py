"""Two of one colour who were taken for one another: small pictures hardly tell blocks from flat figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.istanbul.mosaic import Mosaic
from vision.istanbul.people import Person, once
from vision.istanbul.seeking import AT_HOME, sought
from vision.istanbul.trying import Kind


def put_right(mosaic: Mosaic, found: Sequence[Person], homes: Mapping[Kind, int]) -> list[Person]:
    """The people, with who of a colour was seen at another's home, while that one was seen nowhere, told as that other
    where both at home explain more than he did there.

    Args:
        mosaic: the layout. found: who was seen on it.
        homes: (kind, colour) of each of whom there is but one -> index of the place where the record has it.
    """
    people = list(found)
    plainest = once(people)  # who stands more clearly elsewhere is in nobody's way
    for missing, home in homes.items():
        if any((person.kind, person.colour) == missing for person in plainest):
            continue
        for person in plainest:
            own = homes.get((person.kind, person.colour), home)
            if person.cell != home or person.colour != missing[1] or own == home:
                continue
            rest = [one for one in plainest if one is not person]
            both = _both_at_home(mosaic, rest, (missing, home), ((person.kind, person.colour), own))
            if sum(one.gain for one in both) > person.gain:
                people = plainest = [*rest, *both]
                break
    return people


def _both_at_home(mosaic: Mosaic, others: Sequence[Person], *two: tuple[Kind, int]) -> list[Person]:
    """Two people, each on his own place among the others; nobody where either is not plainly seen there."""
    both: list[Person] = []
    for (kind, colour), home in two:
        seen = sought(mosaic, kind, colour, [*others, *both], home)
        if seen is None or seen.cell != home or seen.gain <= AT_HOME:
            return []
        both.append(seen)
    return both
