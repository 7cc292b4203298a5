"""Tables tell their club through a real Mosquitto, which is killed, restarted and locked in between."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from companion.broadcast.events import event_from_json
from companion.broadcast.health_beside import FILE, HealthNow, TroubleNow
from companion.club.beside_games import ask_for_helper
from companion.club.broker import BadBroker, Broker, BrokerAway, Connection, password_in
from companion.club.club_now import ClubNow
from companion.club.keeping import ResultKeeper
from companion.club.listening import Listener
from companion.club.outbox import Outbox
from companion.club.publisher import Publisher
from companion.club.results import Results
from companion.club.topics import ClubPlace, everywhere
from companion.people.names import NamedPeople, keep_people
from companion.typed_file import write_typed

from .conftest import until

PLACE = ClubPlace("Meeple & Co", "7")
EVENTS = everywhere("Meeple & Co", "events", "+", "+")
LONG_AGO = 1
SOON = (0.05,)


def publisher(broker, folder, place=PLACE, *, since_ms=LONG_AGO):
    outbox = Outbox(folder, folder, "en", now_ms=since_ms)
    return Publisher(place, broker.address, folder, outbox, pauses=SOON)


def events(messages):
    return [event_from_json(one.payload) for one in messages if "/events/" in one.topic]


def numbers(messages):
    return [event.n for event in events(messages)]


# Telling


def test_what_is_played_is_told_in_order_and_once(broker, seated, ears, running):
    ear = ears(broker.address, EVENTS)
    anna = seated()
    anna.play(3)
    running(publisher(broker, anna.folder).work)
    ear.until(lambda heard: len(heard) == 4)
    anna.play()
    anna.undo()
    ear.until(lambda heard: len(heard) == 6)
    assert numbers(ear.heard) == [0, 1, 2, 3, 4, 5]
    assert events(ear.heard)[5].how == "undone"
    assert ear.heard[0].topic == f"tableside/1/Meeple & Co/7/events/{anna.game}/0"


def test_after_a_restart_of_the_table_only_what_is_new_is_told(broker, seated, ears, running):
    ear, anna = ears(broker.address, EVENTS), seated()
    anna.play(3)
    first = running(publisher(broker, anna.folder).work)
    ear.until(lambda heard: len(heard) == 4)
    assert first.close(10)
    anna.play(2)
    running(publisher(broker, anna.folder).work)
    ear.until(lambda heard: len(heard) == 6)
    assert numbers(ear.heard) == [0, 1, 2, 3, 4, 5]


def test_while_the_broker_is_away_nothing_waits_and_afterwards_nothing_is_missing(broker, seated, ears, running):
    anna = seated()
    anna.play(2)
    first = publisher(broker, anna.folder)
    running(first.work)
    heard = ears(broker.address, EVENTS)
    heard.until(lambda received: len(received) >= 3 or not received)
    until(lambda: anna.folder.joinpath("club-heard.json").exists())
    broker.kill()
    until(lambda: first.trouble is not None)
    anna.play(40)
    anna.stored.close()
    later = seated(name="later")  # two games are played meanwhile
    later.play(5)
    broker.start()
    ear = ears(broker.address, EVENTS)
    ear.until(lambda received: sum(f"/{later.game}/" in one.topic for one in received) == 6)
    found = {game: [n.n for n in events(ear.heard) if n.game == game] for game in (anna.game, later.game)}
    assert found[later.game] == [0, 1, 2, 3, 4, 5]
    assert found[anna.game] == list(range(found[anna.game][0], 43))  # in order, without a gap
    assert found[anna.game][0] <= 3


def test_the_state_is_there_for_whoever_comes_late_and_its_turn_lights_a_lamp(broker, seated, ears, running):
    anna = seated()
    anna.play(3)
    running(publisher(broker, anna.folder).work)
    ears(broker.address, PLACE.state).until(lambda heard: heard)
    club = ClubNow("Meeple & Co")
    late = ears(broker.address, everywhere("Meeple & Co", "#"), "homeassistant/#")
    late.until(lambda heard: sum(one.topic.startswith("homeassistant/") for one in heard) == 3)
    late.until(lambda heard: {PLACE.state, PLACE.turn(0), PLACE.turn(1), PLACE.online} <= {one.topic for one in heard})
    for message in late.heard:
        club.hear(message)
    (table,) = club.in_order
    assert (table.online, table.now.n, table.now.scores) == (True, 3, anna.record.scores)
    lamps = {one.topic[-1]: one.payload for one in late.heard if "/turn/" in one.topic}
    assert lamps[str(table.now.to_move)] == b"ON"
    assert sorted(lamps.values()) == [b"OFF", b"ON"]
    sensors = [json.loads(one.payload) for one in late.heard if one.topic.startswith("homeassistant/")]
    assert {one["state_topic"] for one in sensors} == {PLACE.turn(0), PLACE.turn(1), PLACE.helper}
    assert {one["availability_topic"] for one in sensors} == {PLACE.online}


def test_a_table_that_vanishes_is_said_to_be_offline_by_the_broker(broker, ears):
    ear = ears(broker.address, PLACE.online)
    gone = Connection(broker.address, "7", will=PLACE.online)
    gone.publish(PLACE.online, b"online", retain=True)
    gone.turn(0.1)
    gone._client.socket().close()  # pulled out
    ear.until(lambda heard: [one.payload for one in heard] == [b"online", b"offline"])


def test_people_who_wait_for_a_helper_are_seen_until_somebody_came(broker, seated, ears, running):
    anna = seated()
    ear = ears(broker.address, PLACE.helper)
    running(publisher(broker, anna.folder).work)
    ask_for_helper(anna.folder, 1234)
    ear.until(lambda heard: heard and heard[-1].payload == b'{"since_ms": 1234}')
    ask_for_helper(anna.folder, None)
    ear.until(lambda heard: heard[-1].payload == b"")


def test_a_name_that_is_told_to_nobody_any_more_is_taken_back(broker, seated, ears, running):
    anna = seated()
    anna.play(2)
    ear = ears(broker.address, everywhere("Meeple & Co", "#"))
    running(publisher(broker, anna.folder).work)
    ear.until(lambda heard: len(events(heard)) == 3)
    keep_people(anna.folder, NamedPeople().telling("Anna", shown=False))
    ear.until(lambda heard: any(one.topic.endswith(f"{anna.game}/1") and b'"n":2' in one.payload for one in heard))
    late = ears(broker.address, everywhere("Meeple & Co", "#"))
    late.until(lambda heard: any(one.topic == PLACE.state and b"Red" in one.payload for one in heard))
    again = [one for one in ear.heard if one.topic.endswith(f"{anna.game}/1")]
    assert not any(b"Anna" in one.payload for one in (*again, *late.heard))


def test_games_from_before_the_club_are_none_of_its_business(broker, seated, ears, running):
    anna = seated()
    anna.play(2)
    running(publisher(broker, anna.folder, since_ms=time.time_ns() // 10**6 + 10**6).work)
    ear = ears(broker.address, everywhere("Meeple & Co", "#"))
    ear.until(lambda heard: any(one.topic == PLACE.online for one in heard))
    assert not events(ear.heard)


# Being let in


def test_with_tls_and_a_password_only_the_right_ones_are_let_in(broker_with, tmp_path):
    if shutil.which("openssl") is None or shutil.which("mosquitto_passwd") is None:
        pytest.skip("no openssl or mosquitto_passwd here")
    key, certificate = tmp_path / "key.pem", tmp_path / "broker.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-keyout", str(key), "-out", str(certificate), "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    users = tmp_path / "users"
    subprocess.run(["mosquitto_passwd", "-c", "-b", str(users), "table7", "right one"], check=True, capture_output=True)
    real = broker_with(f"certfile {certificate}", f"keyfile {key}", f"password_file {users}", "allow_anonymous false")
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    for file, text in ((right, "right one\n"), (wrong, "wrong one\n")):
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)
    known = Broker("127.0.0.1", real.port, tls=True, ca=str(certificate), user="table7", password_file=str(right))
    connection = Connection(known, "7")
    connection.turn(0.05)
    connection.close()
    with pytest.raises(BrokerAway) as refused:
        Connection(Broker("127.0.0.1", real.port, True, str(certificate), "table7", str(wrong)), "7")
    assert refused.value.phrase.key == "club.not_let_in"
    with pytest.raises(BrokerAway) as foreign:  # nobody known signed that certificate
        Connection(Broker("127.0.0.1", real.port, tls=True, user="table7", password_file=str(right)), "7")
    assert foreign.value.phrase.key == "club.away"
    words_said = f"{known} {refused.value} {foreign.value}"
    assert "right one" not in words_said
    assert "wrong one" not in words_said


def test_a_password_that_others_can_read_is_not_used(tmp_path):
    file = tmp_path / "password"
    file.write_text("secret", encoding="utf-8")
    file.chmod(0o644)
    with pytest.raises(BadBroker) as refused:
        password_in(str(file))
    assert refused.value.phrase.key == "club.password_open"
    file.chmod(0o600)
    assert password_in(str(file)) == "secret"


def test_a_broker_that_is_not_there_is_told_in_a_sentence(tmp_path):
    with pytest.raises(BrokerAway) as away:
        Connection(Broker("127.0.0.1", 9), "7")
    assert away.value.phrase.key == "club.away"


# Results


@pytest.fixture
def keeper_of(broker, running):
    """Begins to take the club's events into a database."""
    opened = []

    def begin(where):
        results = Results(where)
        opened.append((running(ResultKeeper(broker.address, "Meeple & Co", results, pauses=SOON).work), results))

    yield begin
    for thread, results in opened:
        assert thread.close(20)
        results.close()


