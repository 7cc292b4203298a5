"""From the houses on a still board to ranked ways of closing the route, and to what does not look as recorded.

Only closings that the rules allow are weighed: each places certain houses, and the picture tells how likely exactly
those stand there and no others of that colour. Ways of closing that place the same houses (with the cartwright's help
or without) share their odds, so people are asked which it was.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from games.thurn_and_taxis.actions import Action, Close, write_action
from games.thurn_and_taxis.closing import closings
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import State
from vision.explanation import NEVER, Discrepancy, Explanation, Scored, explained
from vision.parameters import CHOSEN, Parameters, parameter
from vision.thurn_and_taxis.houses import HouseEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class ThurnAndTaxisExplainParameters(Parameters):
    """How much houses may say, and how likely something else happened."""

    most_nats: float = parameter(12.0, "nats", "beyond which a house is not more certain", CHOSEN)
    plain: float = parameter(3.0, "nats", "from which a house that is not recorded is pointed out", CHOSEN)
    gone: float = parameter(-2.5, "nats", "from which a recorded house is missed", CHOSEN)
    hidden: float = parameter(0.5, "share", "of a square that can't be told: nothing is said about it", CHOSEN)
    something_else: float = parameter(
        9.0, "nats", "that something nobody thought of falls short of the houses as they are seen", CHOSEN
    )
    most_otherwise: float = parameter(
        30.0, "nats", "by which that is believed rather than any candidate, at most", CHOSEN
    )
    sure: float = parameter(
        0.9, "probability", "of nothing's having been placed, from which nothing else is offered", CHOSEN
    )


PARAMETERS = ThurnAndTaxisExplainParameters()

Houses = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LastClosing:
    """The closing that was committed last: the state before it and the action."""

    before: State
    action: Close


def explain(evidence: HouseEvidence, state: State, frame_number: int, last: LastClosing | None = None) -> Explanation:
    """The closings that would explain these houses, likeliest first, and "nothing has been done" among them. Nothing is
    told where no city can be: a covered board does not say that nobody placed a house.

    Args:
        evidence: of the still board, for the colours of the seats in their order.
        state: where the record stands.
        frame_number: of the still frame.
        last: the closing that was committed last, so that a house put down elsewhere can be corrected.
    """
    if float(evidence.unknown.min()) > PARAMETERS.hidden:
        return explained((), frame_number, otherwise=0.0)
    nats = np.clip(evidence.nats.astype(np.float64), -PARAMETERS.most_nats, PARAMETERS.most_nats)
    cities = {city.name: number for number, city in enumerate(state.setup.atlas.cities)}
    explanation = _ranked(nats, state, cities, frame_number)
    expected = set(explanation.candidates[0].places) if explanation.candidates else set()
    return replace(explanation, discrepancies=tuple(_differing(evidence, state, cities, expected, last)))


def _ranked(nats: Houses, state: State, cities: Mapping[str, int], frame_number: int) -> Explanation:
    hypotheses = _hypotheses(state)
    if len(hypotheses) == 1:
        return explained((Scored((), 0.0),), frame_number, otherwise=NEVER)
    column = nats[:, state.seat]
    open_cities = [number for name, number in cities.items() if name not in state.mover.houses]
    there = -np.logaddexp(0.0, -column)  # log of the chance that a house stands there, and that none does
    none = -np.logaddexp(0.0, column)
    freely = float(np.maximum(there, none)[open_cities].sum())
    bare = float(none[open_cities].sum())
    scores: list[Scored] = []
    for placed, ways in hypotheses.items():
        chosen = [cities[name] for name in placed]
        gain = float((there[chosen] - none[chosen]).sum())
        scores.extend(Scored(way, bare + gain - math.log(len(ways)), placed) for way in ways)
    top = max(one.score for one in scores)
    return explained(
        scores,
        frame_number,
        otherwise=min(top + PARAMETERS.most_otherwise, freely - PARAMETERS.something_else),
        settled_from=PARAMETERS.sure,  # nothing was placed: the button ends the turn
    )


def _hypotheses(state: State) -> dict[tuple[str, ...], list[tuple[Action, ...]]]:
    """By the houses that would appear: nothing at all, and every way of closing that places some."""
    hypotheses: dict[tuple[str, ...], list[tuple[Action, ...]]] = {(): [()]}
    if state.step is Step.CLOSE:
        for action in closings(state):
            if action.cities:  # a closing without houses is entered by touch
                hypotheses.setdefault(tuple(sorted(action.cities)), []).append((action,))
    return hypotheses


def _differing(
    evidence: HouseEvidence,
    state: State,
    cities: Mapping[str, int],
    expected: set[str],
    last: LastClosing | None,
) -> Iterable[Discrepancy]:
    """Recorded houses that are gone, and houses that nobody recorded or could place now."""
    gone: list[tuple[str, int]] = []
    extra: list[tuple[str, int]] = []
    for name, number in cities.items():
        if evidence.unknown[number] > PARAMETERS.hidden:
            continue
        for seat, player in enumerate(state.players):
            nats = float(evidence.nats[number, seat])
            if name in player.houses and nats < PARAMETERS.gone:
                gone.append((name, seat))
            elif name not in player.houses and nats > PARAMETERS.plain and not _may_stand(state, name, seat, expected):
                extra.append((name, seat))
    for name, seat in gone:
        colour = state.setup.seats[seat].colour
        elsewhere = [city for city, owner in extra if owner == seat]
        yield Discrepancy(
            name,
            f"thurn.seen_house_{colour}",
            "thurn.seen_no_house",
            _sure(-float(evidence.nats[cities[name], seat])),
            _correction(last, name, elsewhere, seat),
        )
    for name, seat in extra:
        colour = state.setup.seats[seat].colour
        nats = float(evidence.nats[cities[name], seat])
        yield Discrepancy(name, "thurn.seen_no_house", f"thurn.seen_house_{colour}", _sure(nats))


def _may_stand(state: State, name: str, seat: int, expected: set[str]) -> bool:
    """Whether a house that is not recorded is no surprise: it belongs to the proposed closing, or people are ahead."""
    if seat != state.seat:
        return False
    return name in expected or (state.step in (Step.TAKE, Step.PLAY) and name in state.mover.route)


def _correction(last: LastClosing | None, gone: str, elsewhere: list[str], seat: int) -> tuple[str, str] | None:
    """The last closing with another city in place of the one without a house, where the rules allow that."""
    if last is None or last.before.seat != seat or gone not in last.action.cities or len(elsewhere) != 1:
        return None
    placed = tuple(sorted((set(last.action.cities) - {gone}) | set(elsewhere)))
    for action in closings(last.before):
        if tuple(sorted(action.cities)) == placed and action.cartwright == last.action.cartwright:
            return write_action(last.action), write_action(action)
    return None


def _sure(nats: float) -> float:
    return 1 / (1 + math.exp(-min(nats, PARAMETERS.most_nats)))
