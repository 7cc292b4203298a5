"""Measures how well wooden pieces are read and enrolled: our own simulated tables, pictures that others composed, and
photographs, each with its own figure.

A folder of pictures holds JSON files with the truth beside them, of any of these forms:

- *people of Istanbul:* ``photo``, ``places`` (``row, column, number, corners``) and ``pieces`` (``row, column, kind,
  colour``; ``assistants_under`` of a merchant, ``count`` of assistants of their own); figures that nobody owns are told
  by their kind.
- *followers of Carcassonne:* as ``bench vision`` takes them.
- *pieces laid out to be enrolled:* ``photo``, ``game`` and ``laid_out`` (``x, y`` px of the foot, ``kind, stance,
  colour``).
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from calibration.arrays import Float64Array
from calibration.files.kept_file import read_json
from calibration.piece_set import PieceSet
from companion.commands import CommandError, Progress
from companion.commands.enrolling.pieces import pieces_of
from companion.commands.read_command import load_picture
from companion.editions.piece_draft import PieceDraft
from companion.readings.owners_edition import owners_edition
from games.game import Phrase
from tools.benchmarks.budget.peak_memory import forget_peak_memory, peak_memory_mb
from tools.benchmarks.kept_rows import add_row, rows_in
from tools.benchmarks.reading.piece_scores import (
    CountedPiece,
    PieceCounts,
    PiecePicture,
    compared,
    summed,
    with_their_merchant,
)
from tools.benchmarks.sources import fingerprint
from vision.artwork.istanbul.edition import own_places
from vision.frames import Picture
from vision.istanbul.layout.edition import PlaceEdition, load_edition
from vision.istanbul.observation import IstanbulObservation
from vision.istanbul.pieces.shapes import FIGURES
from vision.istanbul.reading import read_picture
from vision.simulator.istanbul.table import still_table

Truth = Mapping[str, Any]


class ToMeasure(NamedTuple):
    """A picture that may be measured: with which it is counted, its name, and how that is done (whether the places were
    right, and what was counted of the pieces)."""

    group: str
    picture: str
    counted: Callable[[], tuple[bool | None, PieceCounts]]


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Everything that was asked for, as ``args`` of ``tableside bench pieces`` tell. Raises :class:`CommandError` where
    a folder can't be used."""
    cv2.setNumThreads(1)
    args.seed = args.seed if args.seed is not None else secrets.randbelow(2**30)
    settings = getattr(args, "settings", ())
    sources = " ".join([fingerprint(), *sorted(settings), *(str(path) for path in args.shown)])
    known = {(one.group, one.picture): one for one in rows_in(args.rows, PiecePicture) if one.sources == sources}
    asked = [*_own(args), *_given(args)]
    progress = Progress("reading", len(asked))
    groups: dict[str, list[PiecePicture]] = {}
    for one in asked:
        row = known.get((one.group, one.picture))
        if row is None:
            row = _measured(one, sources)
            add_row(args.rows, row)
        groups.setdefault(one.group, []).append(row)
        progress.step(one.picture)
    progress.close()
    return {"seed": args.seed, **{group: summed(rows) for group, rows in groups.items()}}


def _measured(one: ToMeasure, sources: str) -> PiecePicture:
    forget_peak_memory()
    began = time.process_time()
    board, counts = one.counted()
    taken = time.process_time() - began
    return PiecePicture(one.group, one.picture, sources, board, counts, round(taken, 3), peak_memory_mb())


def _own(args: argparse.Namespace) -> Iterator[ToMeasure]:
    """Tables of our own drawing, which are drawn when they are measured."""
    for level in args.levels.split(",") if args.pictures else ():
        for seed in range(args.seed, args.seed + args.pictures):
            yield ToMeasure(f"istanbul, own, {level}", str(seed), partial(_own_table, level, seed))


def _own_table(level: str, seed: int) -> tuple[bool, PieceCounts]:
    photo = still_table(level, seed)
    seen = read_picture(photo.image, own_places())
    numbers = {(row, column): n for row, line in enumerate(photo.layout) for column, n in enumerate(line)}
    there = [
        CountedPiece(str(one.place), one.colour or one.kind, one.kind, one.count if one.kind == "assistant" else 0)
        for one in photo.pieces
    ]
    read = _as_counted(seen, {cell: str(number) for cell, number in numbers.items()})
    return seen.layout == photo.layout, compared(with_their_merchant(there), with_their_merchant(read))


def _given(args: argparse.Namespace) -> Iterator[ToMeasure]:
    """Pictures with their truth in the folders that were given."""
    shown = _shown(args.shown, args.game)
    for folder in args.photos:
        truths = [(path, read_json(path)) for path in sorted(folder.glob("*.json"))]
        found = [(path, truth) for path, truth in truths if isinstance(truth, dict) and _is_truth(truth)]
        if not found:
            raise CommandError(Phrase.of("bench.no_pieces", folder=str(folder)))
        for path, truth in found:
            photo = path.parent / str(truth["photo"])
            yield ToMeasure(_group(folder, truth), path.stem, _counting(truth, photo, args, shown))


def _is_truth(truth: Truth) -> bool:
    return "photo" in truth and any(name in truth for name in ("laid_out", "places", "tiles"))


