"""What people are told of a table: the sentence in the ribbon, what is not well, and the news that others pass on."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.views import Chip, ChipKind, News, NewsKind
from games.game import Event, Phrase


class Noticeboard:
    """The ribbon, the chips and the news of one table.

    Args:
        now_ms: tells the time, milliseconds since the epoch.
        changed: called whenever what is shown has changed.
    """

    def __init__(self, now_ms: Callable[[], int], changed: Callable[[], None]) -> None:
        self.ribbon: Phrase | None = None
        self._now_ms = now_ms
        self._changed = changed
        self._news: list[News] = []
        self._chips: dict[ChipKind, Chip] = {}

    @property
    def chips(self) -> tuple[Chip, ...]:
        """What is not well, in the order in which it was told."""
        return tuple(self._chips.values())

    def shows(self, kind: ChipKind) -> bool:
        """True where the thing of that kind is not well."""
        return kind in self._chips

    def take_news(self) -> tuple[News, ...]:
        """What happened since the last call, oldest first."""
        news, self._news = tuple(self._news), []
        return news

    def tell(self, kind: NewsKind, phrase: Phrase, events: tuple[Event, ...] = (), player: int | None = None) -> None:
        """Add to the news: of which kind, in a sentence, what happened, and whose turn it was (None: nobody's)."""
        self._news.append(News(kind, phrase, events, player, self._now_ms()))

    def notice(self, phrase: Phrase) -> None:
        """Say one sentence in the ribbon."""
        self.ribbon = phrase
        self.tell(NewsKind.NOTICE, phrase)
        self._changed()

    def set_chip(self, chip: Chip | None, kind: ChipKind | None = None) -> None:
        """Show that something is not well, or (None) that the thing of that kind is well again."""
        kind = chip.kind if chip is not None else kind
        assert kind is not None
        if self._chips.get(kind) == chip:
            return
        if chip is None:
            self._chips.pop(kind, None)
        else:
            self._chips[kind] = chip
            self.tell(NewsKind.DEVICE, chip.phrase)
        self._changed()

    def refuse_press(self, chip: Chip) -> None:
        """Every press is answered, also where the same trouble is on show already."""
        if self._chips.get(chip.kind) == chip:
            self.notice(chip.phrase)
        else:
            self.ribbon = chip.phrase
            self.set_chip(chip)
