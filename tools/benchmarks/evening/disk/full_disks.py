"""Disks that fill up while people play; ``python -m tools.benchmarks.evening.disk.full_disks N SEED`` prints what was
lost.

Where this process may mount one, the disk is a real file system of 1 MB; elsewhere the kernel's limit on the size of
files (``RLIMIT_FSIZE``) stands in for it. Either is put in from outside: the store knows nothing of it.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from companion.store import SUFFIX, StoredGame, StoreError, record_at, summaries
from games.record import Entry
from tools.benchmarks.evening.disk.games import EveningTable, new_record
from tools.benchmarks.evening.measured import Measured

MOST_PRESSES = 80
DISK_KB = 1024
LEFT_KB = (0, 0, 4, 8, 16, 40, 80, 150)  # that a filled disk still has


class Disk(Protocol):
    """A small disk."""

    folder: Path
    kind: str

    def fill(self, left_kb: int) -> None:
        """Leave room for so many kB only."""

    def free(self) -> None:
        """Give the room back."""


class SmallFileSystem:
    """A file system in memory, with a file that fills it."""

    kind = "file system of 1 MB"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, left_kb: int) -> None:
        """Leave room for so many kB only."""
        with self._filler.open("ab", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                filler.truncate(max(0, self._filler.stat().st_size - left_kb * 1024))

    def free(self) -> None:
        """Give the room back."""
        self._filler.unlink(missing_ok=True)


class LimitedFiles:
    """Files of this process can grow no further than the largest one, and so many kB."""

    kind = "limit on the size of files"

    def __init__(self, folder: Path) -> None:
        import resource  # POSIX only; Windows has neither this nor the small file system

        self._resource = resource
        self.folder = folder

    def fill(self, left_kb: int) -> None:
        """Leave room for so many kB only."""
        largest = max((file.stat().st_size for file in self.folder.iterdir()), default=0)
        self._limit(largest + left_kb * 1024)

    def free(self) -> None:
        """Give the room back."""
        self._limit(self._resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        _, most = self._resource.getrlimit(self._resource.RLIMIT_FSIZE)
        self._resource.setrlimit(self._resource.RLIMIT_FSIZE, (size, most))


def full_disks(n: int, seed: int) -> Measured:
    """Games on a disk that fills up and is freed again, some of them damaged before it is: what was told is there."""
    command = [sys.executable, "-m", "tools.benchmarks.evening.disk.full_disks", str(n), str(seed)]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    row = json.loads(said.splitlines()[-1])
    return Measured(row.pop("n"), row.pop("lost"), row)


def main(n: int, seed: int) -> None:
    """Measure and print."""
    rng = random.Random(seed)
    losses: list[dict[str, object]] = []
    moves = refused = 0
    kind = ""
    for number in range(n):
        with small_disk() as disk:
            kind = disk.kind
            evening = _Evening(disk, random.Random(rng.randrange(2**32)))
            try:
                trouble = evening.trouble(damaged=number % 3 == 2)
            except Exception as error:  # noqa: BLE001 - whatever is raised ends the app: that is what is looked for
                trouble = f"raised {error!r}"
            finally:
                disk.free()
                evening.close()
            moves, refused = moves + len(evening.log), refused + evening.refused
        if trouble:
            losses.append({"disk": number, "trouble": trouble})
    row = Measured(n, len(losses), {"disk": kind, "entries_told": moves, "presses_refused": refused})
    sys.stdout.write(json.dumps({**row.to_json(), "losses": losses[:5]}) + "\n")


@contextmanager
def small_disk() -> Iterator[Disk]:
    """A small disk, in memory where this process may mount one."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as place:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_KB}k", "tableside", place]
        if sys.platform.startswith("linux") and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
            try:
                yield SmallFileSystem(Path(place))
            finally:
                subprocess.run(["umount", "--lazy", place], check=True)
        else:
            yield LimitedFiles(Path(place))


class _Evening:
    """One game on a small disk."""

    def __init__(self, disk: Disk, rng: random.Random) -> None:
        self._disk = disk
        self._rng = rng
        self.path = disk.folder / f"evening{SUFFIX}"
        self.log: tuple[Entry, ...] = ()  # as people were told
        self.refused = 0
        record = new_record(rng)
        self._open: StoredGame | None = StoredGame.create(self.path, record, time_ms=0)
        self._table = EveningTable(record, self._open, rng)

    def trouble(self, *, damaged: bool) -> str:
        """Play, fill, free, leave and come back; what went wrong, empty where nothing did."""
        self._play(self._rng.randint(10, MOST_PRESSES), full_at_times=True)
        self._leave()
        if damaged:
            self._disk.free()
            self._damage()
        self._disk.fill(self._rng.choice(LEFT_KB))
        return self._come_back("on the full disk") or self._come_back("on the freed disk", freed=True)

    def close(self) -> None:
        """Let go of the files."""
        if self._open is not None:
            self._open.close()

    def _play(self, presses: int, *, full_at_times: bool) -> None:
        full = False
        for _ in range(presses):
            if full_at_times and self._rng.random() < 0.15:
                if full:
                    self._disk.free()
                else:
                    self._disk.fill(self._rng.choice(LEFT_KB))
                full = not full
            before = self._table.session.record.log
            self._table.press()
            self.log = self._table.session.record.log
            self.refused += self.log == before

    def _leave(self) -> None:
        self._table.session.close()
        self._open = None

    def _damage(self) -> None:
        size = self.path.stat().st_size
        with self.path.open("r+b") as file:
            file.truncate(self._rng.randrange(size))

    def _come_back(self, when: str, *, freed: bool = False) -> str:
        if freed:
            self._disk.free()
        if [game.path for game in summaries(self._disk.folder)] != [self.path]:
            return f"not in the list {when}"
        try:
            if record_at(self.path).log != self.log:
                return f"other moves {when}"
            self._open, record, _ = StoredGame.open(self.path)
        except StoreError as error:
            return f"{error.phrase.key} {when}"
        if record.log != self.log:
            return f"told {len(self.log)}, kept {len(record.log)} {when}"
        self._table = EveningTable(record, self._open, self._rng)
        self._play(3, full_at_times=False)
        refused = [chip.phrase.key for chip in self._table.session.view.chips if chip.lost]
        self._leave()
        return f"not saved {when}: {refused}" if freed and refused else ""


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
