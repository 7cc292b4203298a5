"""How well boards of Cronberg are read: simulated photographs of games somewhere between first turn and end.

A rhomb is right where its kind, its two triangles and its way round are; what is read but does not lie there is counted
apart. Rhombi that nobody could read (the rule is :mod:`vision.simulator.cronberg.legible`) are counted with the others,
and once more everything is told without them. Every picture comes from its seed alone, so that a failure that is listed
can be looked at again.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable
from typing import Any

import cv2

from tools.benchmarks.reading.levels import levels_asked
from tools.benchmarks.wilson import wilson
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.observation import CronbergObservation
from vision.cronberg.reading import CronbergReader
from vision.simulator.cronberg.legible import unreadable
from vision.simulator.cronberg.table import CronbergPhotograph, still_board

MOST_LISTED = 40  # failures that are named


def measure(args: argparse.Namespace) -> dict[str, object]:
    """Read ``args.pictures`` boards of each level, from seed ``args.seed`` on."""
    cv2.setNumThreads(1)
    reader = CronbergReader(drawn_set())
    seeds = range(args.seed, args.seed + args.pictures)
    return {level: read_boards(reader, level, seeds) for level in levels_asked(args)}


def read_boards(reader: CronbergReader, level: str, seeds: Iterable[int]) -> dict[str, object]:
    """Shares of rhombi, tokens and whole boards that are right, each with its 95 % Wilson interval."""
    tally = _CronbergTally()
    for seed in seeds:
        photograph = still_board(level, seed)
        started = time.perf_counter()
        seen = reader.read(photograph.image)
        tally.add(seed, photograph, seen, time.perf_counter() - started)
    return tally.figures()


class _CronbergTally:
    """What was counted so far."""

    def __init__(self) -> None:
        self._right = {"rhombi": 0, "tokens": 0, "boards": 0}
        self._there = {"rhombi": 0, "tokens": 0, "boards": 0}
        self._unreadable = 0
        self._readable_right = {"rhombi": 0, "boards": 0}
        self._extra = {"rhombi": 0, "tokens": 0}
        self._located = 0
        self._seconds: list[float] = []
        self._failures: list[dict[str, object]] = []

    def add(self, seed: int, photograph: CronbergPhotograph, seen: CronbergObservation, seconds: float) -> None:
        """One board."""
        self._seconds.append(seconds)
        self._located += seen.view is not None
        failure: dict[str, object] = {"seed": seed}
        rhombi, rhombi_read = true_rhombi(photograph), read_rhombi(seen)
        for what, true, read in (
            ("rhombi", rhombi, rhombi_read),
            ("tokens", true_tokens(photograph), {(t.crossing, t.colour) for t in seen.tokens}),
        ):
            self._there[what] += len(true)
            self._right[what] += len(true & read)
            self._extra[what] += len(read - true)
            if true != read:
                failure[what] = {"lie": sorted(true - read), "read": sorted(read - true)}
        apart = unreadable(photograph)
        true, read = ({rhomb for rhomb in each if frozenset(rhomb[1:3]) not in apart} for each in (rhombi, rhombi_read))
        self._unreadable += len(apart)
        self._readable_right["rhombi"] += len(true & read)
        self._readable_right["boards"] += true == read and "tokens" not in failure
        self._there["boards"] += 1
        self._right["boards"] += len(failure) == 1
        if len(failure) > 1:
            self._failures.append(failure)

    def figures(self) -> dict[str, Any]:
        """Everything as plain data."""
        found: dict[str, Any] = {"pictures": self._there["boards"], "boards_found": self._located}
        for what in ("rhombi", "tokens", "boards"):
            found[what] = share_of(self._right[what], self._there[what])
            if what in self._extra:
                found[what]["read_but_not_there"] = self._extra[what]
        found["unreadable_rhombi"] = self._unreadable
        readable = {"rhombi": self._there["rhombi"] - self._unreadable, "boards": self._there["boards"]}
        found["without_unreadable"] = {
            what: share_of(self._readable_right[what], there) for what, there in readable.items()
        }
        found["read_s_median"] = round(statistics.median(self._seconds), 2) if self._seconds else None
        found["read_s_worst"] = round(max(self._seconds), 2) if self._seconds else None
        found["failures"] = self._failures[:MOST_LISTED]
        return found


def share_of(right: int, there: int) -> dict[str, object]:
    """A share as plain data, with its 95 % Wilson interval."""
    share = round(right / there, 4) if there else None
    return {"right": right, "of": there, "share": share, "wilson_95": [round(end, 4) for end in wilson(right, there)]}


def read_rhombi(seen: CronbergObservation) -> set[tuple[str, str, str, str]]:
    """Kind, triangles and head of every rhomb that was read."""
    return {(rhomb.kind, *rhomb.triangles, rhomb.head) for rhomb in seen.rhombi}


def true_rhombi(photograph: CronbergPhotograph) -> set[tuple[str, str, str, str]]:
    """Kind, triangles and head of every rhomb that lies there."""
    lattice = photograph.state.lattice
    return {
        (key, lattice.triangle_names[site.triangles[0]], lattice.triangle_names[site.triangles[1]],
         lattice.crossing_names[site.head])
        for key, site in photograph.rhombi
    }  # fmt: skip


def true_tokens(photograph: CronbergPhotograph) -> set[tuple[str, str]]:
    """Crossing and colour of every token that stands there."""
    names = photograph.state.lattice.crossing_names
    return {(names[crossing], colour) for crossing, colour in photograph.tokens.items()}
