"""Attention: when is a table worth reading?"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.attention import Sight, Watch
from vision.eyes import Attention
from vision.frames import Frame
from vision.imaging.change import small_of

WIDTH, HEIGHT = 960, 540
TILE = 60
MAP = (360, 180)  # px, the map's upper left corner


def wood(rng: np.random.Generator) -> np.ndarray:
    streaks = cv2.GaussianBlur(rng.normal(0, 30, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 1.5)
    return np.clip(np.array([90, 130, 170]) + cv2.blur(streaks, (61, 1))[..., None] * 3, 0, 255).astype(np.uint8)


def tile(rng: np.random.Generator) -> np.ndarray:
    picture = np.full((TILE, TILE, 3), (60, 150, 110), np.uint8)
    for _ in range(6):
        at = tuple(int(v) for v in rng.integers(8, TILE - 8, 2))
        cv2.circle(picture, at, int(rng.integers(3, 12)), tuple(int(v) for v in rng.integers(0, 255, 3)), -1)
    return picture


class Scene:
    """A small table that a test can play on: 30 pictures a second, grain and all."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(5)
        self.grain = self.rng.normal(0, 5, (HEIGHT, WIDTH, 3)).astype(np.float32)
        self.table = wood(self.rng)
        self.number = 0
        self.time_ms = 0.0
        self.light = 1.0
        for column in range(3):
            self.lay(column, 0)

    def lay(self, column: int, row: int) -> None:
        x, y = MAP[0] + column * TILE, MAP[1] + row * TILE
        self.table[y : y + TILE, x : x + TILE] = tile(self.rng)

    def knock(self, shift: tuple[float, float], degrees: float) -> None:
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, 1)
        turn[:, 2] += shift
        self.table = cv2.warpAffine(self.table, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)

    def frame(self, arm_to: tuple[int, int] | None = None, step_ms: float = 33, *, shoulder_at: int = HEIGHT) -> Frame:
        image = self.table.astype(np.float32) * self.light
        if arm_to is not None:
            cv2.line(image, (arm_to[0] + 150, shoulder_at), arm_to, (120, 150, 200), 50)
        image += np.roll(self.grain, tuple(self.rng.integers(0, HEIGHT, 2)), (0, 1))
        self.number += 1
        self.time_ms += step_ms
        return Frame(np.clip(image, 0, 255).astype(np.uint8), self.time_ms, self.number)


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.fixture
def watch(scene: Scene) -> Watch:
    """A watch that has read the table as it stands."""
    watch = Watch()
    zone = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(zone, (MAP[0] - TILE, MAP[1] - TILE), (MAP[0] + 4 * TILE, MAP[1] + 2 * TILE), 255, -1)
    pieces = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(pieces, MAP, (MAP[0] + 3 * TILE, MAP[1] + TILE), 255, -1)
    watch.look_at(zone, pieces)
    seen(watch, scene, 10)
    watch.was_read(scene.frame().image)
    return watch


def seen(
    watch: Watch, scene: Scene, frames: int, arm_to: tuple[int, int] | None = None, *, shoulder_at: int = HEIGHT
) -> Sight:
    for _ in range(frames):
        sight = watch.look(scene.frame(arm_to, shoulder_at=shoulder_at))
    return sight


def test_a_table_that_nobody_touches_has_nothing_to_tell(watch: Watch, scene: Scene):
    glances = [watch.look(scene.frame()).glance for _ in range(30)]
    assert {glance.attention for glance in glances} == {Attention.STILL}
    assert not any(glance.changed or glance.hand for glance in glances)
    assert [glance.frame_number for glance in glances] == list(range(12, 42))


def test_a_tile_is_worth_reading_once_the_hand_has_gone(watch: Watch, scene: Scene):
    for reach in (500, 400, 300):
        assert watch.look(scene.frame((500, reach))).glance.attention is Attention.WAITING
    scene.lay(3, 0)
    glances = [watch.look(scene.frame()).glance for _ in range(12)]
    assert glances[0].attention is Attention.WAITING
    assert not glances[1].changed, "33 ms after the hand"
    assert glances[-1].attention is Attention.STILL
    assert glances[-1].changed


def test_where_it_changed_is_where_the_tile_lies(watch: Watch, scene: Scene):
    scene.lay(1, 1)
    sight = seen(watch, scene, 12)
    assert sight.change is not None
    rows, columns = np.nonzero(sight.change > 7)
    middle = np.array([columns.mean(), rows.mean()]) * sight.scale
    assert middle == pytest.approx((MAP[0] + 1.5 * TILE, MAP[1] + 1.5 * TILE), abs=6)


