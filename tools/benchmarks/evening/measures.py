"""``bench evening``: an evening that everything goes wrong in, by faults that real processes and files put in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tools.benchmarks.evening.camera.covered_cameras import covered_cameras
from tools.benchmarks.evening.camera.leaving_games import leaving_games
from tools.benchmarks.evening.camera.sources import leaving, passwords, pictures_of_now, replugs, source_faults
from tools.benchmarks.evening.disk.damage import damage, damage_to_both
from tools.benchmarks.evening.disk.failing_disks import failing_disks
from tools.benchmarks.evening.disk.folders import odd_folders
from tools.benchmarks.evening.disk.full_disks import full_disks
from tools.benchmarks.evening.disk.power_cuts import power_cuts
from tools.benchmarks.evening.disk.processes import kills, two_writers
from tools.benchmarks.evening.given.files import damaged_files
from tools.benchmarks.evening.given.imports import mutated_imports
from tools.benchmarks.evening.given.names import odd_names
from tools.benchmarks.evening.given.odd_texts import odd_texts
from tools.benchmarks.evening.given.pictures import EVERY_PAIR, hostile_pictures, odd_picture_files
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.evening.soak import TABLE_S, soak
from tools.benchmarks.measure_names import check_measure_names

Measure = Callable[[int, int], Measured]  # (how many, seed of the first)

# What is measured, with how many faults at full size (of the soak: seconds at the table); a test runs them small.
MEASURES: dict[str, tuple[Measure, int]] = {
    "mutated_imports": (mutated_imports, 300),
    "kills": (kills, 200),
    "power_cuts": (power_cuts, 60),
    "failing_disks": (failing_disks, 60),
    "full_disks": (full_disks, 60),
    "two_writers": (two_writers, 20),
    "damage": (damage, 500),
    "damage_to_both": (damage_to_both, 200),
    "odd_picture_files": (odd_picture_files, 600),
    "leaving": (leaving, 100),
    "leaving_games": (leaving_games, 50),
    "pictures_of_now": (pictures_of_now, 50),
    "source_faults": (source_faults, 40),
    "passwords": (passwords, 2000),
    "replugs": (replugs, 200),
    "hostile_pictures": (hostile_pictures, EVERY_PAIR),
    "covered_cameras": (covered_cameras, 80),
    "damaged_files": (damaged_files, 200),
    "odd_folders": (odd_folders, 60),
    "odd_names": (odd_names, 100),
    "odd_texts": (odd_texts, 480),
    "soak": (soak, TABLE_S),
}


def measure(
    seed: int, share: float = 1.0, only: tuple[str, ...] = (), rows: Path | None = None
) -> Mapping[str, Measured]:
    """Every measure by its name, at ``share`` of its full size (at least one fault each); ``rows`` keeps what came of
    each hostile picture, so that who ends the run can go on with it.

    Raises :class:`companion.commands.CommandError` where ``only`` names no measure.
    """
    check_measure_names(only, tuple(MEASURES))
    measures: dict[str, tuple[Measure, int]] = {
        **MEASURES,
        "hostile_pictures": (partial(hostile_pictures, rows=rows), EVERY_PAIR),
    }
    return {
        name: one(max(1, round(n * share)), seed) for name, (one, n) in measures.items() if not only or name in only
    }
