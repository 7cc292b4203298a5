"""What was read, drawn onto the photograph and written as rows: given a reading, then every thing in it is there."""

from __future__ import annotations

import csv
import io

import numpy as np

from companion.readings import (
    carcassonne_reading,
    cronberg_reading,
    dice_reading,
    istanbul_reading,
    riga_reading,
    stained_glass_reading,
    thurn_reading,
)
from companion.readings.marks import COLUMNS, DOUBTFUL, READ, UNREAD, Mark, as_csv, drawn
from companion.titles.registry import titles
from games.game import Phrase
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile, UnreadTile
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.istanbul.observation import IstanbulObservation, SeenPiece, SeenPlace
from vision.registration.lattice import Lattice
from vision.riga.observation import RigaObservation, SeenCard

SQUARE = ((100.0, 100.0), (160.0, 100.0), (160.0, 160.0), (100.0, 160.0))


def table() -> np.ndarray:
    return np.full((480, 640, 3), 90, np.uint8)


def has(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((picture == colour).all(axis=2).any())


def test_what_is_sure_doubtful_and_unread_is_told_apart_at_a_glance() -> None:
    for mark, colour in (
        (Mark("tile", "D", confidence=0.99, outline=SQUARE), READ),
        (Mark("tile", "D", confidence=0.6, outline=SQUARE), DOUBTFUL),
        (Mark("unread", outline=SQUARE, why="covered"), UNREAD),
    ):
        picture = table()
        shown = drawn(picture, [mark])
        assert [has(shown, other) for other in (READ, DOUBTFUL, UNREAD)] == [
            other == colour for other in (READ, DOUBTFUL, UNREAD)
        ]
        assert (picture == 90).all()  # the photograph itself is left alone


def test_a_piece_is_a_dot_of_its_colour() -> None:
    shown = drawn(table(), [Mark("follower", "road", colour="red", confidence=0.99, outline=((320.0, 240.0),))])
    blue, green, red = (int(value) for value in shown[240, 320])
    assert red > 150 > max(blue, green)


def test_a_table_has_a_row_for_each_thing_and_for_what_could_not_be_read() -> None:
    marks = [
        Mark("tile", "D", "0,1", "", 0.98765, SQUARE),
        Mark("unread", where="0,2", why='covered by "something", says the eye'),
    ]
    rows = list(csv.DictReader(io.StringIO(as_csv(marks))))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0] == {
        "what": "tile", "name": "D", "where": "0,1", "colour": "", "confidence": "0.9877",
        "x_px": "130.0", "y_px": "130.0", "why": "",
    }  # fmt: skip
    assert rows[1]["why"] == 'covered by "something", says the eye'
    assert rows[1]["confidence"] == rows[1]["x_px"] == ""


def test_every_game_that_can_be_read_can_be_drawn() -> None:
    for title in titles(lambda title: title.reader):
        assert title.reader is not None
        assert title.reader().marks is not None, title.key


def test_marks_of_carcassonne() -> None:
    outline = np.array(SQUARE, np.float32)
    tile = SeenTile(0, 1, "BA/RCr", "D", ("city", "road", "field", "road"), 0, 0.97, (), outline)
    follower = SeenFollower(0, 1, "red", "city", "N", 0.8, (130.0, 120.0), (0.5, 0.2), True)
    poses = {(0, column): np.array([[60.0, 0, 40 + 60 * column], [0, 60.0, 100], [0, 0, 1]]) for column in (1, 2)}
    seen = CarcassonneObservation(
        (tile,),
        (follower,),
        (UnreadTile(0, 3, Phrase.of("reading.unlike_all")),),
        lattice=Lattice(poses),
        size=(480, 640),
    )
    marks = carcassonne_reading.marks(carcassonne_reading.as_plain(seen, "en"))
    assert [(mark.what, mark.name, mark.where, mark.colour) for mark in marks] == [
        ("tile", "D", "0,1", ""),
        ("follower", "city", "0,1", "red"),
        ("unread", "", "0,3", ""),
    ]
    where = marks[2].middle
    assert where is not None
    assert np.allclose(where, (250, 130), atol=1)  # two tiles further than the first
    assert marks[2].why


