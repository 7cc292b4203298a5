"""The page's parts as they now are, in every language, and who waits for them to change.

Parts are made and encoded once a change, however many look on; a device that is slow gets the newest parts, never all
that it missed. All of it belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass

import cv2

from companion.broadcast.events import Event, Health, Trouble
from companion.broadcast.following import TableFollower
from companion.broadcast.table_now import TableNow, after
from companion.locale import LANGUAGES, say
from companion.onlookers.board.drawing import BoardDrawing, PictureMaker
from companion.onlookers.page.parts import parts, state_part
from companion.onlookers.wire import Question, TableForOnlookers
from companion.titles.registry import find_title
from games.any_game import AnyRecord
from games.game import Phrase, Refusal
from vision.frames import Picture

AROUND = 1.1  # world units about what an answer would lay that its picture shows
STILL_HERE_S = 15.0  # a comment after so long: whoever is gone is noticed, and no box between gives the line up
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of the page: how often it has changed, its HTML, and the event that tells it."""

    version: int
    html: str
    event: bytes


class LivePage:
    """What everybody sees.

    Args:
        follower: of the game, in every language.

    Attributes:
        onlookers: streams that are open now.
        shown_n: the number of the last event that the page shows; -1 before there is a game.
    """

    def __init__(self, follower: TableFollower) -> None:
        self._follower = follower
        self._now: dict[str, TableNow | None] = dict.fromkeys(LANGUAGES)
        self._parts: dict[str, dict[str, PagePart]] = {language: {} for language in LANGUAGES}
        self._makers: dict[str, PictureMaker] = {}
        self._pictures: dict[str, tuple[bytes, str]] = {}
        self._painted = ""  # the game that they are of
        self._options: dict[tuple[str, int, int, str], tuple[str, ...]] = {}
        self._painting = asyncio.Lock()
        self._changed = asyncio.Event()
        self._closed = False
        self.onlookers = 0
        self._show({language: parts(None, "", language) for language in LANGUAGES})

    @property
    def shown_n(self) -> int:
        """The number of the last event that the page shows."""
        now = self._now[LANGUAGES[0]]
        return now.n if now is not None else -1

    def now(self, language: str) -> TableNow | None:
        """The table as it stands, in this language."""
        return self._now[language]

    def inner(self, language: str) -> Mapping[str, str]:
        """Every part as it is now."""
        return {name: part.html for name, part in self._parts[language].items()}

    async def look(self) -> None:
        """Take in what is new at the table. What is read and drawn is so beside the loop."""
        news = await asyncio.to_thread(self._follower.look)
        if news:
            self.hear(news)
            drawn = await asyncio.to_thread(self._drawn)
            self._show(drawn)

    def forget(self) -> None:
        """Take the game in from its beginning with the next look."""
        self._follower.forget()

    def hear(self, news: Mapping[str, tuple[Event, ...]]) -> None:
        """Take events in; they are shown when the parts are made anew."""
        for language, events in news.items():
            for event in events:
                self._now[language] = after(self._now[language], event)

    def hear_health(self, table: TableForOnlookers) -> None:
        """Show how the table is just now."""
        for language, now in self._now.items():
            if now is not None:
                troubles = table.troubles.get(language, ())
                health = Health(
                    game=now.game, n=now.n, time_ms=now.time_ms, camera=table.camera, differs=table.differs,
                    question=table.question is not None,
                    troubles=tuple(Trouble(kind="table", lost=True, words=words) for words in troubles),
                )  # fmt: skip
                self._now[language] = after(now, health)
                self._show({language: {"state": state_part(self._now[language])}})

    async def stream(self, language: str, own: Callable[[], str] | None = None) -> AsyncIterator[bytes]:
        """The parts as server-sent events (HTML, section 9.2), at first all of them, then those that change. ``own``
        makes a part that only this device has: its buttons."""
        self.onlookers += 1
        known: dict[str, int] = {}
        had: str | None = None
        try:
            yield b"retry: 1500\n\n"
            while not self._closed:
                changed, current = self._changed, self._parts[language]
                fresh = {name: part for name, part in current.items() if known.get(name) != part.version}
                known.update((name, part.version) for name, part in fresh.items())
                if fresh:
                    yield b"".join(part.event for part in fresh.values())
                if own is not None and (mine := own()) != had:
                    had = mine
                    yield _event("buttons", mine)
                try:
                    await asyncio.wait_for(changed.wait(), STILL_HERE_S)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self.onlookers -= 1

    async def picture(self, game: str, name: str) -> tuple[bytes, str] | None:
        """A picture of the board and its media type; None where the board of this game has none of that name."""
        now = self._now[LANGUAGES[0]]
        if now is None or now.game != game or name not in self._makers:
            return None
        async with self._painting:  # each is painted once, however many ask
            if name not in self._pictures:
                self._pictures[name] = await asyncio.to_thread(_encoded, self._makers[name])
        return self._pictures[name]

    def option_pictures(self, question: Question, language: str) -> tuple[str, ...]:
        """The answers of a question as pictures of the board about what they would lay; empty ones where the board
        can't show them."""
        now, record = self._now[language], self._follower.record(language)
        if now is None or record is None:
            return ()
        asked = (now.game, now.n, question.number, language)
        if asked not in self._options:
            kept = {known: option for known, option in self._options.items() if known[:3] == asked[:3]}
            option = zip(question.actions, question.options[language], strict=False)
            shown = tuple(self._option(now, record, notations, words) for notations, words in option)
            self._options = {**kept, asked: shown}
        return self._options[asked]

    def _option(self, now: TableNow, record: AnyRecord, notations: tuple[str, ...], words: str) -> str:
        title, state = find_title(now.title), record.state
        if title is None or title.drawing is None:
            return ""
        try:
            for notation in notations:
                state, _ = record.game.apply(state, record.game.read(notation))
            drawing: BoardDrawing = title.drawing(state, record.setup.seats, now.language)
        except (ValueError, LookupError, Refusal) as refused:  # the table is a move ahead of the page: words tell it
            _LOG.info("an answer is told in words: %s", refused)
            return ""
        if drawing.newest is None:
            return ""
        self._makers |= drawing.pictures
        return drawing.svg_around(*drawing.newest, AROUND, f"/art/{now.game}/", words)

    def wake(self) -> None:
        """Let every stream look at what there is now."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self.wake()

    def _drawn(self) -> dict[str, Mapping[str, str]]:
        pictures = {}
        for language in LANGUAGES:
            now, record = self._now[language], self._follower.record(language)
            board = self._board(now, record, language) if now is not None and record is not None else ""
            pictures[language] = parts(now, board, language)
        return pictures

    def _board(self, now: TableNow, record: AnyRecord, language: str) -> str:
        title = find_title(now.title)
        if title is None or title.drawing is None:
            return ""
        try:
            drawing: BoardDrawing = title.drawing(record.state, record.setup.seats, language)
        except (ValueError, LookupError, Refusal):  # nobody drew such a state before: points are told all the same
            _LOG.exception("the board of %s could not be drawn", now.game)
            return ""
        if now.game != self._painted:  # another game may be played with another edition
            self._painted, self._pictures, self._makers = now.game, {}, {}
        self._makers = {**self._makers, **drawing.pictures}
        label = say(Phrase.of("onlookers.board_of", game=now.title_words), language)
        return drawing.svg(f"/art/{now.game}/", label)

    def _show(self, shown: Mapping[str, Mapping[str, str]]) -> None:
        changed = False
        for language, inner in shown.items():
            current = dict(self._parts[language])
            for name, html in inner.items():
                old = current.get(name)
                if old is None or old.html != html:
                    version = old.version + 1 if old is not None else 1
                    current[name] = PagePart(version, html, _event(name, html))
                    changed = True
            self._parts[language] = current
        if changed:
            self.wake()


def _event(name: str, html: str) -> bytes:
    one_line = html.replace("\r", " ").replace("\n", " ")
    return f"event: {name}\ndata: {one_line}\n\n".encode()


def _encoded(make: PictureMaker) -> tuple[bytes, str]:
    picture: Picture = make()
    ending, media = (".png", "image/png") if picture.shape[2] == 4 else (".jpg", "image/jpeg")
    _, data = cv2.imencode(ending, picture)
    return data.tobytes(), media
