"""``bench parameters``: the numbers that decide what the camera believes; ``bench --set`` measures with others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import msgspec

import vision
from companion.commands import CommandError
from games.game import Phrase
from vision.parameters import Described, Parameters, ParameterValue, described

NAME = "PARAMETERS"

# As it was typed once -> as it is called now: whoever has kept a command gets the same number.
EARLIER_NAMES = {
    "istanbul.people.": "istanbul.pieces.",
    "thurn_and_taxis.light.least_told": "thurn_and_taxis.light.least_informative",
    "registration.tracking.look": "registration.tracking.exemplar_px",
    "exposure_time.oldest_told_ms": "exposure_time.oldest_dated_ms",
    "carcassonne.live.drawn.tells": "carcassonne.live.drawn.most_log_odds",
    "cronberg.reading.tells_the_light": "cronberg.reading.sure_of_light",
    "istanbul.pieces.seeking.hidden_tells": "istanbul.pieces.seeking.hidden_weight",
    "istanbul.pieces.seeking.much_tells": "istanbul.pieces.seeking.much_weight",
    "istanbul.pieces.seeking.paint_tells": "istanbul.pieces.seeking.paint_weight",
    "carcassonne.learning.bare_looks.": "carcassonne.learning.bare_exemplars.",
    "thurn_and_taxis.looks.": "thurn_and_taxis.board_patch.",
    "thurn_and_taxis.own_light.": "cards.own_light.",
    "thurn_and_taxis.naming.": "cards.naming.",
    "carcassonne.live.lock.": "carcassonne.live.map_lock.lock.",
    "carcassonne.live.map_seeds.": "carcassonne.live.map_lock.map_seeds.",
    "carcassonne.live.watched_zone.": "carcassonne.live.map_lock.watched_zone.",
    "carcassonne.live.following.": "carcassonne.live.map_lock.following.",
    "carcassonne.feet.": "carcassonne.figures.feet.",
    "carcassonne.followers.": "carcassonne.figures.followers.",
    "carcassonne.covered.": "carcassonne.figures.covered.",
    "carcassonne.beneath_figures.": "carcassonne.figures.beneath_figures.",
    "carcassonne.linked_pennants.": "carcassonne.arms.linked_pennants.",
    "carcassonne.same_print.": "carcassonne.arms.same_print.",
    "carcassonne.hidden_arms.": "carcassonne.figures.hidden_arms.",
    "carcassonne.own_forms.": "carcassonne.figures.own_forms.",
    "carcassonne.learning.named_pennants.": "carcassonne.learning.pennants.named_pennants.",
    "carcassonne.learning.open_pennants.": "carcassonne.learning.pennants.open_pennants.",
    "carcassonne.learning.side_strip.": "carcassonne.learning.sides.side_strip.",
    "carcassonne.learning.hidden_sides.": "carcassonne.learning.sides.hidden_sides.",
    "carcassonne.learning.sides.roads_at_sides.": "carcassonne.learning.sides.terrain_at_sides.",
    "carcassonne.learning.sides.road_discriminant.": "carcassonne.learning.sides.side_discriminant.",
    "stained_glass.eyes.": "stained_glass.live.eyes.",
    "stained_glass.followers.": "stained_glass.live.followers.",
    "stained_glass.holdings.": "stained_glass.live.holdings.",
    "stained_glass.tracker.": "stained_glass.live.tracker.",
    "stained_glass.turns.": "stained_glass.live.turns.",
    "cronberg.eyes.": "cronberg.live.eyes.",
    "cronberg.explain.": "cronberg.live.explain.",
    "cronberg.review.": "cronberg.live.review.",
    "cronberg.enrolled.": "cronberg.enrolling.enrolled.",
    "cronberg.figures.": "cronberg.enrolling.figures.",
    "cronberg.mesh.": "cronberg.enrolling.mesh.",
    "cronberg.symbols.": "cronberg.enrolling.symbols.",
    "carcassonne.tile_tellers.map_odds": "carcassonne.terrain_teller.map_odds",
}
# What went from one stage to another as it is called.
PARTED = {
    ("carcassonne.tile_tellers", "carcassonne.edition_teller"): (
        "long_side",
        "lone_seeds",
        "candidates",
        "hopeless",
        "nats",
        "strain",
        "laid_on_says",
    ),
    ("carcassonne.following.map_follower", "carcassonne.following.recognition"): (
        "real",
        "lies_still",
        "most_asked",
    ),
    ("carcassonne.learning.eyes", "carcassonne.learning.places_by_terrain"): ("as_table", "most_places"),
    ("carcassonne.learning.eyes", "carcassonne.learning.learned_views"): (
        "views",
        "surely",
        "tile",
    ),
    ("carcassonne.live.explainer", "carcassonne.live.doubt"): (
        "two_turns",
        "left_out",
        "most_burnt",
        "burnt_doubt",
    ),
    ("istanbul.pieces.placing", "istanbul.pieces.vouching"): (
        "vouched",
        "surely",
        "least_counts",
        "other_colour",
        "other_kind",
    ),
    ("istanbul.reading", "istanbul.reading_pieces"): (
        "stranger",
        "alone",
        "certain",
        "unheard_of",
        "four",
        "five",
        "clearly_seen",
        "leaning",
        "few",
        "clearly_more",
    ),
    ("istanbul.layout.mosaic", "istanbul.layout.layout_mosaic"): (
        "margin_mm",
        "rim_mm",
        "blurs",
        "wood_scatters",
        "own_light",
    ),
    ("thurn_and_taxis.routes", "cards.naming"): ("doubtful", "doubt"),
    ("cards.finding", "cards.one_size"): ("odd_size",),
    ("tile_map.field_votes", "tile_map.scaled_votes"): (
        "least_chance",
        "least_px",
        "most_px",
        "within",
        "least_share",
    ),
}
EARLIER_NAMES |= {f"{was}.{name}": f"{now}.{name}" for (was, now), names in PARTED.items() for name in names}


class ParameterSetting(msgspec.Struct, frozen=True):
    """One parameter of a stage and the value that a measure gives it."""

    stage: str
    name: str
    value: ParameterValue


def stages() -> tuple[str, ...]:
    """The modules of vision that keep parameters, without the floor's own name."""
    house = Path(next(iter(vision.__path__)))
    keeping = (path for path in sorted(house.rglob("*.py")) if f"\n{NAME} = " in path.read_text("utf-8"))
    return tuple(".".join(path.relative_to(house).with_suffix("").parts) for path in keeping)


