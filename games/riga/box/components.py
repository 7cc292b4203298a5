"""The Grand Master tiles and what the rulebook prints about them, read from ``data/grand_masters.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

CITIES = ("Riga", "Visby", "Stockholm", "Tallinn", "Danzig")
PERSONS = ("Knight", "Merchant")
MONEY = "Money"


class Side(StrEnum):
    """Which side of a tile lies up. Money has sides of its own: which one follows from the number of players."""

    MAX = "max"  # kept by whoever has most
    FIRST = "first"  # kept for good by whoever is first ("1.")
    NONE = ""  # Money


@dataclass(frozen=True, slots=True)
class Master:
    """A Grand Master tile as it lies: its subject (a city, a person or Money) and its side."""

    subject: str
    side: Side

    @property
    def key(self) -> str:
        """Its name in notation: ``max-Visby``, ``first-Knight``, ``Money``."""
        return f"{self.side.value}-{self.subject}" if self.side else self.subject

    @property
    def is_money(self) -> bool:
        """True for Money, which nobody owns and which is scored at the end only."""
        return self.subject == MONEY

    @classmethod
    def named(cls, key: str) -> Master:
        """The tile of this name. Raises ``ValueError`` where there is none."""
        if key == MONEY:
            return cls(MONEY, Side.NONE)
        side, _, subject = key.partition("-")
        if subject not in CITIES + PERSONS or side not in (Side.MAX, Side.FIRST):
            raise ValueError(key)
        return cls(subject, Side(side))


@dataclass(frozen=True, slots=True)
class Printed:
    """The numbers of the rulebook.

    Attributes:
        row: how many tiles are laid out.
        turned: how many are turned over before the second shuffle.
        front: the side that lies up before anything is turned.
        max_needs, first_needs: what each side asks for, by "city" and "person".
        returned_needs: persons that a tile asks for that went back to the supply.
        owner_points, second_points: victory points at the end.
        money: victory points by rank, for "four" players and for "fewer".
    """

    row: int
    turned: int
    front: Side
    max_needs: dict[str, int]
    first_needs: dict[str, int]
    returned_needs: int
    owner_points: int
    second_points: int
    money: dict[str, tuple[int, ...]]

    def needs(self, master: Master) -> int:
        """How many buildings or persons the tile asks for when it is taken from the supply."""
        of = "person" if master.subject in PERSONS else "city"
        return (self.max_needs if master.side is Side.MAX else self.first_needs)[of]

    def ranks(self, players: int) -> tuple[int, ...]:
        """Points by rank on the side of Money that goes with this many players."""
        return self.money[money_side(players)]


def money_side(players: int) -> str:
    """The side of Money "that matches the number of players": ``four``, or ``fewer``."""
    return "four" if players >= 4 else "fewer"


@cache
def printed() -> Printed:
    """What the rulebook prints."""
    data = _values("grand_masters.json")
    return Printed(
        row=data["row"],
        turned=data["turned"],
        front=Side(data["front"]),
        max_needs=data["max"],
        first_needs=data["first"],
        returned_needs=data["returned"],
        owner_points=data["owner_points"],
        second_points=data["second_points"],
        money={side: tuple(points) for side, points in data["money"].items()},
    )


def subjects(with_riga: bool) -> tuple[str, ...]:
    """The tiles that are shuffled: without Riga buildings the tile Riga is removed."""
    every: list[str] = _values("grand_masters.json")["tiles"]
    return tuple(subject for subject in every if with_riga or subject != "Riga")


@dataclass(frozen=True, slots=True)
class LanguageDifference:
    """A place where the German and the English rulebook differ: both as printed, and how it is played here."""

    key: str
    german: str
    english: str
    played: dict[str, str]  # by language


@cache
def language_differences() -> tuple[LanguageDifference, ...]:
    """Every difference between the two rulebooks; the German original stands."""
    found = json.loads(data_file("languages.json"))["differences"]
    return tuple(LanguageDifference(one["key"], one["de"], one["en"], one["played"]) for one in found)


def data_file(name: str) -> str:
    """The text of a file of the data folder."""
    return (files("games.riga") / "data" / name).read_text(encoding="utf-8")


@cache
def _values(name: str) -> dict[str, Any]:
    return {key: fact["value"] for key, fact in json.loads(data_file(name)).items()}
