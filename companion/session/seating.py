"""Who sits where before a game: places around a table, colours, who starts. No kivy here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.preferences import KnownPerson
from games.game import SEAT_COLOURS, Seat

PLACES = 6  # clockwise, from the left end of the far side


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a place: name, colour, and how the name is said aloud."""

    name: str
    colour: str
    say_as: str = ""


class Seating:
    """Places around the table and who starts.

    Attributes:
        at: for each place who sits there, or None.
        start: the place that starts, or None for the first that is taken.
        colours: those of the box, all of ours by default.
    """

    def __init__(self, people: Sequence[KnownPerson] = (), colours: Sequence[str] = SEAT_COLOURS) -> None:
        self.colours = tuple(colours)
        self.at: list[Sitter | None] = [None] * PLACES
        self.start: int | None = None
        self._spelled: int | None = None
        self._known = {person.name: person for person in people}

    @property
    def taken(self) -> tuple[int, ...]:
        """Places where somebody sits, clockwise from who starts."""
        places = [place for place in range(PLACES) if self.at[place] is not None]
        if self.start in places:
            first = places.index(self.start)
            places = places[first:] + places[:first]
        return tuple(places)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody in playing order."""
        return tuple(Seat(sitter.name, sitter.colour) for sitter in self.sitters)

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Everybody in playing order, with how names are said."""
        return tuple(sitter for place in self.taken if (sitter := self.at[place]) is not None)

    def sit(self, place: int, name: str) -> Sitter:
        """Seat somebody, in the colour last used if it is free. Whoever has this name elsewhere moves here."""
        self._leave_elsewhere(place, name)
        return self.spell(place, name)

    def settle(self) -> str:
        """The name that was spelled last is whole: whoever has it elsewhere moves there. Returns the name of who did
        so, "" where nobody."""
        place, self._spelled = self._spelled, None
        sitter = self.at[place] if place is not None else None
        if place is None or sitter is None or not self._leave_elsewhere(place, sitter.name):
            return ""
        return sitter.name

    def _leave_elsewhere(self, place: int, name: str) -> bool:
        """Whether somebody of this name sat elsewhere, who does no more."""
        left = False
        for other, sitter in enumerate(self.at):
            if sitter is not None and sitter.name == name and other != place:
                self.at[other], left = None, True
        return left

    def spell(self, place: int, name: str) -> Sitter:
        """The same, letter by letter: nobody moves yet, for Anna is on the way to Annabell."""
        self._spelled = place
        now = self.at[place]
        known = self._known.get(name)
        wanted = known.colour if known is not None else ""
        if wanted in self.free_colours(place):
            colour = wanted
        elif now is not None:
            colour = now.colour
        else:
            colour = self.free_colours(place)[0]
        sitter = Sitter(name, colour, known.say_as if known is not None else "")
        self.at[place] = sitter
        return sitter

    def propose(self, place: int) -> bool:
        """Seat whoever played here before and sits nowhere yet, at a place that is free; False where there is none."""
        sitting = {sitter.name for sitter in self.sitters}
        absent = next((name for name in self._known if name not in sitting), None)
        if absent is None or self.at[place] is not None:
            return False
        self.sit(place, absent)
        return True

    def leave(self, place: int) -> None:
        """Nobody sits there any more."""
        self.at[place] = None
        if self.start == place:
            self.start = None

    def colour(self, place: int, colour: str) -> None:
        """Give a colour; whoever had it gets the one that becomes free."""
        sitter = self.at[place]
        if sitter is None:
            return
        for other, holder in enumerate(self.at):
            if holder is not None and other != place and holder.colour == colour:
                self.at[other] = replace(holder, colour=sitter.colour)
        self.at[place] = replace(sitter, colour=colour)

    def say_as(self, place: int, text: str) -> None:
        """How the name is said aloud."""
        sitter = self.at[place]
        if sitter is not None:
            self.at[place] = replace(sitter, say_as=text)

    def free_colours(self, place: int) -> tuple[str, ...]:
        """Colours that nobody else has."""
        held = {sitter.colour for other, sitter in enumerate(self.at) if sitter is not None and other != place}
        free = tuple(colour for colour in self.colours if colour not in held)
        # More people than the box has pieces for: whether they may play the rules say, when the game begins.
        return free or tuple(colour for colour in SEAT_COLOURS if colour not in held)

    def draw_start(self, rng: random.Random) -> int | None:
        """Draw who starts; the place, or None where nobody sits."""
        places = [place for place in range(PLACES) if self.at[place] is not None]
        self.start = rng.choice(places) if places else None
        return self.start

    @property
    def ready(self) -> bool:
        """True where a game can begin: two or more people, all with names of their own."""
        names = [sitter.name for sitter in self.sitters]
        return len(names) >= 2 and len(set(names)) == len(names)
