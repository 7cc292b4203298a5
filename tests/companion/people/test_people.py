"""Who played what and how well: given finished games, then each person's page says so."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.locale import LANGUAGES, say
from companion.people.kinds import kind_in_words
from companion.people.names import NamedPeople, keep_people, known_people
from companion.people.played import CACHE_NAME, PlayedGame, Seated, played_games
from companion.people.statistics import games_csv, games_json, games_played, persons
from companion.store import SUFFIX, StoredGame, summaries
from companion.titles.registry import game_keys, game_named
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from games.record import Record, Source

HOUR = 3_600_000


def game(number: int, *seats: tuple[str, int, int], key: str = "carcassonne", lasted_ms: int = HOUR) -> PlayedGame:
    """Seats as (name, points, rank)."""
    colours = ("red", "blue", "green", "yellow", "black")
    found = tuple(Seated(name, colours[at], points, rank) for at, (name, points, rank) in enumerate(seats))
    return PlayedGame(f"{number}.tableside", key, number * HOUR, lasted_ms, found)


EVENINGS = (
    game(1, ("Anna", 80, 1), ("Ben", 60, 2)),
    game(2, ("Ben", 95, 2), ("Anna", 99, 1)),
    game(3, ("Anna", 5, 1), ("Ben", 5, 1), ("Zoë", 3, 3), key="istanbul"),
    game(4, ("anna ", 40, 2), ("Zoë", 50, 1)),
)


def named(name: str, people: NamedPeople = NamedPeople()):  # noqa: B008  (a frozen value)
    return next(person for person in persons(EVENINGS, people) if person.name == name)


def test_games_wins_best_mean_and_hours_are_counted() -> None:
    anna = named("Anna")
    assert (anna.played, anna.won, anna.hours) == (4, 3, 4.0)
    carcassonne, istanbul = anna.tallies()
    assert (carcassonne.game_key, carcassonne.played, carcassonne.won, carcassonne.best) == ("carcassonne", 3, 2, 99)
    assert carcassonne.mean == pytest.approx((80 + 99 + 40) / 3)
    assert (istanbul.played, istanbul.won) == (1, 1)
    assert anna.points_of("carcassonne") == (80, 99, 40)


def test_a_shared_first_rank_is_won_by_both_and_nobody_was_ahead() -> None:
    assert named("Ben").won == 1
    assert named("Anna").against() == (("Ben", 3, 2), ("Zoë", 2, 1))


def test_streaks_end_with_the_first_game_that_is_not_won() -> None:
    anna = named("Anna")
    assert (anna.longest_streak, anna.streak) == (3, 0)
    assert named("Zoë").streak == 1


def test_who_plays_alone_neither_wins_nor_loses() -> None:
    (alone,) = persons([game(1, ("Anna", 30, 1))], NamedPeople())
    assert (alone.played, alone.won, alone.against()) == (1, 0, ())


def test_capitals_and_spaces_make_no_other_person() -> None:
    assert [person.name for person in persons(EVENINGS, NamedPeople())] == ["Anna", "Ben", "Zoë"]


def test_a_person_is_renamed_and_two_names_become_one() -> None:
    people = NamedPeople().renamed("Ben", "Benjamin")
    assert named("Benjamin", people).played == 3
    together = people.renamed("Zoë", "Benjamin")
    assert named("Benjamin", together).played == 5  # both sat at the third table
    assert [person.name for person in persons(EVENINGS, together)] == ["Benjamin", "Anna"]


def test_a_guest_is_on_no_page_but_still_somebody_to_play_against() -> None:
    people = NamedPeople().counted("Ben", counts=False)
    assert [person.name for person in persons(EVENINGS, people)] == ["Anna", "Zoë"]
    assert named("Anna", people).against()[0] == ("Ben", 3, 2)
    assert len(persons(EVENINGS, people.counted("Ben", counts=True))) == 3


@given(st.lists(st.tuples(st.sampled_from("ABCDE"), st.sampled_from("ABCDEF")), max_size=6))
def test_nobodys_games_are_lost_or_doubled_however_people_are_renamed(renames: list[tuple[str, str]]) -> None:
    games = [game(1, ("A", 1, 1), ("B", 0, 2)), game(2, ("C", 1, 1), ("D", 0, 2)), game(3, ("E", 1, 1), ("A", 0, 2))]
    people = NamedPeople()
    for old, new in renames:
        people = people.renamed(old, new)
    assert sum(person.played for person in persons(games, people)) == 6


def test_who_is_deleted_is_known_no_more_under_any_name_and_begins_anew_when_they_play_again() -> None:
    people = NamedPeople().renamed("Ben", "Benjamin").telling("Benjamin", shown=False)
    without = people.without("Benjamin", until_ms=2 * HOUR)
    left = {person.name: person for person in persons(EVENINGS, without)}
    assert left["Ben"].played == 1  # the third evening came after it, and nobody knows any more who Ben once was
    assert left["Anna"].played == 4
    assert left["Anna"].against()[0] == ("Zoë", 2, 1)
    assert "Ben" not in str(without)  # not even the name is kept
    later = without.without("Ben", until_ms=9 * HOUR)
    assert [person.name for person in persons(EVENINGS, later)] == ["Anna", "Zoë"]
    assert "Ben" not in games_csv(persons(EVENINGS, later), {}) + games_json(persons(EVENINGS, later))


def test_a_game_has_a_page_too() -> None:
    carcassonne, istanbul = games_played(EVENINGS, NamedPeople())
    assert (carcassonne.game_key, len(carcassonne.games), carcassonne.minutes) == ("carcassonne", 3, 60)
    assert carcassonne.best == ("Anna", 99)
    assert carcassonne.winners() == (("Anna", 3, 2), ("Zoë", 1, 1), ("Ben", 2, 0))
    assert carcassonne.most_points == (80, 99, 50)
    assert istanbul.best is not None


def test_points_are_told_by_what_they_came_from() -> None:
    def evening(number: int, **kinds: int) -> PlayedGame:
        found = {f"carcassonne.{kind}": points for kind, points in kinds.items()}
        return PlayedGame(f"{number}", "carcassonne", number, HOUR, (Seated("Anna", "red", 30, 1, found),))

    games = [evening(1, city_finished=20, field=10), evening(2, city_finished=10)]
    (anna,) = persons(games, NamedPeople())
    assert anna.kinds_of("carcassonne") == (("carcassonne.city_finished", 15.0), ("carcassonne.field", 5.0))
    assert games_played(games, NamedPeople())[0].kinds() == anna.kinds_of("carcassonne")


@pytest.mark.parametrize("key", game_keys())
def test_every_kind_of_points_of_every_game_has_a_plain_word(key: str) -> None:
    game, chance = game_named(key), random.Random(5)
    record = Record.start(game, game.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    for _ in range(250):
        if game.player_to_move(record.state) is None:
            break
        record = record.play(game.sample(record.state, chance))
    kinds = {event.line.reason.key for step in record.line for event in step.events if event.line is not None}
    for kind in kinds:
        for language in LANGUAGES:
            assert kind_in_words(kind, language) != say(Phrase.of("people.kind_other"), language), kind
            assert "{" not in kind_in_words(kind, language)


def test_what_was_said_of_names_is_kept_and_a_damaged_file_set_aside(tmp_path: Path) -> None:
    said = NamedPeople().renamed("Ben", "Benjamin").counted("Zoë", counts=False)
    keep_people(tmp_path, said)
    assert known_people(tmp_path) == (said, None)
    (tmp_path / "people.json").write_text('{"same": 7}')
    found, trouble = known_people(tmp_path)
    assert found == NamedPeople()
    assert trouble is not None
    assert len(list(tmp_path.iterdir())) == 1  # it lies beside, under another name


def test_all_of_it_is_a_table_for_spreadsheets() -> None:
    odd = game(9, ("=1+1", 3, 1), ("Ben", 2, 2))
    rows = list(csv.DictReader(io.StringIO(games_csv(persons([odd], NamedPeople()), {"carcassonne": "Carcassonne"}))))
    assert [row["person"] for row in rows] == ["'=1+1", "Ben"]
    assert rows[1] == {
        "person": "Ben", "ended": "1970-01-01 09:00", "game": "Carcassonne", "minutes": "60", "colour": "blue",
        "points": "2", "rank": "2", "won": "0", "against": "'=1+1",
    }  # fmt: skip


def test_all_of_it_is_one_object_for_programs() -> None:
    answer = json.loads(games_json(persons(EVENINGS, NamedPeople())))
    anna = next(one for one in answer["persons"] if one["name"] == "Anna")
    assert (anna["played"], anna["won"], anna["longest_streak"]) == (4, 3, 3)
    assert anna["games"][1] == {
        "ended": "1970-01-01T02:00:00+00:00", "game": "carcassonne", "minutes": 60, "colour": "blue", "points": 99,
        "points_by_kind": {}, "rank": 1, "won": True, "against": ["Ben"],
    }  # fmt: skip


# From the kept games


def kept(folder: Path, name: str, *, finished: bool) -> None:
    setup = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
    record, chance, now = Record.start(CARCASSONNE, setup), random.Random(7), 1_000
    stored = StoredGame.create(folder / f"{name}{SUFFIX}", record, time_ms=now)
    for _ in range(1000 if finished else 6):
        if record.state.is_over:
            break
        now += 1_000
        record = record.play(CARCASSONNE.sample(record.state, chance), source=Source.TOUCH, time_ms=now)
    stored.keep(record, time_ms=now)
    stored.close()


def test_finished_games_are_read_once_and_remembered_until_they_change(tmp_path: Path) -> None:
    folder, cache = tmp_path / "games", tmp_path / "cache"
    folder.mkdir()
    kept(folder, "first", finished=True)
    kept(folder, "second", finished=False)
    (found,) = played_games(summaries(folder), cache)
    assert found.file == f"first{SUFFIX}"
    assert {seat.name for seat in found.seats} == {"Anna", "Ben"}
    assert min(seat.rank for seat in found.seats) == 1
    assert found.lasted_ms > 100_000
    assert all(sum(seat.kinds.values()) == seat.points for seat in found.seats)  # every point came from something
    remembered = cache / CACHE_NAME
    remembered.write_text(remembered.read_text().replace(f'"points": {found.seats[0].points}', '"points": 1234'))
    assert played_games(summaries(folder), cache)[0].seats[0].points == 1234  # nobody replayed it
    kept(folder, "third", finished=True)
    assert len(played_games(summaries(folder), cache)) == 2


@pytest.mark.expects_log
def test_a_damaged_memory_is_made_anew(tmp_path: Path) -> None:
    folder, cache = tmp_path / "games", tmp_path / "cache"
    folder.mkdir()
    kept(folder, "first", finished=True)
    found = played_games(summaries(folder), cache)
    (cache / CACHE_NAME).write_text("not JSON")
    assert played_games(summaries(folder), cache) == found


def test_who_says_no_is_withheld_under_every_name_that_means_them_until_they_say_otherwise():
    people = NamedPeople().renamed("Ben", "Benjamin").telling("Benjamin", shown=False)
    assert [people.withholds(name) for name in ("ben", "Benjamin", " BENJAMIN ", "Anna")] == [True, True, True, False]
    assert people.renamed("Benjamin", "Benno").withholds("ben")
    assert people.counted("Benjamin", counts=False).withholds("ben")
    assert not people.telling("benjamin", shown=True).withholds("ben")
