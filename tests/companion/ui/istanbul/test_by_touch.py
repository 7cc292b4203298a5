"""Istanbul by fingers alone: set-up, a turn in its phases, the auction, kiosk tiles, a declaration, and its layout."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.locale import say
from companion.titles.registry import game_named
from companion.ui.istanbul.face import IstanbulFace, LettersFace
from companion.ui.istanbul.layout_shot import ReadLayout
from companion.ui.istanbul.offers import _rolled_for, istanbul_offers
from devices.dice import ROLLED_ON_TABLET
from games.game import Phrase, Refusal, Seat
from games.istanbul.actions import Move, Roll, Use
from games.istanbul.expansions.letters_places import Bid
from games.istanbul.layout import faults, swapped
from games.istanbul.moment import Step
from games.istanbul.state import Ask

FOUR = tuple(
    Seat(name, colour)
    for name, colour in zip(("Anna", "Ben", "Cleo", "Dora"), ("red", "yellow", "green", "blue"), strict=True)
)


def ready(game, *, seed=3, until=None, most=900):
    """A game played on by chance: past the set-up, or until a state is as wished."""
    state, rng = game.new(game.setup(FOUR)), random.Random(seed)
    line = []
    for _ in range(most):
        if until(state) if until is not None else (not state.asks and state.step == "move"):
            return line
        action = game.sample(state, rng)
        line.append(action)
        state, _ = game.apply(state, action)
        if state.is_over:
            return []
    return []


@pytest.fixture
def table(tablet):
    """A game on the table screen, as far as its first turn or as wished."""

    def begin(key="istanbul", until=None):
        game = game_named(key)
        line = next(found for seed in range(3, 40) if (found := ready(game, seed=seed, until=until)))
        session = tablet.shelf.start(key, game.setup_to_json(game.setup(FOUR)))
        for action in line:
            session.play(action)
        tablet.app.sit_down(session)
        tablet.open("table")
        return tablet

    return begin


def tap_place(tablet, place):
    board = tablet.screen.board
    x, y = board.corner(place)
    tablet.tap_at(*board.to_px(x + 0.6, y + 0.5))


def moved_to(tablet, *goals):
    """The mover's merchant is set to act at the first of these places that he may go to."""
    legal = game_named("istanbul").legal(tablet.session.record.state)
    goal = next(
        action.place for action in legal if isinstance(action, Move) and not action.alone and action.place in goals
    )
    tap_place(tablet, goal)
    assert tablet.session.record.line[-1].action == Move(goal)
    return goal


def test_done_takes_the_only_action_of_a_place_then_ends_the_turn_and_says_so(table):
    tablet = table()
    assert tablet.reads("Move: tap a bright place")
    moved_to(tablet, 2, 3, 4)
    tablet.tap("Done: Fill up")
    assert tablet.session.record.line[-1].action.notation == "use"
    tablet.tap("Done: end the turn")
    assert tablet.reads("Ben's turn")


def test_done_gives_no_action_away_where_there_are_several(table):
    tablet = table()
    moved_to(tablet, 6)
    before = tablet.session.record.line
    assert tablet.screen.buttons.done.text == "DONE"
    assert tablet.screen.buttons.done.kind == "raised"
    tablet.done()
    assert tablet.session.record.line == before
    assert tablet.reads("Tap your move first")
    tablet.tap("End the turn without the action")
    assert tablet.reads("Ben's turn")


def game_place(number):
    from companion.locale import say
    from games.istanbul.rulebook import name_of

    return say(name_of(number), "en")


def test_the_market_says_what_a_sale_brings(table):
    tablet = table(
        until=lambda state: (
            not state.asks and state.step == "action" and state.place == 11 and sum(state.mover.goods.values()) > 2
        )
    )
    offers = [offer for offer in istanbul_offers(tablet.session.view) if offer.brings is not None]
    assert offers
    assert all(offer.brings.key == "istanbul.brings_lira" for offer in offers if offer.action.verb == "use")
    before = tablet.session.record.state.mover.lira
    tablet.session.play(offers[0].action)
    assert tablet.session.record.state.mover.lira > before


def test_bids_go_up_by_one_and_by_five(table):
    tablet = table("istanbul-letters-and-seals", lambda state: bool(state.asks) and state.asks[0].kind == "auction")
    own = tablet.session.record.state.own["letters-and-seals"]
    seat = tablet.session.record.state.asks[0].seat
    if tablet.session.record.state.players[seat].lira <= own.bid:
        tablet.tap("Pass")
        return
    tablet.tap(f"+1: {own.bid + 1} lira")
    assert tablet.session.record.line[-1].action == Bid(own.bid + 1)


def test_kiosk_tiles_are_told_one_by_one(table):
    tablet = table("istanbul-letters-and-seals", lambda state: bool(state.asks) and state.asks[0].kind == "kiosk")
    before = tablet.session.record.state.own["letters-and-seals"].kiosk_open
    for _ in range(5 - len(before)):
        touch = tablet.screen.touch
        touch._take(touch._shown()[0])
        tablet.wait()
    assert len(tablet.session.record.state.own["letters-and-seals"].kiosk_open) == 5


