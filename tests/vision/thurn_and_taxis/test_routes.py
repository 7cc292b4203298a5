"""City cards on a table: a route laid card upon card, open cards side by side, and a card of the owner's own print."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.thurn_and_taxis.atlas import atlas_named
from vision.artwork.thurn_and_taxis.cards import card_back, card_front
from vision.cards.card_key import CardKey, CardKind
from vision.cards.edition import card_edition
from vision.cards.judging import CardSighting
from vision.cards.naming import NamedCard
from vision.thurn_and_taxis import routes
from vision.thurn_and_taxis.routes import read_rows, row_of

SOUTH = atlas_named("base")
ROUTE = ("Basel", "Freiburg", "Carlsruhe", "Stuttgart")
OPEN = ("Lodz", "Salzburg", "Mannheim")
CITIES = tuple(SOUTH.city)
PX = 2.0  # px a mm


def printed(atlas, backs=()):
    """The cards of whoever plays with our own print: a front for each city, and backs with horses."""
    fronts = [(CardKey(CardKind.CARD, name), card_front(atlas, name, 4.0)) for name in atlas.city]
    return card_edition(
        atlas.key, [*fronts, *((CardKey(CardKind.CARD, f"horses-{count}"), card_back(count, 4.0)) for count in backs)]
    )


def table(seed=1, high=760, wide=1300):
    """A bare table in warm light."""
    return np.full((high, wide, 3), np.random.default_rng(seed).integers(60, 120, 3), np.uint8)


def laid(picture, cities, x, y, pitch, turn_deg, cards=None):
    """Cards from left to right, each ``pitch`` mm from the one before and upon it."""
    turn = np.radians(turn_deg)
    along, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    for number, city in enumerate(cities):
        texture = (cards or {}).get(city)
        texture = card_front(SOUTH, city, 4.0) if texture is None else texture
        high, wide = texture.shape[:2]
        corner = np.array([x, y]) + along * number * pitch * PX
        ends = np.float32([corner, corner + along * 59 * PX, corner + down * 91 * PX])
        warp = cv2.getAffineTransform(np.float32([[0, 0], [wide, 0], [0, high]]), ends)
        cv2.warpAffine(texture, warp, picture.shape[1::-1], picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return picture


def photographed(picture, seed=3):
    rng = np.random.default_rng(seed)
    lit = cv2.GaussianBlur(picture, (0, 0), 0.8) * (0.82, 0.9, 0.97) + rng.normal(0, 4, picture.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def chances(likely):
    """Of every city, where some are likely, the first of them a little more than the next."""
    worth = np.full(len(CITIES), 1e-4)
    worth[[CITIES.index(name) for name in likely]] = [1.0 / (place + 1) for place in range(len(likely))]
    return worth / worth.sum()


@pytest.fixture(scope="module")
def cards():
    return printed(SOUTH)


@pytest.fixture(scope="module")
def seen(cards):
    picture = laid(laid(table(), ROUTE, 200, 420, 24, -8), OPEN, 620, 120, 66, 12)
    return read_rows(photographed(picture), cards, SOUTH)


def test_a_route_laid_card_upon_card_is_read_from_left_to_right(seen):
    (route,) = [row for row in seen if row.route]
    assert route.cities == ROUTE
    assert min(card.confidence for card in route.cards[1:]) > 0.9  # of Basel little more than a B is in view


def test_a_lamp_of_warm_light_does_not_change_a_province(cards):
    flat = laid(table(7), ("Regensburg", "Ingolstadt", "Augsburg"), 300, 320, 26, 4)
    warm = np.clip(photographed(flat) * (0.62, 0.86, 1.02), 0, 255).astype(np.uint8)
    assert [row.cities for row in read_rows(warm, cards, SOUTH)] == [("Regensburg", "Ingolstadt", "Augsburg")]


def test_cards_laid_askew_are_read_by_what_is_left_open_of_them(cards):
    askew = laid(laid(table(8), ("Kempten", "Ulm"), 300, 300, 24, 6), ("Sigmaringen",), 396, 322, 0, -1)
    assert [row.cities for row in read_rows(photographed(askew), cards, SOUTH)] == [("Kempten", "Ulm", "Sigmaringen")]


def test_open_cards_are_no_route(seen):
    (row,) = [row for row in seen if not row.route]
    assert row.cities == OPEN


def test_a_row_that_lies_upside_down_for_the_camera_is_read_as_its_owner_reads_it(cards):
    rows = read_rows(photographed(laid(table(2), ROUTE[1:], 900, 500, 30, 176)), cards, SOUTH)
    assert [row.cities for row in rows] == [ROUTE[1:]]


def test_a_horse_train_is_read_by_the_horses_on_its_backs():
    north = atlas_named("power-and-glory")
    backs = {f"horses-{count}": card_back(count, 4.0) for count in (1, 2, 3)}
    picture = laid(table(6), ("horses-3", "horses-1", "horses-2"), 300, 300, 62, 5, backs)
    (row,) = read_rows(photographed(picture), printed(north, (1, 2, 3)), north)
    assert row.horses == (3, 1, 2)
    assert not row.route


def test_an_empty_table_shows_no_cards(cards):
    assert read_rows(photographed(table()), cards, SOUTH) == ()


def test_tiles_of_another_game_that_look_a_little_like_a_card_are_no_route(cards, monkeypatch):
    tiles = [CardSighting(number, np.diag([118.0, 182.0, 1.0]), 0.71, 0.98) for number in (2, 9)]
    monkeypatch.setattr(routes, "find_cards", lambda picture, cards: tiles)
    assert read_rows(photographed(table()), cards, SOUTH) == ()


def test_a_row_that_a_camera_burns_nearly_white_is_read_by_what_is_left_of_it(cards):
    flat = laid(table(2), ("Regensburg", "Ingolstadt", "Augsburg"), 300, 320, 28, 4)
    burnt = np.clip(photographed(flat) * (1.15, 1.25, 1.35) + 25.0, 0, 255).astype(np.uint8)
    assert [row.cities for row in read_rows(burnt, cards, SOUTH)] == [("Regensburg", "Ingolstadt", "Augsburg")]


def test_cards_that_may_be_a_route_or_lie_open_are_told_with_the_doubt_between_both():
    """Given Basel, plainly, and three cards that roads connect: a route would begin with Zürich, which hardly shows."""
    odd = np.log(routes.PARAMETERS.on_a_road) * 3
    first = chances(("Basel",))
    first[CITIES.index("Zürich")] = np.exp(-odd)
    names = [first, *(chances((name,)) for name in ("Kempten", "Ulm", "Stuttgart"))]
    row = row_of([NamedCard(np.eye(3), one / one.sum(), 0.9) for one in names], CITIES, SOUTH)
    assert row.cities[1:] == ("Kempten", "Ulm", "Stuttgart")
    assert row.cards[0].confidence < 0.9


def test_no_city_lies_twice_in_a_route_though_roads_lead_there_and_back():
    row = [NamedCard(np.eye(3), chances(names), 0.9) for names in (("Ulm",), ("Augsburg",), ("Ulm", "Ingolstadt"))]
    assert row_of(row, CITIES, SOUTH).cities == ("Ulm", "Augsburg", "Ingolstadt")


def test_what_explains_little_of_what_is_seen_is_told_with_doubt():
    (sure,) = row_of([NamedCard(np.eye(3), chances(("Ulm",)), 0.8)], CITIES, SOUTH).cards
    (faint,) = row_of([NamedCard(np.eye(3), chances(("Ulm",)), 0.32)], CITIES, SOUTH).cards
    assert sure.confidence > 0.99
    assert faint.confidence < 0.9


def test_whether_any_cards_lie_there_is_not_asked_beside_a_board_that_was_found(cards, monkeypatch):
    """Given light in which no card shows plainly, then a row is read where the board tells which game this is."""
    monkeypatch.setattr(routes, "cards_lie_there", lambda seen, closely: False)
    picture = photographed(laid(table(2), ROUTE[1:], 900, 500, 30, 0))
    corner = np.array([[0, 0], [120, 0], [120, 60], [0, 60]], np.float64)
    assert [row.cities for row in read_rows(picture, cards, SOUTH, corner)] == [ROUTE[1:]]
    assert read_rows(picture, cards, SOUTH) == ()
