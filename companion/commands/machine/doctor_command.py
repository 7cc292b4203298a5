"""``tableside doctor``: what keeps Tableside from working here, each with its remedy."""

from __future__ import annotations

import argparse
import sys

from companion.commands import print_json
from companion.doctor import Finding, Soundness, examine
from companion.locale import is_message, say
from games.game import Phrase

_MARKS = {Soundness.OK: "ok  ", Soundness.WARN: "warn", Soundness.BAD: "BAD "}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "doctor", help="cameras, ports, permissions, libraries, speech: each with its remedy"
    )
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Examine this machine; exit code 1 where Tableside won't work."""
    findings = []
    for finding in examine():
        findings.append(finding)
        if not args.json:
            sys.stdout.write(
                f"{_MARKS[finding.health]}  {_named(finding, args.language)}: {say(finding.phrase, args.language)}\n"
            )
    bad = sum(finding.health is Soundness.BAD for finding in findings)
    if args.json:
        print_json({"findings": [_plain(finding, args.language) for finding in findings], "works": not bad})
    else:
        sys.stdout.write(say(_verdict(findings, bad), args.language) + "\n")
    return 1 if bad else 0


def _named(finding: Finding, language: str) -> str:
    """The word for what was looked at; names of ports, libraries and packages are the same in every language."""
    key = f"doctor.subject.{finding.subject}"
    return say(Phrase.of(key), language) if is_message(key) else finding.subject


def _verdict(findings: list[Finding], bad: int) -> Phrase:
    if bad:
        return Phrase.of("doctor.broken", count=bad)
    warned = sum(finding.health is Soundness.WARN for finding in findings)
    return Phrase.of("doctor.limited", count=warned) if warned else Phrase.of("doctor.well")


def _plain(finding: Finding, language: str) -> dict[str, str]:
    return {"subject": finding.subject, "health": finding.health.value, "says": say(finding.phrase, language)}