def rows(path: Path, statement: str):
    import sqlite3

    with sqlite3.connect(path) as database:
        found = database.execute(statement).fetchall()
    database.close()
    return found


def test_a_finished_game_is_in_the_database_with_its_ranks(broker, seated, running, keeper_of, tmp_path):
    anna, path = seated(), tmp_path / "club.db"
    keeper_of(f"sqlite:///{path}")
    running(publisher(broker, anna.folder).work)
    anna.play_to_the_end()
    until(lambda: rows(path, "SELECT over FROM club_game") == [(1,)])
    kept = rows(path, "SELECT called, score, place FROM club_seat ORDER BY seat")
    assert [(name, score) for name, score, _ in kept] == list(zip(("Anna", "Ben"), anna.record.scores, strict=True))
    assert min(place for _, _, place in kept) == 1
    assert rows(path, "SELECT count(*) FROM club_event") == [(len(anna.record.log) + 1,)]


def test_what_a_killed_broker_had_acknowledged_is_asked_for_again(broker, seated, ears, running, keeper_of, tmp_path):
    """The worst that can happen: nobody took the events yet, and the broker forgets them all."""
    anna, path = seated(), tmp_path / "club.db"
    anna.play(30)
    table = publisher(broker, anna.folder)
    running(table.work)
    ears(broker.address, PLACE.games).until(lambda heard: heard and b'"n":30' in heard[-1].payload)
    broker.kill()
    until(lambda: table.trouble is not None)
    broker.start()
    keeper_of(f"sqlite:///{path}")
    until(lambda: rows(path, "SELECT count(*) FROM club_event") == [(31,)])


