"""Photographs of finished tables for the walk, and the screens that count them, one step of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.readings.carcassonne_reading import reader_with
from companion.readings.finished.table import Amount
from companion.titles.registry import title_named
from games.game import Phrase
from vision.frames import Picture

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp

LEVEL, SEED = "ordinary", 20
MAP_KEY = "carcassonne"  # which is counted on a screen of its own
MAP_TILES = 40


def _map() -> Picture:
    from vision.simulator.carcassonne.still import still_board

    return still_board(SEED, LEVEL, MAP_TILES).picture


def _glass() -> Picture:
    from vision.simulator.stained_glass.still import still_glass

    return still_glass(SEED, LEVEL).picture


def _cronberg() -> Picture:
    from vision.simulator.cronberg.table import still_board

    return still_board(LEVEL, SEED).image


def _istanbul() -> Picture:
    from vision.simulator.istanbul.table import still_table

    return still_table(LEVEL, SEED, game_key="istanbul").image


def _post(key: str) -> Picture:
    from vision.simulator.thurn_and_taxis.table import still_board

    return still_board(key, LEVEL, SEED, share=1.0).image


def _riga() -> Picture:
    from vision.simulator.riga.table import still_table

    return still_table(LEVEL, SEED, share=1.0).image


_PICTURES: dict[str, Callable[[], Picture]] = {
    MAP_KEY: _map,
    "carcassonne-stained-glass": _glass,
    "cronberg": _cronberg,
    "istanbul": _istanbul,
    "thurn-and-taxis": lambda: _post("thurn-and-taxis"),
    "power-and-glory": lambda: _post("power-and-glory"),
    "riga": _riga,
}


@cache
def _read(key: str) -> tuple[Picture, Any]:
    """A simulated finished table of a game and what its reader makes of it: once, for it takes seconds."""
    picture = _PICTURES[key]()
    if key == MAP_KEY:
        return picture, reader_with(None, None)(picture)
    make = title_named(key).finished
    assert make is not None
    return picture, make().read(picture)


def photographed(app: TabletApp, key: str, settle: Callable[[], None]) -> Iterator[str]:
    """The photograph of a finished table: how it is taken, the sums, what is doubted, a player, the digits. Yields the
    name of each screen once ``settle`` has let it come to rest; nothing for a game of which no picture is drawn."""
    if key not in _PICTURES:
        return
    app.leave_table()
    if key == MAP_KEY:
        app.go("photo_score")
    else:
        app.go("finished_table", game=key)
    settle()
    yield "photo-how"
    screen: Any = app.screen
    screen.take_reading(*_read(key))
    settle()
    yield "photo-sums"
    if isinstance(_read(key)[1], Phrase):
        return
    steps = _steps_of_a_map(screen) if key == MAP_KEY else _steps_of_a_table(screen)
    for name in steps:
        settle()
        yield f"photo-{name}"


def _steps_of_a_map(screen: Any) -> Iterator[str]:
    table = screen.table
    doubts = table.doubts()
    screen.look_at(doubts[0].place if doubts else next(iter(table.tiles)))
    yield "place"
    screen._choose_kind()
    yield "kinds"
    screen.look_at(None)
    for colour in table.colours()[:1]:
        screen.enter(colour)
        yield "points"
        screen.look_at(None)
        screen.explain(colour)
        yield "why"
    screen.look_at(None)
    screen.turn_over()
    yield "picture"


def _steps_of_a_table(screen: Any) -> Iterator[str]:
    table = screen.table
    doubts = table.doubts()
    pieces = [piece for piece in table.pieces() if piece.outline]
    if doubts or pieces:
        screen.look_at(doubts[0].key if doubts else pieces[0].key)
        yield "piece"
    for one in table.sums()[:1]:
        screen.look_at(one.key)
        yield "player"
        amounts = [question for question in table.questions(one.key) if isinstance(question, Amount)]
        if amounts:
            screen.type_in(amounts[0])
            yield "digits"
