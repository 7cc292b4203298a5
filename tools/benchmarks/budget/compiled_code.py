"""Our own modules compiled beforehand, as every installation's are.

Where Python is told to keep no compiled code (``PYTHONDONTWRITEBYTECODE``), a programme that starts compiles a thousand
modules first. Nobody's tablet does: it takes a quarter of a second of a core of its start, and leaves 15 MB of
holes in its memory.
"""

from __future__ import annotations

import compileall
from pathlib import Path

_CHECKOUT = Path(__file__).parents[3]
_ROOMS = ("calibration", "companion", "devices", "games", "tools", "vision")


def compile_our_code() -> None:
    """Compile what was changed since it was compiled last. A folder that can't be written to stays as it is."""
    for room in _ROOMS:
        compileall.compile_dir(_CHECKOUT / room, quiet=2)
