"""Every number that decides what the camera believes says what it means and what set it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from vision import attention
from vision.parameters import CHOSEN, Described, Parameters, described, parameter

HOUSE = Path(__file__).resolve().parents[2]


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every module of vision by its name, as it is written."""
    return tuple(
        (".".join(path.relative_to(HOUSE).with_suffix("").parts), path.read_text("utf-8"))
        for path in sorted((HOUSE / "vision").rglob("*.py"))
    )


STAGES = [name for name, text in texts() if "\nPARAMETERS = " in text]
# Artwork and simulator draw, networks keep what they were trained with.
NO_BELIEFS = ("vision.artwork", "vision.simulator", "vision.networks")


@cache
def trees() -> dict[str, ast.Module]:
    """Every module that may believe something, or speaks of a set of parameters, as it is read. (Which keep parameters
    is told by their text: each process of a run asks that while it finds its examples, and to read all of vision takes
    a second.)"""
    return {name: ast.parse(text) for name, text in texts() if "PARAMETERS" in text or not name.startswith(NO_BELIEFS)}


def nodes_that_speak_of_sets() -> Iterator[tuple[str, ast.AST]]:
    """What stands in modules that name a set of parameters; no other module can hold on to one."""
    for name, text in texts():
        if "PARAMETERS" in text:
            yield from ((name, node) for node in ast.walk(trees()[name]))


@pytest.mark.parametrize("stage", STAGES)
def test_each_has_a_unit_a_meaning_and_what_set_it(stage: str) -> None:
    for one in described(import_module(stage).PARAMETERS):
        assert one.unit
        assert one.means
        assert one.set_by == CHOSEN or (HOUSE / one.set_by).is_file(), one


def test_each_stage_says_in_its_own_words_what_it_decides() -> None:
    said = [type(import_module(stage).PARAMETERS).__doc__ for stage in STAGES]
    assert None not in said
    assert len(set(said)) == len(STAGES)


def test_a_set_stays_where_it_can_be_replaced() -> None:
    """Given a measure that puts another set into a stage's module, nobody holds on to the one before."""
    holders = [
        name
        for name, one in nodes_that_speak_of_sets()
        if isinstance(one, ast.ImportFrom) and any(alias.name == "PARAMETERS" for alias in one.names)
    ]
    assert holders == []


def test_no_set_is_read_once_for_all_while_a_module_is_read() -> None:
    """Given a function whose default is a parameter, it would keep the value that stood there when it was defined."""
    kept = [
        (name, ast.unparse(default))
        for name, one in nodes_that_speak_of_sets()
        if isinstance(one, ast.FunctionDef)
        for default in (*one.args.defaults, *one.args.kw_defaults)
        if default is not None and "PARAMETERS." in ast.unparse(default)
    ]
    assert kept == []


READ = re.compile(r"(?<![\w.])(?:PARAMETERS|how)\.(\w+)")  # where many are read at once, the set is called how
READ_ELSEWHERE = re.compile(r"\w\.PARAMETERS\.(\w+)")


def test_every_parameter_is_read() -> None:
    """Given a number that nothing asks for any more, it says nothing of what the camera believes."""
    elsewhere = {name for _, text in texts() for name in READ_ELSEWHERE.findall(text)}
    unread = [
        (stage, one.name)
        for stage, text in texts()
        if stage in STAGES
        for one in described(import_module(stage).PARAMETERS)
        if one.name not in elsewhere and one.name not in READ.findall(text)
    ]
    assert unread == []


# What may stand alone in a module, by what it is. Nothing of it was tuned: another value would be another size of what
# is kept, another box or another unit, and none is believed more or less. (Arrays are not seen here: those that stand
# alone are places, grids over which is summed, and signs.)
STANDS_ALONE = {
    "the size of a grid of which tables are made while a module is read": """
        carcassonne.figures.covered.N  carcassonne.live.followers.silhouettes.SPAN
        carcassonne.live.followers.silhouettes.MARGIN  carcassonne.live.followers.silhouettes.SILHOUETTE_REACH
        carcassonne.live.followers.stance.REACH  cronberg.loose_rhombi.WIDE  istanbul.layout.mosaic.PX_PER_MM
        pieces.map_scene.FACE  tile_map.print_matching.N""",
    "what a network was trained with": "tile_map.terrain.reader.CROP",
    "how they may lie, and how a side or place is called": """
        carcassonne.live.plan.MIDDLES  carcassonne.live.plan._HALF_MIDDLES  carcassonne.live.plan.NOWHERE
        cronberg.enrolling.figures.CORNERS  cronberg.enrolling.figures.LAYOUTS  istanbul.layout.edition.FLIPS
        istanbul.layout.edition.PATTERNS  istanbul.pieces.templates._LABELS  registration.assignment.NOBODY
        dice.underside._WITHIN  registration.lattice.NEIGHBOURS  stained_glass.areas._SEATS""",
    "colours of wood by name, by default; owners enrol theirs": """
        carcassonne.live.followers.figure_evidence.PAINT  istanbul.pieces.own_forms.TINTS
        istanbul.pieces.shapes.FIGURES""",
    "a number of mathematics or of a picture's format": """
        carcassonne.foreign.TINY  carcassonne.live.light.COLOURS  imaging.packed_strip.PACKED_UNITS
        imaging.scatter.OF_MEDIAN""",
}


def is_number(value: ast.expr) -> bool:
    """Whether an expression is made of numbers alone."""
    if isinstance(value, ast.Tuple | ast.List):
        return bool(value.elts) and all(map(is_number, value.elts))
    if isinstance(value, ast.Dict):
        return bool(value.values) and all(map(is_number, value.values))
    if isinstance(value, ast.BinOp):
        return is_number(value.left) and is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def standing_alone(tree: ast.Module) -> Iterator[str]:
    """The constants of a module that are numbers and no parameters."""
    for one in tree.body:
        if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None and is_number(one.value):
            target = one.targets[0] if isinstance(one, ast.Assign) else one.target
            yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name) and name.id.isupper())


def test_a_number_that_stands_alone_was_not_tuned() -> None:
    """Given a new number that decides what the camera believes, it is a parameter of its stage."""
    alone = {
        f"{name.removeprefix('vision.')}.{one}"
        for name, tree in trees().items()
        if not name.startswith(NO_BELIEFS)
        for one in standing_alone(tree)
    }
    assert alone == {name for names in STANDS_ALONE.values() for name in names.split()}


def test_a_set_is_a_value_and_another_is_made_of_it() -> None:
    slower = replace(attention.PARAMETERS, settle_ms=400.0)
    assert (slower.settle_ms, slower.moving_pixels) == (400.0, attention.PARAMETERS.moving_pixels)
    assert slower != attention.PARAMETERS
    with pytest.raises(FrozenInstanceError):
        slower.settle_ms = 100.0  # type: ignore[misc]


def test_a_parameter_is_read_with_its_value_as_it_is_set() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Kettle(Parameters):
        boils: float = parameter(100.0, "degrees", "from which tea is made", CHOSEN)

    assert list(described(Kettle(boils=94.0))) == [
        Described("boils", 94.0, "degrees", "from which tea is made", CHOSEN)
    ]
