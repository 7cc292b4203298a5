"""The short form of the power cuts: a real file system, of which only what reached its disk is left."""

from __future__ import annotations

import random

import pytest

from tools.benchmarks.evening.power_cuts import NoSuchDisk, cut_once


def test_what_was_told_before_the_plug_was_pulled_is_there_again():
    try:
        told, trouble = cut_once(random.Random(2026))
    except NoSuchDisk as error:
        pytest.skip(f"a file can't be mounted as a disk here ({error})")
    assert told
    assert trouble == ""
