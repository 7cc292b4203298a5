"""Everything that is legal is within reach of a finger, in games that nobody plays like this, and nothing else is.

Istanbul's buttons are looked at in ``istanbul/test_buttons.py``.
"""

from __future__ import annotations

import random

import pytest

from companion.locale import LANGUAGES, say
from companion.session.views import TableView
from companion.titles.drawn_setups import drawn_setup
from companion.titles.registry import game_named
from companion.ui.carcassonne.lay_draft import LayDraft
from companion.ui.cronberg.rhomb_draft import RhombDraft
from companion.ui.riga.offers import Several, question, riga_offers, scorer_offers
from companion.ui.stained_glass.touch import GLASS_STEPS, glass_offers
from companion.ui.thurn_and_taxis.offers import NextTakes, RouteDraft, Verb, begun, offers_of
from games.carcassonne.actions import Lay, Skip
from games.cronberg.state import Pass
from games.game import Refusal, Seat
from games.riga.moment import Step as Season
from games.thurn_and_taxis.actions import Deal, Discard, Renew
from games.thurn_and_taxis.advice import advice
from games.thurn_and_taxis.legal import may_renew
from games.thurn_and_taxis.moment import Step


def walked_states(key, actions, seed):
    """States of one game in which the kinds of action come up at even odds, whatever they bring."""
    game, rng = game_named(key), random.Random(seed)
    state = game.new(drawn_setup(key, rng))
    for _ in range(actions):
        yield state
        legal = list(game.legal(state))
        if not legal:
            return
        kind = rng.choice(list(dict.fromkeys(map(type, legal))))
        state, _ = game.apply(state, rng.choice([one for one in legal if type(one) is kind]))


def assert_distinct_words(offers):
    """No two under one heading say the same, in either language."""
    for language in LANGUAGES:
        said = [(one.path, say(one.label, language)) for one in offers]
        assert all(words for _, words in said)
        assert len(set(said)) == len(said), sorted(words for _, words in said)


def without_done(game, state):
    """What is legal but for what the button of whoever moves means."""
    return set(game.legal(state)) - {game.closing(state)}


def view_of(key, state):
    scores = (0,) * len(state.setup.seats)
    return TableView(key, state.setup.seats, game_named(key).player_to_move(state), scores, state)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("key", "offers"), [("riga", riga_offers), ("grand-masters", scorer_offers)])
def test_everything_legal_in_riga_is_offered_and_nothing_else(key, offers, seed):
    game = game_named(key)
    for state in walked_states(key, 60, seed):
        offered = offers(view_of(key, state))
        found = [one.action.actions if isinstance(one.action, Several) else (one.action,) for one in offered]
        reached = {part for actions in found for part in game.spelled_out(state, actions[0])}
        assert without_done(game, state) <= reached
        for actions in found:
            after = state
            for action in actions:
                after, _ = game.apply(after, action)  # a refusal fails the test
        assert_distinct_words(offered)


