"""One kept game, open for playing on or to be looked at only.

Every accepted log entry is on the disk before anybody is told of it: first in the database, then in the journal beside
it. Whoever has the game's lock writes; everybody else looks. Whatever is found wrong with one copy, when the game is
opened or while it is played, is put right from the other, or from the record itself.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.store.copies import FileIdentity, database_holds, found_or_none, identity_of, journal_is_whole
from companion.store.database import (
    Photo,
    connect,
    photo_at,
    photos_in,
    reading,
    transaction,
    write_entries,
    write_facts,
    write_photo,
    write_summary,
)
from companion.store.journal import Journal
from companion.store.kept_pictures import photo_number, room_is_scarce
from companion.store.lock import GameLock
from companion.store.places import FileStamp, copies_of, is_missing, journal_of, stamps_of
from companion.store.rebuild import photos_at, put_in_place, set_aside
from companion.store.recovery import FoundRecord, find
from companion.store.store_error import Rescue, StoreError, cannot_write, is_busy, is_full, reason
from companion.store.summary import summed_up
from companion.store.written import WrittenFacts, bodies_of
from games.any_game import AnyRecord
from games.game import Phrase

_LOG = logging.getLogger(__name__)


class StoredGame:
    """One game on the disk. Use :meth:`create` or :meth:`open`; close it at the end.

    Attributes:
        path: of the database.
        trouble: why nothing can be written at present, for people; None where all is well. The next move tries again.
    """

    def __init__(self, path: Path, facts: WrittenFacts, entries: int, lock: GameLock | None) -> None:
        self.path = path
        self.trouble: Phrase | None = None
        # An old format is left with the first move.
        self._facts = WrittenFacts(facts.key, facts.setup, facts.started_ms)
        self._entries = entries  # of the log that are on the disk
        self._lock = lock
        self._connection: sqlite3.Connection | None = None
        self._identity: FileIdentity | None = None  # of the file that the connection writes
        self._journal: Journal | None = None
        self._last_kept: tuple[AnyRecord, int] | None = None  # as it was kept last, and when
        self._left: tuple[FileStamp, ...] | None = None  # both copies as we wrote them last
        self._closed = False

    @classmethod
    def create(cls, path: Path, record: AnyRecord, *, time_ms: int) -> StoredGame:
        """Start a file for this record, with everything in its log. Raises :class:`StoreError`: nothing is then left of
        it."""
        if os.path.exists(path) or os.path.exists(journal_of(path)):
            raise StoreError(path, Phrase.of("store.exists", path=str(path)))
        stored = cls(path, WrittenFacts.of(record, time_ms), 0, None)
        try:
            stored._own(record)
            stored._write_anew(record, time_ms)
        except (sqlite3.Error, OSError) as error:
            stored._abandon()
            raise cannot_write(path, error) from error
        except StoreError:
            stored._abandon()
            raise
        stored._last_kept, stored._left = (record, time_ms), stamps_of(path)
        return stored

    @classmethod
    def open(cls, path: Path) -> tuple[StoredGame, AnyRecord, Rescue | None]:
        """The game as it was left, with what had to be mended.

        Where another window plays it, or nothing can be written here, it opens all the same and ``trouble`` says so.
        Raises :class:`StoreError` where there is no such game or nothing says what it is (all is left as it is).
        """
        if is_missing(path):
            raise StoreError(path, Phrase.of("store.missing", path=str(path)))
        try:
            lock, trouble = GameLock.take(path), _look_only(path).phrase
        except OSError as error:
            lock, trouble = None, cannot_write(path, error).phrase
        try:
            found = find(path)
        except StoreError:
            if lock is not None:
                lock.release(forget=True)
            raise
        stored = cls(path, found.facts, len(found.bodies), lock)
        if lock is not None and found.trouble is not None:  # what only the database holds must not be overlooked
            lock.release()
            lock, stored._lock, trouble = None, None, cannot_write(path, found.trouble).phrase
        if lock is None:
            stored.trouble = trouble
            return stored, found.record, None
        stored._last_kept = found.record, _last_time(found)
        rescue = stored._mend(found)
        stored._left = stamps_of(path)
        return stored, found.record, rescue

    def keep(self, record: AnyRecord, *, time_ms: int, jpeg: bytes | None = None) -> Phrase | None:
        """Bring what is new in the record's log to the disk, together with its summary and the picture of the table.

        All three are one transaction. Where there is no room for all of them the entries come first, then what the home
        screen shows, then the picture. An entry is numbered by its place in the log, so no retry writes it twice.

        Args:
            record: the game as it stands now; what is on the disk is the beginning of its log.
            time_ms: now, milliseconds since the epoch.
            jpeg: the table as it was when the last action of the line was committed, or None.

        Returns:
            What people should know although every entry is on the disk: something beside it was left out, or the save
            had gone and was written anew.

        Raises:
            StoreError: the entries are not on the disk (no room, another window plays); what was there is as it was.
        """
        photo = (photo_number(record, len(record.line) - 1), jpeg) if jpeg and record.line else None
        try:
            anew = self._made_ready(record, time_ms)
            scarce = photo is not None and room_is_scarce(self.path.parent)
            less = self._keep(record, time_ms, None if scarce else photo)
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, sqlite3.Error) and not is_busy(error) and not is_full(error):
                self._disconnect()  # the next move looks at the disk again before it writes
            self.trouble = cannot_write(self.path, error).phrase
            raise StoreError(self.path, self.trouble) from error
        except StoreError as error:
            self.trouble = error.phrase
            raise
        self.trouble, self._last_kept, self._left = None, (record, time_ms), stamps_of(self.path)
        return anew or less or (Phrase.of("store.no_pictures") if scarce else None)

    def look_after(self) -> Phrase | None:
        """Between two moves: whatever somebody put in the place of a copy, or wrote into it, is put right at once, so
        that what was told is kept even where no further move comes. One that was taken away is left to the next move.

        Cheap where nothing has changed. Returns what people should know.
        """
        if self._closed or self._last_kept is None or self._connection is None:
            return None
        stamps = stamps_of(self.path)
        if stamps == self._left or not os.path.isfile(self.path) or self._lock is None or not self._lock.holds():
            return None
        self._left = stamps  # one try for what lies there now; what fails is told with the next move
        try:
            ours = identity_of(self.path) == self._identity and self._journal is not None and self._journal.in_place()
            if (
                ours
                and database_holds(self.path, self._facts, self._last_kept[0], thorough=True)
                and journal_is_whole(self.path, self._last_kept[0])
            ):
                return None
            self._rewrite_journal(bodies_of(self._last_kept[0].log))
            self._write_anew(*self._last_kept)
        except (sqlite3.Error, OSError) as error:
            _LOG.warning("What lies in the place of %s could not be put right yet: %s", self.path, error)
            return None
        self._left = stamps_of(self.path)
        return Phrase.of("store.replaced")

    def photo(self, record: AnyRecord, index: int) -> bytes | None:
        """The kept picture (JPEG) of the action at ``index`` of the record's line; None where there is none that can be
        read. All actions of a commit share one."""
        number = photo_number(record, index)
        try:
            if self._connection is not None:
                return photo_at(self._connection, number)
            with reading(self.path) as connection:
                return photo_at(connection, number)
        except sqlite3.Error as error:
            _LOG.info("The picture of action %d in %s can't be read: %s", index, self.path, error)
            return None

    def close(self) -> None:
        """Close the files and let others write; may be called twice. Where an older copy was put in the place of the
        save meanwhile, the save is first written anew: no further move will notice it."""
        first, self._closed = not self._closed, True
        whole = first and self._lock is not None and self._lock.holds()
        if whole and identity_of(self.path) != self._identity:
            self._leave_whole()  # while the file that was replaced can still be read: it has the pictures
        self._close_files()
        if whole:
            self._leave_whole()
        if self._lock is not None:
            self._lock.release()

    # Writing

    def _keep(self, record: AnyRecord, time_ms: int, photo: Photo | None) -> Phrase | None:
        """The transaction, and the journal after it: what is told is in the database, and soon in both."""
        first: sqlite3.Error | None = None
        for summed, picture in ((True, photo), (True, None), (False, None)):
            try:
                self._commit(record, summed_up(record, time_ms) if summed else {}, picture)
                break
            except sqlite3.Error as error:
                first = first or error
                if is_busy(error) or not summed:
                    raise first from None
        self._entries = len(record.log)
        trouble = self._keep_journal(record) or first
        return Phrase.of("store.kept_less", reason=reason(trouble)) if trouble is not None else None

    def _commit(self, record: AnyRecord, summary: dict[str, str], photo: Photo | None) -> None:
        assert self._connection is not None
        with transaction(self._connection):
            write_entries(self._connection, self._entries + 1, bodies_of(record.log[self._entries :]))
            if summary:
                write_summary(self._connection, summary)
            if photo is not None:
                write_photo(self._connection, photo)

    def _keep_journal(self, record: AnyRecord) -> OSError | None:
        """Bring the journal up to the record's log; what can't be written now is written with the next move."""
        try:
            if self._journal is None or not self._journal.in_place():
                self._rewrite_journal(bodies_of(record.log))
            else:
                self._journal.append(bodies_of(record.log[self._journal.entries :]))
        except OSError as error:
            return error
        return None

    def _rewrite_journal(self, bodies: tuple[str, ...]) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        self._journal = Journal.rewrite(journal_of(self.path), self._facts, bodies)

    # Being ready to write

    def _made_ready(self, record: AnyRecord, time_ms: int) -> Phrase | None:
        """The lock is ours and the file under our name is the one that we write; else it is put right first."""
        if self._closed:
            raise OSError("closed")
        fresh = self._lock is None or not self._lock.holds()
        if fresh:
            self._own(record)
        if not fresh and self._connection is not None and identity_of(self.path) == self._identity:
            return None
        trouble = self._put_right(record, time_ms)
        if self._lock is not None and not self._lock.holds():  # what was a link is a file of its own now
            self._lock.release()
            self._lock = GameLock.take(self.path)
            if self._lock is None:
                raise _look_only(self.path)
        return trouble

    def _own(self, record: AnyRecord) -> None:
        """Take the lock. Raises :class:`StoreError` where another has it or has played on meanwhile, :class:`OSError`
        or ``sqlite3.Error`` where there can be none, or nobody can tell."""
        if self._lock is not None:
            self._lock.release()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = GameLock.take(self.path)
        if self._lock is None:
            raise _look_only(self.path)
        try:
            found = found_or_none(self.path)
            if found is not None and found.trouble is not None:
                raise found.trouble
            if found is not None and not self._is_ours(found, record):
                raise StoreError(self.path, Phrase.of("store.went_on"))
        except (StoreError, sqlite3.Error):
            self._lock.release()
            self._lock = None
            raise

    def _is_ours(self, found: FoundRecord, record: AnyRecord) -> bool:
        """What lies there is the beginning of this record."""
        log = found.record.log
        return found.facts.same_game(self._facts) and log == record.log[: len(log)]

    def _put_right(self, record: AnyRecord, time_ms: int) -> Phrase | None:
        """Go on with the file that lies there where it is ours and sound; else write it anew from the record."""
        gone = identity_of(self.path) != self._identity and self._identity is not None
        found = found_or_none(self.path)
        if found is not None and found.trouble is not None:
            raise found.trouble  # another program holds the file: that is no damage
        if found is not None and found.database_holds and self._is_ours(found, record):
            self._disconnect()
            self._go_on_with(found)
            return None
        self._write_anew(record, time_ms)
        return Phrase.of("store.anew") if gone else None

    def _go_on_with(self, found: FoundRecord) -> None:
        """Write on in a sound database: what only the journal had is added, an old format becomes the present one."""
        there = found.database.speaks_of
        connection = connect(self.path)
        try:
            with transaction(connection):
                if found.database.facts != self._facts:
                    write_facts(connection, self._facts)
                write_entries(connection, there + 1, found.bodies[there:])
        except BaseException:
            connection.close()
            raise
        self._connection, self._identity, self._entries = connection, identity_of(self.path), len(found.bodies)

    def _write_anew(self, record: AnyRecord, time_ms: int) -> Path | None:
        """Both copies from the record: the journal first, so that there is a whole one at every moment."""
        bodies = bodies_of(record.log)
        if self._journal is None or not self._journal.in_place() or self._journal.entries > len(bodies):
            self._rewrite_journal(bodies)
        old = self._connection

        def photos() -> Any:
            return photos_in(old) if old is not None else photos_at(self.path)

        kept = put_in_place(self.path, self._facts, bodies, summed_up(record, time_ms), photos)
        self._disconnect()
        self._connection, self._identity = connect(self.path), identity_of(self.path)
        self._entries = len(bodies)
        return kept

    def _mend(self, found: FoundRecord) -> Rescue | None:
        """Put right what is wrong with either copy of a game that was just opened; tells what people should know."""
        damaged = not found.database_holds
        wanting = found.database_holds and found.database.speaks_of < len(found.bodies)
        kept = None
        try:
            self._mend_journal(found)
            if damaged:
                kept = self._write_anew(found.record, _last_time(found))
            else:
                self._go_on_with(found)
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            self.trouble = cannot_write(self.path, error).phrase
        trouble = damaged or wanting or found.shorter
        return Rescue(len(found.record.line), kept, found.shorter) if trouble else None

    def _mend_journal(self, found: FoundRecord) -> None:
        journal = journal_of(self.path)
        if found.journal_agrees:
            self._journal = Journal.reopen(journal, len(found.bodies))
            return
        if journal.exists() and (found.foreign or found.shorter):
            set_aside(journal, stays=True)
        self._rewrite_journal(found.bodies)

    def _leave_whole(self) -> None:
        """See that the save holds what people were told. One that they took away stays away."""
        if self._last_kept is None or not os.path.isfile(self.path):
            return
        try:
            if not database_holds(self.path, self._facts, self._last_kept[0]):
                self._write_anew(*self._last_kept)
                self._close_files()
        except (sqlite3.Error, OSError) as error:
            if os.path.isfile(self.path):  # else it was taken away while it was looked at
                _LOG.warning("What lies in the place of %s could not be put right: %s", self.path, error)

    def _close_files(self) -> None:
        self._disconnect()
        if self._journal is not None:
            self._journal.close()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _abandon(self) -> None:
        """Leave nothing of a game that could not be started; what is another's is not touched."""
        lock, self._lock = self._lock, None
        self.close()
        if lock is None:
            return
        for file in copies_of(self.path):
            with suppress(OSError):  # no such folder, or a read-only one: there is nothing to leave
                file.unlink()
        lock.release(forget=True)


def _look_only(path: Path) -> StoreError:
    return StoreError(path, Phrase.of("store.look_only"))


def _last_time(found: FoundRecord) -> int:
    return found.record.log[-1].time_ms if found.record.log else found.facts.started_ms
