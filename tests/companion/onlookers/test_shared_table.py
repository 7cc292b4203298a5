"""The whole way: the tablet's switch, a process that serves, a phone in the network, and the table it presses at."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from companion.onlookers.shared_table import COMMAND, SharedTable
from companion.session.table import TableSession
from games.carcassonne.rules import CARCASSONNE
from tests.companion.onlookers.conftest import PATIENCE_S, Table


@pytest.fixture
def shared():
    made = SharedTable((*COMMAND, "--bind", "127.0.0.1", "--port", "0"))
    made.phones.allowed = True
    yield made
    made.stop()


def ticked(shared, session, until):
    """The tablet's clock ticks until something is so."""
    pause = threading.Event()
    for _ in range(int(PATIENCE_S * 100)):
        shared.tick(session)
        if until():
            return
        pause.wait(0.01)
    pytest.fail("it did not come to be")


def post(shared, path, fields, cookie=""):
    connection = HTTPConnection(shared.serving.address.removeprefix("http://"), timeout=PATIENCE_S)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request("POST", path, urlencode(fields), headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def page_of(shared, cookie):
    connection = HTTPConnection(shared.serving.address.removeprefix("http://"), timeout=PATIENCE_S)
    connection.request("GET", "/", headers={"Cookie": cookie})
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def test_a_phone_that_scanned_its_code_commits_at_the_table(shared):
    table = Table()
    session = TableSession(table.record, lambda: 1000, stored=table.stored)
    session.stage((CARCASSONNE.sample(session.record.state, random.Random(1)),))
    shared.start()
    ticked(shared, session, lambda: shared.serving is not None and len(shared.serving.seat_codes) == 3)
    entered = post(shared, "/enter", {"code": shared.serving.seat_codes[0]})
    cookie = entered.getheader("set-cookie").split(";")[0]
    for _ in range(2):  # sent twice, as where the answer was lost
        assert post(shared, "/press", {"n": 1, "what": "done"}, cookie).status == 200
    ticked(shared, session, lambda: session.active == 1)
    assert len(session.record.commits) == 1
    session.close()


def test_the_page_shows_the_game_on_the_tablet_though_another_was_written_later(shared):
    table = Table()
    table.play(4)
    session = TableSession(table.record, lambda: 1000, stored=table.stored)
    later = Table("riga")
    later.play()
    shared.start()
    ticked(shared, session, lambda: shared.serving is not None)
    cookie = post(shared, "/enter", {"code": shared.serving.code}).getheader("set-cookie").split(";")[0]
    ticked(shared, session, lambda: "<h1>Carcassonne</h1>" in page_of(shared, cookie))
    session.close()
    later.stored.close()


def test_a_process_that_cannot_be_started_is_a_sentence():
    shared = SharedTable(("/nowhere/at/all",))
    shared.start()
    assert shared.trouble.key == "onlookers.not_started"
    assert not shared.is_on


@pytest.mark.expects_log
def test_what_the_process_tells_and_nobody_knows_is_passed_over(caplog):
    shared = SharedTable((sys.executable, "-c", "print('{}', flush=True); input()"))
    shared.start()
    ticked(shared, None, lambda: "something unknown" in caplog.text)
    assert shared.serving is None
    shared.stop()


def test_the_tablet_starts_without_the_web_server():
    program = (
        "import sys, companion.onlookers.shared_table, companion.commands.spectate_command;"
        "print({'starlette', 'uvicorn', 'kivy'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
