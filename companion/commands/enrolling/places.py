"""``tableside enrol --game istanbul PHOTOGRAPH... --name NAME``: learn the owner's places of Istanbul.

The places lie a finger's width apart, upright; their numbers are read, or told with ``--numbers`` as one reads them on
the photographs. Places of an expansion may be added later under the same name.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from calibration.references import ReferencesError
from companion.commands import CommandError, cannot_write, print_json
from companion.commands.enrolling.enrolment import Enrolment
from companion.commands.enrolling.known_set import play_with
from companion.commands.read_command import load_picture
from companion.editions.place_sets import place_sets
from companion.exports.contact_sheet import write_sheet
from companion.locale import say
from games.game import Phrase
from vision.istanbul.layout.laid_out import EVERY, LaidPlace, TooManyPlaces, read_laid_out_places


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe what only the places of Istanbul need."""
    parser.add_argument(
        "--numbers",
        default="",
        help="istanbul: the places as one reads them on the photographs, 0 for one to leave out: 7,16,3,0,12",
    )


def run(args: argparse.Namespace) -> int:
    """Find the places, read their numbers, keep them and play with them."""
    sets = place_sets()
    if not args.photographs:
        return play_with(args, sets, Phrase.of("istanbul.enrol_how", found=0, name=args.name))
    places = _seen(args)
    if not any(place.number for place in places):
        raise CommandError(Phrase.of("istanbul.enrol_how", found=len(places), name=args.name))
    try:
        folder = sets.keep(args.name, {place.number: place.picture for place in places if place.number})
        sets.choose(args.name)
    except ReferencesError as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise cannot_write(sets.folder, error) from error
    sheet = write_sheet(folder, [(place.picture, str(place.number or "?"), place.confidence) for place in places])
    if args.json:
        print_json(
            {
                "set": args.name,
                "folder": str(folder),
                "contact_sheet": str(sheet),
                "places": [_plain(place) for place in places],
            }
        )
        return 0
    for phrase in _outcome_phrases(args, places, str(folder), str(sheet)):
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0


def _seen(args: argparse.Namespace) -> list[LaidPlace]:
    try:
        found = read_laid_out_places([load_picture(path) for path in args.photographs])
    except TooManyPlaces as error:
        raise CommandError(Phrase.of("istanbul.enrol_many", found=error.found)) from error
    places = [place for some in found for place in some]
    if not args.numbers:
        return places
    numbers = _numbers(args.numbers)
    if len(numbers) != len(places):
        raise CommandError(Phrase.of("istanbul.enrol_count", found=len(places), told=len(numbers)))
    return [place.read_as(number, 1.0) for place, number in zip(places, numbers, strict=True)]


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers of places as they were typed; each once. Raises :class:`CommandError`."""
    parts = text.replace(",", " ").split()
    wrong = [part for part in parts if not part.isdigit() or int(part) not in (0, *EVERY)]
    numbers = [int(part) for part in parts if part not in wrong]
    wrong += [str(number) for number in set(numbers) if number and numbers.count(number) > 1]
    if wrong:
        raise CommandError(Phrase.of("istanbul.enrol_number", value=wrong[0]))
    return tuple(numbers)


def _plain(place: LaidPlace) -> dict[str, object]:
    outline = [[round(float(x), 1), round(float(y), 1)] for x, y in place.outline]
    return {"number": place.number, "confidence": round(place.confidence, 4), "outline": outline}


def _outcome_phrases(args: argparse.Namespace, places: Sequence[LaidPlace], folder: str, sheet: str) -> list[Phrase]:
    named = sum(place.number > 0 for place in places)
    phrases = [
        Phrase.of("istanbul.enrol_kept", count=named, folder=folder, name=args.name),
        Phrase.of("istanbul.enrol_check", sheet=sheet),
    ]
    if named < len(places):
        typed = ",".join(str(place.number or "?") for place in places)
        phrases.append(Phrase.of("istanbul.enrol_unread", count=len(places) - named, numbers=typed))
    return phrases


ENROLMENT = Enrolment(run, add_options)
