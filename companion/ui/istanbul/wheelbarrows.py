"""Everybody's wheelbarrow on the screen of Istanbul: goods, lira, rubies, cards, letters with their seals, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.istanbul.pictures import COIN_INK, GEM_INK, GOODS_INK
from companion.ui.kit.base import look, words
from companion.ui.kit.board_strokes import StrokesBoard
from companion.ui.kit.theme import PLAYERS, Rgba, rgba
from games.istanbul.expansions.letters import GENERAL, PERSONAL, own_state
from games.istanbul.expansions.letters import KEY as LETTERS
from games.istanbul.expansions.mocha import COFFEE, mocha_state
from games.istanbul.expansions.mocha import KEY as MOCHA
from games.istanbul.holdings import capacity
from games.istanbul.rulebook import Rulebook
from games.istanbul.state import State

if TYPE_CHECKING:
    from companion.ui.istanbul.board import IstanbulBoard

DARK, PALE = rgba("#17130F"), rgba("#F7F0E4")


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
    line = high / 3
    ink = the.colour("text")
    first, second, third = y + line * 0.55, y + line * 1.52, y + line * 2.46
    board.words(board.view.seats[seat].name, x + 0.17, first, 0.24, 1.02, ink, left=True)
    _amount(board, "gem", str(player.rubies), x + 1.36, first, ink)
    _amount(board, "lira", str(player.lira), x + 1.86, first, ink)
    board.icon("cards", x + 2.54, first, 0.22, the.colour("text2"))
    board.number(str(player.hand), x + 2.76, first, 0.24, ink)
    _goods(board, state, book, seat, x + 0.17, second)
    _own_things(board, state, seat, x + 0.17, third, wide - 0.25)


def _amount(board: StrokesBoard, what: str, text: str, x: float, y: float, ink: Rgba) -> None:
    if what == "gem":
        board.shape("gem", x, y, 0.22, GEM_INK)
    else:
        board.disc(x, y, 0.1, COIN_INK)
    board.number(text, x + 0.15, y, 0.26, ink, left=True)


def _goods(board: StrokesBoard, state: State, book: Rulebook, seat: int, x: float, y: float) -> None:
    """How many of each good there are, of how many that fit; a full place has a line around."""
    the, player = look(), state.players[seat]
    for index, good in enumerate(book.wares):
        left = x + 0.38 * index
        most = capacity(book, state, seat, good) if good != COFFEE else None
        board.box(left, y - 0.14, 0.32, 0.28, 0.05, GOODS_INK[good])
        dark = good == "yellow"
        board.number(str(player.goods[good]), left + 0.16, y, 0.24, DARK if dark else PALE)
        if most is not None and player.goods[good] >= most:
            board.ring(left - 0.02, y - 0.16, 0.36, 0.32, 0.025, the.colour("text"))
    left = x + 0.38 * len(book.wares) + 0.04
    said, tint = words("istanbul.fits", count=capacity(book, state, seat, book.goods[0])), the.colour("text2")
    bid = _bid_of(state, seat)
    if bid:
        said, tint = words("istanbul.bids_now", lira=bid), the.colour("warn")
    board.words(said, left, y, 0.18, 2.75 - (left - x), tint, left=True)


def _bid_of(state: State, seat: int) -> int:
    """The highest bid where it is this seat's."""
    if LETTERS not in state.own:
        return 0
    own = own_state(state)
    return own.bid if own.bidder == seat else 0


def _own_things(board: StrokesBoard, state: State, seat: int, x: float, y: float, room: float) -> None:
    """Assistants at hand, mosque tiles, letters with seals, companion, tavern tiles and guild cards."""
    the, player = look(), state.players[seat]
    fill = PLAYERS[board.view.seats[seat].colour].fill
    ink, faint = the.colour("text"), the.colour("text2")
    board.disc(x + 0.1, y, 0.09, rgba(fill), ink)
    board.number(str(player.stack), x + 0.24, y, 0.2, ink, left=True)
    left = x + 0.52
    for colour in sorted(player.tiles):
        board.box(left, y - 0.11, 0.16, 0.22, 0.07, GOODS_INK[colour])
        left += 0.2
    left = max(left + 0.06, x + 0.8)
    if LETTERS in state.own:
        own = own_state(state).players[seat]
        for number, done in own.letters[:6]:
            board.shape("letter", left + 0.13, y, 0.28, the.colour("ok") if done else the.colour("text2"))
            text = "2" if done else str(number)
            board.number(text, left + 0.13, y + 0.005, 0.16, the.colour("bg"))
            left += 0.29
        if own.letters:
            said = words("istanbul.seals", count=own.seals)
            board.words(said, left + 0.03, y, 0.17, 0.62, faint, left=True)
            left += 0.66
        if own.companion in (GENERAL, PERSONAL) and left < x + room - 0.2:
            board.box(left, y - 0.08, 0.16, 0.16, 0.02, rgba(fill, 1.0 if own.companion == PERSONAL else 0.35))
            left += 0.22
    if MOCHA in state.own:
        held = mocha_state(state)
        if held.guild[seat] or held.tavern[seat]:
            said = words("istanbul.guild_and_tavern", guild=held.guild[seat], tavern=held.tavern[seat])
            board.words(said, left, y, 0.17, max(0.4, x + room - left), faint, left=True)
