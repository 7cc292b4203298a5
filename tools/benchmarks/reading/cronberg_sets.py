"""How well copies of Cronberg that nobody has seen before are enrolled, and how well they are read afterwards.

Each seed draws a copy in a style of its own, photographs its empty board and its rhombi (half of them to a picture),
and enrols it without any correction. Then boards of games with that copy are read. Everything comes from the seed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

import cv2
import numpy as np

from games.cronberg.lattice import lattice_of_side
from tools.benchmarks.reading.cronberg import share_of
from vision.cronberg.enrolling.enrolled import (
    EnrolledBoard,
    EnrolledRhomb,
    enrolled_board,
    enrolled_rhombi,
    enrolled_set,
)
from vision.cronberg.enrolling.mesh import find_mesh, placed
from vision.cronberg.reading import CronbergReader
from vision.simulator.cronberg.enrolment import Enrolled, empty_board, laid_out
from vision.simulator.cronberg.foreign_sets import foreign_set, outline_mm
from vision.simulator.cronberg.table import CronbergPhotograph, PrintedSet, still_board

SIDE = 3
A_PICTURE = 14  # rhombi
_SAME_PX = 0.2  # of a side: outlines nearer than this are the same
COUNTED = ("nets", "triangles", "rhombi_found", "rhombi_numbers", "rhombi_read", "tokens_read", "boards_read")


def measure_sets(args: argparse.Namespace) -> dict[str, object]:
    """Enrol ``args.copies`` copies from seed ``args.seed`` on, and read ``args.boards`` boards with each."""
    cv2.setNumThreads(1)
    level = args.level or "ordinary"
    rows = [enrol_one(seed, level, args.boards) for seed in range(args.seed, args.seed + args.copies)]
    return {"level": level, **summed(rows)}


def summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Shares over all copies, each with its 95 % Wilson interval, and what went wrong by seed."""
    found: dict[str, Any] = {"copies": len(rows)}
    for what in COUNTED:
        found[what] = share_of(*(sum(one["counts"][what][part] for one in rows) for part in (0, 1)))
    found["extra_rhombi"] = sum(one["extra"] for one in rows)
    found["seeds"] = rows
    return found


def enrol_one(seed: int, level: str, boards: int) -> dict[str, object]:
    """One copy: ``counts`` holds (right, of) of everything counted."""
    started = time.perf_counter()
    prints = foreign_set(seed, SIDE)
    counts: dict[str, tuple[int, int]] = dict.fromkeys(COUNTED, (0, 0))
    photograph = empty_board(prints, outline_mm(prints, seed), seed, level)
    board, crossing_of = _enrolled(photograph)
    counts["nets"] = (int(board is not None), 1)
    triangles = len(prints.edition.symbols)
    counts["triangles"] = (_grouped(board, crossing_of, prints.edition.symbols) if board is not None else 0, triangles)
    pictures = [
        laid_out(prints, range(first, min(first + A_PICTURE, len(prints.rhombi))), 100 * seed + first, level)
        for first in range(0, len(prints.rhombi), A_PICTURE)
    ]
    found = enrolled_rhombi([picture.image for picture in pictures])
    places = _placed(found, pictures)
    counts["rhombi_found"] = (len(places), len(prints.rhombi))
    right = sum(
        _numbers(found[at], turned) == prints.edition.kinds[kind].numbers for kind, (at, turned) in places.items()
    )
    counts["rhombi_numbers"] = (right, len(places))
    row = {"seed": seed, "extra": len(found) - len(places), "counts": counts}
    if board is not None and len(places) == len(found) == len(prints.rhombi) and boards:
        # Numbers and symbols as people would have corrected them: here it is the pictures that are measured.
        rhombi = [(one.picture, one.numbers if 0 not in one.numbers else (1, 1, 1, 1)) for one in found]
        mine = enrolled_set(f"foreign {seed}", board, board.groups.symbols(), rhombi)
        if len(mine.edition.kinds) == len(found):
            reader, printed = CronbergReader(mine), PrintedSet(prints, outline_mm(prints, seed))
            for number in range(boards):
                shown = still_board(level, 1000 * seed + number, printed=printed)
                _count_board(counts, reader, shown, crossing_of, places)
    row["seconds"] = round(time.perf_counter() - started, 1)
    return row


