"""What the screens tell, save and draw, without a screen."""

import csv
import random
import threading
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from companion import locale
from companion.exports.result_code import read_code, result_code
from companion.exports.saving import Export, export_folder, save_as, save_sheets
from companion.session.shelf import Shelf
from companion.session.table import TableSession
from companion.session.table_check import CheckedState, CheckRow, FrameRate, check_rows, kept_rows
from companion.session.views import Chip, ChipKind, CloseRace
from companion.store import StoredGame
from companion.titles.registry import game_named
from companion.ui.carcassonne.tile_pictures import SIDE, TilePictures, flat_picture
from companion.ui.faces import face_of
from companion.ui.screens.step_graph import end_points, grid_lines, running_scores, step_graph
from companion.ui.table.telling import tell, telling_of_lines
from companion.ui.tour.moments import played_by_chance
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Phrase, Seat
from games.record import Record
from vision.eyes import Attention
from vision.held_settings import CameraSetting, SettingsState

SETUP = Setup((Seat("Anna", "red"), Seat("Ben", "blue")))
HINT = Phrase.of("app.hint_camera")


def played(*lines):
    record = Record.start(CARCASSONNE, SETUP)
    for line in lines:
        record = record.play(CARCASSONNE.read(line))
    return record


def whole_game(seed=1):
    rng, record = random.Random(seed), Record.start(CARCASSONNE, SETUP)
    while CARCASSONNE.player_to_move(record.state) is not None:
        record = record.play(CARCASSONNE.sample(record.state, rng))
    return record


def view_of(*lines, **changes):
    return replace(TableSession(played(*lines), lambda: 0).view, **changes)


# The ribbon


def test_the_ribbon_says_whose_turn_it_is_and_what_to_do():
    phrase = tell(view_of(), "en", Phrase.of("app.hint_touch"))
    assert (phrase.head, phrase.detail, phrase.seat) == ("Anna's turn", "Tap where the tile lies.", 0)
    assert tell(view_of(), "de", HINT).head == "Anna ist dran"


def test_the_ribbon_gives_the_points_and_where_they_come_from():
    session = TableSession(
        played("lay BA/CFc+ 0,-1 r90", "follower small City N.S", "lay BA/RFr 1,0 r0", "skip"), lambda: 1
    )
    session.stage((CARCASSONNE.read("lay BA/C 0,-2 r180"), CARCASSONNE.read("skip")))
    found = tell(session.view, "en", HINT)
    assert found.head == "Anna +8: city finished"
    assert found.detail == "3 tiles at 2 + one pennant at 2"
    session.commit()
    assert tell(session.view, "en", HINT).head == "Anna +8: city finished"


def test_points_that_no_line_tells_of_are_said_all_the_same():
    """A house less in the supply is worth a point, which no event tells of."""
    session = TableSession(played(), lambda: 1)
    session.stage((CARCASSONNE.read("lay BA/RFr 1,0 r0"),))
    nothing = session.view
    assert tell(nothing, "en", HINT).head == "Anna: no points for this"
    some = replace(nothing, proposal=replace(nothing.proposal, points=(1, 0)))
    assert tell(some, "en", HINT).head == "Anna +1"
    assert tell(nothing, "de", HINT, foretold=False).head == "Anna: Punkte zeigen sich nach FERTIG"


def test_what_needs_somebody_comes_first():
    from vision.explanation import Discrepancy

    differs = view_of(discrepancies=(Discrepancy("0,0", "", "", 1.0),), choice=CloseRace((), None))
    assert tell(differs, "en", HINT).head == "Table and record differ here. Which is right?"
    assert tell(view_of(choice=CloseRace((), None)), "de", HINT).head == "Welches war es?"
    fresh = Phrase.of("table.waiting")
    assert tell(view_of(), "en", HINT, notice=fresh).head == "Waiting for a clear view."
    late = tell(view_of(still_reading=True), "en", HINT)
    assert (late.head, late.detail.split(".")[0]) == ("Anna's turn", "The camera is still reading the table")


def test_the_biggest_of_several_scores_is_told_large():
    record = whole_game()
    lines = [event.line for event in record.line[-1].events if event.line is not None]
    found = telling_of_lines(lines, SETUP.seats, "en")
    best = max(line.points for line in lines)
    assert f"+{best}:" in found.head
    assert found.detail.count(":") == len(lines) - 1


