"""The own copies of Thurn and Taxis and Power & Glory to print: the board in eight parts, cards, carriages, tiles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from calibration.arrays import Picture
from calibration.sheets import Page, Paper, piece_pages
from companion.locale import say
from games.game import Phrase
from games.thurn_and_taxis.atlas import Atlas

BOARD_PX_PER_MM, CARD_PX_PER_MM = 8.0, 11.8
COLUMNS, ROWS = 4, 2  # parts of the board: 150 x 210 mm fit on A4 and on Letter
NAMES = {"base": "Thurn & Taxis", "power-and-glory": "Power & Glory"}
PLAYERS = ("red", "yellow", "green", "blue")


def thurn_pages(
    paper: Paper,
    atlas: Atlas,
    *,
    backs: bool = False,
    language: str = "en",
    progress: Callable[[], None] = lambda: None,
) -> tuple[Page, ...]:
    """Everything of the copy that is printed, the board first. Houses are wood: take cubes of 8 mm.

    Args:
        paper: what it is printed on.
        atlas: the map, the owner's or one that ships.
        backs: print the backs of the cards too; they show the horses of Power & Glory.
        language: of the line at the foot.
        progress: called once for each kind of page.
    """
    text = say(Phrase.of("print.foot", what=NAMES.get(atlas.key, atlas.key)), language)
    pages = [*board_pages(paper, atlas, text)]
    progress()
    for horses in sorted({horses for city in atlas.cities for horses in city.horses or (0,)}):
        pages.extend(_cards(paper, atlas, horses, backs or horses > 0, text))
        progress()
    pages.extend(_carriages(paper, atlas, text))
    pages.extend(_tiles(paper, atlas, text))
    progress()
    return tuple(pages)


def board_pages(paper: Paper, atlas: Atlas, text: str = "") -> tuple[Page, ...]:
    """The board in equal parts, row by row, to be glued on card."""
    from vision.artwork.thurn_and_taxis.board import board_picture

    board = board_picture(atlas, BOARD_PX_PER_MM)
    parts = [
        np.ascontiguousarray(part)
        for row in np.array_split(board, ROWS)
        for part in np.array_split(row, COLUMNS, axis=1)
    ]
    return piece_pages(parts, (atlas.board_mm[0] / COLUMNS, atlas.board_mm[1] / ROWS), paper, text=text)


def _cards(paper: Paper, atlas: Atlas, horses: int, backs: bool, text: str) -> tuple[Page, ...]:
    from vision.artwork.thurn_and_taxis.cards import CARD_MM, card_back, card_front

    fronts: list[Picture] = []
    for city in atlas.cities:
        shown = city.horses or (0,)
        copies = sum(shown[number % len(shown)] == horses for number in range(atlas.numbers["copies"]))
        fronts += [card_front(atlas, city.name, CARD_PX_PER_MM)] * copies
    back = card_back(horses, CARD_PX_PER_MM) if backs else None
    return piece_pages(fronts, CARD_MM, paper, back=back, text=text)


def _carriages(paper: Paper, atlas: Atlas, text: str) -> tuple[Page, ...]:
    from vision.artwork.thurn_and_taxis.cards import CARRIAGE_MM, carriage_card
    from vision.pieces.painted_wood import WOOD

    own = atlas.numbers.get("carriage_horses", 0)
    if own:
        pictures = [carriage_card(WOOD[colour], own, px_per_mm=CARD_PX_PER_MM) for colour in PLAYERS]
    else:
        pictures = [
            carriage_card(WOOD["red"], 0, length, points, CARD_PX_PER_MM)
            for length, points in atlas.carriages
            for _ in range(4)  # "20 carriage cards (4 each of 3, 4, 5, 6, 7)"
        ]
    return piece_pages(pictures, CARRIAGE_MM, paper, text=text)


def _tiles(paper: Paper, atlas: Atlas, text: str) -> tuple[Page, ...]:
    from vision.artwork.thurn_and_taxis.cards import TILE_MM, tile_picture

    pictures = [
        tile_picture(atlas, stack.key, value, CARD_PX_PER_MM) for stack in atlas.stacks for value in stack.values
    ]
    return piece_pages(pictures, (TILE_MM, TILE_MM), paper, text=text)
