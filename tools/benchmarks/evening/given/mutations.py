"""Ways in which a file that people hand over may be spoilt: by a disk, an editor, a program or somebody playful."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

Place: TypeAlias = "tuple[Any, str | int]"  # a list or object, and where in it

ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    10**30,
    "",
    "0",
    "..",
    "../../x",
    "a\x00b",
    "\ud800",
    "\u202eabc",
    "\U0001f600",
    "x" * 200_000,
    [],
    [[]],
    [None],
    {},
    {"": None},
    {"name": []},
)


def mutated(content: bytes, rng: random.Random) -> tuple[str, bytes]:
    """The file spoilt in one way that ``rng`` draws, and the way's name. ``content`` is JSON as UTF-8."""
    way = rng.choice(_WAYS)
    return way.__name__.removeprefix("_"), way(content, rng)


def _flipped_bytes(content: bytes, rng: random.Random) -> bytes:
    spoilt = bytearray(content)
    for _ in range(rng.choice((1, 1, 3, 20))):
        spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
    return bytes(spoilt)


def _cut_off(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.choice((0, 1, rng.randrange(len(content)), len(content) - 2))]


def _another_encoding(content: bytes, rng: random.Random) -> bytes:
    encoding = rng.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig"))
    return content.decode().replace("Anna", "Änna").encode(encoding, errors="replace")


def _nested(content: bytes, rng: random.Random) -> bytes:
    deep = rng.choice((500, 20_000, 200_000))
    text = content.decode()
    at = rng.choice([number for number, letter in enumerate(text) if letter == "["] or [0])
    return (text[:at] + "[" * deep + "]" * deep + text[at:]).encode()


def _long_number(content: bytes, rng: random.Random) -> bytes:
    text = content.decode()
    digits = [number for number, letter in enumerate(text) if letter.isdigit()]
    at = rng.choice(digits) if digits else len(text)
    return (text[:at] + "9" * rng.choice((25, 400, 6000)) + text[at:]).encode()


def _doubled(content: bytes, rng: random.Random) -> bytes:
    return content + content[: rng.choice((1, len(content) // 2, len(content)))]


def _odd_value(content: bytes, rng: random.Random) -> bytes:
    def change(inside: Any, at: str | int) -> None:
        inside[at] = rng.choice(ODD_VALUES)

    return _changed(content, rng, change)


def _left_out(content: bytes, rng: random.Random) -> bytes:
    def change(inside: Any, at: str | int) -> None:
        del inside[at]

    return _changed(content, rng, change)


def _swapped(content: bytes, rng: random.Random) -> bytes:
    def change(inside: Any, at: str | int) -> None:
        other = rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        inside[at], inside[other] = inside[other], inside[at]

    return _changed(content, rng, change)


def _repeated(content: bytes, rng: random.Random) -> bytes:
    def change(inside: Any, at: str | int) -> None:
        if isinstance(inside, list) and isinstance(at, int):
            inside[at:at] = [inside[at]] * rng.choice((1, 2, 50))
        else:
            inside[f"{at} "] = inside[at]

    return _changed(content, rng, change)


def _changed(content: bytes, rng: random.Random, change: Callable[[Any, str | int], None]) -> bytes:
    """With one value changed: shallow ones as likely as deep ones, since there are far more of those."""
    data = json.loads(content)
    by_depth: dict[int, list[Place]] = {}
    for depth, place in _places(data, 0):
        by_depth.setdefault(depth, []).append(place)
    if by_depth:
        change(*rng.choice(by_depth[rng.choice(list(by_depth))]))
    # Lone surrogates are written as escapes, as a careless program would.
    return json.dumps(data).encode()


def _places(data: object, depth: int) -> Iterator[tuple[int, Place]]:
    if not isinstance(data, dict | list):
        return
    inside: Iterable[tuple[str | int, Any]] = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inside:
        yield depth, (data, key)
        yield from _places(value, depth + 1)


_WAYS = (
    _flipped_bytes,
    _cut_off,
    _another_encoding,
    _nested,
    _long_number,
    _doubled,
    _odd_value,
    _odd_value,
    _odd_value,
    _left_out,
    _swapped,
    _repeated,
)
