"""What a record tells of each player: points by kind, and how long everybody took. No clock of its own."""

from __future__ import annotations

from games.any_game import AnyRecord
from games.game import Phrase

LONGEST_TURN_MS = 20 * 60_000  # a longer gap is an evening that went on later, not thinking: a default of ours


def points_by_kind(record: AnyRecord, seat: int) -> tuple[tuple[Phrase, int], ...]:
    """What a seat has scored, summed up by the reason that the rules name, most first; in a series of games with what
    the games before brought."""
    found: dict[Phrase, int] = {}
    before = getattr(record.setup, "start_scores", ())
    if before:
        found[Phrase.of("table.games_before")] = before[seat]
    for step in record.line:
        for event in step.events:
            if event.line is not None and event.line.player == seat:
                found[event.line.reason] = found.get(event.line.reason, 0) + event.line.points
    return tuple(sorted(found.items(), key=lambda entry: -entry[1]))


def times_used(record: AnyRecord) -> tuple[int, ...]:
    """How long each seat took for what stands in the record, ms by seat: from what was done before to what it did. The
    first action counts for nobody, for nothing tells when people began to think."""
    used = [0] * len(record.setup.seats)
    before = 0
    for step in record.line:
        now = step.entry.time_ms
        if before and now and step.doer is not None and 0 < now - before <= LONGEST_TURN_MS:
            used[step.doer] += now - before
        before = now or before
    return tuple(used)