# The table check


def rows(view, hands=None, frames=30):
    return {row.icon: row for row in check_rows(view, hands, frames)}


def test_while_the_camera_is_being_opened_the_check_says_so_instead_of_none():
    found = {row.icon: row.phrase.key for row in check_rows(view_of(), None, 0, watching=True)}
    assert found["camera"] == "app.check_looking"


def test_a_table_that_is_not_found_offers_to_learn_the_tiles_of_another_box():
    edition = CheckRow("tile", CheckedState.OK, HINT, HINT, opens="editions")
    found = {row.icon: row for row in check_rows(view_of(attention=Attention.LOST), None, 30, (edition,))}
    assert (found["table"].phrase.key, found["table"].opens) == ("app.check_table_foreign", "editions")
    alone = {row.icon: row for row in check_rows(view_of(attention=Attention.LOST), None, 30)}
    assert (alone["table"].phrase.key, alone["table"].opens) == ("app.check_table_lost", "")


@pytest.mark.parametrize(
    ("settings", "health", "sentence"),
    [
        (
            SettingsState(held=(CameraSetting.EXPOSURE, CameraSetting.FOCUS)),
            CheckedState.OK,
            "Bleibt, wie es ist: Belichtung, Schärfe. Ein Ärmel ändert das Bild nicht mehr.",
        ),
        (
            SettingsState(held=(CameraSetting.FOCUS,), by_itself=(CameraSetting.EXPOSURE,)),
            CheckedState.NONE,
            "Diese Kamera stellt weiter selbst ein: Belichtung. Es geht; gleichmäßiges Licht hilft.",
        ),
    ],
)
def test_whether_the_camera_holds_its_settings_is_told(settings, health, sentence):
    seen = view_of(attention=Attention.STILL)
    found = {row.icon: row for row in check_rows(seen, None, 30, settings=settings)}["eye"]
    assert (found.health, locale.say(found.phrase, "de")) == (health, sentence)
    assert "eye" not in {row.icon for row in check_rows(seen, None, 30, settings=SettingsState())}


def test_a_phone_sets_light_and_focus_itself_and_its_app_can_be_told():
    kept = kept_rows(view_of(attention=Attention.STILL), "http://192.168.0.7:8080/video", can_leave=False)
    assert "app.check_settings_phone" in {row.phrase.key for row in kept}
    assert "app.check_settings_phone" not in {row.phrase.key for row in kept_rows(view_of(), "0", can_leave=False)}


def test_without_camera_and_box_nothing_is_wrong():
    found = rows(view_of())
    assert {row.health for row in found.values()} == {CheckedState.NONE}


def test_a_camera_that_sees_the_table_is_well():
    found = rows(view_of(attention=Attention.STILL))
    assert [found[icon].health for icon in ("camera", "light", "table")] == [CheckedState.OK] * 3
    assert found["camera"].phrase == Phrase.of("app.check_camera_ok", frames=30)
    seldom = {row.icon: row for row in check_rows(view_of(attention=Attention.STILL), None, 0)}["camera"]
    assert (seldom.health, seldom.phrase.key) == (CheckedState.WARN, "app.check_camera_slow")


@pytest.mark.parametrize(
    ("changes", "icon", "health"),
    [
        ({"attention": Attention.LOST}, "table", CheckedState.BAD),
        ({"attention": Attention.WAITING, "hand": True}, "table", CheckedState.WARN),
        ({"chips": (Chip(ChipKind.LIGHT, False, Phrase.of("table.waiting")),)}, "light", CheckedState.WARN),
        ({"chips": (Chip(ChipKind.CAMERA, True, Phrase.of("table.waiting")),)}, "camera", CheckedState.BAD),
    ],
)
def test_what_is_not_well_has_its_own_row(changes, icon, health):
    found = rows(view_of(**{"attention": Attention.STILL, **changes}))
    assert found[icon].health is health


def test_frames_are_counted_over_two_seconds():
    rate = FrameRate()
    for now in range(0, 4000, 40):
        rate.count(now)
    assert rate.at(3960) == pytest.approx(25, abs=1)
    assert rate.at(9000) == 0


