"""What may keep Tableside from working on this machine: cameras, ports, permissions, libraries, speech, folders, files.

Each finding says what was looked at, whether it is well, and what to do where it is not.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from calibration.files.user_folders import config_folder, data_folder, state_folder
from companion import preferences
from companion.kept_failures import failures_folder, kept_pictures
from companion.kept_troubles import kept_troubles
from companion.logbook import log_file
from companion.speech.voices import found_voice
from companion.store import listed
from companion.unsaved_game import folder_trouble
from companion.window import has_screen
from games.game import Phrase
from vision.addresses import masked_address

PACKAGES = ("kivy", "numpy", "opencv-python", "pyserial", "msgspec", "pydyf")
SYSTEM_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libXrender.so.1": "libxrender1",
}
SCARCE_MB = 100  # of a disk's free space: an evening with pictures takes a tenth of it
SET_ASIDE = ".damaged-"  # stands in the name of a file whose original was kept


class Soundness(StrEnum):
    """How well something is."""

    OK = "ok"
    WARN = "warn"  # Tableside works, without something
    BAD = "bad"  # Tableside does not work


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and found: ``subject`` is a word for it, the phrase says what is there and the remedy."""

    subject: str
    health: Soundness
    phrase: Phrase


def examine() -> Iterator[Finding]:
    """Look at everything, one finding after the other. Only the camera that people chose is opened, for a picture."""
    yield _program()
    yield _python()
    yield from _packages()
    yield from _libraries()
    yield from _cameras()
    yield from _ports()
    yield _speech()
    yield _edition()
    yield from _saves()
    yield from _settings()  # before whoever reads them puts damaged ones aside
    yield from _set_camera()
    yield from _set_aside()
    yield _log()
    yield from _stopped()
    yield _display()


def _program() -> Finding:
    return Finding(
        "tableside", Soundness.OK, Phrase.of("doctor.version", name="Tableside", version=metadata.version("tableside"))
    )


def _python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Finding("python", Soundness.OK, Phrase.of("doctor.version", name="Python", version=version))


def _packages() -> Iterator[Finding]:
    for name in PACKAGES:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, Soundness.BAD, Phrase.of("doctor.package_missing", name=name))
        else:
            yield Finding(name, Soundness.OK, Phrase.of("doctor.version", name=name, version=version))
    yield Finding("sqlite", Soundness.OK, Phrase.of("doctor.version", name="SQLite", version=sqlite3.sqlite_version))


def _libraries() -> Iterator[Finding]:
    if not sys.platform.startswith("linux"):
        return
    for library, package in SYSTEM_LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            yield Finding(
                library,
                Soundness.BAD,
                Phrase.of(_installing("doctor.library_missing"), library=library, package=package),
            )
        else:
            yield Finding(library, Soundness.OK, Phrase.of("doctor.found", name=library))


def _cameras() -> Iterator[Finding]:
    if not sys.platform.startswith("linux"):
        return  # the system lists none to us; trying one on the tablet tells
    devices = sorted(Path("/dev").glob("video*"))
    if not devices:
        yield Finding("camera", Soundness.WARN, Phrase.of("doctor.no_camera"))
    for device in devices:
        if os.access(device, os.R_OK | os.W_OK):
            yield Finding(str(device), Soundness.OK, Phrase.of("doctor.found", name=str(device)))
        else:
            yield Finding(str(device), Soundness.BAD, Phrase.of("doctor.camera_forbidden", device=str(device)))


def _ports() -> Iterator[Finding]:
    from devices.port_findings import examine as examine_ports

    for finding in examine_ports():
        yield Finding(finding.subject, Soundness(finding.health), finding.phrase)


def _set_camera() -> Iterator[Finding]:
    """The camera that people chose on the tablet: whether it answers with a picture."""
    camera = preferences.load(config_folder()).camera
    if not camera:
        return
    from companion.cameras.choice import tried

    trial, name = tried(camera), masked_address(camera)
    if trial.trouble is not None:
        yield Finding("set camera", Soundness.WARN, Phrase.of("doctor.camera_silent", camera=name, why=trial.trouble))
    else:
        width, height = trial.size
        phrase = Phrase.of("doctor.camera_answers", camera=name, width=width, height=height)
        yield Finding("set camera", Soundness.OK, phrase)


