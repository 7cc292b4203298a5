"""What people print: a game of Tableside's own drawing, and the sheets that calibrate camera and table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calibration.sheets import Page, Paper, Picture, calibration_pages, piece_pages
from companion.locale import say
from games.carcassonne.tiles import stock
from games.game import Phrase

PX_PER_MM = 12.0  # 305 dots an inch
CARCASSONNE_TILE_MM = 45.0


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
    from vision.simulated.carcassonne import VARIANTS
    from vision.simulated.carcassonne_art import tile_back, tile_picture

    size = round(tile_mm * PX_PER_MM)
    pictures: list[Picture] = []
    for key, count in stock(sets).items():
        for copy in range(count):
            pictures.append(tile_picture(key, size, copy % VARIANTS))
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
