"""How well pictures of Carcassonne tables are read: photographs with their truth beside them, or simulated boards.

A folder of photographs holds ``table-*.json`` (``photo``, ``tiles``, ``followers``, ``lattice_to_photo``,
``ignored_cells``; of a follower ``feature`` with ``feature_sides`` or ``feature_half_sides``, where that is known) with
the pictures, and for a known edition ``references.csv`` with ``references/``; it may also hold several such folders.
Nothing in the reader was fitted on photographs, so nothing needs to be left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from calibration.arrays import Float64Array
from calibration.files.kept_file import read_json
from calibration.references import TABLE_NAME, Edition, ReferencesError, load_edition
from companion.commands import CommandError, Progress
from companion.commands.read_command import load_picture
from games.carcassonne.tiles import FeatureKind, tile_type
from games.game import Phrase
from tools.benchmarks.reading.board_scores import Score, TrueBoard, TrueFollower, TrueTile, score_of, together
from tools.benchmarks.reading.plain_chain import read_plainly
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.figures.feet import NAMES
from vision.registration.lattice import UNIT_CORNERS, project
from vision.simulator.carcassonne.still import BoardTruth, DoesNotFit, StillBoard, still_board

SIZES = (3, 8, 16, 24, 36, 48, 60, 72)  # tiles of the simulated boards, in turn
SIDE_LETTERS = "NESW"  # as a reading names the sides of a tile
IN_VIEW = 0.45  # share of a tile that must be in the picture for a reader to be asked for it


def measure(args: argparse.Namespace) -> dict[str, object]:
    """Everything that was asked for. Raises :class:`CommandError` where a folder can't be used."""
    return photographs(args) if args.photos is not None else simulated(args)


def photographs(args: argparse.Namespace) -> dict[str, Any]:
    """Each photograph read by ``tableside read`` in a process of its own, and all together."""
    truths = sorted([*args.photos.glob("table-*.json"), *args.photos.glob("*/table-*.json")])
    if not truths:
        raise CommandError(Phrase.of("bench.no_photographs", folder=str(args.photos)))
    progress = Progress("reading", len(truths))
    each: dict[str, Any] = {}
    scores: list[Score] = []
    plain: list[Score] = []
    later: list[tuple[str, Path, Path, TrueBoard]] = []
    for path in truths:
        progress.step(path.stem)
        photo, truth, broken = photographed(path)
        references = references_for(path.parent, args.references)
        reading, cost = read_in_own_process(photo, references)
        score = score_of(reading, truth, cost.seconds)
        scores.append(score)
        entry = {**score.as_plain(), "cpu_seconds": cost.cpu_seconds, "peak_memory_mb": cost.peak_mb}
        entry["trouble"] = reading["trouble"]
        seams = reading["seams_that_do_not_match"]
        assert isinstance(seams, list)
        entry["seams_that_do_not_match"] = {"told": len(seams), "true": broken}
        name = f"{path.parent.name}/{path.stem}"
        each[name] = entry
        if references is not None and not args.without_baseline:
            later.append((name, photo, references, truth))
    progress.close()
    for name, photo, references, truth in later:  # afterwards: what it holds would count as the readers' memory
        began = time.perf_counter()
        baseline = read_plainly(load_picture(photo), _edition(references))
        plain.append(score_of(baseline, truth, time.perf_counter() - began))
        each[name]["plain_chain"] = plain[-1].as_plain()
    result = {"photographs": each, "all": together(scores).as_plain()}
    result["all"]["cpu_seconds_median"] = round(float(np.median([entry["cpu_seconds"] for entry in each.values()])), 3)
    result["all"]["peak_memory_mb"] = max(entry["peak_memory_mb"] for entry in each.values())
    if plain:
        result["plain_chain"] = together(plain).as_plain()
        result["ratios"] = _ratios(together(scores), together(plain))
    return result


def references_for(folder: Path, given: Path | None) -> Path | None:
    """The references of a photograph in ``folder``: those given, or of those given the folder of the same name."""
    if given is None or (given / TABLE_NAME).is_file() or (given.parent / TABLE_NAME).is_file():
        return given
    named = given / folder.resolve().name
    if not (named / TABLE_NAME).is_file():
        raise CommandError(Phrase.of("references.no_table", name=str(named / TABLE_NAME), value=""))
    return named


class Cost(NamedTuple):
    """What a reading took: seconds by the clock, of the processors' time, and its peak memory, MB."""

    seconds: float
    cpu_seconds: float
    peak_mb: float


def read_in_own_process(photo: Path, references: Path | None) -> tuple[dict[str, object], Cost]:
    """What ``tableside read --json`` says of a picture, and what the command took, its start included."""
    command = [sys.executable, "-m", "companion.cli", "read", str(photo), "--game", "carcassonne", "--json"]
    command += ["--references", str(references)] if references is not None else []
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        answer, complaint = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        why = (complaint.strip().splitlines() or [": ?"])[-1].partition(": ")[2]  # after the command's own name
        raise CommandError(Phrase.of("bench.not_read", why=why))
    unit = 1024 if sys.platform.startswith("linux") else 1024 * 1024
    reading: dict[str, object] = json.loads(answer.strip().splitlines()[-1])
    cpu = round(usage.ru_utime + usage.ru_stime, 3)
    return reading, Cost(time.perf_counter() - began, cpu, round(usage.ru_maxrss / unit, 1))


