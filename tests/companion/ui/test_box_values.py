"""What the owner's box prints, entered by fingers alone and played with from then on."""

from __future__ import annotations

import pytest

from companion.editions.box_values import keep_values, own_values, values_file
from companion.ui.kit.face import Setting
from companion.ui.riga.face import RigaFace
from companion.ui.stained_glass.face import StainedGlassFace
from games.game import Seat
from games.riga.goods import GOODS
from games.riga.rules import RIGA

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.fixture
def box(tablet):
    """The box of Riga, nothing entered."""
    tablet.open("box_values", box="riga")
    return tablet


def choose(tablet, key):
    tablet.screen.choose(key)
    tablet.wait(0.2)


def test_visby_takes_cloth_at_seven_from_the_next_game_on(box):
    choose(box, "prices.Visby.cloth")
    box.tap("7")
    assert own_values("riga").told == {"prices.Visby.cloth": 7}
    setup = RIGA.setup_from_json(RigaFace().setup(SEATS, ()))
    assert setup.market.prices["Visby"][GOODS.index("cloth")] == 7


def test_two_digits_are_one_number(box):
    choose(box, "hand_limit")
    box.tap("1")
    box.tap("2")
    assert own_values("riga").told == {"hand_limit": 12}


def test_a_number_below_zero_is_entered_with_its_sign(box):
    choose(box, "unbuilt_points")
    box.tap("±")
    box.tap("3")
    assert own_values("riga").told == {"unbuilt_points": -3}


def test_a_number_that_no_card_prints_is_refused_and_changes_nothing(box):
    choose(box, "prices.Visby.cloth")
    box.tap("9")
    box.tap("9")
    assert box.reads("cloth in Visby, ducats: “99” can't be. Possible: 0 – 20.")
    assert own_values("riga").told == {"prices.Visby.cloth": 9}


def test_what_is_as_shown_is_no_default_any_more_and_the_next_value_comes(box):
    first, second = own_values("riga").values[:2]
    ours = own_values("riga").ours
    choose(box, first.key)
    box.tap("It is as shown")
    assert own_values("riga").told == {first.key: first.shipped}
    assert own_values("riga").ours == ours - first.is_default
    assert box.screen.chosen == second.key


def test_what_was_entered_can_be_forgotten(box):
    choose(box, "hand_limit")
    box.tap("9")
    box.tap("Forget it")
    assert own_values("riga").told == {}


def test_a_choice_is_one_tap(box):
    choose(box, "autumn_begins")
    box.tap("start player")
    assert own_values("riga").told == {"autumn_begins": "start player"}


def test_a_damaged_file_is_told_and_left_as_it_is(tablet):
    path = values_file("riga")
    path.parent.mkdir(parents=True)
    path.write_text('{"hand_limit": "many"}')
    tablet.open("box_values", box="riga")
    assert any("hand limit" in text.lower() and "many" in text for text in tablet.texts())
    assert path.read_text() == '{"hand_limit": "many"}'


def test_the_true_values_of_windows_are_remembered_and_called_the_owners(tablet):
    keep_values(own_values("carcassonne-stained-glass").having("glass-window-3", 8))
    settings = {one.key: one for one in StainedGlassFace().settings()}
    assert settings["glass-window-3"] == Setting(
        "glass-window-3", settings["glass-window-3"].title, 8, range(-200, 201), is_owners=True
    )
    setup = StainedGlassFace().setup(SEATS, ())
    assert ["glass-window-3", 8] in [list(option) for option in _options(setup)]
    tablet.open("new_game", game="carcassonne", step="options", chosen=("carcassonne-stained-glass",))
    assert tablet.reads("as your box prints it")


def _options(setup):
    options = setup.get("options", {})
    return options.items() if hasattr(options, "items") else options


def test_the_door_stands_among_the_options_of_a_new_game(tablet):
    tablet.open("new_game", game="riga", step="options")
    tablet.tap("Your box's numbers")
    assert tablet.screen.name == "box_values"
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "new_game"
