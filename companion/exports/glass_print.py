"""Stained Glass to print: the 24 tiles at their true size, and a card that shows how the windows join."""

from __future__ import annotations

from collections.abc import Callable

from calibration.arrays import Picture
from calibration.sheets import Page, Paper, piece_pages
from companion.locale import say
from games.carcassonne.stained_glass.windows import whole_supply
from games.game import Phrase
from vision.artwork.stained_glass.glass import GLASS_MM, glass_back, glass_picture, whole_window

PX_PER_MM = 12.0  # 305 dots an inch
CARD_MM = (120.0, 90.0)  # the whole window, four tiles wide and three high


def stained_glass_pages(
    paper: Paper,
    *,
    backs: bool = False,
    language: str = "en",
    tile_mm: float = GLASS_MM,
    px_per_mm: float = PX_PER_MM,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Page, ...]:
    """Every glass tile as often as the bag holds it, ``tile_mm`` a side, then the card.

    ``progress`` is called once for each tile.
    """
    size = round(tile_mm * px_per_mm)
    pictures: list[Picture] = []
    for kind, count in whole_supply().items():
        for _ in range(count):
            pictures.append(glass_picture(kind, size))
            progress()
    text = say(Phrase.of("print.foot", what="Stained Glass"), language)
    joins = say(Phrase.of("print.glass_joins"), language)
    return (
        *piece_pages(pictures, (tile_mm, tile_mm), paper, back=glass_back(size) if backs else None, text=text),
        *piece_pages([whole_window(round(CARD_MM[1] / 3 * px_per_mm))], CARD_MM, paper, text=joins),
    )
