"""Questions, corrections and explanations: they dock under the board and go when they are answered."""

import math
import random
from itertools import count, pairwise

import numpy as np
import pytest

from companion.locale import say
from companion.session.looking.sighting import Sighting
from companion.session.rewriting import hole_views
from companion.session.views import Chip, ChipKind
from companion.ui.docks.choose import ChooseDock
from companion.ui.docks.correct import FIRST, AmendsTap, PreviewDock
from companion.ui.docks.differ import DifferDock
from companion.ui.docks.holes import HolesDock, HoleTap
from companion.ui.docks.notes import RemedyDock
from companion.ui.docks.why import WhyDock
from companion.ui.kit.base import Words
from companion.ui.kit.measured import line_width
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.theme import DARK, rgba
from companion.ui.table.telling import what_differs
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind
from games.game import Phrase
from vision.explanation import Candidate, Discrepancy, Explanation
from vision.eyes import Attention, Glance

ROAD = Lay("BA/RFr", 1, 0, 0)
ON_ROAD = Deploy("small", FeatureKind.ROAD, "E.W")
SMALL = np.full((270, 480, 3), 90, np.uint8)


def see(tablet, *candidates, differing=(), hand=False, outlines=()):
    """The eyes report a still table and what explains it."""
    glance = Glance(1, 0.0, Attention.WAITING if hand else Attention.STILL, hand=hand)
    explanation = None
    if candidates or differing:
        found = tuple(Candidate(actions, 0.0, chance, ("1,0",)) for actions, chance in candidates)
        unexplained = 1 - sum(chance for _, chance in candidates)
        explanation = Explanation(found, unexplained, 1, tuple(differing))
    session = tablet.session
    for _ in range(2):  # a ghost is what two still pictures showed
        session.see(Sighting(SMALL, glance, explanation, session.record_version, SMALL[:90, :90], differing=outlines))
    tablet.wait(0.3)


def dock(tablet):
    return tablet.screen.docks.dock


def lit_px(tablet, colour, off=10):
    """How many px of the board show this colour."""
    x, y, width, height = (int(part) for part in tablet.screen.board_area)
    picture = tablet.picture()
    seen = picture[picture.shape[0] - y - height : picture.shape[0] - y, x : x + width]
    wanted = np.array([255 * part for part in rgba(colour)[:3]])
    return int((np.abs(seen - wanted).max(axis=2) <= off).sum())


def test_what_differs_is_hatched_on_the_picture_too(tablet):
    tablet.start_game()
    differing = [Discrepancy("0,0", "carcassonne.seen_empty", "carcassonne.seen_empty", 0.9)]
    square = np.array([(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)], np.float32)
    see(tablet, differing=differing, outlines=(square,))
    tablet.wait(0.5)
    asked = next(one for one in tablet.screen.docks.dock.walk() if getattr(one, "text", "").startswith("Table and"))
    lines = line_width(asked.text, asked.font_name, asked.font_size) / asked.width
    assert asked.height >= math.ceil(lines) * asked.font_size
    picture = next(one for one in tablet.widgets(StillPicture) if one.hatched)
    x, y, width, height = picture.frame()
    middle = tablet.picture()[800 - round(y + 0.6 * height) : 800 - round(y + 0.4 * height), :]
    middle = middle[:, round(x + 0.4 * width) : round(x + 0.6 * width)]
    warn = np.array([255 * part for part in rgba(DARK.warn)[:3]])
    share = (np.abs(middle - warn).max(axis=2) <= 12).mean()
    assert 0.05 < share < 0.6


def test_a_proposal_is_a_ghost_until_the_button(tablet):
    tablet.start_game()
    see(tablet, ((ROAD, ON_ROAD), 0.97))
    assert tablet.reads("Anna: no points for this")
    assert tablet.session.record.line == ()
    assert dock(tablet) is None
    tablet.done()
    assert tablet.session.record.actions == ("lay BA/RFr 1,0 r0", "follower small Road E.W")


