"""Others are let look on from the tablet: a switch, codes to scan, whose names are told."""

from __future__ import annotations

import sys

import pytest

from calibration.files.user_folders import data_folder
from companion.onlookers.shared_table import SharedTable
from companion.people.names import known_people
from companion.ui.screens.code_picture import CodePicture

# Stands for the process that serves: tells an address and codes, and ends with its input.
SERVES = """
import sys
print('{"type":"serving","address":"http://10.0.0.7:8321","code":"ABCDEFGH","onlookers":2,"wrong":3}', flush=True)
for line in sys.stdin:
    if '"phones":2' in line:
        print('{"type":"serving","address":"http://10.0.0.7:8321","code":"ABCDEFGH","seat_codes":["JKMNPQRS","TUVWXYZ2"]}',
              flush=True)
"""


@pytest.fixture
def page(tablet):
    tablet.app.shared = SharedTable((sys.executable, "-c", SERVES))
    tablet.start_game("Anna Ben")
    tablet.open("onlookers", back="table")
    yield tablet
    tablet.app.shared.stop()


def serves(page, ready=lambda serving: True):
    """The process has told what was waited for."""
    shared = page.app.shared
    while shared.serving is None or not ready(shared.serving):
        page.wait()


def test_nobody_looks_on_until_somebody_wants_it(page):
    assert not page.app.shared.is_on
    assert page.reads("Nobody looks on")


def test_switched_on_it_shows_address_code_and_who_looks_on(page):
    page.tap("Let others look on")
    serves(page)
    assert page.reads("http://10.0.0.7:8321")
    assert page.reads("ABCD-EFGH")
    assert page.reads("2 devices look on, 3 wrong codes")
    page.tap("Let others look on")
    assert not page.app.shared.is_on
    assert page.reads("Nobody looks on")


@pytest.mark.parametrize("size", [(800, 480), (600, 1024), (1024, 600), (1280, 800)])
def test_the_code_covers_nothing_on_any_tablet(make_tablet, size):
    page = make_tablet(size=size)
    page.app.shared = SharedTable((sys.executable, "-c", SERVES))
    page.start_game("Anna Ben")
    page.open("onlookers", back="table")
    page.screen.allow_phones(on=True)
    page.screen.share(on=True)
    serves(page, lambda serving: serving.seat_codes)
    page.wait()
    (code,) = (one for one in page.widgets() if isinstance(one, CodePicture))
    page.app.shared.stop()
    assert code.top <= code.parent.top + 1
    assert code.y >= code.parent.y - 1
    assert code.width >= len(code.modules)


def test_each_player_has_a_code_once_phones_may_press(page):
    page.tap("Let others look on")
    page.tap("Phones as buttons")
    serves(page, lambda serving: serving.seat_codes)
    page.wait()
    page.screen.choose(1)
    assert page.reads("TUVW-XYZ2")


def test_a_name_is_hidden_where_its_owner_says_so(page):
    page.screen.tell_name("Ben", shown=False)
    assert known_people(data_folder())[0].withholds("Ben")
    assert page.reads("The colour is shown instead")


def test_a_process_that_ends_is_told_with_the_remedy(page):
    page.app.shared = SharedTable((sys.executable, "-c", ""))
    page.screen.share(on=True)
    while page.app.shared.trouble is None:
        page.wait()
    page.wait()
    assert page.reads("Switch it off and on again")
    page.app.shared.stop()


def test_it_is_reached_from_the_table_and_from_the_settings(page):
    page.screen.leave()
    page.wait()
    page.screen.open_menu()
    page.wait()
    page.tap("Looking on")
    assert page.screen.name == "onlookers"
    page.open("settings")
    assert page.reads("Nobody looks on")
