"""One place for everything of a game that is taken home."""

import json
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from kivy.graphics import Rectangle

from companion.exports.film import HIGH, LAST_S, MOMENT_S, PICTURE, RATE, WIDE, picked_moments
from companion.exports.result_code import code_modules, read_code
from companion.exports.saving import export_folder
from companion.ui.docks.history import moments_of
from companion.ui.evening import film_moments
from companion.ui.faces import face_of
from companion.ui.screens.code_picture import CodePicture


@pytest.fixture
def result(tablet):
    tablet.start_game(turns=80)
    tablet.open("result")
    return tablet


def test_the_result_leads_to_one_place_that_writes_everything(result):
    result.tap("Share")
    for name in ("BG Stats link", "BGG play log", "Score sheet", "Record", "Picture", "JCloisterZone"):
        result.tap(name)
        assert result.reads("Saved:")
    written = [path.name for path in export_folder().iterdir()]
    for ending in (".bgstats.txt", ".plays.csv", ".csv", ".json", ".png", ".jcz"):
        assert any(name.endswith(ending) for name in written)
    result.tap(result.thing(icon="back"))
    assert result.screen.name == "result"
    assert result.reads("point your phone's camera at the code")


def test_a_phone_reads_the_link_off_the_screen(result):
    result.tap("Share")
    code = next(result.widgets(CodePicture))
    link = read_code(code.modules)
    assert link == result.screen.link
    assert json.loads(unquote(link.split("data=")[1]))["players"][0]["name"] == "Anna"
    assert result.reads("we have not tried it with the app")
    seen = result.picture()
    height = seen.shape[0]
    left, top = round(code.x), height - round(code.y + code.height)
    ink = seen[top : top + round(code.height), left : left + round(code.width)].mean(axis=2)
    assert 0.2 < np.mean(ink < 100) < 0.8


def test_the_browser_gets_the_link_only_when_people_tap(result, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda link: bool(opened.append(link)) or len(opened) == 1)
    result.tap("Share")
    assert not opened
    result.tap("Open link")
    assert opened == [result.screen.link]
    assert result.reads("handed to this device's browser")
    result.tap("Open link")
    assert result.reads("no browser here")


def test_a_game_that_goes_on_offers_what_can_be_told_of_it(tablet):
    tablet.start_game(turns=4)
    tablet.open("share")
    assert tablet.reads("not over yet")
    assert "BG Stats link" not in tablet.texts()
    tablet.tap("Record")
    assert tablet.reads("Saved:")


def test_the_evening_is_a_film_and_a_strip_with_the_table_and_the_scores(tablet):
    tablet.start_game(turns=4)
    tablet.open("share")
    tablet.tap("Film")
    tablet.wait(1)
    assert tablet.reads("Saved:")
    (film,) = export_folder().glob("*.mp4")
    seen = cv2.VideoCapture(str(film))
    frames = seen.get(cv2.CAP_PROP_FRAME_COUNT)
    found, frame = seen.read()
    seen.release()
    assert found
    assert frame.shape == (HIGH, WIDE, 3)
    assert frames == RATE * (3 * MOMENT_S + LAST_S)  # a second for each turn, longer for the last
    assert frame[: PICTURE[1], : PICTURE[0]].std() > 10  # the board, though no camera took a picture
    assert not list(export_folder().glob(".*"))  # nothing half written lies about
    tablet.tap("Strip of pictures")
    tablet.wait(1)
    (strip,) = export_folder().glob("*.strip.png")
    assert cv2.imread(str(strip)).shape[1] > cv2.imread(str(strip)).shape[0]


def test_the_tablet_says_how_much_of_a_film_is_drawn_and_leaves_nothing_of_one_that_nobody_waits_for(result):
    result.tap("Share")
    result.tap("Film")
    many = len(moments_of(result.session.record, face_of("carcassonne")))
    assert result.reads(f"of {many} pictures")
    result.tap(result.thing(icon="back"))
    assert result.screen.name == "result"
    assert not list(export_folder().glob("*mp4"))
    assert not list(export_folder().glob(".*"))


def test_a_film_ends_with_who_won(result):
    face, letters = face_of("carcassonne"), ("A", "B")
    (last,) = film_moments(result.session, face, letters, only=[-1])
    best = max(last.scores)
    winners = [seat.name for seat, score in zip(result.session.view.seats, last.scores, strict=True) if score == best]
    assert all(name in last.caption for name in winners)
    assert "win" in last.caption


def test_the_strip_shows_the_moments_in_which_most_was_scored():
    """And the first and the last one; of parts in which nothing was, the latest moment."""
    scores = [(0, 0)] * 5 + [(9, 0)] * 10 + [(9, 4)] * 5
    picked = picked_moments(scores, 5)
    assert picked == sorted(picked)
    assert (picked[0], picked[-1], len(picked)) == (0, 19, 5)
    assert {5, 15} <= set(picked)
    assert picked_moments(scores, 30) == list(range(20))


def test_a_film_that_fails_leaves_nothing_and_says_so(tablet, monkeypatch):
    tablet.start_game(turns=2)
    tablet.open("share")

    class NoProgram:
        def __init__(self, *_):
            pass

        def isOpened(self):
            return False

        def release(self):
            pass

    NoProgram.fourcc = cv2.VideoWriter.fourcc
    monkeypatch.setattr(cv2, "VideoWriter", NoProgram)
    tablet.tap("Film")
    tablet.wait()
    assert tablet.reads("Not saved")
    assert not list(export_folder().glob("*"))


def test_a_code_that_is_moved_is_drawn_where_it_lies(tablet):
    code = CodePicture(modules=code_modules("tableside"), size_hint=(None, None))
    code.size = (340, 340)
    for top in (340, 776):
        code.top = top
        (drawn,) = (one for one in code.canvas.children if isinstance(one, Rectangle))
        assert 0 <= drawn.pos[1] - code.y < 20
