"""Every point of a game with its reason: for people as text, for programs as plain data, for spreadsheets as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.locale import say
from companion.session.rewriting import hole_views, phrase_of
from games.any_game import AnyRecord
from games.game import Event, ScoreLine


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A score line and the number of the action that brought it, from 1; 0 for a final scoring not played yet."""

    move: int
    line: ScoreLine


def scored_moves(record: AnyRecord, closing_events: tuple[Event, ...] = ()) -> Iterator[ScoredMove]:
    """Every score line of the record in order, then those of ``closing_events``."""
    for number, step in enumerate(record.line, 1):
        for event in step.events:
            if event.line is not None:
                yield ScoredMove(number, event.line)
    for event in closing_events:
        if event.line is not None:
            yield ScoredMove(0, event.line)


def plain(scored: ScoredMove, record: AnyRecord, language: str) -> dict[str, Any]:
    """A score line as plain data: player's name, points, reason in words, final, items."""
    line = scored.line
    return {
        "player": record.setup.seats[line.player].name,
        "points": line.points,
        "reason": say(line.reason, language),
        "final": line.final,
        "move": scored.move,
        "working": line.working,
        "items": [{"what": say(item.phrase, language), "points": item.points} for item in line.items],
        "rule": line.rule,
        "marks": list(line.marks),
        "places": list(line.places),
    }


def sentence(scored: ScoredMove, record: AnyRecord, language: str) -> str:
    """A score line for people: ``Anna +8: city finished (3 tiles × 2 + 1 pennant × 2)``."""
    line = scored.line
    name = record.setup.seats[line.player].name
    counted = " + ".join(say(item.phrase, language) for item in line.items if item.points)
    because = line.working or counted or " · ".join(say(item.phrase, language) for item in line.items)
    sign = "+" if line.points >= 0 else "−"
    return f"{name} {sign}{abs(line.points)}: {say(line.reason, language)}" + (f" ({because})" if because else "")


def score_csv(record: AnyRecord, language: str) -> str:
    """The score sheet as CSV with a heading row. Turns that no longer count after a correction come last, without
    points: who has to play which one again."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["move", "player", "points", "reason", "items", "final", "rule"])
    for scored in scored_moves(record):
        one = plain(scored, record, language)
        items = "; ".join(f"{item['what']}: {item['points']}" for item in one["items"])
        writer.writerow([one["move"], one["player"], one["points"], one["reason"], items, one["final"], one["rule"]])
    for hole in hole_views(record):
        why = say(hole.hole.why, language) if hole.hole.why is not None else ""
        writer.writerow([hole.index + 1, hole.name, "", say(phrase_of(hole), language), why, False, ""])
    return text.getvalue()
