"""Measures how well tables of Istanbul are read: layouts, and who stands on the places.

Every picture is drawn by its seed (:func:`vision.simulator.istanbul.table.still_table`); a failure is told by its seed.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import cv2
import numpy as np

from tools.benchmarks.reading.levels import levels_asked
from tools.benchmarks.wilson import wilson
from vision.artwork.istanbul.edition import own_places
from vision.istanbul.observation import IstanbulObservation
from vision.istanbul.reading import read_picture
from vision.simulator.istanbul.table import IstanbulPhotograph, still_table

Pieces = dict[tuple[int, str, str], int]


@dataclass(slots=True)
class _IstanbulTally:
    """What was counted so far; failures as (seed, what)."""

    pictures: int = 0
    layouts: int = 0
    pieces: int = 0
    right: int = 0
    spurious: int = 0
    whole: int = 0
    times: list[float] = field(default_factory=list)
    wrong_layouts: list[int] = field(default_factory=list)
    wrong_pieces: list[tuple[int, str]] = field(default_factory=list)


def measure(args: argparse.Namespace) -> dict[str, object]:
    """Pictures of each level, as ``args`` of ``tableside bench istanbul`` tell."""
    cv2.setNumThreads(1)
    result: dict[str, object] = {"pictures": args.pictures, "first_seed": args.seed}
    for level in levels_asked(args) if args.pictures else ():
        result[level] = pictures(args.pictures, level, args.seed)
    return result


def pictures(count: int, level: str, seed: int) -> dict[str, object]:
    """Layouts with every place right, and pieces whose place, kind, colour and count are right.

    A piece that was seen and is not there counts against the share of pieces like one that was missed.
    """
    edition = own_places()
    tally = _IstanbulTally()
    for number in range(seed, seed + count):
        photo = still_table(level, number)
        began = time.process_time()
        seen = read_picture(photo.image, edition)
        tally.times.append(1000 * (time.process_time() - began))
        _count(tally, number, photo, seen)
    return _figures(tally)


def _count(tally: _IstanbulTally, seed: int, photo: IstanbulPhotograph, seen: IstanbulObservation) -> None:
    tally.pictures += 1
    layout_right = seen.layout == photo.layout
    tally.layouts += layout_right
    if not layout_right:
        tally.wrong_layouts.append(seed)
    there, read = _standing(photo), _read(seen)
    right = sum(read.get(key) == many for key, many in there.items())
    spurious = sum(key not in there for key in read)
    tally.pieces += len(there)
    tally.right += right
    tally.spurious += spurious
    tally.whole += right == len(there) and not spurious
    for key in sorted({*there, *read}):
        if there.get(key) != read.get(key):
            words = f"{key[0]} {key[1]} {key[2]}: {there.get(key, 0)} there, {read.get(key, 0)} read"
            tally.wrong_pieces.append((seed, words))


def _standing(photo: IstanbulPhotograph) -> Pieces:
    return {(one.place, one.kind, one.colour): one.count for one in photo.pieces}


def _read(seen: IstanbulObservation) -> Pieces:
    """By place number; a cell that was not read is told by its negative position."""
    numbers = {(place.row, place.column): place.number for place in seen.places}
    found: Pieces = {}
    for piece in seen.pieces:
        place = numbers.get((piece.row, piece.column), -(10 * piece.row + piece.column + 1))
        key = (place, piece.kind, piece.colour)
        found[key] = found.get(key, 0) + piece.count
    return found


def _figures(tally: _IstanbulTally) -> dict[str, object]:
    claimed = tally.pieces + tally.spurious
    layouts, pieces = wilson(tally.layouts, tally.pictures), wilson(tally.right, claimed)
    return {
        "layouts_right": tally.layouts,
        "layouts_right_share": round(tally.layouts / max(1, tally.pictures), 4),
        "layouts_wilson_95": [round(end, 4) for end in layouts],
        "pieces": tally.pieces,
        "pieces_spurious": tally.spurious,
        "pieces_there_or_read": claimed,
        "pieces_right": tally.right,
        "pieces_right_share": round(tally.right / max(1, claimed), 4),
        "pieces_wilson_95": [round(end, 4) for end in pieces],
        "pictures_with_every_piece_right_share": round(tally.whole / max(1, tally.pictures), 4),
        "reading_ms_median": round(float(np.median(tally.times)), 1),
        "seeds_with_wrong_layout": tally.wrong_layouts,
        "wrong_pieces": [f"seed {seed}: {words}" for seed, words in tally.wrong_pieces],
    }
