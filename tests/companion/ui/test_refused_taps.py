"""A tap that the rules refuse is answered in a sentence, also where a button outlived what it was for."""

from dataclasses import replace

import pytest
from kivy.base import ExceptionManager

from companion.ui.thurn_and_taxis.offers import RouteDraft, Verb
from games.game import Phrase, Refusal, RefusalKind, Seat
from games.istanbul.rules import ISTANBUL
from games.thurn_and_taxis.rules import THURN_AND_TAXIS

REFUSED = Refusal(RefusalKind.ILLEGAL, Phrase.of("table.game_is_over"), value="x")


@pytest.mark.expects_log
def test_a_refusal_that_nobody_caught_is_said_and_the_app_goes_on(tablet, caplog):
    tablet.start_game()
    assert ExceptionManager.handle_exception(REFUSED) == ExceptionManager.PASS
    assert tablet.session.view.ribbon == REFUSED.phrase
    assert "nobody expected it" in caplog.text


def test_anything_else_ends_it_as_before(tablet):
    tablet.start_game()
    assert ExceptionManager.handle_exception(ZeroDivisionError()) == ExceptionManager.RAISE


def sat_down(tablet, game):
    setup = game.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
    session = tablet.shelf.start(game.key, game.setup_to_json(setup))
    tablet.app.sit_down(session)
    tablet.open("table")
    return session


def test_dice_that_nobody_waits_for_any_more_are_refused_in_a_sentence(tablet):
    session = sat_down(tablet, ISTANBUL)
    before = session.record
    while ISTANBUL.dice_asked(session.record.state) is not None:
        session.play(ISTANBUL.roll_action(session.record.state, (2, 4)))
        before = session.record
    tablet.screen.touch._tell_dice((2, 4))
    assert session.record is before
    assert tablet.screen._notice is not None


def test_a_button_of_a_turn_that_is_past_begins_nothing(tablet):
    sat_down(tablet, THURN_AND_TAXIS)
    touch = tablet.screen.touch
    late = replace(touch._offers[0], action=RouteDraft(Verb.RENEW, ("Ulm",)))
    before = touch.draft
    touch._take(late)
    assert touch.draft == before
