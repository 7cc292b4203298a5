"""Who may look on: one code lets one device in, and wrong codes are counted and slowed.

A code is 8 letters of an alphabet of 31 (40 bits). After the k-th wrong code in a row an address is not heard for
2^(k-1) seconds, a minute at most; and of all addresses together only so many wrong codes are judged in a minute, so
that many addresses guess no faster than one. Whoever is in already notices nothing of it.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without I, L, O, 0, 1, which look alike
LENGTH = 8
MOST_SECONDS = 60.0  # that an address is not heard
MOST_A_MINUTE = 20  # wrong codes of all addresses together that are judged
MOST_ADDRESSES = 4096  # that are remembered
MOST_ADMITTED = 400


class NotAdmitted(Exception):
    """A device is not let in: the key of the sentence for people, and after how many seconds to try again."""

    def __init__(self, key: str, seconds: float = 0.0) -> None:
        self.key = key
        self.seconds = seconds
        super().__init__(f"{key} {seconds}")


@dataclass(slots=True)
class _Guesses:
    in_a_row: int = 0
    heard_again: float = 0.0  # on the door's clock


class Door:
    """Lets devices in, each by a code of its own.

    Args:
        clock: seconds, never going back.

    Attributes:
        codes: each lets the next device in and is another afterwards: with None to look on, with a seat's number to
            look on and to press for that seat.
        wrong: codes that were wrong, those included that were not judged.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.codes: dict[int | None, str] = {None: new_code()}
        self.wrong = 0
        self._clock = clock
        self._guesses: OrderedDict[str, _Guesses] = OrderedDict()
        self._judged: deque[float] = deque()  # when the last wrong codes were
        self._admitted: dict[str, int | None] = {}

    @property
    def code(self) -> str:
        """The code of the next device that looks on."""
        return self.codes[None]

    def enter(self, address: str, typed: str) -> str:
        """The key of a device that typed the code.

        Args:
            address: of the device, as the network tells it.

        Raises:
            NotAdmitted: it was not the code, too many were wrong just now, or there is no room.
        """
        now, guesses = self._clock(), self._guesses_of(address)
        self._hear_at_all(now, guesses)
        typed_code = plain_code(typed).encode()
        right = [seat for seat, code in self.codes.items() if secrets.compare_digest(typed_code, code.encode())]
        if not right:
            self.wrong += 1
            guesses.in_a_row += 1
            guesses.heard_again = now + min(MOST_SECONDS, 2.0 ** (guesses.in_a_row - 1))
            self._judged.append(now)
            raise NotAdmitted("onlookers.wrong_code")
        if len(self._admitted) >= MOST_ADMITTED:
            raise NotAdmitted("onlookers.full")
        self._guesses.pop(_household(address), None)
        self.codes[right[0]] = new_code()
        key = secrets.token_urlsafe(32)
        self._admitted[key] = right[0]
        return key

    def admits(self, key: str) -> bool:
        """Whether a device was let in with this key."""
        return key in self._admitted

    def seat_of(self, key: str) -> int | None:
        """The seat for which a device may press; None for one that only looks on."""
        return self._admitted.get(key)

    def seat_phones(self, seats: int) -> None:
        """From now on this many seats have codes of their own, new ones; 0: nobody presses from a phone. Devices that
        pressed for a seat only look on until they come in anew."""
        self._admitted = dict.fromkeys(self._admitted)
        self.codes = {None: self.code} | {seat: new_code() for seat in range(seats)}

    def lock(self) -> None:
        """Everybody is out; every code is another."""
        self._admitted.clear()
        self.codes = {seat: new_code() for seat in self.codes}

    def _hear_at_all(self, now: float, guesses: _Guesses) -> None:
        while self._judged and self._judged[0] <= now - 60.0:
            self._judged.popleft()
        wait = guesses.heard_again - now
        if len(self._judged) >= MOST_A_MINUTE:
            wait = max(wait, self._judged[0] + 60.0 - now)
        if wait > 0:
            self.wrong += 1
            raise NotAdmitted("onlookers.too_often", wait)

    def _guesses_of(self, address: str) -> _Guesses:
        household = _household(address)
        guesses = self._guesses.setdefault(household, _Guesses())
        self._guesses.move_to_end(household)
        while len(self._guesses) > MOST_ADDRESSES:
            self._guesses.popitem(last=False)
        return guesses


def new_code() -> str:
    """A code by chance that can't be foretold."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def shown_code(code: str) -> str:
    """A code in two halves, as people read it."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def plain_code(typed: str) -> str:
    """A code as somebody typed it, without blanks, hyphens and small letters."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())


def _household(address: str) -> str:
    """Addresses that one device can take as it likes count as one: those of an IPv6 network of 64 bits (RFC 4291)."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
