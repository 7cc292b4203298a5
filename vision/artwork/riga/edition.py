"""Our own drawing of Riga as an edition: what is read with where nobody photographed their own cards."""

from __future__ import annotations

from functools import lru_cache

from games.riga.buildings import CardSet, default_cards
from games.riga.components import CITIES, MONEY, PERSONS, Master, Side
from games.riga.goods import GOODS, Tariff
from vision.artwork.riga.cards import building_card, good_card, master_tile
from vision.cards.edition import CardEdition, card_edition

PX_PER_MM = 4.0


@lru_cache(maxsize=2)
def drawn_riga(cards: CardSet | None = None, tariff: Tariff | None = None) -> CardEdition:
    """The set that ``print`` makes, with these cards and prices or the default ones."""
    cards = cards or default_cards()
    pictures = [(f"card:{card.key}", building_card(card, PX_PER_MM, tariff)) for card in (*cards.cards, *cards.riga)]
    for subject in (*CITIES, *PERSONS):
        for side in (Side.MAX, Side.FIRST):
            master = Master(subject, side)
            pictures.append((f"tile:{master.key}", master_tile(master, 4, PX_PER_MM)))
    for players, side_name in ((4, "four"), (3, "fewer")):
        pictures.append((f"tile:{MONEY}-{side_name}", master_tile(Master(MONEY, Side.NONE), players, PX_PER_MM)))
    pictures += [(f"good:{name}", good_card(name, PX_PER_MM, tariff)) for name in GOODS]
    return card_edition("Tableside", pictures)
