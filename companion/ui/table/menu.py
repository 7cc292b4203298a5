"""The menu of a table: where else to go, and what is switched there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.club.beside_games import ask_for_helper, is_in_a_club, waits_since
from companion.preferences import Voice
from companion.ui.kit.base import look, not_saved
from games.game import Phrase

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

Entry = tuple[str, str, Callable[[], object]]  # its icon, its words, what it does


def menu_entries(screen: TableScreen) -> list[Entry]:
    """What the menu holds now."""
    words, go, docks = screen.app.words, screen.app.go, screen.docks
    holes = [("warn", words("app.holes_menu"), docks.holes)] if screen.session.view.holes else []
    turning = [("rotate", words("app.turn_board"), screen.turning.turn)] if screen.turning.can_turn else []
    watched = screen.session.view.attention is not None
    looking = [("eye", words("app.look_anew"), partial(_look_anew, screen))] if watched else []
    over = screen.session.view.over
    plays = not (over or screen.what_if)
    pausing = [("pause", words("app.pause"), screen.pause.begin)] if plays else []
    values = (
        [("graph", words(f"app.{_values_key(screen)}"), partial(_turn_values, screen))] if _has_values(screen) else []
    )
    tries = look().compact and look().aids and (screen.what_if or not over)  # elsewhere it has a button of its own
    return [
        *holes,
        ("house", words("app.home"), screen.leave),
        *pausing,
        ("history", words("app.history"), docks.history),
        ("graph", words("app.standing"), docks.standing),
        *([("swap", words("app.what_if"), screen.toggle_what_if)] if tries else []),
        *turning,
        *values,
        ("why", words("app.rule"), docks.rule),
        *looking,
        ("camera", words("app.table_check"), partial(go, "table_check", back="table")),
        ("eye", words("onlookers.menu"), partial(go, "onlookers", back="table")),
        *_helper(screen),
        ("dice", words("app.dice"), docks.dice),
        ("voice", words(f"app.voice_{screen.app.preferences.voice.value}"), partial(_next_voice, screen)),
        ("gear", words("app.settings"), partial(go, "settings", back="table")),
    ]


def _has_values(screen: TableScreen) -> bool:
    return screen.board.has_values and look().aids and not screen.session.view.over


def _values_key(screen: TableScreen) -> str:
    return "hide_values" if screen.board.values_shown else "show_values"


def _turn_values(screen: TableScreen) -> None:
    """Show what places are worth, and beside it what the numbers mean; or the board as it is printed."""
    screen.docks.close()
    screen.board.values_shown = not screen.board.values_shown
    if screen.board.values_shown:
        screen.docks.rule()


def _look_anew(screen: TableScreen) -> None:
    screen.docks.close()
    screen.session.look_anew()


def _helper(screen: TableScreen) -> list[Entry]:
    """At a club's table: ask for a helper, or say thanks."""
    folder = screen.app.shelf.folder
    if not is_in_a_club(folder):
        return []
    waits = waits_since(folder) is not None
    what = screen.app.words("club.thanks" if waits else "club.please")
    return [("hand", what, partial(_ask_for_helper, screen, please=not waits))]


def _ask_for_helper(screen: TableScreen, *, please: bool) -> None:
    screen.docks.close()
    try:
        ask_for_helper(screen.app.shelf.folder, screen.app.now_ms() if please else None)
    except OSError as error:
        screen.notify(not_saved(error))
    else:
        screen.notify(Phrase.of("club.helper_asked" if please else "club.helper_came"))


def _next_voice(screen: TableScreen) -> None:
    levels = list(Voice)
    now = levels.index(screen.app.preferences.voice)
    screen.app.prefer(voice=levels[(now + 1) % len(levels)])
    screen.docks.close()
    screen.open_menu()
