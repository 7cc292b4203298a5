"""``tableside enrol --pieces --game GAME PHOTOGRAPH... --name NAME``: learn the owner's wooden pieces.

They lie on the bare table, a sheet of white paper beside them; ``--correct`` says what was misread, also later.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from calibration.piece_set import PieceSet, PieceStance
from calibration.references import ReferencesError
from companion.cameras.profiles import chosen_profile
from companion.commands import CommandError, Progress, cannot_write, print_json
from companion.commands.enrolling.known_set import OURS, play_with
from companion.commands.read_command import load_picture
from companion.editions.piece_draft import PieceDraft, piece_phrase
from companion.editions.piece_sets import PieceSets, piece_sets
from companion.exports.contact_sheet import write_sheet
from companion.locale import say
from companion.readings.marks import plain_outline
from companion.titles.registry import box_key, find_title, game_keys
from games.game import Phrase
from vision.pieces.naming import GamePieces


def run(args: argparse.Namespace) -> int:
    """Find the pieces, name them, keep them and play with them."""
    game = pieces_of(args.game)
    sets = piece_sets(box_key(args.game))
    if not args.photographs:
        if args.name and (args.name == OURS or args.name in sets.names()):
            return play_with(args, sets, Phrase.of("pieces.enrol_how"))
        raise CommandError(Phrase.of("pieces.enrol_how"))
    draft = _seen(args, game)
    for correction in args.correct:
        _correct(draft, correction)
    folder = _kept(args, sets, draft)
    sheet = write_sheet(
        folder, [(one.seen.picture, f"{one.colour} {one.kind}", one.confidence) for one in draft.pieces]
    )
    if args.json:
        print_json(_plain(draft, folder, sheet))
        return 0
    for phrase in _sentences(draft, folder, sheet):
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0


def pieces_of(game: str) -> GamePieces:
    """The wooden pieces of a game. Raises :class:`CommandError` where it has none."""
    title = find_title(game)
    if title is None or title.pieces is None:
        known = ", ".join(game_keys(lambda one: one.pieces))
        raise CommandError(Phrase.of("pieces.enrol.no_pieces", game=game, known=known))
    found = title.pieces()
    assert isinstance(found, GamePieces)
    return found


def _seen(args: argparse.Namespace, game: GamePieces) -> PieceDraft:
    profile = chosen_profile(args)
    draft = PieceDraft(game, args.name or say(Phrase.of("pieces.enrol.default_name"), args.language))
    progress = Progress("photograph", len(args.photographs))
    for path in args.photographs:
        picture = load_picture(path)
        draft.lens = None if profile is None else profile.lens_for(picture.shape[1], picture.shape[0])
        if not draft.see(picture):
            assert draft.trouble is not None
            raise CommandError(Phrase.of("pieces.enrol.at", file=str(path), what=draft.trouble))
        progress.step()
    progress.close()
    return draft


def _correct(draft: PieceDraft, correction: str) -> None:
    """``7=follower/lying/red``, ``7=red`` (only the colour), ``7=`` (no piece)."""
    number, equals, is_ = correction.partition("=")
    if not equals or not number.isdigit() or not 1 <= int(number) <= len(draft.pieces):
        raise CommandError(Phrase.of("pieces.enrol.bad_correction", value=correction, last=len(draft.pieces)))
    place = int(number) - 1
    if not is_:
        draft.drop(place)
        return
    kind, stance, colour = draft.pieces[place].kind, draft.pieces[place].stance, draft.pieces[place].colour
    for word in is_.lower().split("/"):
        if word in draft.game.stances:
            kind = word
        elif word in tuple(PieceStance):
            stance = PieceStance(word)
        elif word in draft.game.colours:
            colour = word
        else:
            raise CommandError(Phrase.of("pieces.enrol.bad_correction", value=correction, last=len(draft.pieces)))
    allowed = draft.game.stances[kind]
    colour = colour if draft.game.is_owned(kind) else kind
    if colour not in draft.game.colours and draft.game.is_owned(kind):
        raise CommandError(Phrase.of("pieces.enrol.bad_correction", value=correction, last=len(draft.pieces)))
    draft.tell(place, kind, stance if stance in allowed else allowed[0], colour)


def _kept(args: argparse.Namespace, sets: PieceSets, draft: PieceDraft) -> Path:
    try:
        folder = sets.keep(draft.set(), draft.pictures())
        if not args.keep_playing_with:
            sets.choose(draft.name)
    except ReferencesError as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise cannot_write(sets.folder, error) from error
    return folder


def _plain(draft: PieceDraft, folder: Path, sheet: Path) -> dict[str, object]:
    learned: PieceSet = draft.set()
    return {
        "set": draft.name,
        "folder": str(folder),
        "contact_sheet": str(sheet),
        "pieces": [
            {
                "number": number,
                "kind": one.kind,
                "stance": one.stance.value,
                "colour": one.colour,
                "confidence": round(named.confidence, 3),
                "lab": [round(value, 1) for value in one.lab],
                "wide": round(one.wide, 3),
                "high": None if one.high is None else round(one.high, 3),
                "outline": plain_outline(named.seen.outline_px),
            }
            for number, (one, named) in enumerate(zip(learned.pieces, draft.pieces, strict=True), start=1)
        ],
    }


def _sentences(draft: PieceDraft, folder: Path, sheet: Path) -> Iterator[Phrase]:
    yield Phrase.of("pieces.enrol.kept", count=len(draft.pieces), name=draft.name, folder=str(folder))
    for number, (named, one) in enumerate(zip(draft.pieces, draft.set().pieces, strict=True), start=1):
        key = "pieces.enrol.line" if one.high is not None else "pieces.enrol.line_flat"
        wide, high = round(100 * one.wide), round(100 * (one.high or one.wide))
        sure = round(100 * named.confidence)
        yield Phrase.of(key, number=number, piece=piece_phrase(named), sure=sure, wide=wide, high=high)
    yield from draft.open_points()
    yield Phrase.of("pieces.enrol.check", sheet=str(sheet), name=draft.name)
