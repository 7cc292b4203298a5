"""Memory of pictures goes back to the system as soon as it is freed, that of a table once it was left."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

PICTURE_BYTES = 1 << 20  # blocks of this size and more: the pictures of a camera
_M_MMAP_THRESHOLD = -3  # glibc's malloc.h


def give_back_freed_pictures() -> bool:
    """Make glibc map large blocks one by one; True where that is possible and done.

    Left to itself glibc raises this threshold to the size of what was freed last (mallopt(3)), after which 1080p
    pictures lie among small things and leave holes: eyes held 31 MB more for it. Mapping smaller blocks too, from
    256 kB on, saves another 6 MB, but every page of them is asked of the system each time: half as much processor time
    again, for the first lock as for watching (docs/findings/memory.md).
    """
    mallopt = _of_glibc("mallopt")
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, PICTURE_BYTES) == 1


def keep_what_stands() -> None:
    """Tell the cycle collector that all that is there now stays to the end: modules, rules of widgets, words. It looks
    through the rest only, a full pass at an open table in 20 ms instead of 50, which is time that no frame is drawn in.
    To be called once, before anything is opened that will be left again."""
    gc.freeze()


def give_back_tables_left() -> None:
    """Free what is left of tables that were left: screens hold their parts in cycles, and what lay there leaves holes
    among what stays, which glibc keeps (malloc_trim(3)). To be called while nobody waits: it takes up to a quarter
    second, which the cycle collector would else take in the middle of something."""
    gc.collect()
    trim = _of_glibc("malloc_trim")
    if trim is not None:
        trim(0)


def _of_glibc(name: str) -> Callable[..., int] | None:
    """A function of the C library; None where that is another one."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform.startswith("linux") else None
