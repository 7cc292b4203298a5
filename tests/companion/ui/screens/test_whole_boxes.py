"""Whole boxes entered by fingers alone, from nothing to the last card, and played with: everything that is printed,
names with umlauts, blanks and digits among it. Whatever is tapped is looked for on the glass first: scrolled to, wide
enough for a finger, and under nothing else."""

from __future__ import annotations

import random

import pytest

from companion.editions.box_values import own_values
from companion.editions.postal_map import own_map
from companion.editions.riga_cards import own_cards, own_market
from companion.ui.cronberg.face import CronbergFace
from companion.ui.istanbul.face import BazaarFace
from companion.ui.kit.base import Tap
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.switches import Segments
from companion.ui.riga.face import RigaFace
from companion.ui.stained_glass.face import StainedGlassFace
from companion.ui.thurn_and_taxis.face import NorthernFace
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.cronberg.rules import CRONBERG
from games.game import Seat
from games.istanbul.rules import GREAT_BAZAAR
from games.printed import OR, counted
from games.riga.box.buildings import default_cards
from games.riga.box.components import CITIES, PERSONS
from games.riga.rules import RIGA
from games.thurn_and_taxis import editing
from games.thurn_and_taxis.atlas import atlas_named
from games.thurn_and_taxis.rules import POWER_AND_GLORY
from vision.artwork.cronberg.drawn_set import drawn_set

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def typed(tablet, text):
    """Another name on the letters that are shown, and READY."""
    (pad,) = tablet.widgets(LetterPad)
    keys = {key.text: key for key in pad.walk() if isinstance(key, Tap)}
    while pad.text:
        tablet.touch(keys[""])  # one letter back
    for letter in text:
        tablet.touch(keys["space" if letter == " " else letter.upper() if letter != "ß" else letter])
    tablet.touch("Ready")


def touched(tablet, times, **marks):
    """The same thing tapped several times; where it lies is looked for once."""
    for number in range(times):
        if number:
            tablet.press(tablet.found(**marks))
        else:
            tablet.touch(tablet.thing(**marks))


# Numbers, readings and texts


def another(value, rng):
    """Something else than what ships, as a box may print it."""
    if value.is_text:
        terms = [one.word for one in value.terms]
        offers = [" ".join(dict.fromkeys(rng.choices(terms, k=rng.randint(1, 3)))) for _ in range(rng.randint(1, 2))]
        return value.check(f" {OR} ".join(offers))
    return rng.choice([one for one in value.allowed if one != value.shipped])


def enter_text(tablet, text):
    while not (back := tablet.thing(icon="undo", text="")).disabled:
        tablet.touch(back)  # what ships
    for number, offer in enumerate(counted(text)):
        if number:
            tablet.touch("Or instead …")
        for word, count in offer:
            tablet.touch("Is paid" if word[0] == "-" else "Is taken")
            touched(tablet, count, term=word)


def enter_value(tablet, value, wanted):
    tablet.touch(tablet.thing(value_key=value.key))
    if value.is_text:
        enter_text(tablet, wanted)
    elif value.is_number:
        digits = str(abs(wanted)) if abs(wanted) < 10 or wanted > 0 else str(-wanted)
        for digit in digits:
            tablet.touch(digit)
        if wanted < 0:
            tablet.touch("±")
    else:
        tablet.touch(tablet.screen._said(wanted))


def some_of_each_kind(values, each):
    """Each so manieth value of those that stand together and are entered alike, the first of them in any case."""
    kinds = {}
    for value in values:
        kinds.setdefault((value.key.split(".")[0], value.is_text, value.is_number), []).append(value)
    some = {value.key for alike in kinds.values() for value in alike[::each]}
    return [value for value in values if value.key in some]


