"""What a rehearsal holds against the record where it leaves open which of its twins a piece is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.session.committing import retells_the_last
from companion.session.open_twins import OpenTwin, open_twins
from games.any_game import AnyAction, AnyRecord

Alike = Callable[[Any, Any], bool]  # whether two actions look the same on the table


def twin_that_lies_there(one: OpenTwin, true: Sequence[AnyAction], alike: Alike) -> AnyAction | None:
    """Which of its other twins a piece is by the whole truth; None where it is none of them."""
    if one.index >= len(true):
        return None
    return next((other for other in one.others if alike(other, true[one.index])), None)


def actions_since(record: AnyRecord, start: int, true: Sequence[AnyAction], alike: Alike) -> tuple[AnyAction, ...]:
    """The actions on record from ``start`` on; what is open counts as ``true`` (the whole truth) where it may be so."""
    recorded = [record.game.read(notation) for notation in record.actions[start:]]
    for one in open_twins(record):
        twin = twin_that_lies_there(one, true, alike)
        if one.index >= start and twin is not None:
            recorded[one.index - start] = twin
    return tuple(recorded)


def turn_that_is_over(record: AnyRecord, done: Sequence[AnyAction], alike: Alike) -> tuple[int, AnyAction] | None:
    """Where on record an open action stands whose twin it was and ended the turn, by what was ``done``; and what says
    so. None where it was as recorded."""
    for one in open_twins(record):
        twin = twin_that_lies_there(one, done, alike)
        if twin is not None and retells_the_last(record, (twin,)):
            return one.index, twin
    return None


class TwinsWatched:
    """The open twins of a rehearsal, until it is known what they are."""

    def __init__(self) -> None:
        self._open: set[int] = set()  # places of the line

    def people_said(self, index: int) -> None:
        """People have told this one."""
        self._open.discard(index)

    def wrongly_settled(self, record: AnyRecord, true: Sequence[AnyAction], alike: Alike) -> int:
        """How many were settled since the last call without asking anybody, and wrongly."""
        now = {one.index for one in open_twins(record)}
        settled = {index for index in self._open - now if index < min(len(record.line), len(true))}
        self._open = now
        return sum(not alike(record.action_at(index), true[index]) for index in settled)
