"""Games that were kept: looked for, deleted, brought back, and a demo of any game."""

from __future__ import annotations

import pytest

from companion.preferences import load_and_tell
from companion.store import StoredGame
from companion.ui.screens.demos import demo_titles
from games.carcassonne.jcz import write_jcz


@pytest.fixture
def shelf(tablet):
    """Three games: Anna and Ben, Clara and Dirk, Zoë alone."""
    for names in ("Anna Ben", "Clara Dirk", "Zoë"):
        tablet.begun_game(names, turns=1).close()
        tablet.now_ms += 60_000
    tablet.open("home")
    tablet.tap("All games")
    return tablet


def deletes(tablet):
    return [widget for widget in tablet.widgets() if hasattr(widget, "deletes")]


def players(tablet):
    return [summary.names for summary in tablet.screen.found()]


def test_all_games_are_listed_newest_first(shelf):
    assert players(shelf) == [("Zoë",), ("Clara", "Dirk"), ("Anna", "Ben")]


def test_a_deleted_game_is_gone_at_once_and_one_tap_brings_it_back(shelf):
    path = shelf.shelf.saved()[1].path
    shelf.tap(shelf.thing(deletes=path))
    assert players(shelf) == [("Zoë",), ("Anna", "Ben")]
    assert shelf.reads("Carcassonne of Clara, Dirk is deleted")
    shelf.tap("Undo")
    assert players(shelf) == [("Zoë",), ("Clara", "Dirk"), ("Anna", "Ben")]
    assert not shelf.reads("deleted")


def test_a_game_that_somebody_plays_stays_and_it_is_said_why(shelf):
    path = shelf.shelf.saved()[0].path
    stored, _, _ = StoredGame.open(path)
    shelf.tap(shelf.thing(deletes=path))
    stored.close()
    assert len(players(shelf)) == 3
    assert not shelf.reads("is deleted")


def test_games_are_found_by_a_players_name_or_the_games(shelf):
    shelf.tap("Find a name")
    for letter in "ZO":
        shelf.tap(letter)
    shelf.tap("Ready")
    assert players(shelf) == [("Zoë",)]
    shelf.tap("“Zo”: show all")
    assert len(players(shelf)) == 3
    shelf.screen._type("carca")
    assert len(players(shelf)) == 3
    shelf.screen._type("Nobody")
    shelf.screen.show()
    shelf.wait()
    assert shelf.reads("No game with “Nobody”.")


def test_a_past_game_goes_on_from_the_list(shelf):
    shelf.tap(next(row for row in shelf.widgets() if getattr(row, "summary", None) and "Anna" in row.summary.names))
    assert shelf.screen.name == "table"
    assert [seat.name for seat in shelf.session.view.seats] == ["Anna", "Ben"]


def test_every_game_of_the_simulated_table_can_be_chosen_for_a_demo(tablet, monkeypatch):
    asked = []
    session = tablet.start_game()
    monkeypatch.setattr(type(tablet.shelf), "has_demo", True)
    monkeypatch.setattr(tablet.shelf, "demo", lambda key: asked.append(key) or session)
    tablet.open("home")
    tablet.tap("Demo")
    tiles = {tile.game: tile for tile in tablet.widgets() if getattr(tile, "game", "")}
    assert len(tiles) == 10
    assert set(tiles) == {title.key for title in demo_titles()}
    tablet.tap(tiles["istanbul"])
    tablet.wait(1)
    assert asked == ["istanbul"]
    assert tablet.screen.name == "tour"  # of the table that plays


def test_a_language_typed_for_this_evening_is_spoken_and_not_kept(tablet):
    tablet.open("home")
    tablet.app.speak("de")
    tablet.wait()
    assert tablet.reads("Neues Spiel")
    assert load_and_tell(tablet.folder / "config")[0].language == "en"


