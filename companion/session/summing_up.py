"""What a record tells of each player: points by kind, and how long everybody took, without
pauses. No clock of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.store.pauses import Pause
from games.any_game import AnyRecord
from games.game import InSeries, Phrase

LONGEST_TURN_MS = 20 * 60_000  # a longer gap is an evening that went on later, not thinking: a default of ours


Kinds = tuple[tuple[Phrase, int], ...]  # most first
UNTOLD = Phrase("table.points_untold")  # the reason of points that no event tells


def points_by_kind(record: AnyRecord, seat: int, kind_of: Callable[[Phrase], Phrase] = lambda reason: reason) -> Kinds:
    """What a seat has scored, summed up by kind, most first; in a series of games with what the games before brought.

    Args:
        kind_of: tells the kind of a reason that the rules name; each reason is a kind of its own otherwise.
    """
    found: dict[Phrase, int] = {}
    before = record.game.scores_before(record.setup) if isinstance(record.game, InSeries) else ()
    if before:
        found[Phrase.of("table.games_before")] = before[seat]
    for step in record.line:
        for event in step.events:
            if event.line is not None and event.line.player == seat:
                kind = kind_of(event.line.reason)
                found[kind] = found.get(kind, 0) + event.line.points
    rest = record.scores[seat] - sum(found.values())
    if rest:  # what the score counts and no event tells, such as houses that nobody has built
        found[kind_of(UNTOLD)] = rest
    return tuple(sorted(found.items(), key=lambda entry: -entry[1]))


def kinds_of_all(record: AnyRecord, kind_of: Callable[[Phrase], Phrase]) -> tuple[tuple[Phrase, Sequence[int]], ...]:
    """What everybody has scored of each kind, points by seat; the kind first that brought most of all."""
    seats = range(len(record.setup.seats))
    each = [dict(points_by_kind(record, seat, kind_of)) for seat in seats]
    total: dict[Phrase, int] = {}
    for one in each:
        for kind, points in one.items():
            total[kind] = total.get(kind, 0) + points
    kinds = sorted(total, key=lambda kind: -total[kind])
    return tuple((kind, tuple(each[seat].get(kind, 0) for seat in seats)) for kind in kinds)


def times_used(record: AnyRecord, pauses: Sequence[Pause] = (), *, now_ms: int | None = None) -> tuple[int, ...]:
    """How long each seat took for what stands in the record, ms by seat: from what was done before to what it did,
    without the ``pauses``. The first action counts for nobody, for nothing tells when people began to think.
    ``now_ms``: whoever is to move thinks until then."""
    used = [0] * len(record.setup.seats)
    done = [(step.entry.time_ms, step.doer) for step in record.line]
    if now_ms is not None:
        done.append((now_ms, record.game.player_to_move(record.state)))
    before = 0
    for now, doer in done:
        if before and now and doer is not None:
            thought = now - before - _paused(pauses, before, now)
            used[doer] += thought if 0 < thought <= LONGEST_TURN_MS else 0
        before = now or before
    return tuple(used)


def _paused(pauses: Sequence[Pause], since_ms: int, until_ms: int) -> int:
    """How much of a while was pause, ms."""
    ends = ((one.since_ms, until_ms if one.until_ms is None else one.until_ms) for one in pauses)
    return sum(max(0, min(end, until_ms) - max(begin, since_ms)) for begin, end in ends)
