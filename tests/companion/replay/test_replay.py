"""``tableside replay``: recorded evenings before the real eyes, session and button box."""

import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.references import Reference
from companion.cli import main
from companion.replay.evening import (
    FILE_NAME,
    EveningError,
    EveningPlayer,
    RecordedEvening,
    ShownPicture,
    load_evening,
    write_evening,
)
from companion.replay.evening_eyes import EveningLessons, evening_eyes
from companion.replay.replayed_table import STEP_MS, ReplayedTable
from companion.replay.replaying import replay
from games.carcassonne.actions import Lay, Skip, indistinguishable
from games.istanbul.actions import Roll
from vision.carcassonne.learning.eyes import LearningEyes
from vision.carcassonne.learning.remembered_followers import FollowersSeen
from vision.explanation import Explanation
from vision.eyes import Attention, Glance
from vision.frames import Frame
from vision.simulator.players.gestures import Throw, Touch

PLAYERS = (EveningPlayer("Anna", "red"), EveningPlayer("Ben", "blue"))
TRUTH = ("lay BA/RFr 1,0 r0", "skip")  # a straight road at the start tile's


def an_evening(folder: Path, **changes: object) -> RecordedEvening:
    """Two grey pictures, of which the first is held three times and ends with Anna's press."""
    for number, level in enumerate((90, 160)):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((90, 160, 3), level, np.uint8))
    frames = (ShownPicture("0.png", 3, press=0), ShownPicture("1.png", 2))
    evening = RecordedEvening("carcassonne", PLAYERS, frames, ())
    evening = msgspec.structs.replace(evening, **changes)
    write_evening(folder, evening)
    return evening


# The table that is shown


def test_a_picture_is_shown_as_often_as_it_was_held_and_the_press_comes_with_its_last_showing(tmp_path: Path) -> None:
    table = ReplayedTable(an_evening(tmp_path), tmp_path)

    presses = []
    while (frame := table.read()) is not None:
        presses.append((frame.number, len(table.presses)))

    assert presses == [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1)]


def test_pictures_come_ten_a_second_the_first_as_it_is_and_then_with_fresh_grain(tmp_path: Path) -> None:
    table = ReplayedTable(an_evening(tmp_path), tmp_path)

    first, second, third = (table.read() for _ in range(3))

    assert first is not None
    assert second is not None
    assert third is not None
    assert (second.time_ms - first.time_ms, third.time_ms - second.time_ms) == (STEP_MS, STEP_MS)
    assert (first.image == 90).all()
    assert 0.3 < second.image.astype(float).std() < 4
    assert (second.image != third.image).any()


def test_while_a_press_waits_the_same_picture_is_shown_on_and_nothing_is_pressed_again(tmp_path: Path) -> None:
    table = ReplayedTable(an_evening(tmp_path), tmp_path)
    for _ in range(3):
        table.read()

    table.paused = True
    waited = [table.read() for _ in range(5)]
    table.paused = False
    after = table.read()

    assert all(frame is not None and abs(float(frame.image.mean()) - 90) < 2 for frame in waited)
    assert after is not None
    assert abs(float(after.image.mean()) - 160) < 2
    assert len(table.presses) == 1


@pytest.mark.parametrize(("pips", "expected"), [((5, 1), Throw(0, (5, 1))), ((5,), Touch(Roll(5, 1)))])
def test_a_single_die_that_a_camera_saw_is_entered_for_the_tray_tells_all_of_its_dice(
    tmp_path: Path, pips: tuple[int, ...], expected: Throw | Touch
) -> None:
    frames = (ShownPicture("0.png", throw=pips), ShownPicture("1.png"))
    table = ReplayedTable(an_evening(tmp_path, game="istanbul", frames=frames, truth=("roll 5 1",)), tmp_path)
    while table.read() is not None:
        pass
    assert list(table.presses) == [expected]


def test_who_begins_is_seated_first_and_presses_the_first_button(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, first=1, frames=(ShownPicture("0.png", press=1), ShownPicture("0.png", press=0)))
    table = ReplayedTable(evening, tmp_path)
    while table.read() is not None:
        pass

    assert [seat.name for seat in evening.record().setup.seats] == ["Ben", "Anna"]
    assert [press.seat for press in table.presses] == [0, 1]


