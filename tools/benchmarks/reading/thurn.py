"""How well houses on boards of Thurn and Taxis and Power & Glory are read, and whether their games always end.

A house is right where its city and its colour are; what is read but does not stand there is counted apart. Every
picture comes from its seed alone (even seeds show the south, odd ones the north), so that a failure that is listed can
be looked at again.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable

import cv2
import numpy as np

from companion.editions.postal_set import set_in_use
from games.thurn_and_taxis.atlas import atlas_named
from tools.benchmarks.reading.levels import levels_asked
from tools.benchmarks.reading.thurn_rows import read_row_tables
from tools.benchmarks.wilson import wilson
from vision.simulator.thurn_and_taxis.table import PostalPhotograph, still_board
from vision.thurn_and_taxis.enrolling import enrolled
from vision.thurn_and_taxis.observation import PostalObservation
from vision.thurn_and_taxis.reading import PostalReader

BOARDS = (("thurn-and-taxis", "base"), ("power-and-glory", "power-and-glory"))
ENROLLED_SEED = 77  # of the photographs of empty boards
ROWS_SHARE = 5  # for so many boards one table with about eight rows of cards is read
MOST_LISTED = 40  # failures that are named


def measure(args: argparse.Namespace) -> dict[str, object]:
    """Read ``args.pictures`` boards of each level from seed ``args.seed`` on, and play ``args.games`` games."""
    cv2.setNumThreads(1)
    levels = levels_asked(args)
    seeds = range(args.seed, args.seed + args.pictures)
    found: dict[str, object] = {"printing": "another, enrolled from one photograph" if args.enrolled else "our own"}
    if args.pictures and args.only != "rows":
        readers = enrolled_readers() if args.enrolled else own_readers()
        found |= {level: read_boards(readers, level, seeds, engraved=args.enrolled) for level in levels}
    if args.pictures and args.only != "boards":
        tables = seeds[: (len(seeds) + ROWS_SHARE - 1) // ROWS_SHARE]
        found["rows_of_cards"] = {level: read_row_tables(level, tables) for level in levels}
    if args.games:
        from tools.benchmarks.thurn_games import measure as play

        found["games"] = play(args.games)
    return found


def own_readers() -> list[PostalReader]:
    """Readers of our own printing of the boards."""
    return [PostalReader(set_in_use(atlas_named(key))) for _, key in BOARDS]


def enrolled_readers() -> list[PostalReader]:
    """Readers of another printing of the boards, each enrolled from one photograph, its corners tapped to 3 px."""
    readers = []
    for game, _ in BOARDS:
        empty = still_board(game, "easy", ENROLLED_SEED, empty=True, engraved=True)
        atlas = empty.state.setup.atlas
        tapped = empty.board_px + np.random.default_rng(ENROLLED_SEED).normal(0, 3.0, (4, 2))
        readers.append(PostalReader(enrolled(empty.image, tapped, atlas)))
    return readers


def read_boards(
    readers: list[PostalReader], level: str, seeds: Iterable[int], *, engraved: bool = False
) -> dict[str, object]:
    """Shares of houses and of whole boards that are right, with their 95 % Wilson intervals."""
    tally = _PostalTally()
    for seed in seeds:
        photograph = still_board(BOARDS[seed % 2][0], level, seed, engraved=engraved)
        started = time.process_time()
        seen = readers[seed % 2].read(photograph.image)
        tally.add(seed, photograph, seen, time.process_time() - started)
    return tally.figures()


class _PostalTally:
    """What was counted so far."""

    def __init__(self) -> None:
        self._houses = self._right = self._extra = self._boards = self._whole = self._located = self._unread = 0
        self._seconds: list[float] = []
        self._failures: list[dict[str, object]] = []

    def add(self, seed: int, photograph: PostalPhotograph, seen: PostalObservation, seconds: float) -> None:
        """One board."""
        stand = {(house.city, house.colour) for house in photograph.houses}
        read = {(house.city, house.colour) for house in seen.houses}
        self._boards += 1
        self._located += seen.view is not None
        self._houses += len(stand)
        self._right += len(stand & read)
        self._extra += len(read - stand)
        self._whole += stand == read
        self._unread += len(seen.unread)
        self._seconds.append(seconds)
        if stand != read:
            self._failures.append({"seed": seed, "missed": sorted(stand - read), "not_there": sorted(read - stand)})

    def figures(self) -> dict[str, object]:
        """Everything as plain data."""
        return {
            "pictures": self._boards,
            "boards_found": self._located,
            "houses": self._houses,
            "houses_right": self._right,
            "houses_right_share": round(self._right / max(1, self._houses), 5),
            "houses_right_95": wilson(self._right, self._houses),
            "houses_not_there": self._extra,
            "boards_whole": self._whole,
            "boards_whole_95": wilson(self._whole, self._boards),
            "cities_unread": self._unread,
            "cpu_seconds_median": round(statistics.median(self._seconds), 3) if self._seconds else 0.0,
            "failures": self._failures[:MOST_LISTED],
        }
