"""People whom the network of many makes sees by itself: made-up verdicts on one plain place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.istanbul.pieces.test_placing import place
from vision.istanbul.pieces.makes import OURS, usual_makes
from vision.istanbul.pieces.placing import everybody, pieces_on
from vision.istanbul.pieces.shapes import assistants, family, merchant
from vision.istanbul.pieces.sighted import (
    NetworkSighting,
    among,
    as_played,
    of_the_box,
    played,
    plays_black,
    put_down,
    sightings,
    strange,
)
from vision.istanbul.reading_pieces import as_sighted
from vision.networks.standing.network import COLOURS, StandingVerdict

ALLOWED = everybody(("red", "white", "black"), neutral=False)
STICKERS = next(make for make in usual_makes() if make.name == "stickers")


class Spots:
    """Answers by where people stand: (x, y) -> (kind, colour, capped)."""

    def __init__(self, standing):
        self.standing = standing

    def judged(self, feet):
        count = len(feet)
        kinds, colours, capped = np.zeros((count, 4)), np.full((count, len(COLOURS)), 0.01), np.zeros(count)
        for number, foot in enumerate(feet):
            near = [one for at, one in self.standing.items() if np.hypot(*np.subtract(foot, at)) < 5]
            kind, colour, cap = near[0] if near else ("nobody", "red", 0.0)
            kinds[number] = [0.995 if name == kind else 0.0017 for name in ("nobody", "discs", "turned", "sawn")]
            colours[number, COLOURS.index(colour)] = 0.9
            capped[number] = cap
        return StandingVerdict(kinds, colours, capped, np.zeros((count, 16)))


MERCHANT, PILE, FIGURE = ("discs", "red", 0.95), ("discs", "red", 0.02), ("turned", "white", 0.0)
SMUGGLER = ("turned", "black", 0.0)


def seen(standing, mosaic):
    return sightings(Spots(standing), mosaic, ALLOWED)


def names(found):
    return sorted((person.kind, person.colour) for person in found)


def test_each_is_seen_once_and_told_by_form_top_and_colour():
    bare = place(make=STICKERS)
    found = seen({(30, 35): MERCHANT, (62, 35): PILE, (95, 35): FIGURE, (115, 20): SMUGGLER}, bare)
    assert sorted(one.likeliest for one in found) == [
        ("assistant", "red"),
        ("family member", "white"),
        ("merchant", "red"),
        ("smuggler", "smuggler"),
    ]
    assert played(put_down(bare, found, ALLOWED)) == {"red", "white"}  # whoever is black may be the smuggler


@pytest.mark.parametrize("missed", [0, 1, 3])
def test_people_are_of_another_make_where_ours_leave_some_out_who_are_surely_seen(missed):
    table = place((merchant(2), "red", 30, 40))
    ours = pieces_on(table, ALLOWED)
    assert names(ours) == [("merchant", "red")]
    there = {(ours[0].x, ours[0].y): MERCHANT, (62, 35): PILE, (95, 35): FIGURE, (115, 20): SMUGGLER}
    as_seen = seen(dict(list(there.items())[: 1 + missed]), table)
    assert strange(as_seen, ours) is (missed > 1)


def test_people_are_not_of_another_make_where_nobody_is_seen_beyond_doubt():
    table = place()
    as_seen = seen({(30, 35): MERCHANT, (62, 35): PILE, (95, 35): FIGURE}, table)
    assert strange(as_seen, [])
    assert not strange([replace(one, sure=0.965) for one in as_seen], [])


def test_who_is_surely_seen_is_put_down_whatever_paint_says():
    bare = place(make=STICKERS)
    found = put_down(bare, seen({(30, 35): MERCHANT, (95, 35): FIGURE}, bare), ALLOWED)
    assert names(found) == [("family member", "white"), ("merchant", "red")]
    assert all(person.vouched > 0.8 for person in found)


def test_there_is_one_merchant_of_a_colour():
    bare = place(make=STICKERS)
    found = put_down(bare, seen({(30, 35): MERCHANT, (95, 35): MERCHANT}, bare), ALLOWED)
    assert names(found) == [("merchant", "red")]


@pytest.mark.parametrize(("shape", "kind"), [(merchant(2), "merchant"), (assistants(2), "assistant")])
def test_where_the_network_leaves_the_kind_open_form_tells_it(shape, kind):
    table = place((shape, "red", 60, 40))
    found = put_down(table, seen({(60, 40): ("discs", "red", 0.5)}, table), ALLOWED)
    assert names(found) == [(kind, "red")]


class NarrowSpots(Spots):
    """As the network does a slim figure, which it hardly sees from a few px beside its foot."""

    def judged(self, feet):
        verdict = super().judged(feet)
        for number, foot in enumerate(feet):
            aside = min(np.hypot(*np.subtract(foot, at)) for at in self.standing)
            if 1.5 < aside < 5:
                verdict.kinds[number] = [0.3, 0.0, 0.7, 0.0]
        return verdict


def test_a_slim_figure_is_seen_between_two_spots_that_are_asked():
    foot = (40, 40)  # the nearest that are asked first lie 2 and 3 px aside each way
    assert [one.likeliest for one in sightings(NarrowSpots({foot: FIGURE}), place(), ALLOWED)] == [
        ("family member", "white")
    ]


@pytest.mark.parametrize(("merchants", "colour"), [(("red",), "red"), (("red", "pink"), "pink")])
def test_pink_is_bleached_red_where_nobody_has_a_pink_merchant(merchants, colour):
    table, allowed = place(make=STICKERS), everybody(("red", "pink"), neutral=False)
    standing = {(30 + 65 * at, 40): ("discs", one, 0.95) for at, one in enumerate(merchants)}
    spots = sightings(Spots(standing | {(62, 20): ("discs", "pink", 0.02)}), table, allowed)
    spots = as_played(spots, put_down(table, spots, allowed))
    found = put_down(table, spots, allowed)
    assert [person.colour for person in found if person.kind == "assistant"] == [colour]


def test_who_is_seen_less_surely_is_put_down_only_if_paint_and_form_speak_for_him():
    bare, there = place(make=STICKERS), place((family(0.0, STICKERS), "white", 95, 35), make=STICKERS)
    spots = [replace(one, sure=0.8) for one in seen({(95, 35): FIGURE}, bare)]
    assert put_down(bare, spots, ALLOWED) == []
    assert names(put_down(there, spots, ALLOWED)) == [("family member", "white")]


def test_who_stands_amid_print_that_no_picture_knows_is_told_less_surely():
    bare = place(make=STICKERS)
    spots = seen({(95, 35): FIGURE}, bare)
    (person,) = put_down(bare, spots, ALLOWED)
    (amid,) = put_down(bare, [replace(one, otherwise=0.2) for one in spots], ALLOWED)
    assert amid.vouched < person.vouched
    assert put_down(bare, [replace(one, otherwise=0.9) for one in spots], ALLOWED) == []


def test_nobody_is_asked_for_where_no_print_is_known():
    bare = place(make=STICKERS)
    known = bare.known.copy()
    known[:, 60:] = 0.0
    standing = {(30, 35): MERCHANT, (95, 35): FIGURE}
    assert [one.likeliest for one in seen(standing, replace(bare, known=known))] == [("merchant", "red")]


def test_black_plays_only_where_its_family_member_stands_beside_the_governor_and_the_smuggler():
    bare = place(make=STICKERS)
    black = {(30, 35): ("discs", "black", 0.95), (62, 35): SMUGGLER, (95, 35): SMUGGLER}
    assert not plays_black(put_down(bare, seen(black, bare), ALLOWED))
    all_four = seen(black | {(115, 20): ("turned", "purple", 0.0)}, bare)
    found = put_down(bare, all_four, ALLOWED)
    assert plays_black(found, all_four)
    assert not plays_black(found, [*all_four, *seen({(95, 60): ("discs", "black", 0.95)}, bare)])  # they are burnt


def test_a_second_black_figure_where_black_does_not_play_is_the_governor():
    bare = place(make=STICKERS)
    spots = seen({(30, 35): MERCHANT, (62, 35): SMUGGLER, (95, 35): SMUGGLER}, bare)
    found = put_down(bare, among(spots, {"red", "white"}, put_down(bare, spots, ALLOWED)), ALLOWED)
    assert names(found) == [("governor", "governor"), ("merchant", "red"), ("smuggler", "smuggler")]


def test_a_burnt_white_disc_is_white_where_black_does_not_play():
    spot = NetworkSighting(60, 40, {("assistant", "black"): 0.6, ("assistant", "white"): 0.35}, 0.95)
    (one,) = among([spot], {"white", "red"}, [])
    assert one.likeliest == ("assistant", "white")
    assert one.sure < spot.sure
    assert one.who[one.likeliest] > spot.who[one.likeliest]


@pytest.mark.parametrize(
    ("there", "expected"), [(assistants(1), ["assistant", "family member"]), (None, ["family member"])]
)
def test_an_assistant_who_is_taken_for_a_second_family_member_is_one_where_a_disc_lies(there, expected):
    table = place(*([(there, "red", 40, 40)] if there is not None else []), make=STICKERS)
    figures = [
        NetworkSighting(x, 40, {("family member", "red"): chance, ("assistant", "red"): 0.03}, 0.9995)
        for x, chance in ((95, 0.94), (40, 0.9))
    ]
    found = put_down(table, figures, ALLOWED)
    assert sorted(person.kind for person in found) == expected
    assert all(person.vouched > 0.9 for person in found)


def some_pieces(make):
    """A table with a stack and a disc of a make, and what the network sees of them."""
    table = place((merchant(2, make), "red", 40, 40), (assistants(1, make), "red", 90, 40), make=make)
    return table, seen({(40, 40): MERCHANT, (90, 40): PILE}, table)


@pytest.mark.parametrize("name", ["stickers", "stickers, small", "bare discs, small"])
def test_of_what_make_people_are_is_told_by_those_who_are_surely_seen(name):
    table, sighted = some_pieces(next(one for one in usual_makes() if one.name == name))
    assert as_sighted(table, sighted, ALLOWED, clearly=False).make.name == name


def test_people_are_of_our_make_where_no_other_explains_clearly_more():
    assert as_sighted(*some_pieces(OURS), ALLOWED).make is OURS


def test_nobody_is_surely_seen_on_bare_print():
    assert seen({}, place()) == []


@pytest.mark.parametrize(("make", "is_yellow"), [(STICKERS, True), (OURS, False)])
def test_who_is_orange_is_yellow_where_no_wood_is_orange(make, is_yellow):
    spot = NetworkSighting(60, 40, {("family member", "yellow"): 0.08, ("assistant", "red"): 0.002}, 0.999)
    (one,) = of_the_box([spot], make)
    assert (one.who["family member", "yellow"] > 0.9) is is_yellow
    assert one.sure <= spot.sure
