"""An evening on a folder that is missing, full, read-only or a file: home says so, and people play all the same."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.store import StoredGame
from companion.unsaved_game import begun
from games.carcassonne.actions import Skip
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record


def file_in_the_way(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.write_text("a file where the folder belongs")


def link_to_nowhere(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.symlink_to(folder.parent / "gone" / "stick")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of half a megabyte; where the system lets nobody mount one the test is passed over."""
    place = tmp_path / "stick"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", place], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=False)


def remount(place: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", place], check=True)


def fill(block: Path) -> None:
    """Write until nothing more fits."""
    with block.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass


def sit_down_and_start(tablet: Any) -> None:
    """Two people by touch, from home."""
    tablet.open("new_game", game="carcassonne")
    for place, name in ((0, "Anna"), (1, "Ben")):
        tablet.screen.seating.sit(place, name)
    tablet.screen.show()
    tablet.tap(tablet.screen.ids.start)


def play_one_turn(tablet: Any) -> None:
    state = tablet.session.record.state
    tablet.session.play(tablet.session.record.game.sample(state, tablet.app.rng))
    if tablet.session.record.state.step == "follower":
        tablet.session.play(Skip())
    tablet.wait()


def chips(tablet: Any) -> list[str]:
    return [chip.phrase.key for chip in tablet.session.view.chips]


@pytest.mark.parametrize("breaks", [file_in_the_way, link_to_nowhere])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_broken_folder_is_told_at_home_and_a_game_is_played(make_tablet: Any, breaks: Any, language: str) -> None:
    tablet = make_tablet(language=language)
    breaks(tablet.shelf.folder)
    tablet.open("home")
    assert tablet.reads(str(tablet.shelf.folder))
    sit_down_and_start(tablet)
    assert tablet.screen.name == "table"
    assert tablet.reads({"en": "Not saved", "de": "Nicht gespeichert"}[language])
    for _ in range(3):
        play_one_turn(tablet)
        assert chips(tablet) == ["store.not_saved"]
    tablet.tap({"en": "Not saved", "de": "Nicht gespeichert"}[language])
    assert tablet.reads(str(tablet.shelf.folder))


def test_a_game_that_was_not_saved_goes_on_from_home_and_is_saved_once_the_folder_is_right(tablet: Any) -> None:
    file_in_the_way(tablet.shelf.folder)
    sit_down_and_start(tablet)
    play_one_turn(tablet)
    found = tablet.session.record
    tablet.app.leave_table()
    tablet.open("home")
    tablet.tap("Go on")
    assert tablet.session.record.log == found.log
    assert chips(tablet) == ["store.not_saved"]

    tablet.shelf.folder.unlink()
    play_one_turn(tablet)
    assert chips(tablet) == []
    found = tablet.session.record
    (saved,) = tablet.shelf.folder.glob("*.tableside")
    tablet.app.leave_table()
    _, record, rescue = StoredGame.open(saved)
    assert record.log == found.log
    assert rescue is None


def test_the_history_of_a_game_that_is_not_saved_shows_what_was_played(tablet: Any) -> None:
    file_in_the_way(tablet.shelf.folder)
    sit_down_and_start(tablet)
    play_one_turn(tablet)
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("History")
    assert tablet.screen.docks.in_history
    assert tablet.session.photo_of(0) is None  # no picture is kept in memory


def test_a_game_that_was_saved_at_last_has_its_pictures_on_the_disk(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    file_in_the_way(folder)
    record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    game = begun(folder / "evening.tableside", record, time_ms=1)
    record = record.play(CARCASSONNE.sample(record.state, random.Random(1)), time_ms=2)
    game.keep(record, time_ms=2, jpeg=b"a picture")
    assert game.photo(record, 0) is None
    folder.unlink()
    record = record.play(Skip(), time_ms=3)
    game.keep(record, time_ms=3)
    record = record.play(CARCASSONNE.sample(record.state, random.Random(1)), time_ms=4)
    game.keep(record, time_ms=4, jpeg=b"a picture")
    assert game.photo(record, len(record.line) - 1) == b"a picture"
    game.close()


def test_home_saves_what_waits_as_soon_as_it_can(tablet: Any) -> None:
    file_in_the_way(tablet.shelf.folder)
    sit_down_and_start(tablet)
    play_one_turn(tablet)
    moves = len(tablet.session.record.line)
    tablet.app.leave_table()
    tablet.shelf.folder.unlink()
    tablet.open("home")
    (summary,) = tablet.shelf.saved()
    assert summary.moves == moves
    assert summary.path.exists()
    assert tablet.app.troubles() == ()


def test_a_stick_that_can_only_be_read(tablet: Any, small_disk: Path) -> None:
    tablet.shelf.folder = small_disk
    remount(small_disk, "ro")
    tablet.open("home")
    assert tablet.reads("can only be read")
    sit_down_and_start(tablet)
    play_one_turn(tablet)
    assert chips(tablet) == ["store.not_saved"]
    remount(small_disk, "rw")
    play_one_turn(tablet)
    assert chips(tablet) == []


def test_a_full_disk(tablet: Any, small_disk: Path) -> None:
    tablet.shelf.folder = small_disk
    block = small_disk / "holiday.mp4"
    fill(block)
    tablet.open("home")
    assert tablet.reads("The disk is full")
    sit_down_and_start(tablet)
    play_one_turn(tablet)
    assert chips(tablet) == ["store.not_saved"]
    block.unlink()
    play_one_turn(tablet)
    assert chips(tablet) == []
    moves = len(tablet.session.record.line)
    tablet.app.leave_table()
    (summary,) = tablet.shelf.saved()
    assert summary.moves == moves


def test_preferences_that_cannot_be_read_or_written_end_nothing(make_tablet: Any, tmp_path: Path) -> None:
    tablet = make_tablet()
    config = tablet.folder / "config"
    shutil.rmtree(config)
    config.write_text("in the way")
    tablet.open("settings")
    tablet.app.prefer(left_hand=True)
    tablet.open("home")
    assert tablet.app.not_kept


def test_what_is_wrong_is_looked_for_beside_the_screen_and_leaving_home_waits_for_nothing(tablet: Any) -> None:
    file_in_the_way(tablet.shelf.folder)
    tablet.app.go("home")
    tablet.wait(0.1)
    assert not tablet.screen.filled  # drawn, and nothing was opened yet
    tablet.open("settings")
    assert tablet.screen.name == "settings"
    tablet.open("home")
    assert tablet.reads(str(tablet.shelf.folder))


@pytest.mark.expects_log
def test_where_looking_for_it_fails_home_says_so_and_stays(tablet: Any) -> None:
    tablet.app.go("home")
    tablet.shelf.folder = Path("a\0b")
    tablet.wait(0.2)
    while not tablet.screen.filled:
        tablet.wait(0.1)
    assert tablet.reads("could not be looked through")
