"""What a rehearsal holds against the record where it leaves open which of its twins a piece is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.session.open_twins import open_twins
from games.any_game import AnyAction, AnyRecord


def actions_since(record: AnyRecord, start: int, true: Sequence[AnyAction]) -> tuple[AnyAction, ...]:
    """The actions on record from ``start`` on; what is open counts as ``true`` (the whole truth) where it may be so."""
    recorded = [record.game.read(notation) for notation in record.actions[start:]]
    for one in open_twins(record):
        if one.index >= start and one.index < len(true) and true[one.index] in one.others:
            recorded[one.index - start] = true[one.index]
    return tuple(recorded)


class TwinsWatched:
    """The open twins of a rehearsal, until it is known what they are."""

    def __init__(self) -> None:
        self._open: set[int] = set()  # places of the line

    def people_said(self, index: int) -> None:
        """People have told this one."""
        self._open.discard(index)

    def wrongly_settled(self, record: AnyRecord, true: Sequence[AnyAction], alike: Callable[[Any, Any], bool]) -> int:
        """How many were settled since the last call without asking anybody, and wrongly."""
        now = {one.index for one in open_twins(record)}
        settled = {index for index in self._open - now if index < min(len(record.line), len(true))}
        self._open = now
        return sum(not alike(record.action_at(index), true[index]) for index in settled)
