"""How well pictures of Stained Glass are read: tiles and windows exactly right over simulated pictures, with intervals.

A tile is right when its kind, its place (the middle within ``NEAR`` of a tile's side) and its owner are. A window is
right when the same tiles are told as one window of the same owner, whole or not as it is. What is told and is not there
counts as wrong. Tiles of which less than half shows (the rest is under a hand, behind a glare or out of the picture:
``HIDDEN`` of the truth, share of the area) and windows with such tiles are counted apart: nobody is asked what they
are. Where the camera's tilt makes tiles smaller at the picture's far end than the
level's least size, they count as well, and are left out in a second count, ``of_the_levels_size``.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from calibration.arrays import Float64Array
from tools.benchmarks.wilson import wilson
from vision.artwork.stained_glass.edition import own_glass
from vision.simulator.conditions import RANGES
from vision.simulator.stained_glass.still import GlassTableTruth, GlassTruth, WindowTruth, still_glass
from vision.stained_glass.observation import GlassObservation, SeenGlass, SeenWindow
from vision.stained_glass.reading import read_glass

NEAR = 0.4
PLAYERS = (2, 3, 4)


@dataclass
class Tally:
    """What is right of how many, and what went wrong where."""

    right: int = 0
    asked: int = 0
    wrong: list[str] = field(default_factory=list)

    def count(self, good: bool, what: str) -> None:
        """One more."""
        self.asked += 1
        self.right += good
        if not good:
            self.wrong.append(what)

    def as_plain(self) -> dict[str, object]:
        """Counts, share and the 95 % interval of Wilson."""
        low, high = wilson(self.right, self.asked)
        return {
            "right": self.right,
            "of": self.asked,
            "percent": round(100 * self.right / self.asked, 2) if self.asked else None,
            "interval_percent": [round(100 * low, 2), round(100 * high, 2)],
            "wrong": self.wrong,
        }


@dataclass
class GlassTallies:
    """Tallies of one level."""

    tiles: Tally = field(default_factory=Tally)
    windows: Tally = field(default_factory=Tally)
    sized_tiles: Tally = field(default_factory=Tally)
    sized_windows: Tally = field(default_factory=Tally)
    faults: Tally = field(default_factory=Tally)
    hidden_tiles: Tally = field(default_factory=Tally)
    windows_with_hidden: Tally = field(default_factory=Tally)
    seconds: list[float] = field(default_factory=list)

    def as_plain(self) -> dict[str, object]:
        """As the command prints it."""
        return {
            "glass_tiles": self.tiles.as_plain(),
            "windows": self.windows.as_plain(),
            "of_the_levels_size": {
                "glass_tiles": self.sized_tiles.as_plain(),
                "windows": self.sized_windows.as_plain(),
            },
            "faults_pointed_out": self.faults.as_plain(),
            "apart_hidden_tiles_read": {"right": self.hidden_tiles.right, "of": self.hidden_tiles.asked},
            "apart_windows_with_hidden_tiles": {
                "right": self.windows_with_hidden.right,
                "of": self.windows_with_hidden.asked,
            },
            "seconds_a_picture_median": round(float(np.median(self.seconds)), 2) if self.seconds else None,
        }


def measure(args: argparse.Namespace) -> dict[str, object]:
    """The figures over ``args.pictures`` pictures of each of ``args.levels``, from seed ``args.seed`` on."""
    seeds = range(args.seed, args.seed + args.pictures)
    levels = {level: measured(level, seeds).as_plain() for level in args.levels.split(",")}
    return {"pictures_of_each_level": args.pictures, "seeds_from": args.seed, **levels}


def measured(level: str, seeds: range) -> GlassTallies:
    """Read one picture a seed: two to four players, with a map in the middle in two of three."""
    edition = own_glass()
    found = GlassTallies()
    for seed in seeds:
        still = still_glass(seed, level, players=PLAYERS[seed % 3], with_map=seed % 9 < 6)
        started = time.perf_counter()
        seen = read_glass(still.picture, edition)
        found.seconds.append(time.perf_counter() - started)
        judge(found, still.truth, seen, f"{level} {seed}")
    return found


def judge(found: GlassTallies, truth: GlassTableTruth, seen: GlassObservation, name: str) -> None:
    """Compare one observation with what is true."""
    players = {id(tile): area.player for area in seen.areas for tile in area.tiles}
    matches = _matched(truth.tiles, seen.tiles)
    for number, tile in enumerate(truth.tiles):
        match = matches.get(number)
        good = match is not None and match.kind == tile.kind and players[id(match)] == tile.owner
        if tile.hidden:
            found.hidden_tiles.count(good, name)
        else:
            what = f"{name}: {_tile_text(tile)} read as {_said(match, players)}"
            found.tiles.count(good, what)
            if _is_of_size(tile, truth):
                found.sized_tiles.count(good, what)
    matched = {id(match) for match in matches.values()}
    for extra in seen.tiles:
        if id(extra) not in matched:
            for tally in (found.tiles, found.sized_tiles):
                tally.count(False, f"{name}: nothing at {extra.x:.0f},{extra.y:.0f} read as {_said(extra, players)}")
    _judge_windows(found, truth, seen, matches, name)


def _matched(tiles: tuple[GlassTruth, ...], seen: tuple[SeenGlass, ...]) -> dict[int, SeenGlass]:
    """Each true tile with what was read at its place, nearest first, each reading once."""
    pairs = []
    for number, tile in enumerate(tiles):
        middle = tile.corners_px.mean(axis=0)
        side = math.sqrt(_area(tile.corners_px))
        for reading in seen:
            away = float(np.hypot(reading.x - middle[0], reading.y - middle[1]))
            if away < NEAR * side:
                pairs.append((away, number, reading))
    found: dict[int, SeenGlass] = {}
    for _, number, reading in sorted(pairs, key=lambda pair: pair[:2]):
        if number not in found and all(other is not reading for other in found.values()):
            found[number] = reading
    return found


def _judge_windows(
    found: GlassTallies, truth: GlassTableTruth, seen: GlassObservation, matches: Mapping[int, SeenGlass], name: str
) -> None:
    claimed: set[int] = set()
    windows = [(window, area.player) for area in seen.areas for window in area.windows]
    for number, window in enumerate(truth.windows):
        parts = [k for k, tile in enumerate(truth.tiles) if tile.window == number]
        ids = {id(matches[k]) for k in parts if k in matches}
        answer = next(((one, who) for one, who in windows if {id(tile) for tile in one.tiles} & ids), None)
        if answer is not None:
            claimed.add(id(answer[0]))
        good = answer is not None and _is_right(window, *answer)
        hidden = any(truth.tiles[k].hidden for k in parts)
        what = f"{name}: {' '.join(window.kinds)} {window.fault or ''} told as {_window_said(answer)}"
        (found.windows_with_hidden if hidden else found.windows).count(good, what)
        if not hidden and all(_is_of_size(truth.tiles[k], truth) for k in parts):
            found.sized_windows.count(good, what)
        if window.fault is not None and not hidden:
            faults = {fault.kind.value for fault in answer[0].faults} if answer is not None else set()
            found.faults.count(window.fault in faults, f"{name}: {window.fault} told as {sorted(faults)}")
    for one, who in windows:
        if id(one) not in claimed:
            for tally in (found.windows, found.sized_windows):
                tally.count(False, f"{name}: no such window: {_window_said((one, who))}")


def _is_of_size(tile: GlassTruth, truth: GlassTableTruth) -> bool:
    """Whether its shorter side on the picture is what the level says at the least."""
    short = float(np.linalg.norm(tile.corners_px - np.roll(tile.corners_px, 1, axis=0), axis=1).min())
    return short >= RANGES[truth.conditions.level].piece_px.least


def _is_right(window: WindowTruth, answer: SeenWindow, owner: str) -> bool:
    kinds = tuple(sorted(tile.kind for tile in answer.tiles))
    return kinds == window.kinds and answer.whole == window.whole and owner == window.owner


def _area(corners: Float64Array) -> float:
    first, second = corners[2] - corners[0], corners[3] - corners[1]
    return abs(float(first[0] * second[1] - first[1] * second[0])) / 2


def _tile_text(tile: GlassTruth) -> str:
    x, y = tile.corners_px.mean(axis=0)
    return f"{tile.kind} of {tile.owner} at {x:.0f},{y:.0f} (covered {tile.covered:.2f}, glared {tile.glared:.2f})"


def _said(reading: SeenGlass | None, players: Mapping[int, str]) -> str:
    return "nothing" if reading is None else f"{reading.kind} of {players[id(reading)]} ({reading.confidence:.2f})"


def _window_said(answer: tuple[SeenWindow, str] | None) -> str:
    if answer is None:
        return "none"
    window, owner = answer
    return f"{' '.join(tile.kind for tile in window.tiles)}, {'whole' if window.whole else 'not whole'}, of {owner}"
