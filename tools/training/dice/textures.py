"""What is no die: stuffs, stones, grains, dots, tokens and prints, drawn at every scale, to be told from dice."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

SIZE = 256


def texture(rng: np.random.Generator) -> np.ndarray:
    """(256, 256, 3) of some stuff, perhaps with things on it, as a camera takes it."""
    canvas = stuff(rng) if rng.random() < 0.6 else _askew(board(rng).astype(np.float64), rng)
    return _taken(strewn(canvas, int(rng.integers(0, 3)), rng), rng)


def spotted_table(rng: np.random.Generator) -> np.ndarray:
    """(256, 256, 3) of a table with cards, dominoes or dots on it, seen from any slant."""
    return _taken(_askew(spotted(rng), rng), rng)


def strewn(canvas: np.ndarray, times: int, rng: np.random.Generator) -> np.ndarray:
    """The same with so many kinds of crumbs, dots, tokens or print on it."""
    for _ in range(times):
        canvas = _THINGS[int(rng.integers(len(_THINGS)))](canvas, rng)
    return canvas


def spotted(rng: np.random.Generator) -> np.ndarray:
    """(256, 256, 3) of some stuff, or a board, with cards, dominoes or dots on it."""
    canvas = stuff(rng) if rng.random() < 0.75 else board(rng).astype(np.float64)
    for _ in range(int(rng.integers(1, 3))):
        canvas = (_cards if rng.random() < 0.7 else _dots)(canvas, rng)
    return canvas


def _colours(rng: np.random.Generator, count: int) -> np.ndarray:
    base = rng.uniform(5, 245, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(5, 245))
    spread = 12 if rng.random() < 0.5 else 60
    return np.clip(base + rng.normal(0, spread, (count, 1)) + rng.normal(0, spread / 3, (count, 3)), 0, 255)


def stuff(rng: np.random.Generator) -> np.ndarray:
    """Noise with a spectrum of its own, in two colours or lit from the side: fleece, stone, wood, felt, paper."""
    ys, xs = np.fft.fftfreq(SIZE)[:, None], np.fft.rfftfreq(SIZE)[None]
    turn, stretch = rng.uniform(0, np.pi), float(np.exp(rng.uniform(0, 2.5))) if rng.random() < 0.5 else 1.0
    u, v = xs * np.cos(turn) + ys * np.sin(turn), (-xs * np.sin(turn) + ys * np.cos(turn)) * stretch
    radius = np.hypot(u, v)
    low = float(np.exp(rng.uniform(np.log(0.004), np.log(0.25))))
    power = 1 / (radius + low) ** rng.uniform(0.4, 2.6)
    if rng.random() < 0.35:  # a grain of one size
        power = np.exp(-((np.log(radius + 1e-4) - np.log(low)) ** 2) / 0.2)
    phase = rng.normal(size=power.shape) + 1j * rng.normal(size=power.shape)
    field = np.fft.irfft2(phase * power, (SIZE, SIZE))
    field = (field - field.mean()) / (field.std() + 1e-9)
    if rng.random() < 0.3:
        field = np.sin(field * rng.uniform(1, 5))
    elif rng.random() < 0.3:
        field = np.tanh(field * rng.uniform(2, 8) - rng.uniform(-2, 2))
    if rng.random() < 0.4:  # lit from the side
        gy, gx = np.gradient(field)
        lit = gx * np.cos(turn * 2) + gy * np.sin(turn * 2)
        field = field * 0.3 + lit / (lit.std() + 1e-9)
    share = np.clip(0.5 + 0.25 * field, 0, 1)[..., None]
    one, other = _colours(rng, 2)
    return np.asarray(one * (1 - share) + other * share)


def board(rng: np.random.Generator) -> np.ndarray:
    """(256, 256, 3) of cells in some colours, with discs or rings in some of them: from above they look like dice."""
    canvas = np.ascontiguousarray(stuff(rng).astype(np.uint8))
    colours, cell = _colours(rng, 4), SIZE / float(np.exp(rng.uniform(np.log(2), np.log(12))))
    gap, ring = float(rng.uniform(0, 0.15)) * cell, rng.random() < 0.25
    most, alike = int(rng.integers(1, 8)), rng.random() < 0.5
    for corner in (np.array([column, row]) * cell for column in range(13) for row in range(13)):
        if (corner > SIZE).any():
            continue
        low, high = np.round(corner + gap / 2).astype(int), np.round(corner + cell - gap / 2).astype(int)
        body = [float(c) for c in colours[int(rng.integers(3))]]
        cv2.rectangle(canvas, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), body, -1)
        radius = cell * rng.uniform(0.04, 0.2)
        for _ in range(int(rng.integers(0, most))):
            x, y = corner + cell * (rng.uniform(0.15, 0.85, 2) if rng.random() < 0.7 else 0.5)
            ink = colours[3] if alike else colours[int(rng.integers(4))]
            if ring:
                cv2.circle(canvas, (round(x), round(y)), max(2, round(radius)), [float(c) for c in ink], 2, cv2.LINE_AA)
            else:
                _disc(canvas, x, y, radius, ink)
    return canvas


def _dots(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Crumbs, glitter, terrazzo, or the rows of a dotted cloth."""
    canvas = np.ascontiguousarray(canvas.astype(np.uint8))
    colours = _colours(rng, 3)
    if rng.random() < 0.5:
        step, turn = rng.uniform(7, 50), rng.uniform(0, np.pi)
        radius = max(1.0, step * rng.uniform(0.1, 0.4))
        for i in range(-30, 31):
            for j in range(-30, 31):
                x = 128 + step * (i * np.cos(turn) - j * np.sin(turn))
                y = 128 + step * (i * np.sin(turn) + j * np.cos(turn))
                if -9 < x < SIZE + 9 and -9 < y < SIZE + 9:
                    _disc(canvas, x, y, radius, colours[0])
    else:
        reach = float(np.exp(rng.uniform(np.log(0.6), np.log(9))))
        for _ in range(int(rng.integers(5, 180))):
            x, y = rng.uniform(0, SIZE, 2)
            _disc(canvas, x, y, reach * rng.uniform(0.5, 1.6), colours[int(rng.integers(3))])
    return canvas


