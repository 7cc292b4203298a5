"""The most memory that a process has held."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_memory_mb() -> float:
    """The most memory that this programme has held, MB.

    Linux tells it by itself in ``VmHWM``. What ``getrusage`` tells there goes on from the process that started this
    one, and a benchmark starts others when it is large itself.
    """
    if _STATUS.is_file():
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 1024, 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 if sys.platform.startswith("linux") else 1024 * 1024), 1)
