"""What tiles in a row may mean: the rules say that no two are alike."""

from __future__ import annotations

import numpy as np
import pytest

from games.game import Seat
from games.riga.moment import Step
from games.riga.rules import RIGA
from vision.artwork.riga.edition import drawn_riga
from vision.cards.judging import CardSighting
from vision.riga.changed import market_mask, places
from vision.riga.distinct import distinct
from vision.riga.hypotheses import expects_cards, hypotheses, may_build, row_hypothesis
from vision.riga.memory import Lying, RecordedCard, TableauMemory
from vision.riga.row_light import NamedRow

SEATS = tuple(Seat(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green")))


@pytest.fixture(scope="module")
def edition():
    return drawn_riga()


def tile(edition, key, x, chance=1.0, rivals=(), similarity=0.9):
    """A tile 50 px wide that lies upright at (x, 100)."""
    numbers = {view.key.notation: number for number, view in enumerate(edition.views)}
    pose = np.array([[50.0, 0.0, x - 25], [0.0, 50.0, 75.0], [0.0, 0.0, 1.0]])
    others = tuple((numbers[f"tile:{name}"], share) for name, share in rivals)
    return CardSighting(numbers[f"tile:{key}"], pose, similarity, chance, others)


KEYS = ("max-Knight", "first-Visby", "max-Danzig", "first-Merchant")


def lying(edition, keys, apart=60):
    """Tiles beside each other."""
    return tuple(tile(edition, key, 100 + apart * place) for place, key in enumerate(keys))


def ranked_lines(edition, row, names=None):
    """Rows as lines of the record, likeliest first; ``names`` are keys and chances where tiles aren't what they look
    like."""
    numbers = {view.key.notation: number for number, view in enumerate(edition.views)}
    given = names or [(tuple(edition.views[one.view].key.name for one in row), 1.0)]
    named = [NamedRow(tuple(numbers[f"tile:{key}"] for key in keys), chance) for keys, chance in given]
    found = row_hypothesis(RIGA.new(RIGA.setup(SEATS)), row, named, edition)
    return [([RIGA.write(action) for action in hypothesis.actions], hypothesis.probability) for hypothesis in found]


def test_the_row_is_told_as_it_lies(edition):
    best, sure = ranked_lines(edition, lying(edition, KEYS))[0]
    assert best == ["lay max-Knight first-Visby max-Danzig first-Merchant"]
    assert sure > 0.95


def test_both_sides_of_money_are_one_grand_master(edition):
    row = lying(edition, (*KEYS[:3], "Money-four"))
    sides = [((*KEYS[:3], "Money-four"), 0.55), ((*KEYS[:3], "Money-fewer"), 0.45)]
    assert ranked_lines(edition, row, sides)[0][1] > 0.95


def test_a_row_that_may_be_another_is_asked_about(edition):
    rows = ranked_lines(edition, lying(edition, KEYS), [(KEYS, 0.6), (("max-Riga", *KEYS[1:]), 0.4)])
    assert rows[0][1] == pytest.approx(0.588)
    assert rows[1][0] == ["lay max-Riga first-Visby max-Danzig first-Merchant"]


def test_four_tiles_that_lie_about_are_asked_about(edition):
    assert ranked_lines(edition, lying(edition, KEYS, apart=130))[0][1] < 0.9


def test_where_no_four_lie_nothing_was_laid_out(edition):
    assert row_hypothesis(RIGA.new(RIGA.setup(SEATS)), (), (), edition)[0].actions == ()


def test_cards_are_looked_for_only_where_one_may_be_laid_down():
    state = RIGA.new(RIGA.setup(SEATS))
    assert expects_cards(state)  # the row
    state, _ = RIGA.apply(state, RIGA.read("lay max-Knight first-Visby max-Danzig first-Merchant"))
    assert not expects_cards(state)
    assert may_build(state) == set()


def test_the_market_is_searched_apart_from_everything_else():
    change = np.zeros((270, 480), np.float32)
    change[100:110, 100:110] = change[100:110, 300:310] = 40.0
    image = np.zeros((1080, 1920, 3), np.uint8)
    good = np.array([[380.0, 380.0], [440.0, 380.0], [440.0, 460.0], [380.0, 460.0]])
    where = places(image, change, 4.0, 50.0, market_mask((270, 480), 4.0, [good]))
    assert len(where.elsewhere) == len(where.market) == 1
    left, _, right, _ = where.market[0]
    assert left < 400 < 440 < right < where.elsewhere[0][0]


def card(edition, key, x, rivals=(), similarity=0.85):
    """A building 50 px wide that lies upright at (x, 300)."""
    numbers = {view.key.notation: number for number, view in enumerate(edition.views)}
    pose = np.array([[50.0, 0.0, x - 25], [0.0, 75.0, 262.0], [0.0, 0.0, 1.0]])
    others = tuple((numbers[f"card:{name}"], share) for name, share in rivals)
    return CardSighting(numbers[f"card:{key}"], pose, similarity, 1.0, others)


def building(*cards, built=()):
    """Anna, with goods for anything, may lay these cards down."""
    state = RIGA.new(RIGA.setup(SEATS))
    mover = state.mover._replace(cards=cards, goods=(3, 3, 3, 3), hidden_goods=0, hidden_cards=0, built=built)
    return state._replace(step=Step.BUILD).with_mover(mover)


def display_of_anna(edition, key, x):
    one = card(edition, key, x)
    return TableauMemory({RecordedCard(key, 0): Lying(one.view, one.pose)})


def built(edition, state, seen, memory=None, legal_alone=None, *, strange=False):
    """Stories as lines of the record, where comparing with the legal cards alone would tell ``legal_alone``, and
    where something ``strange`` has come."""
    fresh = seen if isinstance(seen, list) else [seen]
    known = memory or TableauMemory({})
    found = hypotheses(state, fresh, known, edition, lambda one, keys: legal_alone or one, strange=strange)
    return [([RIGA.write(action) for action in hypothesis.actions], hypothesis.probability) for hypothesis in found]


def test_a_building_named_among_all_cards_is_not_doubted_among_the_few_that_may_be_built(edition):
    state = building("Visby-armoury", "Visby-warehouse")
    less_sure = card(edition, "Visby-armoury", 100, rivals=[("Visby-warehouse", 0.06)])
    best, sure = built(edition, state, card(edition, "Visby-armoury", 100), legal_alone=less_sure)[0]
    assert best == ["build Visby-armoury"]
    assert sure > 0.93


def test_a_rival_that_may_not_be_built_takes_nothing_from_one_that_may(edition):
    seen = card(edition, "Visby-armoury", 100, rivals=[("Visby-mint", 0.4)])
    best, sure = built(edition, building("Visby-armoury", "Visby-warehouse"), seen)[0]
    assert best == ["build Visby-armoury"]
    assert sure > 0.93


def test_a_rival_that_may_be_built_as_well_is_asked_about(edition):
    seen = card(edition, "Visby-armoury", 100, rivals=[("Visby-warehouse", 0.4)])
    found = built(edition, building("Visby-armoury", "Visby-warehouse"), seen)
    assert found[0][1] < 0.7
    assert found[1][0] == ["build Visby-warehouse"]


def test_a_card_in_the_display_that_nothing_explains_is_not_called_nothing(edition):
    state = building("Visby-warehouse", built=("Danzig-mint",))
    strange = card(edition, "Tallinn-castle", 155)
    little_like_it = card(edition, "Visby-warehouse", 155, similarity=0.5)
    memory = display_of_anna(edition, "Danzig-mint", 100)
    assert built(edition, state, strange, memory, little_like_it) == [([], pytest.approx(0.3))]
    far_away = card(edition, "Tallinn-castle", 600)
    assert built(edition, state, far_away, memory, little_like_it)[0][1] > 0.9


def test_a_pack_of_other_cards_far_from_the_display_casts_little_doubt_on_a_building_in_it(edition):
    state = building("Visby-warehouse", "Danzig-castle", built=("Danzig-mint",))
    laid, pack = (
        card(edition, "Visby-warehouse", 155, similarity=0.82),
        card(edition, "Danzig-castle", 700, similarity=0.62),
    )
    memory = display_of_anna(edition, "Danzig-mint", 100)
    beside = {line[0]: sure for line, sure in built(edition, state, [laid, pack], memory) if line}
    unknown = {line[0]: sure for line, sure in built(edition, state, [laid, pack]) if line}
    assert beside["build Visby-warehouse"] > 0.9
    assert unknown["build Danzig-castle"] > 2 * beside.get("build Danzig-castle", 0.0)


def test_where_a_card_came_that_shows_nothing_a_press_does_not_end_the_turn(edition):
    state = building("Visby-warehouse")
    assert built(edition, state, [])[0][1] > 0.9
    assert built(edition, state, [], strange=True)[0] == ([], pytest.approx(0.3))


def test_a_name_that_a_burnt_card_hardly_shows_is_asked_about(edition):
    state = building("Visby-warehouse")
    hardly, plainly = (card(edition, "Visby-warehouse", 155, similarity=likeness) for likeness in (0.5, 0.85))
    assert built(edition, state, hardly, strange=True)[0][1] < 0.9
    assert built(edition, state, plainly, strange=True)[0][1] > 0.9


def test_a_part_of_the_print_of_a_card_on_offer_is_no_building(edition):
    offered = card(edition, "Visby-cathedral", 100)
    half = card(edition, "Danzig-mint", 122, similarity=0.47)
    beside = card(edition, "Danzig-mint", 155, similarity=0.47)
    assert distinct([half, offered, beside], 0.6) == [offered, beside]
