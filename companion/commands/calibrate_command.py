"""``tableside calibrate``: what a camera is told once: its lens, how it stands, how the pieces' colours look."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NotRequired, TypedDict

from calibration.colours import Lab, rgb_of
from calibration.lens import CalibrationError, LensFit
from calibration.lens_lesson import LensLesson
from calibration.profile import Profile, ProfileError, ProfilePart
from companion.cameras.calibrating import SeenColours, part_phrase, seen_colours, seen_table, tile_px
from companion.cameras.choice import settled_picture
from companion.cameras.profiles import identity_of, kept_profiles
from companion.commands import CommandError, print_json
from companion.locale import say
from games.game import SEAT_COLOURS, Phrase
from vision.frame_sources import PictureFolder, open_source, read_picture
from vision.frames import Picture

_CAMERA = "the camera as it is typed elsewhere (0, an address), or any name for pictures of a phone"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("calibrate", help="tell a camera its lens, its stand and the pieces' colours, once")
    parser.set_defaults(run=run, act=_show, camera=None, json=False)
    acts = parser.add_subparsers(metavar="WHAT")
    lens = acts.add_parser("lens", help="from pictures of the chessboard sheet, or shown to the camera itself")
    lens.add_argument("camera", metavar="CAMERA", help=_CAMERA)
    lens.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE", help="or a folder; default: the camera")
    lens.set_defaults(act=_lens)
    table = acts.add_parser("table", help="how the camera stands, from the sheet of markers on the table")
    colours = acts.add_parser("colours", help="of the pieces, one a colour in a row on the sheet of markers")
    for one, act in ((table, _table), (colours, _colours)):
        one.add_argument("camera", metavar="CAMERA", help=_CAMERA)
        one.add_argument("picture", nargs="?", type=Path, metavar="PICTURE", help="default: taken by the camera")
        one.set_defaults(act=act)
    names = ",".join(SEAT_COLOURS)
    colours.add_argument("--pieces", default="", metavar="NAMES", help=f"from left to right, some of {names}")
    show = acts.add_parser("show", help="what is kept, and how good it is (the default)")
    show.add_argument("camera", nargs="?", metavar="CAMERA")
    show.set_defaults(act=_show)
    forget = acts.add_parser("forget", help="throw it away")
    forget.add_argument("camera", metavar="CAMERA")
    forget.add_argument("--part", choices=[part.value for part in ProfilePart], help="only this")
    forget.set_defaults(act=_forget)
    for one in (parser, lens, table, colours, show, forget):
        one.add_argument("--json", action="store_true", help="one object on the last line")


def run(args: argparse.Namespace) -> int:
    """Do what was typed. Raises :class:`CommandError`."""
    act: Callable[[argparse.Namespace], int] = args.act
    try:
        return act(args)
    except (CalibrationError, ProfileError) as error:
        raise CommandError(error.phrase) from error


# The lens


def _lens(args: argparse.Namespace) -> int:
    profile = _profile(args.camera)
    lesson, judged = _shown_pictures(args) if args.pictures else _shown_live(args)
    try:
        fit = lesson.fit()
    except CalibrationError as error:
        raise CommandError(_with_bad(error.phrase, judged)) from error
    for index in fit.left_out:
        judged[index] = {**judged[index], "taken": False, "why": say(Phrase.of("calibration.lens_odd"), args.language)}
    path = kept_profiles().save(profile.with_lens(fit.lens))
    views = [one for one in judged if one["taken"]]
    for one, error_px in zip(views, fit.errors_px.values(), strict=True):
        one["error_px"] = round(error_px, 3)
    if args.json:
        print_json({"camera": profile.camera, "profile": str(path), **_plain_fit(fit), "pictures": judged})
        return 0
    for one in judged:
        why = one.get("why") or say(
            Phrase.of("calibration.error_px", error=round(100 * one["error_px"])), args.language
        )
        sys.stdout.write(f"{'ok ' if one['taken'] else '-- '} {one['picture']}: {why}\n")
    _say(
        args, part_phrase(profile.with_lens(fit.lens), ProfilePart.LENS), Phrase.of("calibration.kept", path=str(path))
    )
    return 0


class JudgedView(TypedDict):
    """A picture of the sheet as ``--json`` has it: whether it counts, why not, and how far its markers are off."""

    picture: str
    taken: bool
    why: NotRequired[str]
    error_px: NotRequired[float]


def _shown_pictures(args: argparse.Namespace) -> tuple[LensLesson, list[JudgedView]]:
    """Every picture judged, with why it does not count."""
    lesson, judged = LensLesson(), list[JudgedView]()
    for path in _each(args.pictures):
        look = lesson.show(read_picture(path))
        one = JudgedView(picture=str(path), taken=look.taken)
        judged.append(one if look.taken else {**one, "why": say(look.phrase, args.language)})
    return lesson, judged


def _each(paths: list[Path]) -> Iterator[Path]:
    """Pictures, and the pictures in folders."""
    for path in paths:
        if path.is_dir():
            yield from PictureFolder(path).paths
        else:
            yield path


def _shown_live(args: argparse.Namespace) -> tuple[LensLesson, list[JudgedView]]:
    """The sheet shown to the camera until that is enough, or the source ends; each piece of advice is told once."""
    lesson, judged, before = LensLesson(live=True), list[JudgedView](), None
    source = open_source(args.camera)
    try:
        _advise(args, lesson.next())
        while lesson.needed and (frame := source.read()) is not None:
            look = lesson.show(frame.image)
            if look.taken:
                judged.append(JudgedView(picture=str(frame.number), taken=True))
                if lesson.needed:
                    _advise(args, Phrase.of("calibration.lens_taken", needed=lesson.needed, views=lesson.taken))
            if look.phrase != before:
                _advise(args, look.phrase)
            before = look.phrase
    finally:
        source.close()
    return lesson, judged


def _advise(args: argparse.Namespace, phrase: Phrase) -> None:
    sys.stderr.write(say(phrase, args.language) + "\n")
    sys.stderr.flush()


def _with_bad(phrase: Phrase, judged: list[JudgedView]) -> Phrase:
    """The sentence, and which pictures were no use, each with why."""
    bad = tuple(f"{Path(one['picture']).name}: {one['why']}" for one in judged if not one["taken"])
    return Phrase.of("calibration.lens_failed", pictures="\n  ".join(bad), why=phrase) if bad else phrase


def _plain_fit(fit: LensFit) -> dict[str, object]:
    lens = fit.lens
    return {
        "views": len(fit.errors_px),
        "error_px": round(lens.error_px or 0.0, 4),
        "focal_px": [round(value, 2) for value in lens.focal],
        "centre_px": [round(value, 2) for value in lens.centre],
        "distortion": [round(value, 6) for value in lens.distortion],
        "size": [lens.width, lens.height],
    }


# Table and colours


def _table(args: argparse.Namespace) -> int:
    profile = _profile(args.camera)
    seen = seen_table(_picture(args), profile)
    fresh = profile.with_plane(seen.plane, seen.error_px)
    path = kept_profiles().save(fresh)
    if args.json:
        print_json(
            {
                "camera": profile.camera,
                "profile": str(path),
                "mm_per_px": round(1 / seen.plane.px_per_mm(), 4),
                "tile_px": tile_px(seen.plane),
                "tilt_deg": round(seen.plane.tilt_deg, 2),
                "error_px": round(seen.error_px, 3),
                "lens_known": seen.plane.lens.error_px is not None,
            }
        )
        return 0
    mm = Phrase.of(
        "calibration.mm_per_px", error=round(100 * seen.error_px), hundredths=round(100 / seen.plane.px_per_mm())
    )
    _say(args, part_phrase(fresh, ProfilePart.TABLE), mm, Phrase.of("calibration.kept", path=str(path)))
    return 0


def _colours(args: argparse.Namespace) -> int:
    names = [name.strip() for name in args.pieces.split(",") if name.strip()]
    for name in names:
        if name not in SEAT_COLOURS:
            raise CommandError(Phrase.of("calibration.unknown_colour", known=", ".join(SEAT_COLOURS), name=name))
    profile = _profile(args.camera)
    seen = seen_colours(_picture(args), profile, names)
    fresh = profile.with_colours(seen.colours)
    path = kept_profiles().save(fresh)
    if args.json:
        print_json(
            {"camera": profile.camera, "profile": str(path), "guessed": not names, "pieces": _plain_pieces(seen)}
        )
        return 0
    for piece, name in zip(seen.pieces, seen.names, strict=True):
        sys.stdout.write(f"{hex_of(piece.lab)}  {say(Phrase.of(f'colour.{name}'), args.language)}\n")
    guessed = () if names else (Phrase.of("calibration.colours_guessed"),)
    _say(args, *guessed, part_phrase(fresh, ProfilePart.COLOURS), Phrase.of("calibration.kept", path=str(path)))
    return 0


def _plain_pieces(seen: SeenColours) -> list[dict[str, object]]:
    return [
        {"colour": name, "lab": [round(value, 2) for value in piece.lab], "rgb": hex_of(piece.lab)}
        for piece, name in zip(seen.pieces, seen.names, strict=True)
    ]


def hex_of(lab: Lab) -> str:
    """A CIE Lab colour as ``#rrggbb``."""
    return "#" + "".join(f"{round(255 * value):02x}" for value in rgb_of(lab))