def test_a_hand_at_rest_on_the_map_is_still_a_hand(watch: Watch, scene: Scene):
    glance = seen(watch, scene, 30, arm_to=(420, 230)).glance
    assert glance.hand
    assert glance.attention is Attention.WAITING
    assert not seen(watch, scene, 12).glance.hand


def test_a_hand_that_pauses_is_waited_for_where_all_of_the_arm_is_in_the_picture(watch: Watch, scene: Scene):
    """A camera under the ceiling sees people from head to foot: no arm crosses the picture's edge."""
    glance = seen(watch, scene, 24, arm_to=(420, 230), shoulder_at=430).glance  # 0.8 s
    assert glance.hand
    assert glance.attention is Attention.WAITING
    scene.lay(3, 0)
    glance = seen(watch, scene, 12).glance
    assert not glance.hand
    assert glance.changed


def test_a_thing_that_was_put_down_across_the_map_is_read_all_the_same(watch: Watch, scene: Scene):
    glance = seen(watch, scene, 45, arm_to=(420, 230), shoulder_at=430).glance
    assert glance.attention is Attention.STILL
    assert glance.changed


def test_a_tile_at_the_rim_of_what_is_watched_is_read_at_once(watch: Watch, scene: Scene):
    scene.lay(3, 0)
    assert seen(watch, scene, 8).glance.changed


def test_a_hand_that_was_read_with_the_table_is_gone_once_it_goes(watch: Watch, scene: Scene):
    """Given a hand that held so still that it was read, twice, when it goes the table is read anew; when it comes back
    it is a hand."""
    watch.was_read(scene.frame().image)
    for _ in range(2):
        watch.was_read(scene.frame((420, 230)).image)
        seen(watch, scene, 12, arm_to=(420, 230))
    scene.lay(2, 1)
    glance = seen(watch, scene, 30).glance
    assert not glance.hand
    assert glance.attention is Attention.STILL
    assert glance.changed
    watch.was_read(scene.frame().image)
    assert seen(watch, scene, 30, arm_to=(500, 260)).glance.hand


def gleam(scene: Scene, share: float) -> None:
    """A lamp's reflection on the wood, from the upper edge to the map: so much brighter than elsewhere."""
    across = np.abs(np.linspace(-1, 1, WIDTH) * 4)
    down = np.linspace(0, 1, HEIGHT) * 3
    brighter = 1 + share * np.clip(1.4 - np.hypot(*np.meshgrid(across, down)), 0, 1)[..., None]
    scene.table = np.clip(scene.table * brighter, 0, 255).astype(np.uint8)


def test_a_gleam_that_goes_out_is_no_hand_that_rests_there_for_ever(watch: Watch, scene: Scene):
    scene.table = bare = (scene.table * 0.6).astype(np.uint8)
    gleam(scene, 0.7)
    seen(watch, scene, 30)
    watch.was_read(scene.frame().image)
    scene.table = bare
    scene.lay(1, 1)
    glance = seen(watch, scene, 30).glance
    assert not glance.hand
    assert glance.attention is Attention.STILL
    assert glance.changed


def test_a_dark_sleeve_on_the_wood_is_no_shadow(watch: Watch, scene: Scene):
    """It has no structure of its own, and what it hides doesn't show."""
    cv2.line(scene.table, (480, 0), (480, 150), (40, 55, 75), 90)
    assert seen(watch, scene, 30).glance.hand


def test_an_arm_at_rest_beside_the_map_is_in_nobodys_way(watch: Watch, scene: Scene):
    glance = seen(watch, scene, 30, arm_to=(700, 400)).glance
    assert glance.attention is Attention.STILL
    assert not glance.changed


def test_where_all_is_watched_what_stays_at_the_rim_is_no_hand(watch: Watch, scene: Scene):
    inner = np.zeros((HEIGHT, WIDTH), np.uint8)
    inner[54:-54, 54:-54] = 255
    watch.look_at(None, None, inner)
    supply = seen(watch, scene, 30, arm_to=(700, HEIGHT - 20)).glance
    assert not supply.hand
    assert supply.changed
    assert seen(watch, scene, 30, arm_to=(700, 400)).glance.hand