def test_a_close_race_becomes_pictures_and_a_tap_decides(tablet):
    tablet.start_game()
    see(tablet, ((ROAD, ON_ROAD), 0.58), ((ROAD, Skip()), 0.31), ((Lay("BA/RFr", 1, 0, 2), Skip()), 0.11))
    tablet.done()
    assert isinstance(dock(tablet), ChooseDock)
    assert {"Which one was it?", "58 %", "31 %", "11 %", "None of these"} <= tablet.texts()
    tablet.done()  # a second press never chooses
    assert tablet.session.record.line == ()
    tablet.tap(tablet.thing(number=1))
    assert tablet.session.record.actions == ("lay BA/RFr 1,0 r0", "skip")
    assert dock(tablet) is None


def test_whether_a_tile_bears_arms_is_asked_with_its_pictures_once_points_hang_on_it(tablet):
    tablet.start_game()
    armed, bare = Lay("BA/CFc+", 0, -1, 1), Lay("BA/CFc.1", 0, -1, 1)
    into = Deploy("small", FeatureKind.CITY, "N.S")
    see(tablet, ((armed, into), 0.6), ((bare, into), 0.37))
    tablet.done()
    assert dock(tablet) is None
    see(tablet, ((Lay("BA/C", 0, -2, 2), Skip()), 0.97))
    tablet.done()

    assert isinstance(dock(tablet), ChooseDock)
    asked = {"Points hang on it: which of these lies there?", "Ask later"}
    assert asked | {"with a coat of arms", "without a coat of arms"} <= tablet.texts()
    see(tablet, ((ROAD, ON_ROAD), 0.97))
    assert tablet.reads("Anna: no points for this")  # play goes on beside it
    tablet.done()
    assert len(tablet.session.record.line) == 6
    assert isinstance(dock(tablet), ChooseDock)
    tablet.tap(tablet.thing(number=1))
    assert tablet.session.record.scores[0] == 6
    assert dock(tablet) is None


def test_none_of_these_leads_to_playing_by_touch(tablet):
    tablet.start_game()
    see(tablet, ((ROAD, ON_ROAD), 0.5), ((ROAD, Skip()), 0.45))
    tablet.done()
    tablet.tap("None of these")
    assert tablet.reads("Which tile was drawn?")
    assert tablet.session.record.line == ()


def test_a_question_goes_when_the_table_answers_it(tablet):
    tablet.start_game()
    see(tablet, ((ROAD, ON_ROAD), 0.5), ((ROAD, Skip()), 0.45))
    tablet.done()
    see(tablet, ((ROAD, ON_ROAD), 0.98))
    assert dock(tablet) is None
    assert tablet.session.view.proposal is not None


def test_questions_never_cover_the_scores_or_the_ribbon(tablet):
    tablet.start_game("Anna Ben Cleo Dora Emil Fritz")
    see(tablet, ((ROAD, ON_ROAD), 0.5), ((ROAD, Skip()), 0.45))
    tablet.done()
    tablet.wait()  # until it has slid in
    docked = dock(tablet)
    rail, ribbon = tablet.screen.rail, tablet.screen.ribbon
    assert docked.x + docked.width <= rail.x
    assert docked.y >= ribbon.y + ribbon.height
    cards = tablet.screen.rail.cards
    assert len(cards) == 6
    assert cards[-1].y >= ribbon.y + ribbon.height - 1  # all six fit
    for upper, lower in pairwise(cards):
        assert upper.y >= lower.y + lower.height


def test_out_of_step_is_hatched_and_asks_which_is_right(tablet):
    tablet.start_game()
    before = lit_px(tablet, DARK.warn)
    differing = [Discrepancy("0,0", "carcassonne.seen_empty", "carcassonne.seen_empty", 0.9)]
    see(tablet, differing=differing)
    assert isinstance(dock(tablet), DifferDock)
    assert tablet.reads("Table and record differ here. Which is right?")
    assert lit_px(tablet, DARK.warn) > before + 100
    tablet.tap("Record is right")
    assert dock(tablet) is None
    assert lit_px(tablet, DARK.warn) <= before + 10


def test_the_live_picture_shows_what_the_eyes_do_and_swaps_with_the_board(tablet):
    tablet.start_game()
    see(tablet, hand=True)
    inset = tablet.screen.live.inset
    assert inset.icon == "hand"
    see(tablet, ((ROAD, ON_ROAD), 0.97))
    assert inset.icon == "eye"
    assert inset.width == 376
    tablet.tap(inset)
    assert inset.width > 600
    assert tablet.screen.board.width == 376


