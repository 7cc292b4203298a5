"""How well readings of Carcassonne boards agree with the truth: tiles, followers, whole boards and honesty.

A reading is what ``tableside read --json`` prints. Tiles are paired by where they lie on the picture, so that a reading
may count its rows and columns from any corner and in any direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.benchmarks.wilson import wilson

NEAR = 0.4  # of a tile's side: a tile that was read with its middle farther from a true one's lies elsewhere
LEAST_SAID = 0.05  # of a reading that counts as told beside the first where somebody hides what tells them apart
BINS = 15  # of confidence, for the expected calibration error


@dataclass(frozen=True, slots=True, eq=False)
class TrueTile:
    """A tile that lies there: type (letter or key), sides clockwise from ``corners[0] - corners[1]``, corners px."""

    cell: tuple[int, int]
    kind: str
    sides: tuple[str, ...]
    corners: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrueFollower:
    """A follower that stands there; ``feature`` and ``sides`` of it as the truth's tiles lie, "" where not known.

    Of one on a border the ``other`` cell counts as well.
    """

    cell: tuple[int, int]
    colour: str
    feature: str = ""
    sides: str = ""
    other: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TrueBoard:
    """What is true of a picture; what lies on ``ignored`` (n, 4, 2 px) is not judged."""

    tiles: tuple[TrueTile, ...]
    followers: tuple[TrueFollower, ...]
    ignored: tuple[NDArray[np.float64], ...] = ()


@dataclass(slots=True)
class Score:
    """How one reading, or many together, did. ``seconds`` and ``sure`` (confidence, right) are one entry each.

    A tile is ``right_or_hidden`` where it is right, or where somebody hides what would tell the truth from what was
    read and both are told; ``hidden`` (confidence, right) are those of which this is said.
    """

    boards: int = 0
    tiles: int = 0
    right: int = 0
    right_or_hidden: int = 0
    among_three: int = 0
    wrong: int = 0
    false: int = 0
    whole: int = 0
    whole_or_hidden: int = 0
    locked: int = 0
    followers: int = 0
    followers_found: int = 0
    followers_false: int = 0
    features_asked: int = 0
    features_right: int = 0
    seconds: list[float] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)
    hidden: list[tuple[float, bool]] = field(default_factory=list)

    def __add__(self, other: Score) -> Score:
        """Both together."""
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def as_plain(self) -> dict[str, object]:
        """Counts, shares with Wilson's 95 % interval, and seconds."""
        claimed = self.followers_found + self.followers_false
        share = self.followers_found / max(claimed, 1), self.followers_found / max(self.followers, 1)
        return {
            "boards": self.boards,
            "tiles": self.tiles,
            "tiles_right": self.right,
            "tiles_right_share": interval(self.right, self.tiles),
            "among_first_three_share": interval(self.among_three, self.tiles),
            "tiles_wrong": self.wrong,
            "tiles_missed": self.tiles - self.right - self.wrong,
            "false_tiles": self.false,
            "boards_found": self.locked,
            "whole_boards": self.whole,
            "whole_boards_share": interval(self.whole, self.boards),
            "whole_or_hidden_boards_share": interval(self.whole_or_hidden, self.boards),
            "hidden_tiles": len(self.hidden),
            "hidden_tiles_claimed": round(sum(said for said, _ in self.hidden), 2),
            "hidden_tiles_right": sum(held for _, held in self.hidden),
            "followers": self.followers,
            "followers_found": self.followers_found,
            "followers_false": self.followers_false,
            "followers_f1": round(2 * share[0] * share[1] / sum(share), 4) if sum(share) else None,
            "follower_features_right_share": interval(self.features_right, self.features_asked),
            "expected_calibration_error": calibration_error(self.sure),
            "seconds_median": round(float(np.median(self.seconds)), 3) if self.seconds else None,
            "seconds_worst": round(max(self.seconds), 3) if self.seconds else None,
        }


def interval(hits: int, of: int) -> dict[str, float] | None:
    """A share with its 95 % interval (Wilson, JASA 1927); None of nothing."""
    if not of:
        return None
    low, high = wilson(hits, of)
    return {
        "share": round(hits / of, 4),
        "low": round(max(0.0, low), 4),
        "high": round(high, 4),
        "n": of,
    }


def calibration_error(sure: Sequence[tuple[float, bool]]) -> float | None:
    """Expected calibration error over even bins (Naeini et al., AAAI 2015) of (confidence, whether right)."""
    if not sure:
        return None
    said, held = np.array(sure, np.float64).T
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    gaps = [abs((said - held)[place == number].sum()) for number in range(BINS)]
    return round(float(sum(gaps)) / len(said), 4)


