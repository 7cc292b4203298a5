"""Pictures, terrain and colours tell of one new tile together."""

from __future__ import annotations

import math

import numpy as np
import pytest

from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import Seat
from vision.carcassonne.learning.faceless import Onlooker
from vision.carcassonne.learning.likeness.print_likeness import PrintLikeness
from vision.carcassonne.learning.places_by_terrain import by_its_outline, ends_as_a_tile
from vision.carcassonne.learning.sides.hidden_sides import hidden_sides
from vision.carcassonne.learning.sides.side_profiles import SideProfiles
from vision.carcassonne.learning.sides.terrain_at_sides import TerrainAtSides
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.learning.terrain_witness import TerrainWitness
from vision.carcassonne.learning.witnesses import Witnesses, pictures_fit
from vision.carcassonne.live.change_outline import Change
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.live.tile_evidence import TileMatch
from vision.explanation import Scored, explained

STATE = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
LAY = Lay("BA/RFr", 1, 0, 0)  # a straight road beside the start tile
ON_THE_ROAD, ON_THE_GRASS = (0.5, 0.5), (0.3, 0.3)
BARE = Onlooker(traceless=True)


@pytest.fixture(scope="module")
def terrain():
    return TerrainWitness(CARCASSONNE.box(STATE.setup))


def weighed(terrain, onlooker, *, otherwise=-9.0, views=lambda key: 1, evidence=None, beside=()):
    """What is told where pictures say that this tile was laid and nobody put on it; the terrain says nothing, or what
    the ``evidence`` says. Pictures of other kinds fit as is told ``beside``."""
    explanation = explained([Scored((LAY, Skip()), 0.0, ("1,0",))], 0, otherwise=otherwise)
    nothing = np.zeros(len(terrain.teller.orientations)) if evidence is None else evidence
    place = Sighted((LAY.y, LAY.x), np.diag([60.0, 60.0, 1.0]), nothing, odds=6.0)
    costs = {(LAY.tile, LAY.turns): 0.8, **dict(beside)}
    return Witnesses(CARCASSONNE, views, terrain, place, costs, onlooker).weighed(explanation, STATE)


def test_what_pictures_of_every_kind_and_the_colours_say_is_clear(terrain):
    explanation = weighed(terrain, BARE)
    assert explanation.is_clear()
    assert explanation.best.actions == (LAY, Skip())


def test_where_one_kinds_picture_fits_far_better_than_all_others_the_terrain_does_not_tell_another(terrain):
    """Given a straight road that the network takes for a crossing beneath somebody, and pictures of every kind: where
    the crossing's fits much worse it is the road, where it fits nearly as well nobody knows."""
    crossing = [one.kind.key == "BA/RRR" for one in terrain.teller.orientations]
    mistaken = np.where(crossing, 0.0, -9.0)
    plain = weighed(terrain, BARE, evidence=mistaken, beside={("BA/RRR", 0): 2.1})
    assert plain.is_clear()
    assert plain.best.actions == (LAY, Skip())
    assert not weighed(terrain, BARE, evidence=mistaken, beside={("BA/RRR", 0): 0.9}).is_clear()


def test_where_no_picture_fits_the_one_that_fits_least_badly_does_not_overrule_the_terrain(terrain):
    """Given pictures of every kind, of which a wrong one alone was worth laying on, and a crossing that is plain."""
    crossing = [one.kind.key == "BA/RRR" and one.turns == 0 for one in terrain.teller.orientations]
    plain = np.where(crossing, 0.0, -9.0)
    misled = weighed(terrain, BARE, evidence=plain, beside={(LAY.tile, LAY.turns): 2.4})
    assert misled.best.actions[0].tile == "BA/RRR"


def test_a_picture_that_seems_to_show_a_strangers_figure_is_not_believed_where_no_colour_shows_him(terrain):
    explanation = weighed(terrain, BARE, otherwise=0.0)
    assert explanation.is_clear()


