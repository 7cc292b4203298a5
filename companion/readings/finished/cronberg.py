"""A finished board of Cronberg: rhombi and tokens as they lie, and what the tokens bring in the final scoring."""

from __future__ import annotations

from companion.editions.cronberg_sets import set_in_use
from companion.editions.piece_sets import pieces_in_use
from companion.readings.finished.table import (
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
from companion.readings.marks import Outline
from games.cronberg.components import BOX_COLOURS, CronbergBox, building_phrase
from games.cronberg.lattice import Site
from games.cronberg.position import position
from games.cronberg.scoring import final_lines
from games.cronberg.state import LayRhomb, Setup
from games.game import SEAT_COLOURS, Phrase, Refusal, ScoreLine, Seat
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.observation import CronbergObservation
from vision.cronberg.own_forms import with_tokens
from vision.cronberg.reading import CronbergReader
from vision.frames import Picture

_TOKEN_REACH = 0.28  # of an edge: so near to a crossing a tap means its token, else the rhomb


class FinishedCronberg(FinishedTable):
    """Keys are ``crossing:C4`` and ``triangle:2.5``; a rhomb goes by the first of its two triangles. A way to lie is
    written ``2.4+2.5^C4``: the triangles, and the crossing of the head."""

    def __init__(self, seen: CronbergObservation, prints: CronbergSet) -> None:
        super().__init__()
        assert seen.view is not None
        self.edition: CronbergBox = prints.edition
        self.lattice = prints.lattice
        self._at = dict(zip(self.lattice.crossing_names, _points(seen, prints), strict=True))
        self._crossings = {f"crossing:{name}": name for name in self.lattice.crossing_names}
        self._triangles = {f"triangle:{name}": name for name in self.lattice.triangle_names}
        self._sites = {self._way_of(site): site for site in self.lattice.sites}
        self.rhombi: dict[str, LayRhomb] = {}
        self.tokens: dict[str, str] = {}
        self.track: dict[str, int] = {}
        self._sure: dict[str, float] = {}
        self._unread: set[str] = set()
        for rhomb in sorted(seen.rhombi, key=lambda one: -one.confidence):
            self._take_rhomb(LayRhomb(rhomb.kind, rhomb.triangles, rhomb.head), rhomb.confidence)
        for token in seen.tokens:
            key = f"crossing:{token.crossing}"
            self.tokens[token.crossing] = token.colour
            self._sure[key] = token.confidence
            self._doubt(key, doubtful(token.confidence))
        for place in seen.unread:
            key = f"triangle:{place.triangles[0]}"
            if place.triangles[0] not in self._covered():
                self._unread.add(place.triangles[0])
                self._doubt(key, place.why)

    def _take_rhomb(self, rhomb: LayRhomb, confidence: float) -> None:
        if self._covered() & set(rhomb.triangles):
            return
        self.rhombi[rhomb.triangles[0]] = rhomb
        key = f"triangle:{rhomb.triangles[0]}"
        self._sure[key] = confidence
        self._doubt(key, doubtful(confidence))

    def _doubt(self, key: str, why: Phrase | None) -> None:
        if why is not None:
            self._doubts[key] = why

    def _covered(self) -> set[str]:
        return {triangle for rhomb in self.rhombi.values() for triangle in rhomb.triangles}

    # Pieces

    def pieces(self) -> tuple[FinishedPiece, ...]:
        """Rhombi, then tokens, then what could not be read."""
        keys = [f"triangle:{name}" for name in self.rhombi]
        keys += [f"crossing:{name}" for name in self.tokens]
        keys += [f"triangle:{name}" for name in sorted(self._unread) if f"triangle:{name}" not in self._seen_to]
        return tuple(self.piece(key) for key in keys)

    def piece(self, key: str) -> FinishedPiece:
        """A crossing with its token, if any, or a triangle with the rhomb on it."""
        why = self.doubt_of(key)
        sure = 1.0 if key in self._seen_to else self._sure.get(key, 1.0)
        crossing = self._crossings.get(key)
        if crossing is not None:
            colour = self.tokens.get(crossing, "")
            phrase = Phrase.of("finished.token_at" if colour else "finished.crossing", crossing=crossing)
            return FinishedPiece(key, phrase, (self._at[crossing],), "", colour, sure, why)
        name = self._triangles[key]
        rhomb = self.rhombi.get(name)
        if rhomb is None:
            unread = name in self._unread and key not in self._seen_to
            triangle = self.lattice.corners_of[self.lattice.triangle_named[name]]
            outline = tuple(self._at[self.lattice.crossing_names[corner]] for corner in triangle)
            return FinishedPiece(key, Phrase.of("finished.triangle"), outline, "", "", None if unread else 1.0, why)
        number = self.edition.kind_index(rhomb.kind)
        assert number is not None
        return FinishedPiece(key, self._rhomb_name(number), self._outline(rhomb), str(number + 1), "", sure, why)

    def _rhomb_name(self, number: int) -> Phrase:
        kind = self.edition.kinds[number]
        numbers = " ".join(str(one).replace("-", "−") for one in kind.numbers)
        return Phrase.of("finished.rhomb", building=building_phrase(kind.building), number=number + 1, numbers=numbers)

    def _outline(self, rhomb: LayRhomb) -> Outline:
        names = self.lattice.crossing_names
        return tuple(self._at[names[corner]] for corner in self._sites[_way(rhomb)].corners)

    def in_sight(self) -> Outline:
        """The whole board."""
        return tuple(self._at.values())

    def piece_at(self, x: float, y: float) -> str | None:
        """A crossing where one is near, else the rhomb or the free triangle."""
        names = self.lattice.crossing_names
        one, other = (self._at[names[corner]] for corner in self.lattice.corners_of[0][:2])
        edge = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
        spots: list[tuple[str, Outline]] = [(f"crossing:{name}", (spot,)) for name, spot in self._at.items()]
        crossing = nearest(x, y, spots, _TOKEN_REACH * edge)
        if crossing is not None:
            return crossing
        rhombi = [(f"triangle:{name}", self._outline(rhomb)) for name, rhomb in self.rhombi.items()]
        free = [name for name in self.lattice.triangle_names if name not in self._covered()]
        return nearest(x, y, rhombi + [(f"triangle:{name}", self.piece(f"triangle:{name}").outline) for name in free],
                       0.6 * edge)  # fmt: skip

    # Questions

    def questions(self, key: Subject) -> tuple[Question, ...]:
        """Whose token; which rhomb and how it lies; a player's points on the track."""
        if isinstance(key, OfPlayer):
            colour = key.player
            return (Amount("track", Phrase.of("finished.track"), self.track.get(colour, 0)),)
        crossing = self._crossings.get(key)
        if crossing is not None:
            chosen = self.tokens.get(crossing, NOTHING)
            return (FinishedQuestion("colour", Phrase.of("finished.whose"), colour_choices(BOX_COLOURS), (chosen,)),)
        name = self._triangles[key]
        rhomb = self.rhombi.get(name)
        kinds = [FinishedAnswer(kind.key, self._rhomb_name(number)) for number, kind in enumerate(self.edition.kinds)]
        nothing = FinishedAnswer(NOTHING, Phrase.of("finished.no_rhomb"))
        asked: list[Question] = [
            FinishedQuestion(
                "kind", Phrase.of("finished.which_rhomb"), (nothing, *kinds), (rhomb.kind if rhomb else NOTHING,)
            )
        ]
        if rhomb is not None:
            ways = tuple(FinishedAnswer(way, self._way_name(way)) for way in self._ways(name, rhomb))
            asked.insert(0, FinishedQuestion("way", Phrase.of("finished.which_way"), ways, (_way(rhomb),)))
        return tuple(asked)

    def _ways(self, name: str, rhomb: LayRhomb) -> list[str]:
        """How a rhomb may lie here: with whichever free neighbour, either way round; as it lies now first."""
        taken = self._covered() - set(rhomb.triangles)
        lying = {way: self._triangles_of(site) for way, site in self._sites.items()}
        ways = [way for way, triangles in lying.items() if name in triangles and not taken & set(triangles)]
        return sorted(ways, key=lambda way: way != _way(rhomb))

    def _way_name(self, way: str) -> Phrase:
        """At which crossing its roof is: no two of the ways in which it may cover a triangle have it at the same."""
        return Phrase.of("finished.roof_at", head=self.lattice.crossing_names[self._sites[way].corners[0]])

    def _way_of(self, site: Site) -> str:
        one, other = self._triangles_of(site)
        return f"{one}+{other}^{self.lattice.crossing_names[site.head]}"

    def _triangles_of(self, site: Site) -> tuple[str, str]:
        one, other = (self.lattice.triangle_names[triangle] for triangle in site.triangles)
        return one, other

    def _lying(self, kind: str, way: str) -> LayRhomb:
        site = self._sites[way]
        return LayRhomb(kind, self._triangles_of(site), self.lattice.crossing_names[site.head])

    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Put it right."""
        if isinstance(key, OfPlayer):
            self.track[key.player] = int(answer)
            return
        crossing = self._crossings.get(key)
        if crossing is not None:
            self.tokens.pop(crossing, None)
            if answer:
                self.tokens[crossing] = str(answer)
        elif question == "kind":
            self._lay(self._triangles[key], str(answer))
        else:
            name = self._triangles[key]
            self.rhombi[name] = self._lying(self.rhombi[name].kind, str(answer))
        self.settle(key)

    def _lay(self, name: str, kind: str) -> None:
        """A rhomb of this kind here, as the one before lay or as one may lie at all; none for ""."""
        before = self.rhombi.pop(name, None)
        if not kind:
            return
        if before is not None:
            self.rhombi[name] = LayRhomb(kind, before.triangles, before.head)
            return
        ways = self._ways(name, LayRhomb(kind, (name, name), ""))
        if ways:
            self.rhombi[name] = self._lying(kind, ways[0])

    # What it comes to

    def colours(self) -> tuple[str, ...]:
        """Who plays."""
        there = {*self.tokens.values(), *self.track}
        return tuple(colour for colour in SEAT_COLOURS if colour in there)

    def missing_colours(self) -> tuple[str, ...]:
        """Colours of the box that are not there yet."""
        return tuple(colour for colour in BOX_COLOURS if colour not in self.colours())

    def add_player(self, colour: str) -> None:
        """Whose tokens are all built in."""
        self.track.setdefault(colour, 0)

    def lines(self) -> tuple[ScoreLine, ...]:
        """The final scoring of the tokens that stand."""
        colours = self.colours()
        if not colours:
            return ()
        setup = Setup(tuple(Seat(colour, colour) for colour in colours), self.edition)
        tokens = {crossing: colours.index(colour) for crossing, colour in self.tokens.items()}
        return final_lines(position(setup, list(self.rhombi.values()), tokens))

    def sums(self) -> tuple[PlayerSum, ...]:
        """Track and tokens together."""
        colours, lines = self.colours(), self.lines()
        own = [tuple(line for line in lines if line.player == seat) for seat in range(len(colours))]
        final = [sum(line.points for line in mine) for mine in own]
        totals = [self.track.get(colour, 0) + points for colour, points in zip(colours, final, strict=True)]
        found = [
            PlayerSum(
                OfPlayer(colour),
                Phrase.of(f"colour.{colour}"),
                colour,
                totals[seat],
                ranks(totals)[seat],
                (
                    Phrase.of("finished.part_track", points=self.track.get(colour, 0)),
                    Phrase.of("finished.part_tokens", points=final[seat]),
                ),
                own[seat],
            )
            for seat, colour in enumerate(colours)
        ]
        return tuple(sorted(found, key=lambda one: one.rank))

    def notes(self) -> tuple[Phrase, ...]:
        """Whose symbols and numbers these are."""
        return (Phrase.of("finished.default_copy"),) if "default" in self.edition.marks else ()


def _points(seen: CronbergObservation, prints: CronbergSet) -> list[tuple[float, float]]:
    assert seen.view is not None
    return [(float(x), float(y)) for x, y in seen.view.project(prints.crossings_mm)]


def _way(rhomb: LayRhomb) -> str:
    one, other = rhomb.triangles
    return f"{one}+{other}^{rhomb.head}"


def read(picture: Picture) -> FinishedTable | Phrase:
    """The board on a picture, with the copy that is played with."""
    try:
        prints = with_tokens(set_in_use(), pieces_in_use("cronberg"))
    except Refusal as refusal:
        return refusal.phrase
    seen = CronbergReader(prints).read(picture)
    if seen.view is None:
        return seen.trouble or Phrase.of("cronberg.trouble.no_board")
    return FinishedCronberg(seen, prints)


READER = FinishedReader(read, Phrase.of("finished.how_cronberg"))
