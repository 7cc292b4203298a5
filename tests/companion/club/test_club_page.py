"""The club on one page, and its tournament on the disk."""

import asyncio
import os
from pathlib import Path

import msgspec
import pytest

from companion.broadcast.events import BroadcastSeat, BroadcastStanding
from companion.broadcast.table_now import TableNow
from companion.cli import main
from companion.club.broker import BadBroker, Message, password_in
from companion.club.club_now import MOST_TABLES, ClubNow
from companion.club.page import club_page, in_points
from companion.club.server import club_app
from companion.club.swiss import begun, next_round
from companion.club.topics import ClubPlace, heard_at
from companion.club.tournament_file import KeptTournament, keep_tournament, tie_breaks, tournament_at
from companion.onlookers.door import Door
from companion.titles.registry import game_keys
from games.game import Refusal

NOON = 1_700_000_000_000


def table_now(*names, scores=(10, 7), n=3, began=1000, over=False, to_move=0, title="carcassonne"):
    standings = None
    if over:
        order = sorted(range(len(names)), key=lambda seat: -scores[seat])
        standings = tuple(
            BroadcastStanding(seat=seat, score=scores[seat], rank=1 + sum(one > scores[seat] for one in scores))
            for seat in order
        )
    return TableNow(
        game=f"{title}-{began}", n=n, time_ms=n, title=title, title_words="Carcassonne", language="en",
        seats=tuple(BroadcastSeat(seat=number, colour="red", called=name) for number, name in enumerate(names)),
        scores=scores, to_move=None if over else to_move, standings=standings,
    )  # fmt: skip


def published(club, table, topic, payload):
    payload = msgspec.json.encode(payload) if isinstance(payload, TableNow) else payload
    return club.hear(Message(f"tableside/1/{club.club}/{table}/{topic}", payload, True, 1))


@pytest.fixture
def club():
    return ClubNow("Wien")


def test_the_page_tells_who_leads_whose_turn_it_is_and_who_waits(club):
    published(club, "2", "online", b"online")
    published(club, "2", "state", table_now("Anna", "Ben", to_move=1))
    published(club, "10", "helper", b'{"since_ms": %d}' % (NOON - 4 * 60_000))
    page = club_page(club, None, "en", now_ms=NOON)
    assert "Ben&#x27;s turn" in page
    assert "10: Has waited for a helper for 4 minutes" in page
    assert page.index("Table 2<") < page.index("Table 10<")
    assert "nicht verbunden" in club_page(club, None, "de", now_ms=NOON)


def test_nobody_writes_into_the_page_with_their_name(club):
    published(club, "<b>7", "state", table_now('<script>alert("x")</script>', "Ben"))
    page = club_page(club, next_round(begun("carcassonne", ("<i>A</i>", "B"))), "en", now_ms=NOON)
    assert "<script>" not in page
    assert "<i>A" not in page
    assert "&lt;script&gt;" in page
    assert "&lt;b&gt;7" in page


def test_what_comes_late_or_twice_changes_nothing(club):
    published(club, "1", "state", table_now("Anna", "Ben", n=9))
    version = club.version
    for late in (table_now("Anna", "Ben", n=8), table_now("Anna", "Ben", n=9), table_now("Anna", "Ben", n=50, began=7)):
        assert published(club, "1", "state", late) is None
    assert (club.version, club.tables["1"].now.n) == (version, 9)
    assert published(club, "1", "state", table_now("Anna", "Ben", n=0, began=2000)) is not None


def test_what_cannot_be_read_hides_no_other_table(club):
    published(club, "1", "state", table_now("Anna", "Ben"))
    for payload in (b"", b"{", b"[]", b'{"event":"now"}', b"\xff"):
        published(club, "1", "state", payload)
        published(club, "2", "helper", payload)
    club.hear(Message("tableside/2/Wien/1/state", b"", True, 1))
    club.hear(Message("tableside/1/Graz/1/online", b"online", True, 1))
    assert club.tables["1"].now is not None
    assert set(club.tables) <= {"1", "2"}


def test_a_club_has_so_many_tables_and_no_more(club):
    for number in range(MOST_TABLES + 5):
        published(club, str(number), "online", b"online")
    assert len(club.tables) == MOST_TABLES


@pytest.mark.parametrize("name", ["", "a/b", "+", "#", "x" * 41, "\n"])
def test_a_name_that_would_be_another_topic_is_refused(name):
    with pytest.raises(Refusal):
        ClubPlace("club", name)
    assert heard_at(f"tableside/1/club/{name}/state") is None or "/" in name


def test_half_points_are_written_as_people_do():
    assert [in_points(halves) for halves in range(5)] == ["0", "½", "1", "1½", "2"]


# Served


def asked(app, path, method="GET", form=b"", **headers):
    """Ask the application as a server does."""
    sent = []

    async def ask():
        async def receive():
            return {"type": "http.request", "body": form, "more_body": False}

        async def send(message):
            sent.append(message)

        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
            "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http", "server": ("x", 80),
            "client": ("y", 1), "headers": named,
        }  # fmt: skip
        await app(scope, receive, send)

    asyncio.run(ask())
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(one.get("body", b"") for one in sent[1:])


def entered(door):
    """The application, and the cookie of a device that typed the code."""
    app = club_app(lambda language: f"<p>{language}</p>", door)
    status, headers, _ = asked(app, "/enter", "POST", b"code=" + door.code.encode())
    assert (status, headers[b"location"]) == (303, b"/")
    cookie = headers[b"set-cookie"].decode()
    assert "httponly" in cookie.lower()
    return app, cookie.partition(";")[0]


