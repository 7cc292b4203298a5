"""Pictures of the table beside a game's moves: under which number, and whether there is room."""

from __future__ import annotations

import shutil
from pathlib import Path

from games.any_game import AnyRecord

KEPT_FREE = 16 << 20  # bytes of a disk (half of a very small one) that pictures leave to the moves


def photo_number(record: AnyRecord, index: int) -> int:
    """Under which number a picture is kept: that of its commit, below zero, since places of the line move when people
    play on from an earlier moment. Entries of earlier versions know no commits; theirs are kept by place."""
    group = record.line[index].entry.group
    return -group if group else index


def room_is_scarce(folder: Path) -> bool:
    """The last room on a disk is for moves: pictures stop before it is gone."""
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return False  # nobody knows: the transaction will tell
    return disk.free < min(KEPT_FREE, disk.total // 2)
