"""Another edition's places of Istanbul while their owner enrols them: what was read, and what people have put right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.frames import Picture
from vision.istanbul.layout.laid_out import LaidPlace, TooManyPlaces, read_laid_out_places


@dataclass
class PlaceDraft:
    """What is known of a set so far.

    Attributes:
        name: as its owner calls it.
        places: as they were seen, photograph by photograph; no two have the same number.
        found: how many the last photograph showed that could not be used.
    """

    name: str = ""
    places: list[LaidPlace] = field(default_factory=list)
    found: int = 0

    @property
    def begun(self) -> bool:
        """Something was seen already."""
        return bool(self.places)

    @property
    def unread(self) -> int:
        """How many have no number yet."""
        return sum(not place.number for place in self.places)

    def see(self, photograph: Picture) -> bool:
        """Learn from a photograph of places laid apart; False where it shows none, or more than there are. A place
        that was seen before is taken from the later photograph."""
        try:
            (seen,) = read_laid_out_places([photograph])
        except TooManyPlaces as error:
            self.found = error.found
            return False
        self.found = len(seen)
        again = {place.number for place in seen if place.number}
        self.places = [place for place in self.places if place.number not in again] + list(seen)
        return bool(seen)

    def number(self, index: int, number: int) -> None:
        """People say which place this is; another that passed for it has no number then."""
        for other, place in enumerate(self.places):
            if place.number == number:
                self.places[other] = place.read_as(0, 0.0)
        self.places[index] = self.places[index].read_as(number, 1.0)

    def turn(self, index: int) -> None:
        """It lay upside down."""
        self.places[index] = self.places[index].turned()

    def drop(self, index: int) -> None:
        """It is no place at all."""
        del self.places[index]

    def pictures(self) -> Mapping[int, Picture]:
        """Every place with a number, to be kept."""
        return {place.number: place.picture for place in self.places if place.number}
