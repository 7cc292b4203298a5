"""Thurn and Taxis and Power & Glory by fingers alone: cards on the map, the advice on closing, and a correction."""

from __future__ import annotations

import random

import pytest

from companion.locale import say
from companion.ui.kit.offered_touch import Offer, OfferTap
from companion.ui.thurn_and_taxis.adviser import AdviceCard
from companion.ui.thurn_and_taxis.touch import OfferRow
from companion.ui.tour.faults import area_of, clip_of, faults
from games.game import Phrase, Seat
from games.thurn_and_taxis.actions import Close, Deal, Discard, End, Harness, Play, Take
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import POWER_AND_GLORY, THURN_AND_TAXIS

TWO = (Seat("Anna", "red"), Seat("Ben", "blue"))
SIX = ("Ulm", "Augsburg", "Kempten", "Linz", "Basel", "Lodz")


@pytest.fixture
def table(tablet):
    """A new game on the table screen, some actions played."""

    def begin(*actions, game=THURN_AND_TAXIS):
        session = tablet.shelf.start(game.key, game.setup_to_json(game.setup(TWO)))
        for action in actions:
            session.play(game.read(action))
        tablet.app.sit_down(session)
        tablet.open("table")
        return tablet

    return begin


def tap_city(tablet, *names):
    board = tablet.screen.board
    for name in names:
        tablet.tap_at(*board.to_px(*board.city_at(name)))


def tap_card(tablet, place):
    board = tablet.screen.board
    left, top, wide, high = dict(board.cards())[place]
    tablet.tap_at(*board.to_px(left + wide / 2, top + high / 2))


def done_so_far(tablet):
    return [step.action for step in tablet.session.record.line]


# Anna's route Ulm, Augsburg, Ingolstadt, München lies, and a card of the turn has just been played.
FOUR_LAID = (
    "deal Ulm,Augsburg,Ingolstadt,Linz,Basel,Lodz",
    "take Ulm München",
    "take Augsburg Pilsen",
    "play Ulm right",
    "play Augsburg right",
)


def test_the_open_cards_are_turned_up_with_one_tap_each(table):
    tablet = table()
    assert tablet.reads("Turn up card 1 of 6")
    tap_city(tablet, *SIX)
    assert done_so_far(tablet) == [Deal(SIX)]
    assert tablet.reads("Anna: take an open card")


def test_a_first_turn_by_touch(table):
    tablet = table("deal " + ",".join(SIX))
    tap_card(tablet, "open:Ulm")
    assert tablet.reads("Ulm taken. Which card takes its place?")
    tap_city(tablet, "Freiburg")
    tap_card(tablet, "open:Augsburg")  # an empty hand: the postmaster has to give a second card
    tap_city(tablet, "Zürich")
    tap_city(tablet, "Ulm")
    assert done_so_far(tablet)[1:] == [Take("Ulm", "Freiburg"), Take("Augsburg", "Zürich"), Play("Ulm", "right")]
    tablet.done()
    assert tablet.reads("Ben: take an open card")


def test_a_tap_too_many_is_taken_back(table):
    tablet = table("deal " + ",".join(SIX))
    tap_card(tablet, "open:Ulm")
    tablet.screen.touch.clear()
    tablet.wait()
    assert tablet.reads("Anna: take an open card")
    assert len(done_so_far(tablet)) == 1


def test_the_tablet_draws_where_nobody_has_the_cards(table):
    tablet = table()
    tablet.tap("Draw for us")
    (dealt,) = done_so_far(tablet)
    assert isinstance(dealt, Deal)
    assert len(dealt.cities) == 6


def test_a_city_that_fits_both_ends_asks_which(table):
    tablet = table(*FOUR_LAID[:4], "end", "take - ", "take -", "play Basel right", "end", "take -")
    tap_city(tablet, "Augsburg")
    assert tablet.reads("Augsburg, before the first")
    tablet.tap("Augsburg, before the first")
    assert done_so_far(tablet)[-1] == Play("Augsburg", "left")


@pytest.fixture
def closable(table):
    """Anna has just played the fourth city of her route and holds one card."""
    return table(
        *FOUR_LAID[:4],
        "end",
        *("take -", "take -", "play Basel right", "end"),
        *("take Ingolstadt Zürich", "play Augsburg right", "play Ingolstadt right"),
    )


