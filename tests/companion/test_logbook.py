"""The log never stands in the way of what it tells of."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion import logbook
from companion.logbook import kept_log

FULL = Path("/dev/full")  # a disk on which there is never room (full(4))


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_loses_lines_of_the_log_and_nothing_else(monkeypatch):
    monkeypatch.setattr(logbook, "log_file", lambda: FULL)
    with kept_log():
        logging.getLogger("companion").info("the first line, and the last")