def test_a_spring_that_turns_nothing_up_says_so_and_done_goes_on():
    game = game_named("riga")
    state = game.new(game.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    state = state._replace(step=Season.SPRING, rows=(("wine",) * 3,) * 4, cards_pile=0)
    assert question(view_of("riga", state)).key == "riga.ask_spring_nothing"
    after, _ = game.apply(state, game.closing(state))
    assert after.step is Season.TAKE


def tapped_in_thurn(state, view):
    """The legal actions that fingers reach: taps that ask for more cards are followed to the next one."""
    game = game_named(view.game_key)
    for one in offers_of(view, begun(state)):
        if isinstance(one.action, NextTakes):  # DONE, and what the next player takes is open to that player
            after, _ = game.apply(state, game.closing(state))
            nexts = {place for then in offers_of(view_of(view.game_key, after), begun(after)) for place in then.places}
            assert after.step == "over" or one.action.place in nexts
        elif not isinstance(one.action, RouteDraft):
            yield game.spelled_out(state, one.action)[0]
        elif one.action.verb == "close":  # "May I close?" is asked at any time of the turn, and answered with a no, too
            yield from (each.action for each in advice(state) if state.step == "close")
        elif one.action.verb in ("deal", "discard"):
            yield game.read(f"{one.action.verb} {one.action.cities[-1].replace(' ', '_')}")
        else:
            for then in offers_of(view, one.action):
                if one.action.verb == "take":
                    yield then.action
                elif isinstance(then.action, RouteDraft):
                    yield game.read(f"renew {then.action.cities[-1].replace(' ', '_')}")
                else:
                    yield game.spelled_out(state, then.action)[0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", ["thurn-and-taxis", "power-and-glory"])
def test_everything_legal_in_thurn_and_taxis_is_offered_and_nothing_else(key, seed):
    for state in walked_states(key, 60, seed):
        if state.step != "over":
            assert_distinct_words(offers_of(view_of(key, state), begun(state)))
            assert set(tapped_in_thurn(state, view_of(key, state))) == without_done(game_named(key), state)


def cards_tapped(state, view, draft, rng):
    """The line that random taps tell, card by card: whatever is offered is taken, and nothing that is taken is not."""
    game = game_named(view.game_key)
    while True:
        offers = [one for one in offers_of(view, draft) if one.places]
        tapped = {one.places[0]: one.action for one in offers}
        found = [game.read(game.write(_said(draft, city))) for city in (city.name for city in state.setup.atlas.cities)]
        assert {action.cities[-1] for action in found if _is_taken(game, state, action)} == set(tapped)
        chosen = tapped[rng.choice(sorted(tapped))]
        if not isinstance(chosen, RouteDraft):
            return chosen
        draft = chosen


def _said(draft, city):
    return {"deal": Deal, "renew": Renew, "discard": Discard}[draft.verb]((*draft.cities, city))


def _is_taken(game, state, action):
    try:
        for part in game.spelled_out(state, action):
            state, _ = game.apply(state, part)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("key", ["thurn-and-taxis", "power-and-glory"])
def test_cards_that_are_told_together_are_all_within_reach(key):
    """To the last of six open cards or of a hand that is too large, also where the pile runs out between them."""
    rng, game, seen = random.Random(5), game_named(key), set()
    for state in walked_states(key, 400, 5):
        verbs = ["deal"] * (state.step is Step.DEAL) + ["discard"] * (state.step is Step.DISCARD)
        verbs += ["renew"] * (may_renew(state) and (len(state.display) > state.pile or not seen))
        for verb in verbs:
            game.apply(state, cards_tapped(state, view_of(key, state), RouteDraft(Verb(verb)), rng))
            seen.add(verb)
    assert {"deal", "renew"} <= seen


def test_the_tablet_turns_up_what_was_discarded_where_nothing_else_is_left():
    """Given every card in sight and none in the pile, when the open ones are renewed, then the tablet can do it."""
    game = game_named("thurn-and-taxis")
    state = game.new(drawn_setup(game.key, random.Random(1)))._replace(step=Step.TAKE, pile=0)
    cards = [city.name for city in state.setup.atlas.cities for _ in range(state.number("copies"))]
    wanted = state.number("display")
    anna, ben = state.players[:2]
    players = (anna._replace(known=tuple(cards[:1])), ben._replace(known=tuple(sorted(cards[1 : -2 * wanted]))))
    display, discarded = tuple(cards[-2 * wanted : -wanted]), tuple(sorted(cards[-wanted:]))
    state = state._replace(players=(*players, *state.players[2:]), display=display, discarded=discarded)
    (drawn,) = (one.action for one in offers_of(view_of(game.key, state), RouteDraft(Verb.RENEW)) if not one.places)
    assert len(drawn.cities) == wanted
    assert _is_taken(game, state, drawn)


# On a map


def turned_every_way(draft):
    """The tile of a draft in every turn to which taps bring it."""
    found = []
    while draft.lay not in found:
        found.append(draft.lay)
        draft.rotate()
    return found


def laid_by_fingers(state, place_first):
    """Tiles as taps lay them: the tile and then the place, or the other way about."""
    draft = LayDraft(state)
    for first in draft.places() if place_first else draft.kinds():
        begun = LayDraft(state)
        (begun.put if place_first else begun.pick)(first)
        if begun.discard() is not None:
            yield begun.discard()
        for second in begun.kinds() if place_first else begun.places():
            both = LayDraft(state)
            (both.put if place_first else both.pick)(first)
            (both.pick if place_first else both.put)(second)
            yield from turned_every_way(both)


def put_by_fingers(draft):
    """Followers as taps put them: on each spot that is shown, and other kinds by their buttons."""
    seen = set()
    while fresh := [spot for spot in draft.offered_spots() if spot not in seen]:
        draft.deploy_on(fresh[0])
        seen |= {fresh[0], *draft.other_kinds()}
    return seen


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", ["carcassonne", "carcassonne-stained-glass"])
def test_everything_legal_on_a_map_is_within_reach_and_nothing_else(key, seed):
    game = game_named(key)
    for state in walked_states(key, 60, seed):
        legal = set(game.legal(state))
        if state.step in GLASS_STEPS:
            offers = glass_offers(view_of(key, state))
            assert {one.action for one in offers} == legal
            assert all(say(one.label, language) for one in offers for language in LANGUAGES)
        elif state.step == "follower":
            assert put_by_fingers(LayDraft(state)) | {Skip()} == legal
        else:
            assert set(laid_by_fingers(state, place_first=False)) == legal
            assert set(laid_by_fingers(state, place_first=True)) == {one for one in legal if isinstance(one, Lay)}


@pytest.mark.parametrize("seed", range(2))
def test_with_the_tile_every_follower_that_may_stand_on_it_is_within_reach(seed):
    """A turn is put together whole before it is confirmed."""
    game = game_named("carcassonne")
    for state in walked_states("carcassonne", 60, seed):
        if state.step == "lay":
            lay = random.Random(seed).choice(list(game.legal(state)))
            draft = LayDraft(state)
            draft.pick(lay.tile)
            if isinstance(lay, Lay):
                draft.put((lay.x, lay.y))
                while draft.turns != lay.turns:
                    draft.rotate()
                after, _ = game.apply(state, lay)
                assert put_by_fingers(draft) | {Skip()} == set(game.legal(after))


# On the board of Cronberg


def tapped_in_cronberg(state):
    """Tokens on crossings, and each rhomb on one or two triangles that are tapped for it, the way round chosen."""
    fresh = RhombDraft(state)
    if fresh.must_pass:
        yield Pass()
    yield from (fresh.token(crossing) for crossing in fresh.crossings())
    for kind in fresh.kinds():
        for one in fresh.free():
            draft = RhombDraft(state, kind)
            assert draft.tap(one)
            yield from draft.options()
            for other in draft.free():
                both = RhombDraft(state, kind)
                assert both.tap(one)
                assert both.tap(other)
                assert len(both.options()) == 2
                assert set(both.options()) <= set(draft.options())


@pytest.mark.parametrize("seed", range(3))
def test_everything_legal_in_cronberg_is_within_reach_and_nothing_else(seed):
    for number, state in enumerate(walked_states("cronberg", 60, seed)):
        if number % 10 == seed and state.to_move is not None:
            assert set(tapped_in_cronberg(state)) == set(game_named("cronberg").legal(state))
