"""Asking the machine's own system how the people of it like things, by the programs that every system brings."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

ASK_S = 1.0  # so long the system may take to answer
Ask = Callable[[tuple[str, ...]], str]


def asked(question: tuple[str, ...]) -> str:
    """What a program of the system answers, or nothing: whatever is asked has a switch in the settings, too."""
    program = shutil.which(question[0])
    if program is None:
        return ""
    try:
        answer = subprocess.run(
            (program, *question[1:]), capture_output=True, text=True, timeout=ASK_S, check=False, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout
