"""``bench answers``: what the eyes answer, kept before a change that must change none of it, and compared after it.

The answers are those of pictures that lie in the checkout (``tests/data/composed``), of one's own photographs and of
simulated tables of every game, as ``tableside read --json`` gives them, and of short demos of every game: every
explanation with its candidates, their log-likelihoods and probabilities to nine digits. Nothing here says whether an
answer is right; the other measures do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeAlias

import msgspec

from calibration.files.whole_file import write_whole
from companion.commands import CommandError
from companion.commands.read_command import load_picture, readable, reader_of
from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from companion.rehearsal.whole_game import Rehearsal
from companion.session.looking.watching import eyes_for
from games.any_game import AnyState
from games.game import Phrase
from tools.benchmarks.witnessed_eyes import WitnessedEyes
from vision.explanation import Explanation
from vision.frames import Frame, Picture
from vision.simulator.played import PlayedTable

PICTURES = Path(__file__).parents[2] / "tests" / "data" / "composed"
READ_AS = {"glass": "carcassonne-stained-glass", "thurn": "thurn-and-taxis"}  # by the first word of a picture's name
CARCASSONNE = "carcassonne"
PLAYERS = 3
DIGITS = 9
FRAME_MS = 100

Answers: TypeAlias = dict[str, list[str]]


class KeptEyes(WitnessedEyes):
    """Eyes of which every explanation is kept, a line each."""

    lines: list[str]

    def explain(self, state: AnyState, still: Frame) -> Explanation:
        """See :class:`vision.eyes.Eyes`."""
        explanation = super().explain(state, still)
        self.lines.append(_line(explanation))
        return explanation


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked.

    Attributes:
        games: of which demos are played and tables shown; all that can be rehearsed where none is named.
        demos, turns: of each game, and of each demo.
        boards, board_turns: tables of each game that are read as photographs, and turns that were played there.
        seed, level: of the first demo and table of each game, among three players, and of all pictures.
        pictures: at most so many of those in the checkout.
        photographs: a folder with others of Carcassonne's tiles; None where there are none.
    """

    games: tuple[str, ...] = ()
    demos: int = 2
    turns: int = 6
    boards: int = 4
    board_turns: int = 12
    seed: int = 1
    level: str = "ordinary"
    pictures: int = 100
    photographs: Path | None = None

    def plans(self, count: int, turns: int) -> Iterator[RehearsalPlan]:
        """So many rehearsals of each game."""
        for key in self.games or rehearsed_keys():
            for seed in range(self.seed, self.seed + count):
                yield RehearsalPlan(key, seed, PLAYERS, turns, self.level)


def answers(asked: Questions, step: Callable[[str], None]) -> Iterator[tuple[str, list[str]]]:
    """Each thing that is asked with its answers; ``step`` is told of each. Raises :class:`CommandError` where a
    photograph can't be opened."""
    photographs = sorted(asked.photographs.glob("*.jpg")) if asked.photographs is not None else []
    for path in (*sorted(PICTURES.glob("*.jpg"))[: asked.pictures], *photographs):
        step(path.stem)
        word = path.stem.partition("-")[0]
        game = READ_AS.get(word, word) if path.parent == PICTURES else CARCASSONNE
        yield path.stem, [_read(game, load_picture(path))]
    for plan in asked.plans(asked.boards, asked.board_turns):
        step(plan.game_key)
        if plan.game_key in readable():
            yield f"table of {plan.game_key} {plan.seed} {plan.level}", [_read(plan.game_key, _laid_out(plan))]
    for plan in asked.plans(asked.demos, asked.turns):
        step(plan.game_key)
        yield f"{plan.game_key} {plan.seed} {plan.level}", _explained(plan)


def differences(before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is answered otherwise, or by one of both only: a sentence each, with the first answer that differs."""
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            yield f"{name}: asked {'after' if old is None else 'before'} only"
        elif list(old) != list(new):
            number = next((place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
            where = f"answer {number + 1}" if number is not None else "how many there are"
            yield f"{name}: {where} of {len(old)} before and {len(new)} after"


def keep(path: Path, lines: Mapping[str, Sequence[str]]) -> None:
    """Write answers to a file that :func:`kept` reads."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(lines)))


def kept(path: Path) -> Answers:
    """Answers that were kept. Raises :class:`CommandError` where the file holds none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Answers)
    except (OSError, msgspec.DecodeError) as error:
        raise CommandError(Phrase.of("bench.not_read", why=f"{path}: {error}")) from error


def _read(game: str, picture: Picture) -> str:
    typed = argparse.Namespace(game=game, references=None, profile=None, language="en")
    return json.dumps(reader_of(game).read(picture, typed), sort_keys=True, default=str)


def _laid_out(plan: RehearsalPlan) -> Picture:
    """The table after so many presses, BGR, without a hand."""
    table = set_up(plan).table
    assert isinstance(table, PlayedTable)
    table.blind = True
    while len(table.presses) < (plan.turns or 0) and table.read() is not None:
        pass
    table.blind, table.paused = False, True
    frame = table.read()
    table.close()
    if frame is None:  # the game was over before
        return _laid_out(replace(plan, turns=len(table.presses) - 1))
    return frame.image


def _explained(plan: RehearsalPlan) -> list[str]:
    rehearsed = set_up(plan)
    clock = count(step=FRAME_MS)
    lines: list[str] = []

    def watched(state: AnyState) -> KeptEyes:
        eyes = KeptEyes(eyes_for(plan.game_key, state), tuple, lambda left, right: bool(left == right))
        eyes.lines = lines
        return eyes

    Rehearsal(rehearsed.table, rehearsed.record, lambda: next(clock), eyes=watched).run()
    return lines


def _line(explanation: Explanation) -> str:
    ranked = [
        f"{one.log_likelihood:.{DIGITS}g} {one.probability:.{DIGITS}g} {one.actions!r}"
        for one in explanation.candidates
    ]
    return " | ".join([*ranked, *map(repr, explanation.discrepancies)])