def test_a_press_within_a_turn_says_how_far_play_has_come(tmp_path: Path) -> None:
    frames = (ShownPicture("0.png", press=0, actions=1), ShownPicture("1.png", press=0))
    table = ReplayedTable(an_evening(tmp_path, frames=frames, truth=TRUTH), tmp_path)
    while table.read() is not None:
        pass

    assert [press.actions for press in table.presses] == [1, 2]


# What is wrong in a file is told with its place


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"frames": ()}, "frames"),
        ({"frames": (ShownPicture("9.png"),)}, "frames[0].file"),
        ({"frames": (ShownPicture("../0.png"),)}, "frames[0].file"),
        ({"frames": (ShownPicture("0.png", 0),)}, "frames[0].hold"),
        ({"frames": (ShownPicture("0.png", press=2),)}, "frames[0].press"),
        ({"frames": (ShownPicture("0.png", press=0, touch="skip"),)}, "frames[0]"),
        ({"frames": (ShownPicture("0.png", touch="jump"),)}, "frames[0].touch"),
        ({"players": ()}, "players"),
        ({"players": (EveningPlayer("Anna", "red"), EveningPlayer("Ben", "red"))}, "players"),
        ({"first": 2}, "first"),
        ({"game": "chess"}, "game"),
        ({"truth": ("skip",)}, "truth[0]"),
        ({"truth": ("lay BA/RFr 5,5 r0",)}, "truth[0]"),
        ({"frames": (ShownPicture("0.png", press=0, actions=3),), "truth": TRUTH}, "frames[0].actions"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, changes: dict[str, object], place: str) -> None:
    an_evening(tmp_path, **changes)

    with pytest.raises(EveningError) as caught:
        load_evening(tmp_path)

    assert dict(caught.value.phrase.values)["place"] == place


@pytest.mark.parametrize(("content", "key"), [(None, "replay.no_evening"), (b"{}", "replay.bad_file")])
def test_no_evening_and_half_an_evening_are_told_apart(tmp_path: Path, content: bytes | None, key: str) -> None:
    if content is not None:
        (tmp_path / FILE_NAME).write_bytes(content)

    with pytest.raises(EveningError) as caught:
        load_evening(tmp_path)

    assert caught.value.phrase.key == key


def test_an_evening_that_an_editor_has_marked_as_utf_8_is_read(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    path = tmp_path / FILE_NAME
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_evening(tmp_path) == evening


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_in_place_of_an_evening_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    with pytest.raises(EveningError) as wrong:
        load_evening(tmp_path)
    assert wrong.value.phrase.key == "file.no_file"


def test_a_picture_that_is_none_is_told_when_it_is_opened(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    (tmp_path / "0.png").write_bytes(b"no picture")

    with pytest.raises(EveningError) as caught:
        ReplayedTable(evening, tmp_path).read()

    assert caught.value.phrase.key == "picture.none"


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"edition": "nowhere"}, "replay.bad_references"),
        ({"game": "riga", "edition": "unknown"}, "replay.no_such_eyes"),
    ],
)
def test_an_edition_that_no_eyes_can_know_is_refused(tmp_path: Path, changes: dict[str, object], key: str) -> None:
    evening = an_evening(tmp_path, **changes)

    with pytest.raises(EveningError) as caught:
        evening_eyes(evening, tmp_path, lambda view: None)

    assert caught.value.phrase.key == key


def test_the_command_says_in_one_sentence_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    an_evening(tmp_path, frames=(ShownPicture("9.png"),))

    assert main(["replay", str(tmp_path), "--json"]) == 1

    said = capsys.readouterr()
    assert said.out == ""
    assert "frames[0].file can't be 9.png" in said.err


# What counts as the same


def test_a_tile_turned_to_the_same_sides_counts_as_the_same() -> None:
    curves = [Lay("BA/Rr", 0, 1, turns) for turns in range(4)]
    straights = [Lay("BA/RFr", 0, 1, turns) for turns in range(4)]

    assert [indistinguishable(curves[0], other) for other in curves] == [True, False, False, False]
    assert [indistinguishable(straights[0], other) for other in straights] == [True, False, True, False]
    assert not indistinguishable(straights[0], replace(straights[0], x=1))
    assert not indistinguishable(Skip(), straights[0])


# A whole short evening


