"""Dice of any make: the stuffs, forms and colours that a reader should not be surprised by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.arrays import Float64Array
from vision.imaging.values import Colour
from vision.simulator.dice.look import (
    INKS,
    LEAST_CONTRAST,
    PALE,
    WHITE,
    DieAppearance,
    TwoColours,
    any_appearance,
    near,
)

_METALS: tuple[Colour, ...] = ((156, 150, 150), (96, 146, 178), (120, 112, 110), (190, 200, 206), (60, 62, 66))
_WOODS: tuple[Colour, ...] = ((120, 172, 208), (96, 150, 196), (70, 116, 168), (76, 122, 178), (150, 196, 226))


def any_make(rng: np.random.Generator, side_mm: tuple[float, float]) -> DieAppearance:
    """A die of any make and form: of plastic, metal, stone, wood, clear or clouded, in one colour or two."""
    return _formed(_of_some_stuff(any_appearance(rng, side_mm), rng), rng)


def any_stuff(rng: np.random.Generator, side_mm: tuple[float, float]) -> DieAppearance:
    """A die of a stuff whose figures are about as large as its pips, which may be flush with it and hardly differ:
    marble, wood, clouds, layers, coarse speckles."""
    body, pip = _any_pair(rng)
    if rng.random() < 0.4:  # wood, bone, horn and stone have no strong colours
        tone = rng.uniform(30, 235)
        body = _mild(tone, rng)
        pip = _mild(float(rng.uniform(5, 40) if tone > 125 else rng.uniform(215, 250)), rng)
    made = replace(any_appearance(rng, side_mm), body=body, pip=pip, marked_values=(), clear=0.0, grain=0.0)
    made = replace(
        made,
        second=_beside(body, pip, rng),
        layout=list(TwoColours)[int(rng.choice(6, p=(0.08, 0.14, 0.08, 0.2, 0.22, 0.28)))],
        coarse=float(np.exp(rng.uniform(np.log(0.06), np.log(0.5)))),
    )
    if rng.random() < 0.5:
        made = replace(made, dimple=0.0)
    if rng.random() < 0.15:
        made = replace(made, grain=float(rng.uniform(4, 20)), grain_stretch=float(rng.choice([1.0, 8.0])))
    return _formed(made, rng)


def _mild(tone: float, rng: np.random.Generator) -> Colour:
    blue, green, red = np.clip(tone * rng.uniform(0.8, 1.0) + np.array([-1.0, 0.0, 1.0]) * rng.uniform(-8, 30), 5, 250)
    return float(blue), float(green), float(red)


def _beside(body: Colour, pip: Colour, rng: np.random.Generator) -> Colour:
    """A second colour of a body, from which its pips stand out, too, if less."""
    own, ink = np.array(body), np.array(pip)
    for _ in range(40):
        other = own * rng.uniform(0.45, 1.6) if rng.random() < 0.5 else own + rng.normal(0, 45, 3)
        other = np.clip(other + rng.normal(0, 8, 3), 6, 250)
        apart = float(np.abs(other - ink).max())
        if apart > LEAST_CONTRAST * 0.45 and np.abs(other - own).max() > 15:
            break
    else:
        other = own
    blue, green, red = other.tolist()
    return blue, green, red


def _of_some_stuff(appearance: DieAppearance, rng: np.random.Generator) -> DieAppearance:
    """The same die of metal, stone, raw wood, or of clear or sharp plastic; a third keep what they are."""
    kind = rng.random()
    if kind < 0.12:
        body = near(_METALS, 12, rng)
        pale = max(body) < 120 or (max(body) < 150 and rng.random() < 0.4)
        pip = near(PALE[:2] if pale else INKS[:2], 8, rng)
        metal = float(rng.uniform(0.3, 0.9))
        return replace(appearance, body=body, pip=pip, marked_values=(), clear=0.0, grain=0.0, gloss=0.3, metal=metal)
    if kind < 0.22:
        return replace(appearance, clear=0.0, grain=float(rng.uniform(10, 38)), grain_stretch=1.0)
    if kind < 0.32:
        body, pip = near(_WOODS, 14, rng), near(((30, 44, 60), (24, 22, 22)), 10, rng)
        grain = float(rng.uniform(8, 30))
        return replace(appearance, body=body, pip=pip, marked_values=(), clear=0.0, grain=grain, grain_stretch=8.0)
    if kind < 0.44:
        return replace(appearance, clear=float(rng.uniform(0.3, 0.75)), gloss=float(rng.uniform(0.4, 1.0)))
    if kind < 0.6:
        return replace(appearance, rounding=float(rng.uniform(0.01, 0.04)), ball=0.87, dimple=0.0)
    if kind < 0.8:
        body, pip = _any_pair(rng)
        return _mixed(replace(appearance, body=body, pip=pip, marked_values=()), rng)
    if kind < 0.88:
        return replace(appearance, clear=float(rng.uniform(0.3, 0.7)), frosted=float(rng.uniform(0.4, 1.0)), gloss=0.1)
    return appearance


def _mixed(appearance: DieAppearance, rng: np.random.Generator) -> DieAppearance:
    """The same die, three times in five of a second colour, too, from which its pips still stand out."""
    if rng.random() > 0.6:
        return appearance
    body, pip = np.array(appearance.body), np.array(appearance.pip)
    for _ in range(20):
        other = np.clip(body + rng.normal(0, 55, 3), 6, 250)
        if np.abs(other - pip).max() > LEAST_CONTRAST * 0.7:
            blue, green, red = other.tolist()
            return replace(
                appearance, second=(blue, green, red), layout=list(TwoColours)[int(rng.integers(len(TwoColours)))]
            )
    return appearance


def _formed(appearance: DieAppearance, rng: np.random.Generator) -> DieAppearance:
    """The same die, half the time with bulging sides, cut edges, or worn round; and one in six with fainter pips."""
    form = rng.random()
    if form < 0.2:
        appearance = replace(appearance, cushion=float(rng.uniform(5.0, 12.0)), spacing=min(appearance.spacing, 0.26))
    elif form < 0.35:
        appearance = replace(appearance, chamfer=float(rng.uniform(0.03, 0.13)), rounding=0.01)
    elif form < 0.5:
        rounding, ball = float(rng.uniform(0.1, 0.22)), float(rng.uniform(0.65, 0.76))
        appearance = replace(appearance, rounding=rounding, ball=ball, spacing=min(appearance.spacing, 0.26))
    if rng.random() > 1 / 6:
        return appearance
    body, pip = np.array(appearance.body), np.array(appearance.pip)
    blue, green, red = (body + (pip - body) * max(0.4, 48.0 / float(np.abs(pip - body).max()))).tolist()
    return replace(appearance, pip=(blue, green, red), marked_values=())


def _any_pair(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Body and pips of any two colours that differ enough, in lightness or in one channel alone."""
    while True:
        body, pip = rng.uniform(8, 246, (2, 3)) if rng.random() < 0.5 else _vivid(rng)
        if np.abs(body - pip).max() > LEAST_CONTRAST:
            (blue, green, red), (ink_blue, ink_green, ink_red) = body.tolist(), pip.tolist()
            return (blue, green, red), (ink_blue, ink_green, ink_red)


def _vivid(rng: np.random.Generator) -> Float64Array:
    """(2, 3) a strong colour, and white, black, gold or another one."""
    strong = np.clip(rng.uniform(-60, 300, (2, 3)), 8, 246)
    others = np.array([WHITE, (24.0, 22.0, 22.0), (120.0, 214.0, 240.0), strong[1]])
    pair = np.stack([strong[0], others[int(rng.integers(len(others)))]])
    return np.asarray(pair if rng.random() < 0.75 else pair[::-1], np.float64)
