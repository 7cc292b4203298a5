"""Others look on in their browsers: who typed the code sees the table live, and nobody can do anything to it."""

from __future__ import annotations

import itertools
import re

import pytest

from calibration.files.user_folders import data_folder
from companion.onlookers.server import HEADERS, language_of
from companion.onlookers.wire import Question, TableForOnlookers
from companion.people.names import NamedPeople, keep_people
from games.game import Seat
from tests.companion.onlookers.conftest import Table

BEHIND_THE_DOOR = ("/", "/events", "/art/carcassonne-1000/BA.RCr")


def event(response):
    """The next event of a stream: its name and what it tells."""
    name = data = ""
    while line := response.readline().decode().strip("\n"):
        kind, _, rest = line.partition(": ")
        name, data = (rest, data) if kind == "event" else (name, rest if kind == "data" else data)
    return name, data


def events_until(response, wanted):
    """Events by name, up to the one that is wanted."""
    found = {}
    while wanted not in found:
        name, data = event(response)
        if name:
            found[name] = data
    return found


@pytest.mark.parametrize("path", BEHIND_THE_DOOR)
def test_who_has_typed_no_code_sees_nothing_of_the_table(served, table, path):
    table.play(20)
    served.look()
    answer = served.ask(path)
    assert answer.status == 401
    assert "Anna" not in answer.text


def test_who_typed_the_code_sees_names_points_and_the_board(served, table):
    table.play(20)
    served.look()
    served.admit()
    text = served.ask("/", device="phone").text
    assert all(name in text for name in ("Anna", "Ben", "Cem"))
    assert text.count("<image ") == len(table.record.state.board.laid)
    assert re.findall(r'class="points">([^<]*)<', text) == [str(points) for points in table.record.scores]


def test_a_code_is_for_one_device_and_its_cookie_is_the_browsers_alone(served):
    code = served.door.code
    answer = served.enter(code)
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    assert served.enter(code, "another").status == 403


def test_who_only_previews_the_address_of_the_code_uses_none_up(served):
    code = served.door.code
    answer = served.ask(f"/enter?code={code}")
    assert answer.status == 200
    assert f'value="{code}"' in answer.text
    assert served.door.code == code


def test_wrong_codes_are_slowed_and_say_when_to_try_again(served):
    assert served.enter("AAAAAAAA").status == 403
    slowed = served.enter(served.door.code)
    assert (slowed.status, slowed.headers["retry-after"]) == (429, "1")
    served.clock.now += 1
    served.admit()


def test_of_many_wrong_codes_none_lets_anybody_in(served):
    statuses = set()
    for guess in range(60):
        served.clock.now += 1
        statuses.add(served.enter(f"WRONG{guess:03d}", f"device {guess}").status)
    assert statuses == {403, 429}
    assert served.door.wrong == 60
    assert served.cookies == {}


@pytest.mark.parametrize("path", ["/", "/enter", "/events", "/page/style.css", "/page/page.js", "/nothing"])
def test_every_answer_keeps_the_page_to_itself(served, path):
    headers = served.ask(path).headers
    assert {name: headers[name.lower()] for name in HEADERS} == HEADERS
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


def test_the_page_holds_no_script_and_no_style_but_the_two_files(served, table):
    table.play(30)
    served.look()
    served.admit()
    text = served.ask("/", device="phone").text
    assert re.findall(r"<script[^>]*>", text) == ['<script src="/page/page.js" defer>']
    assert "style=" not in text
    assert not re.findall(r"\son\w+=", text)


