"""What people tell the tablet who know what was done: which picture shows it, and what is on record wrongly."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rehearsal.twins_on_record import Alike
from companion.session.committing import retells_the_last
from companion.session.open_twins import open_twins
from companion.session.table import TableSession
from games.any_game import AnyAction, AnyRecord
from games.game import Refusal


def right_option(session: TableSession, true: Sequence[AnyAction], alike: Alike) -> int | None:
    """The picture of the open question that shows what was done, by the whole truth; None where none does."""
    choice, record = session.view.choice, session.record
    for number, option in enumerate(choice.options if choice is not None else ()):
        start = len(record.line) - retells_the_last(record, option.actions)
        done = true[start : start + len(option.actions)]
        if are_alike(option.actions, done, alike):
            return number
    return None


def are_alike(some: Sequence[AnyAction], others: Sequence[AnyAction], alike: Alike) -> bool:
    """Whether they leave the same on the table, one after the other."""
    return len(some) == len(others) and all(map(alike, some, others))


def is_shown(session: TableSession, true: Sequence[AnyAction]) -> bool:
    """Whether something that was done is shown to press for, by the whole truth: what is proposed or asked, or the end
    of a turn."""
    record, view = session.record, session.view
    ends = (record.game.closing(record.state),) == tuple(true[len(record.line) :][:1])
    return ends or view.proposal is not None or view.open_question is not None


def put_right(session: TableSession, done: Sequence[AnyAction], alike: Alike) -> bool:
    """Who is shown where table and record differ looks there, and corrects what was done otherwise than on record.
    Whether anything was."""
    mended = -1
    while mended >= 0 or session.view.discrepancies:  # a tile put right leaves who stands on it to be told again
        wrong = _first_wrong(session.record, done, alike)
        if wrong is None or wrong <= mended:
            break
        try:
            session.correct(wrong, done[wrong])
        except Refusal:
            break
        mended = wrong
    return mended >= 0


def _first_wrong(record: AnyRecord, done: Sequence[AnyAction], alike: Alike) -> int | None:
    """What is open may be any of its twins, and is not wrong."""
    left_open = {one.index for one in open_twins(record)}
    for index, true in enumerate(done[: len(record.line)]):
        step = record.line[index]
        if index not in left_open and (step.action is None or not alike(step.action, true)):
            return index
    return None
