"""The memory that a process holds, and the most that it has held."""

from __future__ import annotations

import resource
import sys
from collections.abc import Collection
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")
_MAPS = Path("/proc/self/smaps")
SOFTWARE_DRAWING = ("libLLVM", "swrast_dri", "libgallium")  # of Mesa, where no graphics card draws


def peak_memory_of(pid: int) -> float:
    """The most memory that another process has held, MB; 0 where the system does not tell."""
    return _from_linux("VmHWM:", Path(f"/proc/{pid}/status")) or 0.0


def peak_memory_mb() -> float:
    """The most memory that this programme has held, MB.

    Linux tells it by itself in ``VmHWM``. What ``getrusage`` tells there goes on from the process that started this
    one, and a benchmark starts others when it is large itself.
    """
    kilobytes = _from_linux("VmHWM:")
    if kilobytes is not None:
        return kilobytes
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 if sys.platform.startswith("linux") else 1024 * 1024), 1)


def forget_peak_memory() -> None:
    """Let :func:`peak_memory_mb` tell what is held from now on (proc(5), ``clear_refs``); Linux only."""
    if _CLEAR.exists():
        _CLEAR.write_text("5", encoding="ascii")


def resident_memory_mb() -> float:
    """The memory that this programme holds now, MB; where the system does not tell, the most that it has held."""
    kilobytes = _from_linux("VmRSS:")
    return kilobytes if kilobytes is not None else peak_memory_mb()


def files_in_memory_mb(names: Collection[str], maps: Path = _MAPS) -> float:
    """The memory that mapped files take whose names begin with one of these, MB; 0 where the system does not tell."""
    kb, counts = 0, False
    for line in maps.read_text(encoding="utf-8", errors="replace").splitlines() if maps.is_file() else ():
        first, *rest = line.split()
        if not first.endswith(":"):  # a range of addresses, and the file that lies there
            counts = len(rest) > 4 and Path(rest[4]).name.startswith(tuple(names))
        elif counts and first == "Rss:":
            kb += int(rest[0])
    return round(kb / 1024, 1)


def _from_linux(what: str, status: Path = _STATUS) -> float | None:
    if not status.is_file():
        return None
    lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    kb = next((int(line.split()[1]) for line in lines if line.startswith(what)), None)
    return round(kb / 1024, 1) if kb is not None else None