def test_a_turn_in_which_the_route_may_be_closed_and_stays_open_takes_three_taps(table, monkeypatch):
    """A card, what fills its place, a city: then the next player takes a card. A closing is not given away unsaid:
    before that tap and after it one reads that the route stays open, and one Undo offers the closing again."""
    others = (("take -", "take -", "play Basel right", "end"), ("take -", "play Freiburg right", "end"))
    tablet = table(
        *FOUR_LAID[:4], "end", *others[0], "take München Zürich", "play Augsburg right", "end", *others[1]
    )  # fmt: skip
    session, taps, tap_at = tablet.session, [], tablet.tap_at
    monkeypatch.setattr(tablet, "tap_at", lambda x, y: (taps.append((x, y)), tap_at(x, y)))
    tap_card(tablet, "open:Linz")
    tap_city(tablet, "Carlsruhe")
    tap_city(tablet, "München")
    assert len(taps) == 3
    before = session.record.state
    assert tablet.reads("Anna may close the route. If Ben takes a card, it stays open")
    tap_card(tablet, "open:Lodz")
    assert done_so_far(tablet)[-1] == End()
    assert tablet.reads("Anna's route stays open. To close it, tap Undo.")
    assert tablet.reads("Lodz taken. Which card takes its place?")  # Ben's turn has begun
    tablet.tap("Undo")
    assert session.record.state == before
    assert tablet.reads("May I close?")


def test_a_closing_brings_what_the_advice_and_the_player_s_card_said(closable):
    """Houses that leave the supply are points, too."""
    tablet, session = closable, closable.session
    seat, before = session.view.active, session.view.scores
    tablet.tap("May I close?")
    tablet.tap(tablet.screen.docks.dock.cards[0])
    best = tablet.screen.docks.dock.cards[0]
    assert best.chosen
    assert tablet.screen.rail.cards[seat].gain == best.advice.gain
    tablet.done()
    assert session.view.scores[seat] == before[seat] + best.advice.gain


def test_the_map_keeps_most_of_its_room_beside_the_advice(closable):
    """What is chosen is shown on it."""
    high = closable.screen.board.height
    closable.tap("May I close?")
    assert closable.screen.board.height > 0.6 * high
    assert faults(closable.app.stage) == ()


def test_the_ways_to_close_stand_beside_the_map_of_a_small_tablet(closable):
    from kivy.core.window import Window

    Window.size = (800, 480)
    closable.wait()
    high = closable.screen.board.height
    closable.tap("May I close?")
    assert closable.screen.board.height == high, "it neither jumps nor shrinks"
    first, second = sorted(closable.widgets(AdviceCard), key=lambda card: -card.y)[:2]
    assert first.x == second.x
    assert faults(closable.app.stage) == ()


def test_without_aids_the_ways_to_close_stand_side_by_side_unjudged(closable):
    """Given people who want no advice, then no way to close says what it brings or is called best."""
    closable.app.prefer(aids=False)
    closable.wait()
    closable.tap("May I close?")
    cards = list(closable.widgets(AdviceCard))
    assert cards
    assert not closable.reads("best")
    assert not any(text.startswith(("+", "−")) for text in closable.texts())


def test_what_is_missing_is_told_before_a_route_can_be_closed(table):
    tablet = table(*FOUR_LAID[:4])
    tablet.tap("May I close?")
    assert tablet.reads("Not yet: 2 cities missing")
    assert not list(tablet.widgets(AdviceCard))


def test_a_route_is_closed_as_the_advice_says(closable):
    tablet = closable
    tablet.tap("May I close?")
    cards = [card.advice for card in tablet.screen.docks.dock.cards]
    assert cards[0].gain == max(card.gain for card in cards)
    assert {card.action.how for card in cards} == {"one", "all"}
    assert tablet.reads("best")
    tablet.tap(tablet.screen.docks.dock.cards[0])
    assert tablet.session.view.proposal.actions == (cards[0].action,)
    tablet.done()
    assert done_so_far(tablet)[-1] == cards[0].action


def test_closing_is_mended_with_two_taps(closable):
    tablet = closable
    tablet.tap("May I close?")
    tablet.tap(tablet.screen.docks.dock.cards[0])
    tablet.done()
    before = done_so_far(tablet)[-1]
    tap_city(tablet, before.cities[0])
    chip = next(one for one in tablet.widgets() if getattr(one, "amends", None) is not None)
    wanted = chip.amends.action
    tablet.tap(chip)
    tablet.tap("Keep")  # it changes points: what will change is shown first
    after = [action for action in done_so_far(tablet) if isinstance(action, Close)]
    assert after == [wanted]
    assert wanted != before


