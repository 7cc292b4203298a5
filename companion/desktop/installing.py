"""Puts Tableside into the menus of a desktop, and takes it out again: menu entry, icon, AppStream's description, what
the shell completes, and, for the whole machine, the rights to open dice and buttons.

Where files go follows the XDG base directories and their specifications (menu, icon theme, AppStream, bash-completion).
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import shtab

from calibration.files.whole_file import write_whole
from devices.port_findings import udev_rules

ID = "org.tableside.Tableside"
MACHINE = Path("/usr/local")  # what people install beside their distribution (Filesystem Hierarchy Standard 4.9)


def user_prefix() -> Path:
    """What holds for one person alone: ``~/.local``."""
    return Path.home() / ".local"


def program() -> str:
    """What the menu entry starts: the full path of this very installation where it is known."""
    return shutil.which("tableside") or os.path.abspath(sys.argv[0])


def files_for(parser: argparse.ArgumentParser, prefix: Path, started: str) -> Iterator[tuple[Path, bytes]]:
    """Every file with its place.

    Args:
        parser: of the command line, for the completions.
        prefix: ``~/.local``, ``/usr/local``, or where a package is put together.
        started: what the menu entry starts.
    """
    share = prefix / "share"
    entry = _text(f"{ID}.desktop").replace("Exec=tableside", f"Exec={_quoted(started)}")
    yield share / "applications" / f"{ID}.desktop", entry.encode()
    yield share / "metainfo" / f"{ID}.metainfo.xml", _bytes(f"{ID}.metainfo.xml")
    yield share / "icons/hicolor/scalable/apps/tableside.svg", _bytes("tableside.svg")
    yield share / "icons/hicolor/256x256/apps/tableside.png", _bytes("tableside.png")
    yield share / "bash-completion/completions/tableside", shtab.complete(parser, "bash").encode()
    yield share / "zsh/site-functions/_tableside", shtab.complete(parser, "zsh").encode()
    if prefix != user_prefix():  # rights are the machine's own; one person can't give them
        yield udev_place(prefix), udev_rules().encode()


def udev_place(prefix: Path) -> Path:
    """Where udev looks for rules of what was installed there."""
    return (Path("/etc") if prefix == MACHINE else prefix / "lib") / "udev/rules.d/60-tableside.rules"


def install(parser: argparse.ArgumentParser, prefix: Path, started: str) -> tuple[Path, ...]:
    """Write every file. Returns where they lie. Raises :class:`calibration.files.whole_file.CannotWrite`."""
    placed = []
    for path, content in files_for(parser, prefix, started):
        write_whole(path, content)
        placed.append(path)
    return tuple(placed)


def uninstall(parser: argparse.ArgumentParser, prefix: Path) -> tuple[Path, ...]:
    """Delete the files that :func:`install` wrote, and folders that are empty without them. Returns what is gone.

    Raises ``OSError`` where a file may not be deleted.
    """
    gone = []
    for path, _ in files_for(parser, prefix, "tableside"):
        if path.is_file():
            path.unlink()
            gone.append(path)
        with suppress(OSError):  # somebody else's files lie there, too
            os.removedirs(path.parent)
    return tuple(gone)


def _quoted(started: str) -> str:
    """A program's path as menu entries spell it (Desktop Entry Specification, "The Exec key")."""
    if all(letter.isalnum() or letter in "/._-+" for letter in started):
        return started
    escaped = "".join(f"\\\\{letter}" if letter in '"`$\\' else letter for letter in started)
    return f'"{escaped}"'.replace("%", "%%")


def _bytes(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()


def _text(name: str) -> str:
    return _bytes(name).decode()
