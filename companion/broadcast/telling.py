"""From the log of a game to the events of its broadcast: one a log entry, the same for everybody who tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.broadcast.events import (
    Begun,
    BroadcastItem,
    BroadcastLine,
    BroadcastMove,
    BroadcastSeat,
    BroadcastStanding,
    Moved,
)
from companion.broadcast.public_names import Withheld, begun_publicly, nobody
from companion.exports.score_sheet import ScoredMove, sentence
from companion.locale import is_message, say
from companion.session.rewriting import hole_views, is_final, phrase_of
from companion.titles.registry import find_title, title_named
from games.any_game import AnyRecord
from games.game import Event, Phrase, ScoreLine
from games.names import shown
from games.record import Entry, EntryKind, LineStep

_HOW = {
    EntryKind.ACTION: "played",
    EntryKind.UNDO: "undone",
    EntryKind.REDO: "redone",
    EntryKind.CORRECT: "corrected",
    EntryKind.REMOVE: "removed",
}


class GameTeller:
    """Tells one game in one language, entry by entry.

    Args:
        record: the game; of its log nothing is told yet.
        started_ms: when it began, milliseconds since the epoch.
        language: of the words, ``en`` or ``de``.
        withheld: whose names are told nowhere.

    Attributes:
        record: as far as it was told, with the names that may be told.
    """

    def __init__(self, record: AnyRecord, started_ms: int, language: str, withheld: Withheld = nobody) -> None:
        self.record = begun_publicly(record, withheld, language)
        self._named = tuple(not withheld(seat.name) for seat in record.setup.seats)
        self._started_ms = started_ms
        self._language = language

    @property
    def game(self) -> str:
        """Which game it is: at one table no two of them begin in the same millisecond."""
        return f"{self.record.game.key}-{self._started_ms}"

    def begun(self) -> Begun:
        """Event 0."""
        first = replace(self.record, line=(), log=())
        title = title_named(self.record.game.key)
        return Begun(
            game=self.game,
            n=0,
            time_ms=self._started_ms,
            title=title.key,
            title_words=self._say(title.name),
            language=self._language,
            seats=tuple(
                BroadcastSeat(seat=number, colour=seat.colour, called=shown(seat.name), named=self._named[number])
                for number, seat in enumerate(self.record.setup.seats)
            ),
            scores=first.scores,
            to_move=first.game.player_to_move(first.first),
        )

    def tell(self, entry: Entry) -> Moved:
        """The event of the next entry of the log. Raises ``games.game.Refusal`` where it does not fit."""
        before, after = self.record, self.record.append(entry)
        self.record = after
        keeps = _in_common(before, after)
        return Moved(
            game=self.game,
            n=len(after.log),
            time_ms=entry.time_ms,
            how=_HOW[entry.kind],
            seat=entry.doer,
            words=self._sentence(entry, before, after, keeps),
            commit=entry.group,
            keeps=keeps,
            moves=tuple(self._move(number) for number in range(keeps, len(after.line))),
            scores=after.scores,
            to_move=after.game.player_to_move(after.state),
            waits=tuple(self._say(phrase_of(view)) for view in hole_views(after) if view.waits),
            standings=tuple(self._standings()) if is_final(after) else None,
        )

    def _say(self, phrase: Phrase) -> str:
        return say(phrase, self._language)

    def _move(self, place: int) -> BroadcastMove:
        step = self.record.line[place]
        return BroadcastMove(
            seat=step.doer,
            turn=self.record.turn_number(place),
            words=self._done(step),
            notation=step.entry.notation.replace("\n", "; "),
            lines=tuple(self._line(event.line, place) for event in step.events if event.line is not None),
            counts=step.hole is None,
            time_ms=step.entry.time_ms,
            source=step.entry.source.value,
        )

    def _done(self, step: LineStep[Any, Any]) -> str:
        """What was done and what came of it; what it scored is in its lines, and told here where nothing else is."""
        sentences = [self._say(event.phrase) for event in step.events if not _says_points(event)]
        verb = verb_phrase(self.record.game.key, step.entry.notation)
        if verb is not None:
            sentences.insert(0, self._say(verb))
        sentences = sentences or [self._say(event.phrase) for event in step.events]
        return "; ".join(dict.fromkeys(sentences)) or shown(step.entry.notation)

    def _line(self, line: ScoreLine, place: int) -> BroadcastLine:
        return BroadcastLine(
            seat=line.player,
            points=line.points,
            reason=self._say(line.reason),
            words=sentence(ScoredMove(place + 1, line), self.record, self._language),
            items=tuple(BroadcastItem(what=self._say(item.phrase), points=item.points) for item in line.items),
            working=line.working,
            rule=line.rule,
            final=line.final,
            marks=line.marks,
            places=line.places,
        )

    def _standings(self) -> Iterator[BroadcastStanding]:
        standings = self.record.game.standings(self.record.state)
        for one in sorted(standings, key=lambda standing: (standing.rank, standing.player)):
            tie_break = self._say(one.tie_break) if one.tie_break is not None else None
            yield BroadcastStanding(seat=one.player, score=one.score, rank=one.rank, tie_break=tie_break)

    def _sentence(self, entry: Entry, before: AnyRecord, after: AnyRecord, keeps: int) -> str:
        match entry.kind:
            case EntryKind.UNDO | EntryKind.REDO:
                return self._say(Phrase.of(f"broadcast.{_HOW[entry.kind]}"))
            case EntryKind.REMOVE:
                turn = before.turn_number(entry.index)
                return self._say(Phrase.of("broadcast.removed", name=self._name(entry.doer), turn=turn))
        place = entry.index if entry.kind is EntryKind.CORRECT else keeps
        step = after.line[place]
        what, name = self._done(step), self._name(step.doer)
        if entry.kind is EntryKind.CORRECT:
            turn = after.turn_number(place)
            return self._say(Phrase.of("broadcast.corrected", name=name, turn=turn, what=what))
        return self._say(Phrase.of("broadcast.doer", name=name, what=what))

    def _name(self, seat: int | None) -> str | Phrase:
        return Phrase.of("broadcast.somebody") if seat is None else self.record.setup.seats[seat].name


def _in_common(before: AnyRecord, after: AnyRecord) -> int:
    """How many steps, from the first, both lines share."""
    shared = 0
    for old, new in zip(before.line, after.line, strict=False):
        if old is not new and old != new:
            break
        shared += 1
    return shared


def _says_points(event: Event) -> bool:
    """True where the event says no more than its score line does."""
    return event.line is not None and event.phrase == event.line.reason


def verb_phrase(key: str, notation: str) -> Phrase | None:
    """What the action is called by the first word of its notation, in this game or in the one that it expands."""
    verb = notation.split(maxsplit=1)[0] if notation else ""
    title = find_title(key)
    while title is not None:
        if is_message(found := f"did.{title.key}.{verb}"):
            return Phrase(found)
        title = find_title(title.expands)
    return None
