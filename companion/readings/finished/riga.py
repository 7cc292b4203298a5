"""A finished table of Riga or of the Grand Masters: cards and tiles are seen, who owns which tile and cash are told."""

from __future__ import annotations

from functools import partial

from companion.editions.riga_cards import own_cards, own_market, own_riga
from companion.readings.finished.table import (
    MOST_POINTS,
    NOTHING,
    Amount,
    FinishedAnswer,
    FinishedPiece,
    FinishedQuestion,
    FinishedReader,
    FinishedTable,
    OfPlayer,
    PlayerSum,
    Question,
    Subject,
    colour_choices,
    doubtful,
    nearest,
    ranks,
)
from companion.readings.marks import Outline, corners
from games.game import Phrase, ScoreLine
from games.riga.box.buildings import DEFAULT, CardSet
from games.riga.box.components import CITIES, MONEY, PERSONS, Master, Side, printed, subjects
from games.riga.final_scoring import money_lines, tile_lines
from games.riga.grand_masters import Display, Placed, subject_phrase, tile_phrase
from vision.cards.edition import CardEdition
from vision.frames import Picture
from vision.riga.observation import RigaObservation, SeenCard
from vision.riga.reading import read_riga
from vision.riga.references import master_named

_NOBODY, _OPEN = "nobody", NOTHING  # a tile that the supply has, and one of which nobody said whose it is


