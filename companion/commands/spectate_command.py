"""``tableside spectate``: a page on the local network for who looks on, live while the game is played."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.files.system_reason import system_reason
from calibration.files.user_folders import data_folder
from companion.broadcast.following import PlayedIn, TableFollower, Which
from companion.commands import CommandError, bounded
from companion.locale import LANGUAGES, say
from companion.store import SUFFIX
from companion.titles.registry import typed_key
from games.game import Phrase

if TYPE_CHECKING:
    from companion.onlookers.door import Door
    from companion.onlookers.live_page import LivePage
    from companion.onlookers.server import OnlookersServer, OnlookersSite
    from companion.onlookers.wire import FromServer

DEFAULT_PORT, MOST_PORT = 8321, 65_535
REPORTS_EVERY_S = 0.3


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("spectate", help="let others on the local network look on in their browsers")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    parser.add_argument("--bind", default="0.0.0.0", metavar="ADDRESS", help="of this machine (default: every one)")
    parser.add_argument("--game", type=typed_key, metavar="GAME", help="only games of this kind")
    parser.add_argument("--game-file", type=Path, metavar="FILE", help="one game (default: the one that is played)")
    # The tablet's own way: no words, lines of companion.onlookers.wire, until the input ends.
    parser.add_argument("--piped", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until it is interrupted; a fresh code is shown whenever one was used."""
    from companion.onlookers.server import listening, own_address
    from companion.onlookers.wire import NotServing

    bounded("--port", args.port, 0, MOST_PORT)
    which = _TabletsGame(_which(args))
    try:
        sock = _listening_somewhere(args) if args.piped else listening(args.bind, args.port)
    except OSError as error:
        address, why = f"{args.bind}:{args.port}", system_reason(error)
        if args.piped:
            _write(NotServing(address, why))
            return 1
        raise CommandError(Phrase.of("onlookers.port_taken", address=address, why=why)) from error
    host = own_address(args.bind)
    address = f"http://{f'[{host}]' if ':' in host else host}:{sock.getsockname()[1]}"
    with sock:
        asyncio.run(_serve(sock, which, address, args))
    return 0


class _TabletsGame:
    """The game that lies on the tablet, and goes on being shown when it was left; until a tablet tells, and where none
    does, the one that people asked for."""

    def __init__(self, asked_for: Which) -> None:
        self._asked_for = asked_for
        self._announced = False
        self._path: Path | None = None

    def hear(self, file: str) -> None:
        """The tablet tells where its open game is kept; empty where none is."""
        self._announced = True
        self._path = Path(file) if file else self._path

    def __call__(self) -> Path | None:
        """The game that is followed."""
        return self._path if self._announced else self._asked_for()


def _listening_somewhere(args: argparse.Namespace) -> socket.socket:
    """The usual port, or a free one where another program has it: people read the address from the tablet anyway."""
    from companion.onlookers.server import listening

    try:
        return listening(args.bind, args.port)
    except OSError:
        return listening(args.bind, 0)


async def _serve(sock: socket.socket, which: _TabletsGame, address: str, args: argparse.Namespace) -> None:
    from companion.onlookers.door import Door
    from companion.onlookers.live_page import LivePage
    from companion.onlookers.server import OnlookersServer, OnlookersSite
    from companion.supervised import Failure, Supervised

    page, door = LivePage(TableFollower(which, LANGUAGES, data_folder())), Door(time.monotonic)
    site = OnlookersSite(page, door, hand_on=_write)
    server = OnlookersServer(site)
    if args.piped:
        loop = asyncio.get_running_loop()

        # Where the tablet can't be heard any more, the page ends; the tablet sees that and says what to do.
        def unheard(_: Failure) -> None:
            loop.call_soon_threadsafe(server.stop)

        hear = partial(_hear_tablet, loop, site, server, which)
        Supervised("the tablet", lambda task: hear(), failed=unheard, again=False).start()
    telling = asyncio.create_task(_keep_telling(site, address, args))
    try:
        await server.serve(sockets=[sock])
    finally:
        telling.cancel()


def _hear_tablet(
    loop: asyncio.AbstractEventLoop, site: OnlookersSite, server: OnlookersServer, which: _TabletsGame
) -> None:
    """Lines of the tablet, until it ends: then nobody is served any more."""
    from companion.onlookers.wire import from_tablet

    for line in sys.stdin.buffer:
        table = from_tablet(line)
        which.hear(table.file)
        loop.call_soon_threadsafe(site.hear_table, table)
    loop.call_soon_threadsafe(server.stop)


async def _keep_telling(site: OnlookersSite, address: str, args: argparse.Namespace) -> None:
    from companion.onlookers.wire import Serving

    door, page, announced = site.door, site.page, None
    while True:
        seats = tuple(code for seat, code in door.codes.items() if seat is not None)
        now = Serving(address, door.code, seats, page.onlookers, door.wrong)
        if args.piped and now != announced:
            _write(now)
        elif not args.piped and (announced is None or now.code != announced.code):
            _show(address, door, page, args.language)
        announced = now
        await asyncio.sleep(REPORTS_EVERY_S)


def _write(message: FromServer) -> None:
    from companion.onlookers.wire import line_of

    sys.stdout.buffer.write(line_of(message))
    sys.stdout.buffer.flush()


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


def _which(args: argparse.Namespace) -> Which:
    path: Path | None = args.game_file
    if path is not None:
        if path.suffix != SUFFIX or not path.exists():
            raise CommandError(Phrase.of("store.missing", path=str(path)))
        return lambda: path
    return PlayedIn(data_folder(), args.game)
