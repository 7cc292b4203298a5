from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.registration.assignment import cheapest, cheapest_without, least_sum


def paid(costs: NDArray[np.float64], columns: tuple[int, ...] | NDArray[np.intp]) -> float:
    return float(sum(costs[row, column] for row, column in enumerate(columns)))


def least_of_all_ways(costs: NDArray[np.float64]) -> float:
    rows, columns = costs.shape
    return min(paid(costs, way) for way in permutations(range(columns), rows))


@pytest.fixture(params=[(3, 3), (5, 5), (2, 6), (4, 5)])
def costs(request: pytest.FixtureRequest) -> NDArray[np.float64]:
    return np.random.default_rng(7).normal(0, 3, request.param)


def test_each_row_gets_its_own_column_at_the_least_cost() -> None:
    costs = np.array([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0], [3.0, 2.0, 2.0]])
    assert cheapest(costs).tolist() == [1, 0, 2]


def test_no_other_way_costs_less(costs: NDArray[np.float64]) -> None:
    given = cheapest(costs)
    assert len(set(given.tolist())) == len(costs)
    assert paid(costs, given) == pytest.approx(least_of_all_ways(costs))


def test_rows_that_like_the_same_column_make_one_another_move_on() -> None:
    costs = np.array([[0.0, 1.0, 9.0], [0.0, 2.0, 9.0], [0.0, 9.0, 3.0]])
    assert cheapest(costs).tolist() == [1, 0, 2]


def test_without_a_column_the_others_make_way_as_if_it_had_never_been_offered(costs: NDArray[np.float64]) -> None:
    rows, columns = costs.shape
    for barred in (cheapest(costs), np.arange(rows) % columns):
        ways = cheapest_without(costs, barred)
        assert ways.shape == (rows, rows)
        for row, way in enumerate(ways):
            dear = costs.copy()
            dear[row, barred[row]] = 1e6
            assert len(set(way.tolist())) == rows
            assert paid(dear, way) == pytest.approx(least_of_all_ways(dear))


def test_what_is_told_without_sharing_out_is_never_too_much(costs: NDArray[np.float64]) -> None:
    assert least_sum(costs) <= least_of_all_ways(costs) + 1e-9


def test_what_each_row_likes_best_is_what_it_costs_where_no_two_like_the_same() -> None:
    costs = np.array([[1.0, 5.0, 5.0], [5.0, 2.0, 5.0], [5.0, 5.0, 3.0]])
    assert least_sum(costs) == 6.0


def test_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="3 rows for 2 columns"):
        cheapest(np.zeros((3, 2)))