def _picture(args: argparse.Namespace) -> Picture:
    return read_picture(args.picture) if args.picture is not None else settled_picture(args.camera)


# What is kept


def _show(args: argparse.Namespace) -> int:
    profiles = kept_profiles()
    cameras = profiles.cameras() if args.camera is None else (identity_of(args.camera),)
    kept = [_profile(camera) for camera in cameras]
    if args.json:
        print_json({"cameras": {one.camera: _plain_profile(one) for one in kept}})
        return 0
    troubles = profiles.troubles() if args.camera is None else ()
    _say(args, *(trouble.phrase for trouble in troubles))
    if not kept and not troubles:
        _say(args, Phrase.of("calibration.none"))
    for one in kept:
        sys.stdout.write(f"{one.camera}\n")
        for part in ProfilePart:
            sys.stdout.write(f"  {say(part_phrase(one, part), args.language)}\n")
    return 0


def _plain_profile(profile: Profile) -> dict[str, object]:
    plane, lens = profile.plane, profile.lens
    return {
        "profile": str(kept_profiles().path_of(profile.camera)),
        "lens_error_px": None if lens is None else lens.error_px,
        "mm_per_px": None if plane is None else round(1 / plane.px_per_mm(), 4),
        "tilt_deg": None if plane is None else round(plane.tilt_deg, 2),
        "colours": {name: hex_of(lab) for name, lab in profile.colours.items()},
    }


def _forget(args: argparse.Namespace) -> int:
    camera, profiles = identity_of(args.camera), kept_profiles()
    if args.part is None:
        gone = profiles.forget(camera)
    else:
        known, part = profiles.load(camera), ProfilePart(args.part)
        gone = part in known.parts
        if gone:
            profiles.save(known.without(part))
    if args.json:
        print_json({"camera": camera, "forgotten": gone})
    else:
        _say(args, Phrase.of("calibration.forgotten" if gone else "calibration.nothing_to_forget", camera=camera))
    return 0


def _profile(camera: str) -> Profile:
    return kept_profiles().load(identity_of(camera))


def _say(args: argparse.Namespace, *phrases: Phrase) -> None:
    for phrase in phrases:
        sys.stdout.write(say(phrase, args.language) + "\n")
