"""Memory of pictures goes back to the system as soon as it is freed, that of a table once it was left."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

PICTURE_BYTES = 1 << 20  # blocks of this size and more: the pictures of a camera
KEPT_BYTES = 4 << 20  # of freed smaller blocks that stay at hand: the next look asks for as many
PHOTOGRAPH_BYTES, KEPT_OF_PHOTOGRAPHS_BYTES = 8 << 20, 64 << 20  # the same of who reads a photograph
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8  # glibc's malloc.h


def give_back_freed_pictures() -> bool:
    """Make glibc map large blocks one by one; True where that is possible and done. To be called before any thread is
    begun.

    Left to itself glibc raises this threshold to the size of what was freed last (mallopt(3)), after which 1080p
    pictures lie among small things and leave holes: eyes held 31 MB more for it. Mapping smaller blocks too, from
    256 kB on, saves another 6 MB, but every page of them is asked of the system each time: half as much processor time
    again, for the first lock as for watching (docs/findings/memory.md).

    Each thread had a heap of its own, with holes of its own, which gave back its end after every patch that was cut
    only to ask for it again: one heap for all of them holds 15 MB less, and may keep a little at its end.
    """
    return _kept_in_one_heap(PICTURE_BYTES, KEPT_BYTES)


def give_back_freed_photographs() -> bool:
    """The same for who reads a photograph and then ends: only larger blocks are mapped, and more stays at hand.

    It holds a fifth less than glibc does left to itself, and takes as long; as above it would hold a little less still,
    and take a sixth longer (docs/findings/seconds-of-a-photograph.md).
    """
    return _kept_in_one_heap(PHOTOGRAPH_BYTES, KEPT_OF_PHOTOGRAPHS_BYTES)


def _kept_in_one_heap(mapped_from: int, kept: int) -> bool:
    mallopt = _of_glibc("mallopt")
    if mallopt is None:
        return False
    wanted = {_M_MMAP_THRESHOLD: mapped_from, _M_TRIM_THRESHOLD: kept, _M_ARENA_MAX: 1}
    return all(mallopt(what, size) == 1 for what, size in wanted.items())


def keep_what_stands() -> None:
    """Tell the cycle collector that all that is there now stays to the end: modules, rules of widgets, words. It looks
    through the rest only, a full pass at an open table in 20 ms instead of 50, which is time that no frame is drawn in.
    To be called once, before anything is opened that will be left again."""
    gc.freeze()


def give_back_tables_left() -> None:
    """Free what is left of tables that were left: screens hold their parts in cycles, and what lay there leaves holes
    among what stays. To be called while nobody waits: it takes up to a quarter second, which the cycle collector would
    else take in the middle of something."""
    gc.collect()
    give_back_holes()


def give_back_holes() -> None:
    """Give the system back what was freed among things that stay (malloc_trim(3)): a look at a table needs far more
    than it leaves behind. Takes about a millisecond."""
    trim = _of_glibc("malloc_trim")
    if trim is not None:
        trim(0)


def _of_glibc(name: str) -> Callable[..., int] | None:
    """A function of the C library; None where that is another one."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform.startswith("linux") else None
