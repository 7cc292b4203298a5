"""Turns that were played before anybody pressed: which of them a press accepts, and what it asks about.

People forget to press, press for all that was played since, or do not answer a question. What the eyes tell may
therefore hold several turns. A press accepts those that are clear, up to the last one of whoever pressed: more may be
on its way there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.any_game import AnyAction, AnyRecord, AnyState, actions_explained
from games.game import AnybodyNext, HasTwins, Refusal, SettledByNext
from vision.explanation import Candidate, Explanation

CLEAR = 0.9  # probability from which what is told is accepted
AnyRecord = AnyRecord
Actions = tuple[AnyAction, ...]


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """What one seat did in its turn, or in what it did of it; ``seat`` is None where the game is over."""

    seat: int | None
    actions: Actions


def turns_of(record: AnyRecord, actions: Sequence[AnyAction]) -> tuple[SeatTurn, ...]:
    """Actions after a record, turn by turn: one ends where somebody else is to move. All of them are one where a game
    knows no order of play. Raises ``games.game.Refusal`` where they are not legal."""
    game, state = record.game, record.state
    if isinstance(game, AnybodyNext):
        return (SeatTurn(None, tuple(actions)),) if actions else ()
    turns: list[SeatTurn] = []
    open_turn = False
    for action in actions:
        seat = game.player_to_move(state)
        before = turns.pop().actions if open_turn else ()
        state, _ = game.apply(state, action)
        turns.append(SeatTurn(seat, (*before, action)))
        open_turn = game.player_to_move(state) == seat
    return tuple(turns)


def seats_explained(record: AnyRecord, explanation: Explanation | None) -> tuple[int | None, ...]:
    """Whose turns the likeliest candidate tells of, in playing order."""
    best = explanation.best if explanation is not None else None
    return tuple(turn.seat for turn in turns_of(record, actions_explained(best.actions))) if best is not None else ()


def pressed_for(record: AnyRecord, actions: Actions, seat: int | None) -> Actions:
    """What a press of a seat (None: DONE) is about: all turns up to the last one of that seat."""
    turns = turns_of(record, actions)
    if seat is not None and not isinstance(record.game, AnybodyNext):
        last = max((number for number, turn in enumerate(turns) if turn.seat == seat), default=-1)
        turns = turns[: last + 1]
    return tuple(action for turn in turns for action in turn.actions)


def accepted(record: AnyRecord, explanation: Explanation, seat: int | None) -> Actions:
    """What a press takes at once: the turns that it is about, as far as they are clear; which of its twins a piece is
    may be told later (:mod:`companion.session.open_twins`)."""
    best = explanation.best
    if best is None or explanation.discrepancies:
        return ()
    turns = turns_of(record, pressed_for(record, actions_explained(best.actions), seat))
    plays = [
        (_as_one(record, turns_of(record, actions_explained(one.actions))), one.probability)
        for one in explanation.candidates
    ]
    wanted = _as_one(record, turns)
    while wanted:
        if sum(chance for others, chance in plays if others[: len(wanted)] == wanted) >= CLEAR:
            return tuple(action for turn in turns[: len(wanted)] for action in turn.actions)
        wanted = wanted[:-1]
    return ()


def heeding_doubt(record: AnyRecord, explanation: Explanation, asked: Explanation) -> Explanation:
    """What is told of a table of whose first turn people were ``asked`` and have not answered yet.

    Where the likeliest of what they were asked is told again, the table has answered. Where something else is, one look
    stands against the other: what showed then may be hidden by now, or gone. Each counts for a half (a linear opinion
    pool, Stone 1961), but for what the earlier one could not explain, and for what play has merely gone on from.
    """
    now, then = _by_first_turn(record, explanation), _by_first_turn(record, asked)
    likeliest = max((turn for turn in then if turn), key=then.__getitem__, default=())
    best = max(now, key=now.__getitem__, default=())
    if explanation.discrepancies or not likeliest or best[: len(likeliest)] == likeliest:
        return explanation
    shares = dict.fromkeys(now, asked.unexplained)  # of what each was told before, in units of what it is told now
    left: dict[Actions, float] = {}
    for turn, chance in then.items():
        gone_on = sum(other for longer, other in now.items() if longer[: len(turn)] == turn)
        if not gone_on:
            left[turn] = chance
        for longer in now:
            if gone_on and longer[: len(turn)] == turn:
                shares[longer] += chance / gone_on
    firsts = [_first_turn(record, one) for one in explanation.candidates]
    candidates = [
        replace(one, probability=one.probability * (1 + shares[first]) / 2)
        for first, one in zip(firsts, explanation.candidates, strict=True)
    ]
    candidates += [
        replace(one, probability=one.probability / 2) for one in first_turns(record, asked) if one.actions in left
    ]
    candidates.sort(key=lambda one: -one.probability)
    unexplained = explanation.unexplained * (1 + asked.unexplained) / 2
    return replace(explanation, candidates=tuple(candidates), unexplained=unexplained)


def _by_first_turn(record: AnyRecord, explanation: Explanation) -> dict[Actions, float]:
    """How likely each first turn is; nobody has played in the empty one."""
    return {actions_explained(one.actions): one.probability for one in first_turns(record, explanation)}


def _first_turn(record: AnyRecord, candidate: Candidate) -> Actions:
    turns = turns_of(record, actions_explained(candidate.actions))
    return turns[0].actions if turns else ()


def only_ends_a_turn(record: AnyRecord, explanation: Explanation, seat: int | None) -> bool:
    """Whether all that a press of a seat is about is the end of its turn: nobody need be asked how the next one, who
    has not pressed, may have gone on."""
    closing = record.game.closing(record.state)
    if closing is None or seat is None or explanation.discrepancies:
        return False
    about = ((pressed_for(record, actions_explained(one.actions), seat), one) for one in explanation.candidates)
    return sum(one.probability for actions, one in about if actions in ((), (closing,))) >= CLEAR


def alike(record: AnyRecord, one: Sequence[AnyAction], other: Sequence[AnyAction]) -> bool:
    """Whether these actions differ at most in which of its twins a piece is."""
    return [_first_twin(record, action) for action in one] == [_first_twin(record, action) for action in other]


def _as_one(record: AnyRecord, turns: Sequence[SeatTurn]) -> tuple[SeatTurn, ...]:
    """Turns in which the first of some twins stands for all."""
    game, state = record.game, record.state
    if not isinstance(game, HasTwins):
        return tuple(turns)
    played: list[SeatTurn] = []
    for turn in turns:
        actions: list[AnyAction] = []
        for action in turn.actions:
            actions.append(_first_twin(record, action) if next_may_tell(record, state, action) else action)
            state, _ = game.apply(state, action)
        played.append(SeatTurn(turn.seat, tuple(actions)))
    return tuple(played)


def next_may_tell(record: AnyRecord, state: AnyState, action: AnyAction) -> bool:
    """Whether it may be told later which of its twins an action is: where what is done next tells it, not if all of
    them end the turn."""
    game = record.game
    if not isinstance(game, SettledByNext) or not isinstance(game, HasTwins):
        return True
    mover = game.player_to_move(state)
    for one in (action, *game.twins(record.setup, action)):
        try:
            after, _ = game.apply(state, one)
        except Refusal:
            continue
        if game.player_to_move(after) == mover:
            return True
    return False


def _first_twin(record: AnyRecord, action: AnyAction) -> AnyAction:
    game = record.game
    if not isinstance(game, HasTwins):
        return action
    first: AnyAction = min((action, *game.twins(record.setup, action)), key=game.write)
    return first


def first_turns(record: AnyRecord, explanation: Explanation) -> tuple[Candidate, ...]:
    """What is told of the first turn alone, likeliest first: what comes after it is asked once that is known."""
    merged: dict[Actions, Candidate] = {}
    for one in explanation.candidates:
        turns = turns_of(record, actions_explained(one.actions))
        first = turns[0].actions if turns else ()
        places = one.places if len(turns) < 2 else tuple(dict.fromkeys(one.places))[:1]
        known = merged.get(first)
        merged[first] = (
            replace(one, actions=first, places=places)
            if known is None
            else replace(known, probability=known.probability + one.probability)
        )
    return tuple(sorted(merged.values(), key=lambda one: -one.probability))
