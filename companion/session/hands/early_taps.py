"""What people tell while turns that lie on the table are not on record yet: it counts once they are.

No eyes see that a tile was put away, or a card played. Whoever taps it tells when: after all that lies there now, and
before whatever comes to lie there later. A press that takes what is seen must neither pass over it nor forget it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

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
        due: the turn after which it comes, from 1 as people count; None until the table was looked at after the tap.
        mover: who was to move after it, as the table was seen then.
    """

    action: AnyAction
    time_ms: int
    due: int | None = None
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
        due, so_far, placed = _turn(seen), seen, list[EarlyTap]()
        for one in self._taps:
            if one.due is None and is_after(one.time_ms):
                one = replace(one, due=due, mover=so_far.game.player_to_move(so_far.state))
            placed.append(one)
            so_far = _with(so_far, one.action)
        self._taps = tuple(placed)

    def is_due(self, record: AnyRecord, explanation: Explanation) -> bool:
        """Whether all that lay there before what comes next is on record: the turn is reached, or nothing more is seen,
        and it is the turn of whoever had it then. Where nothing is seen and it is somebody else's, what lay there is
        out of sight, and whatever is told now would be told of the wrong player."""
        first = self.first
        if first is None or first.due is None or self.before_it(record, _best(explanation)):
            return False
        theirs = record.game.player_to_move(record.state) == first.mover
        return _turn(record) > first.due or (theirs and (_turn(record) == first.due or explanation.is_idle()))

    def before_it(self, record: AnyRecord, actions: Actions) -> Actions:
        """Of actions that are seen those that come before whatever was told."""
        first = self.first
        if first is None or first.due is None:
            return actions
        before: Actions = ()
        for turn in turns_of(record, actions):
            if _turn(record.play(*before, *turn.actions)) > first.due:
                break
            before = (*before, *turn.actions)
        return before


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
