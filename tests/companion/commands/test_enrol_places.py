"""``tableside enrol --game istanbul``: the owner's places are learned, kept, chosen and read with."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.editions.in_use import EditionInUse, edition_in_use
from companion.editions.place_sets import OWN, place_sets, places_in_use
from games.game import Phrase
from tests.companion.read_once import ReadOnce
from vision.artwork.istanbul.edition import own_places
from vision.artwork.istanbul.places import place_picture

WIDE_PX = 250
LAID = (7, 16, 3, 12, 1, 9)


def negative(number):
    """A place of another edition: the colours are others, and the number stands on it as before."""
    picture = place_picture(number, WIDE_PX / 84).copy()
    badge = picture[: WIDE_PX // 5, : WIDE_PX // 5].copy()
    picture[..., :3] = 255 - picture[..., :3]
    picture[: WIDE_PX // 5, : WIDE_PX // 5] = badge
    return picture


def laid_out(path, numbers=LAID, upside_down=()):
    """A photograph of places, three in a row."""
    rows = -(-len(numbers) // 3)
    picture = np.full((80 + 270 * rows, 1100, 3), (120, 148, 168), np.uint8)
    for place, number in enumerate(numbers):
        row, column = divmod(place, 3)
        piece = negative(number)
        piece = piece[::-1, ::-1] if number in upside_down else piece
        high, wide = piece.shape[:2]
        spot = picture[60 + 270 * row :, 70 + 340 * column :][:high, :wide]
        share = piece[..., 3:] / 255.0
        spot[:] = (spot * (1 - share) + piece[..., :3] * share).astype(np.uint8)
    cv2.imwrite(str(path), cv2.GaussianBlur(picture, (0, 0), 0.8))
    return str(path)


@pytest.fixture(scope="module")
def read_before():
    return ReadOnce()


@pytest.fixture(autouse=True)
def each_photograph_is_read_once(read_before, monkeypatch):
    read_before.of(monkeypatch, "companion.commands.enrolling.places", "read_laid_out_places")


def enrol(*arguments):
    return main(["enrol", "--game", "istanbul", *arguments])


def test_places_laid_out_are_learned_by_their_numbers(own_home, capsys):
    assert enrol(laid_out(own_home / "shot.png"), "--name", "Our box", "--json") == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [place["number"] for place in answer["places"]] == list(LAID)
    assert place_sets().chosen() == "Our box"
    used = places_in_use()
    drawn = own_places()
    assert used.numbers == drawn.numbers  # what was not shown is as in the drawn set
    changed = [
        number
        for number, one, other in zip(used.numbers, used.pictures, drawn.pictures, strict=True)
        if np.abs(cv2.resize(one, other.shape[1::-1]).astype(int) - other).mean() > 40
    ]
    assert changed == sorted(LAID)


def test_a_place_upside_down_is_kept_upright(own_home):
    enrol(laid_out(own_home / "shot.png"), "--name", "Right")
    enrol(laid_out(own_home / "turned.png", upside_down=(16, 12)), "--name", "Turned")
    for number in (16, 12):
        right, turned = (cv2.imread(str(place_sets().folder / name / f"{number}.png")) for name in ("Right", "Turned"))
        turned = cv2.resize(turned, right.shape[1::-1])
        assert np.abs(right.astype(int) - turned).mean() < 20


def test_places_of_an_expansion_are_added_later(own_home):
    enrol(laid_out(own_home / "base.png"), "--name", "Our box")
    enrol(laid_out(own_home / "more.png", (21, 22, 23, 24)), "--name", "Our box", "--numbers", "21,22,23,24")
    kept = {int(path.stem) for path in (place_sets().folder / "Our box").glob("*.png") if path.stem.isdigit()}
    assert kept == {*LAID, 21, 22, 23, 24}


def test_people_may_tell_the_numbers_and_leave_one_out(own_home):
    enrol(laid_out(own_home / "shot.png"), "--name", "Our box", "--numbers", "2 4 0 5 6 8")
    kept = {int(path.stem) for path in (place_sets().folder / "Our box").glob("*.png") if path.stem.isdigit()}
    assert kept == {2, 4, 5, 6, 8}


@pytest.mark.parametrize(
    ("typed", "said"),
    [("2 4", "6 places seen, but 2 numbers"), ("1 1 2 3 4 5", "1 can't be"), ("1 2 3 4 5 x", "x can't be")],
)
def test_numbers_that_do_not_fit_are_told_and_nothing_is_kept(own_home, capsys, typed, said):
    assert enrol(laid_out(own_home / "shot.png"), "--name", "Our box", "--numbers", typed) != 0
    assert said in capsys.readouterr().err
    assert place_sets().names() == ()


def test_a_table_without_places_says_how_to_lay_them(own_home, capsys):
    shot = own_home / "empty.png"
    cv2.imwrite(str(shot), np.full((600, 900, 3), 120, np.uint8))
    assert enrol(str(shot), "--name", "Our box") != 0
    assert "a finger's width apart" in capsys.readouterr().err


def test_our_own_places_can_be_chosen_again(own_home):
    enrol(laid_out(own_home / "shot.png"), "--name", "Our box")
    assert enrol("--name", "tableside") == 0
    assert place_sets().chosen() == OWN
    assert places_in_use() is own_places()


def test_the_table_check_tells_whose_places_are_looked_for(own_home):
    assert edition_in_use("istanbul", None) == EditionInUse(
        True, Phrase.of("edition.in_use", name=Phrase.of("istanbul.enrol.ours"))
    )
    enrol(laid_out(own_home / "shot.png"), "--name", "Our box")
    assert edition_in_use("great-bazaar", None) == EditionInUse(True, Phrase.of("edition.in_use", name="Our box"))
