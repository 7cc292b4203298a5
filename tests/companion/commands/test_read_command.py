"""What ``tableside read`` says of a picture that shows no board, or more than one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from companion.commands import NOTHING_FOUND, read_command
from companion.readings.carcassonne_reading import as_plain, marks, sentences
from companion.readings.still_reader import StillReader
from games.game import Phrase
from vision.carcassonne.observation import SEVERAL_MAPS, CarcassonneObservation, UnreadTile
from vision.registration.lattice import Lattice

TWO_BOARDS = CarcassonneObservation(
    unread=(UnreadTile(0, 0, Phrase.of("reading.not_sure_of_the_map")),),
    lock=0.99,
    trouble=Phrase.of(SEVERAL_MAPS),
    lattice=Lattice({(0, column): np.diag([60.0, 60.0, 1.0]) for column in range(2)}),
    size=(480, 640),
)


@pytest.fixture
def reads_two_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = StillReader(lambda picture, args: as_plain(TWO_BOARDS, args.language), sentences, marks)
    monkeypatch.setattr(read_command, "reader_of", lambda what: reader)


@pytest.mark.usefixtures("reads_two_boards")
@pytest.mark.parametrize(("language", "said"), [("en", "More than one map"), ("de", "mehr als eine Landschaft")])
def test_two_boards_are_said_to_be_two_and_no_table_is_found(
    language: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "two.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 120, np.uint8))
    assert cli.main(["--language", language, "read", str(picture), "--game", "carcassonne"]) == NOTHING_FOUND
    assert said in capsys.readouterr().out.splitlines()[0]
