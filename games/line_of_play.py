"""The line of play: what was done one after the other, and how it is replayed turn by turn after a correction.

Every place of the line keeps who did it and in which turn. What no longer fits leaves a *hole* that keeps its place,
its doer and what was told, and the game goes on past it as if that were left out (:class:`games.game.PassesOn`), so
that nobody else's turn is shifted. Whenever the line is replayed every hole is tried again: what fits once more comes
back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic

from games.game import (
    ActionT,
    AnybodyNext,
    Event,
    Game,
    PassesOn,
    Phrase,
    PutsAside,
    ReadsEarlier,
    Refusal,
    RefusalKind,
    SetupT,
    StateT,
)
from games.log_entry import Entry, EntryKind


class HoleKind(StrEnum):
    """Why there is a hole in the line of play."""

    MISFIT = "misfit"  # what was told there no longer fits
    MISSING = "missing"  # the rules ask for something there that nobody has told
    HELD = "held"  # the game can't go on without an earlier hole: this waits for it
    REMOVED = "removed"  # people took it out


@dataclass(frozen=True, slots=True)
class Hole:
    """A place of the line at which nothing counts: why, and by which refusal where there is one.

    ``aside``: people left out what no longer fitted, so its piece stays out of the game. What they took out although
    it fitted never happened, and its piece is back where it was.
    """

    kind: HoleKind
    why: Phrase | None = None
    aside: bool = False

    @property
    def keeps_its_piece(self) -> bool:
        """True where the piece that was told lies on the table, for all that it does not count."""
        return self.aside or self.kind is HoleKind.MISFIT


@dataclass(frozen=True, slots=True)
class LineStep(Generic[StateT, ActionT]):
    """One place of the line of play: an action, what it brought about, and the state after it.

    Attributes:
        action: None where there is a hole; ``entry.notation`` then still holds what was told.
        entry: the log entry that told it; of a hole for what nobody told an entry that is in no log.
        events: what it brought about; of a hole what the rules did by themselves as play went on past it.
        state: the state after it. After the last place of a turn with holes that is the next turn's first state.
        doer: seat index of who did it, or should have; None where nobody is known.
        turn: the game's number of the turn that it belongs to.
        turn_after: that of the state after it, as it was when it fitted.
        hole: why nothing counts here; None where the action counts.
    """

    action: ActionT | None
    entry: Entry
    events: tuple[Event, ...]
    state: StateT
    doer: int | None
    turn: int
    turn_after: int
    hole: Hole | None = None


def turn_of(game: Game[Any, StateT, Any], state: StateT) -> int:
    """The number of the turn; 0 for a game that does not tell."""
    return game.turn(state) if isinstance(game, PassesOn) else 0


def doer_of(game: Game[Any, StateT, ActionT], state: StateT, action: ActionT) -> int | None:
    """Seat index of who does this in this state."""
    doer = game.doer(action) if isinstance(game, AnybodyNext) else None
    return doer if doer is not None else game.player_to_move(state)


def stepped(game: Game[SetupT, StateT, ActionT], state: StateT, entry: Entry) -> LineStep[StateT, ActionT]:
    """The step that an entry tells in this state. Raises :class:`Refusal`, also where another seat would do it."""
    action, (after, events) = _applied(game, state, game.read(entry.notation))
    doer = doer_of(game, state, action)
    if entry.doer is not None and doer != entry.doer:
        if not isinstance(game, AnybodyNext):
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of("record.another_turn"), value=entry.notation)
        if game.doer(action) is None:
            doer = entry.doer  # nobody's own: told by who was told
    turn = turn_of(game, state)
    return LineStep(action, entry, events, after, doer, turn, _turn_after(game, turn, after))


def _applied(
    game: Game[SetupT, StateT, ActionT], state: StateT, action: ActionT
) -> tuple[ActionT, tuple[StateT, tuple[Event, ...]]]:
    """The action, or what it meant to an earlier version, and what it brings about. Raises :class:`Refusal`."""
    try:
        return action, game.apply(state, action)
    except Refusal:
        meant: ActionT | None = game.as_now(state, action) if isinstance(game, ReadsEarlier) else None
        if meant is None:
            raise
        return meant, game.apply(state, meant)


def _turn_after(game: Game[Any, StateT, Any], turn: int, after: StateT) -> int:
    """A game that is over has done with its last turn."""
    return turn + 1 if game.player_to_move(after) is None else turn_of(game, after)


def refolded(
    game: Game[SetupT, StateT, ActionT],
    first: StateT,
    kept: Sequence[LineStep[StateT, ActionT]],
    later: Sequence[LineStep[StateT, ActionT]],
) -> tuple[LineStep[StateT, ActionT], ...]:
    """The line that begins with ``kept`` and in which everything of ``later`` is played as far as it fits."""
    folding = _Folding(game, first, kept)
    for step in later:
        if step.hole is None or step.hole.kind is not HoleKind.MISSING:
            folding.take(step)
    folding.finish()
    return _without_empty_end(tuple(folding.steps))


def _without_empty_end(line: tuple[LineStep[StateT, ActionT], ...]) -> tuple[LineStep[StateT, ActionT], ...]:
    """What people took out at the end of the line leaves no hole: nothing follows that could be shifted."""
    length = len(line)
    for place in range(len(line) - 1, -1, -1):
        hole = line[place].hole
        if hole is None or hole.aside or hole.kind not in (HoleKind.REMOVED, HoleKind.MISSING):
            break
        if hole.kind is HoleKind.REMOVED:
            length = place
    while 0 < length < len(line) and _is_missing(line[length - 1]):
        length -= 1
    return line[:length]


def _is_missing(step: LineStep[StateT, ActionT]) -> bool:
    return step.hole is not None and step.hole.kind is HoleKind.MISSING


class _Folding(Generic[SetupT, StateT, ActionT]):
    """A line while it is played anew."""

    def __init__(
        self, game: Game[SetupT, StateT, ActionT], first: StateT, kept: Sequence[LineStep[StateT, ActionT]]
    ) -> None:
        self._game = game
        self._first = first
        self._passes_on = game if isinstance(game, PassesOn) else None
        self._anybody = isinstance(game, AnybodyNext)
        self._stopped = False
        self._passed: int | None = None  # the turn past which play goes on
        self.steps = list(kept)

    @property
    def _state(self) -> StateT:
        return self.steps[-1].state if self.steps else self._first

    def take(self, laid: LineStep[StateT, ActionT]) -> None:
        """Play what was told at a place, or leave a hole there."""
        self._catch_up(laid.turn)
        if laid.hole is not None and laid.hole.kind is HoleKind.REMOVED:
            self._leave(laid, laid.hole)
            return
        if self._stopped:
            self._leave(laid, Hole(HoleKind.HELD, Phrase.of("record.waits")))
            return
        refusal: Refusal | None = None
        for base, events in self._bases(laid.turn):
            try:
                step = self._fitted(base, laid)
            except Refusal as refused:
                refusal = refusal or refused
                continue
            if base is not self._state:
                self._stand_at(base, events)
            self.steps.append(step)
            return
        self._leave(laid, Hole(self._kind_beside(laid.turn), refusal.phrase if refusal else None))

    def finish(self) -> None:
        """A turn that was done before is done with its holes, too."""
        if self.steps and self.steps[-1].hole is not None:
            self._catch_up(self.steps[-1].turn_after)

    def _fitted(self, base: StateT, laid: LineStep[StateT, ActionT]) -> LineStep[StateT, ActionT]:
        if self._passes_on is not None and not self._anybody and self._turn(base) != laid.turn:
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of("record.turn_is_over"), value=laid.entry.notation)
        step = stepped(self._game, base, replace(laid.entry, doer=laid.doer))
        return replace(step, entry=laid.entry)

    def _turn(self, state: StateT) -> int:
        return turn_of(self._game, state)

    def _bases(self, turn: int) -> Iterator[tuple[StateT, tuple[Event, ...]]]:
        """States in which an action of this turn may be taken: as it stands, or with steps of the turn left out and
        what that brings about. After a hole it is more likely that the step which the hole was about is left out."""
        after_hole = bool(self.steps) and self.steps[-1].hole is not None and self.steps[-1].turn == turn
        if not after_hole:
            yield self._state, ()
        yield from self._left_out(turn)
        if after_hole:
            yield self._state, ()

    def _left_out(self, turn: int) -> Iterator[tuple[StateT, tuple[Event, ...]]]:
        state: StateT = self._state
        events: tuple[Event, ...] = ()
        while self._passes_on is not None and self._game.player_to_move(state) is not None:
            further = self._passes_on.skipped(state)
            if further is None or further[0] is state or self._turn(further[0]) != turn:
                return
            state, events = further[0], (*events, *further[1])
            yield state, events

    def _leave(self, step: LineStep[StateT, ActionT], hole: Hole) -> None:
        self.steps.append(replace(step, action=None, events=(), state=self._state, hole=hole))
        self._stopped = self._stopped or self._passes_on is None

    def _without_pieces_of_holes(self, state: StateT) -> StateT:
        """Before play goes on past a turn: what lies on the table and does not count is nobody's to draw. Within the
        turn it still is, to be laid again."""
        turn = self._turn(state)
        if not isinstance(self._game, PutsAside) or self._passed == turn:
            return state
        self._passed = turn  # once, in however many steps the rest of the turn is left out
        for step in self.steps:
            if step.turn == turn and step.hole is not None and step.hole.keeps_its_piece and step.entry.notation:
                state = self._game.put_aside(state, self._game.read(step.entry.notation), step.doer)
        return state

    def _kind_beside(self, turn: int) -> HoleKind:
        """What belonged to something that people took out goes with it."""
        beside = (step for step in reversed(self.steps) if step.turn == turn)
        removed = any(step.hole is not None and step.hole.kind is HoleKind.REMOVED for step in beside)
        return HoleKind.REMOVED if removed and not self._anybody else HoleKind.MISFIT

    def _stand_at(self, state: StateT, events: tuple[Event, ...]) -> None:
        """Something is left out before this state: the hole just before stands for it, or a new one."""
        if self.steps and self.steps[-1].hole is not None and self.steps[-1].turn == self._turn(self._state):
            self.steps[-1] = replace(self.steps[-1], state=state, events=(*self.steps[-1].events, *events))
        else:
            self._miss(state, events)

    def _miss(self, state: StateT, events: tuple[Event, ...] = ()) -> None:
        turn, doer = self._turn(self._state), self._game.player_to_move(self._state)
        entry = Entry(EntryKind.ACTION, doer=doer)
        self.steps.append(LineStep(None, entry, events, state, doer, turn, turn + 1, Hole(HoleKind.MISSING)))

    def _catch_up(self, turn: int) -> None:
        """Go on to this turn, past what is left of earlier ones. Where the game can't, the line stops here."""
        while not self._stopped and self._turn(self._state) < turn:
            state = self._state
            if self._game.player_to_move(state) is None:
                return  # nothing is left out of a game that is over
            aside = self._without_pieces_of_holes(state)
            further = self._passes_on.skipped(aside) if self._passes_on is not None else None
            if further is not None and further[0] is not aside:
                self._stand_at(*further)
            elif self._anybody or not self._give_up_half_done():  # of a game without turns nothing belongs together
                self._stopped = True
                if not self.steps or self.steps[-1].hole is None:
                    self._miss(state)

    def _give_up_half_done(self) -> bool:
        """What was begun in this turn and can't be left half done (a building that is not paid for) becomes holes, too.
        False where that would not help."""
        turn = self._turn(self._state)
        for place in range(len(self.steps) - 1, -1, -1):
            if self.steps[place].turn != turn:
                return False
            before = self.steps[place - 1].state if place else self._first
            if self.steps[place].hole is None and self._can_go_on(before):
                self.steps[place:] = [self._given_up(step, before) for step in self.steps[place:]]
                return True
        return False

    def _can_go_on(self, state: StateT) -> bool:
        return self._passes_on is not None and self._passes_on.skipped(state) is not None

    @staticmethod
    def _given_up(step: LineStep[StateT, ActionT], state: StateT) -> LineStep[StateT, ActionT]:
        hole = step.hole or Hole(HoleKind.MISFIT, Phrase.of("record.half_done"))
        return replace(step, action=None, events=(), state=state, hole=hole)