def test_a_strangers_figure_that_shows_in_his_colour_is_asked_about(terrain):
    explanation = weighed(terrain, Onlooker(traceless=True, stranger=0.99))
    assert not explanation.is_clear()
    assert explanation.best.actions == (LAY, Skip())


def test_somebody_whom_only_the_colours_show_is_asked_about_with_where_he_stands(terrain):
    explanation = weighed(terrain, Onlooker(0.99, ON_THE_ROAD))
    assert not explanation.is_clear()
    likeliest = [one.actions for one in explanation.candidates[:2]]
    road = next(actions[1] for actions in likeliest if isinstance(actions[1], Deploy))
    assert road.feature.value == "Road"
    assert (LAY, Skip()) in likeliest


def test_where_kinds_have_no_picture_yet_one_that_fits_is_not_told_surely(terrain):
    explanation = weighed(terrain, BARE, views=lambda key: int(key == LAY.tile))
    assert not explanation.is_clear()
    assert any(one.actions[0].tile != LAY.tile for one in explanation.candidates)


def test_a_kind_of_which_there_is_no_picture_leaves_room_for_another(terrain):
    assert weighed(terrain, BARE, views=lambda key: 0).unexplained >= 0.05
    assert weighed(terrain, BARE, views=lambda key: 1).unexplained < 0.05


@pytest.mark.parametrize("laid_on", [True, False])
@pytest.mark.parametrize("in_part", [True, False])
def test_a_picture_of_which_somebody_was_cut_out_tells_no_coat_of_arms(terrain, in_part, laid_on):
    """Given pictures of a city with arms and of its twin without, and that the latter fits a little better, for it
    shows all of its tile: as long as the other does not, it may bear arms or not, also where only the latter was
    worth laying on."""
    turns = tile_type("BA/CccR").fits[STATE.board.frontier[LAY.x, LAY.y]][0]
    bare, armed = (Lay(key, LAY.x, LAY.y, turns) for key in ("BA/CccR", "BA/CccR+"))
    scored = [Scored((bare, Skip()), 0.0, ("1,0",)), Scored((armed, Skip()), -5.0, ("1,0",))]
    by_eyes = explained(scored if laid_on else scored[:1], 0, otherwise=-9)
    place = Sighted((LAY.y, LAY.x), np.diag([60.0, 60.0, 1.0]), np.zeros(len(terrain.teller.orientations)), odds=6.0)
    costs = {(bare.tile, turns): 1.4, **({(armed.tile, turns): 1.5} if laid_on else {})}
    explanation = Witnesses(
        CARCASSONNE, lambda key: 1, terrain, place, costs, BARE, in_part=lambda key: in_part and key == armed.tile
    ).weighed(by_eyes, STATE)
    chance = sum(one.probability for one in explanation.candidates if one.actions[0] == armed)
    assert (chance > 0.1) == in_part


def test_somebody_who_is_plainly_there_speaks_for_a_kind_only_by_where_he_stands(terrain):
    def chance(onlooker):
        explanation = weighed(terrain, onlooker, views=lambda key: int(key == LAY.tile))
        return sum(one.probability for one in explanation.candidates if one.actions[0] == LAY)

    assert abs(chance(Onlooker(0.99, ON_THE_GRASS)) - chance(BARE)) < 0.1
    assert chance(Onlooker(0.99, ON_THE_ROAD)) > chance(BARE)


def test_only_legal_turns_are_told(terrain):
    for one in weighed(terrain, Onlooker(0.4, ON_THE_ROAD), views=lambda key: 0).candidates:
        state = STATE
        for action in one.actions:
            state, _ = CARCASSONNE.apply(state, action)


