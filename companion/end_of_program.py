"""The end of a program of ours: it must not take the interpreter down under a thread that is still at work.

Up to Python 3.13 such a thread is unwound as soon as it wants the interpreter back. Where that happens inside OpenCV,
whose destructors let nothing pass, the whole process aborts ("terminate called without an active exception").
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress

from companion.supervised import let_finish, still_at_work

LEFT_BEHIND_S = 1.0  # so long the end of the program waits for threads that were left behind


def end_of_program(code: int) -> None:
    """Give threads that were left behind a moment; where any thread is then at work still, end the process at once with
    this exit code. What people were told is on the disk already. Returns where nothing is in the way of an orderly end.
    """
    let_finish(LEFT_BEHIND_S)
    if not still_at_work():
        return
    logging.shutdown()
    with suppress(OSError, ValueError):  # nobody reads the last words: a pipe that was closed
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)
