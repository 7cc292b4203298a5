"""Every button of Istanbul says what it does, in random games: no two alike beside each other, no empty dock, and every
legal action within reach of a finger."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

import pytest

from companion.locale import LANGUAGES, say
from companion.session.views import TableView
from companion.titles.drawn_setups import drawn_setup
from companion.titles.registry import game_named
from companion.ui.istanbul.declaring import Begin, DeclaredWord
from companion.ui.istanbul.offer_pictures import picture_of
from companion.ui.istanbul.offers import istanbul_offers, question
from companion.ui.kit.offered_touch import Offer, _entries
from games.game import Seat
from games.istanbul.actions import Demand, Turn, Use
from games.istanbul.expansions.letters import Letter
from games.istanbul.expansions.letters_places import Bid, TurnOver
from games.istanbul.moment import Step
from games.istanbul.state import Ask

GAMES = ("istanbul", "istanbul-letters-and-seals", "great-bazaar")
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def states(key, seed, uniform, actions):
    """States of a game, played at even odds or as a casual player does."""
    game, rng = game_named(key), random.Random(seed)
    state = game.new(drawn_setup(key, rng))
    for _ in range(actions):
        yield state
        action = rng.choice(list(game.legal(state))) if uniform else game.sample(state, rng)
        state, _ = game.apply(state, action)
        if state.is_over:
            break


def shown(key, state, begun=None, picks=()):
    view = TableView(key, state.setup.seats, game_named(key).player_to_move(state), (0,) * len(state.players), state)
    for language in LANGUAGES:
        assert say(question(view), language)
    return istanbul_offers(view, begun, picks)


def groups(offers):
    """What lies beside each other: under each heading, and where a place is tapped. What two places offer alike lies
    beside each other once."""
    at_each = defaultdict(list)
    for one in offers:
        for place in one.places:
            at_each[place].append(one)
    together = {tuple(map(id, there)): there for there in (offers, *at_each.values())}
    for there in together.values():
        under = defaultdict(list)
        for one in there:
            for depth in range(len(one.path) + 1):
                under[one.path[:depth]].append(one)
        for path, those in under.items():
            yield _entries(tuple(those), len(path))


@cache  # the same words are asked for in hundreds of states
def spoken(phrase):
    """In each language."""
    return tuple(say(phrase, language) for language in LANGUAGES)


def said(entry):
    return spoken(entry.label if isinstance(entry, Offer) else entry[0])


def assert_distinct(offers, about):
    for entries in groups(offers):
        found = [said(entry) for entry in entries]
        for words in zip(*found, strict=True):
            assert len(set(words)) == len(entries), (about, sorted(words))
        for entry in entries:
            if isinstance(entry, Offer) and entry.brings is not None:
                assert all(spoken(entry.brings))


@pytest.mark.parametrize("uniform", [True, False], ids=["uniform", "casual"])
@pytest.mark.parametrize("key", GAMES)
def test_no_two_buttons_are_alike_and_everything_legal_is_within_reach(key, uniform):
    seed, game = 1, game_named(key)
    for number in range(3):
        for state in states(key, seed + number, uniform, 220):
            offers = shown(key, state)
            assert_distinct(offers, seed + number)
            legal = set(game.legal(state))
            begun = [one.action.action for one in offers if isinstance(one.action, Begin)]
            reached = {one.action for one in offers if not isinstance(one.action, Begin | DeclaredWord)}
            if not begun and not any(isinstance(one.action, DeclaredWord) for one in offers):
                assert reached == legal, seed + number
            assert legal - reached == {one for one in legal if game.declares(state, one)} - reached
            assert offers, seed + number
            for what in begun:
                assert_distinct(shown(key, state, what, ("+lira",)), seed + number)


def test_dice_are_told_with_two_taps_on_their_faces():
    game = game_named("istanbul")
    state = game.new(drawn_setup(game.key, random.Random(4)))
    offers = shown("istanbul", state)
    headings = _entries(offers, 0)
    assert len(headings) == 6
    assert [say(heading, "en") for heading, _ in headings][2] == "One die shows 3"
    below = [one for one in offers if one.path == (headings[2][0],)]
    assert [one.action.notation for one in below] == [f"roll 3 {pips}" for pips in range(1, 7)]


def test_a_bid_may_be_any_sum_that_one_has():
    game = game_named("istanbul-letters-and-seals")
    state = game.new(drawn_setup(game.key, random.Random(8)))._replace(asks=(), step=Step.ACTION, at=23, uses=1)
    state = state.with_player(1, state.players[1]._replace(lira=9))
    state, _ = game.apply(state, game.read("use red 1"))
    assert {one.action.lira for one in shown(game.key, state) if isinstance(one.action, Bid)} == set(range(2, 10))


def test_ending_the_turn_says_that_the_action_is_given_up():
    """The only action of the place is not given away unnoticed."""
    state = game_named("istanbul").new(drawn_setup("istanbul", random.Random(8)))
    state = state._replace(asks=(), step=Step.ACTION, at=5, uses=1)
    labels = {say(one.label, "en") for one in shown("istanbul", state) if one.action.verb == "end"}
    assert labels == {"End the turn without the action"}


def test_kiosk_tiles_are_called_by_what_they_bring():
    game = game_named("istanbul-letters-and-seals")
    state = game.new(game.setup(SEATS))
    state = state._replace(asks=(), step=Step.ACTION, at=22, uses=1)
    for line in ("use", "letter 9"):
        state, _ = game.apply(state, game.read(line))
    offers = shown(game.key, state)
    assert len(offers) == 24
    labels = {say(one.label, "en") for one in offers}
    assert len(labels) == 24
    assert {"2 red goods", "1 lira per pip of a die"} <= labels


def test_whatever_a_text_may_say_can_be_tapped_and_is_told_before_it_is_booked():
    """A place whose text nobody has entered: goods, cards, letters, rubies and pieces, of whoever pays or takes."""
    game = game_named("great-bazaar")
    state = game.new(game.setup(SEATS))
    state = state._replace(asks=(), step=Step.ACTION, at=17, uses=1)
    state = state.with_player(0, state.players[0]._replace(out=(5,), stack=3))
    picks = [one.action.word for one in shown(game.key, state, Use()) if isinstance(one.action, DeclaredWord)]
    assert len(set(picks)) == len(picks)
    for word in ("+lira", "-letter=9", "+ruby@1", "+tile=blue", "+assistant@5", "-assistant@9", "+action@8", "1:-lira"):
        assert (word in picks) == (word != "-letter=9")  # nobody has a letter yet
    for pick in picks:
        (book_it, *_) = shown(game.key, state, Use(), (pick,))
        assert book_it.action.words == (pick,)
        for language in LANGUAGES:
            assert say(book_it.brings, language)


def test_what_is_asked_in_colours_is_answered_by_its_picture():
    """Goods of a demand tile, the place of a letter, dice as they would lie: nobody reads "fabric (red)" for red."""
    book, state = turning_a_die()
    assert picture_of(book, state, Demand("1112")).args == (("red", "green", "yellow", "blue", "blue"),)
    assert picture_of(book, state, Letter(9)).args == (9,)
    assert picture_of(book, state, Turn(2)).args == ((6, 4),)
    assert picture_of(book, state, TurnOver(("two_red",))).args == (("red", "red"),)
    assert picture_of(book, state, TurnOver(("card_letter",))) is None


def turning_a_die():
    """A game of Letters and Seals in which somebody with the red tile threw a six and a three."""
    game = game_named("istanbul-letters-and-seals")
    state = game.new(game.setup(SEATS))
    asked = Ask("keep", 0, dice=(6, 3))
    return game.rulebook(state.setup), state._replace(asks=(asked,))