def jcz_of(tablet, names, folder):
    """Somebody's game as JCloisterZone saves it, downloaded."""
    folder.mkdir(parents=True)
    session = tablet.begun_game(names, turns=2)
    text = write_jcz(session.record, game_id="1", created_ms=0)
    session.close()
    (folder / "evening.jcz").write_text(text)
    return session.record


def test_a_game_of_another_program_is_taken_in_from_home(tablet, monkeypatch, tmp_path):
    monkeypatch.setattr("companion.exports.game_file.downloads_folder", lambda: tmp_path / "downloads")
    record = jcz_of(tablet, "Zoë Mia", tmp_path / "downloads")
    tablet.open("home")
    tablet.tap("All games")
    before = len(tablet.screen.found())
    tablet.tap("Take in a game from a file")
    tablet.tap("evening.jcz")
    tablet.wait(1)
    assert tablet.reads("Carcassonne of Zoë, Mia is taken in")
    assert len(tablet.screen.found()) == before + 1
    tablet.screen.resume(tablet.screen.found()[0])
    tablet.wait()
    assert tablet.session.record.actions == record.actions


def test_a_file_that_is_no_game_is_refused_in_a_sentence(tablet, monkeypatch, tmp_path):
    monkeypatch.setattr("companion.exports.game_file.downloads_folder", lambda: tmp_path)
    (tmp_path / "odd.jcz").write_text("{}")
    tablet.open("past_games")
    tablet.tap("Take in a game from a file")
    tablet.tap("odd.jcz")
    tablet.wait(1)
    assert tablet.reads("odd.jcz is not taken in.")
    assert tablet.screen.found() == ()


def test_without_a_file_it_is_said_where_to_put_it(tablet, monkeypatch, tmp_path):
    monkeypatch.setattr("companion.exports.game_file.downloads_folder", lambda: tmp_path / "none")
    tablet.open("past_games")
    tablet.tap("Take in a game from a file")
    assert tablet.reads("Put a save of JCloisterZone")
    tablet.screen.go_back()
    tablet.wait()
    assert tablet.reads("Take in a game from a file")


def test_a_game_is_given_a_name_by_which_it_is_found_and_which_home_shows(shelf):
    path = shelf.shelf.saved()[1].path
    shelf.tap(shelf.thing(calls=path))
    for letter in "SIL":
        shelf.tap(letter)
    shelf.tap("Ready")
    assert shelf.reads("Sil · Carcassonne · ")
    shelf.tap("Find a name")
    for letter in "IL":
        shelf.tap(letter)
    shelf.tap("Ready")
    assert players(shelf) == [("Clara", "Dirk")]
    shelf.tap(shelf.thing(icon="back"))
    assert shelf.screen.name == "home"
    assert shelf.reads("Sil · Carcassonne")


def test_a_name_is_changed_and_taken_away_and_outlives_the_games_deletion(shelf):
    path = shelf.shelf.saved()[0].path
    shelf.shelf.names.give(path, "Silvester")
    shelf.open("past_games")
    shelf.tap(shelf.thing(deletes=path))
    shelf.tap("Undo")
    assert shelf.reads("Silvester · Carcassonne")
    shelf.tap(shelf.thing(calls=path))
    for _ in "Silvester":
        shelf.tap(shelf.thing(icon="erase"))
    shelf.tap("Ready")
    assert not shelf.reads("Silvester")
    assert shelf.shelf.names.all() == {}


def test_names_that_can_not_be_read_are_told_of_and_set_aside(shelf):
    """The games are there all the same."""
    (shelf.shelf.folder / "names.json").write_text("[1, 2", "utf-8")
    shelf.open("past_games")
    assert len(players(shelf)) == 3
    assert shelf.reads("names.damaged-1.json")


def test_a_name_that_can_not_be_kept_is_told(shelf, monkeypatch):
    def full(path, value):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.session.game_names.write_typed", full)
    shelf.tap(shelf.thing(calls=shelf.shelf.saved()[0].path))
    shelf.tap("S")
    shelf.tap("Ready")
    assert shelf.reads("No space left on device")
