from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from vision.simulator.conditions import RANGES, Conditions, GlarePlace, Level, Surface
from vision.simulator.photograph import kelvin_to_bgr, light_map, light_shape

# The table that people who measure agree on, in its own words.
TABLE = """
tilt from straight above | 0 to 10 degrees | 10 to 25 | 25 to 40
size on the picture | 60 px or more | 45 to 60 | 32 to 45
each piece laid off its neighbours | 1 mm, 1 degree | 2.5 mm, 2.5 degrees | 4 mm, 4 degrees
light across the table | 1.3 : 1 | 2 : 1 | 4 : 1
exposure off | 0.2 EV | 0.7 EV | 1.5 EV
sharpness | 0.4 px | 0.4 to 0.9 | 0.9 to 1.6
grain | 2 | 4 to 6 | 8 to 12
JPEG | 95 | 80 | 55
colour of light | 5000 K | 3000 to 5500 K | 2500 to 6500 K
other things in view | 0 | 2 to 4 | 4 to 8
tiles with followers | 10 % | 30 % | 50 %
covered share | 15 % | 25 % | 35 %
"""


def numbers(row: str, level: Level) -> list[float]:
    line = next(line for line in TABLE.splitlines() if line.startswith(row))
    column = line.split("|")[1 + list(Level).index(level)]
    return [float(number) for number in re.findall(r"[\d.]+", column)]


def drawn(level: Level, count: int = 150) -> list[Conditions]:
    return [Conditions.from_level(level, np.random.default_rng(seed)) for seed in range(count)]


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("tilt", "tilt_deg"),
        ("size", "piece_px"),
        ("sharpness", "blur_px"),
        ("grain", "grain"),
        ("JPEG", "jpeg_quality"),
        ("colour", "kelvin"),
        ("colour", "kelvin_second"),
        ("other", "clutter"),
    ],
)
def test_a_number_is_drawn_from_its_range(level: Level, row: str, name: str) -> None:
    found = numbers(row, level)
    least, most = (found[0], 80.0) if found == [60.0] else (found[0], found[-1])
    values = [getattr(conditions, name) for conditions in drawn(level) if name != "blur_px" or not conditions.motion_px]
    assert least - 1e-9 <= min(values)
    assert max(values) <= most + 1e-9
    if least < most:  # and from all of it
        assert max(values) - min(values) > 0.8 * (most - least)


@pytest.mark.parametrize("level", list(Level))
def test_what_may_be_off_is_off_by_as_much_as_told_and_no_more(level: Level) -> None:
    (ev,) = numbers("exposure", level)
    lay_mm, lay_deg = numbers("each piece", level)
    ratio = numbers("light", level)[0]
    for conditions in drawn(level):
        assert abs(conditions.exposure_ev) <= ev
        assert (conditions.lay_mm, conditions.lay_deg) == (lay_mm, lay_deg)
        assert 1.0 <= conditions.light_ratio <= ratio
        assert -0.15 <= conditions.k1 <= 0.05
        assert conditions.follower_share == numbers("tiles with", level)[0] / 100
        assert conditions.covered_share == numbers("covered", level)[0] / 100
        assert (conditions.width, conditions.height) == (1920, 1080)


def test_only_the_hard_level_has_people_in_the_light_hands_at_rest_and_lying_followers() -> None:
    for level in Level:
        hard = level is Level.HARD
        for conditions in drawn(level, 20):
            assert (conditions.people_shadows > 0) == hard
            assert conditions.hand_at_rest == hard
            assert (conditions.lying_share > 0) == hard
            assert (conditions.ride_chance > 0) == hard
            assert hard or conditions.motion_px == 0
    assert {conditions.motion_px for conditions in drawn(Level.HARD)} == {0.0, 3.0}


def test_tables_and_glare_are_those_of_the_level() -> None:
    assert RANGES[Level.EASY].surfaces == (Surface.PLAIN,)
    assert {conditions.surface for conditions in drawn(Level.ORDINARY)} == {Surface.WOOD, Surface.CLOTH}
    assert {conditions.surface for conditions in drawn(Level.HARD)} == {
        Surface.PATTERNED,
        Surface.DARK,
        Surface.GLOSS,
        Surface.POSTER,
    }
    assert [RANGES[level].glare for level in Level] == [GlarePlace.NONE, GlarePlace.BESIDE, GlarePlace.OVER]


def test_the_same_seed_draws_the_same_conditions() -> None:
    assert Conditions.from_level("hard", np.random.default_rng(5)) == Conditions.from_level(
        Level.HARD, np.random.default_rng(5)
    )


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="brutal"):
        Conditions.from_level("brutal", np.random.default_rng(0))


@pytest.mark.parametrize("level", list(Level))
def test_the_light_spans_exactly_its_ratio(level: Level) -> None:
    xs, ys = np.meshgrid(np.linspace(-1.8, 1.8, 60), np.linspace(-1, 1, 40))
    for conditions in drawn(level, 5):
        light = np.exp(light_shape(conditions, np.random.default_rng(1), xs, ys))
        assert light.max() / light.min() == pytest.approx(conditions.light_ratio)


def test_candles_are_redder_than_noon_and_noon_is_nearly_white() -> None:
    candle, noon = kelvin_to_bgr(2500), kelvin_to_bgr(6504)
    assert candle[0] < 0.3 < 2.0 < candle[2]
    assert noon == pytest.approx((1.0, 1.0, 1.0), abs=0.07)
    with pytest.raises(ValueError, match="900"):
        kelvin_to_bgr(900)


def test_one_stop_more_is_twice_the_light() -> None:
    rng = np.random.default_rng(3)
    conditions = Conditions.from_level("easy", rng)
    darker = light_map(conditions, np.random.default_rng(9))
    brighter = light_map(replace(conditions, exposure_ev=conditions.exposure_ev + 1), np.random.default_rng(9))
    assert (brighter / darker) ** 2.2 == pytest.approx(2.0, rel=1e-3)
