"""Measures that somebody asked for by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.commands import CommandError
from games.game import Phrase


def check_measure_names(names: Iterable[str], known: Sequence[str]) -> None:
    """Raises :class:`CommandError` at the first name that no measure has: nothing would be measured, and a run that
    measures nothing looks like one that found nothing wrong."""
    for name in names:
        if name not in known:
            raise CommandError(Phrase.of("bench.no_measure", name=name, known=", ".join(known)))