def test_a_tile_near_the_rim_is_no_hand_though_it_lies_at_what_is_watched(watch: Watch, scene: Scene):
    known = np.zeros((HEIGHT, WIDTH), np.uint8)
    known[HEIGHT - 2 * TILE - 8 : HEIGHT - TILE - 8, 700 : 700 + TILE] = 255
    watch.look_at(None, None, cv2.dilate(known, np.ones((9, 9))))
    scene.table[HEIGHT - TILE - 8 : HEIGHT - 8, 710 : 710 + TILE] = tile(scene.rng)
    glance = seen(watch, scene, 30).glance
    assert not glance.hand
    assert glance.changed


def test_a_follower_is_small_but_seen(watch: Watch, scene: Scene):
    cv2.circle(scene.table, (MAP[0] + 90, MAP[1] + 30), 6, (200, 60, 40), -1)
    assert seen(watch, scene, 12).glance.changed


def test_light_that_changes_is_no_news(watch: Watch, scene: Scene):
    for step in range(30):  # 1.5 EV within a second
        scene.light = 2 ** (-1.5 * step / 30)
        watch.look(scene.frame())
    glance = seen(watch, scene, 20).glance
    assert glance.attention is Attention.STILL
    assert not glance.changed


def test_nothing_is_read_while_the_light_changes(watch: Watch, scene: Scene):
    scene.light = 0.7
    glances = [watch.look(scene.frame()).glance for _ in range(30)]
    assert glances[3].attention is Attention.WAITING
    assert glances[-1].attention is Attention.STILL


def test_nothing_is_read_before_the_camera_makes_up_for_a_lamp_that_was_switched(watch: Watch, scene: Scene):
    scene.light = 2.0
    surprised = [watch.look(scene.frame()).glance.attention for _ in range(27)]  # for nine tenths of a second
    for step in range(30):
        scene.light = 2.0 - step / 30
        surprised.append(watch.look(scene.frame()).glance.attention)
    assert set(surprised) == {Attention.WAITING}
    assert seen(watch, scene, 40).glance.attention is Attention.STILL


def banded(frame: Frame, phase: float, strength: float = 0.06) -> Frame:
    """The same in a light that flickers while the shutter rolls down the picture."""
    rows = np.sin(2 * np.pi * (2.3 * np.arange(HEIGHT) / HEIGHT + phase))
    image = frame.image * (1 + strength * rows[:, None, None])
    return replace(frame, image=np.clip(image, 0, 255).astype(np.uint8))


def test_bands_that_a_flickering_lamp_rolls_through_are_no_movement_and_are_said(watch: Watch, scene: Scene):
    for number in range(20):
        sight = watch.look(banded(scene.frame(), 0.37 * number))
    assert sight.glance.attention is Attention.STILL
    assert not sight.glance.changed
    assert sight.glance.light is not None
    assert sight.glance.light.key == "vision.light_bands"


def test_a_tile_that_is_laid_and_an_arm_that_moves_are_seen_in_banded_light(watch: Watch, scene: Scene):
    for number in range(10):
        moving = watch.look(banded(scene.frame(arm_to=(500, 250 + 9 * number)), 0.37 * number))
    assert moving.glance.attention is Attention.WAITING
    scene.lay(3, 0)
    for number in range(20):
        sight = watch.look(banded(scene.frame(), 0.37 * number))
    assert sight.glance.attention is Attention.STILL
    assert sight.glance.changed


def test_a_table_that_is_seen_upright_is_watched_as_closely_as_one_across(scene: Scene):
    across = scene.frame()
    assert small_of(np.ascontiguousarray(np.rot90(across.image))).shape[:2] == small_of(across.image).shape[1::-1]


def test_too_little_light_is_said(watch: Watch, scene: Scene):
    scene.light = 0.1
    light = seen(watch, scene, 20).glance.light
    assert light is not None
    assert light.key == "vision.light_dark"


def test_a_knock_is_noticed_within_half_a_second_and_freezes_until_relocked(watch: Watch, scene: Scene):
    scene.knock((60, -20), 5)
    sights = [watch.look(scene.frame()) for _ in range(15)]
    assert sights[0].glance.attention is Attention.BUMPED
    assert {sight.glance.attention for sight in sights} == {Attention.BUMPED}
    assert not any(sight.glance.changed for sight in sights)
    assert sights[-1].motion is not None
    middle = np.array([WIDTH / 2, HEIGHT / 2, 1])
    assert sights[-1].motion.matrix @ middle == pytest.approx((WIDTH / 2 + 60, HEIGHT / 2 - 20), abs=3)
    watch.was_read(scene.frame().image)
    assert seen(watch, scene, 2).glance.attention is Attention.STILL


