"""Building cards: the default set that ships, and the cards of the owner's copy, which take their places.

The set is marked ``default`` as long as the owner has not entered the printed cards. A card's effect is either one that
the engine knows (``purse``: ducats once a year; ``store``: a larger hand) or a text that people follow themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games.game import JsonValue, Phrase, PhraseValue, Refusal, RefusalKind
from games.names import fault_of
from games.riga.box.components import CITIES, PERSONS, data_file

DEFAULT = "default"
RIGA = "Riga"
MOST_COST, MOST_POINTS = 30, 20


@dataclass(frozen=True, slots=True)
class Building:
    """One building card.

    Attributes:
        key: in notation, without spaces: ``Visby-mint``. Every player has an own copy of each Riga building.
        name: as printed; for cards of the default set the last part of their message key.
        city: one of ``CITIES``.
        cost: ducats.
        points: victory points.
        persons: knights and merchants that it shows.
        purse: ducats that it gives once a year.
        store: cards by which it raises the hand limit.
        text: the printed effect, for people to read and follow.
        mark: ``default`` for the set that ships, ``""`` for a card of the owner's copy.
    """

    key: str
    name: str
    city: str
    cost: int
    points: int
    persons: tuple[str, ...] = ()
    purse: int = 0
    store: int = 0
    text: str = ""
    mark: str = ""

    @property
    def phrase(self) -> str | Phrase:
        """Its name for people: "Mint in Visby", or as printed on the owner's card."""
        if self.mark != DEFAULT:
            return self.name
        return Phrase.of("riga.building", name=Phrase.of(f"riga.building_{self.name}"), city=self.city)


@dataclass(frozen=True)
class CardSet:
    """All building cards of a game.

    Attributes:
        cards: those of the four cities, each once in the box.
        riga: the Riga buildings; every player has one of each.
    """

    cards: tuple[Building, ...]
    riga: tuple[Building, ...]
    by_key: Mapping[str, Building] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {card.key: card for card in (*self.cards, *self.riga)})

    @property
    def is_default(self) -> bool:
        """True where no card of the owner's copy has been entered."""
        return self == default_cards()

    @property
    def marks(self) -> tuple[str, ...]:
        """What people must know beside points: some cards are not the printed ones."""
        return (DEFAULT,) if any(card.mark == DEFAULT for card in (*self.cards, *self.riga)) else ()

    def with_own(self, own: Iterable[Building]) -> CardSet:
        """With the owner's cards in place of default ones: of the same key first, else of the next one in that city.

        Raises :class:`Refusal` where a city has no default card left to give way.
        """
        return _replaced(self, tuple(own))


@cache
def default_cards() -> CardSet:
    """48 buildings in four cities and 4 Riga buildings, in the spirit of the game. Every card is marked ``default``."""
    found = [building_from_json(card, mark=DEFAULT) for card in json.loads(data_file("default_cards.json"))["cards"]]
    return CardSet(
        tuple(card for card in found if card.city != RIGA), tuple(card for card in found if card.city == RIGA)
    )


def building_from_json(data: Any, mark: str | None = None) -> Building:
    """A card from plain data, as the owner enters it or as it ships. Raises :class:`Refusal` of kind invalid."""
    try:
        effect = data.get("effect", {})
        card = Building(
            key=str(data.get("key") or _key(str(data["city"]), str(data["name"]))),
            name=str(data["name"]).strip(),
            city=str(data["city"]),
            cost=int(data["cost"]),
            points=int(data["points"]),
            persons=tuple(sorted(str(person) for person in data.get("persons", ()))),
            purse=int(effect.get("purse", 0)),
            store=int(effect.get("store", 0)),
            text=str(data.get("text", "")),
            mark=str(data.get("mark", "")) if mark is None else mark,
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _bad_card(str(data)[:120], "unreadable", what=str(error)) from error
    _refuse_odd(card)
    return card


def building_to_json(card: Building) -> dict[str, JsonValue]:
    """A card as plain data."""
    return {
        "key": card.key,
        "name": card.name,
        "city": card.city,
        "cost": card.cost,
        "points": card.points,
        "persons": [*card.persons],
        "effect": {"purse": card.purse, "store": card.store},
        "text": card.text,
        "mark": card.mark,
    }


def card_set_to_json(cards: CardSet) -> JsonValue:
    """The name of the set that ships, or every card written out."""
    if cards.is_default:
        return DEFAULT
    return [building_to_json(card) for card in (*cards.cards, *cards.riga)]


def card_set_from_json(data: Any) -> CardSet:
    """A set from plain data. Raises :class:`Refusal` of kind invalid."""
    if data == DEFAULT:
        return default_cards()
    if not isinstance(data, list):
        raise _bad_card(str(data)[:120], "unreadable", what="cards")
    found = [building_from_json(card) for card in data]
    if len({card.key for card in found}) < len(found):
        raise _bad_card("cards", "doubled")
    return CardSet(
        tuple(card for card in found if card.city != RIGA), tuple(card for card in found if card.city == RIGA)
    )


def _replaced(cards: CardSet, own: tuple[Building, ...]) -> CardSet:
    every = [*cards.cards, *cards.riga]
    for card in own:
        places = [place for place, one in enumerate(every) if one.key == card.key]
        places += [place for place, one in enumerate(every) if one.city == card.city and one.mark == DEFAULT]
        if not places:
            raise _bad_card(card.key, "too_many", city=card.city)
        every[places[0]] = card
    return CardSet(
        tuple(card for card in every if card.city != RIGA), tuple(card for card in every if card.city == RIGA)
    )


def _refuse_odd(card: Building) -> None:
    if fault_of(card.name) or fault_of(card.key) or any(sign.isspace() or sign in ",:;/\\" for sign in card.key):
        raise _bad_card(card.key, "name")
    if card.city not in CITIES:
        raise _bad_card(card.key, "city", city=card.city, known=CITIES)
    if not 0 <= card.cost <= MOST_COST:
        raise _bad_card(card.key, "cost", cost=card.cost, most=MOST_COST)
    if not -MOST_POINTS <= card.points <= MOST_POINTS:
        raise _bad_card(card.key, "points", points=card.points, most=MOST_POINTS)
    if not set(card.persons) <= set(PERSONS):
        raise _bad_card(card.key, "persons", persons=card.persons)
    if card.purse < 0 or card.store < 0:
        raise _bad_card(card.key, "effect")


def _key(city: str, name: str) -> str:
    return f"{city}-{'_'.join(''.join(sign if sign.isalnum() else ' ' for sign in name).split()).lower()}"


def _bad_card(value: str, fault: str, **values: PhraseValue) -> Refusal:
    phrase = Phrase.of(f"riga.bad_card_{fault}", card=value, **values)
    return Refusal(RefusalKind.INVALID, phrase, value=value)