def test_a_lost_box_shows_a_chip_with_its_remedy_and_done_grows(tablet):
    session = tablet.start_game()
    assert tablet.shown("DONE").width == 160
    session.set_chip(Chip(ChipKind.BUTTONS, True, Phrase.of("app.check_buttons_missing")))
    tablet.wait()
    assert tablet.shown("DONE").width == 240
    tablet.tap("Buttons")
    assert isinstance(dock(tablet), RemedyDock)
    assert tablet.reads("No box found.")
    session.set_chip(None, ChipKind.BUTTONS)
    tablet.wait()
    assert "Buttons" not in tablet.texts()


def test_a_disk_that_fails_in_mid_game_shows_a_chip_that_says_it_is_not_saved(tablet):
    session = tablet.start_game()
    session.set_chip(Chip(ChipKind.SAVE, True, Phrase.of("store.cannot_write", reason="Input/output error")))
    tablet.wait()
    tablet.tap("Not saved")
    assert isinstance(dock(tablet), RemedyDock)
    assert tablet.reads("Input/output error")
    assert tablet.reads("See that the disk is in place")


def scored(tablet):
    """Anna has finished a city of two tiles."""
    session = tablet.start_game()
    session.stage((Lay("BA/C", 0, -1, 2), Deploy("small", FeatureKind.CITY, "S")))
    session.commit()
    tablet.wait(2)
    return session


def test_why_shows_items_and_rule_and_lights_the_pieces(tablet):
    scored(tablet)
    red = "#F44839"
    before = lit_px(tablet, red, off=60)
    tablet.tap("Why?")
    assert isinstance(dock(tablet), WhyDock)
    assert tablet.reads("Anna +4: city finished")
    assert tablet.reads("2 tiles at 2")
    assert tablet.reads("Carcassonne, cities")
    assert lit_px(tablet, red, off=60) > before + 500
    tablet.tap(next(card for card in tablet.screen.rail.cards if card.name == "Ben"))
    assert tablet.reads("No points yet.")


def test_two_taps_correct_a_tile(tablet):
    session = tablet.start_game()
    session.stage((ROAD, Skip()))
    session.commit()
    tablet.wait()
    tablet.tap_tile(1, 0)
    first = next(tap for tap in tablet.widgets() if getattr(tap, "amends", None) is not None)
    tablet.tap(first)
    assert session.record.actions[0] == "lay BA/RFr 1,0 r180"
    assert session.record.holes == ()


def test_a_tapped_tile_says_whose_it_is_and_when_it_was_laid_and_each_correction_what_it_is(tablet):
    session = tablet.start_game()
    for actions in ((ROAD, ON_ROAD), (Lay("BA/RFr", 2, 0, 0), Skip())):
        session.stage(actions)
        session.commit()
    tablet.wait()
    tablet.tap_at(*tablet.screen.board.to_px(1.15, 0.15))  # beside the follower
    assert tablet.reads("Tile: Anna · Turn 1")
    found = [tap.sentence for tap in tablet.widgets(AmendsTap)]
    assert found[:2] == ["Turned upside down", "Follower lying in the field · 1"]
    assert "Without a follower" in found
    assert "It is not there" in found[: FIRST + 1]
    assert "Further right" not in found  # Ben's tile lies there
    assert any(one.startswith("City on one side, 3 roads") for one in found)
    assert len(set(found)) == len(found)
    tablet.tap_tile(1, 0)
    assert tablet.reads("Follower: Anna · Turn 1")  # what was tapped before is no longer meant
    tablet.tap("Without a follower")
    assert session.record.actions[1] == "skip"


def test_rows_stay_where_they_are_while_their_tiles_are_painted(tablet, monkeypatch):
    session = tablet.start_game()
    session.stage((ROAD, Skip()))
    session.commit()
    tablet.wait()
    monkeypatch.setattr(type(tablet.screen.face), "art_version", lambda _: 1)
    tablet.tap_tile(1, 0)
    tablet.wait(0.4)
    shown, first = dock(tablet), next(tablet.widgets(AmendsTap))
    lies, height = first.to_window(*first.center), shown.height
    monkeypatch.setattr(type(tablet.screen.face), "art_version", lambda _: 2)
    tablet.screen.docks.follow(session.view)
    assert dock(tablet) is not shown
    assert dock(tablet).height == height
    tablet.wait(0.4)
    first = next(tablet.widgets(AmendsTap))
    assert first.to_window(*first.center) == lies


