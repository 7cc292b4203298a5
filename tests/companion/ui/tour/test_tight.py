"""Screens keep the rules where they have least room: the smallest window, the longer language, the largest text.

The whole walk, at every size and to the end of each game, is ``tableside screenshots --check``.
"""

import random

import numpy as np
import pytest

from companion.locale import is_message
from companion.session.looking.sighting import Sighting
from companion.session.proposing import view_of
from companion.session.table import TableSession
from companion.titles.registry import game_keys, game_named
from companion.ui.docks.choose import OptionTap
from companion.ui.docks.correct import PreviewDock
from companion.ui.docks.holes import HoleTap
from companion.ui.docks.why import cited, cited_key, reasons
from companion.ui.faces import face_of
from companion.ui.kit.base import Words
from companion.ui.table.room import LEAST_BOARD_DP
from companion.ui.tour.faults import area_of, clip_of, faults
from companion.ui.tour.moments import NAMES, played_by_chance
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.tiles import FeatureKind
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

TIGHT = {"language": "de", "text_scale": 1.3}
SMALL = np.full((270, 480, 3), 90, np.uint8)
BEGUN = 9  # actions into a game: far enough for something to lie on every board


def sat_down(tablet, key, *, actions=BEGUN):
    """The table of a game that was played by chance for a while, played by touch."""
    face, game = face_of(key), game_named(key)
    record = played_by_chance(game, face, random.Random(7), players=3, most=actions)[-1]
    assert view_of(record).active is not None
    tablet.app.sit_down(TableSession(record, lambda: tablet.now_ms))
    tablet.app.go("table", over_seen=True)
    tablet.wait(0.6)
    return tablet.app.screen


@pytest.fixture
def tight(make_tablet):
    return make_tablet(size=(800, 480), **TIGHT)


@pytest.mark.parametrize("key", ["carcassonne", "cronberg", "istanbul", "thurn-and-taxis", "riga"])
def test_a_table_keeps_the_rules_where_it_has_least_room(tight, key):
    screen = sat_down(tight, key)
    assert faults(tight.app.stage) == ()
    screen.touch.open()
    tight.wait(0.6)
    assert faults(tight.app.stage) == (), "with what can be done now docked"


@pytest.mark.parametrize("dock", ["menu", "why", "history"])
def test_what_people_open_keeps_the_rules_where_it_has_least_room(tight, dock):
    screen = sat_down(tight, "carcassonne", actions=20)
    {"menu": screen.open_menu, "why": lambda: screen.docks.why(0), "history": screen.docks.history}[dock]()
    tight.wait(0.6)
    assert screen.docks.dock is not None
    assert faults(tight.app.stage) == ()
    assert screen.board.opacity == 1, "the board is seen beside it"


def test_names_are_typed_and_people_seated_where_there_is_least_room(tight):
    tight.open("new_game", game="carcassonne", step="players")
    screen = tight.screen
    screen._edit(0)
    tight.wait()
    assert faults(tight.app.stage) == (), "the letters"
    for place, name in enumerate(NAMES[:5]):
        screen.seating.sit(place, name)
    screen.place = -1
    screen.show()
    tight.wait()
    assert faults(tight.app.stage) == (), "who sits where"


def test_what_stands_on_the_table_and_what_the_dice_say_is_read_whole(tight):
    screen = sat_down(tight, "carcassonne", actions=40)
    screen.docks.standing()
    standing = screen.docks.dock
    for page in tuple(standing.pages):
        standing.show(page)
        tight.wait()
        assert faults(tight.app.stage) == (), page
        assert screen.board.opacity == 1, page
    screen.docks.close()
    screen.session.throw_dice()
    tight.wait()
    assert faults(tight.app.stage) == (), "dice that nobody asked for"


