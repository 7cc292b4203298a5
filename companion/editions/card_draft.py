"""A building card of Riga that is being entered: what stands on it so far. No kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.cameras.choice import settled_picture, shot_failed
from companion.editions.riga_cards import card_layouts, enter_card
from companion.locale import say
from companion.supervised import Failure, Supervised, Task
from games.game import Phrase
from games.riga.box.buildings import MOST_COST, MOST_POINTS, Building, CardSet, building_from_json
from vision.addresses import masked_address
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.riga.card_photo import CardReading, read_card
from vision.source_error import SourceError

_LIMITS = {"cost": (0, MOST_COST), "points": (-MOST_POINTS, MOST_POINTS), "purse": (0, 9), "store": (0, 9)}


@dataclass(frozen=True, eq=False, slots=True)
class CardDraft:
    """A card as it is being entered.

    Attributes:
        slot: key of the card whose place it takes. was_own: that one was entered by the owner.
        name, city, cost, points, persons, purse, store, text: see :class:`games.riga.box.buildings.Building`.
        picture: the photograph, cut out and upright, or None.
    """

    slot: str
    was_own: bool
    name: str
    city: str
    cost: int
    points: int
    persons: tuple[str, ...] = ()
    purse: int = 0
    store: int = 0
    text: str = ""
    picture: Picture | None = None

    @classmethod
    def of(cls, card: Building, language: str) -> CardDraft:
        """Begin with a card as it is; a default one has its name in the language of the people here."""
        name = say(Phrase.of(f"riga.building_{card.name}"), language) if card.mark else card.name
        fields = (card.city, card.cost, card.points, card.persons, card.purse, card.store, card.text)
        return cls(card.key, not card.mark, name, *fields)

    def stepped(self, field: str, by: int) -> CardDraft:
        """A number (``cost``, ``points``, ``purse``, ``store``) larger or smaller, as far as a card can have it."""
        least, most = _LIMITS[field]
        return replace(self, **{field: min(most, max(least, getattr(self, field) + by))})

    def toggled(self, person: str) -> CardDraft:
        """With a person, or without."""
        without = tuple(one for one in self.persons if one != person)
        return replace(self, persons=without if person in self.persons else tuple(sorted((*without, person))))

    def filled(self, seen: CardReading) -> CardDraft:
        """With what a photograph tells; what it does not tell stays."""
        return replace(
            self,
            picture=seen.picture,
            city=seen.city or self.city,
            cost=self.cost if seen.cost is None else seen.cost,
            points=self.points if seen.points is None else seen.points,
        )

    @property
    def card(self) -> Building:
        """The card. Raises :class:`games.game.Refusal` where it can't be one."""
        key = self.slot if self.slot.startswith(f"{self.city}-") else ""
        effect = {"purse": self.purse, "store": self.store}
        data = {"key": key, "name": self.name, "city": self.city, "cost": self.cost, "points": self.points}
        return building_from_json({**data, "persons": self.persons, "effect": effect, "text": self.text}, mark="")

    def keep(self) -> CardSet:
        """Enter it for good. Raises :class:`games.game.Refusal` and OSError."""
        return enter_card(self.card, self.picture, self.slot if self.was_own else "")


class CardShot:
    """Takes a picture of a card with a camera, beside the screen, and reads it.

    Attributes:
        seen: the reading, once :attr:`done`. trouble: why there is none.
    """

    def __init__(self, camera: str, opened: Callable[[str], FrameSource] = open_source) -> None:
        self.seen: CardReading | None = None
        self.trouble: Phrase | None = None
        self._reading = Supervised(
            "card shot", lambda task: self._run(camera, opened, task), failed=self._failed, again=False
        ).start()

    @property
    def done(self) -> bool:
        """Whether the camera has answered."""
        return not self._reading.alive

    def join(self, seconds: float | None = None) -> bool:
        """Wait for what comes of it; False where that took longer."""
        return self._reading.join(seconds)

    def close(self) -> None:
        """Nobody waits for it any more."""
        self._reading.close()

    def _failed(self, failure: Failure) -> None:
        self.trouble = shot_failed(failure)

    def _run(self, camera: str, opened: Callable[[str], FrameSource], task: Task) -> None:
        try:
            picture = settled_picture(camera, opened)
        except SourceError as error:
            self.trouble = error.phrase
            return
        task.works_on(picture)
        self.seen = read_card(picture, card_layouts())
        if self.seen is None:
            self.trouble = Phrase.of("riga.no_card_in_picture", file=masked_address(camera))