def test_a_knock_while_a_hand_lies_over_half_the_map(watch: Watch, scene: Scene):
    scene.knock((30, 10), 3)
    sights = [watch.look(scene.frame((420, 230))) for _ in range(15)]
    assert sights[-1].glance.attention is Attention.BUMPED


def test_a_map_that_somebody_pushed_is_searched_for_once_the_hand_has_gone(watch: Watch, scene: Scene):
    """Given a hand that pushed the map and rests on it, when it goes the map is sought; nobody seeks beneath a hand."""
    scene.knock((12, 6), 0)
    pushing = [watch.look(scene.frame((430, 250))) for _ in range(12)]
    assert pushing[-1].glance.hand
    assert not any(sight.settled for sight in pushing)
    gone = [watch.look(scene.frame()) for _ in range(12)]
    assert gone[-1].settled
    assert not gone[-1].glance.hand
    assert gone[-1].glance.attention is Attention.BUMPED


def test_a_sleeve_that_stays_on_a_pushed_map_keeps_nobody_from_searching_for_ever(watch: Watch, scene: Scene):
    scene.knock((12, 6), 0)
    assert any(watch.look(scene.frame((430, 250))).settled for _ in range(60))


def test_what_passes_for_a_hand_keeps_nobody_from_searching_where_nothing_of_the_map_shows(watch: Watch, scene: Scene):
    """Given a map that was carried off, when something new crosses the picture's edge and does not move, the map is
    sought after some seconds."""
    scene.table[MAP[1] : MAP[1] + TILE, MAP[0] : MAP[0] + 3 * TILE] = (90, 130, 170)
    at_first = seen(watch, scene, 30, (320, 150))
    assert (at_first.glance.attention, at_first.glance.hand) == (Attention.WAITING, True)
    later = seen(watch, scene, 150, (320, 150))
    assert (later.glance.attention, later.glance.hand) == (Attention.LOST, False)


def test_a_folder_of_pictures_one_a_second_is_read_picture_by_picture(watch: Watch, scene: Scene):
    for column in (3, 4):
        scene.lay(column, 0)
        assert watch.look(scene.frame(step_ms=1000)).glance.changed
    assert watch.look(scene.frame((420, 230), step_ms=1000)).glance.attention is Attention.WAITING


def flat(scene: Scene) -> None:
    """A hand on the lens, a lamp straight into it, a stream that sends one colour."""
    scene.table = np.full_like(scene.table, 40)
    scene.grain = scene.grain * 0


def other_scene(scene: Scene) -> None:
    """Somebody turned the camera away: there is as much to see, and nothing of the table."""
    scene.table = cv2.resize(scene.rng.integers(0, 255, (54, 96, 3), np.uint8), (WIDTH, HEIGHT))


def snow(scene: Scene) -> None:
    """What a camera with a loose plug sends: nothing but noise, which is no grain on a table."""
    scene.table = scene.rng.integers(0, 255, (HEIGHT // 4, WIDTH // 4, 3), np.uint8).repeat(4, 0).repeat(4, 1)


@pytest.mark.parametrize("gone", [flat, other_scene, snow])
def test_where_nothing_of_the_table_can_be_seen_it_does_not_lie_still(gone, watch: Watch, scene: Scene):
    table, grain = scene.table, scene.grain
    gone(scene)
    covered = [seen(watch, scene, 10) for _ in range(12)][4:]
    assert {sight.glance.attention for sight in covered} <= {Attention.LOST, Attention.WAITING}
    assert not any(sight.seen for sight in covered)
    assert not any(sight.glance.changed for sight in covered)
    scene.table, scene.grain = table, grain
    back = seen(watch, scene, 60)
    assert (back.glance.attention, back.glance.changed, back.seen) == (Attention.STILL, False, True)


def test_a_first_picture_without_anything_in_it_is_not_worth_searching(scene: Scene):
    flat(scene)
    watch = Watch()
    assert {seen(watch, scene, 5).settled for _ in range(8)} == {False}


def test_a_table_that_is_seen_dimly_is_seen(watch: Watch, scene: Scene):
    scene.light = 0.25
    assert seen(watch, scene, 60).glance.attention is Attention.STILL
