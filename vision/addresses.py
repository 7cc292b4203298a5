"""Addresses of cameras without what nobody should read in them: names, passwords and tokens.

An address may stand alone, in a sentence, in another program's noise or in a traceback; where it is in doubt whether
something is a secret, it counts as one. Forms: RFC 3986 section 3.2.1 (``user:password@host``, also where the password
itself holds ``@``, ``/`` or ``:``), without or with a misspelt scheme, query and path parameters of common cameras
(``?pwd=``, ``/user=admin&password=..``, ``user=admin_password=.._channel=1``), and percent-encoding of all of them.
"""

from __future__ import annotations

import re

MASK = "***"

# Names of parameters that carry a secret; who logs in is masked with it, since both together are one.
_SECRET_NAMES = (
    "user|username|usr|uid|login|loginuse|account|pass|passwd|password|passwort|pwd|loginpas|loginpass|psw|pw|pin|"
    "token|access_token|auth|authorization|apikey|api_key|key|secret|sig|signature|session|sessionid|sid|credentials?"
)
_BEGIN = r"(?<![A-Za-z0-9+.-])"
# What stands between scheme and host. A password may hold "@" and "/", so it reaches to the last "@" of the word,
# even where that may be an odd path.
_SCHEME = r"([A-Za-z][A-Za-z0-9+.-]*(?:(?::|%3[Aa])(?:/|%2[Ff]){1,3}|(?:/|%2[Ff]){2,3}))"
_WITH_SCHEME = re.compile(_BEGIN + _SCHEME + r"[^\s\"'<>]*(@|%40)")
_WITHOUT_SCHEME = re.compile(
    r"(?<![^\s\"'(<>=,;\[{„“])[^\s\"'<>/:@]+(?::|%3[Aa])(?!(?:/|%2[Ff]){0,3}\*\*\*)[^\s\"'<>]*(@|%40)(?=[\w\[])"
)
_PARAMETER = re.compile(
    rf"(?i)(?<![A-Za-z0-9])((?:{_SECRET_NAMES})(?:=|%3D))([^\s\"'<>&;,#)]*?)(?=_[A-Za-z]+=|&|;|%26|#|[\s\"'<>,)]|$)"
)
_SLASHES = re.compile(r"(?i)^(rtsps?|https?|udp|tcp):/{1,4}(?=[^/])")
_HEADER = re.compile(r"(?i)((?:proxy-)?authorization: *(?:basic|digest|bearer)? *)(\S.*)")


def masked(text: str) -> str:
    """``text`` with every name and password in an address replaced by ``***``; anything else stays as it is."""
    if not ("@" in text or "=" in text or "%" in text or "uthorization" in text):
        return text
    text = _HEADER.sub(rf"\1{MASK}", text)
    text = _WITH_SCHEME.sub(rf"\1{MASK}\2", text)
    text = _WITHOUT_SCHEME.sub(rf"{MASK}\1", text)
    return _PARAMETER.sub(rf"\1{MASK}", text)


def masked_address(address: str) -> str:
    """:func:`masked` for an address that stands alone, as people typed it: its password may hold blanks and quotes."""
    scheme = re.match(_SCHEME, address)
    begin = address[: scheme.end()] if scheme is not None else ""
    rest = address[len(begin) :]
    if "://" not in begin and "/" in rest and ":" not in rest.split("/")[0]:
        return masked(address)  # a path
    if begin or ":" in rest:
        rest = re.sub(r"(?s)^.*(@|%40)", rf"{MASK}\1", rest)
    return masked(begin + rest)


def has_secret(text: str) -> bool:
    """True where :func:`masked_address` would take something out."""
    return masked_address(text) != text


def spelled(address: str) -> str:
    """An address as cameras take it: ``rtsp:/host``, with the slash that a finger missed or doubled, is mended.

    >>> spelled("rtsp:/192.168.1.20/live"), spelled("clips/rtsp.mp4")
    ('rtsp://192.168.1.20/live', 'clips/rtsp.mp4')
    """
    return _SLASHES.sub(r"\1://", address.strip())


def restored(typed: str, kept: str) -> str:
    """What people meant who changed ``masked_address(kept)`` into ``typed``: what they left masked stays as it was.

    Where they took a mask out, or the number of masks no longer tells which was meant, ``typed`` is what they meant.
    """
    pieces = re.escape(masked_address(kept)).split(re.escape(MASK))
    found = re.fullmatch("(.*?)".join(pieces), kept, re.DOTALL)
    if found is None or typed.count(MASK) != len(found.groups()):
        return typed
    for secret in found.groups():
        typed = typed.replace(MASK, secret, 1)
    return typed