def test_nobody_sees_the_club_without_a_code_and_each_code_lets_one_device_in():
    door = Door(lambda: 0.0)
    used = door.code
    app, _ = entered(door)
    status, _, body = asked(app, "/")
    assert status == 401
    assert b"<p>en</p>" not in body
    assert b'action="enter"' in body
    assert asked(app, "/", cookie="club=guessed")[0] == 401
    assert asked(app, "/enter", "POST", b"code=" + used.encode())[0] == 403
    assert asked(app, "/enter", "POST", b"code=" + b"x" * 2000)[0] == 429  # wrong codes are slowed


def test_the_code_of_a_scanned_address_is_taken_by_the_form_alone():
    door = Door(lambda: 0.0)
    app = club_app(lambda language: "<p>club</p>", door)
    before = door.code
    status, _, body = asked(app, "/enter")
    assert (status, door.code) == (200, before)
    assert b"<form" in body
    assert asked(app, "/page/style.css")[0] == 200
    assert asked(app, "/page/door.py")[0] == 404


def test_the_page_is_in_the_readers_language_and_lets_nothing_in_from_elsewhere():
    app, key = entered(Door(lambda: 0.0))
    status, headers, body = asked(app, "/", accept_language="de-AT,de;q=0.9,en;q=0.5", cookie=key)
    assert (status, body) == (200, b"<p>de</p>")
    assert b"default-src 'none'" in headers[b"content-security-policy"]
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert asked(app, "/club.css")[0] == 200
    assert asked(app, "/../secret")[0] == 404
    assert asked(app, "/", "POST")[0] == 405


# The tournament


def test_a_finished_table_brings_its_result_into_the_round(tmp_path):
    path = tmp_path / "swiss.json"
    keep_tournament(path, next_round(begun("carcassonne", ("Anna", "Ben", "Cleo", "Dora"))))
    kept = KeptTournament(path)
    kept.hear(table_now("Ben", "Anna", scores=(60, 80), over=True))
    kept.hear(table_now("Cleo", "Dora", scores=(5, 6)))  # not over yet
    kept.hear(table_now("Anna", "Dora", scores=(1, 2), over=True, began=5))  # for fun
    (first, second) = tournament_at(path).rounds[0]
    assert (first.scores, first.won) == ((80, 60), "Anna")
    assert second.scores is None


def test_every_game_has_tie_breaks():
    assert all(tie_breaks(key) for key in game_keys())


def test_an_evening_on_the_command_line(tmp_path, capsys):
    path = str(tmp_path / "swiss.json")
    assert main(["--language", "en", "club", "--tournament", path]) == 1
    assert "no tournament" in capsys.readouterr().err
    assert main(["--language", "en", "club", "--tournament", path, "--players", "Anna,Ben,Cleo", "--next-round"]) == 0
    assert "Cleo – free this round" in capsys.readouterr().out
    assert main(["--language", "en", "club", "--tournament", path, "--result", "Ben", "many", "Anna", "48"]) == 1
    assert "no score" in capsys.readouterr().err
    assert main(["club", "--tournament", path, "--result", "Ben", "51", "Anna", "48"]) == 0
    assert main(["--language", "en", "club", "--tournament", path, "--next-round"]) == 0
    assert "Round 2" in capsys.readouterr().out
    assert main(["club", "--tournament", path, "--players", "A,B"]) == 1


@pytest.mark.parametrize("content", [b"", b"{}", '{"game": "carcassonne"}'.encode("utf-16"), b"\x00" * 40])
def test_a_tournament_that_cannot_be_read_is_refused_in_a_line(tmp_path, capsys, content):
    path = tmp_path / "swiss.json"
    path.write_bytes(content)
    assert main(["--language", "en", "club", "--tournament", str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tableside: ")
    assert str(path) in line
    assert path.read_bytes() == content


@pytest.mark.parametrize(("spelled", "password"), [("utf-8", "Straße 7"), ("utf-8-sig", "Straße 7"), ("utf-16", None)])
def test_a_password_is_read_as_editors_spell_it(tmp_path, spelled, password):
    file = tmp_path / "password"
    file.write_bytes("Straße 7\r\n".encode(spelled))
    file.chmod(0o600)
    if password is not None:
        assert password_in(str(file)) == password
        return
    with pytest.raises(BadBroker):
        password_in(str(file))


def test_a_pipe_in_place_of_the_password_keeps_nobody_waiting(tmp_path):
    pipe = tmp_path / "password"
    os.mkfifo(pipe, 0o600)
    with pytest.raises(BadBroker):
        password_in(str(pipe))


def test_what_was_typed_wrong_is_said_in_a_sentence(tmp_path, capsys):
    for typed, said in (
        ([], "--broker HOST"),
        (["--broker", "host:port"], "no broker's address"),
        (["--broker", "127.0.0.1", "--user", "x", "--password-file", str(tmp_path / "none")], "can't be read"),
        (["--broker", "127.0.0.1", "--results", "mysql://x"], "no place for results"),
        (["--broker", "127.0.0.1", "--table", "a/b"], "can't be called"),
    ):
        assert main(["--language", "en", "club", *typed]) == 1
        assert said in capsys.readouterr().err


def test_people_ask_for_a_helper_and_say_thanks(own_home, capsys):
    assert main(["club", "--helper", "please"]) == 0
    (asked_file,) = Path(own_home).rglob("helper-please.json")
    assert main(["club", "--helper", "thanks"]) == 0
    assert not asked_file.exists()
