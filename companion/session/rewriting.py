"""What people change in the record afterwards: what a correction would bring about, holes in words, and filling one.

All of it is values; the session commits them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.session.several_turns import turns_of
from games.any_game import AnyAction, AnyGame, AnyRecord, actions_explained
from games.game import AnybodyNext, CountsYears, Phrase, Refusal, RefusalKind, StandsWhere
from games.line_of_play import turn_of
from games.record import Hole, HoleKind
from vision.explanation import Discrepancy, Explanation

AnyRecord = AnyRecord


@dataclass(frozen=True, slots=True)
class HoleView:
    """A turn of which something does not count, as people are told of it.

    Attributes:
        index: the first place of the line that is to be told again.
        seat: whose turn it is; None where nobody is known.
        name: of that seat, else empty.
        turn: which turn of the game, from 1.
        hole: why.
        year: in which year it was, from 1, where people count those; else None.
    """

    index: int
    seat: int | None
    name: str
    turn: int
    hole: Hole
    year: int | None = None

    @property
    def when(self) -> Phrase:
        """Whose turn it is and when, as people count: "Ben's turn 6"."""
        if self.year is not None:
            return Phrase.of("record.in_year", name=self.name, year=self.year)
        return Phrase.of("record.in_turn", name=self.name, turn=self.turn)

    @property
    def waits(self) -> bool:
        """True where somebody should tell it again; what people took out need not come back."""
        return self.hole.kind is not HoleKind.REMOVED


def hole_views(record: AnyRecord) -> tuple[HoleView, ...]:
    """The turns with holes, the earliest first; what only waits for an earlier hole is among them."""
    found: dict[tuple[int, bool], HoleView] = {}
    for index in record.holes:
        step = record.line[index]
        assert step.hole is not None
        turn = record.turn_number(index)
        name = record.setup.seats[step.doer].name if step.doer is not None else ""
        year = record.game.year(record.state_before(index)) if isinstance(record.game, CountsYears) else None
        view = HoleView(index, step.doer, name, turn, step.hole, year)
        found.setdefault((turn, view.waits), view)
    return tuple(found.values())


def heeding_holes(explanation: Explanation, record: AnyRecord) -> Explanation:
    """What may be told of a table on which things lie that the record no longer counts: the tile or a house of a turn
    with a hole is nobody's new move, and where later turns wait for a hole the table as it lies tells of those, too.
    What is left out so is unexplained, so that a press asks people."""
    holes = [record.line[place] for place in record.holes]
    later = any(step.hole is not None and step.hole.kind is HoleKind.HELD for step in holes)
    lies = [record.action_at(place) for place in record.holes]
    stands = {
        (step.doer, where)
        for step, declared in zip(holes, lies, strict=True)
        for where in _brings(record.game, declared)
    }
    done = record.game.closing(record.state)  # leaves nothing on the table, whoever said it before

    def is_new(actions: tuple[AnyAction, ...]) -> bool:
        turns = [turn for turn in turns_of(record, actions) if turn.actions[0] != done]
        brought = {(turn.seat, where) for turn in turns for one in turn.actions for where in _brings(record.game, one)}
        return not turns or not (later or brought & stands or any(turn.actions[0] in lies for turn in turns))

    kept = tuple(one for one in explanation.candidates if is_new(actions_explained(one.actions)))
    if len(kept) == len(explanation.candidates):
        return explanation
    left = sum(one.probability for one in explanation.candidates) - sum(one.probability for one in kept)
    return replace(explanation, candidates=kept, unexplained=min(1.0, explanation.unexplained + left))


def _brings(game: AnyGame, action: AnyAction | None) -> frozenset[str]:
    """Where pieces stand that an action brings, where the game tells that; a hole may tell of no action."""
    return game.brings(action) if action is not None and isinstance(game, StandsWhere) else frozenset()


def is_final(record: AnyRecord) -> bool:
    """Whether the game has ended and nothing of it waits to be told again: only then is its result one."""
    over = record.game.player_to_move(record.state) is None
    return over and not any(view.waits for view in hole_views(record))


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the record would bring about.

    Attributes:
        record: as it would be.
        holes: turns that would no longer count.
        mended: turns with holes now that would count again.
        before, after: scores by seat.
        mover_before, mover_after: seat index of whose turn it is; None where the game is over.
    """

    record: AnyRecord
    holes: tuple[HoleView, ...]
    mended: tuple[HoleView, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    mover_before: int | None
    mover_after: int | None

    @property
    def changes_more(self) -> bool:
        """True where more changes than the piece that people tapped."""
        return bool(self.holes or self.mended) or self.before != self.after or self.mover_before != self.mover_after


def preview_of(now: AnyRecord, changed: AnyRecord) -> Preview:
    """What people would see change."""
    before, after = hole_views(now), hole_views(changed)
    left = {one.turn for one in after}
    return Preview(
        changed,
        tuple(one for one in after if _is_new(one, before)),
        tuple(one for one in before if one.turn not in left and one.waits),
        now.scores,
        changed.scores,
        now.game.player_to_move(now.state),
        changed.game.player_to_move(changed.state),
    )


def _is_new(one: HoleView, before: tuple[HoleView, ...]) -> bool:
    """True for a turn that counted before; a hole that people leave out was one already."""
    same_turn = [other.waits for other in before if other.turn == one.turn]
    return not same_turn or (one.waits and not any(same_turn))


def rewritten(record: AnyRecord, index: int, action: AnyAction | None, *then: AnyAction, time_ms: int = 0) -> AnyRecord:
    """The record with another action at a place, and ``then`` more of its turn, or (None) without it. Raises
    :class:`Refusal`."""
    if action is None:
        return record.remove(index, time_ms=time_ms)
    return record.correct(index, action, *then, time_ms=time_ms)


def read_from_table(record: AnyRecord, differing: Iterable[Discrepancy], *, time_ms: int) -> tuple[AnyRecord, int]:
    """The record as the table shows it, in one commit, and how many differences it could not settle."""
    changed, unresolved = record, 0
    for one in differing:
        try:
            old, new = one.correction or ("", None)
            index = changed.actions.index(old)
            if new:
                changed = changed.correct(index, record.game.read(new), time_ms=time_ms, group=record.next_group)
            else:
                changed = changed.remove(index, time_ms=time_ms, group=record.next_group)
        except (ValueError, Refusal):
            unresolved += 1  # people are asked to tap it
    return changed, unresolved


class Filling:
    """People tell a turn with a hole again: the game as it stood there, until the turn is whole.

    Args:
        record: with the hole.
        index: the hole's place in the line.

    Raises :class:`Refusal` where an earlier hole has to be filled first, or its turn is over.
    """

    def __init__(self, record: AnyRecord, index: int) -> None:
        self._whole = record
        self._declared: tuple[AnyAction, ...] = ()
        self.hole = next(one for one in hole_views(record) if one.index == index)
        self.record: AnyRecord = replace(record, line=record.line[:index], commits=(), undone=())
        old, state = record.line[index], record.state_before(index)
        late = turn_of(record.game, state) != old.turn and not isinstance(record.game, AnybodyNext)
        if late or record.game.player_to_move(state) is None:
            key = "record.fill_first" if turn_of(record.game, state) < old.turn else "record.turn_is_over"
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of(key), value=old.entry.notation)

    def tell(self, actions: tuple[AnyAction, ...], *, time_ms: int) -> AnyRecord | None:
        """Take what people did there. The whole record once the turn is told, else None. Raises :class:`Refusal`."""
        local = self.record.play(*actions, time_ms=time_ms)
        declared = (*self._declared, *actions)
        changed = self._whole.correct(self.hole.index, *declared, time_ms=time_ms)
        turn = self._whole.line[self.hole.index].turn
        over = turn_of(local.game, local.state) != turn or local.game.player_to_move(local.state) is None
        whole = isinstance(local.game, AnybodyNext) or all(
            step.hole is None for step in changed.line if step.turn == turn
        )
        self.record, self._declared = local, declared
        return changed if over or whole else None


def phrase_of(view: HoleView, *, lays: bool = False) -> Phrase:
    """The sentence: "Ben's turn 6: play it again", or lay it; of what people took out, that they did."""
    waiting = "record.hole_lay" if lays else "record.hole"
    key = waiting if view.waits else "record.hole_removed"
    return Phrase.of(key, when=view.when)


def before_the_end(holes: Iterable[HoleView], *, lays: bool = False) -> Phrase | None:
    """What a game that has ended waits for before its points count, in a sentence; None where nothing waits."""
    waiting = [view for view in holes if view.waits]
    if not waiting:
        return None
    key = "record.before_the_end" if len(waiting) == 1 else "record.before_the_end_more"
    return Phrase.of(key, hole=phrase_of(waiting[0], lays=lays), more=len(waiting) - 1)
