"""``tableside enrol --name NAME`` without a photograph: play with a set that is known already, or with our own."""

from __future__ import annotations

import argparse
import sys

from calibration.files.kept_folders import OWN, ChosenFolders
from companion.commands import CommandError, cannot_write, print_json
from companion.locale import say
from games.game import Phrase

OURS = "tableside"  # what people call our own set


def play_with(args: argparse.Namespace, sets: ChosenFolders, how: Phrase) -> int:
    """Play with the set ``args.name`` of these; ``how`` to enrol it is said where it is not among them."""
    name = OWN if args.name == OURS else args.name
    if name != OWN and name not in sets.names():
        raise CommandError(how)
    try:
        sets.choose(name)
    except OSError as error:
        raise cannot_write(sets.folder, error) from error
    if args.json:
        print_json({"set": args.name, "known": [OURS, *sets.names()]})
    else:
        sys.stdout.write(say(Phrase.of("glass.set_chosen", name=args.name), args.language) + "\n")
    return 0
