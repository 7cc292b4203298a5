"""Pieces of which it is not known yet which of their twins they are, such as a tile with or without a coat of arms.

Nothing that may be done next hangs on it, only points do (or else what is done next tells it:
:class:`games.game.SettledByNext`). So a press takes what is clear but for that, the entry bears
a mark, and the likelier of the twins stands on record until it is known: the eyes tell once they have seen more of the
same print, or people are asked, and only where the answer changes the points as they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.session.proposing import proposed
from companion.session.several_turns import CLEAR, alike, next_may_tell
from companion.session.views import AnyChoice, CloseRace
from games.any_game import AnyAction, AnyRecord, AnyState, actions_explained
from games.game import CountsTwins, HasTwins, Phrase, Refusal, SettledByNext
from games.record import Source
from vision.explanation import Explanation

MARK = "twin not known"  # of an entry
# Share of one of the twins among all of them from which it is known which lies there: before boxes that nobody knew
# 10 in 100 coats of arms that were told above 0.9 were wrong (docs/findings/coats-of-arms.md), on eight evenings 4 of
# 25 between 0.9 and 0.97; it is also the chance from which the eyes settle what was left open.
SURELY_THIS_TWIN = 0.97
ASKED, LATER = Phrase.of("table.which_twin"), Phrase.of("app.ask_later")


@dataclass(frozen=True, slots=True)
class OpenTwin:
    """A place of the line of which it is not known which of several alike pieces it is.

    Attributes:
        index: of the line, from 0.
        action: as it stands on record.
        others: what it may have been as well.
    """

    index: int
    action: AnyAction
    others: tuple[AnyAction, ...]


def open_twins(record: AnyRecord) -> tuple[OpenTwin, ...]:
    """Those of a record, the earliest first."""
    game = record.game
    if not isinstance(game, HasTwins):
        return ()
    first = len(record.line) - 1 if isinstance(game, SettledByNext) else 0
    return tuple(
        OpenTwin(index, step.action, others)
        for index, step in enumerate(record.line)
        if index >= first
        and MARK in step.entry.marks
        and step.hole is None
        and step.action is not None
        and (others := game.twins(record.setup, step.action))
    )


def actions_left_open(record: AnyRecord) -> tuple[AnyAction, ...]:
    """The same as actions, as they stand on record."""
    return tuple(one.action for one in open_twins(record))


def places_left_open(record: AnyRecord) -> tuple[str, ...]:
    """Where they lie, in the game's notation."""
    game = record.game
    return tuple(game.twin_place(one.action) for one in open_twins(record)) if isinstance(game, HasTwins) else ()


def left_open(record: AnyRecord, explanation: Explanation, actions: Sequence[AnyAction]) -> frozenset[AnyAction]:
    """Those of the actions that a press takes of which the eyes can't tell surely which of their twins they are.

    What stands on record may be the other twin, too: where the bag holds no more of a kind perhaps only because of such
    a guess, that rules nothing out.
    """
    game = record.game
    if not isinstance(game, HasTwins):
        return frozenset()
    same = [
        one for one in explanation.candidates if alike(record, actions_explained(one.actions[: len(actions)]), actions)
    ]
    guessed, found, state = bool(open_twins(record)), set(), record.state
    for place, action in enumerate(actions):
        twins = game.twins(record.setup, action)
        exact = sum(one.probability for one in same if one.actions[place] == action)
        unsure = exact < CLEAR or exact < SURELY_THIS_TWIN * sum(one.probability for one in same)
        if isinstance(game, SettledByNext):  # what is done next tells it, however likely it is by now
            unsure = next_may_tell(record, state, action) and any(_fits(record, state, one) for one in twins)
        if twins and (unsure or (guessed and not all(_fits(record, state, one) for one in twins))):
            found.add(action)
        state, _ = game.apply(state, action)
    return frozenset(found)


def may_be_next(record: AnyRecord, seat: int | None) -> bool:
    """Whether it is this seat's turn if the last action on record, which is open, was another of its twins."""
    game, state = record.game, record.state
    if not isinstance(game, SettledByNext):
        return False
    for one in open_twins(record):
        for other in one.others:
            if game.retells(state, one.action, other) and _fits(record, state, other):
                return bool(game.player_to_move(game.apply(state, other)[0]) == seat)
    return False


def _fits(record: AnyRecord, state: AnyState, action: AnyAction) -> bool:
    try:
        record.game.apply(state, action)
    except Refusal:
        return False
    return True


def settled(record: AnyRecord, answers: Mapping[AnyAction, AnyAction], *, time_ms: int) -> AnyRecord:
    """The record once the eyes have told which twin some pieces are, as part of the commit that was made last: one undo
    takes back both."""
    changed = record
    for one in open_twins(record):
        action = answers.get(one.action)
        if action is not None:
            group = changed.commits[-1].group
            changed = (
                _corrected(changed, one.index, action, time_ms=time_ms, group=group) or changed
            )  # or it stays open
    return changed if _is_whole(changed, record) else record


