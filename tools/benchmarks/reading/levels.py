"""The levels of a measure of pictures."""

from __future__ import annotations

import argparse


def levels_asked(args: argparse.Namespace) -> tuple[str, ...]:
    """The one that ``args.level`` names, else ordinary and hard."""
    return (args.level,) if args.level else ("ordinary", "hard")
