"""From actions to what people see of them before they are committed: what they bring, where, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.session.rewriting import is_final
from companion.session.several_turns import accepted, first_turns
from companion.session.views import AnyProposal, AnyView, Proposal, TableView
from games.any_game import AnyAction, AnyRecord, AnyState, actions_explained
from games.game import Event, OneWay, Phrase
from games.record import Source
from vision.explanation import Candidate, Explanation

LEAST_SHOWN = 0.02  # a candidate less likely than this is not offered as a picture to choose
MOST_SHOWN = 3
GHOSTLY = 1 / 3  # probability that one of the candidates happened, below which none of them is shown on the board


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """Whose button was pressed (None: DONE), and when, on the session's clock, ms."""

    seat: int | None
    time_ms: int


def view_of(record: AnyRecord) -> AnyView:
    """The table as a record tells it, with nothing proposed or asked."""
    active = record.game.player_to_move(record.state)
    seats = record.setup.seats
    return TableView(record.game.key, seats, active, record.scores, record.state, over=is_final(record))


def offered(record: AnyRecord, explanation: Explanation) -> tuple[AnyProposal, ...]:
    """What people choose from where the race is close, likeliest first; of several turns the first that is open."""
    likely = [one for one in first_turns(record, explanation) if one.actions and one.probability >= LEAST_SHOWN]
    return tuple(proposal_of(record, one) for one in likely[:MOST_SHOWN])


def otherwise(record: AnyRecord, explanation: Explanation) -> tuple[AnyProposal, ...]:
    """What people choose from who say that something else happened than is proposed: however unlikely the eyes take it
    to be, likeliest first."""
    turns = [one for one in first_turns(record, explanation) if one.actions]
    return tuple(proposal_of(record, one) for one in turns[:MOST_SHOWN])


def proposal_of(record: AnyRecord, candidate: Candidate) -> AnyProposal:
    """What the eyes propose, with everything that it would bring about."""
    return proposed(record, actions_explained(candidate.actions), candidate.probability, candidate.places)


def proposed(
    record: AnyRecord,
    actions: tuple[AnyAction, ...],
    probability: float = 1.0,
    places: tuple[str, ...] = (),
    *,
    source: Source = Source.BUTTON,
) -> AnyProposal:
    """These actions as a proposal. Raises ``games.game.Refusal`` where they are not legal."""
    game, state = record.game, record.state
    mover = game.player_to_move(state)
    events: list[Event] = []
    doers: list[int | None] = []
    for action in actions:
        doers.append(game.player_to_move(state))
        state, brought = game.apply(state, action)
        events.extend(brought)
    points = _gained(record, state, events)
    others = any(doer != mover for doer in (*doers, game.player_to_move(state)))
    complete = others or game.closing(state) is not None
    return Proposal(actions, tuple(events), points, places, probability, source, complete, tuple(doers))


def _gained(record: AnyRecord, after: AnyState, events: Sequence[Event]) -> tuple[int, ...]:
    """What each seat would have more than it has: also where that is told by no line of its own, such as a house less
    in the supply. What the end of the game brings is not foretold."""
    game = record.game
    points = [0] * len(record.setup.seats)
    if game.player_to_move(after) is not None:
        for one in game.standings(after):
            points[one.player] = one.score - record.scores[one.player]
        return tuple(points)
    for event in events:
        if event.line is not None and not event.line.final:
            points[event.line.player] += event.line.points
    return tuple(points)


def shown_proposal(
    record: AnyRecord, staged: tuple[AnyAction, ...], explanation: Explanation | None
) -> AnyProposal | None:
    """What waits for a button or tap: what people staged, else what the eyes tell; None where that is nothing, or where
    it is much likelier that something else happened: a board that shows what is not there is worse than one that
    waits."""
    if staged:
        return proposed(record, staged, source=Source.TOUCH)
    if explanation is None or explanation.best is None or not explanation.best.actions:
        return None
    if sum(one.probability for one in explanation.candidates if one.actions) < GHOSTLY:
        return None
    clear = 0 if explanation.discrepancies else len(accepted(record, explanation, None))
    proposal = proposal_of(record, explanation.best)
    return replace(proposal, open_from=clear) if clear < len(proposal.actions) else proposal


def closed(record: AnyRecord, actions: tuple[AnyAction, ...]) -> tuple[AnyAction, ...]:
    """The actions with the one that ends the turn, where DONE was pressed before it."""
    game, state = record.game, record.state
    mover = game.player_to_move(state)
    for action in actions:
        state, _ = game.apply(state, action)
    if game.player_to_move(state) == mover:
        closing = game.closing(state)
        if closing is not None:
            return (*actions, closing)
    return actions


def next_after(record: AnyRecord, actions: tuple[AnyAction, ...]) -> int | None:
    """Seat index of whose turn it is after these actions; None where the game is over."""
    game, state = record.game, record.state
    for action in actions:
        state, _ = game.apply(state, action)
    return game.player_to_move(state)


def done_alone(record: AnyRecord) -> AnyAction | None:
    """What DONE does where nothing was told: the only thing to do, or the end of the turn; None where neither is."""
    game, state = record.game, record.state
    only = game.only_way(state) if isinstance(game, OneWay) else None
    return game.closing(state) if only is None else only


def most_telling(events: tuple[Event, ...]) -> Phrase | None:
    """What the ribbon says: the biggest score, else the first thing that happened."""
    scored = [event for event in events if event.line is not None]
    if scored:
        return max(scored, key=lambda event: abs(event.line.points) if event.line is not None else 0).phrase
    return events[0].phrase if events else None
