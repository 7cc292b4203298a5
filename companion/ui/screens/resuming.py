"""Going on with a kept game: the table where it was left, or its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.session.views import AnyView, ChipKind
from companion.store import GameSummary, StoreError
from games.game import Phrase, Refusal

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp


def resume_game(app: TabletApp, summary: GameSummary, *, trouble: Callable[[Phrase], None]) -> None:
    """Open a kept game and go to its table, or to its result; ``trouble`` is told why it can't be opened."""
    if app.preferences.camera:
        app.patiently(lambda: _resume(app, summary, trouble))
    else:
        _resume(app, summary, trouble)


def _resume(app: TabletApp, summary: GameSummary, trouble: Callable[[Phrase], None]) -> None:
    try:
        likes = app.preferences
        session, rescue = app.shelf.resume(summary.path, camera=likes.camera, buttons=likes.buttons)
    except (StoreError, Refusal) as error:
        trouble(error.phrase)
        return
    app.sit_down(session)
    if session.view.over:
        app.go("result")
    else:
        app.go("table", notice=rescue.phrase if rescue is not None else _not_saved(session.view))


def _not_saved(view: AnyView) -> Phrase | None:
    """Why moves are not kept at this table, such as that it is open in another window; None where all is well."""
    return next((chip.phrase for chip in view.chips if chip.kind is ChipKind.SAVE), None)
