"""What the owner's box prints, entered by fingers alone and played with from then on."""

from __future__ import annotations

import pytest

from companion.editions.box_values import keep_values, own_values, values_file
from companion.kept_troubles import kept_troubles
from companion.locale import LANGUAGES, say
from companion.ui.kit.base import Tap
from companion.ui.kit.face import Setting
from companion.ui.riga.face import RigaFace
from companion.ui.stained_glass.face import StainedGlassFace
from companion.ui.thurn_and_taxis.face import NorthernFace, PostalFace
from games.game import Refusal, Seat
from games.riga.box.goods import GOODS
from games.riga.rules import RIGA
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def test_a_hand_limit_of_the_northern_box_is_played_with(tablet):
    tablet.open("box_values", box="power-and-glory")
    choose(tablet, "hand_limit")
    tablet.tap("5")
    setup = POWER_AND_GLORY.setup_from_json(NorthernFace().setup(SEATS, ()))
    assert setup.atlas.numbers["hand_limit"] == 5
    assert tablet.reads("told by others")  # a rulebook tells the others: they are no default of ours


def test_a_carriage_brings_what_the_owners_box_prints():
    keep_values(own_values("thurn-and-taxis").having("carriages.7", 12))
    setup = THURN_AND_TAXIS.setup_from_json(PostalFace().setup(SEATS, ()))
    assert dict(setup.atlas.carriages) == {3: 2, 4: 3, 5: 5, 6: 7, 7: 12}


def test_a_box_without_houses_is_refused():
    with pytest.raises(Refusal):
        own_values("power-and-glory").having("houses", 0)


def test_a_damaged_file_is_set_aside_before_another_takes_its_place(tmp_path):
    """Given half a file, its owner can still put it right after values were entered anew."""
    path = values_file("riga", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text('{"hand_limit": 12, "prices.Vis')
    keep_values(own_values("riga", folder=tmp_path).having("years.2", 7), folder=tmp_path)
    assert own_values("riga", folder=tmp_path).entered_values == {"years.2": 7}
    (aside,) = path.parent.glob("riga.damaged-*.json")
    assert aside.read_text() == '{"hand_limit": 12, "prices.Vis'


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[]", b"3", b'{"a": NaN}', b'{"years.2": true}', b"[" * 100_000])
def test_whatever_became_of_the_file_it_is_told_and_not_used(content, tmp_path):
    path = values_file("riga", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    box = own_values("riga", folder=tmp_path)
    assert box.entered_values == {}
    assert all(str(path) in say(box.trouble, language) for language in LANGUAGES)


def test_home_tells_of_a_damaged_file(tmp_path):
    path = values_file("power-and-glory")
    path.parent.mkdir(parents=True)
    path.write_text('{"houses": 0}')
    assert any(str(path) in say(one, "en") for one in kept_troubles(tmp_path))


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
    assert own_values("riga").entered_values == {"prices.Visby.cloth": 7}
    setup = RIGA.setup_from_json(RigaFace().setup(SEATS, ()))
    assert setup.market.prices["Visby"][GOODS.index("cloth")] == 7


def test_two_digits_are_one_number(box):
    choose(box, "hand_limit")
    box.tap("1")
    box.tap("2")
    assert own_values("riga").entered_values == {"hand_limit": 12}


def test_a_number_below_zero_is_entered_with_its_sign(box):
    choose(box, "unbuilt_points")
    box.tap("±")
    box.tap("3")
    assert own_values("riga").entered_values == {"unbuilt_points": -3}


def test_a_number_that_no_card_prints_is_refused_and_changes_nothing(box):
    choose(box, "prices.Visby.cloth")
    box.tap("9")
    box.tap("9")
    assert box.reads("cloth in Visby, ducats: “99” can't be. Possible: 0 – 20.")
    assert own_values("riga").entered_values == {"prices.Visby.cloth": 9}


def test_what_is_as_shown_is_no_default_any_more_and_the_next_value_comes(box):
    first, second = own_values("riga").values[:2]
    ours = own_values("riga").ours
    choose(box, first.key)
    box.tap("It is as shown")
    assert own_values("riga").entered_values == {first.key: first.shipped}
    assert own_values("riga").ours == ours - first.is_default
    assert box.screen.chosen == second.key


def test_what_was_entered_can_be_forgotten(box):
    choose(box, "hand_limit")
    box.tap("9")
    box.tap("Forget it")
    assert own_values("riga").entered_values == {}


def test_a_choice_is_one_tap(box):
    choose(box, "autumn_begins")
    box.tap("start player")
    assert own_values("riga").entered_values == {"autumn_begins": "start player"}


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
    assert setup["printed"] == ["glass-window-3"]
    assert "printed" not in StainedGlassFace().setup(SEATS, (), {"glass-window-3": 9})  # settled otherwise at the table
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


@pytest.mark.parametrize("key", ["prices.Visby.cloth", "unbuilt_points"])
def test_on_a_small_tablet_in_german_nothing_of_the_digits_leaves_its_panel(make_tablet, key):
    """Given the largest type on 800x480, when a number is entered, then value, digits and buttons are all seen."""
    tablet = make_tablet(size=(800, 480), language="de", text_scale=1.3)
    tablet.open("box_values", box="riga", chosen=key)
    tablet.wait(0.5)
    side = tablet.screen.ids.side
    for widget in side.walk(restrict=True):
        if isinstance(widget, Tap):
            assert side.y <= widget.y < widget.top <= side.top
            assert min(widget.size) >= 44
    head = tablet.screen.ids.count
    assert all(child.top <= head.y for child in side.children)
    assert any(text.startswith("Vorgabe:") for text in tablet.texts())
