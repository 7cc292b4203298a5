"""A checksum of what draws, so that pictures that are kept are drawn anew where their drawing has changed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from pkgutil import iter_modules
from types import CodeType
from typing import Protocol, runtime_checkable


@runtime_checkable
class InspectingLoader(Protocol):
    """As :class:`importlib.abc.InspectLoader`, of which PyInstaller's loader is none by name."""

    def get_source(self, fullname: str) -> str | None:
        """A module's source; None where only its code is there."""

    def get_code(self, fullname: str) -> CodeType | None:
        """A module's code."""


def drawing_checksum(room: str, start: int = 0) -> int:
    """Of every module that a game's drawing is made by: those of its ``room`` and those that all rooms share.

    Args:
        room: the game's folder of ``vision.artwork``, such as ``carcassonne``.
        start: a checksum of what else the pictures depend on.
    """
    checksum = start
    for package in ("vision.artwork", f"vision.artwork.{room}"):
        for name in _modules_of(package):
            checksum = zlib.crc32(_written(name), checksum)
    return checksum


def _modules_of(package: str) -> Iterator[str]:
    """The package itself and the modules in it, by name."""
    yield package
    spec = find_spec(package)
    inside = spec.submodule_search_locations if spec is not None else None
    yield from sorted(f"{package}.{found.name}" for found in iter_modules(inside) if not found.ispkg)


def _written(module: str) -> bytes:
    """What stands in a module; its code, where only that was packed (PyInstaller, python-for-android)."""
    spec = find_spec(module)
    loader = spec.loader if spec is not None else None
    if not isinstance(loader, InspectingLoader):
        raise ModuleNotFoundError(f"nothing tells what stands in {module}", name=module)
    source = loader.get_source(module)
    return (source if source is not None else _worded(loader.get_code(module))).encode()


def _worded(part: object) -> str:
    """What code does, without where it lies: the same in every process, as neither ``repr`` nor ``marshal`` is."""
    if isinstance(part, CodeType):
        return f"{part.co_code.hex()} {part.co_names} {part.co_varnames} [{', '.join(map(_worded, part.co_consts))}]"
    if isinstance(part, frozenset):  # in an order of its own each time
        return f"{{{', '.join(sorted(map(_worded, part)))}}}"
    if isinstance(part, tuple):
        return f"({', '.join(map(_worded, part))})"
    return repr(part)
