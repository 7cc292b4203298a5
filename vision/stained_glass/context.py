"""What is surely glass, and what its window foretells: tiles half under a hand are sought where they belong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.carcassonne.stained_glass.windows import cell_of, glass_kinds, whole_supply
from vision.networks.regressions import FITTED, regression, weighed
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, project, shifted
from vision.registration.pattern_fitting import Poses, Views
from vision.stained_glass import judge as glass_judge
from vision.stained_glass.judge import GlassJudge, Sightings, middles, sides, tiles_away


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextParameters(Parameters):
    """How far glass lies from where its window foretells it, and how much that says."""

    most_off_mm: float = parameter(3.0, "mm", "that a tile of a window may be off its place", CHOSEN)
    read: float = parameter(0.5, "probability", "from which a tile is told", CHOSEN)
    beyond: float = parameter(
        2.0, "times", "the others of its kind: how much the odds of what is told beyond the box count", CHOSEN
    )
    by_chance: float = parameter(
        0.9,
        "quantile",
        "of the support in one picture, nearly all of which is of places where no such tile lies",
        CHOSEN,
    )
    pitch: float = parameter(1.01, "tile sides", "from tile to tile of a window", CHOSEN)
    rounds: int = parameter(4, "rounds", "in which windows and tiles tell each other", CHOSEN)
    borne_out: float = parameter(
        0.15, "tile sides", "off where a window foretells a tile, on the average of its corners, at the most", CHOSEN
    )
    even: float = parameter(
        0.5,
        "of a pattern's strength",
        "that is left where nothing stands out, below which it may be one thing on bare ground",
        "docs/findings/stained-glass.md",
    )
    even_in_part: float = parameter(
        0.4,
        "of a pattern's strength",
        "the same of glass that may be half hidden, of which less is left: 0.41 and more where it lies, 0.33 and less"
        " where none does",
        "docs/findings/stained-glass.md",
    )
    uneven: float = parameter(
        20.0,
        "in log odds a unit",
        "against glass whose pattern is less even than that",
        "docs/findings/stained-glass.md",
    )
    overlap: float = parameter(
        0.75, "tile sides", "between the middles of tiles that lie side by side, at the least", CHOSEN
    )
    weights: tuple[float, ...] = parameter(
        regression("stained_glass"),
        "log-odds",
        "of a constant, likeness, lead, explained, support, counter-support, mm off a square",
        FITTED,
    )
    usual: tuple[float, ...] = parameter(
        (0.8, 0.4, 0.6, 0.5, 0.1, 1.0),
        "as the features",
        "what each of these but the constant usually is",
        "vision/stained_glass/context.py",
    )
    part_weights: tuple[float, ...] = parameter(
        regression("stained_glass_part"),
        "log-odds",
        "of a part: a constant, support, counter-support, explained, likeness, foretold, chance support",
        FITTED,
    )


PARAMETERS = ContextParameters()


def confidences(seen: Sightings, off_mm: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """(n,) probability that each is the tile that it looks like, by its own looks alone.

    Args:
        off_mm: (n,) how far each is from a square of the right size on the table; None where that is not known.
    """
    score = weighed(PARAMETERS.weights, glass_signs(seen, off_mm)) + against_the_uneven(seen, PARAMETERS.even)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30, 30))))


def glass_signs(seen: Sightings, off_mm: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """(n, 6): likeness, its lead over other kinds, the share explained, the support, the counter-support, and how far
    each is from a square (mm), each less what it usually is."""
    usual = np.array(PARAMETERS.usual)
    off = np.full(len(seen), usual[-1]) if off_mm is None else np.minimum(off_mm, PARAMETERS.most_off_mm)
    lead = seen.similarity - seen.rival
    signs = np.column_stack([seen.similarity, lead, seen.explained, seen.support, seen.counter, off])
    return np.asarray(signs - usual, np.float64)


def against_the_uneven(seen: Sightings, even: float) -> NDArray[np.float64]:
    """(n,) log-odds, 0 and below, of glass whose pattern may be one thing on bare ground: less even than that."""
    return np.asarray(-PARAMETERS.uneven * np.clip(even - seen.even, 0, even), np.float64)


def against_the_box(seen: Sightings, sure: NDArray[np.float64], kinds: Sequence[str]) -> NDArray[np.float64]:
    """(n,) the same once it is known how often each kind is told: the more are told beyond what the box holds, the more
    often this table looks like that kind by chance, and whoever is to be believed has to stand out from those. So
    does who looks like one of several views of a kind: each is a chance to look like it."""
    odds = sure / np.maximum(1 - sure, 1e-9)
    of, box = np.array(kinds)[seen.views], whole_supply()
    views = Counter(kinds)
    doubt = np.array([views[kind] for kind in of], np.float64)
    for kind in set(of):
        same = np.flatnonzero(of == kind)
        doubt[same] += PARAMETERS.beyond * np.sort(odds[same])[::-1][box[kind] :].sum()
    return np.asarray(odds / (odds + doubt))


def within_the_box(seen: Sightings, kinds: Sequence[str]) -> NDArray[np.bool_]:
    """(n,) True for the likest of each kind, as many as the box holds. What is seen more often than that is a pattern
    that repeats itself, such as a cloth with dots, and its places bear each other out however evenly they lie."""
    of, box = np.array(kinds)[seen.views], whole_supply()
    within = np.zeros(len(seen), bool)
    for kind in set(of):
        same = np.flatnonzero(of == kind)
        within[same[np.argsort(-seen.similarity[same], kind="stable")][: box[kind]]] = True
    return within


def chance_support(candidates: Sightings) -> float:
    """How much support this picture lends to tiles that are not there: a table with a pattern of its own lends much.

    Args:
        candidates: places of all kinds that look a little like glass, of which few are any.
    """
    return float(np.quantile(candidates.support, PARAMETERS.by_chance)) if len(candidates) else 0.0


def part_confidences(seen: Sightings, predicted: NDArray[np.bool_], chance: float) -> NDArray[np.float64]:
    """(n,) the same for tiles that may be partly covered: the pattern that shows counts, not the rest.

    Args:
        predicted: (n,) whether it lies where tiles that were read foretell one of its kind.
        chance: see :func:`chance_support`.
    """
    score = weighed(PARAMETERS.part_weights, part_signs(seen, predicted, chance))
    score += against_the_uneven(seen, PARAMETERS.even_in_part)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30, 30))))


def part_signs(seen: Sightings, predicted: NDArray[np.bool_], chance: float) -> NDArray[np.float64]:
    """(n, 6): support, counter-support, the share explained, likeness, whether it is predicted, and chance support."""
    return np.column_stack(
        [seen.support, seen.counter, seen.explained, seen.similarity, predicted, np.full(len(seen), chance)]
    )


def joined(
    read: Sightings, sure: NDArray[np.float64], more: Sightings, more_sure: NDArray[np.float64], kinds: Sequence[str]
) -> tuple[Sightings, NDArray[np.float64]]:
    """What was read and what of the rest is read as well, and how sure each is (n,); what was read first is not thrown
    over by it.

    Of each kind no more are read than there are: a table whose pattern looks like some glass does so everywhere.
    """
    good = more_sure > PARAMETERS.read
    both, both_sure = read.with_more(more.at(good)), np.concatenate([sure, more_sure[good]])
    left, kept = whole_supply(), []
    for index in distinct(both, both_sure + (np.arange(len(both)) < len(read))):
        kind = kinds[both.views[index]]
        if left[kind]:
            left[kind] -= 1
            kept.append(index)
    chosen = np.array(kept, np.intp)
    return both.at(chosen), both_sure[chosen]


def distinct(seen: Sightings, sure: NDArray[np.float64], apart: float | None = None) -> NDArray[np.intp]:
    """(m,) which sightings stay when no two may lie nearer to each other than so many tile sides, surest first."""
    apart = PARAMETERS.overlap if apart is None else apart
    able = np.flatnonzero(sides(seen.poses) > 0)
    poses, spots = seen.poses[able], middles(seen.poses[able])
    left = np.ones(len(able), bool)
    kept: list[int] = []
    for index in np.argsort(-sure[able], kind="stable"):
        if left[index]:
            kept.append(int(able[index]))
            left &= tiles_away(poses[index][None], spots)[0] > apart
    return np.array(kept, np.intp)


def with_predicted(
    judge: GlassJudge, seen: Sightings, sure: NDArray[np.float64], chance: float
) -> tuple[Sightings, NDArray[np.float64]]:
    """The tiles (all of them read) and those that their windows foretell and that show enough of themselves, and how
    sure each is (n,); ``chance``: see :func:`chance_support`."""
    for _ in range(PARAMETERS.rounds):
        poses, views = predicted_by(judge, seen)
        if not len(views):
            break
        there = judge.compare_parts(poses, views, glass_judge.PARAMETERS.beside)
        before = len(seen)
        there_sure = part_confidences(there, np.ones(len(there), bool), chance)
        seen, sure = joined(seen, sure, there, there_sure, judge.templates.edition.kinds)
        if len(seen) == before:
            break
    return seen, sure


def borne_out(judge: GlassJudge, read: Sightings, hidden: Sightings) -> NDArray[np.bool_]:
    """(n,) which of the hidden tiles lie, and lie so, where what was read foretells a tile of their kind."""
    poses, views = predicted_by(judge, read)
    if not len(views) or not len(hidden):
        return np.zeros(len(hidden), bool)
    seen = project(hidden.poses, np.broadcast_to(UNIT_CORNERS, (len(hidden), 4, 2)))
    wanted = project(poses, np.broadcast_to(UNIT_CORNERS, (len(views), 4, 2)))
    off = np.linalg.norm(seen[:, None] - wanted[None], axis=3).mean(axis=2) / sides(hidden.poses)[:, None]
    of = np.array(judge.templates.edition.kinds)
    return np.asarray(((off < PARAMETERS.borne_out) & (of[hidden.views][:, None] == of[views][None])).any(axis=1))


def predicted_by(judge: GlassJudge, seen: Sightings, *, side_by_side: bool = False) -> tuple[Poses, Views]:
    """Where the neighbours of every tile would lie, and what they would be, unless something was read there; those
    that share a side with it alone, or all that are near."""
    kinds = judge.templates.edition.kinds
    height, width = judge.layers.size
    poses: list[NDArray[np.float64]] = []
    views: list[int] = []
    for index, view in enumerate(seen.views):
        column, row = cell_of(kinds[view])
        for kind in glass_kinds():
            across, down = cell_of(kind)[0] - column, cell_of(kind)[1] - row
            if not 0 < max(abs(across), abs(down)) <= 2 or abs(across) > 1 or kind not in kinds:
                continue
            if side_by_side and abs(across) + abs(down) > 1:
                continue
            pose = shifted(seen.poses[index], PARAMETERS.pitch * across, PARAMETERS.pitch * down)
            spot = middles(pose[None])[0]
            if not (0 < spot[0] < width and 0 < spot[1] < height):
                continue
            if (tiles_away(seen.poses, spot[None]) < PARAMETERS.overlap).any():
                continue
            of_kind = [number for number, other in enumerate(kinds) if other == kind]
            poses += [pose] * len(of_kind)
            views += of_kind
    return np.array(poses).reshape(-1, 3, 3), np.array(views, np.intp)
