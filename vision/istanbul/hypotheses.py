"""From the people on a still layout to ranked legal actions, and to what does not stand as recorded.

Each hypothesis is what a player may have done: it foretells who stands where afterwards. Only where they differ has the
picture a say, so somebody who was never seen clearly speaks for none of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from games.game import Refusal
from games.istanbul.actions import Action, Catch, Move, Recall, Use
from games.istanbul.expansions.letters import CompanionStep, Escort
from games.istanbul.layout import FOUNTAIN
from games.istanbul.moment import Step as Phase
from games.istanbul.rules import Istanbul
from games.istanbul.standing import NEUTRAL, distinct_pieces
from games.istanbul.state import POLICE, State
from vision.explanation import Discrepancy, Explanation, Scored, explained
from vision.parameters import CHOSEN, Parameters, parameter

Key = tuple[int, str, str]  # place number, kind, colour ("" for figures)
Lawful = Mapping[tuple[str, str], frozenset[int]]  # kind, colour -> numbers of places


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulHypothesesParameters(Parameters):
    """How often somebody is missed or seen where nobody stands, and what else may have happened."""

    missed: float = parameter(-3.2, "log-probability", "that somebody who stands there is not seen", CHOSEN)
    missed_in_crowd: float = parameter(
        -2.2, "log-probability", "that somebody is not seen where four or more stand", CHOSEN
    )
    crowd: int = parameter(4, "pieces", "from which it is one", CHOSEN)
    ghost: float = parameter(
        0.1, "nats", "for each nat of evidence by which nobody is thought to be there who is seen", CHOSEN
    )
    most_ghost: float = parameter(9.0, "nats", "that nobody's being there may cost at most", CHOSEN)
    least_ghost: float = parameter(2.0, "nats", "that it costs at the least", CHOSEN)
    rare: float = parameter(
        -4.0,
        "log-probability",
        "that a move leaves no assistant, or two things are done before the button is pressed",
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
class Evidence:
    """Who was seen: (place, kind, colour) -> log-likelihood over nobody's being there; how many on each place; and of
    whom was hardly seen: log-likelihood of his standing there, relative to where that is likeliest."""

    seen: Mapping[Key, float]
    crowd: Mapping[int, int]
    unsure: Mapping[Key, float] = field(default_factory=dict)

    def here(self, key: Key) -> float:
        """Log of the chance of what was seen, given that this piece stands there."""
        if key in self.unsure:
            return self.unsure[key]
        if key in self.seen:
            return 0.0
        return PARAMETERS.missed_in_crowd if self.crowd.get(key[0], 0) >= PARAMETERS.crowd else PARAMETERS.missed

    def gone(self, key: Key) -> float:
        """The same given that it does not."""
        if key not in self.seen or key in self.unsure:  # he is somewhere: only how places compare tells something
            return 0.0
        return -_as_ghost(self.seen[key])

    def with_stacks(self, may: Lawful) -> Evidence:
        """The same with each assistant whom nobody can have left where he is seen as the merchant on whose stack he is:
        behind others, or of another make, little is seen of a merchant but what he stands on. A merchant who was hardly
        seen is likelier there than anywhere else by as much as a sighting counts."""
        seen: dict[Key, float] = {}
        unsure = dict(self.unsure)
        for (place, kind, colour), gain in self.seen.items():
            stack = kind == "assistant" and place not in may.get(("assistant", colour), (place,))
            stack = stack and place in may.get(("merchant", colour), ())
            key = (place, "merchant" if stack else kind, colour)
            seen[key] = max(seen.get(key, 0.0), gain)
            if stack and key in unsure:
                unsure[key] = max(0.0, unsure[key]) + _as_ghost(gain)
        return Evidence(seen, self.crowd, unsure)


def _as_ghost(gain: float) -> float:
    """Nats that it costs to believe that nobody is where somebody is seen by so much evidence."""
    return min(PARAMETERS.most_ghost, max(PARAMETERS.least_ghost, PARAMETERS.ghost * gain))


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
) -> Explanation:
    """The actions that would explain these people, likeliest first, "nothing has been done" among them.

    Args:
        game: whose rules are played.
        evidence: of the still table.
        state: where the record stands.
        frame_number: of the still frame.
        former: where pieces stood before the record moved them last: nobody is surprised to see them there still.
        met: where each was last seen as recorded: who was never seen in place is not missed there.
    """
    hypotheses = _hypotheses(game, state)
    keys = frozenset().union(*(hypothesis.keys for hypothesis in hypotheses))
    everywhere = frozenset.intersection(*(hypothesis.keys for hypothesis in hypotheses))
    open_ = keys - everywhere
    scored = sorted(
        ((_score(hypothesis, evidence, open_), hypothesis) for hypothesis in hypotheses), key=lambda one: -one[0]
    )
    top, best = scored[0]
    freely = sum(max(evidence.here(key), evidence.gone(key)) for key in open_)
    now = distinct_pieces(state)
    differing, lingering = _differing(evidence, best.keys, former, met)
    return explained(
        (Scored(hypothesis.actions, score, _places(hypothesis.keys, now)) for score, hypothesis in scored),
        frame_number,
        otherwise=min(top + PARAMETERS.most_otherwise, freely - PARAMETERS.something_else),
        settled_from=PARAMETERS.nothing_moved,  # nothing was moved: the button ends the turn
        discrepancies=differing,
        lingering=lingering,
    )


def _score(hypothesis: _Hypothesis, evidence: Evidence, open_: Iterable[Key]) -> float:
    return hypothesis.prior + sum(evidence.here(key) if key in hypothesis.keys else evidence.gone(key) for key in open_)


def _places(after: frozenset[Key], before: frozenset[Key]) -> tuple[str, ...]:
    come, gone = sorted(after - before), sorted(before - after)
    return tuple(dict.fromkeys(str(key[0]) for key in (*come, *gone)))


# What may have been done


def _hypotheses(game: Istanbul, state: State) -> list[_Hypothesis]:
    now = distinct_pieces(state)
    nothing = _Hypothesis((), now, 0.0)
    if state.asks or state.is_over:
        return [nothing]
    done = [_Hypothesis(actions, distinct_pieces(after), prior) for actions, after, prior in _done(game, state)]
    return [nothing, *(hypothesis for hypothesis in done if hypothesis.keys != now)]


def may_stand(game: Istanbul, state: State) -> Lawful:
    """Where everybody's pieces may stand by now; nobody's are anywhere."""
    found: dict[tuple[str, str], set[int]] = {("assistant", seat.colour): set() for seat in state.setup.seats}
    for hypothesis in _hypotheses(game, state):
        for place, kind, colour in hypothesis.keys:
            if colour != NEUTRAL:
                found.setdefault((kind, colour), set()).add(place)
    return {key: frozenset(places) for key, places in found.items()}


def _done(game: Istanbul, state: State) -> Iterator[tuple[tuple[Action, ...], State, float]]:
    """One thing that may have been done, or two that people do in one go; the same by who comes next, where nobody
    told that the turn was over. The states that follow."""
    yield from _done_now(game, state)
    closing = game.closing(state)
    if closing is not None:
        ended = _after(game, state, closing)
        if ended is not None and not (ended.asks or ended.is_over):
            for actions, after, prior in _done_now(game, ended):
                yield (closing, *actions), after, prior + PARAMETERS.unpressed


def _done_now(game: Istanbul, state: State) -> Iterator[tuple[tuple[Action, ...], State, float]]:
    """The same by whose turn it is."""
    for action, prior in _offers(game, state):
        after = _after(game, state, action)
        if after is None:
            continue
        yield (action,), after, prior
        if isinstance(action, Recall | Escort):
            for second, more in _offers(game, after):
                if isinstance(second, Move | CompanionStep):
                    last = _after(game, after, second)
                    if last is not None:
                        yield (action, second), last, prior + more + PARAMETERS.rare


def _offers(game: Istanbul, state: State) -> Iterator[tuple[Action, float]]:
    """What moves pieces and is not entered by touch."""
    book, mover = game.rulebook(state.setup), state.mover
    numbers = tuple(book.at)
    if state.step is Phase.MOVE:
        for number in numbers:
            yield Move(number), 0.0
            yield Move(number, "alone"), PARAMETERS.rare
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
) -> tuple[tuple[Discrepancy, ...], tuple[str, ...]]:
    """Pieces of which there is but one that are plainly seen elsewhere and not where they should be; and the places of
    those that people have still to move."""
    at = {(kind, colour): place for place, kind, colour in expected if colour != NEUTRAL and kind != "assistant"}
    seen: dict[tuple[str, str], tuple[float, int]] = {}
    for (place, kind, colour), gain in evidence.seen.items():
        seen[kind, colour] = max(seen.get((kind, colour), (0.0, 0)), (gain, place))
    differing, lingering = [], []
    for key, place in at.items():
        gain, where = seen.get(key, (0.0, place))
        if where == place or (place, *key) in evidence.seen:
            continue
        if former.get(key) == where:
            lingering.append(str(where))
        elif gain > PARAMETERS.plain and met.get(key) == place:
            differing.append(
                Discrepancy(
                    str(where), "istanbul.not_recorded_here", _word(key), 1 - math.exp(-gain / PARAMETERS.confident)
                )
            )
    return tuple(differing), tuple(lingering)


def _word(key: tuple[str, str]) -> str:
    return f"istanbul.seen_{key[0].replace(' ', '_')}"
