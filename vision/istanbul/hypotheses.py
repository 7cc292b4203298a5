"""From the people on a still layout to ranked legal actions, and to what does not stand as recorded.

Each hypothesis is what a player may have done: it foretells who stands where afterwards. Only where they differ has the
picture a say, so somebody who was never seen clearly speaks for none of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations

from games.game import Refusal
from games.istanbul.actions import Action, Catch, End, Move, Recall, Use
from games.istanbul.expansions.letters import CompanionStep, Escort
from games.istanbul.layout import FOUNTAIN
from games.istanbul.moment import Step as Phase
from games.istanbul.rules import Istanbul
from games.istanbul.standing import NEUTRAL, distinct_pieces
from games.istanbul.state import POLICE, State
from vision.explanation import Discrepancy, Explanation, Scored, explained
from vision.istanbul.evidence import Evidence
from vision.istanbul.sighting_history import Key
from vision.parameters import CHOSEN, Parameters, parameter

Lawful = Mapping[tuple[str, str], frozenset[int]]  # kind, colour -> numbers of places


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulHypothesesParameters(Parameters):
    """What people seldom do, and what else may have happened."""

    rare: float = parameter(
        -4.0,
        "log-probability",
        "that a move leaves no assistant, or two things are done before the button is pressed",
        CHOSEN,
    )
    escorted: float = parameter(
        -1.0,
        "log-probability",
        "that whoever has set the companion beside his merchant goes on before the button is pressed: it is one turn",
        CHOSEN,
    )
    unpressed: float = parameter(
        -3.0, "log-probability", "that somebody's turn ended and nobody pressed before the next began", CHOSEN
    )
    something_else: float = parameter(
        9.0, "nats", "that something nobody thought of falls short of the people as they are seen", CHOSEN
    )
    plain: float = parameter(
        100.0, "squared deviations", "of evidence from which somebody who stands elsewhere is pointed out", CHOSEN
    )
    nothing_moved: float = parameter(
        0.9, "probability", "of nothing's having been moved, from which nothing else is offered", CHOSEN
    )
    confident: float = parameter(
        40.0,
        "squared deviations",
        "of evidence by which it becomes e times surer that somebody stands elsewhere than recorded",
        CHOSEN,
    )
    most_otherwise: float = parameter(
        30.0, "nats", "by which that is believed rather than any candidate, at most", CHOSEN
    )


PARAMETERS = IstanbulHypothesesParameters()


@dataclass(frozen=True, slots=True)
class _Hypothesis:
    actions: tuple[Action, ...]
    keys: frozenset[Key]
    prior: float


def explain(
    game: Istanbul,
    evidence: Evidence,
    state: State,
    frame_number: int,
    former: Mapping[tuple[str, str], int],
    met: Mapping[tuple[str, str], int],
    *,
    move_open: bool = False,
) -> Explanation:
    """The actions that would explain these people, likeliest first, "nothing has been done" among them.

    Args:
        game: whose rules are played.
        evidence: of the still table.
        state: where the record stands.
        frame_number: of the still frame.
        former: where pieces stood before the record moved them last: nobody is surprised to see them there still.
        met: where each was last seen as recorded: who was never seen in place is not missed there.
        move_open: of the move just made it is not known whether an assistant was picked up or left.
    """
    now = distinct_pieces(state)
    hypotheses = [one for one in _hypotheses(game, state, move_open) if _is_seen(one, now, evidence)]
    settled = frozenset.intersection(*(hypothesis.keys for hypothesis in hypotheses))
    open_ = {key[0] for hypothesis in hypotheses for key in hypothesis.keys - settled}
    stories = [_by_place(hypothesis.keys, open_) for hypothesis in hypotheses]
    likelihood = {on: evidence.of_place(*on) for on in frozenset().union(*(story.items() for story in stories))}
    changes = [evidence.of_changes(hypothesis.keys ^ now) for hypothesis in hypotheses]
    most = max(changes)  # what no story explains tells nothing
    scored = sorted(
        (
            (hypothesis.prior + sum(likelihood[on] for on in story.items()) + change - most, hypothesis)
            for hypothesis, story, change in zip(hypotheses, stories, changes, strict=True)
        ),
        key=lambda one: -one[0],
    )
    top, best = scored[0]
    anything = _something_else(evidence, likelihood)
    if not (state.asks or state.is_over):  # else nothing is told that people may have done
        anything += _strangers(evidence, settled, open_)
    if move_open:  # who went on may have done so after what nobody has entered, which is as likely as any
        goes_on = (score for score, hypothesis in scored if len(hypothesis.actions) > 1)
        anything = max(anything, next(goes_on, anything))
    differing, lingering = _differing(evidence, best.keys, former, met)
    explanation = explained(
        (Scored(hypothesis.actions, score, _places(hypothesis.keys, now)) for score, hypothesis in scored),
        frame_number,
        otherwise=min(top + PARAMETERS.most_otherwise, anything),
        settled_from=PARAMETERS.nothing_moved,  # nothing was moved: the button ends the turn
        lingering=lingering,
    )
    against = _against(differing, explanation, [hypothesis for _, hypothesis in scored])
    return replace(explanation, discrepancies=against)


def _something_else(evidence: Evidence, standings: Iterable[tuple[int, frozenset[Key]]]) -> float:
    """The log score of what nobody thought of: whatever happened, on each place people stand as in some story, but for
    who came and is in none."""
    freely: dict[int, float] = {}
    for place, standing in standings:
        said = evidence.of_place(place, standing, strangers=False)
        freely[place] = max(said, freely.get(place, said))
    return sum(freely.values()) - PARAMETERS.something_else


def _against(
    differing: Mapping[Key, Discrepancy], explanation: Explanation, hypotheses: Iterable[_Hypothesis]
) -> tuple[Discrepancy, ...]:
    """What differs, but for who is as likely there by what somebody may have done as by what nobody thought of."""
    chances: dict[tuple[object, ...], float] = {one.actions: one.probability for one in explanation.candidates}
    done = [(chances.get(hypothesis.actions, 0.0), hypothesis.keys) for hypothesis in hypotheses]
    return tuple(
        one
        for where, one in differing.items()
        if sum(chance for chance, keys in done if where in keys) <= explanation.unexplained
    )


def _strangers(evidence: Evidence, settled: frozenset[Key], open_: Set[int]) -> float:
    """How much better the people are explained who came to places on which all stories are alike, if they are somebody
    after all: what nobody thought of has led them there."""
    places = {key[0] for key in evidence.strange} - open_
    there = _by_place(settled, places).items()
    return sum(evidence.of_place(*on, strangers=False) - evidence.of_place(*on) for on in there)


def _is_seen(hypothesis: _Hypothesis, now: frozenset[Key], evidence: Evidence) -> bool:
    """Whether a family member who was sent off in one go with the move is seen where he was sent: else he is one more
    whom nobody sees, and might be anywhere."""
    *before, last = hypothesis.actions or (None,)
    if not before or not isinstance(last, Use) or not isinstance(before[-1], Move):
        return True
    sent = {key for key in hypothesis.keys - now if key[1] == "family member"}
    return sent <= evidence.seen.keys()


def _by_place(keys: Iterable[Key], places: Iterable[int]) -> dict[int, frozenset[Key]]:
    """Who stands on each of some places."""
    found: dict[int, set[Key]] = {place: set() for place in places}
    for key in keys:
        if key[0] in found:
            found[key[0]].add(key)
    return {place: frozenset(on) for place, on in found.items()}


def _places(after: frozenset[Key], before: frozenset[Key]) -> tuple[str, ...]:
    come, gone = sorted(after - before), sorted(before - after)
    return tuple(dict.fromkeys(str(key[0]) for key in (*come, *gone)))


# What may have been done


def _in_one_go(action: Action, after: State) -> tuple[type[Action], ...]:
    """What people do next that moves pieces, before anybody presses for the first: whoever is called back or fetched
    goes along, the family member is sent off at once, and assistants come back to the Fountain."""
    if isinstance(action, Recall | Escort):
        return (Move, CompanionStep)
    return (Use,) if isinstance(action, Move) and after.place in (POLICE, FOUNTAIN) else ()


def _hypotheses(game: Istanbul, state: State, move_open: bool = False) -> list[_Hypothesis]:
    now = distinct_pieces(state)
    nothing = _Hypothesis((), now, 0.0)
    if state.asks or state.is_over:
        return [nothing]
    ways = _done(game, state, move_open)
    done = [_Hypothesis(actions, distinct_pieces(after), prior) for actions, after, prior in ways]
    return [nothing, *(hypothesis for hypothesis in done if hypothesis.keys != now)]


def may_stand(game: Istanbul, state: State, *, move_open: bool = False) -> Lawful:
    """Where everybody's pieces may stand by now; nobody's are anywhere."""
    found: dict[tuple[str, str], set[int]] = {("assistant", seat.colour): set() for seat in state.setup.seats}
    for hypothesis in _hypotheses(game, state, move_open):
        for place, kind, colour in hypothesis.keys:
            if colour != NEUTRAL:
                found.setdefault((kind, colour), set()).add(place)
    return {key: frozenset(places) for key, places in found.items()}


def _done(game: Istanbul, state: State, move_open: bool) -> Iterator[tuple[tuple[Action, ...], State, float]]:
    """One thing that may have been done, or two that people do in one go; the same by who comes next, where nobody
    told that the turn was over. The states that follow."""
    yield from _done_now(game, state)
    closing = game.closing(state)
    ends: tuple[Action, ...] = () if closing is None else (closing,)
    if move_open:  # nobody was left, which ends the turn by itself; or nothing is to be done here after all
        ends = tuple(dict.fromkeys((*ends, End(), Move(state.place, "alone"))))
    for end in ends:
        ended = _after(game, state, end)
        if ended is not None and ended.seat != state.seat and not (ended.asks or ended.is_over):
            later = list(_done_now(game, ended))
            ways = math.log(max(1.0, math.fsum(math.exp(prior) for done, _, prior in later if len(done) == 1)))
            for actions, after, prior in later:  # nobody presses as seldom, however many ways there are to go on
                yield (end, *actions), after, prior + PARAMETERS.unpressed - ways


def _done_now(game: Istanbul, state: State) -> Iterator[tuple[tuple[Action, ...], State, float]]:
    """The same by whose turn it is."""
    for action, prior in _offers(game, state):
        after = _after(game, state, action)
        if after is None:
            continue
        yield (action,), after, prior
        then = _in_one_go(action, after) if after.seat == state.seat else ()
        if then:
            for second, more in _offers(game, after):
                if isinstance(second, then):
                    last = _after(game, after, second)
                    if last is not None:
                        yield (action, second), last, prior + more + _goes_along(action, after)


def _goes_along(first: Action, after: State) -> float:
    """Log of the chance that something else is done in one go with what led to this state."""
    if isinstance(first, Move) and after.place == POLICE:  # sending somebody off is all that is done there
        return 0.0
    return PARAMETERS.escorted if isinstance(first, Escort) else PARAMETERS.rare


def _offers(game: Istanbul, state: State) -> Iterator[tuple[Action, float]]:
    """What moves pieces and is not entered by touch."""
    book, mover = game.rulebook(state.setup), state.mover
    numbers = tuple(book.at)
    if state.step is Phase.MOVE:
        for number in numbers:
            yield Move(number), 0.0
            yield Move(number, "alone"), PARAMETERS.rare if _goes_on(game, state, Move(number)) else 0.0
            yield CompanionStep(number), 0.0
        yield Escort(), 0.0
    if state.step is Phase.ACTION and state.place == POLICE:
        yield from ((Use((str(number),)), 0.0) for number in numbers)
    if state.step is Phase.ACTION and state.place == FOUNTAIN:
        yield from _called(mover.out)
    for place in dict.fromkeys(mover.out):  # nobody pays for what the Fountain gives
        yield Recall(place), PARAMETERS.rare if state.step is Phase.ACTION and state.place == FOUNTAIN else 0.0
    if state.step in (Phase.ACTION, Phase.ENCOUNTERS):
        for seat in range(len(state.players)):
            yield from ((Catch(seat, reward), 0.0) for reward in ("lira", "card"))


def _goes_on(game: Istanbul, state: State, move: Move) -> bool:
    """Whether a move leaves something to do: who can't even pay there may as well keep his assistant."""
    after = _after(game, state, move)
    return after is None or after.seat == state.seat


