"""Our own drawing of Riga as an edition: what is read with where nobody photographed their own cards. What ships is
drawn once and then kept in the user's cache."""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path

import cv2

from games.riga.box.buildings import CardSet, default_cards
from games.riga.box.components import CITIES, MONEY, PERSONS, Master, Side, printed
from games.riga.box.goods import GOODS, Tariff, market
from vision.artwork.checksum import drawing_checksum
from vision.artwork.drawing_cache import ENDING, drawings_folder, drawn_once
from vision.artwork.riga.cards import building_card, good_card, master_tile
from vision.cards.card_key import CardKey, CardKind
from vision.cards.edition import CardEdition, card_edition
from vision.frames import Picture

PX_PER_MM = 4.0
_MONEY_SIDES = {"four": 4, "fewer": 3}  # the side, by how many play


@lru_cache(maxsize=2)
def drawn_riga(cards: CardSet | None = None, tariff: Tariff | None = None) -> CardEdition:
    """The set that ``print`` makes, with these cards and prices or the default ones."""
    cards, tariff = cards or default_cards(), tariff or market().tariff
    if cards.is_default and tariff == market().tariff:
        names = (key.notation for key in _keys(cards))
        pictures = drawn_once(_kept_at(), names, lambda: _drawn(cards, tariff))
    else:
        pictures = _drawn(cards, tariff)
    return card_edition("Tableside", ((key, pictures[key.notation]) for key in _keys(cards)))


def _keys(cards: CardSet) -> tuple[CardKey, ...]:
    """Every card and tile, in the order of the set."""
    return (
        *(CardKey(CardKind.CARD, card.key) for card in (*cards.cards, *cards.riga)),
        *(CardKey(CardKind.TILE, master.key) for master in _masters()),
        *map(_money_key, _MONEY_SIDES),
        *(CardKey(CardKind.GOOD, name) for name in GOODS),
    )


def _masters() -> tuple[Master, ...]:
    return tuple(Master(subject, side) for subject in (*CITIES, *PERSONS) for side in (Side.MAX, Side.FIRST))


def _money_key(side: str) -> CardKey:
    return CardKey(CardKind.TILE, f"{MONEY}-{side}")


def _drawn(cards: CardSet, tariff: Tariff) -> dict[str, Picture]:
    """The picture of every key in :func:`_keys`, by its notation."""
    money = Master(MONEY, Side.NONE)
    pictures = (
        *(building_card(card, PX_PER_MM, tariff) for card in (*cards.cards, *cards.riga)),
        *(master_tile(master, 4, PX_PER_MM) for master in _masters()),
        *(master_tile(money, players, PX_PER_MM) for players in _MONEY_SIDES.values()),
        *(good_card(name, PX_PER_MM, tariff) for name in GOODS),
    )
    return {key.notation: picture for key, picture in zip(_keys(cards), pictures, strict=True)}


def _kept_at() -> Path:
    """Another file for each way of drawing and whatever the box prints."""
    box = repr((default_cards(), printed(), market().tariff, cv2.__version__))
    return drawings_folder() / f"own-riga-{drawing_checksum('riga', zlib.crc32(box.encode())):08x}{ENDING}"
