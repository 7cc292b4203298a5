"""A whole short game by touch alone: no camera, no box, only fingers on the real screens."""

import pytest

from companion.ui.carcassonne import touch
from companion.ui.kit.theme import DARK, PLAYERS, rgba
from games.carcassonne.actions import Lay
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE


def near(seen, colour, off=14):
    wanted = [255 * part for part in rgba(colour)[:3]]
    return all(abs(a - b) <= off for a, b in zip(seen, wanted, strict=True))


def lay(tablet, tile, place, turns=0):
    """Tap where the tile lies, pick it, and turn it as it lies."""
    tablet.tap_tile(*place)
    tablet.tap(tablet.thing(key=tile))
    for _ in range(4):
        (laid,) = (action for action in tablet.session.view.proposal.actions if isinstance(action, Lay))
        if laid.turns == turns:
            return
        tablet.tap("Turn")
    raise AssertionError(f"{tile} does not turn to {turns}")


def stand_on(tablet, feature):
    """Tap the spot of a feature on the large tile."""
    tablet.tap(next(tap for tap in tablet.widgets() if getattr(tap, "spot", None) and tap.spot.feature == feature))


def test_two_people_set_up_play_score_undo_and_come_back(tablet):
    # Nobody has played here yet.
    tablet.open("home")
    assert tablet.reads("No games yet. Start one or try the demo.")
    tablet.tap(tablet.thing(game="carcassonne"))
    assert tablet.screen.name == "new_game"
    assert tablet.shown("Start").disabled

    # Two seats are taken, names typed on the glass.
    for place, name in ((0, "ANNA"), (2, "BEN")):
        tablet.tap(tablet.thing(place=place))
        for letter in name:
            tablet.tap(letter)
        tablet.tap("Ready")
    tablet.tap("Start")
    assert tablet.screen.name == "table"
    assert [seat.name for seat in tablet.session.view.seats] == ["Anna", "Ben"]
    assert tablet.reads("Anna's turn")

    # Anna closes the start tile's city: 2 tiles, 4 points, and her follower goes home.
    lay(tablet, "BA/C", (0, -1), turns=2)
    stand_on(tablet, "City")
    assert tablet.screen.rail.cards[0].gain == 4
    assert tablet.reads("Anna +4: city finished")
    tablet.done()
    assert tablet.session.view.scores == (4, 0)
    assert tablet.reads("Anna +4: city finished")
    tablet.wait(1)
    assert tablet.screen.rail.cards[0].shown == 4
    assert tablet.session.view.active == 1

    # Ben lays a road and stands on it; then takes it back and back again.
    lay(tablet, "BA/RFr", (1, 0))
    stand_on(tablet, "Road")
    tablet.done()
    assert tablet.session.record.actions[-2:] == ("lay BA/RFr 1,0 r0", "follower small Road E.W")
    tablet.tap("Undo")
    assert tablet.session.view.active == 1
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("History")
    tablet.tap("Redo")
    tablet.tap("BACK")
    assert tablet.session.view.active == 0

    # Home and back: the game waits in the same turn.
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Home")
    assert tablet.session is None
    tablet.tap("Go on")
    assert tablet.session.view.scores == (4, 0)
    assert tablet.session.view.active == 0


def test_a_tile_that_does_not_fit_says_why(tablet):
    tablet.start_game()
    tablet.tap("Lay")
    tablet.tap(tablet.thing(key="BA/Cccc+"))
    tablet.tap_tile(1, 0)
    assert tablet.reads("Doesn't fit")
    assert tablet.session.view.proposal is None


def test_a_tile_that_was_put_away_without_a_word_is_told_when_the_bag_is_empty(tablet, monkeypatch):
    monkeypatch.setattr(touch, "FEW_LEFT", 72)  # else a whole game is played first
    session = tablet.start_game()
    for line in ("lay BA/C 0,-1 r180", "skip", "lay BA/CRr 1,0 r90", "skip"):  # no city is open before the last
        session.play(CARCASSONNE.read(line))
    tablet.tap("Lay")
    tablet.tap(tablet.thing(key="BA/Cccc+"))
    tablet.tap("Was put away earlier")
    assert session.record.actions[2:4] == ("discard BA/Cccc+", "lay BA/CRr 1,0 r90")
    assert session.view.active == 0
    assert not session.view.holes


def test_the_last_turn_leads_through_the_final_scoring_to_the_result(tablet):
    session = tablet.start_game(turns=70)
    scores = session.view.scores
    tablet.tap("Lay")
    tablet.tap(next(tap for tap in tablet.widgets() if getattr(tap, "key", "")))
    if tablet.session.view.state.step is StepKey.LAY and tablet.screen.board.places:
        tablet.tap_tile(*tablet.screen.board.places[0])
        tablet.done()
    else:
        tablet.tap("Put it away")
    assert tablet.screen.name == "table"  # the last score is looked at first
    tablet.wait(3)
    assert tablet.screen.name == "final_scoring"
    cards = tablet.screen.ids.rail.cards
    before = [card.score for card in cards]
    assert before[0] >= scores[0]
    lines = tablet.screen.lines
    tablet.tap("Next")
    first = lines[0]
    assert cards[first.player].score == before[first.player] + first.points
    assert tablet.screen.board.lit == [first]
    tablet.wait(3.2)
    assert tablet.screen.number == 1
    tablet.tap("Pause")
    tablet.wait(4)
    assert tablet.screen.number == 1
    tablet.tap("All")
    assert tablet.screen.name == "result"
    best = max(tablet.session.view.scores)
    assert str(best) in tablet.texts()
    tablet.tap("Undo the end")
    assert tablet.screen.name == "table"
    assert not tablet.session.view.over


def test_the_active_card_is_filled_with_the_players_colour_and_the_others_are_not(tablet):
    tablet.start_game("Anna Ben Cleo")
    anna, ben, _ = tablet.screen.rail.cards
    assert near(tablet.colour_at(anna.x + 140, anna.y + 20), PLAYERS["red"].fill)
    assert near(tablet.colour_at(ben.x + 140, ben.y + 10), DARK.surface)
    assert near(tablet.colour_at(ben.x + 14, ben.y + ben.height / 2), PLAYERS["blue"].fill)


@pytest.mark.parametrize("name", ["DONE", "Undo", "Why?", "Lay", "What if"])
def test_everything_to_tap_is_large_enough(tablet, name):
    tablet.start_game()
    button = tablet.shown(name)
    assert min(button.size) >= 56
    assert min(tablet.shown("DONE").size) >= 72