def test_what_nobody_knows_is_declared_tap_by_tap(table):
    tablet = table(
        "great-bazaar",
        lambda state: not state.asks and state.step == "action" and state.place == 17 and state.mover.lira > 1,
    )
    before = tablet.session.record.state.mover
    tablet.tap("Take the action")
    tablet.tap("Paid")
    tablet.tap("Pay 1 lira")
    tablet.tap("Pay 1 lira")
    assert tablet.screen.touch._picks == ("-lira", "-lira")
    tablet.tap("Book it")  # in sight under every heading
    assert tablet.session.record.line[-1].action.notation == "use -lira:2"
    seat = tablet.session.record.state.seat
    assert tablet.session.record.state.players[seat].lira == before.lira - 2


def tap_faces(tablet, *pips):
    for die, face in enumerate(pips):
        tablet.tap(tablet.thing(die=die, pips=face))


@pytest.fixture
def before_the_dice(tablet):
    """A new game: nobody has rolled for the governor yet."""
    game = game_named("istanbul")
    tablet.app.sit_down(tablet.shelf.start("istanbul", game.setup_to_json(game.setup(FOUR))))
    tablet.open("table")
    return tablet


def test_a_game_without_a_camera_begins_with_two_taps_on_the_faces_that_the_dice_show(before_the_dice):
    """Nobody has to open anything; it says for whom is rolled, and the result stays where it counted."""
    tablet = before_the_dice
    assert tablet.reads("Anna rolls: Governor")
    tap_faces(tablet, 3, 4)
    state = tablet.session.record.state
    assert (state.figures["governor"], state.rolled) == (7, (3, 4, 7))
    assert tablet.reads("Rolled: 7. Anna rolls: Smuggler")
    tap_faces(tablet, 1, 1)
    for _ in range(2):
        touch = tablet.screen.touch
        touch._take(touch._shown()[0])
        tablet.wait()
    assert tablet.reads("Move: tap a bright place")
    assert tablet.session.record.state.rolled == (1, 1, 2)


def test_a_face_is_changed_until_the_other_die_is_told(before_the_dice):
    tablet = before_the_dice
    for die, pips in ((1, 6), (1, 5), (0, 2)):
        assert not tablet.session.record.line
        tablet.tap(tablet.thing(die=die, pips=pips))
    assert [step.action for step in tablet.session.record.line] == [Roll(2, 5)]


def test_who_has_no_dice_at_hand_rolls_on_the_tablet_where_they_are_due(before_the_dice):
    """Dice due are asked for also from the menu, and what the tablet rolls counts for whom it was rolled."""
    tablet = before_the_dice
    tablet.screen.open_menu()
    tablet.wait()
    tablet.tap("Dice")
    assert tablet.reads("Anna rolls: Governor. Tap what the dice show")
    tablet.tap("Roll here")
    (step,) = tablet.session.record.line
    assert isinstance(step.action, Roll)
    assert step.entry.marks == (ROLLED_ON_TABLET,)
    assert tablet.reads("Anna rolls: Smuggler")


def test_who_presses_done_while_dice_are_due_is_told_so(before_the_dice):
    before_the_dice.done()
    assert before_the_dice.reads("The dice first: tap what they show.")
    assert not before_the_dice.session.record.line


def test_the_face_that_was_tapped_is_seen_among_the_others(before_the_dice):
    tablet = before_the_dice
    tablet.tap(tablet.thing(die=0, pips=3))
    tapped = tablet.thing(die=0, pips=3)
    other = tablet.thing(die=1, pips=3)
    corner = [tablet.colour_at(*face.to_window(face.center_x + 0.2 * face.height, face.center_y + 0.1 * face.height))
              for face in (tapped, other)]  # fmt: skip
    assert max(corner[0]) < 60 < 200 < min(corner[1])
    assert min(other.size) >= 48


def test_the_tea_house_says_what_was_announced_not_its_own_number():
    ask = Ask("dice", 0, "tea_house", ("7",))
    assert say(_rolled_for(ask), "en") == "Tea House, 7 announced"
    assert say(_rolled_for(ask), "de") == "Teestube, 7 angesagt"


def test_what_if_moves_nobody(table):
    """What is tapped here is a move at once, and is none while it is only tried."""
    tablet = table()
    before = tablet.session.record
    tablet.tap("What if")
    legal = game_named("istanbul").legal(before.state)
    goal = next(one.place for one in legal if isinstance(one, Move) and not one.alone)
    tap_place(tablet, goal)
    assert tablet.screen.session.record.line[-1].action == Move(goal)
    assert tablet.session.record is before
    tablet.tap("End what if")
    assert tablet.screen.board.view.state is before.state


