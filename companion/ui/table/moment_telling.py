"""What the ribbon says of a past moment that is looked at. No kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.locale import say
from companion.session.proposing import view_of
from companion.session.rewriting import hole_views
from companion.ui.docks.holes import hole_words
from companion.ui.table.telling import Telling, line_in_words
from games.game import Phrase, Seat

if TYPE_CHECKING:
    from companion.ui.kit.face import AnyFace
    from games.any_game import AnyRecord


def moment_telling(record: AnyRecord, index: int, face: AnyFace, seats: Sequence[Seat], language: str) -> Telling:
    """Which turn it was, whose, what was done and what it brought."""
    if index < 0:
        return Telling(say(Phrase("app.history"), language), icon="history")
    step = record.line[index]
    lines = [event.line for event in step.events if event.line is not None and not event.line.final]
    before = view_of(replace(record, line=record.line[:index]))
    head = say(face.counted(before), language)
    deed = face.deed(before, before.state, step.action) if step.action is not None else None
    done = say(deed, language) if deed is not None else ""
    if step.doer is not None and not done.startswith(seats[step.doer].name):
        head += " · " + seats[step.doer].name
    if done:
        head += " · " + done
    holes = [one for one in hole_views(record) if record.line[one.index].turn == step.turn]
    if step.hole is not None and holes:
        return Telling(hole_words(holes[0], face), head, seat=step.doer)
    if not lines:
        return Telling(head, seat=step.doer)
    best = max(lines, key=lambda line: line.points)
    return Telling(head, line_in_words(best, seats, language), seat=step.doer)
