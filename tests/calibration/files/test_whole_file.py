"""Files that people entered are written whole or not at all."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from calibration.files.whole_file import CannotWrite, write_whole, write_whole_text


def test_a_file_is_replaced_by_the_new_one_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "cards.json"
    write_whole_text(path, "old")
    write_whole_text(path, "größer")
    assert path.read_text("utf-8") == "größer"
    assert [one.name for one in path.parent.iterdir()] == ["cards.json"]


def test_a_file_with_a_password_is_for_its_owner_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "preferences.json", b"{}", private=True)
    assert (tmp_path / "preferences.json").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    write_whole(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text() == "new"


def test_where_a_folder_is_a_file_the_sentence_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(CannotWrite) as raised:
        write_whole(tmp_path / "data" / "cards.json", b"{}")
    assert raised.value.path == tmp_path / "data" / "cards.json"
    assert raised.value.reason


def _no_room() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # the real system's own refusal: "File too large"


def test_with_no_room_the_old_file_stays_and_no_part_is_left(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text("old")
    program = (
        "import sys; from pathlib import Path; from calibration.files.whole_file import CannotWrite, write_whole\n"
        "try: write_whole(Path(sys.argv[1]), bytes(100_000))\n"
        "except CannotWrite: sys.exit(7)"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(path)], preexec_fn=_no_room, cwd=os.getcwd(), check=False)
    assert ran.returncode == 7
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
