"""Which topics a table of a club uses; ``docs/club.md`` tells them to users."""

from __future__ import annotations

from dataclasses import dataclass

from games.game import Phrase, Refusal, RefusalKind
from games.names import check_name, shown

ROOT = "tableside/1"  # the number rises when what is under it changes so that old readers would misread it
MOST_LETTERS = 40
_LEVELS_AND_WILDCARDS = frozenset("/+#")  # MQTT 5.0, 4.7.1

ONLINE, OFFLINE = b"online", b"offline"
ON, OFF = b"ON", b"OFF"  # as Home Assistant's binary sensors are told by default


@dataclass(frozen=True, slots=True)
class ClubPlace:
    """A table of a club; both names are levels of the topics. Raises :class:`Refusal` for a name that can be none."""

    club: str
    table: str

    def __post_init__(self) -> None:
        for name in (self.club, self.table):
            check_name(name)
            if len(name) > MOST_LETTERS or _LEVELS_AND_WILDCARDS & set(name):
                phrase = Phrase.of("club.bad_name", name=shown(name, 40), most=MOST_LETTERS)
                raise Refusal(RefusalKind.INVALID, phrase, value=shown(name, 40))

    @property
    def base(self) -> str:
        """What all topics of the table begin with."""
        return f"{ROOT}/{self.club}/{self.table}"

    @property
    def online(self) -> str:
        """``online`` or ``offline``, retained; the broker itself says offline where the table is gone."""
        return f"{self.base}/online"

    @property
    def state(self) -> str:
        """The table as it stands, retained."""
        return f"{self.base}/state"

    @property
    def helper(self) -> str:
        """Since when people wait for a helper, retained; empty where nobody does."""
        return f"{self.base}/helper"

    @property
    def health(self) -> str:
        """How the table is just now, retained: camera, buttons, dice, light, save; empty where none is told."""
        return f"{self.base}/health"

    @property
    def games(self) -> str:
        """Which games the table has told, and how far, retained: whoever misses some asks for them again."""
        return f"{self.base}/games"

    @property
    def again(self) -> str:
        """Where a table is asked to tell a game again."""
        return f"{self.base}/again"

    @property
    def eyes_online(self) -> str:
        """``online`` or ``offline``, retained: whether another machine is ready to look at this table."""
        return f"{self.base}/eyes/online"

    @property
    def eyes_table(self) -> str:
        """Where the record stands that the eyes look for, retained; empty where no game is on."""
        return f"{self.base}/eyes/table"

    @property
    def eyes_pulse(self) -> str:
        """The tablet wants to know what the eyes see."""
        return f"{self.base}/eyes/pulse"

    @property
    def eyes_seen(self) -> str:
        """What the eyes see."""
        return f"{self.base}/eyes/seen"

    def turn(self, seat: int) -> str:
        """``ON`` while it is this seat's turn, retained."""
        return f"{self.base}/turn/{seat}"

    def events(self, game: str, telling: int) -> str:
        """Where a game's events are told in order. A game that had to be told anew has another ``telling``."""
        return f"{self.base}/events/{game}/{telling}"


@dataclass(frozen=True, slots=True)
class HeardTopic:
    """A topic taken apart: whose it is, and what is told there (``rest``: the levels after the table)."""

    place: ClubPlace
    rest: tuple[str, ...]


def heard_at(topic: str) -> HeardTopic | None:
    """What a topic is about; None for one that is none of ours."""
    levels = topic.split("/")
    if "/".join(levels[:2]) != ROOT or len(levels) < 5:
        return None
    try:
        return HeardTopic(ClubPlace(levels[2], levels[3]), tuple(levels[4:]))
    except Refusal:
        return None


def everywhere(club: str, *rest: str) -> str:
    """The filter for one kind of topic of every table of a club."""
    return "/".join((ROOT, club, "+", *rest))
