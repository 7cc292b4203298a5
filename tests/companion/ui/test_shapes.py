"""Wide, small, upright, large and left-handed tablets; light and dark; German. All fits, and fingers hit it."""

import sqlite3

import pytest

from companion.ui.kit.base import Tap
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.game_tile import GameTile
from companion.ui.kit.measured import line_width
from companion.ui.kit.theme import TARGET_LEAST

SIZES = [(1280, 800), (800, 480), (800, 1280), (1920, 1200)]


def boxes(tablet):
    screen = tablet.screen
    areas = [screen.bar_area, screen.rail_area, screen.board_area, screen.ribbon_area]
    return [(x, y, x + width, y + height) for x, y, width, height in areas]


def overlap(one, other):
    return max(0, min(one[2], other[2]) - max(one[0], other[0])) * max(0, min(one[3], other[3]) - max(one[1], other[1]))


@pytest.mark.parametrize("size", SIZES)
def test_the_table_screen_fills_the_window_and_nothing_overlaps(make_tablet, size):
    tablet = make_tablet(size=size)
    tablet.start_game("Anna Ben Cleo Dora")
    found = boxes(tablet)
    for number, one in enumerate(found):
        assert one[0] >= 0
        assert one[1] >= 0
        assert one[2] <= size[0]
        assert one[3] <= size[1]
        for other in found[number + 1 :]:
            assert overlap(one, other) == 0


@pytest.mark.parametrize(
    ("size", "board", "rail"),
    [((1280, 800), (992, 640), 288), ((800, 480), (592, 352), 208), ((1920, 1200), (1488, 960), 432)],
)
def test_the_board_and_the_rail_have_their_promised_sizes(make_tablet, size, board, rail):
    tablet = make_tablet(size=size)
    tablet.start_game("Anna Ben Cleo Dora")
    assert tuple(tablet.screen.board_area[2:]) == board
    assert tablet.screen.rail_area[2] == pytest.approx(rail, abs=rail * 0.02)


def test_upright_the_scores_stand_in_two_columns_above_the_board(make_tablet):
    tablet = make_tablet(size=(800, 1280))
    tablet.start_game("Anna Ben Cleo Dora")
    cards = tablet.screen.rail.cards
    assert [round(card.height) for card in cards] == [112] * 4
    assert [round(card.width) for card in cards] == [392] * 4
    assert cards[0].y == cards[1].y > cards[2].y == cards[3].y
    assert tablet.screen.board_area[2:] == pytest.approx([800, 872], abs=16)


LAPTOP, SMALL_UPRIGHT = (1268, 735), (600, 1024)  # a screen of 1280x800 beneath its desktop's bars; a 7-inch tablet


@pytest.mark.parametrize(
    ("size", "language"), [((1280, 800), "de"), (LAPTOP, "de"), ((800, 1280), "de"), ((800, 1280), "en")]
)
def test_home_has_room_for_its_name(make_tablet, size, language):
    tablet = make_tablet(size=size, language=language)
    tablet.open("home")
    title = tablet.shown("Tableside")
    assert line_width(title.text, title.font_name, title.font_size) <= title.width
    assert title.top <= size[1]


@pytest.mark.parametrize("size", [LAPTOP, (1024, 600), SMALL_UPRIGHT])
def test_on_a_low_screen_all_of_home_is_on_the_glass(make_tablet, size):
    tablet = make_tablet(size=size)
    tablet.open("home")
    doors = [tap for tap in tablet.widgets(Tap) if not isinstance(tap, GameTile)]
    games = [tile for tile in tablet.widgets(GameTile) if tile.right <= size[0]]  # the rest is scrolled to
    assert len(games) >= (5 if size is LAPTOP else 2)
    for one in (*doors, *games):
        left, bottom = one.to_window(one.x, one.y)
        assert left >= 0
        assert bottom >= 0
        assert left + one.width <= size[0], one.text
        assert bottom + one.height <= size[1], one.text


