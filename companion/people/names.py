"""Who is who: names that mean the same person, guests, who are counted nowhere, and who asked to be forgotten. Kept in
the data folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from companion.typed_file import read_or_set_aside, write_typed
from games.game import Phrase

FILE_NAME = "people.json"


class NamedPeople(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was said about names.

    Attributes:
        same: a name as it was typed at a table -> the person whom it means, where that is called otherwise.
        guests: persons who are not to be counted.
        withheld: persons whose name is told to nobody away from this tablet.
        forgotten: who was deleted, as a digest, so that the name itself is kept no longer -> until when (milliseconds
            since the epoch): games that ended by then count for nobody; who plays again later begins anew.
    """

    same: Mapping[str, str] = {}
    guests: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    forgotten: Mapping[str, int] = {}

    def person(self, name: str) -> str:
        """Whom a typed name means. Capitals and spaces at its ends make no other person."""
        plain = " ".join(name.split())
        return self.same.get(plain.casefold(), plain)

    def renamed(self, person: str, name: str) -> NamedPeople:
        """The person is called so from now on; should somebody have that name already, both are one from now on."""
        new = " ".join(name.split())
        same = {typed: new if meant == person else meant for typed, meant in self.same.items()}
        same[person.casefold()] = new
        same = {typed: meant for typed, meant in same.items() if typed != meant.casefold() or typed != new.casefold()}
        guests, withheld = _renamed(self.guests, person, new), _renamed(self.withheld, person, new)
        return msgspec.structs.replace(self, same=same, guests=guests, withheld=withheld)

    def counted(self, person: str, *, counts: bool) -> NamedPeople:
        """The person counts from now on, or is a guest."""
        others = tuple(guest for guest in self.guests if guest != person)
        return msgspec.structs.replace(self, guests=others if counts else (*others, person))

    def telling(self, person: str, *, shown: bool) -> NamedPeople:
        """The person's name may be told to others from now on, or to nobody."""
        others = tuple(one for one in self.withheld if one.casefold() != person.casefold())
        return msgspec.structs.replace(self, withheld=others if shown else (*others, person))

    def typed_for(self, person: str) -> tuple[str, ...]:
        """The names, in small letters, under which this person sat at tables."""
        own = person.casefold()
        return tuple(dict.fromkeys((own, *(typed for typed, meant in self.same.items() if meant.casefold() == own))))

    def without(self, person: str, *, until_ms: int) -> NamedPeople:
        """Nothing is known of the person any more, under whichever name, and games that ended by then count for
        nobody."""
        typed = self.typed_for(person)
        gone = {one.casefold() for one in (person, *typed)}
        return NamedPeople(
            {name: meant for name, meant in self.same.items() if name not in gone},
            tuple(one for one in self.guests if one.casefold() not in gone),
            tuple(one for one in self.withheld if one.casefold() not in gone),
            {**self.forgotten, **dict.fromkeys(map(digest_of, typed), until_ms)},
        )

    def forgets(self, name: str, ended_ms: int) -> bool:
        """Whether who sat at a table under this typed name, in a game that ended then, was deleted since."""
        if not self.forgotten:
            return False
        return ended_ms <= self.forgotten.get(digest_of(" ".join(name.split()).casefold()), -1)

    def withholds(self, name: str) -> bool:
        """Whether the person whom a typed name means wants no name told."""
        person = self.person(name).casefold()
        return any(one.casefold() == person for one in self.withheld)


def _renamed(persons: tuple[str, ...], person: str, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name if one == person else one for one in persons))


def digest_of(name: str) -> str:
    """What stands for a name, in small letters, where the name itself is not to be kept."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def known_people(folder: Path) -> tuple[NamedPeople, Phrase | None]:
    """What was said, and what to tell of a damaged file, which is set aside."""
    found, trouble = read_or_set_aside(folder / FILE_NAME, NamedPeople)
    return found or NamedPeople(), trouble


def keep_people(folder: Path, people: NamedPeople) -> None:
    """Keep what was said. Raises ``calibration.files.whole_file.CannotWrite``."""
    write_typed(folder / FILE_NAME, people)


def first_spelling(names: Iterable[str]) -> dict[str, str]:
    """Of names that differ in capitals only, the one that came first, by the name in small letters."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(name.casefold(), name)
    return found
