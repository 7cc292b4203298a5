"""Who stands on a plain place, painted from the pieces' own tones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.makes import OURS, Make, usual_makes
from vision.istanbul.pieces.paints import surfaces
from vision.istanbul.pieces.placing import everybody, pieces_on
from vision.istanbul.pieces.rereading import lawfully
from vision.istanbul.pieces.shapes import (
    NEUTRAL_MERCHANT,
    PieceShape,
    assistants,
    companion,
    family,
    merchant,
    turned_family,
)
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import Tried, surface_of
from vision.istanbul.reading_pieces import as_made

WIDE, HIGH = 130, 70
GREEN = (30.0, -18.0, 12.0)  # Lab, L halved: a place without any drawing
DARK = (12.0, 0.0, 0.0)  # a vault
FRUIT = (40.0, 0.0, 75.0)  # a yellow stall
MARBLE = (44.0, 0.0, 3.0)  # a fountain
SIGMA = np.array([3.0, 4.0, 5.0])
LEAN_FROM = np.array([-600.0, 35.0, 1500.0])
FROM_THE_RIGHT = np.array([800.0, 35.0, 1500.0])


def place(
    *standing: tuple[PieceShape, str, int, int],
    ground: tuple[float, float, float] = GREEN,
    eye: NDArray[np.float64] = LEAN_FROM,
    make: Make = OURS,
) -> Mosaic:
    """One wide place with pieces (shape, colour, x, y px) on it, and the camera over ``eye`` (px)."""
    expected = np.tile(np.array(ground, np.float32), (HIGH, WIDE, 1))
    lab, ones = expected.copy(), np.ones((HIGH, WIDE), np.float32)
    middle = np.array([[WIDE / 2, HIGH / 2]])
    cell = np.zeros((HIGH, WIDE), np.int16)
    bare = Mosaic(expected, expected, ones, cell, SIGMA, middle, eye)
    for shape, colour, x, y in standing:
        template = template_of(shape, bare.lean(x, y))
        window = (slice(y - template.reach, y + template.reach + 1), slice(x - template.reach, x + template.reach + 1))
        for shows, mask in zip(template.shows, template.masks, strict=True):
            tones = surfaces(make)[surface_of(shows, colour)]
            lab[window] += mask[..., None] * (tones[len(tones) // 4] - lab[window])
    return Mosaic(lab, expected, ones, cell, SIGMA, middle, eye)


def seen(mosaic: Mosaic, colours: tuple[str, ...] = ("black", "white", "red")) -> list[tuple[str, str, int]]:
    """(kind, colour, where across) from left to right."""
    found = pieces_on(mosaic, everybody(colours, (), neutral=True))
    return sorted(((one.kind, one.colour, one.x) for one in found), key=lambda one: one[2])


def kinds(found: list[tuple[str, str, int]]) -> list[tuple[str, str]]:
    return [(kind, colour) for kind, colour, _ in found]


def test_nobody_stands_on_a_bare_place():
    assert seen(place()) == []


def test_pieces_beside_each_other_are_told_apart():
    found = seen(
        place((merchant(2), "red", 35, 35), (family(30.0), "white", 70, 35), (assistants(1), "black", 100, 35))
    )
    assert kinds(found) == [("merchant", "red"), ("family member", "white"), ("assistant", "black")]


def test_a_turban_is_not_somebody_pale():
    found = seen(place((merchant(1), "black", 60, 35)))
    assert kinds(found) == [("merchant", "black")]


def test_one_of_two_white_merchants_is_nobodys():
    found = seen(place((merchant(3), "white", 35, 35), (merchant(0), "neutral", 95, 35)))
    assert kinds(found) == [("merchant", "white"), ("merchant", "neutral")]


def test_what_there_is_but_one_of_is_seen_once():
    for turn in (0.0, 22.5, 45.0):
        second = (companion(turn), "black", 65, 35)
        found = seen(place((companion(0.0), "black", 30, 35), second, (family(30.0), "black", 100, 35)))
        assert kinds(found) == [("companion", "black"), ("family member", "black")]


def test_a_black_companion_on_a_yellow_place_is_not_the_turban_of_a_second_yellow_merchant():
    found = seen(
        place((merchant(3), "yellow", 35, 35), (companion(22.5), "black", 90, 35), ground=FRUIT),
        ("black", "yellow", "red"),
    )
    assert kinds(found) == [("merchant", "yellow"), ("companion", "black")]


def test_who_looks_over_a_pale_merchants_head_does_not_lend_him_his_turban():
    for under, behind in ((3, 58), (4, 58), (5, 62)):
        found = seen(place((merchant(0), "black", behind, 33), (merchant(under), "white", 45, 33), ground=MARBLE))
        assert kinds(found) == [("merchant", "white"), ("merchant", "black")]


def test_a_white_companion_beside_a_white_merchant_is_not_his_stack():
    found = seen(place((merchant(1), "white", 75, 35), (companion(22.5), "white", 60, 37), eye=FROM_THE_RIGHT))
    assert kinds(found) == [("companion", "white"), ("merchant", "white")]


def test_black_is_seen_on_a_dark_place_too():
    found = seen(place((assistants(1), "black", 60, 35), ground=DARK))
    assert kinds(found) == [("assistant", "black")]
    assert seen(place(ground=DARK)) == []


def pinks_assistant_and_who_is_thought_before_him() -> tuple[Mosaic, Tried, Tried]:
    mosaic = place((assistants(1), "pink", 60, 35), eye=FROM_THE_RIGHT)
    assistant = Tried("pink", template_of(assistants(1), mosaic.lean(60, 35)), 60, 35)
    return mosaic, assistant, Tried("white", template_of(merchant(5), mosaic.lean(72, 35)), 72, 35)


def test_who_hides_another_answers_for_what_that_one_explained():
    mosaic, assistant, before = pinks_assistant_and_who_is_thought_before_him()
    explained = PlaceSurroundings.of(mosaic, assistant, []).explained(assistant)
    assert explained > 100
    assert PlaceSurroundings.of(mosaic, before, [assistant]).explained(before) < -0.5 * explained


def test_who_is_hidden_neither_gains_nor_loses_by_what_is_not_in_view():
    mosaic, assistant, before = pinks_assistant_and_who_is_thought_before_him()
    hidden = PlaceSurroundings.of(mosaic, assistant, [before])
    in_view, _ = hidden.in_view_and_unlike(assistant)
    assert in_view < 0.5
    assert 0 <= hidden.explained(assistant) < 0.5 * PlaceSurroundings.of(mosaic, assistant, []).explained(assistant)


def read_on_place_16(table: Mosaic, taken_for: tuple[str, str], **lawful: int) -> list[tuple[str, str]]:
    """Who is told to stand there, after he was taken for that one, where white's pieces may be on these places."""
    may = {(kind.replace("_", " "), "white"): frozenset({place}) for kind, place in lawful.items()}
    found = lawfully(table, pieces_on(table, {taken_for}), (16,), may, everybody(("white",), (), neutral=False), 0)
    return [(person.kind, person.colour) for person in found]


