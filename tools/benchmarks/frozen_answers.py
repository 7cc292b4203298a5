"""``bench answers``: what the eyes answer, kept before a change that must change none of it, and compared after it.

The answers are those of pictures that lie in the checkout (``tests/data/composed``), as ``tableside read --json`` gives
them, and of short demos of every game: every explanation with its candidates, their log-likelihoods and probabilities
to nine digits. Nothing here says whether an answer is right; the other measures do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TypeAlias

import msgspec

from calibration.whole_file import write_whole
from companion.commands import CommandError
from companion.commands.read_command import load_picture, reader_of
from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from companion.rehearsal.whole_game import Rehearsal
from companion.session.looking.watching import eyes_for
from games.any_game import AnyState
from games.game import JsonValue, Phrase
from tools.benchmarks.witnessed_eyes import WitnessedEyes
from vision.explanation import Explanation

PICTURES = Path(__file__).parents[2] / "tests" / "data" / "composed"
READ_AS = {"glass": "carcassonne-stained-glass", "thurn": "thurn-and-taxis"}  # by the first word of a picture's name
PLAYERS = 3
DIGITS = 9
FRAME_MS = 100

Answers: TypeAlias = dict[str, list[str]]


class KeptEyes(WitnessedEyes):
    """Eyes of which every explanation is kept, a line each."""

    lines: list[str]

    def explain(self, state: AnyState) -> Explanation:
        """See :class:`vision.eyes.Eyes`."""
        explanation = super().explain(state)
        self.lines.append(_line(explanation))
        return explanation


def answers(
    games: Sequence[str], turns: int, seed: int, level: str, pictures: int, step: Callable[[str], None]
) -> Iterator[tuple[str, list[str]]]:
    """Each thing that is asked with its answers.

    Args:
        games: of which a demo is played; all that can be rehearsed where none is named.
        turns, seed, level: of each demo, among three players; none is played where there are no turns.
        pictures: at most so many that lie in the checkout.
        step: is told of each.
    """
    for path in sorted(PICTURES.glob("*.jpg"))[:pictures]:
        step(path.stem)
        yield path.stem, [json.dumps(_read(path), sort_keys=True, default=str)]
    for key in (games or rehearsed_keys()) if turns else ():
        step(key)
        yield f"{key} {seed} {level}", _explained(RehearsalPlan(key, seed, PLAYERS, turns, level))


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


def _read(path: Path) -> Mapping[str, JsonValue]:
    word = path.stem.partition("-")[0]
    game = READ_AS.get(word, word)
    typed = argparse.Namespace(game=game, references=None, profile=None, language="en")
    return reader_of(game).read(load_picture(path), typed)


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