def test_the_page_hears_of_a_table_again_after_the_broker_was_away(broker, seated, running):
    anna, club = seated(), ClubNow("Meeple & Co")
    listener = Listener(
        broker.address,
        "page",
        (everywhere("Meeple & Co", "+"),),
        lambda message, _: club.hear(message),
        pauses=SOON,
    )
    running(listener.work)
    running(publisher(broker, anna.folder).work)
    until(lambda: club.in_order and club.in_order[0].now is not None)
    broker.kill()
    until(lambda: listener.trouble is not None)
    anna.play(4)
    broker.start()
    until(lambda: club.in_order[0].now.n == 4)


# PostgreSQL


@pytest.fixture
def postgresql(server_program, tmp_path_factory):
    """A server of its own on a socket in a folder; it will not run as root, so root lends it to nobody."""
    initdb = server_program("initdb", "postgresql")
    pytest.importorskip("psycopg")
    folder = tmp_path_factory.mktemp("pg", numbered=True)
    home, user = Path(initdb).resolve().parent, {"user": "nobody"} if os.geteuid() == 0 else {}
    if user:
        shutil.chown(folder, "nobody")
        for parent in folder.parents[:3]:
            parent.chmod(0o755)
    data = folder / "data"
    run = {"check": True, "capture_output": True, "cwd": folder, **user}
    subprocess.run([initdb, "-D", data, "-A", "trust", "-U", "club", "--no-sync", "-E", "UTF8", "--no-locale"], **run)
    subprocess.run(
        [home / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", f"-c listen_addresses= -k {folder} -F",
         "start"],
        **run,
    )  # fmt: skip
    yield f"postgresql://club@/postgres?host={folder}"
    subprocess.run([home / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **run)


def test_the_same_results_are_in_postgresql(postgresql, broker, seated, running, keeper_of):
    import psycopg

    anna = seated()
    anna.play(10)
    keeper_of(postgresql)
    running(publisher(broker, anna.folder).work)
    with psycopg.connect(postgresql, autocommit=True) as database:
        until(lambda: database.execute("SELECT n FROM club_game").fetchall() == [(10,)])
        assert database.execute("SELECT count(*) FROM club_event").fetchone() == (11,)
        kept = database.execute("SELECT score FROM club_seat ORDER BY seat").fetchall()
    assert tuple(score for (score,) in kept) == anna.record.scores


def test_what_is_not_well_at_a_table_is_told_and_is_no_event_of_the_game(broker, seated, ears, running):
    anna = seated()
    anna.play(2)
    trouble = TroubleNow("camera", True, {"en": "The camera is lost.", "de": "Die Kamera ist weg."})
    write_typed(anna.folder / FILE, HealthNow(anna.stored.path.name, (trouble,), camera=True))
    ear = ears(broker.address, PLACE.health, EVENTS)
    running(publisher(broker, anna.folder).work)
    ear.until(lambda heard: any(one.topic == PLACE.health and one.payload for one in heard))
    ear.until(lambda heard: len(events(heard)) == 3)
    assert numbers(ear.heard) == [0, 1, 2]
    club = ClubNow("Meeple & Co")
    for message in ear.heard:
        club.hear(message)
    (table,) = club.in_order
    assert [one.words for one in table.health.troubles] == ["The camera is lost."]