def test_a_demo_that_was_saved_is_replayed_through_eyes_session_and_button_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--players", "2", "--turns", "1", "--seed", "90417", "--level", "easy", "--answers", "--json"]

    assert main(["demo", "--save", str(tmp_path), *arguments]) == 0
    saved = json.loads(capsys.readouterr().out)
    assert main(["replay", str(tmp_path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)

    assert saved["pictures"] <= saved["frames"]
    assert saved["frames"] == sum(shown.hold for shown in load_evening(tmp_path).frames)
    assert {key: answer[key] for key in ("actions", "recorded", "agrees", "first_difference")} == {
        "actions": 2,
        "recorded": 2,
        "agrees": True,
        "first_difference": None,
    }
    counted = {key: answer[key] for key in ("turns", "turns_asked", "in_vain", "silent_errors", "learned")}
    assert counted == {"turns": 1, "turns_asked": 0, "in_vain": 0, "silent_errors": 0, "learned": 0}
    assert answer["first_lock_s"] > 0
    assert answer["still_to_proposal_ms"]["p50"] >= STEP_MS


def test_nothing_is_saved_over_an_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    an_evening(tmp_path)

    assert main(["demo", "--save", str(tmp_path), "--turns", "1"]) == 1

    assert FILE_NAME in capsys.readouterr().err


class BlindEyes:
    """Eyes that never find the table."""

    def look(self, frame: Frame) -> Glance:
        return Glance(frame.number, frame.time_ms, Attention.LOST)

    def explain(self, state: object, still: object) -> Explanation:
        raise AssertionError("a table that is not found is not read")

    def committed(self, state: object) -> None:
        pass

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        return ()

    def outline_of(self, place: str) -> None:
        return None


@pytest.mark.parametrize(("answers", "recorded"), [(True, 2), (False, 0)])
def test_presses_that_nothing_came_of_are_in_vain_and_people_enter_the_turn_if_they_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: bool, recorded: int
) -> None:
    an_evening(tmp_path, truth=TRUTH, answers=answers)
    monkeypatch.setattr(
        "companion.replay.replaying.evening_eyes", lambda evening, folder, keep, learned: lambda state: BlindEyes()
    )

    played = replay(tmp_path, lambda: 0)

    assert len(played.outcome.record.line) == recorded
    assert (played.turns, played.outcome.refused, played.outcome.silent_errors) == (1, 1, 0)
    assert played.first_lock_s is None
    assert played.outcome.agrees == answers


# What was learned on earlier evenings


def a_view(kind: str) -> Reference:
    return Reference(kind, ("city", "road", "field", "road"), np.full((96, 96, 3), 120, np.uint8))


def test_what_is_learned_on_one_evening_is_known_on_the_next(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, edition="unknown")
    folder = tmp_path / "learned"
    first = evening_eyes(evening, tmp_path, lambda view: None, EveningLessons(folder))(evening.record().state)
    assert isinstance(first, LearningEyes)
    assert first.edition is None

    EveningLessons(folder).keep(a_view("D"))
    EveningLessons(folder).keep(a_view("D"))
    second = evening_eyes(evening, tmp_path, lambda view: None, EveningLessons(folder))(evening.record().state)

    assert isinstance(second, LearningEyes)
    assert second.views_of("BA/RCr") == 2


def test_who_was_confirmed_on_one_evening_is_remembered_on_the_next(tmp_path: Path) -> None:
    lessons = EveningLessons(tmp_path / "learned")
    lessons.keep(a_view("D"))
    lessons.followers.keep(FollowersSeen({"red": (np.array([[20, 48, 31]], np.float32),)}))
    assert EveningLessons(tmp_path / "learned").followers.known().figures.keys() == {"red"}


def test_learned_tiles_never_go_into_a_folder_of_something_else(tmp_path: Path) -> None:
    an_evening(tmp_path)

    with pytest.raises(EveningError) as caught:
        EveningLessons(tmp_path)

    assert caught.value.phrase.key == "replay.bad_learned"


def test_the_command_says_that_a_folder_holds_no_learned_tiles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    an_evening(tmp_path)

    assert main(["replay", str(tmp_path), "--learned", str(tmp_path / "0.png"), "--json"]) != 0
    assert "holds no learned tiles" in capsys.readouterr().err
