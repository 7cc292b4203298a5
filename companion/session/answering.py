"""What a press is answered with: a value that says what to commit, ask, wait for or say. The session does it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.session.hands.early_taps import EarlyTaps
from companion.session.looking.last_look import LastLook
from companion.session.open_twins import left_open, may_be_next
from companion.session.proposing import (
    ButtonPress,
    closed,
    done_alone,
    next_after,
    offered,
    shown_proposal,
)
from companion.session.rewriting import before_the_end, hole_views
from companion.session.several_turns import accepted, only_ends_a_turn, pressed_for, seats_explained, turns_of
from companion.session.views import AnyProposal, NewsKind
from games.any_game import AnyAction, AnyRecord, actions_explained
from games.game import AnybodyNext, Phrase, RollsDice
from games.record import Source
from vision.explanation import Explanation


@dataclass(frozen=True, slots=True)
class Commits:
    """These actions are done; where ``more`` is told of what the press was about, it counts for that, too. Of those
    that are ``left_open`` it is not known which of its twins a piece is; ``marks`` are kept with all of them."""

    actions: tuple[AnyAction, ...]
    source: Source
    more: bool = False
    left_open: frozenset[AnyAction] = frozenset()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asks:
    """Which of these happened?"""

    options: tuple[AnyProposal, ...]


@dataclass(frozen=True, slots=True)
class Says:
    """A sentence; of a kind of its own where others are told more by it. The press ``waits`` where it holds on."""

    phrase: Phrase
    kind: NewsKind = NewsKind.NOTICE
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Waits:
    """Another look is free, a question is not."""


Answer = Commits | Asks | Says | Waits


@dataclass(frozen=True, slots=True)
class PressContext:
    """What a press meets.

    Attributes:
        record: the game so far.
        filling: as far as the turn that is told again; None where none is.
        staged: what people proposed by touch.
        look: what the eyes told last.
        asked: a question is open.
        watched: a camera looks at the table.
        camera_lost: and people know that it does not see.
        early: what people tapped that comes after turns which are not on record yet.
    """

    record: AnyRecord
    filling: AnyRecord | None
    staged: tuple[AnyAction, ...]
    look: LastLook
    asked: bool
    watched: bool
    camera_lost: bool
    early: EarlyTaps

    @property
    def played(self) -> AnyRecord:
        """What the next action is added to."""
        return self.record if self.filling is None else self.filling


def expected(seat: int, standing: PressContext) -> bool:
    """Whether a press of this seat would count: it is its turn, anybody may be next, or the table shows that it has
    played, whoever did not press before."""
    record, played, explanation = standing.record, standing.played, standing.look.explanation
    if seat == played.game.player_to_move(played.state) or isinstance(record.game, AnybodyNext):
        return True
    if standing.staged or standing.filling is not None:
        return False
    if seat in seats_explained(record, explanation) or may_be_next(record, seat):
        return True
    proposal = shown_proposal(record, (), explanation)
    unsettled = standing.watched and not standing.look.settled
    return unsettled and proposal is not None and next_after(record, proposal.actions) == seat


def answer_to(press: ButtonPress, standing: PressContext) -> Answer:
    """What a press is answered with. Raises ``games.game.Refusal`` where what was staged is not legal any more."""
    seat, played, look = press.seat, standing.played, standing.look
    active = played.game.player_to_move(played.state)
    if active is None:
        return Says(before_the_end(hole_views(standing.record)) or Phrase.of("table.game_is_over"))
    if seat is not None and not expected(seat, standing):
        return Says(Phrase.of("table.not_your_turn", name=standing.record.setup.seats[active].name))
    if standing.asked:
        return Says(Phrase.of("table.which_one"), NewsKind.QUESTION)  # a second press never chooses
    if look.discrepancies and standing.filling is None:
        # The turn is done all the same: it is committed once the table is right again.
        return Says(Phrase.of("table.differs"), NewsKind.OUT_OF_STEP, waits=True)
    if standing.staged:
        return Commits(closed(played, standing.staged), Source.TOUCH)
    if standing.filling is not None:  # only what people tap: the table as it lies tells of later turns, too
        return _closing(standing)
    if standing.watched and not look.settled:
        return Says(Phrase.of("table.cannot_look" if standing.camera_lost else "table.waiting"), waits=True)
    if standing.watched and look.hides_in_the_dark and seat is not None:  # DONE says what it does: that is a tap
        return Says(Phrase.of("table.too_dark"), waits=True)
    if look.will_be_reread or not look.is_after(press.time_ms) or look.waits_to_be_borne_out:
        return Waits()
    return _seen(press, standing)


def explained_actions(press: ButtonPress | None, standing: PressContext) -> tuple[AnyAction, ...]:
    """All that the eyes tell of what a press is about, clear or not."""
    explanation = standing.look.explanation
    best = explanation.best if explanation is not None else None
    return (
        pressed_for(standing.record, actions_explained(best.actions), press.seat)
        if best is not None and press is not None
        else ()
    )


def explained_to_press(explanation: Explanation | None, seat: int | None, record: AnyRecord) -> Explanation | None:
    """What the eyes tell once a seat has pressed: where anybody may be next, or it may be its turn for all that is
    known, its owner most likely did something."""
    if explanation is None or seat is None:
        return explanation
    game = record.game
    if isinstance(game, AnybodyNext):
        return explanation.after_press(
            lambda actions: any(game.doer(action) in (seat, None) for action in actions_explained(actions))
        )
    if may_be_next(record, seat):
        return explanation.after_press(
            lambda actions: any(turn.seat == seat for turn in turns_of(record, actions_explained(actions)))
        )
    return explanation


def _seen(press: ButtonPress, standing: PressContext) -> Answer:
    """By what the eyes tell."""
    explanation = explained_to_press(standing.look.explanation, press.seat, standing.record)
    if explanation is None or explanation.is_idle():
        return _closing(standing) if _is_theirs(press, standing) else Says(Phrase.of("table.nothing_new"))
    if sure := standing.early.actions_before_tap(standing.record, accepted(standing.record, explanation, press.seat)):
        doubtful = left_open(standing.record, explanation, sure)
        return Commits(sure, Source.BUTTON, sure != explained_actions(press, standing), doubtful)
    if only_ends_a_turn(standing.record, explanation, press.seat):
        return _closing(standing)
    options = offered(standing.record, explanation)
    return Asks(options) if options else Says(Phrase.of("table.cannot_tell"))


def _is_theirs(press: ButtonPress, standing: PressContext) -> bool:
    """Whether what may be done now is the presser's to do: nobody ends the turn of another by a press."""
    played = standing.played
    active = played.game.player_to_move(played.state)
    return press.seat in (None, active) or isinstance(played.game, AnybodyNext)


def _closing(standing: PressContext) -> Answer:
    """DONE where nothing was told."""
    action = done_alone(standing.played)
    if action is not None:
        return Commits((action,), Source.TOUCH)
    game, state = standing.played.game, standing.played.state
    seeing = standing.watched and standing.filling is None
    if not seeing and isinstance(game, RollsDice) and game.dice_asked(state) is not None:
        return Says(Phrase.of("table.dice_first"))
    return Says(Phrase.of("table.nothing_new" if seeing else "table.tap_your_move"))
