"""``bench screens``: every screen of every game in every dress, and which of their rules it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.ui.tour.gallery import Dress, Gallery
from tools.benchmarks.kept_rows import add_row, rows_in


@dataclass(frozen=True, slots=True)
class WalkedDress:
    """One part of the walk (a game, or what is no game's) in one dress.

    ``faults`` are whole sentences: name of the screen, rule, what breaks it, by how much.
    """

    part: str
    dress: str
    seed: int
    screens: int
    faults: tuple[str, ...]


def measure(
    parts: Sequence[str],
    dresses: Sequence[Dress],
    seed: int,
    *,
    rows: Path | None = None,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """How many screens were seen, and what is wrong with which.

    ``rows`` is a file to which each walk is added as a line; one that stands there with the same seed is not taken
    again, so that all of them can be walked in pieces. Which state of the screens they tell of is for whoever keeps
    the file to know.
    """
    known = {(one.part, one.dress): one for one in rows_in(rows, WalkedDress) if one.seed == seed}
    left = {part: [one for one in dresses if (part, one.name) not in known] for part in parts}
    walked = [known[part, one.name] for part in parts for one in dresses if (part, one.name) in known]
    if any(left.values()):
        gallery = Gallery(None, seed=seed)
        try:
            for part, missing in left.items():
                if not missing:
                    continue  # no game is played for nobody
                for row in _walked(gallery, part, missing, seed):
                    add_row(rows, row)
                    walked.append(row)
                    say(f"{row.part} {row.dress}: {row.screens} screens, {len(row.faults)} faults")
        finally:
            gallery.close()
    return _summed_up(walked, seed)


def _walked(gallery: Gallery, part: str, dresses: Sequence[Dress], seed: int) -> Iterator[WalkedDress]:
    for dress, shots in groupby(gallery.walk(part, dresses), lambda shot: shot.dress):
        seen = 0
        faults: list[str] = []
        for shot in shots:
            seen += 1
            faults += [f"{shot.name}: {fault}" for fault in shot.faults]
        yield WalkedDress(part, dress.name, seed, seen, tuple(faults))


def _summed_up(walked: Sequence[WalkedDress], seed: int) -> dict[str, Any]:
    of_parts: Counter[str] = Counter()
    for row in walked:
        of_parts[row.part] += len(row.faults)
    return {
        "seed": seed,
        "walks": len(walked),
        "screens": sum(row.screens for row in walked),
        "faults": sum(of_parts.values()),
        "faults_by_part": {part: count for part, count in sorted(of_parts.items()) if count},
        "rows": [f"{row.part} {row.dress} {fault}" for row in walked for fault in row.faults],
    }