def with_room(record: AnyRecord, *, time_ms: int) -> AnyRecord:
    """The record once no piece that was only guessed is the last of its kind while its twin leaves more than one:
    another of that kind could be neither seen nor entered. As part of the commit that was made last."""
    game = record.game
    if not isinstance(game, CountsTwins) or not record.commits:
        return record
    for one in open_twins(record):
        if game.left_like(record.state, one.action):
            continue
        for other in one.others:
            if game.left_like(record.state, other) <= 1:
                continue
            group = record.commits[-1].group
            changed = _corrected(record, one.index, other, time_ms=time_ms, group=group, marks=(MARK,))
            if changed is not None and _is_whole(changed, record):
                return with_room(changed, time_ms=time_ms)
    return record


def _corrected(
    record: AnyRecord, index: int, action: AnyAction, *, time_ms: int, group: int, marks: tuple[str, ...] = ()
) -> AnyRecord | None:
    """The record with this action at a place; None where the rules refuse it."""
    try:
        return record.correct(index, action, time_ms=time_ms, group=group, marks=marks)
    except Refusal:
        return None


def _is_whole(changed: AnyRecord, record: AnyRecord) -> bool:
    """Whether nothing that follows fits less than it did on the record before."""
    return len(changed.holes) <= len(record.holes)


class TwinQuestions:
    """What people are asked about the open twins of one table, and what the eyes have told of them since."""

    def __init__(self) -> None:
        self.choice: AnyChoice | None = None
        self._asked_about: int | None = None
        self._later: set[int] = set()  # people can't say it yet
        self._over = False
        self._judged: object = None
        self._answers: dict[AnyAction, AnyAction] = {}

    def hear(self, explanation: Explanation) -> None:
        """The eyes have told something."""
        self._answers.update((recorded, known) for recorded, known in map(actions_explained, explanation.settled))

    def settle(self, record: AnyRecord, *, time_ms: int) -> AnyRecord:
        """A record that was just added to, with all that is known of its twins by now."""
        answers, self._answers = self._answers, {}
        known = settled(record, answers, time_ms=time_ms) if answers and record.commits else record
        return with_room(known, time_ms=time_ms)

    def follow(self, record: AnyRecord) -> None:
        """The record has changed: ask about the first of its twins on which the points hang as they stand."""
        open_now = open_twins(record)
        self._later &= {one.index for one in open_now}
        judged = tuple(one.index for one in open_now), record.scores
        if judged == self._judged:
            return  # no points have come that could hang on any of them
        self._judged = judged
        over = record.game.player_to_move(record.state) is None
        if over and not self._over:
            self._later.clear()  # they are asked once more
        self._over = over
        asked = next((one for one in open_now if one.index not in self._later and _counts(record, one)), None)
        if asked is None:
            self._ask_no_more()
        elif self._asked_about != asked.index:
            self.choice, self._asked_about = _choice(record, asked), asked.index

    def answered(self, option: int | None, record: AnyRecord, *, time_ms: int) -> AnyRecord:
        """The record with what people said; as it was where they don't know."""
        choice, index = self.choice, self._asked_about
        self._ask_no_more()
        if choice is None or index is None:
            return record
        if option is None:
            self._later.add(index)
            return record
        changed = _with_twin(record, index, choice.options[option].actions[0], time_ms=time_ms)
        if changed is None:
            self._later.add(index)
        return changed or record

    def _ask_no_more(self) -> None:
        self.choice = self._asked_about = None


def _counts(record: AnyRecord, one: OpenTwin) -> bool:
    """Whether the points as they stand hang on it."""
    changed = (_with_twin(record, one.index, other) for other in one.others)
    return any(other is not None and other.scores != record.scores for other in changed)


def _with_twin(record: AnyRecord, index: int, action: AnyAction, *, time_ms: int = 0) -> AnyRecord | None:
    """The record with this twin at a place. Where the bag holds no more of its kind, one that was only guessed to be
    such a one was not; None where that can't be either."""
    corrected = partial(_corrected, time_ms=time_ms, group=record.next_group)
    alone = corrected(record, index, action)
    if alone is not None and _is_whole(alone, record):
        return alone
    for one in open_twins(record):
        for other in one.others if one.index != index else ():
            first = corrected(record, one.index, other, marks=(MARK,))
            for changed in (
                first and corrected(first, index, action),
                alone and corrected(alone, one.index, other, marks=(MARK,)),
            ):
                if changed is not None and _is_whole(changed, record):
                    return changed
    return None


def _choice(record: AnyRecord, one: OpenTwin) -> AnyChoice:
    """The question: each of the twins, on the table as it was when it was laid."""
    then: AnyRecord = replace(record, line=record.line[: one.index], commits=(), undone=())
    each = (one.action, *one.others)
    options = tuple(proposed(then, (action,), 1 / len(each), source=Source.BUTTON) for action in each)
    return CloseRace(options, None, asks=ASKED, none=LATER, about=one.index, then=then.state)
