"""What may keep Tableside from working on this machine: cameras, ports, permissions, libraries, speech, disk.

Each finding says what was looked at, whether it is well, and what to do where it is not.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from companion.logbook import log_file
from companion.store import data_folder
from games.game import Phrase

PACKAGES = ("kivy", "numpy", "opencv-python", "pyserial", "msgspec", "pydyf")
SYSTEM_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libXrender.so.1": "libxrender1",
}


class Health(StrEnum):
    """How well something is."""

    OK = "ok"
    WARN = "warn"  # Tableside works, without something
    BAD = "bad"  # Tableside does not work


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and found: ``subject`` is a word for it, the phrase says what is there and the remedy."""

    subject: str
    health: Health
    phrase: Phrase


def examine() -> Iterator[Finding]:
    """Look at everything, one finding after the other; opens nothing that another program may be using."""
    yield _python()
    yield from _packages()
    yield from _libraries()
    yield from _cameras()
    yield from _ports()
    yield _speech()
    yield _data_folder()
    yield _log()
    yield _display()


def _python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Finding("python", Health.OK, Phrase.of("doctor.version", name="Python", version=version))


def _packages() -> Iterator[Finding]:
    for name in PACKAGES:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, Health.BAD, Phrase.of("doctor.package_missing", name=name))
        else:
            yield Finding(name, Health.OK, Phrase.of("doctor.version", name=name, version=version))
    yield Finding("sqlite", Health.OK, Phrase.of("doctor.version", name="SQLite", version=sqlite3.sqlite_version))


def _libraries() -> Iterator[Finding]:
    if not sys.platform.startswith("linux"):
        return
    for library, package in SYSTEM_LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            yield Finding(library, Health.BAD, Phrase.of("doctor.library_missing", library=library, package=package))
        else:
            yield Finding(library, Health.OK, Phrase.of("doctor.found", name=library))


def _cameras() -> Iterator[Finding]:
    devices = sorted(Path("/dev").glob("video*"))
    if not devices:
        yield Finding("camera", Health.WARN, Phrase.of("doctor.no_camera"))
    for device in devices:
        if os.access(device, os.R_OK | os.W_OK):
            yield Finding(str(device), Health.OK, Phrase.of("doctor.found", name=str(device)))
        else:
            yield Finding(str(device), Health.BAD, Phrase.of("doctor.camera_forbidden", device=str(device)))


def _ports() -> Iterator[Finding]:
    from devices.port import examine as examine_ports

    for finding in examine_ports():
        yield Finding(finding.subject, Health(finding.health), finding.phrase)


def _speech() -> Finding:
    program = shutil.which("espeak-ng")
    if program is None:
        return Finding("speech", Health.WARN, Phrase.of("doctor.no_speech"))
    return Finding("speech", Health.OK, Phrase.of("doctor.found", name=program))


def _data_folder() -> Finding:
    folder = data_folder()
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not os.access(existing, os.W_OK):
        return Finding("saves", Health.BAD, Phrase.of("doctor.saves_forbidden", folder=str(folder)))
    free_mb = shutil.disk_usage(existing).free // 2**20
    if free_mb < 100:
        return Finding("saves", Health.WARN, Phrase.of("doctor.disk_full", folder=str(folder), megabytes=free_mb))
    return Finding("saves", Health.OK, Phrase.of("doctor.saves", folder=str(folder), megabytes=free_mb))


def _log() -> Finding:
    file = log_file()
    existing = next(parent for parent in (file, *file.parents) if parent.exists())
    if not os.access(existing, os.W_OK):
        return Finding("log", Health.WARN, Phrase.of("doctor.log_forbidden", file=str(file)))
    return Finding("log", Health.OK, Phrase.of("doctor.log", file=str(file)))


def _display() -> Finding:
    if has_display():
        return Finding("display", Health.OK, Phrase.of("doctor.found", name="display"))
    return Finding("display", Health.WARN, Phrase.of("doctor.no_display"))


def has_display() -> bool:
    """True where a window can be opened: X11 or Wayland on Linux, always elsewhere."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
