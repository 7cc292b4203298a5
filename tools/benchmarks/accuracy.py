"""``bench accuracy``: how well pictures are read, against marks; the other measures in small, picture by picture.

A mark is what was measured when it was set, and the pictures that it was measured on: a figure holds while it is not
below the lower end of that measurement's 95 % interval. So a mark moves only with a measurement, never by hand.

The whole takes minutes, and who calls it may not give it so long: each picture that was read is a line of a file
(:class:`KeptMeasures`), and the next call goes on from there. What is counted is the sum over a measure's pictures.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from companion.commands import Progress, print_json
from tools.benchmarks.kept_rows import add_row, rows_in
from tools.benchmarks.measure_names import check_measure_names
from tools.benchmarks.measuring_processes import measuring_processes
from tools.benchmarks.sources import fingerprint
from tools.benchmarks.wilson import wilson

MARKS = Path(__file__).with_name("marks.json")
Result = Mapping[str, object]


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
    """A measure with its marks.

    Attributes:
        bench: what ``tableside bench`` is told beside the pictures.
        pictures: how many there are.
        first_seed: of the first of them; the next has the next number.
        set_on: the day on which the marks were set.
        counted_by: the option that says how many pictures are read.
    """

    bench: tuple[str, ...]
    pictures: int
    first_seed: int
    set_on: str
    marks: tuple[AccuracyMark, ...]
    counted_by: str = "--pictures"

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """What ``tableside bench`` is told for each picture alone."""
        seeds = range(self.first_seed, self.first_seed + self.pictures)
        return tuple((*self.bench, self.counted_by, "1", "--seed", str(seed)) for seed in seeds)


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


class MeasuredBefore(msgspec.Struct, frozen=True):
    """A picture that was read, as a line of a file of them.

    Attributes:
        bench, settings: what ``tableside bench`` was told, and the parameters that were set for it.
        house: the sources that measured (:func:`tools.benchmarks.sources.fingerprint`).
        result: what it said.
    """

    bench: tuple[str, ...]
    settings: tuple[str, ...]
    house: str
    result: dict[str, object]


class KeptMeasures:
    """Pictures that are not read again while nothing has changed that reads them.

    Args:
        path: the file of them, made with the first; None: nothing is kept.
        house: of the sources that measure now; what others measured is left aside.
        settings: parameters that are set, as ``--set`` takes them.

    Raises:
        msgspec.ValidationError: where a line of the file is no measure.
    """

    def __init__(self, path: Path | None, house: str, settings: Sequence[str] = ()) -> None:
        self._path, self._house, self._settings = path, house, tuple(settings)
        self._adding = threading.Lock()  # measures run side by side, and each is a line of its own
        self._known = {
            one.bench: one.result
            for one in rows_in(path, MeasuredBefore)
            if (one.house, one.settings) == (house, self._settings)
        }

    def knows(self, bench: Sequence[str]) -> bool:
        """Whether it was measured before."""
        return tuple(bench) in self._known

    def taken(self, bench: Sequence[str], run: Callable[[Sequence[str]], Result]) -> Result:
        """What is said of a picture: from before, or read now and kept."""
        known = self._known.get(tuple(bench))
        if known is not None:
            return known
        result = run(bench)
        with self._adding:
            add_row(self._path, MeasuredBefore(tuple(bench), self._settings, self._house, dict(result)))
        return result


def hold(args: argparse.Namespace) -> bool:
    """Measure and print: a line as soon as a figure is known, or all as JSON. Whether all of them hold their marks."""
    failures = []
    measures = chosen(read_marks(), args.only)
    kept = KeptMeasures(args.rows, fingerprint(), args.settings)
    rows = [row for measure in measures for row in measure.rows]
    before = sum(map(kept.knows, rows))
    if before:
        sys.stderr.write(f"{before} of {len(rows)} pictures were read before and stand in {args.rows}\n")
    progress = Progress("reading", len(rows))
    with measuring_processes(args.settings) as measured:

        def run(bench: Sequence[str]) -> Result:
            result = kept.taken(bench, measured)
            progress.step(bench[0])
            return result

        for figure in figures(measures, run):
            failures.append(figure)
            if not args.json:
                sys.stdout.write(line_of(figure) + "\n")
                sys.stdout.flush()
    progress.close()
    if args.json:
        print_json({"figures": [as_plain(figure) for figure in failures]})
    return all(figure.holds for figure in failures)


def read_marks(path: Path = MARKS) -> tuple[Measure, ...]:
    """The marks that are kept. Raises ``msgspec.ValidationError`` where the file is none of them."""
    return msgspec.json.decode(path.read_bytes(), type=tuple[Measure, ...])


def chosen(measures: Sequence[Measure], only: Sequence[str]) -> tuple[Measure, ...]:
    """The measures of these names, all where none is named: the whole takes longer than a shared machine has at a time.

    Raises :class:`companion.commands.CommandError` where there is no such measure.
    """
    check_measure_names(only, list(dict.fromkeys(measure.bench[0] for measure in measures)))
    return tuple(measure for measure in measures if not only or measure.bench[0] in only)


def figures(measures: Sequence[Measure], run: Callable[[Sequence[str]], Result]) -> Iterator[AccuracyFigure]:
    """Every figure, in the order of the marks; ``run`` gives what is said of one picture. As many pictures are read
    side by side as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        results = side_by_side.map(run, [row for measure in measures for row in measure.rows])
        for measure in measures:
            each = list(islice(results, measure.pictures))
            for mark in measure.marks:
                yield AccuracyFigure(mark, *together(each, mark))


def together(results: Sequence[Result], mark: AccuracyMark) -> tuple[int, int]:
    """How many are right, of how many, on all pictures. Raises ``KeyError`` where a result holds no such figure."""
    right, of = zip(*(counted(result, mark) for result in results), strict=True)
    return sum(right), sum(of)


def counted(result: Result, mark: AccuracyMark) -> tuple[int, int]:
    """How many are right, of how many, on one picture. Raises ``KeyError`` where the result holds no such figure."""
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


def line_of(figure: AccuracyFigure) -> str:
    """The figure as a line of the table."""
    mark = figure.mark
    text = f"{mark.says:<44} {figure.right:>5} of {figure.of:<5} {figure.share:>7.2%}   mark {mark.least:>7.2%}"
    return text + ("" if figure.holds else "   SUNK")


def as_plain(figure: AccuracyFigure) -> dict[str, object]:
    """The figure as ``--json`` prints it."""
    return {
        "says": figure.mark.says,
        "right": figure.right,
        "of": figure.of,
        "share": round(figure.share, 4),
        "mark": round(figure.mark.least, 4),
        "holds": figure.holds,
    }
