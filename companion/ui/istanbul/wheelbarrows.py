"""Everybody's wheelbarrow on the screen of Istanbul: goods, lira, rubies, cards, letters with their seals, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.istanbul.pictures import COIN_INK, GEM_INK, GOODS_INK
from companion.ui.kit.base import look, words
from companion.ui.kit.boards.board_strokes import StrokesBoard
from companion.ui.kit.theme import PLAYERS, Rgba, rgba
from games.istanbul.expansions.letters import GENERAL, PERSONAL, Own, own_state
from games.istanbul.expansions.letters import KEY as LETTERS
from games.istanbul.expansions.mocha import COFFEE, mocha_state
from games.istanbul.expansions.mocha import KEY as MOCHA
from games.istanbul.holdings import capacity
from games.istanbul.rulebook import Rulebook
from games.istanbul.state import State

if TYPE_CHECKING:
    from companion.ui.istanbul.board import IstanbulBoard

DARK, PALE = rgba("#17130F"), rgba("#F7F0E4")
ROOMY = 1.05  # world units high: in a card that is lower all is as much lower
# World units: a letter, the words about seals, the companion, the words about guild cards and tavern tiles.
LETTER_WIDE, SEALS_WIDE, COMPANION_WIDE, PRINTED_WIDE = 0.29, 0.66, 0.22, 0.8


def draw_wheelbarrow(
    board: IstanbulBoard,
    state: State,
    book: Rulebook,
    seat: int,
    corner: tuple[float, float],
    size: tuple[float, float],
) -> None:
    """A player's card; ``corner`` is its left and top, ``size`` its width and height."""
    the, player = look(), state.players[seat]
    x, y = corner
    wide, high = size
    paint = PLAYERS[board.view.seats[seat].colour]
    active = seat == board.view.active
    board.box(x, y, wide, high, 0.08, the.colour("surface"))
    if active:
        board.box(x, y, wide, high, 0.08, rgba(paint.fill, 0.2))
    board.box(x, y, 0.09, high, 0.03, rgba(paint.fill))
    line, k = high / 3, min(1.0, high / ROOMY)
    ink = the.colour("text")
    first, second, third = y + line * 0.55, y + line * 1.52, y + line * 2.46
    board.words(board.view.seats[seat].name, x + 0.17, first, 0.24 * k, 1.02, ink, left=True)
    _amount(board, "gem", str(player.rubies), x + 1.36, first, ink, k)
    _amount(board, "lira", str(player.lira), x + 1.86, first, ink, k)
    board.icon("cards", x + 2.54, first, 0.22 * k, the.colour("text2"))
    board.number(str(player.hand), x + 2.76, first, 0.24 * k, ink)
    _goods(board, state, book, seat, (x + 0.17, second), k)
    _own_things(board, state, seat, (x + 0.17, third, wide - 0.25), k)


def _amount(board: StrokesBoard, what: str, text: str, x: float, y: float, ink: Rgba, k: float) -> None:
    if what == "gem":
        board.shape("gem", x, y, 0.22 * k, GEM_INK)
    else:
        board.disc(x, y, 0.1 * k, COIN_INK)
    board.number(text, x + 0.15, y, 0.26 * k, ink, left=True)


def _goods(board: StrokesBoard, state: State, book: Rulebook, seat: int, at: tuple[float, float], k: float) -> None:
    """How many of each good there are, of how many that fit; a full place has a line around."""
    x, y = at
    the, player = look(), state.players[seat]
    for index, good in enumerate(book.wares):
        left = x + 0.38 * index
        most = capacity(book, state, seat, good) if good != COFFEE else None
        board.box(left, y - 0.14 * k, 0.32, 0.28 * k, 0.05, GOODS_INK[good])
        dark = good == "yellow"
        board.number(str(player.goods[good]), left + 0.16, y, 0.24 * k, DARK if dark else PALE)
        if most is not None and player.goods[good] >= most:
            board.ring(left - 0.02, y - 0.16 * k, 0.36, 0.32 * k, 0.025, the.colour("text"))
    left = x + 0.38 * len(book.wares) + 0.04
    said, tint = words("istanbul.fits", count=capacity(book, state, seat, book.goods[0])), the.colour("text2")
    bid = _bid_of(state, seat)
    if bid:
        said, tint = words("istanbul.bids_now", lira=bid), the.colour("warn")
    board.words(said, left, y, 0.18 * k, 2.75 - (left - x), tint, left=True)


def _bid_of(state: State, seat: int) -> int:
    """The highest bid where it is this seat's."""
    if LETTERS not in state.own:
        return 0
    own = own_state(state)
    return own.bid if own.bidder == seat else 0


def _own_things(board: StrokesBoard, state: State, seat: int, line: tuple[float, float, float], k: float) -> None:
    """Assistants at hand, mosque tiles, letters with seals, companion, tavern tiles and guild cards, on a line that
    begins at x, y and has so much room."""
    x, y, room = line
    the, player = look(), state.players[seat]
    fill = PLAYERS[board.view.seats[seat].colour].fill
    ink, faint = the.colour("text"), the.colour("text2")
    board.disc(x + 0.1, y, 0.09 * k, rgba(fill), ink)
    board.number(str(player.stack), x + 0.24, y, 0.2 * k, ink, left=True)
    left = x + 0.52
    for colour in sorted(player.tiles):
        board.box(left, y - 0.11 * k, 0.16, 0.22 * k, 0.07, GOODS_INK[colour])
        left += 0.2
    left = max(left + 0.06, x + 0.8)
    end, printed = x + room, _printed_words(state, seat)
    if printed:
        end -= PRINTED_WIDE
    if LETTERS in state.own:
        own = own_state(state).players[seat]
        left = _letters(board, own, (left, y), end - COMPANION_WIDE, k)
        if own.companion in (GENERAL, PERSONAL):
            board.box(left, y - 0.08 * k, 0.16, 0.16 * k, 0.02, rgba(fill, 1.0 if own.companion == PERSONAL else 0.35))
            left += COMPANION_WIDE
    board.words(printed, left, y, 0.17 * k, x + room - left, faint, left=True)


def _printed_words(state: State, seat: int) -> str:
    """How many guild cards and tavern tiles somebody has; nothing where there are none."""
    if MOCHA not in state.own:
        return ""
    held = mocha_state(state)
    guild, tavern = held.guild[seat], held.tavern[seat]
    return words("istanbul.guild_and_tavern", guild=guild, tavern=tavern) if guild or tavern else ""


def _letters(board: StrokesBoard, own: Own, at: tuple[float, float], right: float, k: float) -> float:
    """Letters side by side, smaller where they are many, and how many seals are on them; where they end."""
    the, (left, y) = look(), at
    if not own.letters:
        return left
    room = right - left
    seals = min(SEALS_WIDE, 0.5 * room)
    step = min(LETTER_WIDE, (room - seals) / len(own.letters))
    share = min(k, step / LETTER_WIDE)
    for number, done in own.letters:
        board.shape("letter", left + step * 0.45, y, 0.28 * share, the.colour("ok") if done else the.colour("text2"))
        text = "2" if done else str(number)
        board.number(text, left + step * 0.45, y + 0.005, 0.16 * share, the.colour("bg"))
        left += step
    said = words("istanbul.seals", count=own.seals)
    board.words(said, left + 0.03, y, 0.17 * k, seals - 0.04, the.colour("text2"), left=True)
    return left + seals
