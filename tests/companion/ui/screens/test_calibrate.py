"""Calibrating on the tablet: the sheet is shown to the camera, and what was found is kept with one tap."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from calibration.profile import Profile, ProfilePart
from companion.cameras.profiles import identity_of, kept_profiles
from companion.editions.kept_tiles import OURS, SetInPlay, choose
from companion.session.looking.watchers import ThreadedWatcher
from vision.explanation import Explanation
from vision.eyes import Attention, Glance
from vision.frame_sources import open_source
from vision.frames import Frame
from vision.simulator.figures import PAINT
from vision.simulator.sheets import SheetTable, row_of_pieces

ROOM = SheetTable()
NAMES = ("red", "yellow", "green", "blue", "black")


@pytest.fixture(scope="module")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of pictures, which stand for cameras: the lens sheet held still four times, and the sheet of markers bare
    and with pieces on it."""
    folder = tmp_path_factory.mktemp("cameras")
    for name in ("lens", "table", "pieces"):
        (folder / name).mkdir()
    for number, picture in enumerate(ROOM.lens_pictures(4)):
        for again in (0, 1):
            cv2.imwrite(str(folder / "lens" / f"{number}-{again}.png"), picture)
    above = ROOM.camera(18, 10, scale_px_mm=2.4)
    cv2.imwrite(str(folder / "table" / "0.png"), ROOM.marker_picture(above))
    pieces = row_of_pieces([PAINT[name] for name in NAMES])
    cv2.imwrite(str(folder / "pieces" / "0.png"), ROOM.marker_picture(above, pieces))
    return folder


def look_through(tablet, camera: Path, part: str, *, lens: bool = True) -> Profile:
    """Open the screen before this camera, whose lens is known, and let it look to the end."""
    identity = identity_of(str(camera))
    if lens:
        kept_profiles().save(Profile(identity).with_lens(ROOM.lens))
    tablet.app.prefer(camera=str(camera))
    tablet.open("calibrate", part=part, back="settings")
    tablet.screen._feed.join()
    tablet.wait(0.4)
    return kept_profiles().load(identity)


class QuietEyes:
    """Eyes that see a still table and nothing on it."""

    def look(self, frame: Frame) -> Glance:
        return Glance(frame.number, frame.time_ms, Attention.STILL)

    def explain(self, state, still) -> Explanation:
        return Explanation((), 1.0, 0)

    def committed(self, state) -> None:
        pass

    def outline_of(self, place: str) -> None:
        return None

    def overlay(self) -> tuple:
        return ()


def sit_down(tablet, camera: Path, *, turns: int = 0) -> Path:
    """At a game before this camera; says where it is kept."""
    tablet.app.prefer(camera=str(camera))
    tablet.shelf._make_watcher = lambda key, state, source: ThreadedWatcher(lambda: open_source(source), QuietEyes())
    tablet.start_game(turns=turns)
    path = tablet.shelf.path_of(tablet.session)
    tablet.app.leave_table()
    tablet.app.sit_down(tablet.shelf.resume(path, camera=str(camera))[0])
    tablet.session._watcher.join()  # the folder was looked through
    tablet.open("table_check")
    return path


def kept(camera: Path) -> Profile:
    return kept_profiles().load(identity_of(str(camera)))


def test_the_lens_asks_for_looks_until_they_are_enough(tablet, cameras):
    look_through(tablet, cameras / "lens", "lens", lens=False)
    assert tablet.reads("4 of ")
    assert tablet.screen.keep_tap.disabled
    assert tablet.reads("Lens not learned")
    assert tablet.screen.picture.outlines  # the sheet where it is seen, and a mark for each look that was taken


def test_the_stand_is_kept_with_one_tap_and_can_be_thrown_away(tablet, cameras):
    look_through(tablet, cameras / "table", "table")
    tablet.tap("Keep it")
    assert tablet.reads("used from now on")
    assert kept(cameras / "table").parts == (ProfilePart.LENS, ProfilePart.TABLE)
    tablet.tap("Forget")
    assert kept(cameras / "table").plane is not None  # the first tap only asks
    tablet.tap("Really forget?")
    assert kept(cameras / "table").parts == (ProfilePart.LENS,)


