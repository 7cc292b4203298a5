"""Riga and its scorer: who has built how often in each city and with each person, and who owns the Grand Masters."""

from __future__ import annotations

from functools import partial

from companion.locale import say
from companion.onlookers.board.drawing import BoardDrawing
from companion.ui.kit.theme import badge_letters
from games.game import Phrase, Seat
from games.riga.box.components import CITIES, PERSONS
from games.riga.box.goods import GOODS
from games.riga.scorer.rules import State as ScorerState
from games.riga.state import State
from vision.artwork.riga.cards import building_card, good_back, good_card, master_tile

_NAMES, _CELL, _HEAD, _LINE = 2.6, 1.36, 2.0, 1.3
_CARD, _TALL = 0.72, 0.72 * 91 / 59
_PX = 4.0  # of a printed millimetre


def draw(state: State | ScorerState, seats: tuple[Seat, ...], language: str) -> BoardDrawing:
    """The matrix with the market under it; columns are the cities that are played with, then the persons."""
    full = isinstance(state, State)
    with_riga = state.setup.riga_buildings if isinstance(state, State) else state.setup.with_riga
    subjects = (*(CITIES if with_riga else CITIES[1:]), *PERSONS)
    wide, high = _NAMES + _CELL * len(subjects), _HEAD + _LINE * len(seats)
    board = BoardDrawing(-0.15, 0.0, wide + 0.15, high + (0.3 + _TALL if full else 0.0) + 0.15)
    for column, subject in enumerate(subjects):
        name = subject if subject in CITIES else say(Phrase.of(f"riga.{subject.lower()}"), language)
        board.words(name, _NAMES + _CELL * (column + 0.5), 0.34, 0.27, "ink strong")
    displays = state.displays() if isinstance(state, State) else state.displays
    letters = badge_letters([player.name for player in seats])
    for seat, player in enumerate(seats):
        y = _HEAD + _LINE * seat
        board.box(0, y + 0.05, wide, _LINE - 0.1, "card", 0.12)
        board.badge(player.colour, letters[seat], 0.5, y + _LINE / 2, 0.66)
        board.words(player.name[:12], 1.0, y + _LINE / 2, 0.32, "ink", "start")
        for column, subject in enumerate(subjects):
            count = displays[seat].count(subject)
            x = _NAMES + _CELL * (column + 0.22)
            board.words(str(count), x, y + _LINE / 2, 0.6, "ink strong" if count else "ink faint")
    _masters(board, state, subjects, seats)
    if isinstance(state, State):
        _market(board, state, high + 0.25, wide)
    return board


def _masters(
    board: BoardDrawing, state: State | ScorerState, subjects: tuple[str, ...], seats: tuple[Seat, ...]
) -> None:
    for placed in state.row:
        master = placed.master
        column = 0 if master.is_money else subjects.index(master.subject)
        x = 0.6 if master.is_money else _NAMES + _CELL * column + 0.2
        y = 0.72
        if placed.owner is not None and not master.is_money:
            x, y = _NAMES + _CELL * column + 0.56, _HEAD + _LINE * placed.owner + 0.28
            board.box(x - 0.05, y - 0.05, 0.84, 0.84, f"piece seat-{seats[placed.owner].colour}", 0.1)
            side = 0.74
        else:
            side = 1.1
        board.picture(f"master-{master.key}", partial(master_tile, master, len(seats), _PX), x, y, side, side)


def _market(board: BoardDrawing, state: State, top: float, wide: float) -> None:
    tariff, x = state.setup.market.tariff, 0.0
    for row in state.rows:
        for good in row:
            known = good in GOODS
            make = partial(good_card, good, _PX, tariff) if known else partial(good_back, _PX)
            board.picture(f"good-{good}" if known else "good-back", make, x, top, _CARD, _TALL)
            x += 0.26
        x += _CARD - 0.26 + 0.14 if row else 0.3
    x += 0.15
    step = min(_CARD + 0.06, (wide - x - _CARD) / max(1, len(state.offer) - 1))
    for key, _ in state.offer:
        board.picture(f"card-{key}", partial(building_card, state.card(key), _PX, tariff), x, top, _CARD, _TALL)
        x += step
