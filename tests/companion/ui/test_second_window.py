"""A game that is open in another window, and a game that is deleted: what people see of it on the tablet."""

from __future__ import annotations

from companion.store import StoredGame

LOOK_ONLY = "This game is open in another window"


def test_a_game_that_is_open_elsewhere_is_shown_and_says_that_it_can_only_be_looked_at(tablet):
    session = tablet.begun_game("Anna Ben", turns=3)
    moves = len(session.record.line)
    session.close()
    (summary,) = tablet.shelf.saved()
    tablet.shelf.finish()
    elsewhere, _, _ = StoredGame.open(summary.path)
    tablet.open("home")
    tablet.tap("Go on")
    assert tablet.reads(LOOK_ONLY)

    tablet.wait(8)
    tablet.tap("Undo")
    assert tablet.reads(LOOK_ONLY)
    assert len(tablet.session.record.line) == moves

    elsewhere.close()
    tablet.tap("Undo")
    assert len(tablet.session.record.line) < moves
    assert not tablet.session.view.chips


def test_a_deleted_game_is_gone_from_home(tablet):
    tablet.begun_game("Anna Ben", turns=1).close()
    (summary,) = tablet.shelf.saved()
    tablet.shelf.delete(summary.path)
    tablet.open("home")
    assert tablet.reads("No games yet")
