"""Which sources measure: what was measured with others is not what would be measured now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

HOUSE = Path(__file__).parents[2]
FLOORS = ("games", "calibration", "devices", "vision", "companion", "tools")
LIBRARIES = ("numpy", "opencv-python")  # what a picture is read with


def fingerprint(house: Path = HOUSE) -> str:
    """Of every file of the floors, code, learned weights and data alike, and of the libraries that read pictures; what
    Python compiles for itself is left out. 16 hexadecimal digits."""
    seen = hashlib.sha256()
    for path in sorted(_files(house)):
        seen.update(f"{path.relative_to(house)}\0".encode())
        seen.update(hashlib.sha256(path.read_bytes()).digest())
    for name in LIBRARIES:
        seen.update(f"{name} {version(name)}\0".encode())
    return seen.hexdigest()[:16]


def _files(house: Path) -> Iterator[Path]:
    for floor in FLOORS:
        for path in (house / floor).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
