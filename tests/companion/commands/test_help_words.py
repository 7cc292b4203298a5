"""What ``--help`` says."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import pytest

from companion import cli
from companion.commands.help_words import EXAMPLES, german
from companion.titles.registry import game_keys

FOR_DEVELOPERS = ("bench", "screenshots")


def described(parser, path=()):
    """Every sentence of the help of what people type, with the command that it belongs to."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action._choices_actions:
                if one.dest not in FOR_DEVELOPERS:
                    yield (*path, one.dest), one.help
            for name, below in action.choices.items():
                if name not in FOR_DEVELOPERS:
                    yield from described(below, (*path, name))
        elif action.help and action.help is not argparse.SUPPRESS:
            yield path, action.help


def test_what_german_people_read_before_they_type_is_german():
    games = ", ".join(game_keys())  # lists of games are names

    def is_a_name(text):
        return all(one in games for one in text.split(", "))

    found = [text for _, text in described(cli._parser(())) if not is_a_name(text)]
    assert {text for text in found if german(text) is None} == set()


def test_the_help_is_german_where_german_is_typed(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--language", "de", "demo", "--help"])
    printed = capsys.readouterr().out
    assert printed.startswith("Aufruf: ")
    assert "ohne Fenster" in printed
    assert "Beispiele:\n  tableside demo --game cronberg --turns 12\n" in printed


@pytest.mark.parametrize("example", [example for some in EXAMPLES.values() for example in some])
def test_every_example_is_one_that_can_be_typed(example):
    program, *words = shlex.split(example)
    assert program == "tableside"
    assert cli._parser(words).parse_args(words)


def names_below(parser):
    """The commands, or topics of a command, that a parser knows."""
    (below,) = (action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return below


def test_the_page_of_commands_names_every_command_and_every_measure():
    page = (Path(__file__).resolve().parents[3] / "docs" / "commands.md").read_text("utf-8")
    commands = names_below(cli.whole_parser())
    assert [name for name in commands if f"`tableside {name}" not in page] == []
    assert [
        name for name in names_below(commands["bench"]) if f"`{name}`" not in page and f"bench {name}" not in page
    ] == []