def test_who_may_not_stand_where_he_is_seen_is_somebody_who_may():
    vault = place((companion(22.5), "white", 60, 35), ground=DARK)
    family_member, block = ("family member", "white"), ("companion", "white")
    assert read_on_place_16(vault, family_member, family_member=12, companion=16) == [block]
    assert read_on_place_16(vault, family_member, family_member=12, companion=24, merchant=10) == [family_member]


def test_a_merchant_who_is_seen_elsewhere_is_not_found_once_more_where_a_place_is_read_anew():
    standing = ((companion(22.5), "white", 18, 35), (merchant(0), "red", 45, 35), (merchant(1), "red", 98, 35))
    cell = np.repeat(np.arange(2, dtype=np.int16), WIDE // 2)[None].repeat(HIGH, axis=0)
    middles = np.array([[WIDE / 4, HIGH / 2], [3 * WIDE / 4, HIGH / 2]])
    vaults = replace(place(*standing, ground=DARK), cell=cell, middles=middles)
    block, figure, disc, stack = (
        ("companion", "white"),
        ("family member", "white"),
        ("assistant", "red"),
        ("merchant", "red"),
    )
    left = pieces_on(place(*standing[:2], ground=DARK), {figure, stack})
    taken = [replace(one, kind="assistant", shape=assistants(1)) if one.kind == "merchant" else one for one in left]
    there = [*taken, *(one for one in pieces_on(vaults, {stack}) if one.cell == 1)]
    assert {(one.kind, one.colour) for one in there} == {figure, disc, stack}
    may = {figure: frozenset({5}), block: frozenset({16}), stack: frozenset({16, 7})}
    found = lawfully(vaults, there, (16, 7), may, everybody(("white", "red"), (), neutral=False), 0)
    assert [one.cell for one in found if (one.kind, one.colour) == stack] == [1]


def test_who_may_not_stand_where_he_is_plainly_seen_stands_there_all_the_same():
    table = place((merchant(1), "white", 60, 35))
    assert read_on_place_16(table, ("merchant", "white"), merchant=10, family_member=16) == [("merchant", "white")]


def test_where_only_one_of_nobodys_could_stand_and_all_of_them_stand_elsewhere_nobody_stands():
    assert pieces_on(place(), {NEUTRAL_MERCHANT}, nobodys=0) == []


def test_once_all_of_nobodys_are_found_nobody_else_is_sought_where_only_they_could_stand():
    found = pieces_on(place((merchant(0), "neutral", 35, 35)), {NEUTRAL_MERCHANT}, nobodys=1)
    assert kinds([(person.kind, person.colour, person.under) for person in found]) == [NEUTRAL_MERCHANT]


def some_pieces(make: Make) -> Mosaic:
    return place(
        (merchant(1, make), "red", 25, 35),
        (assistants(1, make), "white", 60, 35),
        (merchant(0, make), "blue", 95, 35),
        make=make,
    )


def test_of_what_make_people_are_is_told_by_what_they_explain():
    colours = ("red", "white", "blue")
    stickers = next(make for make in usual_makes() if make.name == "stickers, small")
    found = as_made(some_pieces(stickers), everybody(colours, ()))
    assert found.make == stickers
    assert kinds(seen(found, colours)) == [("merchant", "red"), ("assistant", "white"), ("merchant", "blue")]


def test_people_of_our_own_make_stay_so():
    assert as_made(some_pieces(OURS), everybody(("red", "white", "blue"), ())).make == OURS


def test_a_turned_figure_is_a_family_member_of_its_make():
    stickers = next(make for make in usual_makes() if make.name == "stickers, small")
    table = replace(place((turned_family(stickers), "red", 60, 35), make=stickers), make=stickers)
    assert kinds(seen(table)) == [("family member", "red")]
