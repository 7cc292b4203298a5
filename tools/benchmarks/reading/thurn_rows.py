"""How well rows of city cards are read: routes laid card upon card, horse trains by their backs, open cards."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable

from companion.editions.postal_set import cards_in_use
from companion.readings.sureness import SURE
from tools.benchmarks.wilson import wilson
from vision.simulator.thurn_and_taxis.rows import RowTruth, still_rows
from vision.thurn_and_taxis.routes import read_rows

KINDS = ("route", "train", "open")
GAMES = ("thurn-and-taxis", "power-and-glory")  # even seeds show the south, odd ones the north
MOST_LISTED = 40


def read_row_tables(level: str, seeds: Iterable[int]) -> dict[str, object]:
    """Shares of the rows in view that are read card by card as they lie, with their 95 % Wilson intervals."""
    tally = {kind: [0, 0] for kind in KINDS}
    cards = named = spurious = sure_and_wrong = 0
    seconds, failures = list[float](), list[dict[str, object]]()
    for seed in seeds:
        photograph = still_rows(GAMES[seed % 2], level, seed)
        views = cards_in_use(photograph.atlas)
        started = time.process_time()
        seen = read_rows(photograph.image, views, photograph.atlas)
        seconds.append(time.process_time() - started)
        rows = [row.cities for row in seen]
        for row in seen:
            if not any(_part_of(row.cities, truth.cards) for truth in photograph.rows):
                spurious += 1
                sure_and_wrong += all(card.confidence >= SURE for card in row.cards)
        for truth in photograph.rows:
            if truth.in_view:
                best = max(rows, key=lambda row: _agreement(row, truth), default=())
                tally[truth.kind][0] += best == truth.cards
                tally[truth.kind][1] += 1
                cards, named = cards + len(truth.cards), named + len(set(best) & set(truth.cards))
                if best != truth.cards:
                    failures.append({"seed": seed, "kind": truth.kind, "lies": truth.cards, "read": best})
    right, rows_in_view = (sum(one[place] for one in tally.values()) for place in (0, 1))
    return {
        "rows_in_view": rows_in_view,
        "rows_right": right,
        "rows_right_95": wilson(right, rows_in_view),
        "by_kind": {kind: {"right": one[0], "of": one[1]} for kind, one in tally.items()},
        "cards": cards,
        "cards_right_share": round(named / max(1, cards), 4),
        "rows_that_do_not_lie_there": spurious,
        "of_them_told_for_sure": sure_and_wrong,
        "cpu_seconds_median": round(statistics.median(seconds), 2) if seconds else 0.0,
        "failures": failures[:MOST_LISTED],
    }


def _agreement(row: tuple[str, ...], truth: RowTruth) -> tuple[bool, int]:
    return row == truth.cards, len(set(row) & set(truth.cards))


def _part_of(row: tuple[str, ...], lying: tuple[str, ...]) -> bool:
    """Whether what was read lies there one card after the other: what sticks out of the picture is read in part."""
    return any(lying[at : at + len(row)] == row for at in range(len(lying) - len(row) + 1))
