"""The owner's edition from a folder that was named, or what is read with where none was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from calibration.references import ReferencesError
from companion.commands import CommandError

AnyEdition = TypeVar("AnyEdition")


def owners_edition(
    folder: Path | None, load: Callable[[Path], AnyEdition], otherwise: Callable[[], AnyEdition]
) -> AnyEdition:
    """``load(folder)``, or ``otherwise()`` without a folder. Raises :class:`CommandError` where it can't be used."""
    try:
        return otherwise() if folder is None else load(folder)
    except ReferencesError as error:
        raise CommandError(error.phrase) from error
