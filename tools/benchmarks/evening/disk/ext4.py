"""Real disks to do something to: each an ext4 in a file of its own, mounted by the kernel. Linux, as root."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DISK_BYTES = 24 << 20


class NoSuchDisk(Exception):
    """This process may not mount a file as a disk; the text says what stood in the way."""


def new_disk(file: Path) -> None:
    """Make an empty disk of a file; an error of the disk makes it read-only, as on most people's machines. Raises
    :class:`NoSuchDisk`."""
    file.touch()
    os.truncate(file, DISK_BYTES)
    run("mkfs.ext4", "-q", "-F", "-e", "remount-ro", str(file))


@contextmanager
def mounted(disk: Path) -> Iterator[Path]:
    """The folder that such a disk is mounted at, for as long as it is. Raises :class:`NoSuchDisk`."""
    folder = disk.with_name(f"{disk.name}-mounted")
    folder.mkdir()
    run("mount", "-o", "loop", str(disk), str(folder))
    try:
        yield folder
    finally:
        run("umount", "--lazy", str(folder))


def run(*command: str) -> None:
    """Run a command of the system. Raises :class:`NoSuchDisk` in its words."""
    if not sys.platform.startswith("linux"):
        raise NoSuchDisk(f"disks are mounted on Linux, not on {sys.platform}")
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        raise NoSuchDisk(f"{command[0]}: {said.strip()}") from error
