"""``tableside eyes``: this machine's camera and processor look at the table for a tablet that has neither."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.club.topics import ClubPlace
from companion.commands import CommandError
from companion.commands.club_command import add_broker_options, broker_of, go_on
from games.any_game import AnyRecord
from games.game import Phrase
from vision.frame_sources import ELSEWHERE

if TYPE_CHECKING:
    from companion.session.looking.sighting import Watcher


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("eyes", help="look at the table for a small tablet elsewhere, over an MQTT broker")
    parser.add_argument("--camera", default="0", metavar="SOURCE", help="that looks at the table (default: 0)")
    parser.add_argument("--club", default="club", metavar="NAME", help="which club (default: club)")
    parser.add_argument("--table", default="table", metavar="NAME", help="which table (default: table)")
    add_broker_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look until it is interrupted."""
    from companion.elsewhere.looking import LookingElsewhere

    if not args.broker:
        raise CommandError(Phrase.of("eyes.needs_broker"))
    if ELSEWHERE.match(args.camera):
        raise CommandError(Phrase.of("eyes.own_camera"))
    broker, place = broker_of(args), ClubPlace(args.club, args.table)
    camera = args.camera

    def open_watcher(record: AnyRecord | None) -> Watcher:
        from companion.elsewhere.showing import only_showing
        from companion.session.looking.watching import watch_here

        if record is None:
            return only_showing(camera)
        return watch_here(record.game.key, record.state, camera)

    looking = LookingElsewhere(place, broker, open_watcher)
    scheme = "mqtts" if broker.tls else "mqtt"
    club = "" if place.club == "club" else f"{place.club}/"
    phrase = Phrase.of("eyes.looks", address=f"{scheme}://{broker.host}:{broker.port}/{club}{place.table}")
    return go_on("eyes", looking.work, lambda: looking.trouble, phrase, args.language)
