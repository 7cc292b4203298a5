"""The page in a real Chromium: on two phones and a television, by keyboard, and as a screen reader is told of it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from companion.onlookers.wire import TableForOnlookers
from games.game import Seat
from tests.companion.onlookers.chromium import Chromium, Named
from tests.companion.onlookers.conftest import Table

pytestmark = pytest.mark.pictures  # a browser shows them

UPRIGHT, ON_ITS_SIDE, TELEVISION = (390, 844), (844, 390), (1920, 1080)
LONG = (Seat("Großmutter Margarethe", "red"), Seat("Ben", "blue"), Seat("Cem", "green"))


@pytest.fixture(scope="module")
def chromium(server_program):
    program = server_program("chromium", "chromium")
    with (
        tempfile.TemporaryDirectory(prefix="tableside-chromium-", ignore_cleanup_errors=True) as folder,
        Chromium(program, Path(folder)) as browser,
    ):
        yield browser


@pytest.fixture
def table():
    made = Table(seats=LONG)
    made.play(30)
    yield made
    made.stored.close()


@pytest.fixture
def shown(chromium, served, table):
    """Opens the page as somebody does: types the code and presses Enter."""
    served.look()

    def show(size, *, language="en", code=None, **how):
        page = chromium.page(*size, language=language, **how)
        page.go(f"http://127.0.0.1:{served.port}/")
        page.until("document.activeElement.id === 'code'")  # nobody has to tap the field first
        page.type(code or served.door.code)
        page.key("Enter")
        page.until("document.getElementById('board') && document.readyState === 'complete'")
        return page

    return show


@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE, TELEVISION], ids=str)
def test_nothing_is_cut_off_on_a_phone_or_a_television(shown, size):
    page = shown(size, language="de")
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    cut = page.run(
        "[...document.querySelectorAll('header *, #scores *, #last *')]"
        ".filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')"
        ".map(one => one.outerHTML)"
    )
    assert cut == []
    board = page.run("document.querySelector('.board').getBoundingClientRect().toJSON()")
    assert board["left"] >= 0
    assert board["right"] <= size[0]
    assert board["width"] > size[0] / 2
    if size == TELEVISION:
        assert page.run("document.documentElement.scrollHeight <= innerHeight")  # nobody scrolls a television


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Points", "Last points", "Board", "What happened", "'s turn")),
        ("de", ("Punkte", "Letzte Punkte", "Spielplan", "Was geschah", " ist dran")),
    ],
)
def test_a_screen_reader_is_told_where_everything_is_and_no_name_twice(shown, language, words):
    page = shown(UPRIGHT, language=language)
    names = page.names()
    regions = {one.name for one in names if one.role == "region"}
    assert set(words[:4]) <= regions
    assert page.run("document.documentElement.lang") == language
    assert [one for one in names if one.role == "image" and one.name], "the board has words for who does not see it"
    said = [one.name for one in names if one.role == "StaticText"]
    assert any(one.endswith(words[4]) for one in said)
    scores = said[: said.index(next(one for one in said if one in ("What happened", "Was geschah")))]
    assert scores.count(LONG[0].name) == 1
    assert "G" not in scores  # the badge's letter is for the eye


def test_the_page_keeps_its_own_policy_and_throws_nothing(served, table, shown):
    page = shown(UPRIGHT)
    table.play(3)
    served.look()
    page.until("document.querySelectorAll('#story li').length > 3")
    refused = "401 (Unauthorized)"  # the door, before the code was typed
    assert [one for one in page.complaints() if refused not in one] == []


def test_a_move_arrives_in_the_open_page(served, table, shown):
    page = shown(TELEVISION)
    before = page.run("document.getElementById('story').innerText")
    tiles = page.run("document.querySelectorAll('.board image').length")
    page.run("window.still = true")  # gone where the page comes anew
    while len(table.record.state.board.laid) == tiles:
        table.play()
    served.look()
    page.until(f"document.querySelectorAll('.board image').length > {tiles}")
    assert page.run("document.getElementById('story').innerText") != before
    assert page.run("window.still") is True


def phones(served, number=3):
    async def push_events():
        served.site.hear_table(TableForOnlookers(table=1, phones=number))

    served.run(push_events())


def test_who_goes_by_the_keyboard_presses_done_once_and_stays_there(served, shown):
    phones(served)
    page = shown(UPRIGHT, code=served.door.codes[1])
    page.key("Tab")
    assert page.reached() == Named("button", "DONE")
    outline = page.run("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"  # it shows which one is reached
    page.key("Enter")
    page.until_true(lambda: served.pressed)
    assert [(one.seat, one.what) for one in served.pressed] == [(1, "done")]
    page.until("document.querySelector('#buttons input[name=n]').value === '2'")  # the next press
    page.until("!document.querySelector('#buttons [aria-disabled]')")
    assert page.reached() == Named("button", "DONE")
    page.key(" ")
    page.until_true(lambda: len(served.pressed) == 2)


def test_without_its_script_the_page_is_read_and_a_button_pressed_all_the_same(served, table, shown):
    phones(served)
    page = shown(UPRIGHT, code=served.door.codes[0])
    page.ask("Emulation.setScriptExecutionDisabled", value=True)
    page.go(f"http://127.0.0.1:{served.port}/")
    assert any(one == Named("button", "DONE") for one in page.names())
    page.key("Tab")
    page.key("Enter")
    page.until_true(lambda: served.pressed)
    table.play(3)
    served.look()
    words = str(len(table.record.state.board.laid))
    page.until(f"document.querySelectorAll('.board image').length == {words}")  # it comes anew by itself
