"""The loop that finds a lost broker again: the same for a club's listener, for eyes, and for a tablet whose eyes are
elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from companion.club.broker import BrokerAway, Connection
from companion.supervised import Task


def stay_connected(
    task: Task,
    connect: Callable[[], Connection],
    talk: Callable[[Connection], None],
    lost: Callable[[BrokerAway], None],
    pauses: tuple[float, ...],
) -> None:
    """Talk until the task is to stop; where the broker is away, try again. Raises
    :class:`companion.club.broker.BadBroker` and what ``talk`` raises.

    Args:
        connect: makes the connection. talk: talks on it until the task is to stop; it is closed here.
        lost: is told each time that the broker is away.
        pauses: seconds before each try in turn, the last before all further ones; after a connection that stood they
            begin with the first again.
    """
    tries = 0
    while not task.stopping:
        try:
            connection = connect()
            tries = 0
            try:
                talk(connection)
            finally:
                connection.close()
        except BrokerAway as away:
            lost(away)
            task.pause(pauses[min(tries, len(pauses) - 1)])
            tries += 1
