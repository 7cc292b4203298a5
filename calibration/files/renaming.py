"""Puts a finished file in the place of another by one rename, on every platform.

POSIX replaces a file that somebody has open; Windows refuses as long as any program has it open without allowing that
(``ERROR_ACCESS_DENIED``, ``ERROR_SHARING_VIOLATION``): a virus scanner or a backup looks at what was just written. They
let go within tenths of a second, so there it is tried again for a moment.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

PAUSES_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4) if sys.platform == "win32" else ()


def rename_over(
    source: str | Path,
    target: Path,
    *,
    pauses_s: Sequence[float] = PAUSES_S,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Rename ``source`` to ``target``, which is replaced where it is a file; a folder must not be there.

    Args:
        pauses_s: how long to wait before each further try; none where no program can be in the way.
        wait: lets that time go by.

    Raises ``OSError``: the last refusal; both are then as they were.
    """
    for pause_s in pauses_s:
        try:
            os.replace(source, target)
        except PermissionError:
            wait(pause_s)
        else:
            return
    os.replace(source, target)
