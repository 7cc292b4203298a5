"""What people tell while turns that lie on the table are not on record yet: it counts once they are.

No eyes see that a tile was put away, or a card played. Whoever taps it tells when: after all that lies there now, and
before whatever comes to lie there later. A press that takes what is seen must neither pass over it nor forget it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.session.several_turns import turns_of
from games.any_game import AnyAction, AnyRecord, actions_explained
from games.game import Refusal
from vision.explanation import Explanation

Actions = tuple[AnyAction, ...]


@dataclass(frozen=True, slots=True)
class EarlyTap:
    """One action that waits for its place.

    Attributes:
        action: as it was tapped.
        time_ms: when, on the session's clock.
        due: the turn in or after which it comes, from 1 as people count; None until the table was looked at after the
            tap.
        after: what was done in that turn before it.
        mover: who was to move after it, as the table was seen then.
    """

    action: AnyAction
    time_ms: int
    due: int | None = None
    after: Actions = ()
    mover: int | None = None


class EarlyTaps:
    """All that waits, in the order in which it was told."""

    def __init__(self) -> None:
        self._taps: tuple[EarlyTap, ...] = ()

    @property
    def first(self) -> EarlyTap | None:
        """What comes next of it."""
        return self._taps[0] if self._taps else None

    def keep(self, action: AnyAction, time_ms: int) -> None:
        """Somebody told this now."""
        self._taps = (*self._taps, EarlyTap(action, time_ms))

    def forget(self) -> bool:
        """What was told last is taken back; False where nothing waits."""
        had, self._taps = bool(self._taps), self._taps[:-1]
        return had

    def take(self) -> AnyAction | None:
        """What comes next, which then waits no more."""
        first, self._taps = self.first, self._taps[1:]
        return first.action if first is not None else None

    def entered(self, actions: Sequence[AnyAction]) -> None:
        """People have entered these themselves: what is among them waits no more."""
        left = list(actions)
        kept: list[EarlyTap] = []
        for one in self._taps:
            if one.action in left:
                left.remove(one.action)
            else:
                kept.append(one)
        self._taps = tuple(kept)

    def looked(self, record: AnyRecord, explanation: Explanation, is_after: Callable[[int], bool]) -> None:
        """The table was looked at: what it shows comes before all that had been told when that picture was taken."""
        if all(one.due is not None for one in self._taps):
            return
        self._come_after(record.play(*_best(explanation)), is_after)

    def place_last(self, record: AnyRecord, explanation: Explanation | None, done: AnyAction | None) -> None:
        """What was told just now comes after all that is seen; where that is nothing, after what a press will do that
        is open, if one is."""
        seen = _best(explanation)
        if done is not None and not seen:
            self._come_after(record.play(done), lambda _: True)
        elif explanation is not None and not explanation.is_idle():
            self._come_after(record.play(*seen), lambda _: True)

    def _come_after(self, seen: AnyRecord, is_after: Callable[[int], bool]) -> None:
        """What has no place yet comes after all of a record, and after what was told before it."""
        so_far, placed = seen, list[EarlyTap]()
        for one in self._taps:
            if one.due is None and is_after(one.time_ms):
                due, mover = _turn(so_far), so_far.game.player_to_move(so_far.state)
                one = replace(one, due=due, after=_played_in(so_far, due), mover=mover)
            placed.append(one)
            so_far = _with(so_far, one.action)
        self._taps = tuple(placed)

    def is_due(self, record: AnyRecord, explanation: Explanation) -> bool:
        """Whether all that lay there before what comes next is on record: as much of the turn is played, or nothing
        more is seen, and it is the turn of whoever had it then. Where nothing is seen and it is somebody else's, what
        lay there is out of sight, and whatever is told now would be told of the wrong player."""
        first = self.first
        if first is None or first.due is None or self.actions_before_tap(record, _best(explanation)):
            return False
        theirs = record.game.player_to_move(record.state) == first.mover
        played = _turn(record)
        reached = played == first.due and len(_played_in(record, played)) >= len(first.after)
        return played > first.due or (theirs and (reached or explanation.is_idle()))

    def actions_before_tap(self, record: AnyRecord, actions: Actions) -> Actions:
        """Of actions that are seen those that come before whatever was told: all that was seen by then, and what has to
        be done before that can be."""
        first = self.first
        if first is None or first.due is None:
            return actions
        least = self._seen_at_tap(first, record, actions)
        needed = (actions[:end] for end in range(len(least), len(actions) + 1))
        return next((before for before in needed if _fits(first, record.play(*before))), least)

    @staticmethod
    def _seen_at_tap(first: EarlyTap, record: AnyRecord, actions: Actions) -> Actions:
        """Of actions that are seen those that had been seen when it was told."""
        before: Actions = ()
        for turn in turns_of(record, actions):
            number = _turn(record.play(*before, *turn.actions))
            if first.due is None or number > first.due:
                break
            if number == first.due:
                return (*before, *_part_before_tap(first, _played_in(record, number), turn.actions))
            before = (*before, *turn.actions)
        return before


def _fits(tap: EarlyTap, record: AnyRecord) -> bool:
    """Whether the rules take it there, and from whoever told it."""
    return record.game.player_to_move(record.state) == tap.mover and _with(record, tap.action) is not record


def _part_before_tap(tap: EarlyTap, played: Actions, seen: Actions) -> Actions:
    """What comes before a tap of all that is ``seen`` in its turn, of which so much is on record: up to the last that
    was seen when it was told; all of it where something else was done than was seen then."""
    missing = list(tap.after)
    for action in played:
        if action in missing:
            missing.remove(action)
    last = max((place for place, action in enumerate(seen, 1) if action in missing), default=0)
    return seen[:last] if last or not missing else seen


def _played_in(record: AnyRecord, turn: int) -> Actions:
    """What is on record of the turn that was played last, if that is this one."""
    places = takewhile(lambda place: record.turn_number(place) == turn, reversed(range(len(record.line))))
    played = tuple(record.line[place].action for place in places)[::-1]
    return tuple(action for action in played if action is not None)


def _turn(record: AnyRecord) -> int:
    """Which turn was played last; corrections and what is undone are no turns."""
    return record.turn_number(len(record.line) - 1) if record.line else 0


def _with(record: AnyRecord, action: AnyAction) -> AnyRecord:
    """A record with one action more, where that is legal."""
    try:
        return record.play(action)
    except Refusal:
        return record


def _best(explanation: Explanation | None) -> Actions:
    best = explanation.best if explanation is not None else None
    return actions_explained(best.actions) if best is not None else ()