class FinishedRiga(FinishedTable):
    """Players go by their displays, numbered round the table from the lower left.

    Args:
        with_buildings: buildings bring points of their own (Riga); the Grand Masters alone count tiles only.
    """

    def __init__(self, seen: RigaObservation, cards: CardSet, *, with_buildings: bool) -> None:
        super().__init__()
        self._cards, self._with_buildings = cards, with_buildings
        self._pieces: dict[str, SeenCard] = {}
        self.masters: dict[str, str] = {}  # tile -> which
        self.owners: dict[str, str] = {}  # tile -> player, where somebody said so
        self.displays: dict[str, str] = {}  # card -> player
        self.names: dict[str, str] = {}  # card -> which
        self.colours: dict[str, str] = {}
        self.entered: dict[str, dict[str, int]] = {}
        self.players: list[str] = [str(number + 1) for number in range(len(seen.displays))]
        for tile in seen.row:
            key = f"tile:{len(self.masters)}"
            self._pieces[key], self.masters[key] = tile, master_named(tile.key).key
            self._doubt(key, doubtful(tile.confidence))
        for number, display in enumerate(seen.displays, 1):
            for card in display.cards:
                key = f"card:{len(self.displays)}"
                self._pieces[key], self.displays[key], self.names[key] = card, str(number), card.key
                self._doubt(key, doubtful(card.confidence))
        self._unread = {f"unread:{number}": spot for number, spot in enumerate(seen.unread)}
        for key in self._unread:
            self._doubts[key] = Phrase.of("finished.unread_card")

    def _doubt(self, key: str, why: Phrase | None) -> None:
        if why is not None:
            self._doubts[key] = why

    # Pieces

    def pieces(self) -> tuple[FinishedPiece, ...]:
        """Tiles, cards of displays, and what could not be read."""
        keys = [key for key in (*self.masters, *self.displays) if self._is_there(key)]
        return tuple(self.piece(key) for key in (*keys, *(key for key in self._unread if key not in self._seen_to)))

    def _is_there(self, key: str) -> bool:
        return bool(self.masters.get(key) or self.displays.get(key)) or key not in self._seen_to

    def piece(self, key: str) -> FinishedPiece:
        """A tile, a card, or a place that could not be read."""
        why = self.doubt_of(key)
        if key in self._unread:
            return FinishedPiece(key, Phrase.of("finished.something"), (self._unread[key],), "", "", None, why)
        card = self._pieces[key]
        sure = 1.0 if key in self._seen_to else card.confidence
        if key in self.masters:
            master = self.masters[key]
            name = tile_phrase(Master.named(master)) if master else Phrase.of("finished.no_tile")
            if why is None and master and self._is_open(key):
                why = Phrase.of("finished.who_has_tile", tile=name)
            return FinishedPiece(
                key, name, corners(card.outline), "", self.colours.get(self._owner(key), ""), sure, why
            )
        building = self._cards.by_key.get(self.names[key])
        called = building.phrase if building is not None else self.names[key]
        player = self.displays[key]
        return FinishedPiece(key, called, corners(card.outline), player, self.colours.get(player, ""), sure, why)

    def in_sight(self) -> Outline:
        """All cards and tiles."""
        keys = (*self.masters, *self.displays, *self._unread)
        return tuple(corner for key in keys for corner in self.piece(key).outline)

    def piece_at(self, x: float, y: float) -> str | None:
        """The card or tile there."""
        spots = [(piece.key, piece.outline) for piece in self.pieces()]
        return nearest(x, y, spots, 40.0)

    # Questions

    def questions(self, key: Subject) -> tuple[Question, ...]:
        """Which tile and whose; whose card; what a player built and has."""
        if isinstance(key, OfPlayer):
            return self._player_questions(key.player)
        players = tuple(
            FinishedAnswer(player, self._name(player), self.colours.get(player, "")) for player in self.players
        )
        if key in self.displays:
            nobody = FinishedAnswer(NOTHING, Phrase.of("finished.nobody"))
            return (
                FinishedQuestion("display", Phrase.of("finished.whose"), (nobody, *players), (self.displays[key],)),
            )
        if key in self._unread:
            return ()
        masters = [FinishedAnswer(NOTHING, Phrase.of("finished.no_tile"))]
        for subject in subjects(with_riga=True):
            sides = (Side.NONE,) if subject == MONEY else (Side.MAX, Side.FIRST)
            masters += [
                FinishedAnswer(master.key, tile_phrase(master)) for master in (Master(subject, side) for side in sides)
            ]
        which = FinishedQuestion("master", Phrase.of("finished.which_tile"), tuple(masters), (self.masters[key],))
        if self.masters[key] in (NOTHING, MONEY):
            return (which,)
        supply = FinishedAnswer(_NOBODY, Phrase.of("finished.nobody"))
        owner = _OPEN if self._is_open(key) else self._owner(key) or _NOBODY
        return FinishedQuestion("owner", Phrase.of("finished.whose_tile"), (supply, *players), (owner,)), which

    def _player_questions(self, player: str) -> tuple[Question, ...]:
        colour = (self.colours.get(player, NOTHING),)
        asked: list[Question] = [
            FinishedQuestion("colour", Phrase.of("finished.which_colour"), colour_choices(nobody=False), colour)
        ]
        display = self.display(player)
        for subject in (*CITIES, *PERSONS):
            asked.append(Amount(subject, subject_phrase(subject), display.count(subject), 99))
        if self._with_buildings:
            asked.append(Amount("points", Phrase.of("finished.building_points"), self.points(player), MOST_POINTS))
            asked.append(Amount("unbuilt", Phrase.of("finished.unbuilt"), self._entered_of(player, "unbuilt"), 99))
        if MONEY in self.masters.values():
            asked.append(Amount("cash", Phrase.of("finished.cash"), self._entered_of(player, "cash"), 99))
        return tuple(asked)

    def _name(self, player: str) -> Phrase:
        colour = self.colours.get(player)
        return Phrase.of(f"colour.{colour}") if colour else Phrase.of("finished.display", number=int(player))

    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Put it right."""
        if isinstance(key, OfPlayer):
            player = key.player
            if question == "colour":
                self.colours = {one: colour for one, colour in self.colours.items() if colour != answer}
                self.colours[player] = str(answer)
            else:
                self.entered.setdefault(player, {})[question] = int(answer)
            return
        if question == "display":
            self.displays[key] = str(answer)
        elif question == "master":
            self.masters[key] = str(answer)
        else:
            self.owners[key] = str(answer)
        self.settle(key)

    # What it comes to

    def _entered_of(self, player: str, what: str) -> int:
        return self.entered.get(player, {}).get(what, 0)

    def _built(self, player: str) -> list[str]:
        return [self.names[key] for key, whose in self.displays.items() if whose == player]

    def display(self, player: str) -> Display:
        """What is built there: what people say, else what was read."""
        built = [self._cards.by_key[name] for name in self._built(player) if name in self._cards.by_key]
        entered = self.entered.get(player, {})
        cities = [entered.get(city, sum(card.city == city for card in built)) for city in CITIES]
        persons = [entered.get(kind, sum(card.persons.count(kind) for card in built)) for kind in PERSONS]
        return Display(tuple(cities), tuple(persons))

    def points(self, player: str) -> int:
        """What the buildings bring: what people say, else what the cards print that were read."""
        read = sum(self._cards.by_key[name].points for name in self._built(player) if name in self._cards.by_key)
        return self.entered.get(player, {}).get("points", read)

    def _owner(self, key: str) -> str:
        """Whose a tile is: as people say, else whoever alone can have it; "" for nobody and where that is open."""
        said = self.owners.get(key)
        if said is not None:
            return "" if said == _NOBODY else said
        able = self._able(key)
        return able[0] if len(able) == 1 else ""

    def _is_open(self, key: str) -> bool:
        return key not in self.owners and len(self._able(key)) > 1

    def _able(self, key: str) -> list[str]:
        """Who may have a tile by what is built: of a "Max." tile who has most, of a "1." whoever has enough."""
        if self.masters[key] in (NOTHING, MONEY):
            return []
        master = Master.named(self.masters[key])
        counts = {player: self.display(player).count(master.subject) for player in self.players}
        enough = [player for player, count in counts.items() if count >= printed().needs(master)]
        if master.side is Side.MAX and enough:
            most = max(counts[player] for player in enough)
            enough = [player for player in enough if counts[player] == most]
        return enough

    def lines(self) -> tuple[ScoreLine, ...]:
        """Buildings left in hand, then tile by tile, Money last."""
        row = []
        for key, name in self.masters.items():
            if name:
                owner = self._owner(key) if name != MONEY else ""
                row.append(Placed(Master.named(name), self.players.index(owner) if owner else None))
        displays = [self.display(player) for player in self.players]
        lines = list(tile_lines(tuple(row), displays))
        if any(placed.master.is_money for placed in row):
            lines += money_lines([self._entered_of(player, "cash") for player in self.players])
        return (*self._unbuilt(), *lines)

    def _unbuilt(self) -> list[ScoreLine]:
        market = own_market()
        each = market.number("unbuilt_points") if self._with_buildings else 0
        marks = (DEFAULT,) if "unbuilt_points" in market.defaults else ()
        found = []
        for seat, player in enumerate(self.players):
            count = self._entered_of(player, "unbuilt")
            if count and each:
                reason = Phrase.of("riga.unbuilt", cards=count)
                found.append(ScoreLine(seat, each * count, reason, (), f"{count} × {each}", "Riga, Spielende", True,
                                       marks=marks))  # fmt: skip
        return found

    def sums(self) -> tuple[PlayerSum, ...]:
        """Everybody's points."""
        lines = self.lines()
        own = [tuple(line for line in lines if line.player == seat) for seat in range(len(self.players))]
        final = [sum(line.points for line in mine) for mine in own]
        built = [self.points(player) if self._with_buildings else 0 for player in self.players]
        totals = [one + other for one, other in zip(final, built, strict=True)]
        found = []
        for seat, player in enumerate(self.players):
            parts = [Phrase.of("finished.part_tiles", points=final[seat])]
            if self._with_buildings:
                cards = sum(self.display(player).buildings)
                parts.insert(0, Phrase.of("finished.part_buildings", points=built[seat], cards=cards))
            found.append(
                PlayerSum(OfPlayer(player), self._name(player), self.colours.get(player, ""), totals[seat],
                          ranks(totals)[seat], tuple(parts), own[seat])
            )  # fmt: skip
        return tuple(sorted(found, key=lambda one: one.rank))

    def notes(self) -> tuple[Phrase, ...]:
        """Whose cards these are."""
        return (Phrase.of("finished.default_cards"),) if self._with_buildings and self._cards.marks else ()


def read(with_buildings: bool, picture: Picture) -> FinishedTable | Phrase:
    """The table on a picture, with the cards that are played with."""
    edition: CardEdition = own_riga()
    seen = read_riga(picture, edition)
    if seen.trouble is not None:
        return seen.trouble
    return FinishedRiga(seen, own_cards(), with_buildings=with_buildings)


RIGA = FinishedReader(partial(read, True), Phrase.of("finished.how_riga"))
GRAND_MASTERS = FinishedReader(partial(read, False), Phrase.of("finished.how_riga"))
