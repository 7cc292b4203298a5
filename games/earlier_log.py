"""Log entries of earlier versions, which knew neither doers nor commits: they replay to what they were.

There an UNDO took back one action, actions of one commit shared a time, and a correction dropped from the line what no
longer fitted. What they lead to is the same line; doers and turns are filled in as they replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.game import ActionT, Game, Refusal, SetupT, StateT
from games.line_of_play import LineStep, stepped
from games.log_entry import Entry, EntryKind


def belongs_together(entry: Entry, before: Entry | None) -> bool:
    """True where an action was committed with the one before it."""
    return (
        before is not None
        and before.is_earlier
        and before.kind is EntryKind.ACTION is entry.kind
        and 0 < entry.time_ms == before.time_ms
    )


def rewritten(
    game: Game[SetupT, StateT, ActionT], first: StateT, line: Sequence[LineStep[StateT, ActionT]], entry: Entry
) -> tuple[LineStep[StateT, ActionT], ...]:
    """The line after a correction or removal as it was then: what follows is replayed, and dropped where it is refused.

    Raises :class:`Refusal` where the corrected action itself does not fit.
    """

    def state() -> StateT:
        return changed[-1].state if changed else first

    changed = list(line[: entry.index])
    if entry.kind is EntryKind.CORRECT:
        changed.append(stepped(game, state(), entry))
    for later in line[entry.index + 1 :]:
        try:
            changed.append(stepped(game, state(), replace(later.entry, doer=None)))
        except Refusal:
            continue  # was listed then, and is in the log
    return tuple(changed)


def commits_by_time(line: Sequence[LineStep[StateT, ActionT]]) -> tuple[int, ...]:
    """Where in the line each commit begins, told by the times alone."""
    return tuple(
        place
        for place, step in enumerate(line)
        if place == 0 or not 0 < step.entry.time_ms == line[place - 1].entry.time_ms
    )
