"""Measures how well dice are read: pairs on simulated tables, dice that nobody may be told a number for, empty tables.

Photographs of one's own are measured with ``--photos FOLDER``: ``truth.json`` there lists ``{"photo": name, "dice":
[{"x", "y", "pips", "side"}]}``, the middle of each upper face, its pips and its side, px.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.commands.read_command import load_picture
from tools.benchmarks.wilson import wilson
from vision.dice.observation import DiceObservation
from vision.dice.reading import read_dice
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import DieTruth, still_dice

_DOUBTFUL = (DiePose.COCKED, DiePose.UNDER_HAND, DiePose.UNDER_SHEET, DiePose.CUT)
_NEAR = 0.5  # of a side: how near a reading must be to count for a die


def measure(args: argparse.Namespace) -> dict[str, object]:
    """Pairs, doubtful dice and empty tables of each level, as ``args`` of ``tableside bench dice`` tell."""
    cv2.setNumThreads(1)
    pictures: int = args.pictures
    result: dict[str, object] = {"pictures": pictures, "first_seed": args.seed}
    of_each = {
        "pairs": (pairs, pictures),
        "doubtful": (doubtful, max(1, pictures // 4)),
        "empty": (empty, max(1, pictures // 10)),
    }
    for level in args.levels if pictures else ():
        result[str(level)] = {
            name: count(many, level, args.seed) for name, (count, many) in of_each.items() if args.only in (None, name)
        }
    if args.photos is not None:
        result["photos"] = photographs(args.photos)
    return result


def pairs(count: int, level: str, seed: int) -> dict[str, object]:
    """Two dice that lie as they should: is the pair read, and is anything else taken for a die?"""
    return of_pairs([pair(number, level) for number in range(seed, seed + count)])


def pair(seed: int, level: str) -> dict[str, object]:
    """One picture: what each die shows and was read as, what else was taken for a die, and the time of reading."""
    still = still_dice(seed, level)
    began = time.process_time()
    seen = read_dice(still.picture)
    taken = 1000 * (time.process_time() - began)
    matched = [(die.pips, match(die, seen)) for die in still.dice]
    return {
        "seed": seed,
        "told": matched,
        "spurious": len(seen.dice) - sum(value not in (None, 0) for _, value in matched),
        "spurious_unread": len(seen.unread) - sum(value == 0 for _, value in matched),
        "ms": taken,
    }


def of_pairs(pictures: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The sum of what :func:`pair` told of each picture."""
    matched = [tuple(one) for picture in pictures for one in picture["told"]]
    failed = [
        picture["seed"]
        for picture in pictures
        if picture["spurious"] or any(pips != value for pips, value in picture["told"])
    ]
    right = len(pictures) - len(failed)
    low, high = wilson(right, len(pictures))
    confused = Counter(f"{pips}->{value}" for pips, value in matched if value != pips)
    return {
        "pictures": len(pictures),
        "pairs_right_share": round(right / len(pictures), 4),
        "wilson_95_low": round(low, 4),
        "wilson_95_high": round(high, 4),
        "dice": len(matched),
        "wrong_dice": sum(value not in (None, 0, pips) for pips, value in matched),
        "refused_dice": sum(value == 0 for _, value in matched),
        "missed_dice": sum(value is None for _, value in matched),
        "spurious_dice": sum(picture["spurious"] for picture in pictures),
        "spurious_unread": sum(picture["spurious_unread"] for picture in pictures),
        "confused": dict(sorted(confused.items())),
        "failed_seeds": failed[:40],
        "reading_ms_median": round(float(np.median([picture["ms"] for picture in pictures])), 1),
    }


def doubtful(count: int, level: str, seed: int) -> dict[str, object]:
    """One die that lies flat beside one that is cocked, under a hand or a sheet, or cut off: is that one refused?"""
    return of_doubtful([doubt(number, level) for number in range(seed, seed + count)])


def doubt(seed: int, level: str) -> dict[str, object]:
    """One picture: what became of each die that may be read, and of each that may not."""
    lie = _DOUBTFUL[0] if seed % 2 else _DOUBTFUL[1 + (seed // 2) % 3]
    still = still_dice(seed, level, poses=(DiePose.FLAT, lie))
    seen = read_dice(still.picture)
    beside, doubts = [], []
    for die in still.dice:
        value = match(die, seen)
        if die.readable:
            beside.append(_outcome(die, value))
        elif die.refused:
            doubts.append("not seen" if value is None else "given a number" if value else "refused")
    return {"seed": seed, "lie": lie.name.lower(), "told": doubts, "beside": beside}


def of_doubtful(pictures: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The sum of what :func:`doubt` told of each picture."""
    outcomes = {
        lie.name.lower(): dict(
            Counter(one for each in pictures if each["lie"] == lie.name.lower() for one in each["told"])
        )
        for lie in _DOUBTFUL
    }
    return {
        **outcomes,
        "dice": sum(sum(counts.values()) for counts in outcomes.values()),
        "given_a_number": sum(counts.get("given a number", 0) for counts in outcomes.values()),
        "lying_beside": dict(Counter(one for picture in pictures for one in picture["beside"])),
        "failed_seeds": [picture["seed"] for picture in pictures if "given a number" in picture["told"]][:40],
    }


def _outcome(die: DieTruth, value: int | None) -> str:
    if value is None:
        return "missed"
    return "refused" if value == 0 else "right" if value == die.pips else "wrong"


def empty(count: int, level: str, seed: int) -> dict[str, object]:
    """Tables with everything on them but dice."""
    return of_empty([bare(number, level) for number in range(seed, seed + count)])


def bare(seed: int, level: str) -> dict[str, object]:
    """One table without dice: how much was taken for one."""
    seen = read_dice(still_dice(seed, level, poses=()).picture)
    return {"seed": seed, "dice": len(seen.dice), "unread": len(seen.unread)}


def of_empty(pictures: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The sum of what :func:`bare` told of each picture."""
    return {
        "pictures": len(pictures),
        "dice_found": sum(picture["dice"] for picture in pictures),
        "unread_found": sum(picture["unread"] for picture in pictures),
        "failed_seeds": [picture["seed"] for picture in pictures if picture["dice"] or picture["unread"]][:40],
    }


def photographs(folder: Path) -> dict[str, object]:
    """Real dice, one photograph after the other, and a table of what each value was read as."""
    confusion: Counter[str] = Counter()
    spurious = unread = 0
    per_photo: dict[str, str] = {}
    for entry in json.loads((folder / "truth.json").read_text()):
        seen = read_dice(load_picture(folder / entry["photo"]))
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


__all__ = [
    "bare",
    "doubt",
    "doubtful",
    "empty",
    "measure",
    "of_doubtful",
    "of_empty",
    "of_pairs",
    "pair",
    "pairs",
    "photographs",
]