def test_a_tile_that_a_piece_covers_in_part_says_why_it_is_doubtful() -> None:
    outline = np.array(SQUARE, np.float32)
    covered = Phrase.of("reading.covered", one="N", others="M")
    tile = SeenTile(0, 1, "BA/Cc.1", "N", ("city", "field", "field", "city"), 0, 0.6, (), outline, covered)
    reading = carcassonne_reading.as_plain(CarcassonneObservation((tile,), size=(480, 640)), "en")
    assert "covered" in next(iter(carcassonne_reading.sentences(reading, "en")))
    assert carcassonne_reading.marks(reading)[0].why == reading["tiles"][0]["why"]


def test_pieces_of_istanbul_stand_apart_on_their_place() -> None:
    place = SeenPlace(0, 0, 7, 0.99, np.array(SQUARE))
    pieces = (SeenPiece(0, 0, "merchant", "red", 1, 0.95), SeenPiece(0, 0, "assistant", "blue", 3, 0.7))
    seen = IstanbulObservation(1, 1, (place,), pieces)
    marks = istanbul_reading.marks(istanbul_reading.as_plain(seen, "en"))
    assert [mark.name for mark in marks] == ["7", "merchant", "assistant x3"]
    one, other = marks[1].middle, marks[2].middle
    assert one is not None
    assert other is not None
    assert 100 < one[0] < other[0] < 160
    assert one[1] == other[1] > 130


def test_marks_of_riga_glass_cronberg_thurn_and_dice() -> None:
    card = SeenCard("Visby-mint", 130, 130, 0.0, 0.95, np.array(SQUARE))
    riga = riga_reading.as_plain(
        RigaObservation(offer=(card,), unread=((300.0, 200.0),)), riga_reading.own_cards(), "en"
    )
    assert [(mark.what, mark.name, mark.middle) for mark in riga_reading.marks(riga)] == [
        ("offer", "Visby-mint", (130.0, 130.0)),
        ("unread", "", (300.0, 200.0)),
    ]
    tile = {"kind": "1a", "confidence": 0.9, "outline": [list(corner) for corner in SQUARE]}
    window = {"numbers": [4], "tiles": [tile]}
    areas = [{"player": "south", "windows": [window], "loose": [tile]}]
    glass = stained_glass_reading.marks({"areas": areas, "unread": []})
    assert [(mark.name, mark.where) for mark in glass] == [("1a", "south 4"), ("1a", "south")]
    rhomb = {"number": 3, "triangles": ["a1", "a2"], "confidence": 1.0, "outline": [list(corner) for corner in SQUARE]}
    token = {"crossing": "b2", "colour": "green", "confidence": 0.8, "x": 5.0, "y": 6.0}
    unread = [{"triangles": ["c3"], "why": "covered"}]
    cronberg = cronberg_reading.marks({"rhombi": [rhomb], "tokens": [token], "unread": unread})
    assert [(mark.what, mark.where) for mark in cronberg] == [("rhomb", "a1+a2"), ("token", "b2"), ("unread", "c3")]
    row = {"cities": ["Ulm"], "confidence": [0.9], "outlines": [[list(corner) for corner in SQUARE]]}
    house = {"city": "Ulm", "colour": "red", "x": 1.0, "y": 2.0, "confidence": 0.99}
    thurn = thurn_reading.marks(
        {"houses": [house], "routes": [row], "horse_trains": [], "open_cards": [], "unread": []}
    )
    assert [(mark.what, mark.name, mark.where) for mark in thurn] == [("house", "", "Ulm"), ("routes", "Ulm", "")]
    dice = DiceObservation((SeenDie(5, 50, 60, 20, 0.99),), (UnreadDie(90, 60, 20, Phrase.of("dice.none")),))
    assert [mark.name for mark in dice_reading.marks(dice_reading.as_plain(dice, "en"))] == ["5", ""]