def test_rows_are_laid_out_though_a_tile_is_painted_in_every_frame(tablet, monkeypatch):
    session = tablet.start_game()
    session.stage((ROAD, Skip()))
    session.commit()
    tablet.wait()
    painted = count(100)
    monkeypatch.setattr(type(tablet.screen.face), "art_version", lambda _: next(painted))
    tablet.tap_tile(1, 0)
    rows = next(tablet.widgets(AmendsTap)).parent
    tablet.wait(0.3)
    assert dock(tablet).height > 2 * rows.children[0].height
    tablet.tap(next(tablet.widgets(AmendsTap)))
    assert session.record.actions[0] == "lay BA/RFr 1,0 r180"


def test_a_tile_that_is_painted_under_a_finger_loses_no_tap(tablet, monkeypatch):
    session = tablet.start_game()
    session.stage((ROAD, Skip()))
    session.commit()
    tablet.wait()
    tablet.tap_tile(1, 0)
    shown = dock(tablet)
    finger = tablet.finger_on(next(tablet.widgets(AmendsTap)))
    version = tablet.screen.face.art_version()
    monkeypatch.setattr(type(tablet.screen.face), "art_version", lambda _: version + 1)
    tablet.wait(0.2)
    assert dock(tablet) is shown
    finger.up()
    tablet.wait()
    assert session.record.actions[0] == "lay BA/RFr 1,0 r180"


def look_alike(tablet):
    """Anna's road with her follower was a crossing, people say: her feature and what Ben laid on to it are in doubt."""
    session = tablet.start_game()
    for actions in ((ROAD, ON_ROAD), (Lay("BA/RFr", 2, 0, 0), Skip())):
        session.stage(actions)
        session.commit()
    tablet.wait()
    tablet.tap_at(*tablet.screen.board.to_px(1.15, 0.15))  # beside the follower
    other = next(tap for tap in tablet.widgets() if getattr(tap, "amends", None) and "CRRR" in str(tap.amends.action))
    tablet.press(other)  # far down the list
    tablet.wait()
    return session


def test_a_correction_with_consequences_is_looked_at_first_and_may_be_left(tablet):
    session = look_alike(tablet)
    before = session.record
    assert isinstance(dock(tablet), PreviewDock)
    assert tablet.reads("Anna's turn 1: lay it again")
    assert "BA/CRRR" in {tile.turned.key for tile in tablet.screen.board.view.state.board.laid}  # as it would lie
    tablet.tap("Cancel")
    assert session.record == before
    assert dock(tablet) is None
    assert "BA/CRRR" not in {tile.turned.key for tile in tablet.screen.board.view.state.board.laid}


def test_what_no_longer_fits_is_shown_as_a_hole_and_laid_again(tablet):
    session = look_alike(tablet)
    before = session.record.line
    tablet.tap("Keep")
    assert "BA/CRRR" in session.record.actions[0]
    assert session.view.active == 0  # as before: nobody's turn was shifted
    assert isinstance(dock(tablet), HolesDock)
    assert tablet.reads("Anna's turn 1: lay it again")
    tablet.tap(next(tap for tap in tablet.widgets(HoleTap)))
    assert session.view.filling is not None
    assert tablet.reads("Later turns come back by themselves.")
    tablet.done()  # nobody stood there
    assert session.record.holes == ()
    assert session.record.actions[1] == "skip"
    tablet.tap("Undo")
    tablet.tap("Undo")
    assert session.record.line == before


def test_the_words_of_a_hole_stand_within_its_button(tablet):
    look_alike(tablet)
    tablet.tap("Keep")
    tablet.wait(0.3)
    tap = next(tablet.widgets(HoleTap))
    found = [widget for widget in tap.walk(restrict=True) if isinstance(widget, Words)]
    assert len(found) >= 2
    assert all(tap.y <= one.y and one.top <= tap.top for one in found)


def test_a_hole_may_be_left_out_and_is_found_again_in_the_history(tablet):
    session = look_alike(tablet)
    tablet.tap("Keep")
    tablet.tap("Leave out")
    assert [session.record.line[place].hole.kind.value for place in session.record.holes] == ["removed"]
    assert not isinstance(dock(tablet), HolesDock)


