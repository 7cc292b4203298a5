"""``tableside club``: many tables around one MQTT broker. Shows them on a page, tells one of them, keeps results, pairs
a tournament."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.files.user_folders import data_folder
from calibration.files.whole_file import CannotWrite
from companion.club.broker import BadBroker, Broker, checked
from companion.club.topics import ClubPlace, everywhere
from companion.commands import CommandError, cannot_write
from companion.locale import say
from companion.supervised import Failure, Supervised, Task
from companion.titles.registry import game_keys
from games.game import Phrase

if TYPE_CHECKING:
    from companion.club.broker import Message
    from companion.club.swiss import Tournament

PORT, TLS_PORT, PAGE_PORT = 1883, 8883, 8337
REPORTS_EVERY_S = 0.3


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("club", help="many tables, one broker: show them, tell yours, pair a tournament")
    parser.add_argument("--club", default="club", metavar="NAME", help="which club (default: club)")
    add_broker_options(parser)
    what = parser.add_argument_group("what to do (default: the page)")
    what.add_argument("--table", metavar="NAME", help="tell the games of this machine as those of this table")
    what.add_argument(
        "--results", metavar="PLACE", help="keep all games in sqlite:///FILE or postgresql://USER@HOST/DB"
    )
    what.add_argument("--listen", default=f"127.0.0.1:{PAGE_PORT}", metavar="HOST:PORT", help="of the page")
    what.add_argument("--helper", choices=("please", "thanks"), help="this table waits for a helper, or no longer does")
    swiss = parser.add_argument_group("a tournament (Swiss rounds, two at a table)")
    swiss.add_argument("--tournament", type=Path, metavar="FILE", help="shown on the page; by itself: its standings")
    swiss.add_argument("--players", metavar="A,B,C", help="begin it with these, as they are seeded")
    swiss.add_argument("--game", default="carcassonne", choices=game_keys(), help="that is played in it")
    swiss.add_argument("--next-round", action="store_true", help="pair one")
    swiss.add_argument("--result", nargs=4, metavar=("NAME", "SCORE", "NAME", "SCORE"), help="enter one by hand")
    parser.set_defaults(run=run)


def add_broker_options(parser: argparse.ArgumentParser) -> None:
    """What tells where the broker is, for :func:`broker_of`."""
    broker = parser.add_argument_group("the broker (MQTT 5)")
    broker.add_argument("--broker", metavar="HOST[:PORT]", help=f"default port: {PORT}, with --tls {TLS_PORT}")
    broker.add_argument("--tls", action="store_true", help="talk to it encrypted")
    broker.add_argument("--ca", default="", metavar="FILE", help="certificate of who signed the broker's")
    broker.add_argument("--user", default="", metavar="NAME")
    broker.add_argument("--password-file", default="", metavar="FILE", help="holds the password alone; chmod 600")


def run(args: argparse.Namespace) -> int:
    """Do it. What goes on ends with Ctrl-C."""
    if args.helper:
        return _helper(args)
    if args.tournament is not None and not args.broker:
        return _tournament(args)
    if not args.broker:
        raise CommandError(Phrase.of("club.needs_broker"))
    broker = broker_of(args)
    if args.table:
        return _tell(args, broker)
    if args.results:
        return _keep(args, broker)
    return _page(args, broker)


def broker_of(args: argparse.Namespace) -> Broker:
    """The broker that was typed. Raises :class:`CommandError` where it can't be used."""
    if find_spec("paho") is None:
        raise CommandError(Phrase.of("club.no_package", package="paho-mqtt"))
    host, port = _address(args.broker, TLS_PORT if args.tls or args.ca else PORT)
    try:
        return checked(Broker(host, port, args.tls or bool(args.ca), args.ca, args.user, args.password_file))
    except BadBroker as error:
        raise CommandError(error.phrase) from error


def _address(text: str, port: int) -> tuple[str, int]:
    host, colon, typed = text.rpartition(":")
    if text.count(":") > 1 and not text.startswith("["):  # an address of IPv6 alone
        host, colon, typed = text, "", ""
    if not colon:
        return text.strip("[]"), port
    if not host or not typed.isdecimal() or not 0 < int(typed) < 1 << 16:
        raise CommandError(Phrase.of("club.bad_address", text=text))
    return host.strip("[]"), int(typed)


# What goes on