def explained_by_terrain_alone(terrain, key, turns, *, painted=None, else_=-12.0, rivals=None, hides=(), shadow=()):
    """What is told of a tile of a kind without a picture, on whose middle somebody stands in plain sight; ``painted``
    is what shows at its sides, ``else_`` how likely the terrain holds every other kind, except for some ``rivals``;
    he ``hides`` a part of it, and casts his ``shadow`` on another."""
    orientations = [(orientation.kind.key, orientation.turns) for orientation in terrain.teller.orientations]
    evidence = np.full(len(orientations), else_)
    evidence[orientations.index((key, turns))] = 0.0
    for rival, value in (rivals or {}).items():
        evidence[orientations.index(rival)] = value
    place = Sighted((LAY.y, LAY.x), np.diag([60.0, 60.0, 1.0]), evidence, odds=6.0, by_sides=painted, shadow=shadow)
    before = explained([Scored((), -20.0, ())], 0, otherwise=-9.0)
    return Witnesses(CARCASSONNE, lambda key: 0, terrain, place, {}, Onlooker(0.99, ON_THE_ROAD, hides=hides)).weighed(
        before, STATE
    )


def beneath_somebody(terrain, key, turns, *, costs, views, rivals, hides, like=None, one_drawing=0.0, roads=(0.0,) * 4):
    """What is told of a tile whose terrain shows a kind, on which pictures cost so much and somebody hides a part;
    past him they are so ``like`` it, and copies are ``one_drawing`` so likely; ``roads`` cross its sides by so much."""
    orientations = [(orientation.kind.key, orientation.turns) for orientation in terrain.teller.orientations]
    evidence = np.full(len(orientations), -12.0)
    evidence[orientations.index((key, turns))] = 0.0
    for rival, value in rivals.items():
        evidence[orientations.index(rival)] = value
    pose = np.diag([60.0, 60.0, 1.0])
    likeness = PrintLikeness(like or {}, one_drawing)
    profiles = SideProfiles(np.zeros((4, 1, 1, 1), np.float32), np.zeros((4, 1), np.float32), np.ones(4, bool))
    sides = TerrainAtSides(profiles, np.array(roads), np.zeros(4))
    place = Sighted((LAY.y, LAY.x), pose, evidence, odds=6.0, likeness=likeness, sides=sides)
    onlooker = Onlooker(0.99, ON_THE_ROAD, hides=hides)
    before = explained([Scored((), -20.0, ())], 0, otherwise=-9.0)
    return Witnesses(CARCASSONNE, views, terrain, place, costs, onlooker).weighed(before, STATE)


LEGAL_BESIDE_THE_START = [
    (key, turns) for key in STATE.bag for turns in tile_type(key).fits.get(STATE.board.frontier[LAY.x, LAY.y], ())
]
MIDDLE = ((0.35, 0.35), (0.65, 0.35), (0.65, 0.65), (0.35, 0.65))


def test_where_a_picture_fits_of_another_kind_than_the_terrain_tells_beneath_somebody_people_are_asked(terrain):
    """Given a monk who hides the cloister of a road's end, whose terrain passes for a road that goes on, when the
    cloister's picture fits, then nobody is told of a thief unasked; where no picture fits, the terrain is believed."""
    seen = {"rivals": {("BA/LR", 1): -12.0}, "hides": MIDDLE, "views": lambda key: int(key == "BA/LR")}
    fits = beneath_somebody(terrain, "BA/RFr", 0, costs={("BA/LR", 1): 2.1}, **seen)
    assert fits.best.actions[0].tile == "BA/RFr"
    assert not fits.is_clear()
    assert beneath_somebody(terrain, "BA/RFr", 0, costs={("BA/LR", 1): 4.5}, **seen).is_clear()


def test_unless_the_sides_rule_that_kind_out(terrain):
    """Given a thief in the middle of a road that leaves by two sides, which look like this map's roads."""
    seen = {"rivals": {("BA/LR", 1): -12.0}, "hides": MIDDLE, "views": lambda key: int(key == "BA/LR")}
    road = beneath_somebody(terrain, "BA/RFr", 0, costs={("BA/LR", 1): 2.1}, roads=(-4.0, 1.0, -4.0, 1.0), **seen)
    assert road.is_clear()
    assert road.best.actions[0].tile == "BA/RFr"


