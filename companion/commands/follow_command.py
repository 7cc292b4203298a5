"""``tableside follow SOURCE --game carcassonne``: watches a table without a person and tells each event in a line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.commands import NOTHING_FOUND, CommandError, print_json
from companion.locale import say
from games.game import Phrase
from vision.carcassonne.following.events import EventKind, FollowEvent
from vision.carcassonne.following.map_follower import MapFollower
from vision.frame_sources import open_source
from vision.frames import FrameSource
from vision.source_error import SourceError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("follow", help="watch a table, a video or a folder of pictures, and tell each event")
    parser.add_argument("source", metavar="SOURCE", help="a camera's number, an address, a video, a folder of pictures")
    parser.add_argument("--game", default="carcassonne", help="carcassonne")
    parser.add_argument("--references", type=Path, metavar="DIR", help="pictures of the owner's edition")
    parser.add_argument("--profile", metavar="CAMERA", help="what `calibrate` learned of the camera")
    parser.add_argument("--json", action="store_true", help="an object a line; the last is the board")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Follow to the end of the source, or until it is interrupted; the board as it is known is told last. Exit code 3
    where there never was one, as for a picture."""
    if args.game != "carcassonne":
        raise CommandError(Phrase.of("command.cannot_follow", game=args.game, known="carcassonne"))
    from companion.readings import carcassonne_reading as reading

    source = open_source(args.source)
    follower = MapFollower(reading.tellers(args), reading.base_stock())
    lost: SourceError | None = None
    try:
        for event in followed(source, follower):
            _tell(event, args)
    except KeyboardInterrupt:
        pass  # that is how people end it at a camera
    except SourceError as error:
        lost = error  # what was seen until then is told all the same
    finally:
        source.close()
    board = reading.as_plain(follower.board(), args.language)
    if args.json:
        print_json(board)
    elif lost is None or board["tiles"]:  # why nothing was seen is told below
        for sentence in reading.sentences(board, args.language):
            sys.stdout.write(sentence + "\n")
    if lost is not None:
        raise lost
    return 0 if board["tiles"] else NOTHING_FOUND


def followed(source: FrameSource, follower: MapFollower) -> Iterator[FollowEvent]:
    """Every event of a source, as it happens. Raises :class:`vision.source_error.SourceError` where it is lost."""
    number = -1
    while (frame := source.read()) is not None:
        number = frame.number
        yield from follower.look(frame)
    yield from follower.finish(number)


def _tell(event: FollowEvent, args: argparse.Namespace) -> None:
    if args.json:
        print_json(plain(event))
    else:
        sys.stdout.write(f"{event.frame:>6}  {say(_sentence(event), args.language)}\n")
    sys.stdout.flush()


def plain(event: FollowEvent) -> dict[str, object]:
    """An event as ``--json`` prints it; what an event is not about is null."""
    tile, follower = event.tile, event.follower
    return {
        "frame": event.frame,
        "event": event.kind.value,
        "row": event.row,
        "column": event.column,
        "type": None if tile is None else tile.letter or tile.kind,
        "sides": None if tile is None else list(tile.sides),
        "colour": None if follower is None else follower.colour,
        "feature": None if follower is None else follower.feature,
        "confidence": round(event.confidence, 4),
    }


def _sentence(event: FollowEvent) -> Phrase:
    values: dict[str, str | int | Phrase] = {"chance": f"{event.confidence:.0%}"}
    if event.row is not None and event.column is not None:
        values |= {"row": event.row, "column": event.column}
    if event.tile is not None:
        values["tile"] = event.tile.letter or event.tile.kind
    if event.follower is not None:
        values["colour"] = Phrase.of(f"colour.{event.follower.colour}")
        values["feature"] = Phrase.of(f"reading.on_{event.follower.feature}")
    if event.kind is EventKind.UNSURE:
        return Phrase.of("reading.unsure_follower" if event.follower is not None else "reading.unsure_tile", **values)
    if event.kind is EventKind.OUT_OF_STEP and event.tile is None:
        return Phrase.of("reading.tile_gone", **values)
    return Phrase.of(f"reading.{event.kind.value}", **values)