def test_every_game_is_offered_something_at_every_step():
    for key in ("istanbul", "istanbul-letters-and-seals", "great-bazaar"):
        game, rng = game_named(key), random.Random(9)
        state = game.new(game.setup(FOUR))
        for number in range(250):
            if state.is_over:
                break
            if number % 3 == 0:
                view = view_of(key, state)
                assert istanbul_offers(view), (key, state.step, state.asks[:1])
            state, _ = game.apply(state, game.sample(state, rng))


def view_of(key, state):
    from companion.session.views import TableView

    return TableView(key, FOUR, game_named(key).player_to_move(state), (0,) * 4, state)


# The layout


@pytest.fixture
def laying(tablet):
    """The screen of the layout, on the way to a new game."""
    kept = {"game": "istanbul"}
    tablet.open("istanbul_layout", layout_of="istanbul", back="new_game", **{"with": kept})
    return tablet


def test_a_broken_layout_is_said_with_the_swap_that_mends_it(laying):
    screen = laying.screen
    screen.take(swapped(screen.layout, 7, 5))
    laying.wait()
    assert laying.reads("The Fountain does not lie on the edge.")
    laying.tap("Swap 7 ↔ 12")
    assert not faults(screen.layout, screen.game.layout_rule())
    laying.tap("Use this layout")
    assert laying.screen.name != "istanbul_layout"


def test_a_layout_is_drawn_by_the_rules(laying):
    first = laying.screen.layout
    laying.tap("Draw by chance")
    assert laying.screen.layout != first
    assert laying.reads("This layout keeps the rules.")


def test_a_layout_read_by_the_camera_says_what_is_missing(laying):
    rows = [list(row) for row in laying.screen.layout]
    rows[1][1] = 0
    laying.screen.heard(ReadLayout(tuple(map(tuple, rows))))
    laying.wait()
    assert laying.reads("One place was not read")
    laying.screen.heard(ReadLayout(trouble=Phrase.of("istanbul.no_layout")))
    laying.wait()
    assert laying.reads("No layout of places is in view")


@pytest.mark.parametrize("size", [(1280, 800), (960, 540), (800, 1280)])
def test_it_fits_any_tablet(make_tablet, size):
    tablet = make_tablet(size=size, language="de")
    game = game_named("great-bazaar")
    session = tablet.shelf.start("great-bazaar", game.setup_to_json(game.setup(FOUR)))
    tablet.app.sit_down(session)
    tablet.open("table")
    board = tablet.screen.board
    for place in board.book.at:
        x, y = board.to_px(*board.corner(place))
        assert board.x - 2 < x < board.right
        assert board.y < y < board.top + 2


# What people settle before a game


def test_solely_the_new_cards_are_settled_on_the_screen(tablet):
    tablet.open("new_game", game="istanbul", chosen={"istanbul-letters-and-seals"})
    tablet.screen.step = "options"
    tablet.screen.show()
    tablet.wait()
    (row,) = [row for row in tablet.screen.walk() if hasattr(row, "setting")]
    row.move(1)
    game = game_named("istanbul-letters-and-seals")
    setup = game.setup_from_json(LettersFace().setup(FOUR, (), tablet.screen.settled))
    assert game.rulebook(setup).deck == 36


def test_what_nobody_corrected_is_called_a_default():
    """The first price at the Gemstone Dealer: sources disagree, so a ruby from there is marked until it is entered for
    as many as play."""
    game = game_named("istanbul")
    for values, marks in (({}, ("default",)), ({"dealer_first.3": 15}, ("default",)), ({"dealer_first.4": 13}, ())):
        state = game.new(game.with_entered(game.setup(FOUR), values))._replace(asks=(), step=Step.ACTION, at=16, uses=1)
        state = state.with_player(0, state.players[0]._replace(lira=20))
        offers = istanbul_offers(view_of("istanbul", state))
        (brings,) = [one.brings.key for one in offers if one.action == Use()]
        assert brings == ("istanbul.brings_ruby_for_default" if marks else "istanbul.brings_ruby_for")
        _, events = game.apply(state, game.read("use"))
        assert [event.line.marks for event in events if event.line] == [marks]


def test_a_layout_that_breaks_a_distance_is_played_as_a_house_rule(laying):
    screen = laying.screen
    screen.take(swapped(screen.layout, 7, 5))
    laying.wait()
    laying.tap("Play it all the same")
    settled = laying.screen.wishes["settled"]
    setup = game_named("istanbul").setup_from_json(IstanbulFace().setup(FOUR, (), settled))
    assert setup.any_layout
    assert setup.layout == swapped(next(iter(game_named("istanbul").layouts().values())), 7, 5)


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [("rubies_of_box.base", "20", "refused_few_rubies"), ("start_cards", "99", "refused_few_cards")],
)
def test_a_box_that_cannot_be_is_refused(path, text, why):
    game = game_named("istanbul")
    setup = replace(game.setup(FOUR), corrections=((path, text),))
    with pytest.raises(Refusal, match=why):
        game.new(setup)