def test_the_left_hand_has_the_scores_on_the_left(make_tablet):
    tablet = make_tablet(left_hand=True)
    tablet.start_game()
    assert tablet.screen.rail_area[0] < 10
    assert tablet.screen.board_area[0] == 288


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", ["home", "new_game", "settings", "table", "table_check"])
def test_everything_that_can_be_tapped_is_large_enough_for_a_finger(make_tablet, size, screen):
    tablet = make_tablet(size=size, language="de", text_scale=1.3)
    tablet.start_game("Anna Maximilian")
    if screen != "table":
        tablet.open(screen, **({"game": "carcassonne"} if screen == "new_game" else {}))
    density = tablet.app.look.density
    for tap in tablet.widgets(Tap):
        if tap.disabled or tap.x < -100:
            continue
        assert min(tap.size) >= 48 * density, (tap.text, tap.icon, tap.size)


def test_on_a_low_upright_tablet_letters_are_as_high_as_a_finger_needs(make_tablet):
    tablet = make_tablet(size=(768, 1024))
    tablet.open("new_game", game="carcassonne")
    tablet.tap(tablet.thing(place=0))
    (pad,) = tablet.widgets(LetterPad)
    assert min(key.height for key in pad.walk() if isinstance(key, Tap)) >= TARGET_LEAST


def test_words_change_with_the_language_at_once(make_tablet):
    tablet = make_tablet(language="en")
    tablet.open("settings")
    tablet.tap("Deutsch")
    assert tablet.reads("Einstellungen")
    tablet.tap("English")
    assert tablet.reads("Settings")


def test_the_light_theme_is_light(make_tablet):
    tablet = make_tablet(theme="light")
    tablet.start_game()
    x, y, _, height = tablet.screen.board_area
    assert tablet.colour_at(x + 10, y + height - 10) == (0xEF, 0xE7, 0xD9)


def test_turning_the_tablet_keeps_who_sits_where(make_tablet):
    from kivy.core.window import Window

    tablet = make_tablet()
    tablet.open("new_game", game="carcassonne")
    tablet.tap(tablet.thing(place=0))
    tablet.tap("A")
    Window.size = (800, 1280)
    tablet.wait()
    assert [seat.name for seat in tablet.screen.seating.seats] == ["A"]
    assert tablet.app.look.portrait


def test_keys_can_do_everything(tablet):
    from kivy.core.window import Window

    tablet.start_game()
    done = tablet.shown("DONE")
    Window.dispatch("on_key_down", 9, 0, None, [])
    done.focus = True
    tablet.wait(0.2)
    assert tablet.app.keys_used
    done.keyboard_on_key_down(None, (13, "enter"), "", [])
    tablet.wait()
    assert tablet.reads("Tap your move first, then DONE.")


def test_escape_leads_out(tablet):
    tablet.start_game()
    tablet.tap("Lay")
    assert tablet.screen.docks.dock is not None
    tablet.app._keyboard(None, 27)
    tablet.wait()
    assert not tablet.reads("Which tile was drawn?")


def test_a_choice_that_cannot_be_kept_holds_and_says_so(tablet):
    config = tablet.folder / "config"
    for file in config.iterdir():
        file.unlink()
    config.rmdir()
    config.write_text("a file where the folder should be")
    tablet.open("settings")
    tablet.tap("Light")
    assert tablet.app.look.palette.name == "light"
    assert tablet.reads("Not saved: ")


def test_a_damaged_save_is_rescued_and_says_so(tablet):
    session = tablet.start_game(turns=5)
    (summary,) = tablet.shelf.saved()
    moves = len(session.record.line)
    tablet.app.leave_table()
    tablet.shelf.finish()  # the disk is hurt when nobody writes there any more
    with sqlite3.connect(summary.path) as connection:
        connection.execute("UPDATE entry SET body = 'damaged' WHERE n = ?", (moves - 1,))
    connection.close()
    tablet.open("home")
    tablet.tap("Go on")
    assert tablet.reads(f"Save damaged: restored from its second copy to move {moves}. See that this was your last")
    assert len(tablet.session.record.line) == moves


def test_the_camera_and_the_box_are_switched_on_under_options(tablet):
    tablet.open("new_game", game="carcassonne")
    tablet.tap("Options")
    for words in ("Buttons or keys", "Inns & Cathedrals"):
        tablet.tap(tablet.thing(text=words))
    assert tablet.app.preferences.buttons
    assert tablet.screen.chosen == {"inns-and-cathedrals"}