def _disc(canvas: np.ndarray, x: float, y: float, radius: float, colour: np.ndarray) -> None:
    centre = (round(x * 16), round(y * 16))
    cv2.circle(canvas, centre, max(8, round(radius * 16)), [float(c) for c in colour], -1, cv2.LINE_AA, 4)


def _tokens(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Coins, counters, buttons, blank tiles, tiles with a letter or a sign on them; a shadow beside each."""
    canvas = np.ascontiguousarray(canvas.astype(np.uint8))
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.uniform(0, SIZE, 2)
        size = float(np.exp(rng.uniform(np.log(5), np.log(50))))
        turn, sides = rng.uniform(0, 2 * np.pi), int(rng.choice([3, 4, 4, 4, 5, 6, 8, 40]))
        angles = turn + np.arange(sides) * 2 * np.pi / sides
        outline = np.stack([np.cos(angles), np.sin(angles)], 1) * size
        dark, body, mark = _colours(rng, 3)
        for shift, colour in ((size * rng.uniform(0.05, 0.4), dark * 0.4), (0.0, body)):
            points = np.round((outline + np.array([x + shift, y + shift])) * 16).astype(np.int32)
            cv2.fillConvexPoly(canvas, points, [float(c) for c in colour], cv2.LINE_AA, 4)
        kind = rng.random()
        if kind < 0.25:
            letter = chr(int(rng.integers(33, 127)))
            at = (int(x - 0.4 * size), int(y + 0.4 * size))
            cv2.putText(canvas, letter, at, 0, size / 28, [float(c) for c in mark], max(1, int(size / 12)), cv2.LINE_AA)
        elif kind < 0.4 and sides not in (4, 5, 6, 8):  # a round one may have a hole
            _disc(canvas, x, y, size * rng.uniform(0.1, 0.7), mark)
        elif kind < 0.55:
            cv2.line(canvas, (int(x - size / 2), int(y)), (int(x + size / 2), int(y)), [float(c) for c in mark], 2)
    return canvas


def _print(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Lines of writing, a grid, stripes."""
    canvas = np.ascontiguousarray(canvas.astype(np.uint8))
    ink = [float(c) for c in _colours(rng, 1)[0]]
    step = int(np.exp(rng.uniform(np.log(5), np.log(60))))
    kind = int(rng.integers(3))
    for at in range(0, SIZE, step):
        if kind == 0:
            words = "".join(chr(int(c)) for c in rng.integers(32, 127, 60))
            cv2.putText(canvas, words, (0, at), 0, step / 36, ink, max(1, step // 18), cv2.LINE_AA)
        else:
            cv2.line(canvas, (0, at), (SIZE, at), ink, max(1, int(step * rng.uniform(0.05, 0.4))))
            if kind == 2:
                cv2.line(canvas, (at, 0), (at, SIZE), ink, max(1, int(step * 0.15)))
    turned = cv2.getRotationMatrix2D((128, 128), rng.uniform(0, 360), 1.45)
    return cv2.warpAffine(canvas, turned, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)


def _cards(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Playing cards and dominoes, which bear spots and lie flat; a single square of spots nobody could tell from a
    die seen from straight above."""
    canvas = np.ascontiguousarray(np.clip(canvas, 0, 255).astype(np.uint8))
    body, ink = _colours(rng, 2)
    if rng.random() < 0.6:
        body = np.full(3, rng.uniform(200, 250))
        ink = rng.uniform(0, 70, 3) if rng.random() < 0.6 else np.array([30.0, 30.0, rng.uniform(150, 220)])
    side = float(np.exp(rng.uniform(np.log(12), np.log(90))))
    long = float(rng.choice([1.45, 2.0]))
    for _ in range(int(rng.integers(2, 14))):
        turn, middle = rng.uniform(0, 360), rng.uniform(0, SIZE, 2)
        box = cv2.boxPoints(((float(middle[0]), float(middle[1])), (side, side * long), turn))
        cv2.fillConvexPoly(canvas, np.round(box * 16).astype(np.int32), [float(c) for c in body], cv2.LINE_AA, 4)
        spin = cv2.getRotationMatrix2D((0, 0), -turn, 1.0)[:, :2]
        for x, y in _figure(rng, long):
            at = middle + spin @ (np.array([x, y]) * side)
            _disc(canvas, at[0], at[1], side * rng.uniform(0.085, 0.095), ink)
    return canvas


def _figure(rng: np.random.Generator, long: float) -> list[tuple[float, float]]:
    """Where spots lie on a card, over its width."""
    if long == 1.45:
        rows, columns = int(rng.integers(1, 6)), int(rng.integers(1, 3))
        return [
            ((c - (columns - 1) / 2) * 0.42, (r - (rows - 1) / 2) * 0.25) for r in range(rows) for c in range(columns)
        ]
    spots = []
    for half in (-0.5, 0.5):
        s, number = 0.26, int(rng.integers(1, 7))
        two, four = [(-s, -s), (s, s)], [(-s, -s), (s, s), (-s, s), (s, -s)]
        figure = {1: [(0.0, 0.0)], 2: two, 3: [*two, (0.0, 0.0)], 4: four, 5: [*four, (0.0, 0.0)]}
        spots += [(x, y + half) for x, y in figure.get(number, [*four, (-s, 0.0), (s, 0.0)])]
    return spots


_THINGS = (_dots, _dots, _tokens, _tokens, _print, _cards, _cards)


def _askew(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Turned, nearer or further, and seen at a slant."""
    turned = cv2.getRotationMatrix2D((128, 128), rng.uniform(0, 360), float(np.exp(rng.uniform(-0.3, 0.7))))
    turned = np.diag([1.0, float(rng.uniform(0.45, 1.0)), 1.0]) @ np.vstack([turned, [0, 0, 1]])
    return np.asarray(cv2.warpAffine(canvas, turned[:2], (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT))


def _taken(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Light that falls off, a little blur, grain and JPEG."""
    angle = rng.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[-1 : 1 : SIZE * 1j, -1 : 1 : SIZE * 1j]
    light = np.exp(rng.uniform(0, 0.6) * (xs * np.cos(angle) + ys * np.sin(angle)) + rng.normal(0, 0.25))
    picture = cv2.GaussianBlur(canvas.astype(np.float32) * light[..., None], (0, 0), rng.uniform(0.3, 1.3))
    sigma = rng.uniform(0, 9)
    picture = picture + rng.normal(0, sigma, (SIZE, SIZE, 1)) + rng.normal(0, sigma / 2, (SIZE, SIZE, 3))
    packed = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [1, int(rng.integers(55, 97))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def main() -> None:
    """Draw textures into a folder, beside the examples with dice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--spotted", action="store_true", help="nothing but cards, dominoes and dots")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([arguments.seed, 0x57])
    with (arguments.folder / f"textures-{arguments.seed}.jsonl").open("w") as truth:
        for number in range(arguments.count):
            name = f"t{arguments.seed}-{number:05d}.jpg"
            picture = spotted_table(rng) if arguments.spotted else texture(rng)
            cv2.imwrite(str(arguments.folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 96])
            truth.write(json.dumps({"picture": name, "dice": []}) + "\n")


if __name__ == "__main__":
    main()
