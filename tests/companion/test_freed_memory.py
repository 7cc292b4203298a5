"""Pictures that were freed do not stay in the program's memory."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.freed_memory import (
    PHOTOGRAPH_BYTES,
    PICTURE_BYTES,
    give_back_freed_photographs,
    give_back_freed_pictures,
    give_back_tables_left,
    keep_what_stands,
)


@pytest.mark.skipif(not Path("/proc/self/statm").is_file(), reason="only Linux tells its memory there")
@pytest.mark.parametrize(
    ("give_back", "size"),
    [(give_back_freed_pictures, 3 * PICTURE_BYTES), (give_back_freed_photographs, 2 * PHOTOGRAPH_BYTES)],
)
def test_a_freed_picture_is_gone_though_a_small_thing_was_made_after_it(
    give_back: Callable[[], bool], size: int
) -> None:
    if not give_back():
        pytest.skip("this C library has no such switch")
    np.ones(10 * size, np.uint8)  # freed at once: left to itself glibc learns from it to keep such blocks
    before = _held_bytes()
    pictures = [np.ones(size, np.uint8) for _ in range(12)]
    small = [bytearray(1000) for _ in range(100)]
    del pictures
    assert _held_bytes() - before < 6 * size
    assert len(small) == 100


def test_other_systems_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert give_back_freed_pictures() is False
    give_back_tables_left()


class Part:
    """Something on a screen that knows what it lies on."""

    beneath: Part


def test_parts_that_hold_each_other_are_given_back_when_a_table_was_left() -> None:
    one, other = Part(), Part()
    one.beneath, other.beneath = other, one
    gone = weakref.ref(one)
    gc.disable()
    try:
        del one, other
        give_back_tables_left()
        assert gone() is None
    finally:
        gc.enable()


def test_what_stands_is_not_looked_through_again_and_what_comes_later_is() -> None:
    before, stands = gc.get_freeze_count(), [Part() for _ in range(10)]
    keep_what_stands()
    assert gc.get_freeze_count() >= before + len(stands)
    assert not any(one is stands[0] for one in gc.get_objects())
    later = Part()
    later.beneath = later
    gone = weakref.ref(later)
    del later
    give_back_tables_left()
    assert gone() is None


def _held_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
