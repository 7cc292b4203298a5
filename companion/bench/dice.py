"""Measures how well dice are read: pairs on simulated tables, dice that nobody may be told a number for, empty tables.

Photographs of one's own are measured with ``--photos FOLDER``: ``truth.json`` there lists ``{"photo": name, "dice":
[{"x", "y", "pips", "side"}]}``, the middle of each upper face, its pips and its side, px.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.bench.wilson import wilson
from vision.dice.observation import DiceObservation
from vision.dice.reading import read_dice
from vision.simulated.dice import DieTruth, still_dice
from vision.simulated.dice_lay import Lie

_DOUBTFUL = (Lie.COCKED, Lie.UNDER_HAND, Lie.UNDER_SHEET, Lie.CUT)
_NEAR = 0.5  # of a side: how near a reading must be to count for a die


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Pairs, doubtful dice and empty tables of each level, as ``args`` of ``tableside bench dice`` tell."""
    cv2.setNumThreads(1)
    pictures: int = args.pictures
    result: dict[str, Any] = {"pictures": pictures, "first_seed": args.seed}
    for level in args.levels if pictures else ():
        result[str(level)] = {
            "pairs": pairs(pictures, level, args.seed),
            "doubtful": doubtful(max(1, pictures // 4), level, args.seed),
            "empty": empty(max(1, pictures // 10), level, args.seed),
        }
    if args.photos is not None:
        result["photos"] = photographs(args.photos)
    return result


def pairs(count: int, level: str, seed: int) -> dict[str, Any]:
    """Two dice that lie as they should: is the pair read, and is anything else taken for a die?"""
    right = refused = wrong = missed = spurious = 0
    times, failures = [], []
    confusion: Counter[str] = Counter()
    for number in range(seed, seed + count):
        still = still_dice(number, level)
        began = time.process_time()
        seen = read_dice(still.picture)
        times.append(1000 * (time.process_time() - began))
        told = [match(die, seen) for die in still.dice]
        for die, value in zip(still.dice, told, strict=True):
            confusion[f"{die.pips}->{value}"] += 1
            missed, refused = missed + (value is None), refused + (value == 0)
            wrong += value not in (None, 0, die.pips)
        extra = len(seen.dice) - sum(value not in (None, 0) for value in told)
        spurious += extra
        good = extra == 0 and all(value == die.pips for die, value in zip(still.dice, told, strict=True))
        right += good
        if not good:
            failures.append(number)
    low, high = wilson(right, count)
    return {
        "pairs_right_share": round(right / count, 4),
        "wilson_95_low": round(low, 4),
        "wilson_95_high": round(high, 4),
        "dice": 2 * count,
        "wrong_dice": wrong,
        "refused_dice": refused,
        "missed_dice": missed,
        "spurious_dice": spurious,
        "confused": {name: many for name, many in sorted(confusion.items()) if name[0] != name[3:]},
        "failed_seeds": failures[:40],
        "reading_ms_median": round(float(np.median(times)), 1),
    }


def doubtful(count: int, level: str, seed: int) -> dict[str, Any]:
    """One die that lies flat beside one that is cocked, under a hand or a sheet, or cut off: is that one refused?"""
    told: dict[str, Counter[str]] = {str(lie.name).lower(): Counter() for lie in _DOUBTFUL}
    beside: Counter[str] = Counter()
    failures = []
    for number in range(seed, seed + count):
        lie = _DOUBTFUL[0] if number % 2 else _DOUBTFUL[1 + (number // 2) % 3]
        still = still_dice(number, level, lies=(Lie.FLAT, lie))
        seen = read_dice(still.picture)
        for die in still.dice:
            value = match(die, seen)
            if die.readable:
                beside[_outcome(die, value)] += 1
            elif die.refused:
                told[lie.name.lower()]["not seen" if value is None else "given a number" if value else "refused"] += 1
                if value:
                    failures.append(number)
    return {
        **{name: dict(counts) for name, counts in told.items()},
        "lying_beside": dict(beside),
        "failed_seeds": failures[:40],
    }


def _outcome(die: DieTruth, value: int | None) -> str:
    if value is None:
        return "missed"
    return "refused" if value == 0 else "right" if value == die.pips else "wrong"


def empty(count: int, level: str, seed: int) -> dict[str, Any]:
    """Tables with everything on them but dice."""
    found = unread = 0
    failures = []
    for number in range(seed, seed + count):
        seen = read_dice(still_dice(number, level, lies=()).picture)
        found, unread = found + len(seen.dice), unread + len(seen.unread)
        if seen.dice or seen.unread:
            failures.append(number)
    return {"pictures": count, "dice_found": found, "unread_found": unread, "failed_seeds": failures[:40]}


def photographs(folder: Path) -> dict[str, Any]:
    """Real dice, one photograph after the other, and a table of what each value was read as."""
    confusion: Counter[str] = Counter()
    spurious = unread = 0
    per_photo: dict[str, str] = {}
    for entry in json.loads((folder / "truth.json").read_text()):
        picture = cv2.imdecode(np.frombuffer((folder / entry["photo"]).read_bytes(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None, entry["photo"]
        seen = read_dice(np.asarray(picture, np.uint8))
        values = [_at(die["x"], die["y"], die["side"], seen) for die in entry["dice"]]
        right = 0
        for die, value in zip(entry["dice"], values, strict=True):
            confusion[f"{die['pips']}->{'missed' if value is None else value or 'refused'}"] += 1
            right += value == die["pips"]
        spurious += len(seen.dice) - sum(value not in (None, 0) for value in values)
        unread += len(seen.unread) - sum(value == 0 for value in values)
        per_photo[entry["photo"]] = f"{right} of {len(values)}"
    total = sum(confusion.values())
    right = sum(many for name, many in confusion.items() if name[0] == name[3:])
    low, high = wilson(right, total) if total else (0.0, 1.0)
    return {
        "dice": total,
        "right_share": round(right / max(1, total), 4),
        "wilson_95_low": round(low, 4),
        "wilson_95_high": round(high, 4),
        "confusion": dict(sorted(confusion.items())),
        "spurious_dice": spurious,
        "spurious_unread": unread,
        "right": per_photo,
    }


def match(die: DieTruth, seen: DiceObservation) -> int | None:
    """What was read for a die: its pips, 0 where it was refused, None where nothing was seen."""
    return _at(die.x, die.y, die.side, seen)


def _at(x: float, y: float, side: float, seen: DiceObservation) -> int | None:
    near = [(float(np.hypot(one.x - x, one.y - y)), one.pips) for one in seen.dice]
    near += [(float(np.hypot(one.x - x, one.y - y)), 0) for one in seen.unread]
    if not near or min(near)[0] > _NEAR * side:
        return None
    return min(near)[1]


__all__ = ["doubtful", "empty", "measure", "pairs", "photographs"]
