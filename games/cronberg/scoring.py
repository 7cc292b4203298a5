"""What a crossing is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass

from games.cronberg.components import Symbol
from games.cronberg.state import RhombOnBoard, State
from games.game import Phrase, ScoreItem, ScoreLine

RULE_CLOSED = "Cronberg, B placing a rhomb, 1. intermediate scoring"
RULE_FINAL = "Cronberg, final scoring"
MINUS = "−"


@dataclass(frozen=True, slots=True)
class CrossingWorth:
    """A crossing's sum, taken apart.

    Attributes:
        numbers: as printed, one per rhomb with a corner at the crossing, with that rhomb.
        coats: activated coats of arms at the crossing.
        parks: activated parks at the crossing.
    """

    crossing: int
    numbers: tuple[tuple[int, RhombOnBoard], ...]
    coats: tuple[int, ...]
    parks: tuple[int, ...]

    @property
    def factor(self) -> int:
        """Two for each park: 1, 2, 4 or 8."""
        return int(2 ** len(self.parks))

    @property
    def points(self) -> int:
        """Coats of arms come first and take each number by itself, then parks double the sum."""
        return self.factor * sum(abs(number) if self.coats else number for number, _ in self.numbers)

    @property
    def working(self) -> str:
        """The sum written out: ``(6 + 3 − 2) × 2``; a number that a coat of arms turns stands as ``|−4|``."""
        total = _sum_in_words([number for number, _ in self.numbers], bool(self.coats))
        if not self.parks:
            return total
        return f"{total} × {self.factor}" if len(self.numbers) < 2 else f"({total}) × {self.factor}"


def _sum_in_words(numbers: list[int], positive: bool) -> str:
    text = ""
    for number in numbers:
        if number < 0 and not positive:
            text += f" {MINUS} {-number}" if text else f"{MINUS}{-number}"
        else:
            text += " + " if text else ""
            text += f"|{MINUS}{-number}|" if number < 0 else str(number)
    return text or "0"


def worth_now(state: State, crossing: int) -> CrossingWorth:
    """What a token there would count as the board stands, with the parks and coats of arms activated so far."""
    return CrossingWorth(
        crossing,
        state.numbers_at(crossing),
        state.activated_at(crossing, Symbol.COAT),
        state.activated_at(crossing, Symbol.PARK),
    )


def line_for_closed(state: State, crossing: int, seat: int) -> ScoreLine:
    """The intermediate scoring of a token whose crossing has just been closed."""
    worth = CrossingWorth(crossing, state.numbers_at(crossing), (), ())
    return _line(state, worth, seat, Phrase.of("cronberg.reason.closed"), final=False)


def final_lines(state: State) -> tuple[ScoreLine, ...]:
    """The final scoring of every token beside which a park or a coat of arms takes effect."""
    lines = (final_line(state, crossing, seat) for crossing, seat in state.tokens)
    return tuple(line for line in lines if line is not None)


def final_line(state: State, crossing: int, seat: int) -> ScoreLine | None:
    """The final scoring of a token, or None where neither a park nor a coat of arms takes effect beside it."""
    worth = worth_now(state, crossing)
    if not worth.coats and not worth.parks:
        return None
    return _line(state, worth, seat, _final_reason(worth), final=True)


def _final_reason(worth: CrossingWorth) -> Phrase:
    if not worth.parks:
        return Phrase.of("cronberg.reason.coat")
    key = "cronberg.reason.coat_and_parks" if worth.coats else "cronberg.reason.parks"
    return Phrase.of(key, parks=len(worth.parks))


def _line(state: State, worth: CrossingWorth, seat: int, reason: Phrase, *, final: bool) -> ScoreLine:
    names = state.lattice.triangle_names
    return ScoreLine(
        player=seat,
        points=worth.points,
        reason=reason,
        items=_items(state, worth),
        working=worth.working,
        rule=RULE_FINAL if final else RULE_CLOSED,
        final=final,
        places=(
            state.lattice.crossing_names[worth.crossing],
            *(names[triangle] for triangle in (*worth.coats, *worth.parks)),
        ),
        marks=state.edition.marks,
    )


def _items(state: State, worth: CrossingWorth) -> tuple[ScoreItem, ...]:
    """One item a number in the order of ``working``, then one a coat of arms and one a park."""
    names = state.lattice.triangle_names
    items = []
    for number, rhomb in worth.numbers:
        turned = bool(worth.coats) and number < 0
        phrase = Phrase.of(
            "cronberg.item.turned" if turned else "cronberg.item.number",
            building=state.edition.kinds[rhomb.kind].phrase,
            number=number,
        )
        places = tuple(names[triangle] for triangle in rhomb.site.triangles)
        items.append(ScoreItem(phrase, -number if turned else number, places))
    items += [ScoreItem(Phrase.of("cronberg.item.coat"), 0, (names[triangle],)) for triangle in worth.coats]
    items += [ScoreItem(Phrase.of("cronberg.item.park"), 0, (names[triangle],)) for triangle in worth.parks]
    return tuple(items)
