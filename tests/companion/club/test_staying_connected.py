"""A lost broker is looked for again, after longer pauses each time, and soon again where it had been there."""

from __future__ import annotations

from companion.club.broker import BrokerAway
from companion.club.staying_connected import stay_connected
from games.game import Phrase

AWAY = BrokerAway(Phrase.of("club.lost", where="here:1883", why="gone"))
PAUSES = (0.5, 1.0, 2.0)


class Clock:
    """Stands for the supervised task: notes its pauses, and ends after so many."""

    def __init__(self, most):
        self.pauses, self._most = [], most

    @property
    def stopping(self):
        return len(self.pauses) >= self._most

    def pause(self, seconds):
        self.pauses.append(seconds)


class Line:
    """A connection that is there until something is said."""

    def __init__(self):
        self.closed = False

    def close(self):
        self.closed = True


def away(*_):
    raise AWAY


def test_pauses_grow_up_to_the_last():
    task, found = Clock(5), []
    stay_connected(task, away, away, found.append, PAUSES)
    assert task.pauses == [0.5, 1.0, 2.0, 2.0, 2.0]
    assert found == [AWAY] * 5


def test_after_a_connection_that_stood_they_begin_again():
    task, answers, lines = Clock(5), [False, False, True, False, False], []

    def connect():
        if not answers.pop(0):
            raise AWAY
        lines.append(Line())
        return lines[-1]

    stay_connected(task, connect, away, lambda _: None, PAUSES)
    assert task.pauses == [0.5, 1.0, 0.5, 1.0, 2.0]
    assert [line.closed for line in lines] == [True]


def test_a_conversation_that_ends_with_the_task_is_not_begun_again():
    task, talked, line = Clock(1), [], Line()

    def talk(connection):
        talked.append(connection)
        task.pause(0)  # the task is stopped meanwhile

    stay_connected(task, lambda: line, talk, lambda _: None, PAUSES)
    assert talked == [line]
    assert line.closed
