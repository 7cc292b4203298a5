"""The plug is pulled while people play: what the kernel still held in memory is gone, what has reached the disk is all.

The game lies on an ext4 of its own within a file. That file is copied the moment the player is killed, so that it holds
what had been written to the disk by then and nothing of the kernel's cache; the copy is mounted, which plays ext4's own
journal back, and the game is opened there. A disk that lies about ``fsync`` is another matter.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store import SUFFIX, StoredGame, StoreError
from companion.store.written import bodies_of
from games.game import JsonValue
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.evening.processes import ENDLESS, Player

DISK_BYTES = 24 << 20
MOST_PRESSES = 60


class NoSuchDisk(Exception):
    """This process may not mount a file as a disk; the text says what stood in the way."""


def power_cuts(n: int, seed: int) -> Measured:
    """Pull the plug ``n`` times; lost is a game of which anything that was told is not there again. Nothing is measured
    (n is 0) where this process may not mount disks."""
    rng = random.Random(seed)
    lost: list[JsonValue] = []
    told = 0
    for number in range(n):
        try:
            entries, trouble = cut_once(rng)
        except NoSuchDisk as error:
            return Measured(0, 0, {"not_measured": str(error)})
        told += entries
        if trouble:
            lost.append({"cut": number, "trouble": trouble})
    return Measured(n, len(lost), {"entries_told": told, "losses": lost[:5]})


def cut_once(rng: random.Random) -> tuple[int, str]:
    """One game until the plug is pulled: how many entries were told, and what is wrong with it afterwards (empty where
    nothing is). Raises :class:`NoSuchDisk`."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as place:
        disk, left = Path(place) / "disk", Path(place) / "what-was-left"
        disk.touch()
        os.truncate(disk, DISK_BYTES)
        _run("mkfs.ext4", "-q", "-F", str(disk))
        with _mounted(disk) as folder:
            player = Player(folder / f"evening{SUFFIX}", rng.randrange(2**31), ENDLESS)
            player.ready()
            player.go()
            player.hear(rng.randint(1, MOST_PRESSES))
            time.sleep(rng.random() * 0.01)  # somewhere within the next press
            player.kill()
            shutil.copyfile(disk, left)
        with _mounted(left) as folder:
            return len(player.told), _trouble(folder / f"evening{SUFFIX}", player.told)


def _trouble(path: Path, told: list[str]) -> str:
    try:
        stored, record, rescue = StoredGame.open(path)
        stored.close()
    except StoreError as error:
        return error.phrase.key
    kept = list(bodies_of(record.log))
    if kept[: len(told)] != told:
        return f"told {len(told)}, kept {len(kept)}"
    return rescue.phrase.key if rescue is not None and rescue.shorter else ""


@contextmanager
def _mounted(disk: Path) -> Iterator[Path]:
    folder = disk.with_name(f"{disk.name}-mounted")
    folder.mkdir()
    _run("mount", "-o", "loop", str(disk), str(folder))
    try:
        yield folder
    finally:
        _run("umount", "--lazy", str(folder))


def _run(*command: str) -> None:
    if not sys.platform.startswith("linux"):
        raise NoSuchDisk(f"power cuts are tried on Linux, not on {sys.platform}")
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        raise NoSuchDisk(f"{command[0]}: {said.strip()}") from error
