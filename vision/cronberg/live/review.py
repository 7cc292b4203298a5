"""Looks over what the record says lies on the board: rhombi and tokens that are gone or others, tokens that linger.

A difference stops the game until people answer, so it is told only where the picture speaks plainly for something else.
What merely hides a piece (a sleeve, a phone, a mirrored lamp) looks like nothing that the game knows and is let pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.cronberg.legal import is_barred
from games.cronberg.notation import write
from games.cronberg.state import LayRhomb, PlaceToken, RhombOnBoard, State
from vision.cronberg import settle
from vision.cronberg.evidence import RhombEvidence
from vision.cronberg.reading import CronbergReader, PreparedStill
from vision.explanation import Discrepancy
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergReviewParameters(Parameters):
    """From when a recorded rhomb or token counts as standing, doubtful or gone."""

    plain: float = parameter(12.0, "nats", "by which something else must fit better", CHOSEN)
    gone: float = parameter(-8.0, "nats", "at which no token stands on a crossing", CHOSEN)
    stands: float = parameter(3.0, "nats", "from which one does", CHOSEN)
    doubtful: float = parameter(0.8, "nats", "below which a recorded rhomb is looked at closely", CHOSEN)
    like_itself: float = parameter(0.5, "nats", "least nats of a rhomb that is taken for another one", CHOSEN)


PARAMETERS = CronbergReviewParameters()


@dataclass(frozen=True, slots=True)
class CronbergReview:
    """Where table and record differ, and tokens that should have gone home and still stand."""

    discrepancies: tuple[Discrepancy, ...]
    lingering: tuple[str, ...]


def review(
    reader: CronbergReader,
    prepared: PreparedStill,
    state: State,
    poses: Mapping[RhombOnBoard, NDArray[np.float32]],
    evidence: RhombEvidence,
    leaving: frozenset[str],
) -> CronbergReview:
    """Look over the board.

    Args:
        poses: how each recorded rhomb lies. evidence: what was weighed already; places that were not have -inf.
        leaving: crossings whose tokens may be taken home by now.
    """
    found = [_rhomb(reader, prepared, state, rhomb, poses[rhomb], evidence) for rhomb in state.rhombi]
    found += [
        _token(prepared, state, crossing, seat)
        for crossing, seat in state.tokens
        if not _named(state, crossing, leaving)
    ]
    return CronbergReview(tuple(one for one in found if one is not None), _lingering(prepared, state))


def _named(state: State, crossing: int, names: frozenset[str]) -> bool:
    return state.lattice.crossing_names[crossing] in names


def _rhomb(
    reader: CronbergReader,
    prepared: PreparedStill,
    state: State,
    laid: RhombOnBoard,
    pose: NDArray[np.float32],
    evidence: RhombEvidence,
) -> Discrepancy | None:
    weigher, sites = reader.weigher, state.lattice.sites
    number = sites.index(laid.site)
    bare = float(evidence.empty[list(laid.site.triangles)].sum())
    nats = weigher.still_there(number, laid.kind, pose, prepared.faces, prepared.gain)
    if nats > PARAMETERS.doubtful and settle.PARAMETERS.scale * (bare - nats) < PARAMETERS.plain:
        return None
    place = number - number % 2
    rhombi, _ = weigher.weigh_places([place // 2], prepared.faces, prepared.gain)
    nats = max(nats, float(rhombi[number, laid.kind]))
    rivals = rhombi[place : place + 2].copy()
    rivals[number - place, laid.kind] = -np.inf
    way, kind = np.unravel_index(int(rivals.argmax()), rivals.shape)
    other = float(rivals[way, kind])
    recorded = _action(state, laid)
    if settle.PARAMETERS.scale * (bare - max(nats, other)) > PARAMETERS.plain:
        moved = _elsewhere(state, laid, evidence)
        correction = (write(recorded), write(moved) if moved is not None else "")
        return _discrepancy(
            recorded.triangles[0], "rhomb", "empty", settle.PARAMETERS.scale * (bare - nats), correction
        )
    if settle.PARAMETERS.scale * (other - max(nats, bare)) > PARAMETERS.plain and other > PARAMETERS.like_itself:
        lies = _action(state, RhombOnBoard(int(kind), sites[place + int(way)]))
        free = int(kind) == laid.kind or state.left[int(kind)] > 0
        swapped = (write(recorded), write(lies)) if free else None
        return _discrepancy(
            recorded.triangles[0], "rhomb", "other_rhomb", settle.PARAMETERS.scale * (other - nats), swapped
        )
    return None


def _elsewhere(state: State, laid: RhombOnBoard, evidence: RhombEvidence) -> LayRhomb | None:
    """Where a rhomb that is gone from its place lies now, if it plainly lies on free triangles."""
    gains = np.array([row[laid.kind] for row in evidence.rhombi])
    best = int(gains.argmax())
    site = state.lattice.sites[best]
    bare = float(evidence.empty[list(site.triangles)].sum())
    if (
        not state.covered.isdisjoint(site.triangles)
        or settle.PARAMETERS.scale * (float(gains[best]) - bare) < PARAMETERS.plain
    ):
        return None
    return _action(state, RhombOnBoard(laid.kind, site))


def _token(prepared: PreparedStill, state: State, crossing: int, seat: int) -> Discrepancy | None:
    nats = prepared.tokens.nats[crossing]
    name = state.lattice.crossing_names[crossing]
    rival = max((float(nats[other]) for other in range(len(nats)) if other != seat), default=PARAMETERS.gone)
    if nats[seat] < PARAMETERS.gone and rival > PARAMETERS.stands:
        return _discrepancy(name, "token", "other_token", min(-float(nats[seat]), rival), None)
    if nats[seat] < PARAMETERS.gone and rival < 0:
        return _discrepancy(name, "token", "empty", -float(nats[seat]), (write(PlaceToken(name)), ""))
    return None


def _lingering(prepared: PreparedStill, state: State) -> tuple[str, ...]:
    """Crossings where no token may stand any more (built in, or barred by a guard) and one does."""
    taken = {crossing for crossing, _ in state.tokens}
    return tuple(
        name
        for crossing, name in enumerate(state.lattice.crossing_names)
        if crossing not in taken
        and (state.is_closed(crossing) or is_barred(state, crossing))
        and float(prepared.tokens.nats[crossing].max()) > PARAMETERS.stands
    )


def _action(state: State, laid: RhombOnBoard) -> LayRhomb:
    names = state.lattice.triangle_names
    one, other = laid.site.triangles
    head = state.lattice.crossing_names[laid.site.head]
    return LayRhomb(state.edition.kinds[laid.kind].key, (names[one], names[other]), head)


def _discrepancy(place: str, expected: str, seen: str, nats: float, correction: tuple[str, str] | None) -> Discrepancy:
    sure = float(1 / (1 + np.exp(-min(nats, 30.0))))
    return Discrepancy(place, f"cronberg.seen_{expected}", f"cronberg.seen_{seen}", sure, correction)
