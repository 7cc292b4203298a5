"""``tableside watch``: what happens at the table, for a person or a program."""

from __future__ import annotations

import json
import random

import pytest

from calibration.files.user_folders import data_folder
from companion import cli
from companion.broadcast.events import event_from_json
from companion.broadcast.following import PlayedIn, TableFollower
from companion.commands.watch_command import watched
from companion.store import SUFFIX, StoredGame
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record


@pytest.fixture
def evening():
    """A game of nine actions that somebody is playing."""
    record, rng = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))), None
    rng = random.Random(3)
    for time_ms in range(9):
        record = record.play(CARCASSONNE.sample(record.state, rng), time_ms=time_ms)
    stored = StoredGame.create(data_folder() / f"evening{SUFFIX}", record, time_ms=1000)
    yield stored, record
    stored.close()


def test_a_program_reads_an_event_a_line(evening, capsys):
    assert cli.main(["watch", "--json", "--once"]) == 0
    events = [event_from_json(line) for line in capsys.readouterr().out.splitlines()]
    assert [event.n for event in events] == list(range(10))


def test_who_has_seen_some_asks_for_what_came_after(evening, capsys):
    assert cli.main(["watch", "--json", "--once", "--since", "7"]) == 0
    assert [json.loads(line)["n"] for line in capsys.readouterr().out.splitlines()] == [8, 9]


def test_people_read_sentences_in_their_language(evening, capsys):
    assert cli.main(["--language", "de", "watch", "--once"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "Carcassonne: Anna, Ben"
    assert second == "Anna: legt ein Plättchen"


def test_it_goes_on_telling_while_the_game_is_played(evening):
    stored, record = evening
    turns = iter([True, True, False])

    def waiting():
        nonlocal record
        if more := next(turns):
            record = record.undo()
            stored.keep(record, time_ms=2000)
        return more

    found = list(watched(TableFollower(PlayedIn(data_folder()), ("en",), data_folder()), waiting))
    assert [[event.n for event in events] for events in found] == [list(range(10)), [10], [11]]


def test_without_a_game_it_says_so(capsys):
    assert cli.main(["watch", "--once"]) == 1
    assert str(data_folder()) in capsys.readouterr().err


def test_the_schema_is_printed_for_programs(capsys):
    assert cli.main(["watch", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert {"Begun", "Moved", "Health"} <= set(schema["$defs"])
