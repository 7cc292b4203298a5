"""A process of ours under a home where nothing was ever kept, and what it prints last."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TIMEOUT_S = 900.0


def answer_under_an_empty_home(module: str, *given: str) -> str:
    """The last line that ``python -m module given...`` prints. Raises ``subprocess.CalledProcessError`` where it fails,
    ``subprocess.TimeoutExpired`` where it takes longer than :data:`TIMEOUT_S`."""
    with tempfile.TemporaryDirectory(prefix="tableside-home-") as home:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        answer = subprocess.run(
            [sys.executable, "-m", module, *given],
            env={**kept, "HOME": home}, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, text=True, check=True,
            timeout=TIMEOUT_S,
        )  # fmt: skip
    return answer.stdout.strip().splitlines()[-1]
