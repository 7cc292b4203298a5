"""Teach the network that measures faces: ``python -m tools.training.dice.measure FOLDER --minutes 25``.

It is shown each face of each die that is turned to the camera, roughly in the middle and roughly at its size, and asked
for the square of that face on which the patch's middle lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tools.training.dice.networks import MeasureNetwork, write
from tools.training.dice.train import Example, begun, lesson, load, recoloured, resume, teach, view
from vision.dice.pattern import UpperFace, face_axes
from vision.networks.dice.judge import PATCH, PATCH_SIDE
from vision.networks.dice.measure import powers_of

_UPPER = 0.65  # share of patches that show an upper face; the others show any
_OFF, _FAR_OFF = 0.06, 0.2  # sides from a face's middle: as another look finds it, and as the finder does
_LARGER, _FAR_LARGER = 0.07, 0.32  # the same of the logarithm of its size
_FAR = 0.6  # share of patches that are shown as the finder measures them
_COVERED = 0.35
_LEAST_PX = 11.0  # mean edge of a face that is worth measuring


@dataclass(frozen=True, eq=False, slots=True)
class TaughtSquare:
    """A face as it is taught.

    Attributes:
        picture: the whole example. middle: (2,) px. side: mean edge, px. edges: (2, 2) px, in columns.
        body: (2,) px, its die's middle. upper: it is the die's highest. turn_known: else its turn may be any.
    """

    picture: np.ndarray
    middle: np.ndarray
    side: float
    edges: np.ndarray
    body: np.ndarray
    upper: bool
    turn_known: bool = True


def squares_of(example: Example) -> list[TaughtSquare]:
    """Every face of an example that is worth measuring."""
    found = []
    for die in (die for die in example[1] if not die["blank"]):
        body = np.array([die["x"], die["y"]]) + np.array(die["lean"]) * die["side"]
        if "faces" not in die:  # drawn before examples told of corners
            face = UpperFace(die["x"], die["y"], die["side"], (die["lean"][0], die["lean"][1]))
            middle = np.array([die["x"], die["y"]])
            square = TaughtSquare(example[0], middle, die["side"], face_axes(face), body, True, False)
            found += [square] if die["covered"] < _COVERED and die["side"] > _LEAST_PX else []
            continue
        for face in die["faces"]:
            corners = np.array(face["corners"])
            side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean())
            if face["covered"] < _COVERED and side > _LEAST_PX:
                edges = np.stack([corners[1] - corners[0], corners[3] - corners[0]], axis=1)
                middle = np.array([face["x"], face["y"]])
                found.append(TaughtSquare(example[0], middle, side, edges, body, face["upper"]))
    return found


def case(square: TaughtSquare, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A patch (3, 48, 48) and (10,): middle, log of size, powers of both edges, lean, whether its turn is known."""
    off, larger = (_FAR_OFF, _FAR_LARGER) if rng.random() < _FAR else (_OFF, _LARGER)
    shift = rng.normal(0, off, 2) * square.side
    while np.abs(np.linalg.solve(square.edges, shift)).max() > 0.48:  # it would lie on another face
        shift *= 0.7
    scale = PATCH_SIDE / square.side * float(np.exp(np.clip(rng.normal(0, larger), -0.6, 0.6)))
    patch, affine = view(square.picture, square.middle + shift, scale, PATCH, rng)
    turned = affine[:, :2]
    at = turned @ square.middle + affine[:, 2] - (PATCH - 1) / 2
    one, other = (turned @ square.edges / scale / square.side).T
    second, fourth = powers_of(complex(*one), complex(*other))
    wanted = [
        *(at / PATCH_SIDE),
        np.log(square.side * scale / PATCH_SIDE),
        *(second.real, second.imag, fourth.real, fourth.imag),
        *(turned @ (square.body - square.middle) / scale / square.side),
        float(square.turn_known),
    ]
    return recoloured(patch, rng).transpose(2, 0, 1), np.array(wanted, np.float32)


def loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """How far middle, size and edges are from the truth, weighed by how far the network says that they may be."""
    place = ((answer[:, :2] - wanted[:, :2]) ** 2).sum(1) + 0.5 * (answer[:, 2] - wanted[:, 2]) ** 2
    turn = wanted[:, 9] * ((answer[:, 5:7] - wanted[:, 5:7]) ** 2).sum(1)
    edges = ((answer[:, 3:5] - wanted[:, 3:5]) ** 2).sum(1) + 0.25 * turn
    apart = (place + 0.25 * edges).add(1e-5).sqrt()
    spread = answer[:, 9].clamp(-5.0, 1.0)
    # The second term keeps faces that are hard to measure from being given up.
    weighed = (apart / spread.exp() + spread).mean()
    lean = functional.smooth_l1_loss(answer[:, 7:9], wanted[:, 7:9], beta=0.05)
    return 0.3 * weighed + 4 * apart.mean() + 2 * lean


def _batches(squares: list[TaughtSquare], size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    rng = np.random.default_rng(seed)
    upper = [square for square in squares if square.upper]
    while True:
        chosen = [upper if rng.random() < _UPPER else squares for _ in range(size)]
        cases = [case(some[int(rng.integers(len(some)))], rng) for some in chosen]
        yield tuple(torch.from_numpy(np.stack(each).astype(np.float32)) for each in zip(*cases, strict=True))


def main() -> None:
    """Teach it and write it beside the reader."""
    parser = lesson(__doc__, minutes=25.0, rate=3e-3)
    parser.add_argument("--resume", type=str)
    arguments = begun(parser)
    squares = [square for example in load(arguments.folder) for square in squares_of(example)]
    print(len(squares), sum(square.upper for square in squares), flush=True)
    network, feed = MeasureNetwork(), _batches(squares, 64, arguments.seed)
    print(sum(one.numel() for one in network.parameters()), flush=True)
    if arguments.resume:
        resume(network, arguments.folder / arguments.resume, feed)
    network = teach(network, feed, loss, arguments.minutes * 60, arguments.rate)
    torch.save(network.state_dict(), arguments.folder / "measure.pt")
    write(network, arguments.out / "measure.onnx", "measure")


if __name__ == "__main__":
    main()