def test_what_the_sides_of_the_map_tell_is_believed_against_the_terrain(terrain):
    """Given a bare road that the terrain takes for a junction: one side of that looks like this map's fields."""
    seen = {"costs": {}, "views": lambda key: 0, "rivals": {("BA/RFr", 0): -2.5}, "hides": ()}
    assert beneath_somebody(terrain, "BA/RRR", 0, **seen).best.actions[0].tile == "BA/RRR"
    assert beneath_somebody(terrain, "BA/RRR", 0, roads=(-4, 1, -4, 1), **seen).best.actions[0].tile == "BA/RFr"


def test_where_pictures_of_two_kinds_fit_alike_beneath_somebody_the_terrain_tells_which(terrain):
    """Given a thief on a road that the terrain tells from a cloister, whose own picture fits: the cloister's that fits
    better by a hair doubts nothing, one that fits much better is asked about."""
    pictured = ("BA/RFr", "BA/LR")
    seen = {"rivals": {("BA/LR", 1): -12.0}, "hides": MIDDLE, "views": lambda key: int(key in pictured)}
    alike = beneath_somebody(terrain, "BA/RFr", 0, costs={("BA/RFr", 0): 1.8, ("BA/LR", 1): 1.75}, **seen)
    worse = beneath_somebody(terrain, "BA/RFr", 0, costs={("BA/RFr", 0): 2.1, ("BA/LR", 1): 1.2}, **seen)
    assert {one.best.actions[0].tile for one in (alike, worse)} == {"BA/RFr"}
    assert alike.unexplained < 0.05 < 0.1 < worse.unexplained


def test_a_picture_that_is_plainly_alike_past_somebody_is_believed_beneath_him(terrain):
    """Given a road in a dim room that the terrain takes for a junction and of which pictures cost alike, with somebody
    on the side that tells: it is told, where past him its picture goes with it and the junction's does not, and asked
    about where both do."""
    pictured = ("BA/RFr", "BA/RRR")
    costs = {("BA/RFr", 0): 1.65, ("BA/RRR", 0): 1.6}
    seen = {"rivals": {("BA/RFr", 0): -3.0}, "hides": beside(2), "views": lambda key: int(key in pictured)}

    def beneath_him(road, junction):
        like = {("BA/RFr", 0): road, ("BA/RRR", 0): junction}
        return beneath_somebody(terrain, "BA/RRR", 0, costs=costs, like=like, **seen)

    assert sum(one.probability for one in beneath_him(0.93, 0.6).candidates if one.actions[0].tile == "BA/RFr") > 0.9
    assert not beneath_him(0.93, 0.92).is_clear()


def test_a_monk_on_a_cloister_of_which_there_is_no_picture_is_asked_about(terrain):
    """A thief in a bend hides what tells it from a cloister with a road."""
    monk = explained_by_terrain_alone(terrain, "BA/LR", 1)
    assert monk.best.actions[1].feature.value == "Monastery"
    assert not monk.is_clear()
    assert explained_by_terrain_alone(terrain, "BA/RFr", 0).best.probability > monk.best.probability


def test_a_monk_is_believed_where_every_other_kind_that_may_lie_there_has_a_picture_that_is_plainly_unlike(terrain):
    """Given a cloister with a road, the one kind of an edition without a picture, and that its copies are alike."""
    key, turns = "BA/LR", 1
    seen = {"costs": {}, "views": lambda other: int(other != key), "rivals": {("BA/RFr", 0): -3.0}, "hides": MIDDLE}
    others = {one: 0.3 for one in LEGAL_BESIDE_THE_START if one[0] != key}
    alike, unknown = (
        beneath_somebody(terrain, key, turns, like=others, one_drawing=share, **seen) for share in (0.95, 0.0)
    )
    assert alike.best.actions[0] == unknown.best.actions[0] == Lay(key, LAY.x, LAY.y, turns)
    assert alike.is_clear()
    assert not unknown.is_clear()