def _tell(args: argparse.Namespace, broker: Broker) -> int:
    from companion.club.outbox import Outbox
    from companion.club.publisher import Publisher

    place, folder = ClubPlace(args.club, args.table), data_folder()
    outbox = Outbox(folder, folder, args.language, now_ms=time.time_ns() // 1_000_000)
    publisher = Publisher(place, broker, folder, outbox)
    where = f"{broker.host}:{broker.port}"
    phrase = Phrase.of("club.tells", table=place.table, club=place.club, where=where)
    return go_on("club", publisher.work, lambda: publisher.trouble, phrase, args.language)


def _keep(args: argparse.Namespace, broker: Broker) -> int:
    from companion.club.keeping import ResultKeeper
    from companion.club.results import BadResults, Results

    try:
        results = Results(args.results)
    except BadResults as error:
        raise CommandError(error.phrase) from error
    keeper = ResultKeeper(broker, args.club, results)
    phrase = Phrase.of("club.keeps", where=args.results.partition(":")[0])
    try:
        return go_on("results", keeper.work, lambda: keeper.trouble, phrase, args.language)
    finally:
        results.close()


def go_on(
    name: str, work: Callable[[Task], None], trouble: Callable[[], Phrase | None], phrase: Phrase, language: str
) -> int:
    """Run the work in its thread; say what is not well once."""
    failed: list[Failure] = []
    thread = Supervised(name, work, failed=failed.append).start()
    sys.stdout.write(say(phrase, language) + "\n")
    sys.stdout.flush()
    said: Phrase | None = None
    try:
        while not thread.join(0.5):
            now = trouble()
            if failed:
                now = getattr(failed.pop().error, "phrase", now)
            said = _said_once(now, said, language)
    finally:
        thread.close(2.0)
    return 0


def _said_once(now: Phrase | None, said: Phrase | None, language: str) -> Phrase | None:
    """Say what is not well, where that is not what was said last; returns what is known of it now."""
    if now is not None and now != said:
        sys.stderr.write(f"tableside: {say(now, language)}\n")
    return now


def _page(args: argparse.Namespace, broker: Broker) -> int:
    from companion.club.club_now import ClubNow
    from companion.club.listening import Listener
    from companion.club.page import club_page
    from companion.club.server import club_app, serve
    from companion.club.tournament_file import KeptTournament
    from companion.onlookers.door import Door, shown_code
    from companion.onlookers.server import listening, own_address

    bind, port = _address(args.listen, PAGE_PORT)
    try:
        sock = listening(bind, port)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)  # asyncio adds where it tried, in English
        raise CommandError(Phrase.of("club.port_taken", address=f"{bind}:{port}", why=why)) from error
    club = ClubNow(args.club)
    tournament = KeptTournament(args.tournament) if args.tournament is not None else None

    def hear(message: Message, _: object) -> None:
        now = club.hear(message)
        if now is not None and tournament is not None:
            tournament.hear(now)

    def page(language: str) -> str:
        kept = tournament.read() if tournament is not None else None
        return club_page(club, kept, language, now_ms=time.time_ns() // 1_000_000)

    listener = Listener(broker, f"tableside page {time.time_ns()}", (everywhere(args.club, "+"),), hear)
    thread = Supervised("page", listener.work).start()
    address = f"http://{own_address(bind)}:{port}/"
    sys.stdout.write(say(Phrase.of("club.shows", address=address), args.language) + "\n")
    sys.stdout.flush()
    door = Door(time.monotonic)

    def tell_codes(task: Task) -> None:
        """The code of the next device, whenever one was used, and once what is not well with the broker."""
        shown, said = "", None
        while not task.stopping:
            said = _said_once(listener.trouble, said, args.language)
            if door.code != shown:
                shown = door.code
                sys.stdout.write(say(Phrase.of("onlookers.code_now", code=shown_code(shown)), args.language) + "\n")
                sys.stdout.flush()
            task.pause(REPORTS_EVERY_S)

    codes = Supervised("codes", tell_codes).start()
    try:
        with sock:
            serve(club_app(page, door), sock)
    finally:
        codes.close(2.0)
        thread.close(2.0)
    return 0


# What is done at once


def _helper(args: argparse.Namespace) -> int:
    from companion.club.beside_games import ask_for_helper

    please = args.helper == "please"
    try:
        ask_for_helper(data_folder(), time.time_ns() // 1_000_000 if please else None)
    except OSError as error:
        raise cannot_write(data_folder(), error) from error
    sys.stdout.write(say(Phrase.of("club.helper_asked" if please else "club.helper_came"), args.language) + "\n")
    return 0


def _tournament(args: argparse.Namespace) -> int:
    from companion.club.swiss import begun, next_round, with_match_result
    from companion.club.tournament_file import keep_tournament, tournament_at

    path = args.tournament
    if args.players:
        if path.exists():
            raise CommandError(Phrase.of("club.has_tournament", file=str(path)))
        tournament = begun(args.game, [name.strip() for name in args.players.split(",") if name.strip()])
    else:
        tournament = tournament_at(path)
    if args.result:
        first, one, second, other = args.result
        scores = _points(one), _points(other)
        won = first if scores[0] > scores[1] else second if scores[1] > scores[0] else ""
        tournament = with_match_result(tournament, first, second, scores, won)
    if args.next_round:
        tournament = next_round(tournament)
    if args.players or args.result or args.next_round:
        try:
            keep_tournament(path, tournament)
        except CannotWrite as error:
            raise cannot_write(path, error) from error
    _say_tournament(tournament, args.language)
    return 0


def _points(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise CommandError(Phrase.of("club.no_score", text=text)) from error


def _say_tournament(tournament: Tournament, language: str) -> None:
    from companion.club.page import in_points
    from companion.club.swiss import standings
    from companion.club.tournament_file import tie_breaks

    for one in standings(tournament, tie_breaks(tournament.game)):
        sys.stdout.write(f"{one.rank}. {one.name}  {in_points(one.halves)}\n")
    if tournament.rounds:
        sys.stdout.write(say(Phrase.of("club.round", round=len(tournament.rounds)), language) + "\n")
        for pairing in tournament.rounds[-1]:
            second = pairing.second or say(Phrase.of("club.bye"), language)
            result = f"  {pairing.scores[0]} : {pairing.scores[1]}" if pairing.scores is not None else ""
            sys.stdout.write(f"{pairing.first} – {second}{result}\n")
