"""A finished game as other programs read it: Board Game Stats' link and code, and a play log."""

import csv
import io
import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.exports.bg_stats import MOST_CODE_BYTES, bg_stats_link, bg_stats_play, link_code
from companion.exports.finished_play import FinishedPlay, FinishedPlayer, finished_play, play_facts
from companion.exports.play_log import play_log
from companion.exports.record_file import record_text
from companion.exports.result_code import read_code
from companion.titles.registry import game_keys, game_named, title_named
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Refusal, Seat
from games.names import fault_of
from games.record import Record

BEGAN = 1_603_479_418_000  # 2020-10-23 18:56:58 in UTC
SETUP = Setup((Seat("Ännchen & Co", "red"), Seat("Ben", "blue")))
EVENING = FinishedPlay(
    "istanbul", "Istanbul", "", 148949, "0123456789abcdef", BEGAN, BEGAN + 36 * 60_000,
    (FinishedPlayer("Eerko", "red", 5, 2), FinishedPlayer("Suzan", "blue", 6, 1)),
)  # fmt: skip


def whole_game(setup=SETUP, *, minutes=36):
    rng, record, now = random.Random(1), Record.start(CARCASSONNE, setup), BEGAN
    while CARCASSONNE.player_to_move(record.state) is not None:
        record = record.play(CARCASSONNE.sample(record.state, rng), time_ms=now)
        now = min(now + 20_000, BEGAN + minutes * 60_000)
    return record


def data_of(link):
    return json.loads(unquote(urlsplit(link).query.removeprefix("data=")))


# The link


def test_the_link_tells_the_play_in_the_form_that_board_game_stats_documents():
    """The field names and their types are those of the page's own example."""
    link = bg_stats_link(EVENING)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22")
    assert data_of(link) == {
        "sourceName": "Tableside",
        "sourcePlayId": "0123456789abcdef",
        "playDate": "2020-10-23 19:32:58",
        "durationMin": 36,
        "game": {
            "name": "Istanbul",
            "sourceGameId": "istanbul",
            "bggId": 148949,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {"name": "Eerko", "sourcePlayerId": data_of(link)["players"][0]["sourcePlayerId"],
             "score": 5, "rank": 2, "winner": False, "startPlayer": True},
            {"name": "Suzan", "sourcePlayerId": data_of(link)["players"][1]["sourcePlayerId"],
             "score": 6, "rank": 1, "winner": True, "startPlayer": False},
        ],
    }  # fmt: skip


def test_a_player_and_a_game_keep_their_numbers_from_evening_to_evening():
    again = replace(EVENING, ident="another", ended_ms=BEGAN + 10**8)
    first, second = bg_stats_play(EVENING), bg_stats_play(again)
    assert first["sourcePlayId"] != second["sourcePlayId"]
    assert first["game"]["sourceGameId"] == second["game"]["sourceGameId"]
    assert [one["sourcePlayerId"] for one in first["players"]] == [one["sourcePlayerId"] for one in second["players"]]


def test_nothing_is_told_of_how_long_it_took_where_it_lay_over_a_night():
    assert "durationMin" not in bg_stats_play(replace(EVENING, ended_ms=BEGAN + 30 * 3600 * 1000))


names = st.text(min_size=1, max_size=60).filter(lambda name: fault_of(name) is None)


@given(names, names)
def test_any_name_comes_through_the_link(first, second):
    play = replace(EVENING, players=(FinishedPlayer(first, "red", 1, 2), FinishedPlayer(second, "blue", 3, 1)))
    assert [player["name"] for player in data_of(bg_stats_link(play))["players"]] == [first, second]


# What a record tells


def test_a_played_game_tells_points_ranks_and_who_began():
    record = whole_game()
    play = finished_play(record)
    assert [(one.name, one.points) for one in play.players] == [
        ("Ännchen & Co", record.scores[0]),
        ("Ben", record.scores[1]),
    ]
    assert {one.rank for one in play.players if one.points == max(record.scores)} == {1}
    assert (play.bgg, play.minutes) == (822, 36)


def test_a_game_that_goes_on_is_no_play_yet():
    with pytest.raises(Refusal) as refused:
        finished_play(Record.start(CARCASSONNE, SETUP))
    assert refused.value.phrase.key == "share.not_over"


def test_an_end_that_was_undone_and_played_again_is_the_same_play():
    record = whole_game()
    assert (
        finished_play(record.undo(time_ms=BEGAN + 10**7).redo(time_ms=BEGAN + 2 * 10**7)).ident
        == finished_play(record).ident
    )


def test_every_game_is_called_by_its_base_game_and_numbers_have_a_source():
    for key in game_keys():
        assert game_named(title_named(key).expands or key)
    for game in play_facts()["games"].values():
        assert str(game["bgg"]) in game["source"]
        assert game["confidence"]


# The code


def test_the_code_of_a_full_table_is_read_back_as_the_link():
    seats = tuple(FinishedPlayer(f"Jörg-Peter {n}", "red", 100 + n, 6 - n) for n in range(6))
    link = bg_stats_link(replace(EVENING, players=seats))
    assert read_code(link_code(link)) == link


def test_a_link_that_no_phone_would_read_has_no_code():
    assert link_code("https://example.org/" + "x" * MOST_CODE_BYTES) is None


# The play log


def test_the_play_log_has_a_row_a_player_in_the_words_of_boardgamegeek():
    rows = list(csv.DictReader(io.StringIO(play_log((EVENING,)))))
    assert [(row["name"], row["startposition"], row["score"], row["win"]) for row in rows] == [
        ("Eerko", "1", "5", "0"),
        ("Suzan", "2", "6", "1"),
    ]
    assert (rows[0]["item"], rows[0]["objectid"], rows[0]["length"]) == ("Istanbul", "148949", "36")
    assert rows[0]["date"] == datetime.fromtimestamp(BEGAN / 1000).date().isoformat()


# On the command line


@pytest.fixture
def played(tmp_path):
    path = tmp_path / "evening.json"
    path.write_text(record_text(whole_game()), encoding="utf-8")
    return path


def test_export_writes_the_link_and_says_that_nobody_tried_it(played, tmp_path, capsys):
    target = tmp_path / "link.txt"
    assert main(["--language", "en", "export", str(target), "--to", "bgstats", "--game-file", str(played)]) == 0
    found = data_of(target.read_text(encoding="utf-8").strip())
    assert found["game"]["bggId"] == 822
    assert datetime.strptime(found["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC).timestamp() * 1000 > BEGAN
    assert "not tried" in capsys.readouterr().out


def test_export_draws_the_code_and_writes_the_play_log(played, tmp_path):
    code, log = tmp_path / "code.svg", tmp_path / "plays.csv"
    assert main(["export", str(code), "--to", "bgstats", "--game-file", str(played)]) == 0
    assert ElementTree.parse(code).getroot().tag.endswith("svg")
    assert main(["export", str(log), "--to", "plays", "--game-file", str(played)]) == 0
    assert log.read_text(encoding="utf-8").startswith("date,")


def test_export_says_which_ending_goes_with_what(played, tmp_path, capsys):
    target = tmp_path / "plays.json"
    assert main(["--language", "en", "export", str(target), "--to", "plays", "--game-file", str(played)]) == 1
    assert "plays and scores are .csv" in capsys.readouterr().err
    assert not target.exists()