def painted_at_the_sides(terrain, *sides):
    """Of each orientation, how well it goes with a tile whose sides show these terrains: a wrong one is as good as
    ruled out."""
    orientations = terrain.teller.orientations
    return np.array([-5.0 * sum(a != b for a, b in zip(one.sides, sides, strict=True)) for one in orientations])


def test_a_monk_is_believed_where_the_sides_alone_tell_the_cloister(terrain):
    """Nobody stands at a tile's sides: three of field and a road's end are a cloister with a road, nothing else."""
    painted = painted_at_the_sides(terrain, "field", "field", "field", "road")
    monk = explained_by_terrain_alone(terrain, "BA/LR", 1, painted=painted)
    assert monk.best.actions[1].feature.value == "Monastery"
    assert monk.is_clear()


def test_a_monk_is_asked_about_where_the_sides_show_that_a_road_goes_through(terrain):
    painted = painted_at_the_sides(terrain, "field", "road", "field", "road")
    monk = explained_by_terrain_alone(terrain, "BA/LR", 1, painted=painted)
    assert monk.best.actions[1].feature.value == "Monastery"
    assert not monk.is_clear()


def test_a_kind_without_a_picture_is_the_less_doubted_the_more_surely_the_terrain_tells_it(terrain):
    surely, hardly = (explained_by_terrain_alone(terrain, "BA/RFr", 0, else_=other) for other in (-12.0, -3.0))
    assert surely.unexplained < 0.03 < 0.05 < hardly.unexplained


def beside(side):
    """The outline of somebody who stands at a side of a tile, north 0 and clockwise, tile units."""
    corners = np.array([(0.3, -0.05), (0.7, -0.05), (0.7, 0.25), (0.3, 0.25)]) - 0.5
    for _ in range(side):
        corners = np.stack([-corners[:, 1], corners[:, 0]], axis=1)
    return tuple(map(tuple, (corners + 0.5).tolist()))


def test_sides_behind_a_figure_are_hidden():
    assert [hidden_sides(beside(side)) for side in range(4)] == [{0}, {1}, {2}, {3}]
    assert hidden_sides(()) == frozenset()
    assert hidden_sides(((0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6))) == frozenset()


def test_a_side_that_somebody_hides_tells_no_kind_surely(terrain):
    """Given a curve of which the terrain says that it might be a junction, then it is asked about where somebody stands
    on the side that would tell, and told where he stands elsewhere."""
    east, north = beside(1), beside(0)  # the junction has a road at the east, the curve has none

    def explained_with(hides):
        return explained_by_terrain_alone(terrain, "BA/Rr", 0, rivals={("BA/RRR", 0): -3.6}, hides=hides)

    assert {explained_with(hides).best.actions[0].tile for hides in (east, north)} == {"BA/Rr"}
    assert explained_with(east).unexplained > explained_with(north).unexplained + 0.04


def test_a_side_that_somebodys_shadow_crosses_tells_no_kind_surely(terrain):
    """Given the same curve, with somebody on its north side beneath a low lamp in the west or in the north."""

    def explained_with(shadow):
        rivals = {("BA/RRR", 0): -3.6}
        return explained_by_terrain_alone(terrain, "BA/Rr", 0, rivals=rivals, hides=beside(0), shadow=shadow)

    assert explained_with(beside(1)).unexplained > explained_with(beside(2)).unexplained + 0.04


