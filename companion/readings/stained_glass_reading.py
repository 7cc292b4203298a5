"""A picture of Stained Glass as plain data and in words: whose glass lies where, and what windows it makes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from companion.editions.box_values import own_values
from companion.editions.glass_sets import glass_in_use
from companion.locale import say
from companion.readings.glass_drawing import drawn
from companion.readings.glass_points import GAME, AreaWorth, GlassWorth, values_of, worth_of
from companion.readings.marks import Mark, corners, plain_outline
from companion.readings.owners_edition import owners_edition
from companion.readings.plain_glass import PlainGlass, PlainGlassArea, PlainGlassTile, PlainWindow
from companion.readings.still_reader import StillReader
from games.carcassonne.stained_glass.windows import window_name
from games.game import Phrase
from vision.frames import Picture
from vision.stained_glass.edition import GlassEdition, load_glass_edition
from vision.stained_glass.observation import GlassArea, GlassObservation, SeenGlass, SeenWindow
from vision.stained_glass.reading import read_glass


def read(picture: Picture, args: argparse.Namespace) -> PlainGlass:
    """What glass lies on the table. Raises :class:`CommandError` where the references can't be used."""
    return as_plain(read_glass(picture, _edition(args)), args.language)


def as_plain(seen: GlassObservation, language: str) -> PlainGlass:
    """The observation as ``--json`` prints it; places are px of the picture, angles are as the picture shows them."""
    values, house_rule = values_of(own_values(GAME))
    return {
        "areas": [_area(area, worth_of(area, values), language) for area in seen.areas],
        "house_rule": house_rule,
        "unread": [{"x": round(one.x, 1), "y": round(one.y, 1), "why": say(one.why, language)} for one in seen.unread],
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: PlainGlass, language: str) -> Iterator[str]:
    """The result in words, a line a window or loose tile."""
    if result["trouble"]:
        yield result["trouble"]
    for area in result["areas"]:
        yield say(Phrase.of("glass.area", side=Phrase.of(f"glass.side_{area['player']}")), language)
        for window in area["windows"]:
            kinds = " ".join(tile["kind"] for tile in window["tiles"])
            missing, name = " ".join(window["missing"]), window_name(tuple(window["numbers"]))
            yield "  " + say(Phrase.of(_state_of(window), kinds=kinds, missing=missing, window=name), language)
            yield "    = " + window["why"]
            for fault in window["faults"]:
                yield "    ! " + fault["why"]
        if area["loose"]:
            kinds = " ".join(tile["kind"] for tile in area["loose"])
            yield "  " + say(Phrase.of("glass.loose", kinds=kinds), language)
            yield "    = " + area["loose_why"]
        if area["unsure"]:
            yield "  ? " + say(Phrase.of("glass.unsure", kinds=" ".join(area["unsure"])), language)
        yield "  " + say(_total(area), language)
    if result["house_rule"] and result["areas"]:
        yield say(Phrase.of("glass.house_rule"), language)
    for place in result["unread"]:
        yield f"{place['x']:>6.0f},{place['y']:<6.0f} ? {place['why']}"


def _state_of(window: PlainWindow) -> str:
    """What a window is: whole, not to be laid so, or begun."""
    if window["whole"]:
        return "glass.window_whole"
    return "glass.window_forbidden" if window["faults"] else "glass.window_begun"


def _total(area: PlainGlassArea) -> Phrase:
    """What a player's glass brings, and how it would bring more."""
    points, best = area["points"], area["best"]
    if best == points:
        return Phrase.of("glass.total", points=points)
    if not area["best_windows"]:
        return Phrase.of("glass.total_and_best", points=points, best=best)
    windows = ", ".join(window_name(tuple(window)) for window in area["best_windows"])
    return Phrase.of("glass.total_and_windows", points=points, best=best, windows=windows)


def marks(result: PlainGlass) -> list[Mark]:
    """The reading as marks on its picture: tiles by their window's number, loose ones without."""
    found = []
    for area in result["areas"]:
        for window in area["windows"]:
            name = window_name(tuple(window["numbers"]))
            found += [_mark(tile, area["player"], name) for tile in window["tiles"]]
        found += [_mark(tile, area["player"], "") for tile in area["loose"]]
    for one in result["unread"]:
        found.append(Mark("unread", outline=((one["x"], one["y"]),), why=one["why"]))
    return found


def _mark(tile: PlainGlassTile, player: str, window: str) -> Mark:
    where = f"{player} {window}".strip()
    return Mark("glass", tile["kind"], where, "", tile["confidence"], corners(tile["outline"]))


def _area(area: GlassArea, worth: AreaWorth, language: str) -> PlainGlassArea:
    worths = zip(area.windows, worth.windows, strict=True)
    return {
        "player": area.player,
        "points": worth.total,
        "best": worth.best,
        "best_windows": [list(window) for window in worth.best_windows],
        "windows": [_window(window, one, language) for window, one in worths],
        "loose_points": worth.loose.points,
        "loose_why": say(worth.loose.why, language),
        "loose": [_tile(tile) for tile in area.loose],
        "unsure": list(area.unsure),
    }


def _window(window: SeenWindow, worth: GlassWorth, language: str) -> PlainWindow:
    return {
        "tiles": [_tile(tile) for tile in window.tiles],
        "whole": window.whole,
        "points": worth.points,
        "why": say(worth.why, language),
        "numbers": list(window.numbers),
        "missing": list(window.missing),
        "faults": [
            {
                "kind": fault.kind.value,
                "tiles": list(fault.tiles),
                "x": round(fault.x, 1),
                "y": round(fault.y, 1),
                "why": say(Phrase.of(f"glass.fault_{fault.kind.value}", tiles=" ".join(fault.tiles)), language),
            }
            for fault in window.faults
        ],
    }


def _tile(tile: SeenGlass) -> PlainGlassTile:
    return {
        "kind": tile.kind,
        "x": round(tile.x, 1),
        "y": round(tile.y, 1),
        "angle_degrees": round(tile.turn_deg, 1) % 360.0,
        "confidence": round(tile.confidence, 4),
        "outline": plain_outline(tile.outline),
    }


def _edition(args: argparse.Namespace) -> GlassEdition:
    return owners_edition(args.references, load_glass_edition, glass_in_use)


READER = StillReader(read, sentences, marks, drawn)
