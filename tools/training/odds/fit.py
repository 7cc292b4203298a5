"""Fits every regression on what was gathered: ``python -m tools.training.odds.fit FOLDER``.

Says of each how well the weights in use foretell these pictures, and how well fitted ones foretell pictures that they
were not fitted on. With ``--keep NAME...`` the fitted weights of these are the ones in use from then on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np

from calibration.arrays import Float64Array
from tools.training.odds.regression import ForecastScore, OddsExamples, fitted, held_out_score, score_of
from vision.networks.regressions import FILE

KEPT = Path(str(files("vision.networks").joinpath(FILE)))


def gathered(folder: Path) -> dict[str, list[OddsExamples]]:
    """The examples of each regression, picture by picture."""
    found: dict[str, list[OddsExamples]] = {}
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            for name in sorted({key.partition("/")[0] for key in kept}):
                one = OddsExamples(*(kept[f"{name}/{what}"] for what in ("signs", "right", "offset")))
                if len(one):
                    found.setdefault(name, []).append(one)
    return found


def line(name: str, pictures: Sequence[OddsExamples], used: Sequence[float]) -> str:
    """What there is to say of a regression."""
    examples = OddsExamples.together(pictures)
    before, after = score_of(examples, np.array(used)), held_out_score(pictures)
    return (
        f"{name:18s} {len(examples):6d} places of {len(pictures)} pictures, {examples.right.mean():.1%} right;"
        f" in use {_said(before)}; fitted on others {_said(after)}"
    )


def _said(one: ForecastScore) -> str:
    return f"{one.nats:.3f} nats, {one.calibration:.3f} off, {one.wrong} wrong"


def rounded(weights: Float64Array) -> list[float]:
    """To three figures: more of them the examples don't tell."""
    return [float(f"{weight:.3g}") for weight in weights]


def main(arguments: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--keep", nargs="*", default=[], help="regressions whose fitted weights are put in use")
    chosen = parser.parse_args(arguments)
    weights = in_use()
    for name, pictures in gathered(chosen.folder).items():
        found = rounded(fitted(OddsExamples.together(pictures)))
        sys.stdout.write(f"{line(name, pictures, weights[name])}\n{'':18s} {found} for {weights[name]}\n")
        if name in chosen.keep:
            weights[name] = found
    if chosen.keep:
        put_in_use(weights)


def in_use() -> dict[str, list[float]]:
    """The weights of each regression that the eyes use, the constant first."""
    weights: dict[str, list[float]] = json.loads(KEPT.read_text("utf-8"))
    return weights


def put_in_use(weights: Mapping[str, Sequence[float]]) -> None:
    """Write the weights that the eyes use from now on, a line each."""
    lines = (f" {json.dumps(name)}: {json.dumps(list(each))}" for name, each in sorted(weights.items()))
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