def test_a_card_pulls_the_carriage(table):
    tablet = table(
        "deal Berlin,Halle,Hannover,Hamburg,Bremen,Münster",
        "take Hannover Cöln",
        "take Berlin Kassel",
        "play Berlin right",
        game=POWER_AND_GLORY,
    )
    tablet.tap("May I close?")
    assert tablet.reads("Not yet: 2 cities missing")
    tablet.screen.touch.clear()
    tablet.wait()
    tablet.session.undo()
    tablet.wait()
    tap_city(tablet, "Hannover")  # the first city, or three horses
    tablet.tap("Hannover as 3 horses")
    assert done_so_far(tablet)[-1] == Harness(3, "Hannover")


def test_too_many_cards_are_shown_one_by_one(table):
    tablet = table(
        *FOUR_LAID[:4],
        "end",
        *("take -", "take -", "play Basel right", "end"),
        *("take Ingolstadt Zürich", "take -", "play Augsburg right", "end"),
        *("take -", "play Freiburg right", "end"),
        *("take -", "take -", "play Ingolstadt right", "close one Augsburg,Ulm"),
    )
    assert tablet.session.record.state.step is Step.TAKE or tablet.reads("Anna keeps three")
    while tablet.session.record.state.step is Step.DISCARD:
        tap_city(tablet, "Kempten")
    assert not [action for action in done_so_far(tablet) if isinstance(action, Discard) and len(action.cities) != 1]


@pytest.mark.parametrize("size", [(1280, 800), (960, 540), (800, 1280)])
@pytest.mark.parametrize("game", [THURN_AND_TAXIS, POWER_AND_GLORY], ids=lambda game: game.key)
def test_it_fits_any_tablet(make_tablet, game, size):
    tablet = make_tablet(size=size, language="de")
    session = tablet.shelf.start(game.key, game.setup_to_json(game.setup(TWO)))
    tablet.app.sit_down(session)
    tablet.open("table")
    board = tablet.screen.board
    for city in board.atlas.cities:
        x, y = board.to_px(*board.city_at(city.name))
        assert board.x < x < board.right
        assert board.y < y < board.top
    assert tablet.reads("Karte 1 von 6 aufdecken")


def test_in_large_print_an_upright_tablet_shows_all_that_can_be_taken(make_tablet):
    tablet = make_tablet(size=(800, 1280), language="de", text_scale=1.3)
    session = tablet.shelf.start("thurn-and-taxis", THURN_AND_TAXIS.setup_to_json(THURN_AND_TAXIS.setup(TWO)))
    chance = random.Random(1)
    while not (session.record.state.step is Step.TAKE and session.record.state.mover.route):
        session.play(THURN_AND_TAXIS.sample(session.record.state, chance))
    tablet.app.sit_down(session)
    tablet.open("table")
    offers = list(tablet.widgets(OfferTap))
    assert len(offers) == 3
    for offer in offers:
        (_, bottom, right, _), (_, lower, end, _) = clip_of(offer), area_of(offer)
        assert bottom <= lower + 1
        assert end <= right + 1


def test_of_ways_to_take_one_card_it_is_said_what_was_turned_up_for_it(table):
    tablet = table("deal Ulm,Augsburg,Ingolstadt,Linz,Basel,Lodz")
    face, view = tablet.screen.face, tablet.session.view
    ways = [face.deed_closely(view, view.state, Take("Ulm", refill)) for refill in ("Linz", "Basel")]
    assert [say(way, "en") for way in ways] == ["take Ulm, Linz is turned up", "take Ulm, Basel is turned up"]


@pytest.mark.parametrize(
    "answers",
    [
        (("May I close?", "one city missing"), ("Administrator", "six new open cards"), ("From the pile", "")),
        (("Abschließen?", "2 Städte fehlen"), ("Zweite vom Stapel", "der Postmeister hilft"),
         ("Route aufgeben", "2 Karten werden abgeworfen")),
    ],
)  # fmt: skip
def test_no_word_of_an_answer_is_broken_or_cut_where_a_row_is_short(tablet, answers):
    def offer(label, brings):
        said, more = (Phrase.of("istanbul.said", words=words) for words in (label, brings))
        return Offer(said, End(), brings=more if brings else None)

    taps = [OfferTap(offer(*answer), chosen=False) for answer in answers]
    row = OfferRow("Annemarie: take an open card", taps, None)
    row.stand(beside=False)
    row.size = (660, 104)
    tablet.app.stage.add_widget(row)
    tablet.wait(0.3)
    assert all(tap.width >= tap.width_for_longest_word() for tap in taps)
    assert faults(tablet.app.stage) == ()
