"""Teaches the reader of digits: ``python -m tools.training.digits.teach FONTS... --held-out WORD...`` (OpenCV 5).

Plain gradient descent (Adam, Kingma and Ba 2015) on the cross-entropy, a minute on one core. Typefaces whose file name
holds a held-out word are not learned from; how many of their digits are read right is printed.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.digits.examples import example, fonts_in
from vision.networks.digits.reader import CLASSES, NOTHING, SIDE, WEIGHTS, GlyphReader

_LAYERS = (SIDE * SIDE, 96, 48, CLASSES)
_BATCH, _RATE = 128, 1.5e-3


def examples(count: int, fonts: Sequence[cv2.FontFace], seed: int) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """So many patches and their classes."""
    rng = np.random.default_rng(seed)
    patches: list[NDArray[np.float32]] = []
    classes: list[int] = []
    while len(patches) < count:
        one = example(rng, fonts)
        if one is not None:
            patches.append(one[0])
            classes.append(one[1])
    return np.stack(patches).astype(np.float32), np.array(classes, np.intp)


def taught(patches: NDArray[np.float32], classes: NDArray[np.intp], epochs: int, seed: int) -> GlyphReader:
    """A reader that has learned these."""
    rng = np.random.default_rng(seed)
    sizes = list(itertools.pairwise(_LAYERS))
    numbers = [rng.normal(0, np.sqrt(2 / one), (one, two)).astype(np.float32) for one, two in sizes]
    numbers += [np.zeros(two, np.float32) for _, two in sizes]
    means, squares = [np.zeros_like(n) for n in numbers], [np.zeros_like(n) for n in numbers]
    step = 0
    for epoch in range(epochs):
        rate = _RATE * (0.5 + 0.5 * np.cos(np.pi * epoch / epochs))
        order = rng.permutation(len(patches))
        for start in range(0, len(order) - _BATCH, _BATCH):
            step += 1
            some = order[start : start + _BATCH]
            slopes = _slopes(numbers, patches[some].reshape(_BATCH, -1) - np.float32(0.25), classes[some])
            for number, slope in enumerate(slopes):
                means[number] += 0.1 * (slope - means[number])
                squares[number] += 0.001 * (slope**2 - squares[number])
                fair = np.sqrt(squares[number] / (1 - 0.999**step)) + 1e-8
                numbers[number] -= (rate * means[number] / (1 - 0.9**step) / fair).astype(np.float32)
                numbers[number] *= np.float32(1 - rate * 0.01)
    half = len(sizes)
    return GlyphReader(tuple(numbers[:half]), tuple(numbers[half:]))


def _slopes(
    numbers: list[NDArray[np.float32]], x: NDArray[np.float32], classes: NDArray[np.intp]
) -> list[NDArray[np.float32]]:
    half = len(numbers) // 2
    layers = [x]
    for number in range(half):
        y = layers[-1] @ numbers[number] + numbers[half + number]
        layers.append(np.maximum(y, 0) if number < half - 1 else y)
    shares = np.exp(layers[-1] - layers[-1].max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(len(x)), classes] -= 1
    back = shares / len(x)
    weights: list[NDArray[np.float32]] = []
    biases: list[NDArray[np.float32]] = []
    for number in reversed(range(half)):
        weights.insert(0, layers[number].T @ back)
        biases.insert(0, back.sum(axis=0))
        back = (back @ numbers[number].T) * (layers[number] > 0)
    return weights + biases


def main(arguments: Sequence[str] | None = None) -> None:
    """Teach, say how well it reads, and keep the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", type=Path, nargs="+")
    parser.add_argument("--held-out", nargs="*", default=["Lato", "Bookman", "DejaVuSerif"])
    parser.add_argument("--examples", type=int, default=60_000)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1726)
    parser.add_argument("--to", type=Path, default=Path(str(files("vision.networks.digits").joinpath(WEIGHTS))))
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    known = fonts_in(args.fonts, [*args.held_out, "D050000L", "StandardSymbols", "Z003"])
    reader = taught(*examples(args.examples, known, args.seed), args.epochs, args.seed)
    everything = fonts_in(args.fonts, ["D050000L", "StandardSymbols", "Z003"])
    unknown = [f for f, p in zip(everything, _names(args.fonts), strict=True) if any(w in p for w in args.held_out)]
    patches, classes = examples(4000, unknown, args.seed + 1)
    right = reader.read(patches).argmax(axis=1) == classes
    digits = classes != NOTHING
    sys.stdout.write(f"{len(known)} typefaces; of {len(unknown)} others: digits {right[digits].mean():.4f} ")
    sys.stdout.write(f"of {digits.sum()}, other print {right[~digits].mean():.4f} of {(~digits).sum()}\n")
    kept = {f"weight{n}": w.astype(np.float16) for n, w in enumerate(reader.weights)}
    kept |= {f"bias{n}": b.astype(np.float16) for n, b in enumerate(reader.biases)}
    np.savez_compressed(args.to, allow_pickle=False, **kept)


def _names(folders: Sequence[Path]) -> list[str]:
    paths = [path for folder in folders for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")])]
    return [p.name for p in paths if not any(w in p.name for w in ("D050000L", "StandardSymbols", "Z003"))]


if __name__ == "__main__":
    main()