def score_of(reading: Mapping[str, Any], truth: TrueBoard, seconds: float) -> Score:
    """How one reading did."""
    score = Score(boards=1, tiles=len(truth.tiles), seconds=[seconds])
    pairs: dict[int, tuple[Mapping[str, Any], int]] = {}
    for tile in reading["tiles"]:
        outline = np.array(tile["outline"], np.float64)
        index = _true_tile_at(outline, truth)
        if index is None or index in pairs:
            if index is None and _on_ignored(outline, truth):
                continue
            score.false += 1
            score.sure.append((tile["confidence"], False))
            continue
        pairs[index] = (tile, _quarters(outline, truth.tiles[index].corners))
    for index, (tile, quarters) in pairs.items():
        named = [_same(guess, truth.tiles[index], quarters) for guess in (tile, *tile["alternatives"][:2])]
        unseen = [guess for guess in tile["alternatives"] if guess.get("hidden") and guess["confidence"] >= LEAST_SAID]
        either = named[0] or any(_same(guess, truth.tiles[index], quarters) for guess in unseen)
        if unseen:
            score.hidden.append((tile["confidence"], named[0]))
        score.right += named[0]
        score.right_or_hidden += either
        score.wrong += not named[0]
        score.among_three += any(named)
        score.sure.append((tile["confidence"], named[0]))
    score.whole = int(score.right == score.tiles and not score.false)
    score.whole_or_hidden = int(score.right_or_hidden == score.tiles and not score.false)
    score.locked = int(2 * len(pairs) > len(truth.tiles))
    _followers(reading, truth, pairs, score)
    return score


def true_cells(reading: Mapping[str, Any], truth: TrueBoard) -> dict[tuple[int, int], tuple[int, int]]:
    """The true cell of each tile that was read where one lies, by the cell that the reading gives it."""
    found = {}
    for tile in reading["tiles"]:
        index = _true_tile_at(np.array(tile["outline"], np.float64), truth)
        if index is not None:
            found[tile["row"], tile["column"]] = truth.tiles[index].cell
    return found


def _true_tile_at(outline: NDArray[np.float64], truth: TrueBoard) -> int | None:
    """Index of the true tile whose middle is near that of an outline (4, 2) px."""
    if not truth.tiles:
        return None
    middles = np.array([tile.corners.mean(axis=0) for tile in truth.tiles])
    away = np.hypot(*(middles - outline.mean(axis=0)).T)
    index = int(away.argmin())
    return index if away[index] < NEAR * _side(truth.tiles[index].corners) else None


def _on_ignored(outline: NDArray[np.float64], truth: TrueBoard) -> bool:
    middle = outline.mean(axis=0)
    return any(np.hypot(*(quad.mean(axis=0) - middle)) < 0.5 * _side(quad) for quad in truth.ignored)


def _side(corners: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _quarters(outline: NDArray[np.float64], corners: NDArray[np.float64]) -> int:
    """Which of the true tile's sides the reading calls north: 0 its own north, 1 its east, and so on."""
    north = outline[1] - outline[0]
    sides = np.roll(corners, -1, axis=0) - corners
    return int(np.argmax(sides @ north / np.linalg.norm(sides, axis=1)))  # far aslant one side shows twice as long


def _same(guess: Mapping[str, Any], tile: TrueTile, quarters: int) -> bool:
    sides = [tile.sides[(side + quarters) % 4] for side in range(4)]
    return bool(guess["type"] == tile.kind and list(guess["sides"]) == sides)


def _followers(
    reading: Mapping[str, Any], truth: TrueBoard, pairs: Mapping[int, tuple[Mapping[str, Any], int]], score: Score
) -> None:
    cells = {(tile["row"], tile["column"]): (truth.tiles[index].cell, turn) for index, (tile, turn) in pairs.items()}
    outlines = {(tile["row"], tile["column"]): np.array(tile["outline"], np.float64) for tile in reading["tiles"]}
    readings = [
        (one, *cells.get((one["row"], one["column"]), ((-1, -1), 0)))  # with the true cell and its quarter turns
        for one in reading["followers"]
    ]
    score.followers = len(truth.followers)
    found = _matched([(cell, one["colour"]) for one, cell, _ in readings], truth.followers)
    for number, (one, _, turn) in enumerate(readings):
        if number not in found:
            at = (one["row"], one["column"])
            score.followers_false += not (at in outlines and _on_ignored(outlines[at], truth))
            continue
        score.followers_found += 1
        expected = found[number]
        if expected.feature:
            score.features_asked += 1
            turned = {"NESW"[("NESW".index(side) + turn) % 4] for side in one["sides"]}
            score.features_right += one["feature"] == expected.feature and turned == set(expected.sides)


def _matched(
    readings: Sequence[tuple[tuple[int, int], str]], followers: Sequence[TrueFollower]
) -> dict[int, TrueFollower]:
    """Which of those that are told (cell and colour) is which true one: first those that stand in their own cell, then
    those on a border that were counted to the other."""
    found: dict[int, TrueFollower] = {}
    left = list(followers)
    for own in (True, False):
        for number, (cell, colour) in enumerate(readings):
            if number in found:
                continue
            there = (one for one in left if (one.cell if own else one.other, one.colour) == (cell, colour))
            if (match := next(there, None)) is not None:
                found[number] = match
                left.remove(match)
    return found


def together(scores: Iterable[Score]) -> Score:
    """Many readings as one."""
    total = Score()
    for score in scores:
        total = total + score
    return total
