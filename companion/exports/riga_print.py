"""Riga to print: building cards, commodities, and the Grand Masters with both their sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calibration.arrays import Picture
from calibration.sheets import Grid, Page, Paper, PlacedPicture, piece_pages
from companion.locale import say
from games.game import Phrase
from games.riga.box.buildings import CardSet
from games.riga.box.goods import GoodsMarket, market
from vision.artwork.riga import cards as art

PX_PER_MM = 8.0  # 203 dots an inch: the cards are many, their drawing is bold


def riga_pages(
    paper: Paper,
    *,
    backs: bool = False,
    language: str = "en",
    cards: CardSet | None = None,
    numbers: GoodsMarket | None = None,
    px_per_mm: float = PX_PER_MM,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Page, ...]:
    """Every card of the box: 48 buildings, 16 Riga buildings, 44 commodities; then the eight Grand Masters.

    ``progress`` is called once for each kind of card.
    """
    numbers = numbers or market()
    text = say(Phrase.of("print.foot", what="Riga"), language)
    pages: list[Page] = []
    for prints, back in (
        (art.building_prints(px_per_mm, cards, numbers.tariff), art.building_back),
        (art.good_prints(px_per_mm, numbers), art.good_back),
    ):
        pictures: list[Picture] = []
        for one in prints:
            pictures += [one.picture] * one.count
            progress()
        other = back(px_per_mm) if backs else None
        pages += piece_pages(pictures, art.CARD_MM, paper, back=other, text=text)
    return (*pages, *grand_master_pages(paper, language=language, px_per_mm=px_per_mm))


def grand_master_pages(paper: Paper, *, language: str = "en", px_per_mm: float = PX_PER_MM) -> tuple[Page, ...]:
    """The eight tiles, each page followed by their other sides: which side lies up is part of the game."""
    text = say(Phrase.of("print.foot", what="Die Großmeister"), language)
    pairs = list(art.master_prints(px_per_mm))
    grid = Grid.of(art.TILE_MM, paper)
    pages: list[Page] = []
    for first in range(0, len(pairs), grid.count):
        some = pairs[first : first + grid.count]
        pages.append(Page(paper.value, _laid([front.picture for front, _ in some], grid, False), grid.marks(), text))
        pages.append(Page(paper.value, _laid([back.picture for _, back in some], grid, True), (), "", has_ruler=False))
    return tuple(pages)


def _laid(pictures: Sequence[Picture], grid: Grid, mirrored: bool) -> tuple[PlacedPicture, ...]:
    places = (grid.place(number, mirrored=mirrored) for number in range(len(pictures)))
    return tuple(
        PlacedPicture(picture, *place, *grid.piece_mm) for picture, place in zip(pictures, places, strict=True)
    )
