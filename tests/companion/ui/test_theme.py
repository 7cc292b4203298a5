"""What the colours promise: text that can be read, players that can be told apart by everybody."""

from itertools import combinations

import numpy as np
import pytest

from companion.ui.kit.theme import (
    DARK,
    INK,
    LIGHT,
    PLAYERS,
    DrawingStyle,
    WindowShape,
    badge_letters,
    density_for,
    fitted,
    rgba,
)
from games.game import SEAT_COLOURS

# Machado, Oliveira, Fernandes (2009), severity 1.0, on linear RGB.
EYES = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def linear(colour: str) -> np.ndarray:
    c = np.array(rgba(colour)[:3])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """WCAG 2.1 contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(linear_rgb: np.ndarray) -> np.ndarray:
    """CIELAB under D65."""
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    xyz = to_xyz @ np.clip(linear_rgb, 0, 1) / to_xyz.sum(axis=1)
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def ciede2000(one: np.ndarray, other: np.ndarray) -> float:
    """CIEDE2000 colour difference (Sharma, Wu, Dalal 2005)."""
    mean_c = (np.hypot(*one[1:]) + np.hypot(*other[1:])) / 2
    g = 0.5 * (1 - np.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    (l1, a1, b1), (l2, a2, b2) = one, other
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    big_h = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * np.cos(np.radians(mean_h - 30))
        + 0.24 * np.cos(np.radians(2 * mean_h))
        + 0.32 * np.cos(np.radians(3 * mean_h + 6))
        - 0.20 * np.cos(np.radians(4 * mean_h - 63))
    )
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / np.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    r_c = 2 * np.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    r_t = -r_c * np.sin(np.radians(60 * np.exp(-(((mean_h - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / s_l, (c2 - c1) / s_c, big_h / s_h
    return float(np.sqrt(dl**2 + dc**2 + dh**2 + r_t * dc * dh))


def least_difference(colours: list[str], eye: str) -> float:
    seen = [lab(EYES[eye] @ linear(PLAYERS[colour].fill)) for colour in colours]
    return min(ciede2000(one, other) for one, other in combinations(seen, 2))


def test_the_measure_of_difference_gives_the_published_values():
    # Pairs 1, 7 and 17 of Sharma, Wu, Dalal (2005), table 1.
    assert ciede2000(np.array([50, 2.6772, -79.7751]), np.array([50, 0, -82.7485])) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000(np.array([50, 0, 0]), np.array([50, -1, 2])) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000(np.array([50, 2.5, 0]), np.array([73, 25, -18])) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("sixth", ["pink", "white"])
def test_everybody_can_tell_any_two_players_apart(eye, sixth):
    six = ["red", "yellow", "green", "blue", "black", sixth]
    assert least_difference(six, eye) >= 12


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
@pytest.mark.parametrize("ground", ["bg", "surface", "raised"])
@pytest.mark.parametrize(
    ("role", "least"), [("text", 7), ("text2", 4.5), ("ok", 4.5), ("warn", 4.5), ("bad", 4.5), ("line", 3)]
)
def test_text_and_lines_stand_out_from_every_ground(palette, ground, role, least):
    assert contrast(getattr(palette, role), getattr(palette, ground)) >= least


# The values promised for bg, surface and raised, to one decimal.
PROMISED = {
    "dark": {
        "text": (16.6, 14.7, 12.8),
        "text2": (10.7, 9.5, 8.3),
        "ok": (10.8, 9.6, 8.3),
        "warn": (10.4, 9.2, 8.0),
        "bad": (8.5, 7.6, 6.6),
        "line": (5.4, 4.8, 4.2),
    },
    "light": {
        "text": (14.1, 16.2, 17.3),
        "text2": (6.8, 7.8, 8.4),
        "ok": (5.3, 6.1, 6.5),
        "warn": (6.0, 6.9, 7.4),
        "bad": (6.1, 7.0, 7.5),
        "line": (3.5, 4.0, 4.3),
    },
}


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
@pytest.mark.parametrize("role", PROMISED["dark"])
def test_contrasts_are_as_promised(palette, role):
    measured = [contrast(getattr(palette, role), getattr(palette, ground)) for ground in ("bg", "surface", "raised")]
    assert measured == pytest.approx(PROMISED[palette.name][role], abs=0.06)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_the_primary_button_can_be_read_from_afar(palette):
    assert contrast(palette.primary, palette.on_primary) >= 16


@pytest.mark.parametrize(
    ("colour", "ratio"),
    [("red", 5.1), ("yellow", 13.0), ("green", 7.8), ("blue", 5.1), ("black", 17.3), ("pink", 10.0), ("white", 16.7)],
)
def test_letters_on_player_colours_can_be_read(colour, ratio):
    paint = PLAYERS[colour]
    assert contrast(paint.fill, paint.letter) == pytest.approx(ratio, abs=0.06)


def test_every_seat_colour_has_its_own_badge_and_texture():
    assert set(PLAYERS) == set(SEAT_COLOURS)
    assert len({paint.badge for paint in PLAYERS.values()}) == len(PLAYERS)
    assert len({paint.texture for paint in PLAYERS.values()}) == len(PLAYERS)
    assert PLAYERS["red"].letter == INK


def test_badges_carry_one_letter_or_two_where_names_collide():
    assert badge_letters(["Anna", "Ben", "Cleo"]) == ("A", "B", "C")
    assert badge_letters(["Anna", "Ben", "Bea"]) == ("A", "Be", "Be")
    assert badge_letters(["Özlem", "Otto"]) == ("Ö", "O")


@pytest.mark.parametrize(
    ("size", "density", "shape"),
    [
        ((1280, 800), 1.0, WindowShape.WIDE),
        ((1920, 1200), 1.5, WindowShape.WIDE),
        ((800, 1280), 1.0, WindowShape.PORTRAIT),
        ((1200, 1920), 1.5, WindowShape.PORTRAIT),
        ((800, 480), 1.0, WindowShape.COMPACT),
        ((480, 800), 1.0, WindowShape.COMPACT),
        ((2560, 1600), 2.0, WindowShape.WIDE),
        ((1280, 720), 1.0, WindowShape.WIDE),
        ((1366, 1024), 1.0, WindowShape.WIDE),  # squarer, and no wider than a laptop's
        ((2048, 1536), 1.5, WindowShape.WIDE),
        ((1024, 768), 1.0, WindowShape.COMPACT),
        ((1024, 600), 1.0, WindowShape.COMPACT),
    ],
)
def test_a_bigger_screen_shows_the_same_larger(size, density, shape):
    assert density_for(*size) == density
    assert fitted(DrawingStyle(), *size).shape is shape


def test_text_grows_for_those_who_need_it_but_cards_keep_their_size():
    large = DrawingStyle(text_scale=1.3, density=1.5)
    assert large.type_px("body") == pytest.approx(22 * 1.3 * 1.5)
    assert large.type_px("score") == 72 * 1.5


def test_an_upright_tablet_of_600_pixels_is_short_of_width_and_one_of_800_is_not():
    assert fitted(DrawingStyle(), 600, 1024).tight
    assert not fitted(DrawingStyle(), 800, 1280).tight
    assert fitted(DrawingStyle(), 800, 480).tight
