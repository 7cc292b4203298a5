"""``tableside cards``: the building cards of the owner's Riga, entered once by hand or from a photograph of each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.commands import CommandError, cannot_write, print_json
from companion.commands.read_command import load_picture
from companion.editions.riga_cards import card_layouts, enter_card, own_cards, photograph_of, take_card_out
from companion.locale import say
from games.game import Phrase
from games.riga.box.buildings import Building, CardSet, building_from_json, building_to_json
from games.riga.box.components import CITIES, PERSONS
from games.riga.grand_masters import subject_phrase
from vision.riga.card_photo import CardReading, read_card

_FIELDS = ("name", "city", "cost", "points")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("cards", help="enter the building cards of your own Riga")
    parser.add_argument("photograph", type=Path, nargs="?", metavar="PHOTOGRAPH", help="of one card, lying apart")
    parser.add_argument("--name", help="as printed; with it the card is kept, else only told what could be read")
    parser.add_argument("--city", choices=CITIES)
    parser.add_argument("--cost", type=int, help="ducats")
    parser.add_argument("--points", type=int, help="victory points")
    parser.add_argument("--person", choices=PERSONS, action="append", default=[], help="on the card; may be repeated")
    parser.add_argument("--purse", type=int, default=0, help="ducats that it gives once a year")
    parser.add_argument("--store", type=int, default=0, help="cards more that may be kept in winter")
    parser.add_argument("--text", default="", help="any other printed effect, for people to follow")
    parser.add_argument("--remove", metavar="KEY", help="forget a card that was entered")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Enter a card, tell what a photograph shows, forget one, or list them all."""
    if args.remove is not None:
        take_card_out(args.remove)
    elif args.photograph is not None or args.name is not None:
        return _enter(args)
    cards = own_cards()
    if args.json:
        print_json({"cards": [_plain(card) for card in (*cards.cards, *cards.riga)]})
        return 0
    for sentence in _listed(cards, args.language):
        sys.stdout.write(sentence + "\n")
    return 0


def _enter(args: argparse.Namespace) -> int:
    seen = _seen(args)
    fields: dict[str, object] = {"name": args.name, "city": args.city, "cost": args.cost, "points": args.points}
    if seen is not None:
        read = {"city": seen.city, "cost": seen.cost, "points": seen.points}
        fields = {name: read.get(name) if value is None else value for name, value in fields.items()}
    lacking = [name for name in _FIELDS if fields[name] is None]
    card = None
    if not lacking:
        effect = {"purse": args.purse, "store": args.store}
        card = building_from_json({**fields, "persons": args.person, "effect": effect, "text": args.text}, mark="")
        try:
            enter_card(card, None if seen is None else seen.picture)
        except OSError as error:
            raise cannot_write(error.filename or "", error) from error
    if args.json:
        print_json({"kept": card is not None, "card": None if card is None else _plain(card), "read": fields})
        return 0 if card is not None or args.name is None else 1
    if card is None:
        options = " ".join(f"--{name}" for name in lacking)
        known = ", ".join(f"{name} {value}" for name, value in fields.items() if value is not None) or "–"
        sys.stdout.write(say(Phrase.of("riga.cards_lacking", read=known, options=options), args.language) + "\n")
        return 0 if args.name is None else 1
    sys.stdout.write(say(Phrase.of("riga.cards_kept", card=_line(card, args.language)), args.language) + "\n")
    return 0


def _seen(args: argparse.Namespace) -> CardReading | None:
    if args.photograph is None:
        return None
    seen = read_card(load_picture(args.photograph), card_layouts())
    if seen is None:
        raise CommandError(Phrase.of("riga.no_card_in_picture", file=str(args.photograph)))
    return seen


def _listed(cards: CardSet, language: str) -> Iterator[str]:
    every = (*cards.cards, *cards.riga)
    for card in every:
        mark = say(Phrase.of("app.mark_default"), language) if card.mark else "✓"
        yield f"{card.key:<28} {_line(card, language)}  {mark}"
    own = sum(not card.mark for card in every)
    yield say(Phrase.of("riga.cards_count", own=own, all=len(every)), language)


def _line(card: Building, language: str) -> str:
    phrase = Phrase.of("riga.cost_and_points", cost=card.cost, points=card.points)
    people = "".join(", " + _said(subject_phrase(person), language) for person in card.persons)
    return f"{_said(card.phrase, language)}: {say(phrase, language)}{people}"


def _said(name: str | Phrase, language: str) -> str:
    return name if isinstance(name, str) else say(name, language)


def _plain(card: Building) -> dict[str, object]:
    return {**building_to_json(card), "photograph": not card.mark and photograph_of(card.key) is not None}
