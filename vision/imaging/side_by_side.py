"""Work in two threads: nearly all of what eyes do is NumPy's and OpenCV's, outside Python's lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.giving_up import handed_on
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySideParameters(Parameters):
    """How many threads work side by side."""

    threads: int = parameter(2, "count", "that the smallest computer that this is made for can spare", CHOSEN)


PARAMETERS = SideBySideParameters()


Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """What ``work`` gives for each item, in their order."""
    if len(items) < 2:
        return [work(item) for item in items]
    with ThreadPoolExecutor(PARAMETERS.threads) as threads:
        return list(threads.map(handed_on(work), items))


def meanwhile(work: Callable[[], Result]) -> Callable[[], Result]:
    """Begins ``work`` in a thread beside this one; what is returned waits for it, and gives or raises what it did."""
    thread = ThreadPoolExecutor(1)
    begun = thread.submit(handed_on(lambda _: work()), None)
    thread.shutdown(wait=False)  # it ends by itself
    return begun.result


def in_parts(count: int, at_once: int) -> list[NDArray[np.intp]]:
    """The indices 0 to ``count`` in even parts of at most ``at_once``; one empty part for none."""
    return np.array_split(np.arange(count), max(1, -(-count // at_once)))