@pytest.mark.parametrize("path", ["/", "/events", "/page/style.css"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_can_be_done_to_the_table(served, path, method):
    served.admit()
    assert served.ask(path, device="phone", method=method).status == 405


def test_a_move_arrives_while_somebody_looks_and_only_what_changed_is_sent(served, table):
    table.play(4)
    served.look()
    served.admit()
    response, _ = served.open("/events", device="phone")
    assert response.getheader("content-type").startswith("text/event-stream")
    first = events_until(response, "state")
    assert set(first) == {"head", "scores", "last", "board", "story", "state"}
    table.play()
    served.look()
    events = events_until(response, "story")
    assert "state" not in events
    assert "last" not in events


def test_who_comes_back_is_given_the_table_as_it_stands(served, table):
    table.play(4)
    served.look()
    served.admit()
    response, connection = served.open("/events", device="phone")
    events_until(response, "state")
    connection.close()
    table.play(3)
    served.look()
    again, _ = served.open("/events", device="phone")
    events = events_until(again, "state")
    assert events["board"].count("<image ") == len(table.record.state.board.laid)


def test_a_browser_reads_its_own_language(served, table):
    table.play(2)
    served.look()
    served.admit()
    assert "ist dran" in served.ask("/", device="phone", language="de-AT,de;q=0.9,en;q=0.5").text
    assert "turn</p>" in served.ask("/", device="phone", language="en").text


def test_languages_that_nobody_speaks_here_are_answered_in_english():
    assert [language_of(found) for found in ("fr, de;q=0.5", "en;q=0.3,de;q=0.7", "fr", "", "de;q=x")] == [
        "de", "de", "en", "en", "en",
    ]  # fmt: skip


def test_a_name_cannot_be_made_to_do_anything(served):
    table = Table(seats=(Seat("<script>alert(1)</script>", "red"), Seat('"><b onclick=x>', "blue")))
    table.play(6)
    served.look()
    served.admit()
    text = served.ask("/", device="phone").text
    table.stored.close()
    assert "<script>alert" not in text
    assert "<b onclick" not in text
    assert "&lt;script&gt;" in text


def test_no_name_is_told_where_its_owner_said_no(served, table):
    keep_people(data_folder(), NamedPeople().telling("Anna", shown=False))
    table.play(30)
    served.look()
    served.admit()
    text = served.ask("/", device="phone").text
    assert "Anna" not in text
    assert "Red" in text


def test_without_a_game_the_page_says_so_and_waits(served):
    served.look()
    served.admit()
    assert "No game is being played yet" in served.ask("/", device="phone").text


def test_the_boards_pictures_are_served_and_nothing_else(served, table):
    table.play(2)
    served.look()
    served.admit()
    text = served.ask("/", device="phone").text
    address = re.findall(r'<image [^>]*href="([^"]*)"', text)[0]
    picture = served.ask(address, device="phone")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/jpeg")
    assert picture.body[:2] == b"\xff\xd8"
    for other in ("/art/carcassonne-1000/nothing", "/art/riga-1/BA.RCr", "/art/..%2f..%2fetc/passwd", "/page/parts.py"):
        assert served.ask(other, device="phone").status == 404


def test_a_form_that_is_too_long_is_not_read(served):
    assert served.enter("A" * 5000).status == 403


def test_what_is_read_aloud_has_a_name(served, table):
    table.play(12)
    served.look()
    served.admit()
    text = served.ask("/", device="phone").text
    assert all(f"<{tag}" in text for tag in ("header", "main", "footer", "h1"))
    assert re.findall(r'<section id="(\w+)" aria-label="([^"]+)"', text) == [
        ("scores", "Points"), ("last", "Last points"), ("board", "Board"), ("story", "What happened"),
    ]  # fmt: skip
    assert 'role="img" aria-label="The board of Carcassonne as it lies now"' in text
    assert 'id="last" aria-label="Last points" aria-live="polite"' in text


# Phones as buttons


def tell_table(served, **how):
    """The tablet tells how the table is."""

    async def push_events():
        served.site.hear_table(TableForOnlookers(table=1, **how))

    served.run(push_events())


def admit_player(served, seat, device):
    assert served.enter(served.door.codes[seat], device).status == 303


def press(served, device, **fields):
    return served.ask("/press", device=device, method="POST", form={"question": 0, "option": -1, **fields})


def test_a_players_phone_presses_for_its_seat_once(served, table):
    served.look()
    tell_table(served, phones=3)
    admit_player(served, 1, "bens phone")
    assert ">DONE</button>" in served.ask("/", device="bens phone").text
    assert press(served, "bens phone", n=1, what="done").text == '{"heard":"taken","awaited":2}'
    assert press(served, "bens phone", n=1, what="done").text == '{"heard":"again","awaited":2}'
    assert press(served, "bens phone", n=5, what="done").status == 409
    assert [(one.seat, one.what) for one in served.pressed] == [(1, "done")]


def test_who_only_looks_on_has_no_buttons_and_presses_nothing(served, table):
    served.look()
    tell_table(served, phones=3)
    served.admit("looker")
    assert "<button" not in served.ask("/", device="looker").text
    assert press(served, "looker", n=1, what="done").status == 401
    assert press(served, "stranger", n=1, what="done").status == 401
    assert served.pressed == []


def test_once_phones_are_forbidden_or_another_table_is_opened_they_only_look_on(served, table):
    served.look()
    tell_table(served, phones=3)
    admit_player(served, 1, "bens phone")
    tell_table(served, phones=0)
    assert press(served, "bens phone", n=1, what="done").status == 401
    assert served.ask("/", device="bens phone").status == 200


def test_an_open_question_appears_on_the_phone_of_the_seat_that_is_asked(served, table):
    served.look()
    tell_table(served, phones=3)
    admit_player(served, 0, "annas phone")
    admit_player(served, 1, "bens phone")
    asked = Question(4, 1, {"en": ("a city", "a <field>"), "de": ("Stadt", "Wiese")})
    tell_table(served, phones=3, question=asked)
    assert "a &lt;field&gt;" in served.ask("/", device="bens phone").text
    assert "a &lt;field&gt;" not in served.ask("/", device="annas phone").text
    press(served, "annas phone", n=1, what="choose", question=4, option=0)
    press(served, "bens phone", n=1, what="choose", question=4, option=1)
    assert [(one.seat, one.option) for one in served.pressed] == [(1, 1)]


def test_the_answers_of_a_question_are_pictures_of_what_would_be_laid(served, table):
    table.play(6)
    served.look()
    tell_table(served, phones=3)
    admit_player(served, 0, "phone")
    game, state = table.record.game, table.record.state
    options = tuple((game.write(action),) for action in itertools.islice(game.legal(state), 2))
    words = {language: tuple(one for (one,) in options) for language in ("en", "de")}
    tell_table(served, phones=3, question=Question(1, 0, words, options))
    text = served.ask("/", device="phone").text
    shown = text[text.index('id="buttons"') :]
    assert shown.count("<svg") == 2
    assert all(f'aria-label="{one}"' in shown for one in words["en"])


def test_without_scripts_a_press_is_a_form_that_leads_back(served, table):
    served.look()
    tell_table(served, phones=3)
    admit_player(served, 0, "phone")
    answer = served.ask("/press", device="phone", method="POST", form={"n": 1, "what": "done"}, accept="text/html")
    assert (answer.status, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("fields", [{"n": "x", "what": "done"}, {"what": "done"}, {"n": "1", "option": "?"}])
def test_what_is_no_press_is_refused(served, table, fields):
    served.look()
    tell_table(served, phones=3)
    admit_player(served, 0, "phone")
    assert served.ask("/press", device="phone", method="POST", form=fields).status == 400
    assert served.pressed == []