def _edition() -> Finding:
    from companion.editions.in_use import tiles_in_use

    edition = tiles_in_use(None)
    return Finding("edition", Soundness.OK if edition.enough else Soundness.WARN, edition.phrase)


def _speech() -> Finding:
    voice = found_voice()
    if voice is None:
        key = _installing("doctor.no_speech") if sys.platform.startswith("linux") else "doctor.no_speech_here"
        return Finding("speech", Soundness.WARN, Phrase.of(key))
    return Finding("speech", Soundness.OK, Phrase.of("doctor.found", name=voice.program))


def _installing(key: str) -> str:
    """The sentence with the line to type where that line works, else the one that names the package."""
    return key if shutil.which("apt-get") else f"{key}_elsewhere"


def _saves() -> Iterator[Finding]:
    """The folder of games, found by trying, and every game in it that can't be read."""
    folder = data_folder()
    trouble = folder_trouble(folder)
    if trouble is not None:
        yield Finding("saves", Soundness.BAD, trouble)
        if not folder.is_dir():
            return
    else:
        free_mb = shutil.disk_usage(folder).free // 2**20
        scarce = free_mb < SCARCE_MB
        phrase = Phrase.of("doctor.disk_full" if scarce else "doctor.saves", folder=str(folder), megabytes=free_mb)
        yield Finding("saves", Soundness.WARN if scarce else Soundness.OK, phrase)
    with suppress(OSError):  # the folder can't be looked into: that is told already
        for error in listed(folder).troubles:
            yield Finding("saves", Soundness.WARN, error.phrase)


def _settings() -> Iterator[Finding]:
    """The folder of settings, and what of the things that people entered can't be used at present."""
    folder = config_folder()
    trouble = folder_trouble(folder)
    if trouble is not None:
        yield Finding("settings", Soundness.WARN, trouble)
        return
    troubles = [one for one in (preferences.load_and_tell(folder)[1], *kept_troubles(folder)) if one is not None]
    for one in troubles:
        yield Finding("settings", Soundness.WARN, one)
    if not troubles:
        yield Finding("settings", Soundness.OK, Phrase.of("doctor.settings", folder=str(folder)))


def _set_aside() -> Iterator[Finding]:
    """Damaged files of which the originals were kept: nobody but their owner knows when they may go."""
    for folder in (data_folder(), config_folder()):
        kept = sorted(path for path in folder.rglob("*") if SET_ASIDE in path.name and path.is_file())
        if kept:
            phrase = Phrase.of("doctor.set_aside", count=len(kept), folder=str(folder), newest=_newest(kept).name)
            yield Finding("set aside", Soundness.WARN, phrase)


def _newest(paths: Sequence[Path]) -> Path:
    return max(paths, key=lambda path: path.lstat().st_mtime)


def _log() -> Finding:
    file, trouble = log_file(), folder_trouble(state_folder())
    if trouble is not None:
        return Finding("log", Soundness.WARN, Phrase.of("doctor.log_trouble", file=str(file), trouble=trouble))
    if file.exists() and not os.access(file, os.W_OK):
        return Finding("log", Soundness.WARN, Phrase.of("doctor.log_forbidden", file=str(file)))
    return Finding("log", Soundness.OK, Phrase.of("doctor.log", file=str(file)))


def _stopped() -> Iterator[Finding]:
    """Pictures at which the camera's reading stopped: people saw a sentence then, and it was tried again."""
    kept = kept_pictures()
    if kept:
        day = date.fromtimestamp(_newest(kept).lstat().st_mtime).isoformat()
        phrase = Phrase.of("doctor.stopped", count=len(kept), day=day, folder=str(failures_folder()))
        yield Finding("reading", Soundness.WARN, phrase)


def _display() -> Finding:
    if has_screen():
        return Finding("display", Soundness.OK, Phrase.of("doctor.found", name="display"))
    return Finding("display", Soundness.WARN, Phrase.of("doctor.no_display"))