def _group(folder: Path, truth: Truth) -> str:
    if "laid_out" in truth:
        return f"{truth['game']}, {folder.name}, laid out"
    return f"{'istanbul' if 'places' in truth else 'carcassonne'}, {folder.name}"


def _counting(
    truth: Truth, photo: Path, args: argparse.Namespace, shown: PieceSet | None
) -> Callable[[], tuple[bool | None, PieceCounts]]:
    if "laid_out" in truth:
        return lambda: (None, _laid_out(load_picture(photo), truth))
    if "places" in truth:
        edition = owners_edition(args.references, load_edition, own_places)
        return lambda: _istanbul(load_picture(photo), truth, edition, shown)
    return lambda: _carcassonne(load_picture(photo), truth, args, shown)


def _shown(photographs: Sequence[Path], game: str) -> PieceSet | None:
    """The pieces that were shown on photographs, as they were read, nothing corrected; None: of any make."""
    draft = PieceDraft(pieces_of(game), "shown")
    for path in photographs:
        if not draft.see(load_picture(path)):
            assert draft.trouble is not None
            raise CommandError(Phrase.of("pieces.enrol.at", file=str(path), what=draft.trouble))
    return draft.set() if photographs else None


def _istanbul(
    picture: Picture, truth: Truth, edition: PlaceEdition, shown: PieceSet | None
) -> tuple[bool, PieceCounts]:
    """People on the places of a picture; places are the same where their middles are."""
    seen = read_picture(picture, edition, shown)
    true = {(one["row"], one["column"]): one["number"] for one in truth["places"]}
    middles = {cell: np.mean(one["corners"], axis=0) for cell, one in zip(true, truth["places"], strict=True)}
    cells = {
        (place.row, place.column): min(
            middles, key=lambda cell: np.hypot(*(middles[cell] - place.corners.mean(axis=0)))
        )
        for place in seen.places
    }
    right = len(seen.places) == len(true) and all(
        place.number == true[cells[place.row, place.column]] for place in seen.places
    )
    there = [
        CountedPiece(
            str(true[one["row"], one["column"]]),
            one["kind"] if one["kind"] in FIGURES else one["colour"],
            one["kind"],
            one.get("assistants_under", one.get("count", 1) if one["kind"] == "assistant" else 0),
        )
        for one in truth["pieces"]
    ]
    names = {cell: str(true[there_]) for cell, there_ in cells.items()}
    return right, compared(with_their_merchant(there), with_their_merchant(_as_counted(seen, names)))


def _nearest(middles: Mapping[tuple[int, int], Float64Array], spot: Float64Array) -> tuple[int, int]:
    return min(middles, key=lambda cell: float(np.hypot(*(middles[cell] - spot))))


def _as_counted(seen: IstanbulObservation, names: Mapping[tuple[int, int], str]) -> list[CountedPiece]:
    return [
        CountedPiece(
            names.get((one.row, one.column), f"cell {one.row},{one.column}"),
            one.colour or one.kind,
            one.kind,
            one.count if one.kind == "assistant" else 0,
            one.confidence,
        )
        for one in seen.pieces
    ]


def _carcassonne(
    picture: Picture, labels: Truth, args: argparse.Namespace, shown: PieceSet | None
) -> tuple[bool, PieceCounts]:
    """Followers on the tiles of a picture; tiles are the same where their middles are, and a follower has no kind."""
    from calibration.references import load_edition as load_tiles
    from companion.editions.piece_sets import with_own_colours
    from companion.readings.carcassonne_reading import as_plain, reader_with
    from tools.benchmarks.reading.board_scores import true_cells
    from tools.benchmarks.reading.photographs import truth_of_photograph

    owners = owners_edition(args.references, load_tiles, lambda: None)
    reading = as_plain(reader_with(owners, with_own_colours(None, shown))(picture), "en")
    truth = truth_of_photograph(labels)
    cells = true_cells(reading, truth)
    there = [CountedPiece(str(one.cell), one.colour, "follower") for one in truth.followers]
    seen = [
        CountedPiece(
            str(cells.get((one["row"], one["column"]), "beside the map")),
            one["colour"],
            "follower",
            0,
            one["confidence"],
        )
        for one in reading["followers"]
    ]
    return len(cells) == len(truth.tiles), compared(there, seen)


def _laid_out(picture: Picture, truth: Truth) -> PieceCounts:
    """Pieces that were laid out to be enrolled, as they are read, nothing corrected."""
    draft = PieceDraft(pieces_of(str(truth["game"])))
    draft.see(picture)
    feet = np.array([[one["x"], one["y"]] for one in truth["laid_out"]], np.float64)
    there = [CountedPiece(str(n), one["colour"], _stance(one)) for n, one in enumerate(truth["laid_out"])]
    seen = []
    for number, one in enumerate(draft.pieces):
        outline = one.seen.outline_px
        inside = [cv2.pointPolygonTest(outline, tuple(map(float, foot)), True) for foot in feet]
        best = int(np.argmax(inside))
        reach = 0.5 * float(np.sqrt(cv2.contourArea(outline)))
        place = str(best) if inside[best] > -reach else f"beside {number}"
        kind = f"{one.kind} {one.stance.value}"
        seen.append(CountedPiece(place, one.colour, kind, 0, one.confidence))
    return compared(there, seen)


def _stance(one: Mapping[str, Any]) -> str:
    return f"{one['kind']} {one.get('stance', 'standing')}"