def test_a_camera_that_froze_has_no_tick():
    """Given a picture that came and no other since, when the check is drawn, then it does not say that all is well."""
    rate = FrameRate()
    assert not rate.stands_still(9000)  # nothing came yet: it is being opened
    rate.count(10_000)
    assert not rate.stands_still(12_000)  # the table is being read
    assert rate.stands_still(17_000)
    seen = view_of(attention=Attention.STILL)
    found = {row.icon: row for row in check_rows(seen, None, 0, frozen=True)}
    assert (found["camera"].health, found["camera"].phrase.key) == (CheckedState.WARN, "app.check_frozen")
    assert found["table"].health is CheckedState.OK  # what was seen last
    lost = view_of(attention=Attention.STILL, chips=(Chip(ChipKind.CAMERA, True, Phrase.of("table.waiting")),))
    assert (
        next(iter(check_rows(lost, None, 0, frozen=True))).health is CheckedState.BAD
    )  # its own trouble is told instead


# Saving


def test_every_format_is_written_and_nothing_is_overwritten():
    record = whole_game()
    for export in (Export.CSV, Export.RECORD, "jcz"):
        path = save_as(export, record, "en", now_ms=1_700_000_000_000)
        assert path.parent == export_folder()
        with pytest.raises(FileExistsError):
            save_as(export, record, "en", now_ms=1_700_000_000_000)
    with save_as(Export.CSV, record, "en", now_ms=1_700_000_001_000).open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    for number, seat in enumerate(SETUP.seats):
        assert sum(int(line["points"]) for line in lines if line["player"] == seat.name) == record.state.scores[number]


def test_the_sheets_for_the_camera_are_written_as_pdf():
    assert save_sheets("de", now_ms=1_700_000_000_000).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("seed", range(1, 7))
def test_the_code_to_take_home_can_be_read_back(seed):
    record = whole_game(seed)
    text, modules = result_code(record)
    assert text.startswith("carcassonne\n1. ")
    assert text.count("\n") > 20  # most of what a code of this size holds are moves
    assert len(modules) <= 113  # 3 px a module fit 340 px
    assert read_code(modules) == text
    assert text.endswith(record.actions[-1])


# The graph of scores


def test_the_graph_ends_at_the_final_scores():
    record = whole_game()
    scores = running_scores(record)
    assert scores[0] == (0, 0)
    assert scores[-1] == record.state.scores
    for before, after in pairwise(scores):
        assert all(b >= a for a, b in zip(before, after, strict=True))


def test_the_graph_counts_houses_that_nobody_has_built_as_the_score_does():
    game, face = game_named("thurn-and-taxis"), face_of("thurn-and-taxis")
    record = played_by_chance(game, face, random.Random(3), players=2, most=60)[-1]
    scores = running_scores(record)
    assert scores[0] == (-20, -20)
    assert scores[-1] == record.scores
    assert next(score for score, _ in grid_lines(scores, 300, 30)) == -20


def test_round_scores_in_a_low_graph_leave_each_other_room():
    scores = ((-20, -20), (13, 9))
    assert [score for score, _ in grid_lines(scores, 400, 30)] == [-20, -10, 0, 10]
    low = grid_lines(scores, 120, 30, apart=36)
    assert all(one - other >= 36 for (_, one), (_, other) in pairwise(low))
    assert len(low) >= 2


def test_badges_at_the_ends_never_overlap():
    ends = end_points(((0, 0, 0), (30, 30, 29)), 300, 200, 36)
    heights = sorted(y for _, y in ends)
    assert heights[1] - heights[0] >= 36
    assert heights[2] - heights[1] >= 36
    assert all(18 <= y <= 182 for y in heights)


def test_badges_stand_about_their_scores_the_higher_one_above():
    """Given two scores that are equal and one far below, then two stand about theirs and the third at its own."""
    red, blue, yellow = (y for _, y in end_points(((0, 0, 0), (30, 30, 5)), 300, 400, 36))
    at_thirty, at_five = (18 + 364 * (1 - score / 30) for score in (30, 5))
    assert (red, blue) == (18, 18 + 38)  # the upper edge leaves no more room
    assert at_thirty == 18
    assert yellow == pytest.approx(at_five)
    high, low, middle = (y for _, y in end_points(((0, 0, 0), (21, 19, 20)), 300, 400, 36))
    assert high < middle < low


