"""Measures how well tables of Riga are read, and plays random games to see that nothing gets lost.

Every picture is drawn by its seed (:func:`vision.simulator.riga.table.still_table`); a failure is told by its seed.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from games.game import Seat
from games.riga.box.components import CITIES, PERSONS
from games.riga.conservation import audit
from games.riga.rules import RIGA
from games.riga.scorer import actions as tapped
from games.riga.scorer import rules as scorer
from games.riga.scorer.actions import Build, Lay, write_action
from games.riga.scorer.rules import GRAND_MASTERS
from tools.benchmarks.reading.levels import levels_asked
from tools.benchmarks.wilson import wilson
from vision.artwork.riga.edition import drawn_riga
from vision.cards.edition import CardEdition
from vision.explanation import Discrepancy
from vision.frames import Frame
from vision.riga.observation import RigaObservation, SeenCard
from vision.riga.reading import read_riga
from vision.riga.references import master_named
from vision.riga.scorer_eyes import ScorerEyes
from vision.simulator.riga.table import CardTruth, RigaPhotograph, still_table

SLIPS_SHARE = 5  # of so many pictures slips of the scorer are shown too, which takes some seconds each
_NEAR = 0.4  # of a card's width: how near a reading must be to count for it
_SEATS = tuple(Seat(name, colour) for name, colour in zip("ABCD", ("red", "blue", "green", "yellow"), strict=True))


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Pictures of each level, and random games, as ``args`` of ``tableside bench riga`` tell."""
    cv2.setNumThreads(1)
    result: dict[str, Any] = {"pictures": args.pictures, "first_seed": args.seed}
    for level in levels_asked(args) if args.pictures else ():
        result[level] = pictures(args.pictures, level, args.seed)
        result[level]["scorer"] = slips(args.pictures // SLIPS_SHARE, level, args.seed)
    if args.games:
        result["random_games"] = games(args.games, args.seed)
    return result


def pictures(count: int, level: str, seed: int) -> dict[str, object]:
    """Building cards found and named, the row of Grand Masters, and displays counted by city and person."""
    edition = drawn_riga()
    cards = found = named = spurious = rows = displays = displays_right = 0
    city_and_person = 0
    times, failures = [], []
    for number in range(seed, seed + count):
        photo = still_table(level, number)
        began = time.process_time()
        seen = read_riga(photo.image, edition)
        times.append(1000 * (time.process_time() - began))
        read = [card for display in seen.displays for card in display.cards] + list(seen.offer)
        matches = [(truth, _at(truth, read)) for truth in photo.cards]
        cards += len(matches)
        found += sum(card is not None for _, card in matches)
        named += sum(card is not None and card.key == truth.key for truth, card in matches)
        city_and_person += sum(card is not None and _alike(photo, truth.key, card.key) for truth, card in matches)
        spurious += len(read) - sum(card is not None for _, card in matches)
        row = [master_named(tile.key).key for tile in seen.row] == [one.master.key for one in photo.state.row]
        right, whole = _displays_right(photo, seen)
        rows, displays, displays_right = rows + row, displays + whole, displays_right + right
        if not row or right < whole:
            failures.append(number)
    low, high = wilson(displays_right, displays)
    return {
        "building_cards": cards,
        "found_share": _share(found, cards),
        "named_share": _share(named, cards),
        "city_and_person_share": _share(city_and_person, cards),
        "spurious": spurious,
        "rows_of_grand_masters_share": _share(rows, count),
        "displays": displays,
        "displays_counted_right_share": _share(displays_right, displays),
        "wilson_95_low": round(low, 4),
        "wilson_95_high": round(high, 4),
        "reading_ms_median": round(float(np.median(times)), 1),
        "failed_seeds": failures,
    }


def slips(count: int, level: str, seed: int) -> dict[str, object]:
    """Tables of the scorer on which somebody has tapped a wrong city, for a wrong player, or a building too many: how
    many of these slips are pointed out, how many with the right correction, and how often something is pointed out on
    the same table tapped as it lies."""
    edition, false_alarms, pointed, corrected, made, failures = drawn_riga(), 0, 0, 0, 0, []
    for number in range(seed, seed + count):
        rng = random.Random(number)
        photo = still_table(level, number, share=rng.uniform(0.3, 0.9))
        builds = [
            build for seat, player in enumerate(photo.state.players) for build in _builds(photo, seat, player.built)
        ]
        if not builds:
            continue
        eyes = _Shown(photo, edition, builds)
        alarm = bool(eyes.differences(builds))
        false_alarms += alarm
        right = rng.choice(builds)
        others = [city for city in CITIES if city != right.city]
        wrongs = [
            replace(right, city=rng.choice(others)),
            replace(right, seat=(right.seat + 1) % len(photo.state.players)),
            None,
        ]
        for wrong in wrongs:
            kept = [build for build in builds if build is not right] if wrong is not None else builds
            slip = wrong if wrong is not None else Build(right.seat, rng.choice(CITIES))
            eyes.differences(kept)  # the table as it was told before the slip
            found = eyes.differences([*kept, slip])
            cells = {one.place for one in found}
            made += 1
            seen = f"cell:{slip.seat}:{slip.city}" in cells
            pointed += seen
            corrected += wrong is not None and any(
                one.correction == (write_action(slip), write_action(right)) for one in found
            )
            if not seen:
                failures.append([number, write_action(slip)])
        if alarm:
            failures.append([number, "false alarm"])
    return {
        "tables": count,
        "false_alarms": false_alarms,
        "slips": made,
        "pointed_out": pointed,
        "pointed_out_95": wilson(pointed, made),
        "corrections_offered_of_two_in_three": corrected,
        "failures": failures,
    }


class _Shown:
    """The scorer's eyes over a still table, shown one record after another."""

    def __init__(self, photo: RigaPhotograph, edition: CardEdition, builds: list[Build]) -> None:
        self._photo, self._frames = photo, 0
        self._eyes = ScorerEyes(edition, photo.state.setup.cards, self._after(builds))

    def differences(self, builds: list[Build]) -> tuple[Discrepancy, ...]:
        """What is pointed out after two looks."""
        state = self._after(builds)
        self._eyes.committed(state)
        for _ in range(2):
            for _ in range(5):
                self._frames += 1
                frame = Frame(self._photo.image, 200.0 * self._frames, self._frames)
                self._eyes.look(frame)
            explanation = self._eyes.explain(state, frame)
        return explanation.discrepancies

    def _after(self, builds: list[Build]) -> scorer.State:
        seats = self._photo.state.setup.seats
        state = GRAND_MASTERS.new(GRAND_MASTERS.setup(seats))
        actions: list[tapped.Action] = [Lay(tuple(one.master for one in self._photo.state.row)), *builds]
        for action in actions:
            state, _ = GRAND_MASTERS.apply(state, action)
        return state


def _builds(photo: RigaPhotograph, seat: int, built: tuple[str, ...]) -> list[Build]:
    cards = [photo.state.card(key) for key in built]
    return [Build(seat, card.city, card.persons) for card in cards]


def games(count: int, seed: int) -> dict[str, object]:
    """Random games to their end, half of them with any legal action, half as casual players might."""
    faults, times = 0, []
    for number in range(seed, seed + count):
        rng = random.Random(number)
        state = RIGA.new(RIGA.setup(_SEATS[: 2 + number % 3]))
        story: list[Any] = [(None, state)]
        began = time.process_time()
        while RIGA.player_to_move(state) is not None:
            action = rng.choice(list(RIGA.legal(state))) if number % 2 else RIGA.sample(state, rng)
            state, _ = RIGA.apply(state, action)
            story.append((action, state))
        times.append(1000 * (time.process_time() - began))
        faults += bool(audit(story))
    return {"games": count, "with_something_lost": faults, "game_ms_median": round(float(np.median(times)), 2)}


def _at(truth: CardTruth, read: list[SeenCard]) -> SeenCard | None:
    middle = truth.corners_px.mean(axis=0)
    reach = _NEAR * float(np.linalg.norm(truth.corners_px[1] - truth.corners_px[0]))
    near = [(float(np.hypot(card.x - middle[0], card.y - middle[1])), card) for card in read]
    best = min(near, key=lambda one: one[0], default=None)
    return best[1] if best is not None and best[0] < reach else None


def _alike(photo: RigaPhotograph, one: str, other: str) -> bool:
    first, second = photo.state.card(one), photo.state.card(other)
    return first.city == second.city and first.persons == second.persons


def _displays_right(photo: RigaPhotograph, seen: RigaObservation) -> tuple[int, int]:
    """How many displays have the right number of buildings in each city and of each person, and how many there are."""
    cards = photo.state.setup.cards
    counted = [(display.buildings(cards), display.persons(cards)) for display in seen.displays]
    right = whole = 0
    for player, display in zip(photo.state.players, photo.state.displays(), strict=True):
        if not player.built:
            continue
        whole += 1
        cities = {city: display.count(city) for city in ("Riga", "Visby", "Stockholm", "Tallinn", "Danzig")}
        persons = dict(zip(PERSONS, display.persons, strict=True))
        if (cities, persons) in counted:
            counted.remove((cities, persons))
            right += 1
    return right, whole


def _share(part: int, whole: int) -> float:
    return round(part / max(1, whole), 4)
