"""Memory of pictures goes back to the system as soon as it is freed."""

from __future__ import annotations

import ctypes
import sys

PICTURE_BYTES = 256 * 1024  # blocks of this size and more; "default": a small channel of a picture
_M_MMAP_THRESHOLD = -3  # glibc's malloc.h


def give_back_freed_pictures() -> bool:
    """Make glibc map large blocks one by one; True where that is possible and done.

    Left to itself glibc raises this threshold to the size of what was freed last (mallopt(3)), after which 1080p
    pictures lie among small things and leave holes: the tablet then held 408 MB at its peak instead of 377.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, PICTURE_BYTES) == 1
