"""What ``tableside enrol`` does for one game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Enrolment:
    """How the pieces of one game are learned.

    Attributes:
        run: does it, from what was typed, and returns the exit code. Raises ``CommandError``.
        add_options: describes what only this game asks for. All games' options are known at once, so no two may have
            the same name, and one may be used by several.
        needs_name: what is learned is kept under a name that people type.
    """

    run: Callable[[argparse.Namespace], int]
    add_options: Callable[[argparse.ArgumentParser], None] = lambda parser: None
    needs_name: bool = True
