"""Fits every regression on what was gathered: ``python -m tools.training.odds.fit FOLDER``.

Says of each how well its weights in use foretell these pictures, and how well fitted ones foretell pictures that they
were not fitted on; with ``--to FILE`` the fitted weights are kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from calibration.arrays import Float64Array
from tools.training.odds.regression import ForecastScore, OddsExamples, fitted, held_out_score, score_of
from vision.stained_glass import context
from vision.tile_map import field_votes, presence, presence_gate


def in_use() -> dict[str, tuple[float, ...]]:
    """The weights of each regression that the eyes use, the constant first."""
    places, votes, glass = presence.PARAMETERS, field_votes.PARAMETERS, context.PARAMETERS
    return {
        "presence": (places.before, *places.weights),
        "presence_seen": (places.before_seen, *places.weights_seen),
        "presence_gate": presence_gate.PARAMETERS.gate,
        "field_votes": (votes.before, votes.closer_look_says, votes.share_says),
        "field_votes_alone": (votes.alone_before, votes.alone_says),
        "stained_glass": glass.weights,
        "stained_glass_part": glass.part_weights,
    }


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
    parser.add_argument("--to", type=Path, help="where the fitted weights are kept, as JSON")
    chosen = parser.parse_args(arguments)
    used: Mapping[str, Sequence[float]] = in_use()
    found = {name: rounded(fitted(OddsExamples.together(some))) for name, some in gathered(chosen.folder).items()}
    for name, pictures in gathered(chosen.folder).items():
        sys.stdout.write(f"{line(name, pictures, used[name])}\n{'':18s} {found[name]} for {list(used[name])}\n")
    if chosen.to is not None:
        chosen.to.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
