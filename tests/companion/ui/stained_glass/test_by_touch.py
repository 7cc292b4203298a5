"""Stained Glass by touch alone: every step of the rulebook's turn on the real screens, with no camera."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.session.proposing import proposed, view_of
from companion.ui.faces import face_of
from companion.ui.stained_glass.board import TappedGlass
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey

ANNA, BEN = 0, 1
SETUP = {
    "game": "carcassonne-stained-glass",
    "format": 1,
    "seats": [{"name": "Anna", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
    "expansions": [],
}


def sit_down(tablet, *moves):
    """At a table where this has been played."""
    session = tablet.shelf.start("carcassonne-stained-glass", SETUP)
    for move in moves:
        session.play(GAME.read(move))
    tablet.app.sit_down(session)
    tablet.app.go("table")
    tablet.wait()
    return session


def offer(tablet, notation):
    """The button that does this."""
    return next(
        tap for tap in tablet.widgets() if getattr(tap, "offer", None) and tap.offer.action.notation == notation
    )


def holding(seat, tiles):
    """Moves after which somebody has this glass, with cloisters laid far from each other."""
    start = GAME.new(GAME.setup_from_json(SETUP))
    for seed in range(200):
        rng, state, moves = random.Random(seed), start, []
        while not state.is_over and len(moves) < 60:
            if tiles(glass_of(state).held) and state.step == seat:
                return moves
            action = GAME.sample(state, rng)
            moves.append(action.notation)
            state, _ = GAME.apply(state, action)
    raise AssertionError("no such game")


def test_a_cloister_brings_glass_before_its_follower(tablet):
    session = sit_down(tablet)
    tablet.tap_tile(0, 1)
    tablet.tap(tablet.thing(key="BA/L"))
    assert tablet.reads("then take your glass")
    tablet.done()
    assert session.record.state.step is GlassStepKey.GLASS
    assert tablet.reads("Which glass came out of the bag?")
    tablet.tap(offer(tablet, "glass 2b"))
    assert glass_of(session.record.state).held[ANNA] == {"2b": 1}
    tablet.tap(next(tap for tap in tablet.widgets() if getattr(tap, "spot", None) and tap.spot.feature == "Monastery"))
    tablet.done()
    assert session.record.actions == ("lay BA/L 0,1 r0", "glass 2b", "follower small Monastery I")
    assert session.view.active == BEN


def test_a_thief_steals_and_both_sides_of_it_are_shown(tablet):
    session = sit_down(tablet, *holding("thieves", lambda held: any(held[0]) and any(held[1])))
    thief = session.record.state.seat
    tablet.tap(
        next(tap for tap in tablet.widgets() if getattr(tap, "offer", None) and "thief" in tap.offer.action.notation)
    )
    assert session.record.state.step is GlassStepKey.STEAL
    loot = next(tap for tap in tablet.widgets() if getattr(tap, "offer", None) and "steal" in tap.offer.action.notation)
    assert tablet.reads("you +") or tablet.reads("you −")
    kind, before = loot.offer.action.tile, glass_of(session.record.state).held[thief]
    tablet.tap(loot)
    assert glass_of(session.record.state).held[thief].get(kind, 0) == before.get(kind, 0) + 1


def test_a_finished_window_is_counted_with_its_house_rule(tablet):
    session = sit_down(tablet, *holding("windows", lambda held: True))
    player = session.record.state.seat
    score = session.view.scores[player]
    assert tablet.reads("house rule")
    tablet.tap(
        next(tap for tap in tablet.widgets() if getattr(tap, "offer", None) and "count" in tap.offer.action.notation)
    )
    assert tablet.screen.rail.cards[player].gain >= 6
    tablet.done()
    assert session.view.scores[player] >= score + 6
    tablet.screen.docks.history()
    tablet.wait()
    assert tablet.reads("window counted")


def test_a_players_window_opens_on_the_workbench_and_goes_again(tablet):
    sit_down(tablet, "lay BA/L 0,1 r0", "glass 2b", "skip")
    tablet.screen.tapped(TappedGlass(ANNA))
    tablet.wait()
    assert tablet.reads("Anna's glass, worth 1 at the end")
    assert tablet.reads("Window 2: 2 missing")
    assert tablet.reads("2a: 2 in the bag, 0 with others")
    tablet.screen.tapped(TappedGlass(ANNA))
    tablet.wait()
    assert not tablet.reads("worth 1 at the end")


def test_where_tile_or_figure_is_asked_about_glass_that_came_with_it_is_left_out_of_the_picture(tablet):
    record = sit_down(tablet).record
    turns = ("lay BA/L 0,1 r0", "glass 2b"), ("lay BA/L 0,1 r0", "glass 2b", "follower small Monastery I")
    options = tuple(replace(proposed(record, tuple(map(GAME.read, turn)), 0.5), open_from=2) for turn in turns)
    for option in options:
        picture = face_of(GAME.key).option_picture(view_of(record), option, options)
        picture.size = (300, 200)
        picture.redraw()
        verbs = [action.verb for action in picture.view.proposal.actions]
        assert verbs == ["lay", "follower"][: len(option.actions) - 1]
        assert len(picture.view.proposal.doers) == len(picture.view.proposal.actions)
        assert picture.view.proposal.open_from == 1


def test_a_tap_on_the_strip_finds_whose_glass_it_is(tablet):
    sit_down(tablet, "lay BA/L 0,1 r0", "glass 2b", "skip")
    board = tablet.screen.board
    left, _, width = board.strip.places()[BEN]
    tablet.tap_at(board.x + left + width / 2, board.y + board.height - board.strip.height / 2)
    assert tablet.reads("Ben's glass")
    assert tablet.reads("No glass yet")


def test_points_that_the_owner_entered_are_called_as_printed(tablet):
    values = [f"glass-window-{tiles}" for tiles in (3, 6, 9, 12)]
    session = tablet.shelf.start("carcassonne-stained-glass", {**SETUP, "printed": [*values, "glass-unfinished-tile"]})
    session.play(GAME.read("lay BA/L 0,1 r0"))
    tablet.app.sit_down(session)
    tablet.app.go("table")
    tablet.wait()
    assert tablet.reads("as printed")
    assert not tablet.reads("house rule")


def test_the_bar_names_the_rulebooks_steps_and_the_one_that_waits(tablet):
    sit_down(tablet, "lay BA/L 0,1 r0")
    face, view = tablet.screen.face, tablet.session.view
    steps, due = face.steps(view)
    assert [step.key for step in steps] == [
        f"app.step_{name}" for name in ("lay", "glass", "follower", "thieves", "steal", "score", "windows")
    ]
    assert due == 1


@pytest.mark.parametrize("taps", [1, 3])
def test_what_windows_bring_is_settled_before_the_game(tablet, taps):
    tablet.open("new_game", game="carcassonne", chosen={"carcassonne-stained-glass"}, step="options")
    for place, name in ((0, "Anna"), (2, "Ben")):
        tablet.screen.seating.sit(place, name)
    row = next(
        widget
        for widget in tablet.widgets(object)
        if getattr(getattr(widget, "setting", None), "key", "") == "glass-window-3"
    )
    for _ in range(taps):
        row.move(1)
    tablet.screen.start()
    tablet.wait()
    assert tablet.session.view.game_key == "carcassonne-stained-glass"
    assert tablet.session.record.setup.options == (("glass-window-3", 6 + taps),)


def test_the_strip_fits_six_players_on_a_small_screen(make_tablet):
    tablet = make_tablet(size=(800, 480))
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
    colours = ("red", "blue", "green", "yellow", "black", "pink")
    seats = [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=True)]
    session = tablet.shelf.start(
        "carcassonne-stained-glass", {**SETUP, "seats": seats, "expansions": ["inns-and-cathedrals"]}
    )
    tablet.app.sit_down(session)
    tablet.app.go("table")
    tablet.wait()
    board = tablet.screen.board
    left, _, width = board.strip.places()[-1]
    assert left + width <= board.width


def test_glass_of_five_leaves_the_map_most_of_the_board_beside_what_is_docked(tablet):
    names, colours = ("Anna", "Ben", "Cleo", "Dora", "Emil"), ("red", "blue", "green", "yellow", "black")
    seats = [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=True)]
    tablet.app.sit_down(tablet.shelf.start("carcassonne-stained-glass", {**SETUP, "seats": seats}))
    tablet.app.go("table")
    tablet.wait()
    screen = tablet.screen
    screen.touch.open()
    tablet.wait()
    board = screen.board
    assert screen.docks.dock.x >= board.x + board.width, "the dock stands beside it"
    assert board.height - board.head > 0.6 * screen.board_area[3]
    last, down, width = board.strip.places()[-1]
    assert last + width <= board.width
    tablet.tap_at(board.x + last + width / 2, board.y + board.height - down - board.strip.line_height / 2)
    assert tablet.reads("Emil's glass"), "in the second line, too"


def test_a_question_about_a_thief_shows_where_it_would_stand(tablet):
    record = sit_down(tablet, *holding("thieves", lambda held: any(held[0]) and any(held[1]))).record
    thief = next(one for one in GAME.legal(record.state) if one.notation.startswith("thief"))
    options = tuple(proposed(record, (one,), 0.5) for one in (thief, GAME.read("skip")))
    with_thief, without = (face_of(GAME.key).option_picture(view_of(record), one, options) for one in options)
    drawn = []
    for picture in (with_thief, without):
        picture.size = (300, 200)
        picture.redraw()
        assert picture.head == 0, "glass would leave the map no room"
        drawn.append(len(picture.canvas.children))
    assert drawn[0] > drawn[1]


def test_done_is_quiet_where_it_would_pass_over_a_thief(tablet):
    sit_down(tablet, *holding("thieves", lambda held: any(held[0]) and any(held[1])))
    done = tablet.screen.buttons.done
    assert "thief" in done.text
    assert done.kind == "raised"