def test_the_reason_for_no_points_is_a_line_not_an_empty_dock(tablet):
    tablet.start_game(turns=1)
    tablet.tap("Why?")
    assert tablet.reads("No points yet.")
    assert dock(tablet).height < 120


def test_what_if_goes_several_moves_deep_sums_what_they_bring_and_ends_with_one_tap(tablet):
    """Ben's turn is tried, too; the game itself is where it was, on the disk and on the screen."""
    session = tablet.start_game()
    before, kept = session.record, session.path.read_bytes()
    tablet.tap("What if")
    tablet.tap(tablet.thing(key="BA/C"))
    tablet.tap_tile(0, -1)
    assert tablet.reads("What if: ")
    tablet.screen.session.stage((Lay("BA/C", 0, -1, 2), Deploy("small", FeatureKind.CITY, "S")))
    tablet.done()
    tablet.screen.session.stage((ROAD, Skip()))
    tablet.done()
    assert len(tablet.screen.session.record.line) == 4
    assert tablet.reads("Brings Anna +4")
    assert tablet.screen.rail.cards[0].gain == 4
    tablet.tap("Undo")
    tablet.tap("Undo")
    assert tablet.screen.buttons.undo.disabled  # the game itself is not undone here
    assert session.record is before
    tablet.tap("End what if")
    assert tablet.screen.session is session
    assert session.path.read_bytes() == kept
    assert not tablet.screen.what_if
    assert tablet.reads("Anna's turn")


def test_what_if_ends_where_the_game_goes_on(tablet):
    session = tablet.start_game()
    tablet.tap("What if")
    session.play(ROAD)
    tablet.wait()
    assert tablet.screen.session is session
    assert not tablet.screen.what_if


@pytest.mark.parametrize("reduced", [False, True])
def test_points_count_up_and_then_stand_still(make_tablet, reduced):
    tablet = make_tablet(reduced_motion=reduced)
    session = tablet.start_game()
    session.stage((Lay("BA/C", 0, -1, 2), Deploy("small", FeatureKind.CITY, "S")))
    session.commit()
    tablet.wait(0.2)
    card = tablet.screen.rail.cards[0]
    assert (card.shown == 4) is reduced
    tablet.wait(1)
    assert card.shown == 4


def test_a_game_that_ended_with_a_turn_left_to_tell_waits_for_it_before_the_final_scoring(tablet):
    session = tablet.start_game(turns=40)
    place = next(place for place in range(len(session.record.line)) if leaves_a_turn_to_lay(session.record, place))
    session.remove(place)
    rng = random.Random(4)
    while session.active is not None:
        session.play(CARCASSONNE.sample(session.record.state, rng))
    tablet.wait(4)
    assert tablet.screen.name == "table"
    assert isinstance(dock(tablet), HolesDock)
    assert tablet.reads("Before the final scoring")
    (waits,) = (one for one in session.view.holes if one.waits)
    session.remove(waits.index)
    tablet.wait(4)
    assert tablet.screen.name == "final_scoring"


def leaves_a_turn_to_lay(record, place):
    waits = [one for one in hole_views(record.remove(place)) if one.waits]
    return len(waits) == 1 and record.line[waits[0].index].entry.notation.startswith("lay")


def test_of_turns_between_which_is_chosen_only_what_differs_is_told():
    def turn(*deeds):
        return tuple(Phrase.of("istanbul.said", words=deed) for deed in deeds)

    turns = [
        turn("to the tea house", "announce 7", "end the turn"),
        turn("to the tea house", "announce 3", "roll again", "take a card", "end the turn"),
    ]
    assert [say(one, "en") for one in what_differs(turns)] == [
        "… announce 7 …",
        "… announce 3 · roll again · take a card …",
    ]
    shorter = [turn("move", "end the turn"), turn("move")]
    assert [say(one, "en") for one in what_differs(shorter)] == ["move and end the turn", "move"]
    long = [
        turn("to the fountain", "call all", "catch", "roll", "end"),
        turn("to the fountain", "call one"),
        turn("wait"),
    ]
    assert [say(one, "en") for one in what_differs(long)] == [
        "to the fountain and call all …",
        "to the fountain and call one",
        "wait",
    ]
    assert what_differs([turns[0], turns[0]]) == (None, None), "the pictures differ"
