"""Who goes where at the least cost, each once: the Hungarian method in its shortest augmenting path form (Jonker and
Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems", Computing 1987)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NOBODY = -1


def cheapest(costs: NDArray[np.float64]) -> NDArray[np.intp]:
    """For each row (n, m), n at most m, the column it gets; no column twice and the sum as small as can be."""
    return _Sharing(costs).columns()


def cheapest_without(costs: NDArray[np.float64], barred: NDArray[np.intp]) -> NDArray[np.intp]:
    """(n, n) for each row the columns that all rows get when that one may not have the column ``barred`` (n,).

    Only who held that column goes another way, so each costs one search from the best of all, not one a row.
    """
    rows, columns = costs.shape
    # Rows of nobody hold what is left, so that a column that is let go is the only free one.
    nobody = np.zeros((max(columns - rows, 0), columns))
    best = _Sharing(np.concatenate([costs, nobody]))
    held = best.columns()
    each = [best.without(row, int(column)) if held[row] == column else held for row, column in enumerate(barred)]
    return np.stack(each)[:, :rows]


def least_sum(costs: NDArray[np.float64]) -> float:
    """A sum that none of ``costs`` (rows, columns) can be below, told without sharing out: what each row, and each
    column left, costs at least."""
    rows, columns = costs.shape
    price = costs.min(axis=0) if rows == columns else np.zeros(columns)
    return float(price.sum() + (costs - price).min(axis=1).sum())


class _Sharing:
    """Columns shared out among rows, with the prices that make it the cheapest: ``duty + price`` is at most the cost
    everywhere, and is the cost where a row holds a column."""

    def __init__(self, costs: NDArray[np.float64]) -> None:
        rows, columns = costs.shape
        if rows > columns:
            raise ValueError(f"{rows} rows for {columns} columns")
        self._costs = costs
        # A column that stays free must be worth nothing, so only where all are held they may begin with a price.
        self._price = costs.min(axis=0) if rows == columns else np.zeros(columns)
        reduced = costs - self._price
        liked = reduced.argmin(axis=1)
        self._duty = reduced[np.arange(rows), liked]
        self._holder = np.full(columns, NOBODY)
        _, first = np.unique(liked, return_index=True)
        self._holder[liked[first]] = first
        for row in np.setdiff1d(np.arange(rows), first):
            self._seat(int(row))

    def columns(self) -> NDArray[np.intp]:
        """(n,) column of each row."""
        held = np.flatnonzero(self._holder != NOBODY)
        columns = np.zeros(len(self._costs), np.intp)
        columns[self._holder[held]] = held
        return columns

    def without(self, row: int, column: int) -> NDArray[np.intp]:
        """(n,) columns of all rows, as many as columns, where ``row`` may not have the ``column`` that it holds."""
        other = object.__new__(_Sharing)
        other._costs = self._costs.copy()
        other._costs[row, column] = np.inf
        other._price, other._duty, other._holder = self._price.copy(), self._duty.copy(), self._holder.copy()
        other._holder[column] = NOBODY
        other._seat(row)
        return other.columns()

    def _seat(self, row: int) -> None:
        """Give a row a column along the cheapest chain of rows that move on, to the first column that is free."""
        reach = np.full(len(self._price), np.inf)  # what the cheapest chain to a column costs more
        came = np.full(len(self._price), NOBODY)  # the row from which it is reached
        ahead = np.ones(len(self._price), bool)
        passed: dict[int, int] = {}  # column that each row on the way leaves
        here, far = row, 0.0
        while True:
            slack = self._costs[here] - self._price
            slack += far - self._duty[here]
            better = ahead & (slack < reach)
            reach[better], came[better] = slack[better], here
            nearest = int(np.where(ahead, reach, np.inf).argmin())
            far = float(reach[nearest])
            here = int(self._holder[nearest])
            if here == NOBODY:
                break
            ahead[nearest] = False
            passed[here] = nearest
        left = list(passed.values())
        self._duty[row] += far
        self._duty[list(passed)] += far - reach[left]
        self._price[left] -= far - reach[left]
        while (here := int(came[nearest])) != row:
            self._holder[nearest], nearest = here, passed[here]
        self._holder[nearest] = row