def box_entered(tablet, box, seed, each=1):
    """Each so manieth value of a kind that has another one, entered; key -> value."""
    rng = random.Random(seed)
    tablet.open("box_values", box=box)
    values = some_of_each_kind([one for one in tablet.screen.values if not one.is_fixed], each)
    wanted = {value.key: another(value, rng) for value in values}
    for value in values:
        enter_value(tablet, value, wanted[value.key])
    assert own_values(box).entered_values == wanted
    return wanted


def test_all_numbers_of_riga_are_entered_and_played_with(tablet):
    wanted = box_entered(tablet, "riga", 3)
    setup = RIGA.setup_from_json(RigaFace().setup(SEATS, ()))
    assert setup.market == own_market()
    assert setup.market.number("hand_limit") == wanted["hand_limit"]
    assert setup.market.defaults <= {"needless_cards", "prices", "favours", "refuses"}


def test_what_the_boxes_of_istanbul_print_is_entered(tablet):
    """Some of it, texts, numbers and choices of every kind; all of it takes the same taps."""
    wanted = box_entered(tablet, "istanbul", 4, each=16)
    assert {key.split(".")[0] for key in wanted} == {
        one.key.split(".")[0] for one in own_values("istanbul").values if not one.is_fixed
    }
    setup = GREAT_BAZAAR.setup_from_json(BazaarFace().setup(SEATS, ()))
    assert {path for path, _ in setup.corrections} == set(wanted)


def test_all_values_of_stained_glass_are_entered_and_played_with(tablet):
    wanted = box_entered(tablet, "carcassonne-stained-glass", 5)
    setup = CARCASSONNE_STAINED_GLASS.setup_from_json(StainedGlassFace().setup(SEATS, ()))
    assert dict(setup.options) == wanted


# Riga's cards


@pytest.mark.parametrize(
    ("size", "cards_of", "name"),
    [((1280, 800), {"Riga": 4}, "School"), ((800, 480), {"Riga": 4, "Danzig": 12}, "Mint")],
    ids=["wide, Riga's", "small, both"],
)
def test_all_cards_of_a_city_and_of_riga_are_entered_one_after_another(make_tablet, size, cards_of, name):
    """Given nothing of the owner's, when some cities' cards are entered, then a game is played with just these."""
    rng, wanted = random.Random(6), {}
    tablet = make_tablet(size=size)
    tablet.open("card_editor")
    for city in cards_of:
        (tabs,) = [one for one in tablet.widgets(Segments) if len(one.options) == len(CITIES)]
        tablet.touch(next(tap for tap in tabs.children if tap.value == city))
        cards = [card for card in (*default_cards().cards, *default_cards().riga) if card.city == city]
        for number, card in enumerate(cards):
            tablet.touch(tablet.thing(card=card.key))
            draft = tablet.screen.draft
            if number == 0:  # of each city one card with another name, other people and money
                tablet.touch(draft.name)
                typed(tablet, "Großes Bäckertor 7")
                tablet.touch(rng.choice(PERSONS))
                tablet.touch(tablet.thing(steps=("purse", 1)))
            tablet.touch(tablet.thing(steps=rng.choice((("cost", -1), ("points", 1)))))
            wanted[card.key] = tablet.screen.draft.card
            tablet.touch("Keep")
    tablet.wait(0.2)
    assert tablet.reads(f"{sum(cards_of.values())} of 52 cards are yours")
    assert {card.name for card in wanted.values()} > {"Großes Bäckertor 7", name}
    for cards in (own_cards(), RIGA.setup_from_json(RigaFace().setup(SEATS, ())).cards):
        assert {key: card for key, card in cards.by_key.items() if not card.mark} == wanted


# The northern map


