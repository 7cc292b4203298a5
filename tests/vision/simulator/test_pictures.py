"""What a picture shows lies where its truth says."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.frames import Picture
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.conditions import Conditions, GlarePlace, Surface
from vision.simulator.figures import follower
from vision.simulator.painter import Painter
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, Ground, PiecePose, SceneLamp, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.truth import pieces_truth

GREY = Ground(np.full((90, 120, 3), 90, np.uint8), -600, -450, 1200, 900)


def marked_piece(name: str, pose: PiecePose, **more: float) -> FlatPiece:
    """White, with a black dot of 6 mm at its own (10, -8) mm."""
    texture = np.full((450, 450, 3), 255, np.uint8)
    cv2.circle(texture, (325 * 16 - 8, 145 * 16 - 8), 30 * 16, (0, 0, 0), -1, cv2.LINE_AA, 4)
    return FlatPiece(name, texture, (45.0, 45.0), pose, **more)


def dot(picture: Picture, near: np.ndarray, reach: int = 14) -> np.ndarray:
    """The middle of the dark dot nearest to a place, weighted by darkness."""
    x, y = (round(v) for v in near)
    window = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].mean(axis=2)
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    weight = np.clip(200 - window, 0, None) * (np.hypot(xs, ys) < 9)
    return np.array([x + (xs * weight).sum() / weight.sum(), y + (ys * weight).sum() / weight.sum()])


@pytest.mark.parametrize("k1", [-0.15, 0.0, 0.05])
@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (20, 130), (40, 250)])
def test_a_point_of_a_piece_lands_within_half_a_pixel_of_where_truth_says(k1: float, tilt: float, turn: float) -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.5, tilt_deg=tilt, rotation_deg=turn, k1=k1)
    poses = [PiecePose(x, y, 17.0 * x + y) for x in (-290, 0, 270) for y in (-190, 5, 180)]
    pieces = [marked_piece(f"piece {n}", pose) for n, pose in enumerate(poses)]
    pieces[4] = marked_piece("piece 4", poses[4], height_mm=30.0)
    pieces = [
        piece for piece in pieces if camera.shows(camera.project(piece.pose.carry(np.array([[10.0, -8.0]]))), 40).all()
    ]
    assert len(pieces) >= 5
    painter = Painter(camera)
    picture = painter.through_lens(painter.paint(TableScene(GREY, tuple(pieces), lamps=())))
    for piece in pieces:
        spot = piece.pose.carry(np.array([[10.0, -8.0, piece.height_mm + piece.thickness_mm]]))
        found = camera.project(spot)[0]
        assert np.linalg.norm(dot(picture, found) - found) < 0.5, piece.name


def test_a_painter_takes_its_canvases_with_it() -> None:
    """Else an evening of simulated games holds a hundred megabytes a game until memory is gone through for rings."""
    painter = Painter(SimulatedCamera.looking_at((0, 0), scale_px_mm=1.5))
    painter.paint(TableScene(GREY, (marked_piece("piece", PiecePose(0.0, 0.0, 0.0)),)))
    gone = weakref.ref(painter)
    gc.disable()
    try:
        del painter
        assert gone() is None
    finally:
        gc.enable()


def test_truth_tells_what_covers_what() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.5)
    lower = marked_piece("lower", PiecePose(0, 0))
    half_over = FlatPiece("upper", lower.texture, (45.0, 45.0), PiecePose(22.5, 0), height_mm=2.0)
    far_off = marked_piece("far off", PiecePose(200, 100))
    outside = marked_piece("half outside", PiecePose(camera.to_table([[0.0, 540.0]])[0][0], 0))
    truth = pieces_truth(TableScene(GREY, (lower, half_over, far_off, outside)), camera)
    assert truth["lower"].covered == pytest.approx(0.5, abs=0.04)
    assert truth["upper"].covered == truth["far off"].covered == 0.0
    assert truth["half outside"].in_view == pytest.approx(0.5, abs=0.04)
    assert truth["lower"].in_view == 1.0


def test_a_standing_figure_hides_what_is_behind_it() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.5, tilt_deg=40)
    tile = marked_piece("tile", PiecePose(0, -6))
    figure = follower("figure", (0, 0, 220), PiecePose(0, 20, 0))
    truth = pieces_truth(TableScene(GREY, (tile,), (figure,)), camera)
    foot = camera.project([(0, 20, 2)])[0]
    assert truth["figure"].outline_px[:, 1].min() < foot[1] - 12
    assert 0.03 < truth["tile"].covered < 0.2
    painter = Painter(camera)
    picture = painter.through_lens(painter.paint(TableScene(GREY, (tile,), (figure,))))
    body = camera.project([(0, 25.0, 2 + 5)])[0].round().astype(int)
    blue, green, red = (int(v) for v in picture[body[1], body[0]])
    assert red > 100 > max(blue, green)


def test_a_lying_figure_is_lower_and_broader_than_a_standing_one() -> None:
    standing = follower("a", (0, 0, 200), PiecePose(0, 0))
    lying = follower("b", (0, 0, 200), PiecePose(0, 0), lying=True)
    assert max(part[:, 2].max() for part in standing.placed_parts()) == pytest.approx(2 + 16, abs=0.2)
    assert max(part[:, 2].max() for part in lying.placed_parts()) == pytest.approx(2 + 10, abs=0.2)
    assert min(part[:, 2].min() for part in lying.placed_parts()) == pytest.approx(2, abs=0.2)


def test_shadows_fall_away_from_the_lamp_and_farther_from_tall_things() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.5)
    lamp = SceneLamp(0.0, 45.0, 0.6, 0.1)  # shadows fall towards +x
    figure = follower("figure", (0, 0, 200), PiecePose(0, 0, 90), height_mm=0.0)
    painter = Painter(camera)
    bare = painter.paint(TableScene(GREY, lamps=(lamp,))).copy()
    shaded = painter.paint(TableScene(GREY, (), (figure,), lamps=(lamp,)))

    def darker(x: float) -> float:
        column, row = painter.canvas_points(np.array([[x, 0.0, 0.0]]))[0].round().astype(int)
        return float(bare[row, column].mean()) - float(shaded[row, column].mean())

    assert darker(12.0) > 15
    assert darker(-24.0) < 5
    assert darker(40.0) < 5


def steady_conditions(**changes: object) -> Conditions:
    drawn = Conditions.from_level("easy", np.random.default_rng(0))
    plain = replace(drawn, light_ratio=1.0001, vignette=0.0, exposure_ev=0.0, glare=GlarePlace.NONE, white_balance=1.0)
    return replace(plain, **changes)  # type: ignore[arg-type]


def photograph(conditions: Conditions, scene: TableScene, seed: int = 1) -> Picture:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.0, tilt_deg=conditions.tilt_deg, k1=conditions.k1)
    return Photographer(camera, conditions, np.random.default_rng(seed), np.zeros((1, 2)), 45.0).take(scene)


def test_grain_is_as_strong_as_told() -> None:
    scene = TableScene(Ground(np.full((9, 12, 3), 128, np.uint8), -1200, -900, 2400, 1800))
    for sigma in (2.0, 5.0, 12.0):
        picture = photograph(steady_conditions(grain=sigma, jpeg_quality=100, tilt_deg=0.0), scene)
        assert picture[200:800, 300:1500].std(axis=(0, 1)) == pytest.approx(sigma, rel=0.15)


def test_a_well_exposed_picture_keeps_white_below_burnt_and_overexposure_burns_it() -> None:
    scene = TableScene(Ground(np.full((9, 12, 3), 250, np.uint8), -1200, -900, 2400, 1800))
    assert 215 < photograph(steady_conditions(), scene).mean() < 250
    assert photograph(steady_conditions(exposure_ev=1.5), scene).mean() > 252
    assert photograph(steady_conditions(exposure_ev=-1.5), scene).mean() < 160


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    scene = TableScene(GREY, (marked_piece("piece", PiecePose(0, 0)),))
    conditions = Conditions.from_level("hard", np.random.default_rng(4))
    first, again, other = (photograph(conditions, scene, seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_glare_covers_at_most_a_twentieth_of_the_pieces() -> None:
    conditions = replace(Conditions.from_level("hard", np.random.default_rng(4)), glare=GlarePlace.OVER, tilt_deg=0.0)
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.0)
    middles = np.array([(x * 45.0, y * 45.0) for x in range(-3, 4) for y in range(-3, 4)])
    for seed in range(8):
        photographer = Photographer(camera, conditions, np.random.default_rng(seed), middles, 45.0)
        ((_, patch),) = photographer.glare
        bright = int((patch[..., 0] >= patch[..., 0].max() / 2).sum())
        assert bright <= 0.05 * len(middles) * 45 * 45 * 1.03


@pytest.mark.parametrize("away", [(-5000.0, 0.0), (5000.0, 0.0), (0.0, -5000.0), (0.0, 5000.0)])
def test_glare_on_a_piece_out_of_the_picture_shows_nowhere(away: tuple[float, float]) -> None:
    scene = TableScene(Ground(np.full((9, 12, 3), 128, np.uint8), -1200, -900, 2400, 1800))
    conditions = steady_conditions(glare=GlarePlace.OVER, grain=0.0, tilt_deg=0.0)
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.0)
    lit = Photographer(camera, conditions, np.random.default_rng(1), np.array([away]), 45.0).take(scene)
    assert int(np.ptp(lit[..., 1])) <= 8


def test_adding_a_piece_paints_the_same_as_painting_everything() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.5, tilt_deg=15)
    one, two = marked_piece("one", PiecePose(-30, 0)), marked_piece("two", PiecePose(30, 10, 20))
    figure = follower("figure", (200, 80, 30), PiecePose(-30, 0))
    grown = Painter(camera)
    grown.paint(TableScene(GREY, (one,), (figure,)))
    step_by_step = grown.paint(TableScene(GREY, (one, two), (figure,)))
    assert np.array_equal(step_by_step, Painter(camera).paint(TableScene(GREY, (one, two), (figure,))))
    assert np.array_equal(grown.paint(TableScene(GREY)), Painter(camera).paint(TableScene(GREY)))


@pytest.mark.parametrize("surface", list(Surface))
def test_every_table_has_its_own_look_and_follows_from_its_seed(surface: Surface) -> None:
    size = {"left_mm": -100.0, "top_mm": -80.0, "width_mm": 200.0, "depth_mm": 160.0}
    first, again = (ground(surface, np.random.default_rng(3), **size) for _ in range(2))
    assert first.texture.shape == (240, 300, 3)
    assert np.array_equal(first.texture, again.texture)
    if surface is Surface.DARK:
        assert first.texture.mean() < 70
    if surface is Surface.GLOSS:
        assert first.texture.mean() > 200


def test_a_sleeve_that_passes_beneath_the_camera_is_cut_off_before_it():
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=2.0, tilt_deg=38, rotation_deg=0, focal_px=1400)
    arm = Arm(np.random.default_rng(3)).at("hand", Grip.HOLD, 0.0, 160.0, -90.0, 40.0)
    with pytest.raises(NotInView):
        camera.project(arm.corners())
    bare, reached = (Painter(camera).paint(TableScene(GREY, hands=hands)) for hands in ((), (arm,)))
    x, y = np.round(Painter(camera).canvas_points(np.array([[0.0, 190.0, 40.0]]))[0]).astype(int)
    assert np.abs(reached[y, x].astype(int) - bare[y, x]).max() > 20, "the hand itself is in the picture"
