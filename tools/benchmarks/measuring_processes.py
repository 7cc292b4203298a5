"""Processes that measure beside each other, picture by picture: what a game's reader needs is made once in each."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from companion.commands import CommandError
from games.game import Phrase
from tools.benchmarks.parameters import replaced, setting
from tools.benchmarks.reading.topics import measured

Measured = Callable[[Sequence[str]], dict[str, object]]

PICTURES_A_PROCESS = 20  # then a new one: what the games before keep in memory would add up


@contextmanager
def measuring_processes(settings: Sequence[str]) -> Iterator[Measured]:
    """As many as there are processors, with other parameters where some are set.

    Yields:
        What :func:`tools.benchmarks.reading.topics.measured` gives, from one of them; to be called by several threads.
        Raises :class:`CommandError` where a measure refuses, or a process was ended from outside.
    """
    processes = ProcessPoolExecutor(
        os.cpu_count(),
        multiprocessing.get_context("spawn"),
        max_tasks_per_child=PICTURES_A_PROCESS,
    )

    def measured_there(bench: Sequence[str]) -> dict[str, object]:
        try:
            return processes.submit(_measured_with, tuple(settings), tuple(bench)).result()
        except BrokenProcessPool as error:
            raise CommandError(Phrase.of("bench.not_read", why=f"{' '.join(bench)}: {error}")) from error

    with processes:
        yield measured_there


def _measured_with(settings: Sequence[str], bench: Sequence[str]) -> dict[str, object]:
    with replaced([setting(text) for text in settings]):
        return measured(bench)
