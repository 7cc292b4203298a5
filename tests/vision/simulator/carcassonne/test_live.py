from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pytest

from games.carcassonne.actions import Deploy, Discard, Lay
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Seat
from vision.frames import Frame
from vision.simulator.carcassonne.live import BRISK, PlayedCarcassonne, sampled_game
from vision.simulator.carcassonne.table import BoardTruth
from vision.simulator.conditions import Conditions
from vision.simulator.played import Scenario
from vision.simulator.players.gestures import Touch
from vision.simulator.players.pace import Pace
from vision.simulator.sequence import FrameTruth, ShownMoment, Weather


def setup() -> Setup:
    return CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))


@dataclass
class Shown:
    frame: Frame
    truth: FrameTruth
    board: BoardTruth
    actions: tuple


def watched(live: PlayedCarcassonne) -> list[Shown]:
    shown = []
    while (frame := live.read()) is not None:
        assert live.truth is not None
        shown.append(Shown(frame, live.truth, live.board_truth(), live.actions_shown))
    return shown


def small_pictures(level: str = "ordinary") -> Conditions:
    """Conditions of a level, but of a cheap camera: less to draw."""
    usual, share = Conditions.from_level(level, np.random.default_rng(4)), 1 / 2
    size = {"width": round(usual.width * share), "height": round(usual.height * share)}
    return replace(usual, **size, focal_px=usual.focal_px * share, piece_px=usual.piece_px * share)


@pytest.fixture(scope="module")
def live() -> PlayedCarcassonne:
    return PlayedCarcassonne(setup(), sampled_game(setup(), 4, turns=5), Scenario(small_pictures(), 4, pace=BRISK))


@pytest.fixture(scope="module")
def film(live: PlayedCarcassonne) -> list[Shown]:
    return watched(live)


def test_frames_count_up_at_a_steady_rate(film: list[Shown]) -> None:
    assert [shown.frame.number for shown in film] == list(range(len(film)))
    assert film[1].frame.time_ms - film[0].frame.time_ms == 100.0


def test_each_still_table_shows_exactly_the_tiles_and_followers_of_the_record(film: list[Shown]) -> None:
    found = 0
    for before, shown in pairwise(film):
        if not (shown.truth.still and before.truth.still):
            continue
        state = CARCASSONNE.new(setup())
        for action in shown.actions:
            state, _ = CARCASSONNE.apply(state, action)
        laid = {(tile.x, tile.y, tile.turned.key, tile.turned.turns) for tile in state.board.laid}
        assert {(*tile.place, tile.key, tile.turns) for tile in shown.board.tiles} == laid
        standing = {(state.board.tile_of(f.part).x, state.board.tile_of(f.part).y) for f in state.board.followers()}
        assert {tuple(f.place) for f in shown.board.followers} >= standing  # those to take home stand a little longer
        found += 1
    assert found > 20
    assert {tuple(f.place) for f in film[-1].board.followers} == standing


def test_every_turn_ends_with_a_press_of_who_played_on_a_still_table(
    live: PlayedCarcassonne, film: list[Shown]
) -> None:
    assert [press.seat for press in live.presses] == [0, 1, 0, 1, 0]
    at = {shown.frame.time_ms: shown for shown in film}
    for press in live.presses:
        assert not at[press.time_ms].truth.hand_in_view
        assert press.actions == at[press.time_ms].truth.actions
    assert live.presses[-1].actions == len(live.actions)


def test_a_tile_that_fits_nowhere_is_put_away_and_told_on_the_tablet_before_the_next_is_laid() -> None:
    actions = sampled_game(setup(), 39, turns=6)  # in the sixth turn four roads meet where nobody has room for them
    discard = Discard("BA/RRRR")
    assert actions.index(discard) == 10
    live = PlayedCarcassonne(setup(), actions, Scenario("easy", 1, pace=Pace(1, 1, 1, 0, 0), bump=False))
    live.blind = True
    while live.read() is not None:
        pass
    found = [one.action if isinstance(one, Touch) else one.seat for one in live.presses]
    assert found == [0, 1, 0, 1, 0, discard, 1]


