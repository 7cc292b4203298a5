"""The plug is pulled while people play: what the kernel still held in memory is gone, what has reached the disk is all.

The game lies on an ext4 of its own within a file. That file is copied the moment the player is killed, so that it holds
what had been written to the disk by then and nothing of the kernel's cache; the copy is mounted, which plays ext4's own
journal back, and the game is opened there. A disk that lies about ``fsync`` is another matter.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from pathlib import Path

from companion.store import SUFFIX
from games.game import JsonValue
from tools.benchmarks.evening.disk.ext4 import NoSuchDisk, mounted, new_disk
from tools.benchmarks.evening.disk.kept import trouble_of
from tools.benchmarks.evening.disk.player import ENDLESS, PlayingProcess
from tools.benchmarks.evening.measured import Measured

MOST_PRESSES = 60


def power_cuts(n: int, seed: int) -> Measured:
    """Pull the plug ``n`` times; lost is a game of which anything that was told is not there again. Nothing is measured
    (n is 0) where this process may not mount disks."""
    rng = random.Random(seed)
    lost: list[JsonValue] = []
    moves = 0
    for number in range(n):
        try:
            entries, trouble = cut_once(rng)
        except NoSuchDisk as error:
            return Measured(0, 0, {"not_measured": str(error)})
        moves += entries
        if trouble:
            lost.append({"cut": number, "trouble": trouble})
    return Measured(n, len(lost), {"entries_told": moves, "losses": lost[:5]})


def cut_once(rng: random.Random) -> tuple[int, str]:
    """One game until the plug is pulled: how many entries were told, and what is wrong with it afterwards (empty where
    nothing is). Raises :class:`NoSuchDisk`."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as place:
        disk, left = Path(place) / "disk", Path(place) / "what-was-left"
        new_disk(disk)
        with mounted(disk) as folder:
            player = PlayingProcess(folder / f"evening{SUFFIX}", rng.randrange(2**31), ENDLESS)
            player.ready()
            player.go()
            player.hear(rng.randint(1, MOST_PRESSES))
            time.sleep(rng.random() * 0.01)  # somewhere within the next press
            player.kill()
            shutil.copyfile(disk, left)
        with mounted(left) as folder:
            return len(player.confirmed), trouble_of(folder / f"evening{SUFFIX}", player.confirmed)
