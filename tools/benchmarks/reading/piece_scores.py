"""How well pieces that were told of a picture agree with those that are there, whatever the game.

Who is told is paired with who is there by place and colour, first of the same kind, then of any: a kind may be wrong of
somebody who was found. Assistants on the place of their merchant are counted with him, as the rules do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from companion.readings.sureness import SURE
from tools.benchmarks.wilson import wilson


class CountedPiece(NamedTuple):
    """A piece on a place: where (any key that both sides share), its colour (of what nobody owns: its kind), its kind,
    how many others belong to it, and how sure a reader is."""

    place: str
    colour: str
    kind: str
    many: int = 0
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class PieceCounts:
    """What was counted of one picture.

    Attributes:
        there: pieces. found: those that were told in their place and colour. invented: those that were told beside.
        invented_sure: of these, told at :data:`SURE` or more.
        kind_right: of those that were found.
        stacks: pieces of the right kind to which others belong; stacks_right: told with as many.
        whole: whether everything was right.
        faults: each in words.
    """

    there: int = 0
    found: int = 0
    invented: int = 0
    invented_sure: int = 0
    kind_right: int = 0
    stacks: int = 0
    stacks_right: int = 0
    whole: bool = True
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PiecePicture:
    """A picture that was measured; one line of the file of rows.

    Attributes:
        group: which pictures it is counted with. picture: its name or seed.
        sources: fingerprint of what measured it, settings included.
        board: whether the places themselves were read rightly; None where there are none.
        counts: of its pieces.
        seconds: of processor time. memory_mb: the most that the process held meanwhile.
    """

    group: str
    picture: str
    sources: str
    board: bool | None
    counts: PieceCounts
    seconds: float
    memory_mb: float


@dataclass(slots=True)
class _Pairing:
    """Who is left on both sides, and what was counted so far."""

    unpaired: list[CountedPiece]
    pairs: list[tuple[CountedPiece, CountedPiece]] = field(default_factory=list)

    def pair(self, true: Sequence[CountedPiece], *, same_kind: bool) -> list[CountedPiece]:
        """Pair who is there with who is told; those whom nobody was told for."""
        left = []
        for one in true:
            alike = [
                other
                for other in self.unpaired
                if (other.place, other.colour) == (one.place, one.colour) and (not same_kind or other.kind == one.kind)
            ]
            if not alike:
                left.append(one)
                continue
            best = max(alike, key=lambda other: (other.many == one.many, other.confidence))
            self.unpaired.remove(best)
            self.pairs.append((one, best))
        return left


def compared(true: Iterable[CountedPiece], read: Iterable[CountedPiece]) -> PieceCounts:
    """The pieces that a reader tells beside those that are there."""
    true, pairing = list(true), _Pairing(list(read))
    missed = pairing.pair(pairing.pair(true, same_kind=True), same_kind=False)
    alike = [(one, other) for one, other in pairing.pairs if one.kind == other.kind]
    stacks = [(one, other) for one, other in alike if one.many]
    faults = [f"{one.place} {one.colour} {one.kind}: missed" for one in missed]
    faults += [f"{one.place} {one.colour} {one.kind}: invented at {one.confidence:.2f}" for one in pairing.unpaired]
    faults += [
        f"{one.place} {one.colour} {one.kind}: told as {other.kind}"
        for one, other in pairing.pairs
        if one.kind != other.kind
    ]
    faults += [
        f"{one.place} {one.colour} {one.kind}: {one.many} with it, {other.many} told"
        for one, other in alike
        if one.many != other.many
    ]
    return PieceCounts(
        there=len(true),
        found=len(pairing.pairs),
        invented=len(pairing.unpaired),
        invented_sure=sum(one.confidence >= SURE for one in pairing.unpaired),
        kind_right=len(alike),
        stacks=len(stacks),
        stacks_right=sum(one.many == other.many for one, other in stacks),
        whole=not faults,
        faults=tuple(faults),
    )


def with_their_merchant(pieces: Iterable[CountedPiece]) -> list[CountedPiece]:
    """The pieces of a table of Istanbul with the assistants of one place and colour together, and with their merchant
    where he stands there."""
    pieces = list(pieces)
    helpers: Counter[tuple[str, str]] = Counter()
    sure: dict[tuple[str, str], float] = {}
    for one in pieces:
        if one.kind == "assistant":
            helpers[one.place, one.colour] += one.many
            sure[one.place, one.colour] = max(sure.get((one.place, one.colour), 0.0), one.confidence)
    merged = []
    for one in pieces:
        if one.kind == "merchant":
            merged.append(one._replace(many=one.many + helpers.pop((one.place, one.colour), 0)))
        elif one.kind != "assistant":
            merged.append(one)
    return merged + [
        CountedPiece(place, colour, "assistant", many, sure[place, colour]) for (place, colour), many in helpers.items()
    ]


def summed(pictures: Sequence[PiecePicture]) -> Mapping[str, object]:
    """Counts, shares with Wilson's 95 % interval, seconds and memory of pictures together."""
    total = {
        name: sum(int(getattr(one.counts, name)) for one in pictures)
        for name in ("there", "found", "invented", "invented_sure", "kind_right", "stacks", "stacks_right", "whole")
    }
    boards = [one.board for one in pictures if one.board is not None]
    either = 2 * total["found"] + total["invented"] + (total["there"] - total["found"])
    return {
        "pictures": len(pictures),
        **({"boards_right": _share(sum(boards), len(boards))} if boards else {}),
        "pieces": total["there"],
        "missed": total["there"] - total["found"],
        "invented": total["invented"],
        "invented_at_0.9_and_more": total["invented_sure"],
        "f1": round(2 * total["found"] / either, 4) if either else None,
        "found": _share(total["found"], total["there"]),
        "true_of_those_told": _share(total["found"], total["found"] + total["invented"]),
        "kind_right_of_those_found": _share(total["kind_right"], total["found"]),
        "counts_of_stacks_right": _share(total["stacks_right"], total["stacks"]),
        "whole_pictures": _share(total["whole"], len(pictures)),
        "cpu_seconds_median": round(float(np.median([one.seconds for one in pictures])), 3),
        "cpu_seconds_worst": round(max(one.seconds for one in pictures), 3),
        "memory_mb": max(one.memory_mb for one in pictures),
        "faults": [f"{one.picture}: {fault}" for one in pictures for fault in one.counts.faults],
    }


def _share(right: int, count: int) -> Mapping[str, float] | None:
    """A share with its interval; None of nothing."""
    if not count:
        return None
    low, high = wilson(right, count)
    return {"right": right, "n": count, "share": round(right / count, 4), "low": round(low, 4), "high": round(high, 4)}