def test_pictures_change_while_a_hand_moves_and_hardly_while_nothing_does(film: list[Shown]) -> None:
    quiet, busy = [], []
    for before, after in pairwise(film):
        small = [np.asarray(s.frame.image[::6, ::6], np.int16) for s in (before, after)]
        moved = float((np.abs(small[0] - small[1]).max(axis=2) > 45).mean())
        if before.truth.still and after.truth.still and not after.truth.bumped:
            quiet.append(moved)
        elif before.truth.hand_in_view and after.truth.hand_in_view:
            busy.append(moved)
    assert np.median(busy) > 20 * max(np.median(quiet), 1e-5)


def start_tile_at_the_end(seed: int, *, bump: bool) -> tuple[np.ndarray, int]:
    game = sampled_game(setup(), 4, turns=2)
    live = PlayedCarcassonne(
        setup(), game, Scenario("easy", seed, pace=Pace(1, 1, 1, 0, 0), bump=bump, light_change=False)
    )
    live.blind = True
    bumps = 0
    while live.read() is not None:
        assert live.truth is not None
        bumps += live.truth.bumped
    return live.board_truth().tiles[0].corners_px.mean(axis=0), bumps


def test_the_table_is_bumped_once_by_no_more_than_the_level_allows() -> None:
    for seed in range(2):
        bumped, _ = start_tile_at_the_end(seed, bump=True)
        calm, bumps = start_tile_at_the_end(seed, bump=False)
        assert bumps == 0
        # 8 % of the width, and what 6 degrees add for a tile that lies off the middle of the map
        assert 5 < np.linalg.norm(bumped - calm) < 0.08 * 1920 + 30


def test_the_light_changes_once_by_a_stop_and_a_half_within_a_second_and_the_camera_follows() -> None:
    weather = Weather.draw(np.random.default_rng(1), calm_moments=4)
    assert weather.change_at_moment is not None
    moment = ShownMoment(scene=None, camera=None, calm=True)  # type: ignore[arg-type]
    for number in range(weather.change_at_moment + 1):
        weather.notice(moment, 1000.0 * number)
    begun = 1000.0 * weather.change_at_moment
    assert weather.changed_ev(begun) == 0.0
    assert abs(weather.changed_ev(begun + 1000.0)) == pytest.approx(1.5)
    assert not weather.is_steady(begun + 500.0)
    assert abs(weather.changed_ev(begun + 6000.0)) < 0.3
    assert weather.is_steady(begun + 6000.0)


def test_while_it_is_paused_frames_go_on_and_the_game_does_not() -> None:
    live = PlayedCarcassonne(setup(), sampled_game(setup(), 4, turns=2), Scenario("easy", 1, pace=BRISK, bump=False))
    first = live.read()
    live.paused = True
    held = [live.read() for _ in range(4)]
    assert first is not None
    assert first.image.shape == (1080, 1920, 3)  # as cameras have it
    assert [frame.number for frame in held if frame] == [1, 2, 3, 4]
    assert live.truth is not None
    assert live.truth.still
    live.paused = False
    assert live.read() is not None
    live.close()
    assert live.read() is None
    live.close()


def test_whoever_reaches_in_while_others_tell_the_tablet_something_draws_back_after_a_moment() -> None:
    live = PlayedCarcassonne(
        setup(), sampled_game(setup(), 4, turns=2), Scenario(small_pictures(), 4, pace=BRISK, bump=False)
    )
    while live.truth is None or not live.truth.hand_in_view:
        assert live.read() is not None
    before = live.truth.actions
    live.paused = True
    hands = []
    for _ in range(12):
        assert live.read() is not None
        hands.append(live.truth.hand_in_view)
    assert hands[0]
    assert not hands[-1]
    assert live.truth.still
    assert live.truth.actions == before
    live.paused = False
    assert live.read() is not None
    live.close()


def test_the_same_seed_plays_the_same_film() -> None:
    films = [
        watched(
            PlayedCarcassonne(
                setup(),
                sampled_game(setup(), 6, turns=1),
                Scenario(small_pictures("hard"), 9, pace=Pace(1, 1, 1, 0, 0), bump=False),
            )
        )
        for _ in range(2)
    ]
    assert len(films[0]) == len(films[1])
    for first, second in zip(*films, strict=True):
        assert np.array_equal(first.frame.image, second.frame.image)


def test_a_sampled_game_is_legal_and_as_long_as_asked_for() -> None:
    actions = sampled_game(setup(), 1, turns=6)
    assert sum(isinstance(action, Lay) for action in actions) == 6
    assert any(isinstance(action, Deploy) for action in actions)
    whole = sampled_game(setup(), 2)
    assert sum(isinstance(action, Lay) for action in whole) >= 70
