"""The short form of power cuts and failing disks: real file systems, of which only what reached the disk is left."""

from __future__ import annotations

import random

import pytest

from tools.benchmarks.evening.disk.ext4 import NoSuchDisk
from tools.benchmarks.evening.disk.failing_disks import WAYS, failed_once
from tools.benchmarks.evening.disk.power_cuts import cut_once


def test_what_was_told_before_the_plug_was_pulled_is_there_again():
    try:
        found, trouble = cut_once(random.Random(2026))
    except NoSuchDisk as error:
        pytest.skip(f"a file can't be mounted as a disk here ({error})")
    assert found
    assert trouble == ""


@pytest.mark.parametrize("way", WAYS)
def test_a_disk_that_fails_is_told_and_nothing_is_lost_once_it_is_back(way):
    try:
        player, trouble = failed_once(way, random.Random(2027))
    except NoSuchDisk as error:
        pytest.skip(f"a file can't be mounted as a disk here ({error})")
    assert player.confirmed
    assert trouble == ""