def test_while_a_game_is_looked_through_its_board_is_seen_on_the_smallest_tablet(tight):
    screen = sat_down(tight, "carcassonne", actions=20)
    screen.docks.history()
    tight.wait()
    assert screen.board.opacity == 1
    assert screen.board.height >= tight.app.look.px(LEAST_BOARD_DP)


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
def test_three_pictures_to_choose_from_are_all_in_sight(make_tablet, size):
    tablet = make_tablet(size=size)
    tablet.start_game()
    on_road = Deploy("small", FeatureKind.ROAD, "E.W")
    found = tuple(
        Candidate((Lay("BA/RFr", 1, 0, turns), then), 0.0, chance, ("1,0",))
        for turns, then, chance in ((0, Skip(), 0.58), (2, Skip(), 0.31), (0, on_road, 0.09))
    )
    for _ in range(2):
        glance = Glance(1, 0.0, Attention.STILL)
        explanation = Explanation(found, 0.02, 1)
        tablet.session.see(Sighting(SMALL, glance, explanation, tablet.session.record_version, SMALL[:90, :90]))
    tablet.wait(0.3)
    tablet.done()
    options = list(tablet.widgets(OptionTap))
    assert len(options) == 3
    assert tablet.screen.board.opacity == 1
    assert tablet.screen.board.height >= tablet.app.look.px(LEAST_BOARD_DP), "and so is the board"
    for option in options:
        (_, bottom, _, top), (_, lower, _, upper) = clip_of(option), area_of(option)
        assert bottom <= lower + 1
        assert upper <= top + 1


def test_glass_leaves_the_map_its_place_while_a_small_tablet_asks(tight):
    screen = sat_down(tight, "carcassonne-stained-glass", actions=20)
    screen.touch.open()
    tight.wait()
    assert screen.docks.dock is not None
    assert screen.board.opacity == 1
    assert screen.board.height > 2 * tight.app.look.px(LEAST_BOARD_DP)


def test_a_rule_is_cited_in_the_language_of_the_tablet(tight):
    assert cited("Cronberg, final scoring") == "Cronberg, Schlusswertung"
    assert cited("Letters & Seals, Secret Society") == "Brief & Siegel, Geheimbund"
    assert cited("a rule that nobody put in other words") == "a rule that nobody put in other words"


@pytest.mark.parametrize("key", game_keys())
def test_every_rule_that_brings_points_is_cited_in_both_languages(key):
    face, game = face_of(key), game_named(key)
    record = played_by_chance(game, face, random.Random(3), players=2, most=200)[-1]
    cites = {reason.line.rule for reason in reasons(record, None)}
    assert all(is_message(cited_key(rule)) for rule in cites), cites


def test_a_word_longer_than_its_button_is_whole_in_large_print(tight):
    words = Words(text="Edelsteinhändler", role="label", weight="bold", fit="wrap", size_hint_x=None, width=130)
    tight.app.stage.add_widget(words)
    tight.wait()
    usual = words.font_size / 1.3
    assert usual <= words.drawn_size < words.font_size
    assert words.texture_size[1] < 2 * words.drawn_size, "in one line"


@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_what_a_correction_changes_is_read_on_the_smallest_tablet(make_tablet, text_scale):
    tablet = make_tablet(size=(800, 480), language="de", text_scale=text_scale)
    screen = sat_down(tablet, "carcassonne", actions=60)
    screen.docks._change(20, None)
    tablet.wait(0.6)
    assert isinstance(screen.docks.dock, PreviewDock)
    assert faults(tablet.app.stage) == ()
    assert screen.board.height >= tablet.app.look.px(LEAST_BOARD_DP), "beside the board"
    for found in tablet.widgets(HoleTap):
        assert found.height >= found.needed_height - 1


def test_turns_that_wait_to_be_told_again_are_as_high_as_their_words_on_the_smallest_tablet(tight):
    screen = sat_down(tight, "carcassonne", actions=60)
    screen.docks._change(22, None)  # four turns hang on it
    tight.wait(0.6)
    screen.docks._keep()
    tight.wait(0.6)
    waiting = list(tight.widgets(HoleTap))
    longest = max(one.needed_height for one in waiting)
    assert len(waiting) == 4
    assert all(abs(one.height - longest) < 2 for one in waiting)


def test_upright_the_turns_that_a_correction_changes_have_the_room_and_not_its_answers(make_tablet):
    tablet = make_tablet(size=(800, 1280), language="de")
    screen = sat_down(tablet, "thurn-and-taxis", actions=60)
    screen.docks._change(20, None)
    tablet.wait(0.6)
    assert isinstance(screen.docks.dock, PreviewDock)
    answers = [tablet.shown("Abbrechen"), tablet.shown("Übernehmen")]
    assert {round(one.height) for one in answers} == {64}
    assert faults(tablet.app.stage) == ()