def test_the_whole_northern_map_is_entered_as_a_board_shows_it(make_tablet):
    """Given our reconstruction, when all of it is put right, then no default is left."""
    north, rng = atlas_named("power-and-glory"), random.Random(7)
    names = {city.name: city.name for city in north.cities}
    names |= {city.name: f"Bad {city.name[:8]} {number}" for number, city in enumerate(north.cities[::6], 1)}
    tablet = make_tablet(size=(800, 480))
    tablet.open("map_editor", map="power-and-glory", folder=tablet.folder)
    screen = tablet.screen
    for city in north.cities[::6]:
        tablet.touch("City")
        screen.tapped(city.name)
        tablet.touch(city.name + (" ?" if "name" in city.defaults else ""))
        typed(tablet, names[city.name])
        if city.horses:
            tablet.touch(f"{rng.randint(1, 3)} horses".replace("1 horses", "1 horse"))
    roads = sorted(tuple(sorted(road)) for road in north.roads)
    tablet.touch("Roads")
    for one, other in roads[:2]:  # away and back again, or a road that nobody has
        for _ in range(2):
            screen.tapped(names[one])
            screen.tapped(names[other])
    tablet.touch("Tiles")
    tablet.touch(next(tap for tap in tablet.widgets() if tap.text == str(north.stacks[0].values[0])))
    tablet.touch("+")
    tablet.touch("Roads")
    tablet.touch("All of it is as on our board")
    tablet.touch("Keep")
    kept = own_map("power-and-glory", folder=tablet.folder)
    assert {city.name for city in kept.cities} == set(names.values())
    assert editing.default_count(kept) == 0
    assert kept.stacks[0].values[0] == north.stacks[0].values[0] + 1
    game = POWER_AND_GLORY.setup_from_json({**NorthernFace().setup(SEATS, ())})
    assert game.atlas.key == "power-and-glory"


# Cronberg


def box_of_cronberg(seed):
    """What another box shows: our symbols and numbers, each lying elsewhere."""
    edition, rng = drawn_set().edition, random.Random(seed)
    symbols, numbers = list(edition.symbols), [kind.numbers for kind in edition.kinds for _ in range(kind.count)]
    rng.shuffle(symbols)
    return symbols, rng.sample(numbers, len(numbers))


def test_the_whole_box_of_cronberg_is_entered_without_a_camera_and_corrected_later(tablet):
    """Given nothing at all, when 54 triangles and 28 rhombi are tapped in, then a game is played with just these."""
    symbols, rhombi = box_of_cronberg(8)
    tablet.open("enrol_copy")
    tablet.touch("Without a camera")
    tablet.wait(0.2)
    for triangle, symbol in enumerate(symbols):
        while tablet.screen.draft.symbols[triangle] is not symbol:
            tablet.screen.board.on_triangle(triangle)
    tablet.touch("2  Rhombi")
    for numbers in rhombi:
        tablet.touch("Add a rhomb")
        for corner, number in enumerate(numbers):
            touched(tablet, abs(number), corner=corner, step=1 if number > 0 else -1)
        tablet.touch("Ready")
    tablet.touch("3  Play")
    tablet.touch("Called: Our box")
    typed(tablet, "Großes Spiel 2")
    tablet.touch("Keep it and play with it")
    setup = CRONBERG.setup_from_json(CronbergFace().setup(SEATS, ()))
    assert setup.edition.name == "Großes Spiel 2"
    assert list(setup.edition.symbols) == symbols
    entered = [kind.numbers for kind in setup.edition.kinds for _ in range(kind.count)]
    assert sorted(entered) == sorted(rhombi)
    assert setup.edition.marks == ()

    # Months later one number turns out to be wrong.
    tablet.open("enrol_copy", step="play")
    tablet.touch("Correct this box")
    tablet.touch("2  Rhombi")
    tablet.screen.edit(0)
    tablet.touch("Change sign")
    tablet.touch("Ready")
    tablet.touch("3  Play")
    tablet.touch("Keep it and play with it")
    again = CRONBERG.setup_from_json(CronbergFace().setup(SEATS, ())).edition
    assert again.name == "Großes Spiel 2"
    changed = sorted(kind.numbers for kind in again.kinds for _ in range(kind.count))
    assert changed != sorted(rhombi)
    assert sorted(tuple(map(abs, one)) for one in changed) == sorted(tuple(map(abs, one)) for one in rhombi)
