"""Disks that fail while people play, and come back: blocks that can't be written, a disk that is pulled, one that can
only be read.

The faults are the kernel's own. The game lies on an ext4 in a sparse file on a small file system in memory. Where that
fills up, the disk has no block to write to and answers with EIO, upon which ext4 makes itself read-only; a shut-down
(``EXT4_IOC_SHUTDOWN``) answers everything with EIO, as a stick that was pulled; and ``mount -o remount,ro``. A disk
that failed comes back as a copy of what had reached it, mounted in the same place, while the game is still open.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.store import SUFFIX, StoreError, record_at
from companion.store.summary import listed
from games.game import JsonValue
from tools.benchmarks.evening.disk.ext4 import NoSuchDisk, new_disk, run
from tools.benchmarks.evening.disk.kept import trouble_of
from tools.benchmarks.evening.disk.player import ENDLESS, PlayingProcess
from tools.benchmarks.evening.measured import Measured

MOST_PRESSES = 40  # before a fault, and after it
BENEATH_KB = 6144  # of the file system beneath the disk: an empty disk takes a fifth of a MB of it
BACK_S = 20.0  # a disk that is back is written again within this time
_SHUT_DOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN, linux/fs/ext4/ext4.h
_AT_ONCE = struct.pack("I", 2)  # EXT4_GOING_FLAGS_NOLOGFLUSH: nothing more is written


class FailingDisk:
    """A disk to play on. Use it as a context manager; raises :class:`NoSuchDisk` where it can't be had.

    Attributes:
        folder: what is on it.
    """

    def __init__(self, place: Path) -> None:
        self.folder = place / "disk"
        self._beneath = place / "beneath"
        self._file = self._beneath / "ext4"
        self._copy = place / "what-was-left"
        self._mounts = 0

    def __enter__(self) -> FailingDisk:
        self.folder.mkdir()
        self._beneath.mkdir()
        run("mount", "-t", "tmpfs", "-o", f"size={BENEATH_KB}k", "tableside", str(self._beneath))
        try:
            new_disk(self._file)
            self._mount(self._file)
        except NoSuchDisk:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        while self._mounts:
            self._let_go()
        run("umount", "--lazy", str(self._beneath))

    def spoil(self) -> None:
        """No new block can be written any more."""
        with (self._beneath / "filler").open("ab", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                return  # it is full now

    def pull(self) -> None:
        """Everything that needs the disk fails."""
        import fcntl  # not on Windows, where no such disk can be had either

        handle = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, _SHUT_DOWN, _AT_ONCE)
        finally:
            os.close(handle)

    def put_back(self) -> None:
        """Another mount of what had reached the disk, over the same folder."""
        self.pull()  # one that can still write here and there must not go on while it is copied
        shutil.copyfile(self._file, self._copy)
        self._mount(self._copy)

    def forbid(self) -> None:
        """It can only be read; for a disk on which nothing is open."""
        run("mount", "-o", "remount,ro", str(self.folder))

    def allow(self) -> None:
        """It can be written again."""
        run("mount", "-o", "remount,rw", str(self.folder))

    def _mount(self, file: Path) -> None:
        run("mount", "-o", "loop", str(file), str(self.folder))
        self._mounts += 1

    def _let_go(self) -> None:
        run("umount", "--lazy", str(self.folder))
        self._mounts -= 1


def failing_disks(n: int, seed: int) -> Measured:
    """``n`` games whose disk fails and comes back, in each way in turn. Lost is a game that ended, that was not said to
    be unsaved, that home fell over, that was not saved again once the disk was back, or of which anything that was told
    as saved is not there. Nothing is measured (n is 0) where this process may not mount disks."""
    rng = random.Random(seed)
    lost: list[JsonValue] = []
    moves, refused = 0, Counter[str]()
    for number in range(n):
        way = WAYS[number % len(WAYS)]
        try:
            player, trouble = failed_once(way, rng)
        except NoSuchDisk as error:
            return Measured(0, 0, {"not_measured": str(error)})
        moves += len(player.confirmed)
        refused.update(key for key in player.refused if key is not None)
        if trouble:
            lost.append({"disk": number, "way": way, "trouble": trouble})
    return Measured(n, len(lost), {"entries_told": moves, "presses_refused": dict(refused), "losses": lost[:5]})


def failed_once(way: str, rng: random.Random) -> tuple[PlayingProcess, str]:
    """One game through one of :data:`WAYS`: who played it, and what is wrong with it afterwards (empty where nothing
    is). Raises :class:`NoSuchDisk`."""
    fail, mend, begins = _WAYS[way]
    with tempfile.TemporaryDirectory(prefix="tableside-") as place, FailingDisk(Path(place)) as disk:
        path = disk.folder / f"evening{SUFFIX}"
        if begins:
            fail(disk)
        player = PlayingProcess(path, rng.randrange(2**31), ENDLESS)
        try:
            player.ready()
            player.go()
            player.hear(rng.randint(1, MOST_PRESSES))
            if not begins:
                time.sleep(rng.random() * 0.004)  # somewhere within the next press
                fail(disk)
            trouble = _through(disk, path, player, rng, lambda: mend(disk))
        finally:
            player.kill()
        never_saved = begins and player.unsaved  # as was said all the while
        return player, trouble or ("" if never_saved else trouble_of(path, player.confirmed))


def _through(
    disk: FailingDisk, path: Path, player: PlayingProcess, rng: random.Random, mend: Callable[[], None]
) -> str:
    """From the fault until after its end."""
    if not _until(player, lambda: player.unsaved):
        return "the game ended, or nobody was told that it is not saved"
    presses = rng.randint(1, MOST_PRESSES)
    if player.hear(presses) < presses:
        return "the game ended before the disk was back"
    if not player.unsaved:
        return "it was no longer said that the game is not saved"
    listed(disk.folder)  # home raises nothing
    with suppress(StoreError):  # told in a sentence
        record_at(path)
    mend()
    if rng.random() < 0.3:
        return ""  # killed before the next press, or about it
    return "" if _until(player, lambda: not player.unsaved) else "not saved again once the disk was back"


def _until(player: PlayingProcess, so: Callable[[], bool]) -> bool:
    """Listen until it is so; False where that takes too long or the player ends."""
    began = time.monotonic()
    while not so():
        if not player.hear(1) or time.monotonic() - began > BACK_S:
            return False
    return True


# How it fails, how it comes back, and whether it fails before the game is begun.
_WAYS: dict[str, tuple[Callable[[FailingDisk], None], Callable[[FailingDisk], None], bool]] = {
    "blocks that can't be written": (FailingDisk.spoil, FailingDisk.put_back, False),
    "pulled": (FailingDisk.pull, FailingDisk.put_back, False),
    "read-only from the start": (FailingDisk.forbid, FailingDisk.allow, True),
}
WAYS = tuple(_WAYS)
