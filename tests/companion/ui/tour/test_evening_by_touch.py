"""An evening of each of the ten games by touches, from home to the result and back home. Who plays knows nothing
but what is on the glass.

Beginning, middle and end are played by touches, by chance in between: whole evenings are ``tableside bench touch``.
"""

import random

import pytest

from companion.titles.registry import game_keys, game_named
from companion.ui.tour.glass import buttons
from companion.ui.tour.touch_evening import TouchEvening
from companion.ui.tour.touch_player import PlayStuck

MOVES_BY_TOUCH, MOST_TAPS = 5, 120  # at the beginning, in the middle, and again and again at the end
SEEDS = {key: 11 + number for number, key in enumerate(game_keys())}


def played_by_chance(session, rng, *, leave):
    """Play on by chance until the game has so many actions to go, as far as chance can tell."""
    game, state = game_named(session.view.game_key), session.record.state
    actions = []
    while game.player_to_move(state) is not None:
        actions.append(game.sample(state, rng))
        state, _ = game.apply(state, actions[-1])
    for action in actions[: len(actions) - leave(len(actions))]:
        session.play(action)


def by_touch(evening):
    begun = evening.player.played.moves
    evening.play(until=lambda _: evening.player.played.moves - begun >= MOVES_BY_TOUCH, most_taps=MOST_TAPS)


@pytest.fixture
def drawn_by(monkeypatch):
    """Dice come from a seed, as what the app itself draws does: what fails once fails again."""

    def draw(seed):
        monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(seed))

    return draw


@pytest.mark.parametrize("key", game_keys())
def test_an_evening_by_touches_comes_from_home_to_its_result(make_tablet, drawn_by, key):
    drawn_by(SEEDS[key])
    tablet = make_tablet()
    rng = random.Random(SEEDS[key])
    evening = TouchEvening(tablet.app, tablet.wait, rng)
    tablet.open("home")
    evening.sit_down(key, ("A", "B", "C")[: 2 + SEEDS[key] % 2])
    session = tablet.session
    by_touch(evening)
    played_by_chance(session, rng, leave=lambda left: left // 2)
    by_touch(evening)
    while not session.view.over:
        played_by_chance(session, rng, leave=lambda left: min(4, left))
        by_touch(evening)
    scores = session.view.scores
    evening.end()
    assert tablet.screen.name == "home"
    assert len(tablet.shelf.saved()) == 1
    assert tablet.shelf.saved()[0].scores == scores
    assert not evening.player.played.silent
    assert not evening.player.played.hidden


def test_who_finds_nothing_to_tap_says_what_is_on_the_glass(tablet):
    tablet.start_game()
    player = TouchEvening(tablet.app, tablet.wait, random.Random(1)).player
    tablet.screen.touch.open()
    tablet.wait()
    for one in list(buttons(tablet.screen.docks.dock)):
        one.widget.disabled = True
    tablet.screen.board.interactive = False
    tablet.screen.buttons.done.disabled = True
    with pytest.raises(PlayStuck, match=r"nothing to tap.*Which tile was drawn"):
        player.tap_once()
