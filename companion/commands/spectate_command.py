"""``tableside spectate``: a page on the local network for who looks on, live while the game is played."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.user_folders import data_folder
from companion.broadcast.following import Follower, played_in
from companion.commands import CommandError
from companion.locale import LANGUAGES, say
from companion.store import SUFFIX
from companion.titles.registry import typed_key
from games.game import Phrase

if TYPE_CHECKING:
    from companion.onlookers.door import Door
    from companion.onlookers.live_page import LivePage

DEFAULT_PORT = 8321


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("spectate", help="let others on the local network look on in their browsers")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    parser.add_argument("--bind", default="0.0.0.0", metavar="ADDRESS", help="of this machine (default: every one)")
    parser.add_argument("--game", type=typed_key, metavar="GAME", help="only games of this kind")
    parser.add_argument("--game-file", type=Path, metavar="FILE", help="one game (default: the one that is played)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until it is interrupted; a fresh code is shown whenever one was used."""
    from companion.onlookers.server import listening, own_address

    which = _which(args)
    try:
        sock = listening(args.bind, args.port)
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(Phrase.of("onlookers.port_taken", address=f"{args.bind}:{args.port}", why=why)) from error
    host = own_address(args.bind)
    address = f"http://{f'[{host}]' if ':' in host else host}:{sock.getsockname()[1]}"
    follower = Follower(which, LANGUAGES, data_folder())

    def told(door: Door, page: LivePage) -> None:
        _show(address, door, page, args.language)

    with sock:
        asyncio.run(_serve(sock, follower, told))
    return 0


async def _serve(sock: socket.socket, follower: Follower, told: Callable[[Door, LivePage], None]) -> None:
    from companion.onlookers.door import Door
    from companion.onlookers.live_page import LivePage
    from companion.onlookers.server import OnlookersServer, OnlookersSite

    page, door = LivePage(follower), Door(time.monotonic)
    server = OnlookersServer(OnlookersSite(page, door))
    telling = asyncio.create_task(_keep_telling(door, page, told))
    try:
        await server.serve(sockets=[sock])
    finally:
        telling.cancel()


async def _keep_telling(door: Door, page: LivePage, told: Callable[[Door, LivePage], None]) -> None:
    shown = None
    while True:
        if door.code != shown:
            shown = door.code
            told(door, page)
        await asyncio.sleep(0.5)


def _show(address: str, door: Door, page: LivePage, language: str) -> None:
    """The code as QR where somebody reads it on a terminal, and in words."""
    import segno

    from companion.onlookers.door import shown_code

    def line(key: str, **values: str | int) -> None:
        sys.stdout.write(say(Phrase.of(key, **values), language) + "\n")

    if sys.stdout.isatty():
        segno.make_qr(f"{address}/enter?code={door.code}", error="m").terminal(out=sys.stdout, compact=True)
    line("onlookers.at", address=address)
    line("onlookers.code_now", code=shown_code(door.code))
    line("onlookers.counted", onlookers=page.onlookers, wrong=door.wrong)
    sys.stdout.flush()


def _which(args: argparse.Namespace) -> Callable[[], Path | None]:
    path: Path | None = args.game_file
    if path is not None:
        if path.suffix != SUFFIX or not path.exists():
            raise CommandError(Phrase.of("store.missing", path=str(path)))
        return lambda: path
    return played_in(data_folder(), args.game)
