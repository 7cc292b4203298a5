"""``bench evening``: games on a folder that can't be written, put right in the middle of the game."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from companion.session.shelf import Shelf
from companion.session.views import AnySession, ChipKind
from games.game import JsonValue, Refusal
from tools.benchmarks.evening.given.imports import drawn_record
from tools.benchmarks.evening.measured import Measured

_SIZE = "1m"
_Mend = Callable[[], None]
_Kind = Callable[[Path], AbstractContextManager[tuple[Path, _Mend]]]


def odd_folders(n: int, seed: int) -> Measured:
    """``n`` games that begin where nothing can be saved.

    Lost is one that can't be begun or played, whose chip does not say so, or that is not on the disk as it was told
    once the folder was put right and one more move was made.
    """
    kinds = _kinds_here()
    losses: list[JsonValue] = []
    tried: Counter[str] = Counter()
    for number in range(seed, seed + n):
        rng = random.Random(number)
        kind = rng.choice(sorted(kinds))
        tried[kind] += 1
        with tempfile.TemporaryDirectory(prefix="tableside-bench-") as name, kinds[kind](Path(name)) as (folder, mend):
            try:
                wrong = _evening(folder, mend, rng)
            except Exception as error:  # noqa: BLE001  (whatever would end the app is what is measured)
                wrong = f"{type(error).__name__}: {error}"
        if wrong:
            losses.append({"seed": number, "folder": kind, "what": wrong})
    return Measured(n, len(losses), {**{f"tried_{kind}": tried[kind] for kind in _KINDS}, "losses": losses})


def _evening(folder: Path, mend: _Mend, rng: random.Random) -> str:
    """Play, leave, go on, put the folder right, play on, reopen; what went wrong, or ""."""
    clock = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
    shelf = Shelf(folder, lambda: next(clock))
    start = drawn_record(rng)
    session = shelf.start(start.game.key, start.game.setup_to_json(start.setup))
    if not shelf.troubles() or not _says_not_saved(session):
        return "nobody was told"
    _play(session, rng.randint(1, 8), rng)
    if not _says_not_saved(session):
        return "nobody was told after moves"
    path, entries = shelf.path_of(session), session.record.log
    session.close()
    if path is None or [summary.path for summary in shelf.saved()] != [path]:
        return "not listed"
    session, _ = shelf.resume(path)
    if session.record.log != entries:
        return "left and came back to another game"
    mend()
    _play(session, 1, rng)
    entries = session.record.log
    session.close()
    shelf.finish()
    afresh = Shelf(folder, lambda: next(clock))
    if len(entries) == 0 or [summary.path for summary in afresh.saved()] != [path]:
        return "not on the disk once the folder was right"
    session, rescue = afresh.resume(path)
    session.close()
    afresh.finish()  # a game is closed beside whoever leaves it, and the folder goes with the next line
    return "" if session.record.log == entries and rescue is None else "reopened differs from told"


def _play(session: AnySession, moves: int, rng: random.Random) -> None:
    for _ in range(moves):
        record = session.record
        if record.game.player_to_move(record.state) is not None:
            session.play(record.game.sample(record.state, rng))
        else:
            with suppress(Refusal):
                session.undo()


def _says_not_saved(session: AnySession) -> bool:
    return any(chip.kind is ChipKind.SAVE for chip in session.view.chips)


@contextmanager
def _file_in_the_way(root: Path) -> Iterator[tuple[Path, _Mend]]:
    folder = root / "data"
    folder.write_text("in the way")
    yield folder, folder.unlink


@contextmanager
def _file_further_up(root: Path) -> Iterator[tuple[Path, _Mend]]:
    (root / "share").write_text("in the way")
    yield root / "share" / "tableside", (root / "share").unlink


@contextmanager
def _gone_stick(root: Path) -> Iterator[tuple[Path, _Mend]]:
    folder = root / "data"
    folder.symlink_to(root / "media" / "stick")
    yield folder, lambda: (root / "media" / "stick").mkdir(parents=True)


@contextmanager
def _read_only(root: Path) -> Iterator[tuple[Path, _Mend]]:
    with _mounted(root) as place:
        _remount(place, "ro")
        yield place, lambda: _remount(place, "rw")


@contextmanager
def _full(root: Path) -> Iterator[tuple[Path, _Mend]]:
    with _mounted(root) as place:
        block = place / "holiday.mp4"
        with block.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        yield place, block.unlink


@contextmanager
def _mounted(root: Path) -> Iterator[Path]:
    """A small file system of its own. Raises ``subprocess.CalledProcessError`` where nobody may mount one."""
    place = root / "disk"
    place.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(place)], check=True, capture_output=True
    )
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False, capture_output=True)


def _remount(place: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(place)], check=True, capture_output=True)


_KINDS: Mapping[str, _Kind] = {
    "file_in_the_way": _file_in_the_way,
    "file_further_up": _file_further_up,
    "gone_stick": _gone_stick,
    "read_only": _read_only,
    "full": _full,
}


def _kinds_here() -> dict[str, _Kind]:
    """Those that can be made on this machine: file systems are mounted by root alone."""
    with tempfile.TemporaryDirectory() as name:
        try:
            with _mounted(Path(name)):
                return dict(_KINDS)
        except (OSError, subprocess.CalledProcessError):
            return {key: kind for key, kind in _KINDS.items() if kind not in (_read_only, _full)}
