"""Whether a tile's pattern is there all over it: a blue figure alone on dark wood is much like a tile with one blue
pane, as correlations go, since they say how well what stands out fits and hardly anything of the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class EvennessParameters(Parameters):
    """What of a patch stands out from the rest of it."""

    most: float = parameter(
        0.95, "quantile", "of how far px are from the patch's usual colour that counts as the most of it", CHOSEN
    )
    stands_out: float = parameter(0.5, "times the most", "beyond which a px stands out", CHOSEN)
    weak: float = parameter(
        0.5,
        "of the usual strength",
        "of film on the same ground, below which it may be the ground's own pattern",
        "docs/findings/stained-glass.md",
    )
    strongest: float = parameter(
        1.5,
        "of its strength on white",
        "that film may have elsewhere: in another picture white may be brighter; at twice as much it is none",
        "docs/findings/stained-glass.md",
    )


PARAMETERS = EvennessParameters()


def evenness(patches: Patches, references: Patches, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(b,) how strong the references' pattern is where nothing stands out, in units of how strong it is in all: about
    1 of what is there, 0 of bare table with one thing on it, also where there is no pattern to be found at all.

    Args:
        patches, references: (b, n, n, 3) Lab. inside: (b, n, n) what of the patches lies in the picture.
    """
    if not len(patches):
        return np.zeros(0)
    seen = np.asarray(patches, np.float32).reshape(len(patches), -1, 3)
    known = np.asarray(references, np.float32).reshape(len(patches), -1, 3)
    there = inside.reshape(len(patches), -1)
    level = (seen * there[..., None]).sum(axis=1, keepdims=True) / np.maximum(there.sum(axis=1), 1)[:, None, None]
    seen = np.where(there[..., None], seen, level).astype(np.float32)  # what is outside stands out nowhere
    away = np.linalg.norm(seen - np.median(seen, axis=1, keepdims=True), axis=2)
    most = np.quantile(away, PARAMETERS.most, axis=1, keepdims=True)
    rest = _strength(seen, known, there & (away < PARAMETERS.stands_out * most))
    whole = _strength(seen, known, there)
    return np.divide(rest, whole, out=np.zeros(len(patches)), where=whole > 0)


def strength(patches: Patches, references: Patches, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(b,) how strong the references' pattern (b, n, n, 3) is in the patches: 1 where it is as strong."""
    count = len(patches)
    seen, known = (np.asarray(one, np.float32).reshape(count, -1, 3) for one in (patches, references))
    return _strength(seen, known, inside.reshape(count, -1)) if count else np.zeros(0)


def as_film_can_be(strengths: NDArray[np.float64], usual: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) 1 of a pattern that is about as strong as film on its ground is, else less, to 0.

    On a checked cloth the checks are like some tile, too, but weaker than film that surely lies there; and no film
    shows more than it was shown with on white.

    Args:
        strengths: (b,) of the patterns. usual: (b,) of what surely lies on their grounds, 0 where nobody knows.
    """
    least = PARAMETERS.weak * usual
    enough = np.clip(np.divide(strengths, least, out=np.ones(len(strengths)), where=least > 0), 0.0, 1.0)
    return np.asarray(enough * np.clip(2.0 - strengths / PARAMETERS.strongest, 0.0, 1.0))


def _strength(seen: NDArray[np.float32], known: NDArray[np.float32], which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(b,) by what the known pattern (b, px, 3) has to be multiplied to be nearest to what is seen, there alone."""
    count = np.maximum(which.sum(axis=1), 1)[:, None]
    known = known * which[..., None]
    level = known.sum(axis=1) / count
    both = np.einsum("bpc,bpc->b", known, seen) - (level * (seen * which[..., None]).sum(axis=1)).sum(axis=1)
    own = np.einsum("bpc,bpc->b", known, known) - (level**2 * count).sum(axis=1)
    return np.asarray(np.divide(both, own, out=np.zeros(len(seen)), where=own > 1e-6), np.float64)
