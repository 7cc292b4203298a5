"""Several turns that nobody pressed for: what the eyes tell of a table that has gone on without the record."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.arrays import Picture
from calibration.references import Reference, edition_of
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_type
from games.game import Seat
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.earlier.past import Past, last_bare
from vision.carcassonne.live.earlier.waiting_tiles import WaitingTiles
from vision.carcassonne.live.explainer import Explainer
from vision.carcassonne.live.followers.figure_evidence import PAINT, LearnedPaint
from vision.carcassonne.live.hypotheses import ExplainedHypotheses
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import Cell, Lattice, Matrix, shifted
from vision.registration.tracking import Track

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "yellow"))
START, ROAD, CITY = "BA/RCr", "BA/RFr", "BA/C"  # a city above a straight road; a straight road; a city's cap
EDGE = 90  # px, a tile's side
CLOTH = (96, 84, 72)
WEST, EAST, NORTH, SECOND_EAST = (0, -1), (0, 1), (-1, 0), (0, 2)


def place(cell: Cell) -> tuple[int, int]:
    """The left upper corner of a cell, px."""
    return 220 + EDGE * cell[1], 150 + EDGE * cell[0]


def pose(cell: Cell) -> Matrix:
    left, top = place(cell)
    return np.array([[EDGE, 0, left], [0, EDGE, top], [0, 0, 1]], np.float64)


def table(tiles: dict[Cell, tuple[str, int]], figures: dict[Cell, str] | None = None) -> Picture:
    """The start tile with others around it, and figures on their lower halves."""
    picture = np.full((340, 540, 3), CLOTH, np.uint8)
    for cell, (key, turns) in {(0, 0): (START, 0), **tiles}.items():
        left, top = place(cell)
        picture[top : top + EDGE, left : left + EDGE] = np.rot90(tile_picture(key, EDGE, 0), -turns)
    for cell, colour in (figures or {}).items():
        left, top = place(cell)
        spot = left + EDGE // 2, top + EDGE * 3 // 4
        cv2.circle(picture, spot, round(0.15 * EDGE), PAINT[colour][::-1], -1, cv2.LINE_AA)
    grain = np.random.default_rng(7).normal(0, 1.2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def drawn_deck(*kinds: str) -> Deck:
    """Templates of these kinds as they are drawn."""

    def reference(key: str) -> Reference:
        north, east, south, west = tile_type(key).turned[0].sides
        return Reference(tile_type(key).name, (north, east, south, west), tile_picture(key, 160, 0), key)

    return Deck.of(edition_of("drawn", [reference(key) for key in kinds]))


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(START, ROAD, CITY)


@pytest.fixture(scope="module")
def start() -> State:
    return CARCASSONNE.new(CARCASSONNE.setup(SEATS))


def past_of(picture: Picture) -> Past:
    """An earlier picture of the table, with the start tile on record."""
    layers = layers_of(picture, float(EDGE))
    return Past(layers, NEUTRAL, Track(Lattice({(0, 0): pose((0, 0))})).with_piece((0, 0), pose((0, 0)), layers))


def findings_for(
    deck: Deck,
    state: State,
    picture: Picture,
    waiting: WaitingTiles | None = None,
    thought: tuple[Cell, ...] = (),
    first: Picture | None = None,
    aside: float = 0.0,
) -> ExplainedHypotheses:
    """What is told of a table after the look at it with the start tile alone, at which others were thought to lie at
    some places already, ``aside`` of them in tile widths; on a ``first`` picture, before that, nothing lay there yet.
    """
    before = past_of(table({}))
    track = before.track
    paints = {seat.colour: LearnedPaint.of(seat.colour) for seat in SEATS}
    bare = {} if first is None else last_bare(past_of(first), thought)
    past = replace(before, waiting={cell: shifted(pose(cell), aside, 0.0) for cell in thought}, bare=bare)
    memory = Memory(deck, paints, track=track, before=past).recording(state)
    sight = TileSight(layers_of(picture, float(EDGE)), NEUTRAL, deck)
    return Explainer(CARCASSONNE).explain(sight, memory, state, 1, waiting)


def lays(findings: ExplainedHypotheses) -> list[Cell]:
    best = findings.explanation.best
    assert best is not None
    return [(action.y, action.x) for action in best.actions if isinstance(action, Lay)]


def test_a_tile_that_goes_on_where_another_one_leaves_off_was_laid_after_it(deck: Deck, start: State) -> None:
    findings = findings_for(deck, start, table({EAST: (ROAD, 0), SECOND_EAST: (ROAD, 0)}))
    assert findings.explanation.is_clear()
    assert lays(findings) == [EAST, SECOND_EAST]
    assert set(findings.laid) == {EAST, SECOND_EAST}


def test_of_two_tiles_that_came_at_once_nobody_knows_whose_is_whose(deck: Deck, start: State) -> None:
    findings = findings_for(deck, start, table({EAST: (ROAD, 0), WEST: (ROAD, 0)}))
    assert not findings.explanation.is_clear()
    first, second = findings.explanation.candidates[:2]
    assert len(first.actions) == len(second.actions) == 4
    assert first.probability == pytest.approx(second.probability, rel=0.2)


@pytest.mark.parametrize("order", [[EAST, WEST], [WEST, EAST]], ids=["east first", "west first"])
def test_a_tile_that_an_earlier_look_saw_first_was_laid_first(deck: Deck, start: State, order: list[Cell]) -> None:
    waiting = WaitingTiles().seen(order[:1], {}, {})
    findings = findings_for(deck, start, table({EAST: (ROAD, 0), WEST: (ROAD, 0)}), waiting.seen(order, {}, {}))
    assert findings.explanation.is_clear()
    assert lays(findings) == order


@pytest.mark.parametrize("order", [[EAST, WEST], [WEST, EAST]], ids=["east first", "west first"])
def test_a_tile_that_no_look_before_this_one_saw_came_last(deck: Deck, start: State, order: list[Cell]) -> None:
    waiting = WaitingTiles().seen(order[:1], {}, {})
    findings = findings_for(deck, start, table({EAST: (ROAD, 0), WEST: (ROAD, 0)}), waiting)
    assert lays(findings) == order


@pytest.mark.parametrize(("cell", "other"), [(EAST, NORTH), (NORTH, EAST)])
def test_whose_figure_stands_on_a_tile_tells_whose_turn_it_was(
    deck: Deck, start: State, cell: Cell, other: Cell
) -> None:
    tiles = {EAST: (ROAD, 0), NORTH: (CITY, 2)}
    findings = findings_for(deck, start, table(tiles, {cell: "red", other: "blue"}))
    assert lays(findings) == [cell, other]
    best = findings.explanation.best
    assert best is not None
    assert [isinstance(action, Deploy) for action in best.actions] == [False, True, False, True]


def test_a_figure_of_somebody_whose_turn_it_was_not_is_never_left_out(deck: Deck, start: State) -> None:
    bens = findings_for(deck, start, table({EAST: (ROAD, 0)}, {EAST: "blue"}))
    assert not bens.explanation.is_clear()
    assert lays(bens) == [EAST]  # people are asked, with the right tile among what they choose from
    annas = findings_for(deck, start, table({EAST: (ROAD, 0)}, {EAST: "red"}))
    assert annas.explanation.best is not None
    assert annas.explanation.unexplained < 0.05
    assert any(isinstance(action, Deploy) for action in annas.explanation.best.actions)


def test_a_tile_that_is_half_hidden_leaves_everything_open_but_is_told_of(deck: Deck, start: State) -> None:
    picture = table({EAST: (ROAD, 0), SECOND_EAST: (ROAD, 0)})
    left, top = place(SECOND_EAST)
    hidden = picture[top : top + EDGE * 2 // 5, left : left + EDGE]
    hidden[:] = (40, 60, 150)
    findings = findings_for(deck, start, picture)
    assert not findings.explanation.is_clear()
    assert lays(findings) == [EAST, SECOND_EAST]


def test_a_tile_of_which_too_much_is_hidden_to_name_it_leaves_open_what_the_other_one_was(
    deck: Deck, start: State
) -> None:
    picture = table({EAST: (ROAD, 0), WEST: (ROAD, 0)})
    left, top = place(WEST)
    picture[top + 8 : top + 56, left + 8 : left + 82] = (200, 60, 90)  # more than a figure, less than the tile
    assert not findings_for(deck, start, picture).explanation.is_clear()


def test_whoever_hides_a_part_of_his_tile_leaves_nothing_open(deck: Deck, start: State) -> None:
    """Given a large figure on the second of two tiles, then what it hides of that tile is no reason to doubt it."""
    picture = table({EAST: (ROAD, 0), SECOND_EAST: (ROAD, 0)})
    left, top = place(SECOND_EAST)
    cv2.circle(picture, (left + EDGE // 2, top + EDGE * 3 // 4), EDGE // 3, PAINT["blue"][::-1], -1, cv2.LINE_AA)
    findings = findings_for(deck, start, picture)
    assert lays(findings) == [EAST, SECOND_EAST]
    assert findings.explanation.is_clear()


def test_a_tile_changes_just_its_square_of_the_table_and_a_sleeve_changes_more(deck: Deck, start: State) -> None:
    (tile,) = findings_for(deck, start, table({EAST: (ROAD, 0)})).changed
    assert tile.cell == EAST
    assert tile.tile_shaped
    sleeve = table({})
    left, top = place(EAST)
    sleeve[: top + EDGE // 2, left : left + EDGE // 2] = (40, 60, 150)
    assert not any(change.tile_shaped for change in findings_for(deck, start, sleeve).changed)


def test_a_shadow_beyond_a_tile_that_was_laid_is_no_second_tile(deck: Deck, start: State) -> None:
    """Given a tile that somebody laid, whose shadow falls on the table beyond it, then one tile is told of."""
    picture = table({EAST: (ROAD, 0)})
    left, _ = place(SECOND_EAST)
    picture[:, left:] = (0.6 * picture[:, left:]).astype(np.uint8)
    findings = findings_for(deck, start, picture)
    assert [change.cell for change in findings.changed] == [EAST]
    assert lays(findings) == [EAST]


def test_tiles_laid_with_gaps_are_each_found_once_where_they_lie(deck: Deck, start: State) -> None:
    """Given two tiles in a row with a gap before each, then the second is not where the first would be found again."""
    picture, gap = table({}), EDGE // 5
    for number, cell in enumerate((EAST, SECOND_EAST), 1):
        left, top = place(cell)
        tile = tile_picture(ROAD, EDGE, 0)
        picture[top : top + EDGE, left + number * gap : left + number * gap + EDGE] = tile
    findings = findings_for(deck, start, picture)
    assert lays(findings) == [EAST, SECOND_EAST]
    assert findings.laid[SECOND_EAST][0, 2] == pytest.approx(place(SECOND_EAST)[0] + 2 * gap, abs=0.05 * EDGE)


def test_the_square_that_a_tile_has_changed_is_not_found_again_for_the_place_beside_it(
    deck: Deck, start: State
) -> None:
    """Given a shade right beside a tile that was laid, then nothing of the tile's own square is told of that place."""
    picture = table({EAST: (ROAD, 0)})
    left, top = place(SECOND_EAST)
    picture[top : top + EDGE, left : left + EDGE // 3] //= 2
    findings = findings_for(deck, start, picture)
    assert lays(findings) == [EAST]
    beside = [change for change in findings.changed if change.cell == SECOND_EAST]
    assert [change.tile_shaped for change in beside] in ([], [False])


def test_on_the_first_picture_of_a_table_bare_places_are_bare(deck: Deck, start: State) -> None:
    layers = layers_of(table({}), float(EDGE))
    track = Track(Lattice({(0, 0): pose((0, 0))})).with_piece((0, 0), pose((0, 0)), layers)
    paints = {seat.colour: LearnedPaint.of(seat.colour) for seat in SEATS}
    memory = Memory(deck, paints, track=track).recording(start)
    findings = Explainer(CARCASSONNE).explain(TileSight(layers, NEUTRAL, deck), memory, start, 1)
    assert findings.explanation.is_idle()


def test_a_tile_that_waits_since_an_earlier_picture_is_still_seen_and_a_bare_place_is_not(
    deck: Deck, start: State
) -> None:
    lying = table({EAST: (ROAD, 0)})
    layers = layers_of(lying, float(EDGE))
    track = Track(Lattice({(0, 0): pose((0, 0))})).with_piece((0, 0), pose((0, 0)), layers)
    paints = {seat.colour: LearnedPaint.of(seat.colour) for seat in SEATS}
    past = Past(layers, NEUTRAL, track, {EAST: pose(EAST)})
    memory = Memory(deck, paints, track=track, before=past).recording(start)
    findings = Explainer(CARCASSONNE).explain(TileSight(layers, NEUTRAL, deck), memory, start, 1)
    assert [change.cell for change in findings.changed] == [EAST]
    assert lays(findings) == [EAST]


def test_who_stood_there_before_going_home_is_remembered_while_the_tile_was_the_newest() -> None:
    on_city = Deploy("small", tile_type(CITY).features[0].kind, tile_type(CITY).features[0].location)
    key = ((NORTH, CITY, 2), "red")
    waiting = WaitingTiles().seen([NORTH], {key: {on_city: 9.0}}, {})
    waiting = waiting.seen([NORTH], {key: {on_city: -4.0}}, {})  # he went home
    waiting = waiting.seen([NORTH, EAST], {key: {on_city: -7.0}}, {})
    assert waiting.stood[key][on_city] == 9.0
    assert waiting.came == {NORTH: 1, EAST: 3}
    assert waiting.without([NORTH]).came == {EAST: 3}
    assert not waiting.without([NORTH]).stood


def test_a_figure_on_the_last_of_three_tiles_does_not_bring_it_before_those_that_were_seen_first(deck: Deck) -> None:
    """Given two players, so that the first and the third tile are of the same one, and looks that saw them in order."""
    start = CARCASSONNE.new(CARCASSONNE.setup(SEATS[:2]))
    waiting = WaitingTiles().seen([EAST], {}, {})
    waiting = waiting.seen([EAST, WEST], {}, {})
    tiles = {EAST: (ROAD, 0), WEST: (ROAD, 0), NORTH: (CITY, 2)}
    findings = findings_for(deck, start, table(tiles, {NORTH: "red"}), waiting)
    assert lays(findings) == [EAST, WEST, NORTH]


def test_a_tile_in_a_lamps_glare_may_have_come_before_those_that_were_made_out_beside_it(
    deck: Deck, start: State
) -> None:
    """Given two roads of which a look made out the one in the west, while a glare lay over the other, then nobody knows
    which came first; had that place been bare, the western one did."""
    both = table({EAST: (ROAD, 0), WEST: (ROAD, 0)})

    def share_of_first(cell: Cell, waiting: WaitingTiles) -> float:
        found = findings_for(deck, start, both, waiting)
        chances = [one.probability for one in found.explanation.candidates]
        return sum(chance for chance, one in zip(chances, found.hypotheses, strict=False) if one.each[0].cell == cell)

    in_glare = WaitingTiles().seen([WEST], {}, {}, changed=[EAST])
    assert share_of_first(EAST, in_glare) == pytest.approx(share_of_first(WEST, in_glare))
    assert share_of_first(EAST, WaitingTiles().seen([WEST], {}, {})) < 0.05


def test_from_when_on_a_place_may_hold_a_tile_is_forgotten_once_it_is_seen_bare() -> None:
    waiting = WaitingTiles().seen([WEST], {}, {}, changed=[EAST])
    assert waiting.may_have_come_at(EAST) == 1
    assert waiting.came_at(EAST) == 2
    assert waiting.seen([WEST], {}, {}).may_have_come_at(EAST) == 3


def test_what_lies_beyond_a_tile_is_found_however_much_of_that_one_a_figure_hides(deck: Deck, start: State) -> None:
    picture = table({EAST: (ROAD, 0), SECOND_EAST: (ROAD, 0)})
    left, top = place(EAST)
    cv2.circle(picture, (left + EDGE // 2, top + EDGE // 2), EDGE * 2 // 5, PAINT["red"][::-1], -1, cv2.LINE_AA)
    findings = findings_for(deck, start, picture)
    assert set(findings.laid) == {EAST, SECOND_EAST}
    assert lays(findings) == [EAST, SECOND_EAST]


def test_who_may_have_scored_and_gone_home_before_anybody_looked_is_asked_about(deck: Deck, start: State) -> None:
    """Given a tile that finishes a city and another laid after it before the next look, then whether Anna scored four
    points there is not known; given a look in between, at which nobody stood there, it is."""
    picture = table({NORTH: (CITY, 2), EAST: (ROAD, 0)}, {EAST: "blue"})
    findings = findings_for(deck, start, picture)
    assert lays(findings) == [NORTH, EAST]
    assert not findings.explanation.is_clear()
    firsts = {one.actions[1] for one in findings.explanation.candidates if len(one.actions) > 1}
    on_city = next(one for one in firsts if isinstance(one, Deploy))
    assert on_city.feature is tile_type(CITY).features[0].kind
    alone = findings_for(deck, start, table({NORTH: (CITY, 2)}))
    waiting = WaitingTiles().seen(alone.laid, alone.standing, {})
    findings = findings_for(deck, start, picture, waiting)
    assert lays(findings) == [NORTH, EAST]
    assert findings.explanation.is_clear()


def test_a_look_at_two_new_tiles_at_once_does_not_say_that_nobody_stood_on_the_first() -> None:
    on_city = Deploy("small", tile_type(CITY).features[0].kind, tile_type(CITY).features[0].location)
    key = ((NORTH, CITY, 2), "red")
    assert on_city not in WaitingTiles().seen([NORTH, EAST], {key: {on_city: -30.0}}, {}).stood[key]
    assert WaitingTiles().seen([NORTH, EAST], {key: {on_city: 12.0}}, {}).stood[key][on_city] == 12.0
    assert WaitingTiles().seen([NORTH], {key: {on_city: -30.0}}, {}).stood[key][on_city] == -30.0


def test_a_tile_that_was_taken_back_for_another_is_believed_at_the_first_look(deck: Deck, start: State) -> None:
    """Given a road that several looks told; when people lay a city there instead, then the city is told."""
    road = findings_for(deck, start, table({NORTH: (ROAD, 1)}))
    waiting = WaitingTiles()
    for _ in range(5):
        waiting = waiting.seen([NORTH], road.standing, {NORTH: {(ROAD, 1): 0.0, (CITY, 2): -40.0}})
    findings = findings_for(deck, start, table({NORTH: (CITY, 2)}), waiting)
    assert findings.explanation.is_clear()
    best = findings.explanation.best
    assert best is not None
    assert [one.tile for one in best.actions if isinstance(one, Lay)] == [CITY]


def test_where_a_tile_was_once_thought_to_wait_bare_cloth_is_cloth(deck: Deck, start: State) -> None:
    """Given a place east of the start tile that no picture shows bare; when a road is laid west of it, then that is all
    that was done."""
    findings = findings_for(deck, start, table({WEST: (ROAD, 0)}), thought=(EAST,))
    assert findings.explanation.is_clear()
    assert lays(findings) == [WEST]
    assert set(findings.laid) == {WEST}


def test_a_tile_that_does_wait_there_is_still_told(deck: Deck, start: State) -> None:
    findings = findings_for(deck, start, table({EAST: (ROAD, 0)}), thought=(EAST,))
    assert findings.explanation.is_clear()
    assert lays(findings) == [EAST]


def test_what_the_cloth_showed_there_before_anybody_laid_a_tile_is_no_tile(deck: Deck, start: State) -> None:
    """Given a cloth on which a road is printed, just east of the start tile, and one look that took it for a tile; when
    a road is laid west of it, then that is all that was done, for the first picture shows the print already."""
    printed = {EAST: (ROAD, 0)}
    now = table({**printed, WEST: (ROAD, 0)})
    assert set(lays(findings_for(deck, start, now, thought=(EAST,)))) == {EAST, WEST}
    findings = findings_for(deck, start, now, thought=(EAST,), first=table(printed))
    assert findings.explanation.is_clear()
    assert lays(findings) == [WEST]
    assert set(findings.laid) == {WEST}


def test_where_a_napkin_was_taken_away_bare_cloth_is_cloth_however_the_change_is_outlined(
    deck: Deck, start: State
) -> None:
    """Given a napkin just east of the start tile, where a tile was thought to lie, half on that one; when it is gone
    and a road is laid west, then that is all that was done."""
    napkin, (left, top) = table({}), place(EAST)
    napkin[top - 60 : top + EDGE + 60, left : left + EDGE + 60] = (200, 60, 60)
    findings = findings_for(deck, start, table({WEST: (ROAD, 0)}), thought=(EAST,), first=napkin, aside=-0.5)
    assert findings.explanation.is_clear()
    assert [change.cell for change in findings.changed] == lays(findings) == [WEST]


def test_a_tile_that_waits_where_the_cloth_was_bare_is_told(deck: Deck, start: State) -> None:
    findings = findings_for(deck, start, table({EAST: (ROAD, 0)}), thought=(EAST,), first=table({}))
    assert findings.explanation.is_clear()
    assert lays(findings) == [EAST]


def test_a_place_keeps_the_last_picture_that_shows_it_bare_for_as_long_as_its_tile_waits() -> None:
    """Ben's tile lies east when Anna's is pressed for, and still when the next one is: both pictures show it."""
    first = past_of(table({}))
    second = replace(past_of(table({EAST: (ROAD, 0)})), waiting={EAST: pose(EAST)}, bare=last_bare(first, [EAST]))
    assert second.bare[EAST].layers is first.layers
    third = last_bare(second, [EAST, WEST])
    assert third[EAST].layers is first.layers
    assert third[WEST].layers is second.layers


def test_no_picture_shows_a_place_bare_that_nobody_has_looked_at_or_where_a_tile_was_taken_back() -> None:
    waited = replace(past_of(table({EAST: (ROAD, 0)})), waiting={EAST: pose(EAST)}, unlooked=frozenset({NORTH}))
    assert set(last_bare(waited, [EAST, NORTH, (0, 0)])) == set()
    assert waited.never_bare == {EAST}


def test_a_tile_lies_where_it_lay_at_the_last_look_however_what_has_changed_is_outlined(
    deck: Deck, start: State
) -> None:
    """A square that has changed is found a third of a tile aside, where another tile was laid beside it: from there
    another turn of the road fits better. The tile itself has not moved."""
    picture, road = table({EAST: (ROAD, 0)}), Lay(ROAD, 1, 0, 0)
    aside = findings_for(deck, start, picture, thought=(EAST,), aside=0.33).hypotheses[0]
    assert aside.actions[0] != road
    waiting = WaitingTiles().seen([EAST], {}, {}, {EAST: np.eye(3)})
    best = findings_for(deck, start, picture, waiting, thought=(EAST,), aside=0.33).hypotheses[0]
    assert best.actions[0] == road
    assert aside.tile is not None
    assert best.tile is not None
    assert best.tile.cost < 0.5 < aside.tile.cost


def test_scraps_of_paper_around_the_map_keep_no_tile_from_being_seen(deck: Deck, start: State) -> None:
    """Given five red scraps on places around the map, when three tiles were laid, each beside the one before, then all
    three are told."""
    laid = [EAST, SECOND_EAST, (-1, 2)]
    picture = table(dict.fromkeys(laid, (ROAD, 0)))
    for left, top in map(place, (WEST, NORTH, (1, 0), (-1, 1), (1, 1))):
        picture[top + 30 : top + 60, left + 20 : left + 80] = (30, 30, 220)
    findings = findings_for(deck, start, picture)
    assert findings.explanation.is_clear()
    assert lays(findings) == laid
