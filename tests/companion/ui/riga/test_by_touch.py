"""Riga and its scorer by touch: all that is offered is legal, and a whole game can be tapped."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from companion.editions.riga_cards import keep_own_cards, own_cards
from companion.locale import LANGUAGES, say
from companion.preferences import Preferences, Voice
from companion.session.proposing import view_of
from companion.session.table import TableSession
from companion.session.views import NewsKind
from companion.speech.announcer import Announcer
from companion.speech.sounds import Sound
from companion.ui.faces import face_of
from companion.ui.kit.offered_touch import OfferTap
from companion.ui.riga.offers import Several, question, riga_offers, scorer_offers
from games.game import Seat
from games.record import Record
from games.riga.actions import Pay
from games.riga.box.buildings import building_from_json, default_cards
from games.riga.box.components import CITIES
from games.riga.moment import Step
from games.riga.rules import RIGA
from games.riga.scorer.rules import GRAND_MASTERS

SEATS = tuple(Seat(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green")))


def table(game):
    return TableSession(Record.start(game, game.setup(SEATS)), lambda: 0)


@pytest.mark.parametrize(("game", "offers_of"), [(RIGA, riga_offers), (GRAND_MASTERS, scorer_offers)])
def test_a_whole_game_can_be_tapped_from_what_is_offered(game, offers_of):
    chance, session, taps = random.Random(7), table(game), 0
    while session.active is not None and taps < 600:
        offers = [offer for offer in offers_of(session.view) if "riga.effects" not in str(offer.path)]
        assert say(question(session.view), "de")
        closing = game.closing(session.record.state)
        if closing is not None and (not offers or chance.random() < 0.5):
            session.commit()
        else:
            offer = chance.choice(offers)
            assert all(say(phrase, language) for phrase in (offer.label, *offer.path) for language in LANGUAGES)
            for action in getattr(offer.action, "actions", (offer.action,)):
                session.play(action)
        taps += 1
    assert session.active is None


def test_two_ways_to_pay_never_read_the_same():
    rng, record, alike = random.Random(3), Record.start(RIGA, RIGA.setup(SEATS)), 0
    while record.game.player_to_move(record.state) is not None:
        if record.state.step is Step.PAY:
            offers = [offer for offer in riga_offers(view_of(record)) if isinstance(offer.action, Pay)]
            labels = {(offer.path, say(offer.label, "de")) for offer in offers}
            purses = {key: record.state.card(key).purse for offer in offers for key in offer.action.purses}
            assert len(labels) == len(offers)
            alike += len(set(purses.values())) < len(purses)
        record = record.play(RIGA.sample(record.state, rng))
    assert alike, "buildings that hold as much as others"


@pytest.mark.parametrize("game", [RIGA, GRAND_MASTERS])
def test_a_building_of_a_tapped_cell_can_be_corrected(game):
    rng, record, face = random.Random(5), Record.start(game, game.setup(SEATS)), face_of(game.key)
    cells = [f"cell:{seat}:{city}" for seat in range(len(SEATS)) for city in CITIES]
    while record.game.player_to_move(record.state) is not None:
        record = record.play(game.sample(record.state, rng))
    ways = [way for cell in cells for way in face.amends(record, cell)]
    assert ways
    assert all(way.action != record.line[way.index].action for way in ways)


def test_a_tapped_cell_leaves_the_buildings_of_that_city_for_that_player():
    session = table(GRAND_MASTERS)
    session.play(GRAND_MASTERS.read("lay max-Visby first-Knight max-Riga Money"))
    there = [offer.action for offer in scorer_offers(session.view) if "cell:1:Visby" in offer.places]
    assert [GRAND_MASTERS.write(action) for action in there] == [
        "build 1 Visby",
        "build 1 Visby Knight",
        "build 1 Visby Merchant",
        "build 1 Visby Knight Knight",
        "build 1 Visby Knight Merchant",
        "build 1 Visby Merchant Merchant",
    ]


def test_a_claim_is_heard_and_said():
    session, played, said = table(GRAND_MASTERS), [], []

    class Speech:
        def say(self, text, language):
            said.append(text)

        def busy(self):
            return False

        def stop(self):
            pass

    announcer = Announcer(Speech(), lambda sound, _: played.append(sound))
    likes = Preferences(language="en", voice=Voice.FULL, sounds=True)
    for line in ("lay max-Visby first-Knight max-Riga Money", "build 0 Visby", "build 0 Visby"):
        session.play(GRAND_MASTERS.read(line))
    news = [one for one in session.take_news() if one.kind is NewsKind.COMMITTED]
    announcer.hear(news[-1:], session.view, likes)
    announcer.tick(0, session.view, likes)
    assert played == [Sound.CLAIM]
    assert said[0].startswith("Max. Visby: two buildings in Visby.")


def test_cards_of_the_owners_copy_are_entered_once_and_from_then_on_played():
    entered = {"name": "Alte Waage", "city": "Danzig", "cost": 6, "points": 3, "persons": ["Merchant"]}
    assert own_cards() == default_cards()
    keep_own_cards(default_cards().with_own([building_from_json(entered)]))
    assert own_cards().by_key["Danzig-alte_waage"].mark == ""
    assert sum(card.mark == "default" for card in own_cards().cards) == 47


def test_cards_are_offered_one_by_one_as_they_are_turned_up():
    session = table(RIGA)
    session.play(RIGA.read("lay max-Visby first-Knight max-Riga Money"))
    labels = [say(offer.label, "en") for offer in islice(riga_offers(session.view), 4)]
    assert labels == ["cloth", "glass", "wine", "grain"]
    session.play(RIGA.read("reveal cloth"))
    assert say(question(session.view), "en") == ("Anna: tap the commodities; keep one of 2 buildings")
    session.play(RIGA.read("reveal grain"))
    assert say(question(session.view), "en") == ("Ben: tap the commodities; keep one of 2 buildings")


def test_a_whole_row_and_all_hands_lie_there_unseen_with_one_tap_each(tablet):
    """Seven taps lay everything out; until then it is nobody's turn."""
    tablet.app.sit_down(tablet.shelf.start("riga", RIGA.setup_to_json(RIGA.setup(SEATS))))
    tablet.open("table")
    session = tablet.session
    taps = 0

    def tap(offer_of):
        nonlocal taps
        tablet.press(next(one for one in tablet.widgets(OfferTap) if offer_of(one.offer)))
        tablet.wait(0.2)
        taps += 1

    assert tablet.reads("The Grand Masters are laid out")
    assert not any(card.active for card in tablet.screen.rail.cards)
    tap(lambda offer: len(getattr(offer.action, "masters", ())) > 1)
    tap(lambda offer: isinstance(offer.action, Several))
    assert [player.hidden_goods for player in session.record.state.players] == [2, 2, 2]
    assert tablet.reads("Spring: rows and buildings")
    tap(lambda offer: isinstance(offer.action, Several))
    assert tablet.reads("Tap the building that was turned up")
    while session.record.state.step == "spring":
        touch = tablet.screen.touch
        touch._take(touch._shown()[0])
        taps += 1
    tablet.wait()
    assert taps == 7
    assert [len(row) for row in session.record.state.rows] == [3] * 5
    assert tablet.reads("Anna's turn")


def test_one_undo_takes_a_row_that_nobody_looked_at_back():
    session = table(RIGA)
    session.play(RIGA.read("lay max-Visby first-Knight max-Riga Money"))
    session.play(RIGA.read("reveal cloth"))
    (offer,) = [one for one in riga_offers(session.view) if isinstance(one.action, Several)]
    session.stage(offer.action.actions)
    session.commit()
    assert [(player.hand, player.hidden_goods) for player in session.record.state.players] == [(2, 1), (2, 2), (2, 2)]
    session.undo()
    assert session.record.state.revealed == ("cloth",)
