"""Playing any game by touch: what may be done now, as buttons under headings, narrowed down by tapping a place."""

from __future__ import annotations

import random

import pytest

from companion.locale import LANGUAGES, say
from companion.session.views import TableView
from companion.titles.drawn_setups import drawn_setup
from companion.titles.registry import game_named
from companion.ui.carcassonne.face import CarcassonneFace
from companion.ui.kit.offered_touch import HeadingTap, Offer, OfferedTouch, OfferTap
from companion.ui.riga.offers import riga_offers, scorer_offers
from companion.ui.thurn_and_taxis.offers import Draft, begun, offers_of
from games.carcassonne.actions import Lay
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase
from games.thurn_and_taxis.advice import advice


def kind(key):
    """The heading of a kind of tile."""
    return Phrase.of("app.so_many", number=key)


def tiles_of(view):
    """Every tile that can be laid, under its kind; skipping stands at the top."""
    found = []
    for action in CARCASSONNE.legal(view.state):
        if isinstance(action, Lay):
            place = f"{action.x},{action.y}"
            label = Phrase.of("app.action_number", number=action.turns)
            found.append(Offer(label, action, (kind(action.tile),), places=(place,), staged=True))
        else:
            found.append(Offer(Phrase.of("app.none"), action))
    return tuple(found)


@pytest.fixture
def offered(tablet, monkeypatch):
    """A table of Carcassonne that is played with buttons alone."""

    def touch(self, board, session, attempt, changed):
        return OfferedTouch(board, session, attempt, changed, tiles_of, lambda view: Phrase.of("app.which_tile"))

    monkeypatch.setattr(CarcassonneFace, "touch", touch)
    tablet.start_game()
    tablet.wait()
    return tablet


def test_what_may_be_done_stands_under_headings(offered):
    headings = {tap.heading for tap in offered.widgets(HeadingTap)}
    assert {kind("BA/L"), kind("BA/C")} <= headings
    assert not list(offered.widgets(OfferTap))
    assert offered.reads("Which tile")


def test_a_heading_opens_and_its_offer_becomes_the_ghost_until_done(offered):
    offered.tap(offered.thing(heading=kind("BA/L")))
    offer = next(iter(offered.widgets(OfferTap)))
    offered.tap(offer)
    assert offered.session.view.proposal.actions == (offer.offer.action,)
    assert offered.session.record.line == ()
    offered.tap("DONE")
    assert offered.session.record.line[0].action == offer.offer.action


def test_tapping_a_place_offers_only_what_can_be_done_there(offered):
    assert offered.screen.touch.tapped("1,0")
    offered.wait()
    lays = {action for action in CARCASSONNE.legal(offered.session.record.state) if (action.x, action.y) == (1, 0)}
    headings = {tap.heading for tap in offered.widgets(HeadingTap)}
    single = {kind(tap.offer.action.tile) for tap in offered.widgets(OfferTap)}
    assert headings | single == {kind(action.tile) for action in lays}


def test_a_place_where_nothing_can_be_done_is_not_taken(offered):
    assert not offered.screen.touch.tapped("9,9")


def test_going_back_takes_the_ghost_away_and_then_leaves_the_heading(offered):
    offered.tap(offered.thing(heading=kind("BA/L")))
    offered.tap(next(iter(offered.widgets(OfferTap))))
    offered.screen.touch.clear()
    offered.wait()
    assert offered.session.view.proposal is None
    offered.screen.touch.clear()
    offered.wait()
    assert {tap.heading for tap in offered.widgets(HeadingTap)} >= {kind("BA/L"), kind("BA/C")}


# Everything that is legal is within reach of a finger, in games that nobody plays like this


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
        reached = {part for one in offered for part in game.spelled_out(state, one.action)}
        assert without_done(game, state) <= reached
        for one in offered:
            game.apply(state, one.action)  # a refusal fails the test
            assert all(say(one.label, language) for language in LANGUAGES)


def tapped_in_thurn(state, view):
    """The legal actions that fingers reach: taps that ask for more cards are followed to the next one."""
    game = game_named(view.game_key)
    for one in offers_of(view, begun(state)):
        if not isinstance(one.action, Draft):
            yield game.spelled_out(state, one.action)[0]
        elif one.action.verb == "close":  # "May I close?" is asked at any time of the turn, and answered with a no, too
            yield from (each.action for each in advice(state) if state.step == "close")
        elif one.action.verb in ("deal", "discard"):
            yield game.read(f"{one.action.verb} {one.action.cities[-1].replace(' ', '_')}")
        else:
            for then in offers_of(view, one.action):
                if one.action.verb == "take":
                    yield then.action
                elif isinstance(then.action, Draft):
                    yield game.read(f"renew {then.action.cities[-1].replace(' ', '_')}")
                else:
                    yield game.spelled_out(state, then.action)[0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", ["thurn-and-taxis", "power-and-glory"])
def test_everything_legal_in_thurn_and_taxis_is_offered_and_nothing_else(key, seed):
    for state in walked_states(key, 60, seed):
        if state.step != "over":
            assert set(tapped_in_thurn(state, view_of(key, state))) == without_done(game_named(key), state)
