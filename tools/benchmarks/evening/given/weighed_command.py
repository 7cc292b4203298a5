"""A command in a process of its own that tells the most memory it held: ``python -m
tools.benchmarks.evening.given.weighed_command FILE WORD...`` writes it to FILE, MB.

What the system tells of a process that has ended goes on from the one that started it, and that may be large itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.cli import main
from tools.benchmarks.budget.peak_memory import peak_memory_mb

if __name__ == "__main__":
    name, *words = sys.argv[1:]
    try:
        code = main(words)
    finally:
        Path(name).write_text(str(peak_memory_mb()), encoding="ascii")
    sys.exit(code)