def test_colours_are_named_and_a_tap_changes_a_name(tablet, cameras):
    look_through(tablet, cameras / "pieces", "colours")
    assert [swatch.piece for swatch in reversed(tablet.screen.swatches.children)] == [0, 1, 2, 3, 4]
    tablet.tap(tablet.thing(piece=4))  # black becomes pink
    tablet.tap("Keep it")
    assert set(kept(cameras / "pieces").colours) == {"red", "yellow", "green", "blue", "pink"}


def test_a_bent_lens_that_was_never_learned_is_asked_for_first(make_tablet, cameras):
    tablet = make_tablet(language="de")
    look_through(tablet, cameras / "table", "table", lens=False)
    assert tablet.reads("zuerst lernen")
    assert tablet.screen.keep_tap.disabled


def test_a_folder_that_cannot_be_written_is_said_and_nothing_breaks(tablet, cameras, own_home):
    look_through(tablet, cameras / "table", "table")
    before = (own_home / "data" / "tableside" / "calibration").rename(own_home / "away")
    (own_home / "data" / "tableside" / "calibration").write_text("in the way")
    tablet.tap("Keep it")
    assert tablet.reads("can't be saved")
    assert before.is_dir()


def test_a_camera_that_is_not_there_says_so(tablet):
    tablet.app.prefer(camera="77")
    tablet.open("camera", back="settings")
    tablet.wait(0.3)
    tablet.tap("Calibrate")
    assert tablet.screen.name == "calibrate"
    while tablet.screen._feed.shown is None:  # it goes on asking for the camera
        tablet.wait(0.05)
    tablet.wait(0.3)
    assert tablet.reads("77")
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "camera"


def test_without_a_camera_it_says_one_thing_and_leads_to_the_choice(tablet):
    tablet.open("calibrate", back="settings")
    assert tablet.reads("No camera is chosen.")
    assert not tablet.reads("Waiting for the camera")
    assert not tablet.reads("Play by touch")
    tablet.tap("Choose a camera")
    assert tablet.screen.name == "camera"
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "calibrate"
    assert tablet.screen.wishes["back"] == "settings"


def test_from_the_table_check_and_back_to_the_same_game(tablet, cameras):
    kept_profiles().save(Profile(identity_of(str(cameras / "table"))).with_lens(ROOM.lens))
    sit_down(tablet, cameras / "table", turns=3)
    moves = len(tablet.session.record.line)
    assert tablet.reads("Learned: Lens.")
    tablet.tap("Calibrate")
    assert tablet.session is None  # the camera is free
    assert tablet.screen.name == "calibrate"
    tablet.screen.leave()
    tablet.wait(0.3)
    assert tablet.screen.name == "table_check"
    assert len(tablet.session.record.line) == moves
    assert tablet.session._watcher is not None


def test_a_game_that_vanished_meanwhile_leads_home(tablet, cameras):
    path = sit_down(tablet, cameras / "table")
    tablet.touch("Calibrate")  # a camera that stands still takes more room above it
    tablet.settle()
    tablet.shelf.delete(path)
    tablet.screen.leave()
    tablet.wait(0.3)
    assert tablet.screen.name == "home"


def test_the_table_check_says_which_edition_is_looked_for(tablet, cameras):
    for chosen, said in ((SetInPlay(OURS), "In use: Tableside's own."), (SetInPlay("Gran's"), "Gran's: 0 of 24")):
        choose(chosen)
        sit_down(tablet, cameras / "table")
        assert tablet.reads(said)
    tablet.tap("Change")
    assert tablet.screen.name == "editions"
    tablet.tap("Tableside's own")
    tablet.screen.leave()
    tablet.wait(0.3)
    assert tablet.screen.name == "table_check"
