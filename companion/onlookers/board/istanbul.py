"""Istanbul's layout with everybody on it."""

from __future__ import annotations

from functools import partial

from companion.onlookers.board.drawing import BoardDrawing
from companion.ui.kit.theme import badge_letters
from games.game import Seat
from games.istanbul.rules import playing
from games.istanbul.standing import StandingPieces, standing
from games.istanbul.state import State
from vision.artwork.istanbul.places import place_picture
from vision.artwork.istanbul.style import PLACE_MM

_WIDE, _GAP = PLACE_MM[0] / PLACE_MM[1], 0.04
_PX_PER_MM = 3.6
_FIGURES = {"governor": "G", "smuggler": "S", "courier": "C", "coffee trader": "T"}
_ORDER = ("merchant", "assistant", "family member", "companion", *_FIGURES)
_ROW = 4  # pieces side by side on a place


def draw(state: State, seats: tuple[Seat, ...], language: str) -> BoardDrawing:
    """The places and who stands where; a place is 1 high."""
    del language
    book = playing(state.setup).rulebook(state.setup)
    rows, columns = len(book.layout), len(book.layout[0])
    board = BoardDrawing(-0.06, -0.06, columns * (_WIDE + _GAP) + 0.02, rows * (1 + _GAP) + 0.02)
    pieces = standing(state)
    for place, (row, column) in book.at.items():
        x, y = column * (_WIDE + _GAP), row * (1 + _GAP)
        board.picture(f"place-{place}", partial(place_picture, place, _PX_PER_MM), x, y, _WIDE, 1)
        _stand(board, [piece for piece in pieces if piece.place == place], x, y, seats)
    return board


def _stand(board: BoardDrawing, pieces: list[StandingPieces], x: float, y: float, seats: tuple[Seat, ...]) -> None:
    merchants = {piece.colour for piece in pieces if piece.kind == "merchant"}
    stacks = {piece.colour: piece.count for piece in pieces if piece.kind == "assistant"}
    shown = [piece for piece in pieces if piece.kind != "assistant" or piece.colour not in merchants]
    shown.sort(key=lambda piece: (_ORDER.index(piece.kind), piece.colour))
    rows = [shown[start : start + _ROW] for start in range(0, len(shown), _ROW)]
    for number, row in enumerate(rows):
        down = y + 0.76 - 0.34 * (len(rows) - 1 - number)
        step = min(0.36, (_WIDE - 0.1) / len(row))
        first = x + _WIDE / 2 - step * (len(row) - 1) / 2
        for index, piece in enumerate(row):
            stack = stacks.get(piece.colour, 0) if piece.kind == "merchant" else 0
            _put(board, piece, stack, first + step * index, down, seats)


def _put(board: BoardDrawing, piece: StandingPieces, stack: int, x: float, y: float, seats: tuple[Seat, ...]) -> None:
    letters = dict(zip((seat.colour for seat in seats), badge_letters([seat.name for seat in seats]), strict=True))
    if piece.kind in _FIGURES:
        board.disc(x, y, 0.14, "piece figure")
        board.words(_FIGURES[piece.kind], x, y, 0.17, "letter on-figure")
    elif piece.colour not in letters:
        board.disc(x, y, 0.16, "piece neutral")
    elif piece.kind == "merchant":
        board.badge(piece.colour, letters[piece.colour], x, y, 0.36)
        if stack:
            board.disc(x + 0.15, y + 0.13, 0.1, "plate")
            board.words(str(stack), x + 0.15, y + 0.13, 0.17, "ink")
    elif piece.kind == "assistant":
        board.disc(x, y, 0.12, f"piece seat-{piece.colour}")
        if piece.count > 1:
            board.words(str(piece.count), x, y, 0.16, f"letter on-{piece.colour}")
    else:
        board.figure(x, y, 0.3, piece.colour)
