"""The first evening by fingers only: from an empty home to the own box learned from photographs, a phone as camera by a
code, and to a result."""

from __future__ import annotations

import os
import random
import re
import threading
import urllib.request
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import cv2
import numpy as np
import pytest

from calibration.files.user_folders import data_folder
from companion.editions.kept_tiles import choice, known_of
from companion.ui.kit.base import Tap
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.screens.cameras import placing
from games.carcassonne.actions import Lay
from games.carcassonne.rules import CARCASSONNE
from vision.artwork.carcassonne.edition import BASE
from vision.simulator.carcassonne.loose import laid_out
from vision.tile_map.terrain import kind_named

TURNS_BY_TOUCH = 10
OWN = "TILES 7 Ä"
KINDS = sorted(BASE)[::3]  # enough to know the box by


@pytest.fixture(scope="module")
def photographs(tmp_path_factory):
    """Tiles of our own print, laid out twice and photographed through the simulated camera."""
    folder = tmp_path_factory.mktemp("telephone")
    for number, some in enumerate((KINDS[:4], KINDS[4:]), start=1):
        cv2.imwrite(str(folder / f"tiles-{number}.jpg"), laid_out(some, 40 + number, "easy").image)
    return folder


def sent_by_the_telephone(photographs):
    """The photographs lie where telephones put them."""
    folder = data_folder() / "pictures"
    folder.mkdir(parents=True)
    for path in photographs.iterdir():
        os.link(path, folder / path.name)


class CameraApp(BaseHTTPRequestHandler):
    """A phone's camera app: the same picture again and again, as Motion JPEG."""

    picture = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
        self.end_headers()
        head = f"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: {len(self.picture)}\r\n\r\n".encode()
        try:
            while not self.server.slept.wait(0.1):
                self.wfile.write(head + self.picture + b"\r\n")
        except OSError:
            pass  # nobody looks any more

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def phone(photographs):
    """A phone over the table, its camera app running; until it falls asleep."""
    CameraApp.picture = (photographs / "tiles-1.jpg").read_bytes()
    server = ThreadingHTTPServer(("127.0.0.1", 0), CameraApp)
    server.slept = threading.Event()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def sleep():
        server.slept.set()
        server.shutdown()
        thread.join()
        server.server_close()

    server.sleep = sleep
    yield server
    if not server.slept.is_set():
        sleep()


def scanned(tablet):
    """The address that the code on the glass holds, read as a phone reads it."""
    picture = np.ascontiguousarray(tablet.picture(), np.uint8)
    high, wide = picture.shape[:2]
    address = ""
    for turned in (0, 4, -7, 11):  # a phone moves; of 200 codes that lie straight OpenCV can't read one
        held = cv2.getRotationMatrix2D((wide / 2, high / 2), turned, 2.0)
        held[:, 2] += wide / 2, high / 2  # its middle is the middle of a picture twice as large
        seen = cv2.warpAffine(picture, held, (2 * wide, 2 * high))
        address = address or cv2.QRCodeDetector().detectAndDecode(seen)[0]
    return address


def make_the_phone_the_camera(tablet, phone):
    """From the settings: the phone scans the code, its app is told on the page, and its picture appears."""
    tablet.open("settings")
    tablet.touch("No camera")
    tablet.wait()
    tablet.tap("Placing the camera")
    tablet.tap("A phone as camera")
    address = scanned(tablet)
    page = urllib.request.urlopen(address, timeout=20).read().decode()
    assert "IP Webcam" in page
    assert "http://127.0.0.1:8080/video" in unescape(page)  # the phone's own address, complete
    assert re.search(r'<input name="camera"', page)  # and a field for apps that nobody has listed
    found = urlencode({"camera": f"http://127.0.0.1:{phone.server_port}/video"}).encode()
    assert urllib.request.urlopen(address, found, timeout=20).status == 200
    tablet.wait()
    assert tablet.app.preferences.camera == f"http://127.0.0.1:{phone.server_port}/video"
    for _ in range(200):
        if tablet.screen.picture.picture is not None:
            break
        tablet.wait(0.1)
        tablet.screen._feed.join(0.1)
    assert tablet.screen.picture.picture.shape == (540, 960, 3)
    for screen in ("camera", "settings", "home"):
        tablet.screen.leave()
        tablet.wait()
        assert tablet.screen.name == screen


