"""From the start of the program to the first turn of a first evening, in seconds, seconds of a core and taps."""

from __future__ import annotations

import json
import os
import time

import msgspec

from games.carcassonne.rules import CARCASSONNE
from games.game import SEAT_COLOURS, Seat
from tools.benchmarks.budget.compiled_code import compile_our_code
from tools.benchmarks.first_evening import tablet_process
from tools.benchmarks.first_evening.empty_home import answer_under_an_empty_home
from tools.benchmarks.first_evening.evening_row import EveningRow
from tools.benchmarks.first_evening.phone import Phone, filmed
from tools.benchmarks.first_evening.tablet_process import NAMES
from vision.artwork.carcassonne.style import WINTER
from vision.simulator.carcassonne.live import BRISK, PlayedCarcassonne, sampled_game
from vision.simulator.played import Scenario


def measure(seed: int) -> dict[str, object]:
    """One evening: our drawing in snow, which the tablet has no picture of, an ordinary light, two people."""
    setup = CARCASSONNE.setup(tuple(map(Seat, NAMES, SEAT_COLOURS)))
    actions = sampled_game(setup, seed, 1)
    scenario = Scenario(seed=seed, pace=BRISK, bump=False, light_change=False)
    table = PlayedCarcassonne(setup, actions, scenario, style=WINTER)
    film = filmed(table)
    truth = [CARCASSONNE.write(action) for action in actions]
    compile_our_code()
    phone = Phone(film)
    try:
        found = _evening(phone.port, truth)
    finally:
        phone.put_away()
    steps = found.steps.values()
    return {
        "seed": seed,
        "load": round(os.getloadavg()[0], 1),
        "box": WINTER.name,
        "taken_for": found.taken_for,
        "played": truth,
        "first_turn_was": found.first_turn_was,
        "trouble": found.trouble,
        "seconds": round(sum(step.seconds for step in steps), 1),
        "core_s": round(sum(step.core_s for step in steps), 1),
        "taps": sum(step.taps for step in steps),
        "steps": msgspec.to_builtins(found.steps),
    }


def _evening(port: int, truth: list[str]) -> EveningRow:
    started = str(time.monotonic_ns())
    answer = answer_under_an_empty_home(tablet_process.__name__, started, str(port), json.dumps(truth))
    return msgspec.json.decode(answer, type=EveningRow)