def _enrolled(photograph: Enrolled) -> tuple[EnrolledBoard | None, list[int]]:
    """The board as it was found, and for each true crossing the one that it is on the found net."""
    mesh = find_mesh(photograph.image)
    if mesh is None or mesh.side != SIDE:
        return None, []
    mine = placed(mesh.to_px, np.array(lattice_of_side(SIDE).positions))
    apart = np.linalg.norm(mine[:, None] - photograph.crossings_px[None], axis=2)
    edge = float(np.linalg.norm(mine[0] - mine[1]))
    if apart.min(axis=0).max() > 0.15 * edge:
        return None, []
    return enrolled_board(photograph.image, mesh), [int(one) for one in apart.argmin(axis=0)]


def _triangle(crossing_of: list[int], triangle: int) -> int:
    lattice = lattice_of_side(SIDE)
    wanted = {crossing_of[corner] for corner in lattice.corners_of[triangle]}
    return next(number for number, corners in enumerate(lattice.corners_of) if set(corners) == wanted)


def _grouped(board: EnrolledBoard, crossing_of: list[int], symbols: tuple[object, ...]) -> int:
    """Triangles that are right once people have named each group by what most of it shows."""
    shown: dict[int, Counter[Any]] = {}
    for triangle, symbol in enumerate(symbols):
        group = board.groups.group_of[_triangle(crossing_of, triangle)]
        shown.setdefault(group, Counter())[symbol] += 1
    return sum(counter.most_common(1)[0][1] for counter in shown.values())


def _placed(found: tuple[EnrolledRhomb, ...], pictures: list[Enrolled]) -> dict[int, tuple[int, int]]:
    """Kind -> which of the found rhombi it is, and by how many corners it is turned (0 or 2)."""
    places: dict[int, tuple[int, int]] = {}
    for number, picture in enumerate(pictures):
        for kind, corners in picture.rhombi:
            side = float(np.linalg.norm(corners[0] - corners[1]))
            for at, one in enumerate(found):
                for turned in (0, 2):
                    near = np.abs(np.roll(one.outline, turned, axis=0) - corners).max() < _SAME_PX * side
                    if one.photograph == number and near:
                        places[kind] = (at, turned)
    return places


def _numbers(found: EnrolledRhomb, turned: int) -> tuple[int, ...]:
    return (*found.numbers[-turned:], *found.numbers[:-turned]) if turned else found.numbers


def _count_board(
    counts: dict[str, tuple[int, int]],
    reader: CronbergReader,
    shown: CronbergPhotograph,
    crossing_of: list[int],
    places: dict[int, tuple[int, int]],
) -> None:
    lattice = lattice_of_side(SIDE)
    true = set()
    for laid in shown.state.rhombi:
        at, turned = places[laid.kind]
        head = crossing_of[laid.site.corners[turned]]
        triangles = tuple(sorted(_triangle(crossing_of, triangle) for triangle in laid.site.triangles))
        true.add((reader.prints.edition.kinds[at].key, triangles, lattice.crossing_names[head]))
    seen = reader.read(shown.image)
    read = {
        (one.kind, tuple(sorted(lattice.triangle_named[name] for name in one.triangles)), one.head)
        for one in seen.rhombi
    }
    tokens = {(lattice.crossing_names[crossing_of[crossing]], colour) for crossing, colour in shown.tokens.items()}
    stand = {(one.crossing, one.colour) for one in seen.tokens}
    for what, right, of in (
        ("rhombi_read", len(true & read), len(true)),
        ("tokens_read", len(tokens & stand), len(tokens)),
        ("boards_read", int(true == read and tokens == stand), 1),
    ):
        counts[what] = (counts[what][0] + right, counts[what][1] + of)
