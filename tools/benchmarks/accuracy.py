"""``bench accuracy``: how well pictures are read, against marks; the other measures in small, each in its own process.

A mark is what was measured when it was set, and the pictures that it was measured on: a figure holds while it is not
below the lower end of that measurement's 95 % interval. So a mark moves only with a measurement, never by hand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.commands import CommandError
from games.game import Phrase
from tools.benchmarks.wilson import wilson

MARKS = Path(__file__).with_name("marks.json")
Result = Mapping[str, Any]


class AccuracyMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that must not sink.

    Attributes:
        says: what is counted.
        figure: where the measure's result holds it, names with "/" between: both counts together, or with ``out_of``
            the count of those that are right, or their share.
        right, of: as it was measured when the mark was set.
        out_of: where the result holds how many there are, if not beside.
    """

    says: str
    figure: str
    right: int
    of: int
    out_of: str = ""

    @property
    def least(self) -> float:
        """The share below which the figure has sunk."""
        return max(0.0, wilson(self.right, self.of)[0])


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A measure with its marks: what ``tableside bench`` is told, and the day on which the marks were set."""

    bench: tuple[str, ...]
    set_on: str
    marks: tuple[AccuracyMark, ...]


@dataclass(frozen=True, slots=True)
class AccuracyFigure:
    """A mark and what is measured now."""

    mark: AccuracyMark
    right: int
    of: int

    @property
    def share(self) -> float:
        """Of those counted; 0 of nothing: who counts nothing proves nothing."""
        return self.right / self.of if self.of else 0.0

    @property
    def holds(self) -> bool:
        """Whether it has not sunk below its mark."""
        return self.share >= self.mark.least


def read_marks(path: Path = MARKS) -> tuple[Measure, ...]:
    """The marks that are kept. Raises ``msgspec.ValidationError`` where the file is none of them."""
    return msgspec.json.decode(path.read_bytes(), type=tuple[Measure, ...])


def chosen(measures: Sequence[Measure], only: Sequence[str]) -> tuple[Measure, ...]:
    """The measures of these names, all where none is named: the whole takes longer than a shared machine has at a time.

    Raises :class:`CommandError` where there is no such measure.
    """
    known = [measure.bench[0] for measure in measures]
    for name in only:
        if name not in known:
            raise CommandError(Phrase.of("bench.no_measure", name=name, known=", ".join(known)))
    return tuple(measure for measure in measures if not only or measure.bench[0] in only)


def figures(measures: Sequence[Measure], run: Callable[[Sequence[str]], Result]) -> Iterator[AccuracyFigure]:
    """Every figure, in the order of the marks; ``run`` gives the result of a measure. As many measures run side by side
    as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        results = side_by_side.map(lambda measure: run(measure.bench), measures)
        for measure, result in zip(measures, results, strict=True):
            for mark in measure.marks:
                yield AccuracyFigure(mark, *counted(result, mark))


def counted(result: Result, mark: AccuracyMark) -> tuple[int, int]:
    """How many are right, of how many. Raises ``KeyError`` where the result holds no such figure."""
    found = _held(result, mark.figure)
    if mark.out_of:
        of = int(_held(result, mark.out_of))
        return (found if isinstance(found, int) else round(found * of)), of
    if "right" in found:
        return int(found["right"]), int(found["of"])
    return round(found["share"] * found["n"]), int(found["n"])


def _held(result: Result, figure: str) -> Any:
    found: Any = result
    for name in figure.split("/"):
        found = found[name]
    return found


def run_measure(bench: Sequence[str], settings: Sequence[str] = ()) -> Result:
    """What ``tableside bench`` says, run in a process of its own, with other parameters where some are set. Raises
    :class:`CommandError`."""
    with_others = [f"--set={one}" for one in settings]
    command = [sys.executable, "-m", "companion.cli", "bench", *with_others, *bench, "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        why = (ran.stderr.strip().splitlines() or ["?"])[-1]
        raise CommandError(Phrase.of("bench.not_read", why=f"{' '.join(bench)}: {why}"))
    result: Result = json.loads(ran.stdout.strip().splitlines()[-1])
    return result


def line_of(figure: AccuracyFigure) -> str:
    """The figure as a line of the table."""
    mark = figure.mark
    told = f"{mark.says:<44} {figure.right:>5} of {figure.of:<5} {figure.share:>7.2%}   mark {mark.least:>7.2%}"
    return told + ("" if figure.holds else "   SUNK")


def as_plain(figure: AccuracyFigure) -> dict[str, Any]:
    """The figure as ``--json`` prints it."""
    return {
        "says": figure.mark.says,
        "right": figure.right,
        "of": figure.of,
        "share": round(figure.share, 4),
        "mark": round(figure.mark.least, 4),
        "holds": figure.holds,
    }