def test_a_line_ends_at_its_score_and_not_at_its_badge():
    """Given equal scores, whose badges cannot both stand there, then no line falls or rises after the last action."""
    picture = step_graph(whole_game(), 300, 200, badge=36, ink="#F7F0E4", ground="#221D18").astype(int)
    beside = picture[:, 300 - 36 - 6 : 300 - 36]
    for bgr in ((0x39, 0x48, 0xF4), (0xE6, 0x84, 0x4A)):
        assert not (np.abs(beside - bgr).max(axis=2) < 40).any()


def test_the_graph_shows_everybodys_colour():
    picture = step_graph(whole_game(), 300, 200, badge=36, ink="#F7F0E4", ground="#221D18")
    assert picture.shape == (200, 300, 3)
    for bgr in ((0x39, 0x48, 0xF4), (0xE6, 0x84, 0x4A)):  # red and blue
        assert (np.abs(picture.astype(int) - bgr).max(axis=2) < 12).sum() > 50


# Pictures


def test_tiles_are_flat_at_first_then_painted_and_then_kept(tmp_path):
    pictures = TilePictures(tmp_path)
    assert not pictures.is_painted("BA/L")
    assert np.array_equal(pictures.picture("BA/L"), flat_picture("BA/L"))
    pictures.wait()
    assert pictures.is_painted("BA/L")
    painted = pictures.picture("BA/L")
    assert painted.shape == (SIDE, SIDE, 3)
    again = TilePictures(tmp_path)
    assert again.is_painted("BA/L")
    assert np.array_equal(again.picture("BA/L"), painted)


def test_the_end_of_the_app_meets_no_tile_that_is_being_painted(tmp_path):
    others = set(threading.enumerate())
    pictures = TilePictures(tmp_path)
    for key in ("BA/L", "BA/LR", "BA/C"):
        pictures.picture(key)
    pictures.close()
    assert set(threading.enumerate()) <= others


def test_a_disk_that_takes_nothing_costs_only_time(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    pictures = TilePictures(blocked / "tiles")
    pictures.picture("BA/L")
    pictures.wait()
    assert pictures.is_painted("BA/L")


def test_a_damaged_picture_of_a_tile_is_painted_anew(tmp_path):
    pictures = TilePictures(tmp_path)
    pictures.picture("BA/L")
    pictures.wait()
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    again = TilePictures(tmp_path)
    assert not again.is_painted("BA/L")
    again.wait()
    assert again.is_painted("BA/L")


# The shelf


def setup_json():
    return CARCASSONNE.setup_to_json(SETUP)


def test_games_are_kept_from_the_first_move_and_resumed_in_the_same_turn(tmp_path):
    shelf = Shelf(tmp_path, lambda: 1_000)
    session = shelf.start("carcassonne", setup_json())
    session.play(CARCASSONNE.read("lay BA/RFr 1,0 r0"))
    session.close()
    (summary,) = shelf.saved()
    assert (summary.names, summary.moves, summary.over) == (("Anna", "Ben"), 1, False)
    resumed, rescue = shelf.resume(summary.path)
    assert rescue is None
    assert resumed.record.actions == ("lay BA/RFr 1,0 r0",)
    resumed.close()


def test_two_games_in_the_same_millisecond_do_not_meet(tmp_path):
    shelf = Shelf(tmp_path, lambda: 1_000)
    for _ in range(2):
        shelf.start("carcassonne", setup_json()).close()
    assert len(shelf.saved()) == 2


def test_looking_at_a_game_changes_nothing(tmp_path):
    shelf = Shelf(tmp_path, lambda: 1_000)
    shelf.start("carcassonne", setup_json()).close()
    shelf.finish()
    (summary,) = shelf.saved()
    assert shelf.glimpse(summary.path).actions == ()
    stored, _, rescue = StoredGame.open(summary.path)
    stored.close()
    assert rescue is None


def test_no_camera_and_no_box_unless_asked_for(tmp_path):
    made = []
    shelf = Shelf(
        tmp_path,
        lambda: 1_000,
        make_watcher=lambda key, state, camera: made.append(camera),
        make_hands=lambda seats: made.append(seats),
    )
    shelf.start("carcassonne", setup_json()).close()
    assert made == []
    shelf.start("carcassonne", setup_json(), camera="0", buttons=True).close()
    assert made == ["0", 2]