def test_what_a_curve_and_a_junction_have_in_common_tells_neither_where_somebody_hides_the_third_road(
    terrain, monkeypatch
):
    """Given a curve that was named before, and a tile that is answered to as it was."""
    monkeypatch.setattr(terrain, "answers_like", lambda evidence: {("BA/Rr", 0): 2.8})
    rivals = {("BA/RRR", 0): -5.5}

    def odds(hides):
        turns = explained_by_terrain_alone(terrain, "BA/Rr", 0, rivals=rivals, hides=hides).candidates
        curve, junction = (
            sum(one.probability for one in turns if one.actions[0].tile == kind) for kind in ("BA/Rr", "BA/RRR")
        )
        return math.log(curve / junction)

    assert odds(beside(1)) == pytest.approx(odds(beside(3)) - 2.8, abs=0.1)


def test_a_kind_that_is_far_ahead_is_told_whoever_hides_the_side_that_would_tell(terrain):
    """Nobody was ever told wrongly where the junction was more than 3.3 nats behind; here it is 4.2."""
    behind_him, in_sight = (
        explained_by_terrain_alone(terrain, "BA/Rr", 0, rivals={("BA/RRR", 0): -4.2}, hides=beside(side))
        for side in (1, 0)
    )
    assert behind_him.best.actions[0].tile == "BA/Rr"
    assert behind_him.unexplained == pytest.approx(in_sight.unexplained)


def seen_as_a_tile(odds):
    return Sighted((LAY.y, LAY.x), np.diag([60.0, 60.0, 1.0]), np.zeros(3), odds)


def changed(share, beside):
    return Change((LAY.y, LAY.x), 3.0, np.diag([60.0, 60.0, 1.0]), share, beside)


@pytest.mark.parametrize(("beside", "as_table", "likelier"), [(0.02, 3.0, True), (0.02, 0.3, False), (0.9, 3.0, False)])
def test_a_white_tile_on_a_white_table_is_told_by_where_the_table_ends(beside, as_table, likelier):
    """Given a tile that the network half believes, of whose square half looks as it did: it is one where what lies
    there is no table and ends where a tile would; not where the table goes on, nor where all around has changed."""
    before = seen_as_a_tile(2.3)
    assert (by_its_outline(before, changed(0.5, beside), as_table).odds > 5) is likelier


def test_a_place_ends_as_a_tile_does_where_its_square_or_what_is_no_table_ends():
    assert ends_as_a_tile(changed(0.98, 0.3), as_table=0.5)
    assert ends_as_a_tile(changed(0.77, 0.01), as_table=4.5)
    assert not ends_as_a_tile(changed(0.77, 0.01), as_table=0.5)
    assert not ends_as_a_tile(changed(0.98, 0.9), as_table=4.5)


def test_where_just_a_tiles_square_has_changed_it_is_one_whatever_its_art_tells():
    assert by_its_outline(seen_as_a_tile(-2.0), changed(0.98, 0.2), as_table=0.5).odds == 6.0


def test_what_is_no_tile_to_the_network_is_none_by_a_part_of_a_square():
    cup = seen_as_a_tile(-3.0)
    assert by_its_outline(cup, changed(0.6, 0.1), as_table=5.0) == cup


def turn_of(cost: float, *, on_the_road: bool = False) -> Hypothesis:
    """A village told by its picture alone, which costs so much, where a straight road drawn in another way lies."""
    match = TileMatch("BA/RRR", 0, np.eye(3), 0, cost, 0.0, np.zeros((4, 4), np.float32))
    then = Deploy("small", FeatureKind.ROAD, "E") if on_the_road else Skip()
    return Hypothesis((Lay("BA/RRR", 1, 0, 0), then), 0.0, ("1,0",), match)


@pytest.mark.parametrize(
    ("turns", "fit"),
    [
        ([turn_of(1.2)], True),
        ([turn_of(2.8)], False),
        ([turn_of(1.2), turn_of(2.8)], False),
        ([turn_of(1.2), turn_of(2.8, on_the_road=True)], True),  # somebody hides a part of it
    ],
)
def test_a_picture_that_fits_badly_and_has_no_rival_is_not_believed_alone(turns, fit):
    together = turns[0] if len(turns) == 1 else Hypothesis((), 0.0, turns=tuple(turns))
    assert pictures_fit(together) is fit
