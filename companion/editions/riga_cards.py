"""The owner's Riga: pictures in the user's data folder where there are some, else the set that ``print`` makes; and the
owner's building cards, entered once by hand or from a photograph, in place of the default ones.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from calibration.files.kept_file import DamagedFile, read_json, set_aside
from calibration.files.kept_picture import keep_picture, kept_picture, make_way, picture_trouble
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole_text
from calibration.references import TABLE_NAME, ReferencesError
from companion.editions.box_faults import BoxFault, line_of, line_of_part, reason_of
from companion.editions.box_values import own_values
from games.game import Phrase, Refusal, RefusalKind
from games.riga.box.buildings import Building, CardSet, building_from_json, building_to_json, default_cards
from games.riga.box.goods import GoodsMarket
from games.riga.box.printed_values import market_of
from vision.artwork.riga.edition import drawn_riga
from vision.cards.card_key import CardKey, CardKind
from vision.cards.edition import CardEdition, card_edition
from vision.frames import Picture
from vision.riga.card_photo import OWN_LAYOUT, Layout, layout_of, printed_numbers
from vision.riga.references import load_riga_edition

_LOG = logging.getLogger(__name__)


def own_riga(cards: CardSet | None = None) -> CardEdition:
    """The edition that is played with: pictures of these cards, or of the owner's.

    Raises :class:`calibration.references.ReferencesError` where the owner's pictures are broken.
    """
    folder = _folder()
    if (folder / TABLE_NAME).is_file():
        return load_riga_edition(folder)
    cards = cards or own_cards()
    drawn = drawn_riga(cards, own_market().tariff)
    photographs = {CardKey(CardKind.CARD, card.key): photograph_of(card.key) for card in _own(cards)}
    if not any(picture is not None for picture in photographs.values()):
        return drawn
    pictures = [(view, photographs.get(view.key)) for view in drawn.views]
    return card_edition("own", [(view.key, view.image if own is None else own) for view, own in pictures])


def riga_in_use(cards: CardSet | None = None) -> CardEdition:
    """The edition to play with: :func:`own_riga`, or the drawn set where the owner's pictures are broken."""
    try:
        return own_riga(cards)
    except ReferencesError as error:
        _LOG.warning("the pictures of Riga are passed over: %s", error)
        return drawn_riga(cards or own_cards(), own_market().tariff)


def own_market() -> GoodsMarket:
    """The numbers of the owner's box: those that ship where nothing was entered, or nothing that can be used."""
    return market_of(own_values("riga").entered_values)


def own_cards() -> CardSet:
    """The default cards with the owner's in their places; a damaged one is passed over (:func:`card_troubles`)."""
    return _cards_and_troubles()[0]


def card_troubles() -> tuple[Phrase, ...]:
    """What people should be told of cards that they entered and that can't be used."""
    return _cards_and_troubles()[1]


def _cards_and_troubles() -> tuple[CardSet, tuple[Phrase, ...]]:
    cards = default_cards()
    try:
        entered = read_json(_cards_file())
    except FileNotFoundError:
        return cards, ()
    except DamagedFile as error:
        return cards, (error.phrase,)
    if not isinstance(entered, list):
        return cards, (DamagedFile("file.odd_values", _cards_file(), "[...]").phrase,)
    own: list[Building] = []
    troubles = []
    for row in entered:
        try:
            card = building_from_json(row, mark="")
            cards = default_cards().with_own([*own, card])
            own.append(card)
        except Refusal as refusal:
            troubles.append(refusal.phrase)
    return cards, tuple(troubles)


def card_faults(folder: Path) -> Iterator[BoxFault]:
    """What of the owner's cards in a data folder can't be played with."""
    name = "riga/cards.json"
    path = folder / name
    try:
        cards = read_json(path)
    except FileNotFoundError:
        return
    except DamagedFile as error:
        yield BoxFault(name, line_of(path, error.phrase), reason_of(error.phrase))
        return
    own = []
    for row in cards if isinstance(cards, list) else [cards]:
        try:
            own.append(building_from_json(row, mark=""))
            default_cards().with_own(own)
        except Refusal as refusal:
            yield BoxFault(name, line_of_part(path, row), refusal.phrase)


def _cards_file() -> Path:
    return _folder() / "cards.json"


def keep_own_cards(cards: CardSet) -> Path:
    """Write the cards that are not default ones to the user's data folder, and say where. Raises OSError.

    A file with cards that could not be used is renamed first, so that they are still there.
    """
    path = _cards_file()
    if os.path.lexists(path) and card_troubles():
        set_aside(path)
    own = [building_to_json(card) for card in _own(cards)]
    write_whole_text(path, json.dumps(own, ensure_ascii=False, indent=1))
    return path


def enter_card(card: Building, photograph: Picture | None = None, instead_of: str = "") -> CardSet:
    """Keep a card of the owner's copy, with the picture of it by which the camera will know it.

    Args:
        card: as it is printed. photograph: cut out and upright (:func:`vision.riga.card_photo.read_card`).
        instead_of: key of a card that was entered before and is corrected by this one.

    Raises :class:`Refusal` where the card can't be one or its city is full, and OSError.
    """
    building_from_json(building_to_json(card))  # refuses what can't be printed on a card
    kept = [one for one in _own(own_cards()) if one.key not in (card.key, instead_of)]
    cards = default_cards().with_own([*kept, card])
    keep_own_cards(cards)
    if instead_of and instead_of != card.key and photograph_path(instead_of).is_file():
        make_way(photograph_path(card.key))
        photograph_path(instead_of).replace(photograph_path(card.key))
    if photograph is not None:
        keep_picture(photograph_path(card.key), photograph)
    return cards


def take_card_out(key: str) -> CardSet:
    """Forget a card of the owner's. Raises :class:`Refusal` where none has that key, and OSError."""
    own = _own(own_cards())
    if key not in [card.key for card in own]:
        known = ", ".join(card.key for card in own) or "–"
        raise Refusal(RefusalKind.INVALID, Phrase.of("riga.no_own_card", card=key, known=known), value=key)
    cards = default_cards().with_own([card for card in own if card.key != key])
    keep_own_cards(cards)
    photograph_path(key).unlink(missing_ok=True)
    return cards


def photograph_path(key: str) -> Path:
    """Where the picture of an entered card is kept."""
    return _folder() / "cards" / f"{key}.png"


def photograph_of(key: str) -> Picture | None:
    """The picture of an entered card, (h, w, 3) BGR, or None where it was entered by hand or is damaged."""
    return kept_picture(photograph_path(key))


def picture_troubles() -> Iterator[Phrase]:
    """What people should be told of pictures of cards that they entered and that can't be used; ours stand in."""
    for card in _own(own_cards()):
        if (trouble := picture_trouble(photograph_path(card.key))) is not None:
            yield trouble
    try:
        if (_folder() / TABLE_NAME).is_file():
            load_riga_edition(_folder())
    except ReferencesError as error:
        yield error.phrase


def card_layouts() -> tuple[Layout, ...]:
    """Where the owner's print has cost and points, as the cards entered so far tell; then where our own has them."""
    return (*_learned(_own(own_cards())), OWN_LAYOUT)


def _learned(cards: list[Building]) -> Iterator[Layout]:
    for card in cards:
        picture = photograph_of(card.key)
        layout = None if picture is None else layout_of(printed_numbers(picture), card.cost, card.points)
        if layout is not None:
            yield layout


def _own(cards: CardSet) -> list[Building]:
    return [card for card in (*cards.cards, *cards.riga) if not card.mark]


def _folder() -> Path:
    return data_folder() / "riga"