def _called(out: Sequence[int]) -> Iterator[tuple[Use, float]]:
    """Assistants that come back at the Fountain, with the companion or without; who leaves some of them is rare."""
    yield Use(), 0.0
    yield Use(("companion",)), 0.0
    for count in range(1, len(out)):
        for some in dict.fromkeys(combinations(out, count)):
            yield Use(tuple(str(place) for place in some)), PARAMETERS.rare


def _after(game: Istanbul, state: State, action: Action) -> State | None:
    try:
        return game.apply(state, action)[0]
    except Refusal:
        return None


# What does not stand as recorded


def _differing(
    evidence: Evidence,
    expected: frozenset[Key],
    former: Mapping[tuple[str, str], int],
    met: Mapping[tuple[str, str], int],
) -> tuple[dict[Key, Discrepancy], tuple[str, ...]]:
    """Pieces of which there is but one that are plainly seen elsewhere and not where they should be; and the places of
    those that people have still to move."""
    at = {(kind, colour): place for place, kind, colour in expected if colour != NEUTRAL and kind != "assistant"}
    seen: dict[tuple[str, str], tuple[float, int]] = {}
    for (place, kind, colour), gain in evidence.seen.items():
        seen[kind, colour] = max(seen.get((kind, colour), (0.0, 0)), (gain, place))
    differing: dict[Key, Discrepancy] = {}
    lingering: list[str] = []
    for key, place in at.items():
        gain, where = seen.get(key, (0.0, place))
        if where == place or evidence.shows((place, *key)):
            continue
        if former.get(key) == where:
            lingering.append(str(where))
        elif gain > PARAMETERS.plain and met.get(key) == place:
            differing[where, *key] = Discrepancy(
                str(where), "istanbul.not_recorded_here", _word(key), 1 - math.exp(-gain / PARAMETERS.confident)
            )
    return differing, tuple(lingering)


def _word(key: tuple[str, str]) -> str:
    return f"istanbul.seen_{key[0].replace(' ', '_')}"