def done(tablet):
    """What goes on beside the screen is done, and shown."""
    while tablet.screen.busy:
        tablet.screen._job.join()
        tablet.wait(0.1)


def typed(tablet, text):
    """Another name on the letters that are shown."""
    (pad,) = tablet.widgets(LetterPad)
    while pad.text:
        tablet.press(next(key for key in pad.walk() if isinstance(key, Tap) and not key.text))  # one letter back
    for letter in text:
        tablet.press("space" if letter == " " else letter)


def learn_the_own_box(tablet):
    """From home to the editions and back home, with the tiles known."""
    tablet.open("home")
    tablet.tap("Your own box?")
    tablet.tap("Tiles: Found out by looking")
    tablet.tap("Our own tiles: from photographs")
    tablet.tap("Choose picture")
    done(tablet)
    tablet.tap("tiles-1.jpg")
    tablet.tap("tiles-2.jpg")
    tablet.tap("Ready")
    done(tablet)
    while tablet.screen.draft.doubtful:  # they lie beside our drawings, and are right
        place = next(place for place, tile in enumerate(tablet.screen.draft.tiles) if tile.is_doubtful)
        tablet.screen.take_up(place)
        tablet.wait()
        tablet.tap("It is right")
    tablet.tap("Rename")
    typed(tablet, OWN)
    tablet.tap("Ready")
    tablet.tap("Keep and play with it")
    tablet.screen.leave()
    tablet.wait()
    tablet.screen.leave()
    tablet.wait()
    tablet.settle()


def sit_down(tablet):
    """Anna and Ben, their names typed on the glass."""
    tablet.tap(tablet.thing(game="carcassonne"))
    for place, name in ((0, "ANNA"), (2, "BEN")):
        tablet.tap(tablet.thing(place=place))
        typed(tablet, name)
        tablet.tap("Ready")
    assert tablet.shown(f"Tiles: {choice().edition}")
    tablet.tap("Start")
    assert tablet.screen.name == "table_check"  # there is a camera, so people look first whether it sees the table
    tablet.tap("Play")


def lay_by_touch(tablet, action):
    """Tap where the tile lies, pick it, turn it as it lies, and DONE."""
    tablet.tap_tile(action.x, action.y)
    tablet.press(tablet.thing(key=action.tile))
    tablet.wait()
    for _ in range(4):
        (laid,) = (one for one in tablet.session.view.proposal.actions if isinstance(one, Lay))
        if laid == action:
            tablet.done()
            return
        tablet.tap(tablet.thing(icon="rotate"))
    raise AssertionError(f"{action.notation} can't be laid by touch")


def test_a_first_evening_from_an_empty_home_by_touches_only(make_tablet, photographs, phone, monkeypatch):
    monkeypatch.setattr(placing, "own_address", lambda bind: "127.0.0.1")
    tablet = make_tablet(size=(800, 480))
    sent_by_the_telephone(photographs)
    learn_the_own_box(tablet)
    known = known_of(choice().edition)
    assert {kind_named(kind).key for kind in known.kinds} == set(KINDS)
    assert tablet.screen.name == "home"
    make_the_phone_the_camera(tablet, phone)
    phone.sleep()  # as phones do; everything works by touch all the same
    sit_down(tablet)

    rng, session = random.Random(3), tablet.session
    for _ in range(TURNS_BY_TOUCH):
        action = CARCASSONNE.sample(session.record.state, rng)
        assert isinstance(action, Lay)
        lay_by_touch(tablet, action)
    assert session.view.state.turn == TURNS_BY_TOUCH + 1

    while not session.view.over:  # the rest of the evening
        session.play(CARCASSONNE.sample(session.record.state, rng))
    tablet.wait(4)
    assert tablet.screen.name == "final_scoring"
    tablet.tap("All")
    assert tablet.screen.name == "result"
    best = max(session.view.scores)
    assert str(best) in tablet.texts()
    tablet.tap("Home")
    assert tablet.screen.name == "home"
