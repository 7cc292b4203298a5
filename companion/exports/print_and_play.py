"""What people print: a game of Tableside's own drawing, and the sheets that calibrate camera and table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from calibration.arrays import Picture
from calibration.sheets import Page, Paper, calibration_pages, piece_pages
from companion.locale import say
from games.carcassonne.tiles import stock
from games.game import Phrase

PX_PER_MM = 12.0  # 305 dots an inch
CARCASSONNE_TILE_MM = 45.0
ISTANBUL_PX_PER_MM = 8.0  # 203 dots an inch: flat colours need no more


def carcassonne_pages(
    paper: Paper,
    *,
    sets: Sequence[str] = ("basic",),
    backs: bool = False,
    language: str = "en",
    tile_mm: float = CARCASSONNE_TILE_MM,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Page, ...]:
    """Every tile of the sets, as often as the box has it, at ``tile_mm`` a side.

    ``progress`` is called once for each tile. Raises :class:`games.game.Refusal` for a set that does not exist.
    """
    from vision.artwork.carcassonne.tiles import VARIANTS, tile_back, tile_picture

    size = round(tile_mm * PX_PER_MM)
    pictures: list[Picture] = []
    for key, count in stock(sets).items():
        for number in range(count):
            pictures.append(tile_picture(key, size, number % VARIANTS))
            progress()
    text = say(Phrase.of("print.foot", what="Carcassonne"), language)
    back = tile_back(size) if backs else None
    return piece_pages(pictures, (tile_mm, tile_mm), paper, back=back, text=text)


def sheet_pages(paper: Paper, language: str = "en") -> tuple[Page, ...]:
    """The sheet of markers and the lens sheet."""
    markers, lens = (
        say(Phrase.of("print.foot", what=Phrase.of(f"print.{name}")), language)
        for name in ("marker_sheet", "lens_sheet")
    )
    return calibration_pages(paper, (markers, lens))


def istanbul_pages(
    paper: Paper, *, backs: bool = False, language: str = "en", progress: Callable[[], None] = lambda: None
) -> tuple[Page, ...]:
    """Tableside's own Istanbul with its expansions: places, cards, letters and tiles, each kind on pages of its own.

    ``progress`` is called once for each kind of thing. What the games' data holds by default only is marked on the
    piece with an asterisk.
    """
    from vision.artwork.istanbul import cards

    text = say(Phrase.of("print.foot", what="Istanbul"), language)
    pages: list[Page] = []
    for prints, back in (
        (cards.place_prints, None),
        (cards.card_prints, cards.card_back),
        (cards.letter_prints, cards.letter_back),
        (cards.kiosk_prints, None),
        (cards.demand_prints, None),
        (cards.mosque_prints, None),
    ):
        pictures: list[Picture] = []
        for one in prints(ISTANBUL_PX_PER_MM):
            pictures += [_on_white(one.picture)] * one.count
            size_mm = one.size_mm
            progress()
        # A letter's other side is part of the game, other backs are for looks.
        other = _on_white(back(ISTANBUL_PX_PER_MM)) if back and (backs or prints is cards.letter_prints) else None
        pages.extend(piece_pages(pictures, size_mm, paper, back=other, text=text))
    return tuple(pages)


def _on_white(picture: Picture) -> Picture:
    """BGR of a cut-out as paper shows it."""
    share = picture[..., 3:].astype(np.float32) / 255
    return np.asarray(picture[..., :3] * share + 255 * (1 - share), np.uint8)