def describe_stage(stage: str) -> Iterator[Described]:
    """What is to be read of a stage's parameters."""
    return described(_kept_by(_module(stage)))


def setting(text: str) -> ParameterSetting:
    """``STAGE.NAME=VALUE`` as it is typed, such as ``carcassonne.live.map_lock.lock.fits=2.5``.

    Raises :class:`CommandError` where there is no such parameter or the value is none for it.
    """
    named, _, value = text.partition("=")
    stage, _, name = _as_called_now(named.strip()).rpartition(".")
    if stage not in stages():
        raise CommandError(Phrase.of("bench.no_stage", name=stage or named, known=", ".join(stages())))
    kept = _kept_by(_module(stage))
    if name not in [one.name for one in fields(kept)]:
        raise CommandError(
            Phrase.of("bench.no_parameter", name=name, stage=stage, known=", ".join(one.name for one in fields(kept)))
        )
    now = getattr(kept, name)
    try:
        given = msgspec.json.decode(value.strip().encode(), type=get_type_hints(type(kept))[name])
    except msgspec.DecodeError as error:
        raise CommandError(Phrase.of("bench.no_value", value=value, name=named.strip(), now=str(now))) from error
    return ParameterSetting(stage, name, given)


@contextmanager
def replaced(settings: Sequence[ParameterSetting]) -> Iterator[None]:
    """Measure with other parameters: to be entered before anything is looked at, for what a stage has worked out and
    keeps stays as it is."""
    with ExitStack() as stack:
        for one in settings:
            stack.enter_context(_replaced(_module(one.stage), {one.name: one.value}))
        yield


@contextmanager
def _replaced(module: ModuleType, values: dict[str, object]) -> Iterator[None]:
    before = _kept_by(module)
    setattr(module, NAME, replace(before, **values))
    try:
        yield
    finally:
        setattr(module, NAME, before)


def _as_called_now(named: str) -> str:
    for earlier, later in EARLIER_NAMES.items():
        if named.startswith(earlier):
            named = later + named.removeprefix(earlier)
    return named


def _module(stage: str) -> ModuleType:
    return import_module(f"vision.{stage}")


def _kept_by(module: ModuleType) -> Parameters:
    kept: Parameters = getattr(module, NAME)
    return kept
