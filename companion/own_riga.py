"""The owner's Riga: pictures in the user's data folder where there are some, else the set that ``print`` makes; and the
owner's building cards, entered once, in place of the default ones.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from companion.store import data_folder
from games.game import Phrase, Refusal, RefusalKind
from games.riga.buildings import CardSet, building_from_json, building_to_json, default_cards
from games.riga.components import CITIES, MONEY, PERSONS, Master, Side
from games.riga.goods import GOODS
from vision.riga.edition import RigaEdition, load_riga_edition, riga_edition

PX_PER_MM = 4.0


def own_riga() -> RigaEdition:
    """The edition that is played with. Raises :class:`calibration.references.ReferencesError` where it is broken."""
    folder = _folder()
    return load_riga_edition(folder) if (folder / "references.csv").is_file() else drawn_riga()


@lru_cache(maxsize=1)
def drawn_riga() -> RigaEdition:
    """The set that ``print`` makes."""
    from vision.simulated.riga_art import building_card, good_card, master_tile

    cards = default_cards()
    pictures = [(f"card:{card.key}", building_card(card, PX_PER_MM)) for card in (*cards.cards, *cards.riga)]
    for subject in (*CITIES, *PERSONS):
        for side in (Side.MAX, Side.FIRST):
            master = Master(subject, side)
            pictures.append((f"tile:{master.key}", master_tile(master, 4, PX_PER_MM)))
    for players, side_name in ((4, "four"), (3, "fewer")):
        pictures.append((f"tile:{MONEY}-{side_name}", master_tile(Master(MONEY, Side.NONE), players, PX_PER_MM)))
    pictures += [(f"good:{name}", good_card(name, PX_PER_MM)) for name in GOODS]
    return riga_edition("Tableside", pictures)


def own_cards() -> CardSet:
    """The default cards with the owner's in their places. Raises :class:`Refusal` where a card is wrong, with the
    file and the remedy."""
    path = _folder() / "cards.json"
    if not path.is_file():
        return default_cards()
    try:
        entered = json.loads(path.read_text("utf-8"))
        return default_cards().with_own(building_from_json(card, mark="") for card in entered)
    except (json.JSONDecodeError, TypeError) as error:
        phrase = Phrase.of("riga.bad_card_unreadable", card=str(path), what=str(error))
        raise Refusal(RefusalKind.INVALID, phrase, value=str(path)) from error


def keep_own_cards(cards: CardSet) -> Path:
    """Write the cards that are not default ones to the user's data folder, and say where."""
    path = _folder() / "cards.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    own = [building_to_json(card) for card in (*cards.cards, *cards.riga) if not card.mark]
    path.write_text(json.dumps(own, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def _folder() -> Path:
    return data_folder() / "riga"