class TruePhotograph(NamedTuple):
    """A photograph, the truth of its board, and how many of its seams don't match."""

    picture: Path
    board: TrueBoard
    broken_seams: int


def photographed(path: Path) -> TruePhotograph:
    """The photograph that a file holds the truth of."""
    row: Any = read_json(path)
    broken = len(row.get("seams_that_do_not_match", ()))
    return TruePhotograph(path.parent / row["photo"], truth_of_photograph(row), broken)


def truth_of_photograph(truth: Mapping[str, Any]) -> TrueBoard:
    """The truth of a photograph as its file tells it."""
    homography = np.array(truth["lattice_to_photo"], np.float64)

    def corners(row: int, column: int) -> Float64Array:
        return project(homography, UNIT_CORNERS + np.array([column, row], np.float64))

    return TrueBoard(
        tuple(
            TrueTile(
                (tile["row"], tile["column"]), tile["type"], tuple(tile["sides"]), corners(tile["row"], tile["column"])
            )
            for tile in truth["tiles"]
        ),
        tuple(_true_followers(truth)),
        tuple(corners(row, column) for row, column in truth["ignored_cells"]),
    )


def _true_followers(truth: Mapping[str, Any]) -> Iterator[TrueFollower]:
    others = {
        ((one["row"], one["column"]), one["colour"]): tuple(one["other"])
        for one in truth.get("followers_on_a_border", ())
    }
    for one in truth["followers"]:
        cell = (one["row"], one["column"])
        yield TrueFollower(cell, one["colour"], _feature(one), _sides(one), others.get((cell, one["colour"])))


def _feature(one: Mapping[str, object]) -> str:
    """What a follower stands on, in a reading's words; "" where the truth does not tell."""
    feature = str(one.get("feature", ""))
    return NAMES[FeatureKind.MONASTERY] if feature == FeatureKind.MONASTERY.value.lower() else feature


def _sides(one: Mapping[str, Any]) -> str:
    """The sides of its tile that the feature reaches; of fields their halves are told, clockwise from north's west."""
    halves = (SIDE_LETTERS[half // 2] for half in one.get("feature_half_sides", ()))
    return "".join(dict.fromkeys((*(side[0].upper() for side in one.get("feature_sides", ())), *halves)))


def simulated(args: argparse.Namespace) -> dict[str, Any]:
    """Boards of our own drawing, level by level, read as ``tableside read`` does without references."""
    edition = own_edition()
    result: dict[str, Any] = {}
    for level in args.levels.split(","):
        progress = Progress(level, args.games)
        scores, plain = [], []
        for board in boards(level, args.seed, args.games):
            progress.step()
            truth = truth_of_board(board.truth)
            scores.append(_read_simulated(board, truth))
            if not args.without_baseline:
                began = time.perf_counter()
                reading = read_plainly(board.picture, edition)
                plain.append(score_of(reading, truth, time.perf_counter() - began))
        progress.close()
        result[level] = together(scores).as_plain()
        result[level]["seeds"] = [args.seed, args.seed + args.games - 1]
        if plain:
            result[level]["plain_chain"] = together(plain).as_plain()
            result[level]["ratios"] = _ratios(together(scores), together(plain))
    return result


def boards(level: str, first: int, count: int) -> Iterator[StillBoard]:
    """Simulated boards with these seeds, of all sizes in turn; as many tiles as have room in the picture."""
    for seed in range(first, first + count):
        wanted = SIZES[seed % len(SIZES)]
        while True:
            try:
                yield still_board(seed, level, wanted)
                break
            except DoesNotFit as refusal:
                wanted = max(1, min(wanted - 1, refusal.places[0]))


def truth_of_board(truth: BoardTruth) -> TrueBoard:
    """The truth of a simulated board; tiles that are mostly out of the picture are not judged."""
    inside = [tile for tile in truth.tiles if tile.in_view >= IN_VIEW]
    cells = {tile.place for tile in inside}
    return TrueBoard(
        tuple(
            TrueTile((tile.place.y, tile.place.x), tile_type(tile.key).letter, tuple(tile.sides), tile.corners_px)
            for tile in inside
        ),
        tuple(
            TrueFollower(
                (one.place.y, one.place.x),
                one.colour,
                NAMES[one.feature],
                "".join(dict.fromkeys(edge[0] for edge in one.location.split(".") if edge != "I")),
            )
            for one in truth.followers
            if one.place in cells
        ),
        tuple(tile.corners_px for tile in truth.tiles if tile.in_view < IN_VIEW),
    )


def _read_simulated(board: StillBoard, truth: TrueBoard) -> Score:
    from companion.readings.carcassonne_reading import read

    args = argparse.Namespace(references=None, language="en")
    began = time.perf_counter()
    reading = read(board.picture, args)
    return score_of(reading, truth, time.perf_counter() - began)


def _edition(references: Path) -> Edition:
    try:
        return load_edition(references)
    except ReferencesError as error:
        raise CommandError(error.phrase) from error


def _ratios(ours: Score, plain: Score) -> dict[str, float | None]:
    """What the plain chain gets wrong for each that the reader does, and its seconds as a multiple."""
    errors = ours.tiles - ours.right + ours.false, plain.tiles - plain.right + plain.false
    return {
        "tile_errors_plain_to_reader": round(errors[1] / errors[0], 2) if errors[0] else None,
        "seconds_plain_to_reader": round(sum(plain.seconds) / max(sum(ours.seconds), 1e-9), 3),
    }
