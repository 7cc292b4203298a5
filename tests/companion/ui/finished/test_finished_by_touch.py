"""A finished game of any kind: photographed, put right and counted by fingers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.editions.box_values import BoxValues
from companion.locale import say
from companion.readings.finished.stained_glass import FinishedGlass
from companion.readings.finished.table import OfPlayer
from companion.titles.registry import titles
from companion.ui.finished.games import counted_titles
from companion.ui.kit.base import Tap
from games.game import Phrase
from vision.simulator.thurn_and_taxis.table import still_board
from vision.stained_glass.observation import GlassArea, GlassObservation, SeenGlass, UnreadGlass

PHOTOGRAPH = np.full((800, 1000, 3), 120, np.uint8)


def tile(kind, x, y, sure=0.99):
    outline = np.array([(x - 30, y - 30), (x + 30, y - 30), (x + 30, y + 30), (x - 30, y + 30)], float)
    return SeenGlass(kind, x, y, 0.0, sure, outline, (float(x), float(y)), 0.0)


@pytest.fixture
def glass(tablet, tmp_path, monkeypatch):
    """Three tiles of a window below, one of them doubtful, and something on the right that nobody could read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    tablet.open("home")
    tablet.tap("Score a photo")
    tablet.tap(tablet.thing(game="carcassonne-stained-glass"))
    area = GlassArea("bottom", (), (tile("1a", 100, 700), tile("1b", 170, 700), tile("1c", 240, 700, 0.7)))
    seen = GlassObservation((area,), (UnreadGlass(960, 400, Phrase.of("glass.covered")),))
    box = BoxValues("carcassonne-stained-glass", {"glass-window-3": 6, "glass-unfinished-tile": 1})
    tablet.screen.take_reading(PHOTOGRAPH, FinishedGlass(seen, box, PHOTOGRAPH.shape[:2]))
    tablet.wait()
    return tablet


def points(tablet):
    cards = [tap for tap in tablet.widgets(Tap) if getattr(tap, "player", "")]
    return {card.player.player: card.children[0].text for card in cards}


def test_every_game_that_reads_photographs_is_offered():
    assert {title.key for title in counted_titles()} == {title.key for title in titles(lambda title: title.reader)}


def test_doubts_are_gone_through_one_after_the_other(glass):
    glass.tap("2 places to look at")
    assert glass.reads(say(Phrase.of("glass.covered"), "en"))
    glass.tap("It is right so")
    glass.tap("It is right so")
    assert glass.reads("Everything was read clearly")
    assert points(glass) == {"bottom": "6"}


def test_a_tile_is_tapped_on_the_photograph_and_put_right(glass):
    glass.tap_at(*glass.screen.picture.to_px(240, 700))
    assert glass.shown("Glass 1c")
    glass.touch(glass.thing(question="kind", answer="2a"))
    glass.wait()
    glass.tap("It is right so")
    glass.screen.go_back()
    glass.wait()
    assert points(glass) == {"bottom": "3"}


def test_a_place_beneath_something_is_outlined_tapped_and_entered(tablet, tmp_path, monkeypatch):
    """Given a window that goes on beneath a hand; then the photograph says where, and a tap there enters the tile."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    tablet.open("finished_table", game="carcassonne-stained-glass")
    area = GlassArea("bottom", (), (tile("1a", 100, 580), tile("1b", 100, 640)))
    square = np.array([(70, 670), (130, 670), (130, 730), (70, 730)], float)
    why = Phrase.of("glass.beneath", kind="1c")
    seen = GlassObservation((area,), (UnreadGlass(100, 700, why, "1c", square),))
    box = BoxValues("carcassonne-stained-glass", {"glass-window-3": 6, "glass-unfinished-tile": 1})
    tablet.screen.take_reading(PHOTOGRAPH, FinishedGlass(seen, box, PHOTOGRAPH.shape[:2]))
    tablet.wait()
    tablet.tap_at(*tablet.screen.picture.to_px(75, 725))
    assert tablet.reads(say(why, "en"))
    tablet.touch(tablet.thing(question="kind", answer="1c"))
    tablet.wait()
    tablet.screen.go_back()
    tablet.wait()
    assert points(tablet) == {"bottom": "6"}
    assert tablet.reads("Everything was read clearly")


def test_points_beside_the_table_are_stepped_and_typed(glass):
    glass.tap(glass.thing(player=OfPlayer("bottom")))
    glass.tap(glass.thing(step=("beside", "+")))
    assert glass.reads("bottom: 7") or glass.reads("At the bottom: 7")
    glass.tap(glass.thing(amount="beside"))
    for digit in "42":
        glass.tap(digit)
    glass.tap("Ready")  # 1, then 42
    glass.tap("Ready")
    assert points(glass) == {"bottom": str(142 + 6)}


def test_what_was_put_right_survives_a_turn_of_the_tablet(glass):
    glass.screen.answer(OfPlayer("bottom"), "beside", 30)
    glass.app.rebuild()
    glass.wait()
    assert points(glass) == {"bottom": "36"}


def test_why_somebody_gets_points_is_told(glass):
    glass.tap(glass.thing(player=OfPlayer("bottom")))
    assert glass.reads("+6")
    assert glass.screen.go_back()
    glass.wait()
    assert points(glass) == {"bottom": "6"}


def test_a_picture_without_a_table_says_so_and_another_can_be_taken(glass):
    glass.tap("Another photo")
    glass.screen.take_reading(PHOTOGRAPH, Phrase.of("glass.none_found"))
    glass.wait()
    assert glass.reads("glass")
    assert glass.shown("Choose picture")
    glass.screen.go_back()
    glass.wait()
    assert glass.screen.name == "finished_games"


def test_a_photographed_board_is_read_and_counted(tablet, tmp_path, monkeypatch):
    """The real reader, on a board of Thurn and Taxis at its end."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    board = still_board("thurn-and-taxis", "easy", 11, share=1.0)
    folder = tmp_path / "data" / "tableside" / "pictures"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "post.png"), board.image)
    tablet.open("finished_table", game="thurn-and-taxis")
    tablet.screen.pick()
    while tablet.screen.busy:  # the folders are looked through
        tablet.wait()
    tablet.tap("post.png")
    while tablet.screen.busy:  # the file is opened, then read
        tablet.screen._job.join()
        tablet.wait()
    seen = {one.key.player: one.points for one in tablet.screen.table.sums()}
    state = board.state
    assert seen == {
        seat.colour: -state.houses_left(number)
        for number, seat in enumerate(state.setup.seats)
        if state.players[number].houses
    }
