"""Who goes where at the least cost, each once: the Hungarian method in its shortest augmenting path form (Jonker and
Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems", Computing 1987)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def cheapest(costs: NDArray[np.float64]) -> NDArray[np.intp]:
    """For each row (n, m), n at most m, the column it gets; no column twice and the sum as small as can be."""
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows for {columns} columns")
    price, duty = np.zeros(columns + 1), np.zeros(rows + 1)
    owner = np.zeros(columns + 1, np.intp)  # row (from 1) that holds a column; column 0 is where a search starts
    for row in range(1, rows + 1):
        owner[0], here = row, 0
        least = np.full(columns + 1, np.inf)
        came = np.zeros(columns + 1, np.intp)
        done = np.zeros(columns + 1, bool)
        while True:
            done[here] = True
            slack = costs[owner[here] - 1] - duty[owner[here]] - price[1:]
            better = ~done[1:] & (slack < least[1:])
            least[1:][better], came[1:][better] = slack[better], here
            following = 1 + int(np.where(done[1:], np.inf, least[1:]).argmin())
            step = least[following]
            duty[owner[done]] += step
            price[done] -= step
            least[~done] -= step
            here = following
            if owner[here] == 0:
                break
        while here:
            owner[here] = owner[came[here]]
            here = int(came[here])
    chosen = np.zeros(rows, np.intp)
    for column in range(1, columns + 1):
        if owner[column]:
            chosen[owner[column] - 1] = column - 1
    return chosen
