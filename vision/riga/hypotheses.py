"""What fresh cards on a table of Riga may mean: the row was laid out, or the player to move has erected a building.

The rules narrow it down: only what the mover may hold and can pay for is built, so cards on offer, which nobody can
build from where they lie, never count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.game import Refusal
from games.riga.actions import Build
from games.riga.box.components import Master
from games.riga.building import buildable
from games.riga.moment import Step
from games.riga.rules import RIGA
from games.riga.scorer.actions import Lay
from games.riga.scorer.rules import GRAND_MASTERS
from games.riga.scorer.rules import State as ScorerState
from games.riga.state import State
from games.riga.table_place import CardPlace, TilePlace
from vision.cards.edition import CardEdition
from vision.cards.judging import CardSighting
from vision.parameters import CHOSEN, Parameters, parameter
from vision.riga.memory import Lying, RecordedCard, TableauMemory
from vision.riga.references import master_named
from vision.riga.row import in_a_row
from vision.riga.row_light import NamedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class RigaHypothesesParameters(Parameters):
    """How surely fresh cards are a new row or somebody's building, and what stays doubtful."""

    not_theirs: float = parameter(
        0.25, "weight", "of a building that was laid down in somebody else's display, or far from one's own", CHOSEN
    )
    plainer: float = parameter(
        14.0, "nats", "more that a card says that looks plainly like one than something that hardly does", CHOSEN
    )
    still: float = parameter(0.04, "weight", 'of "nothing has been done" beside a card that was surely seen', CHOSEN)
    plainly: float = parameter(0.6, "likeness", "from which something surely is a card", CHOSEN)
    beside: float = parameter(
        1.7,
        "widths",
        "from the mover's nearest building within which a card lies in the display, side by side or below",
        CHOSEN,
    )
    doubted: float = parameter(
        0.3,
        "probability",
        "default: chance that nothing was done where the mover's display shows a card that no building explains",
        CHOSEN,
    )
    hardly_shown: float = parameter(
        0.7,
        "probability",
        "default: that it is any of the buildings that are told where a card has come that does not show plainly",
        CHOSEN,
    )
    idle: float = parameter(0.98, "probability", "default: that nothing was done where nobody may build", CHOSEN)
    plainly_shown: float = parameter(
        0.98, "probability", "default: that it is any of the buildings that are told where one shows plainly", CHOSEN
    )
    nothing_fits: float = parameter(
        0.96, "probability", "default: that nothing was done where no card explains what has come", CHOSEN
    )
    no_row: float = parameter(
        0.9, "probability", "default: that no row was laid out where no four tiles may be it", CHOSEN
    )
    row_not_yet: float = parameter(0.01, "probability", "default: that it was not, where four tiles are it", CHOSEN)
    explains: float = parameter(
        0.05, "weight", "of all buildings together, below which none explains what came", CHOSEN
    )
    listed: float = parameter(0.01, "share", "of that weight, from which a building is told", CHOSEN)
    rival: float = parameter(0.002, "chance", "from which it is worth asking whether a row is another", CHOSEN)
    in_a_row: float = parameter(0.98, "probability", "default: that four tiles side by side are the row", CHOSEN)
    scattered: float = parameter(0.8, "probability", "default: that four plain tiles are it that lie otherwise", CHOSEN)


PARAMETERS = RigaHypothesesParameters()


Fits = Callable[[CardSighting, tuple[str, ...]], CardSighting]


@dataclass(frozen=True, eq=False, slots=True)
class CardHypothesis:
    """Actions that would explain what is seen: their probability, places, and what lies where if they are true."""

    actions: tuple[Lay | Build, ...]
    probability: float
    places: tuple[str, ...] = ()
    lying: dict[RecordedCard, Lying] = field(default_factory=dict)


def recorded_cards(state: State | ScorerState) -> set[RecordedCard]:
    """Everything on record that the eyes can see."""
    cards = {RecordedCard(placed.master.key) for placed in state.row}
    if isinstance(state, State):
        cards |= {RecordedCard(key, seat) for seat, player in enumerate(state.players) for key in player.built}
    return cards


def of_everybody(state: State | ScorerState) -> frozenset[str]:
    """Buildings of which everybody has the same."""
    return frozenset(card.key for card in state.setup.cards.riga) if isinstance(state, State) else frozenset()


def expects_cards(state: State | ScorerState) -> bool:
    """True where the camera may see what is done next: the row laid out, a building erected."""
    return state.step is Step.ROW or (isinstance(state, State) and state.step is Step.BUILD and any(buildable(state)))


def may_build(state: State | ScorerState) -> set[str]:
    """Keys of the buildings that the mover may lay down now."""
    if not isinstance(state, State) or state.step is not Step.BUILD:
        return set()
    return {action.building for action in buildable(state)}


def row_hypothesis(
    state: State | ScorerState, row: Sequence[CardSighting], names: Sequence[NamedRow], edition: CardEdition
) -> tuple[CardHypothesis, ...]:
    """Four tiles in a row, from left to right: the Grand Masters as they were named, and what they may be instead.

    Args:
        state: before they were laid out.
        row: where they lie; nothing was laid out where there are none.
        names: what they may be together, each with its chance.
        edition: of the tiles.
    """
    chances: dict[tuple[Master, ...], float] = {}
    views: dict[tuple[Master, ...], tuple[int, ...]] = {}
    for named in names:
        masters = tuple(master_named(edition.views[view].key.name) for view in named.views)  # Money's sides are one
        chances[masters] = chances.get(masters, 0.0) + named.chance
        views.setdefault(masters, named.views)
    lawful = [masters for masters in chances if chances[masters] > PARAMETERS.rival and _may_lie(state, masters)]
    if not lawful:
        return (CardHypothesis((), PARAMETERS.no_row),)
    plain = PARAMETERS.in_a_row if in_a_row(row) else PARAMETERS.scattered
    whole = sum(chances[masters] for masters in lawful)
    ranked = [
        CardHypothesis(
            (Lay(masters),),
            plain * chances[masters] / whole,
            tuple(TilePlace(master.key).notation for master in masters),
            {
                RecordedCard(master.key): Lying(view, one.pose)
                for master, view, one in zip(masters, views[masters], row, strict=True)
            },
        )
        for masters in lawful
    ]
    return (*sorted(ranked, key=lambda hypothesis: -hypothesis.probability), CardHypothesis((), PARAMETERS.row_not_yet))


def _may_lie(state: State | ScorerState, masters: tuple[Master, ...]) -> bool:
    after: State | ScorerState
    try:
        if isinstance(state, State):
            after, _ = RIGA.apply(state, Lay(masters))
        else:
            after, _ = GRAND_MASTERS.apply(state, Lay(masters))
    except Refusal:
        return False
    return after.step is not Step.ROW  # all four, or some of them are still hidden


def hypotheses(
    state: State | ScorerState,
    fresh: list[CardSighting],
    memory: TableauMemory,
    edition: CardEdition,
    fits: Fits,
    *,
    strange: bool = False,
) -> tuple[CardHypothesis, ...]:
    """What a building that lies there newly may be, likeliest first; nothing done where no card fits, which is doubted
    where something ``strange`` has come that may be a card of which too little shows to tell it."""
    if not isinstance(state, State) or state.step is not Step.BUILD:
        return (CardHypothesis((), PARAMETERS.idle),)
    on_offer = {key for key, _ in state.offer}
    fresh = [one for one in fresh if edition.views[one.view].key.name not in on_offer]
    weighed = _weighed(state, fresh, memory, edition, fits)
    total = sum(weight for weight, _ in weighed.values())
    if total < PARAMETERS.explains:
        unread = any(one.similarity > PARAMETERS.plainly and _beside_own(memory, one, state.seat) for one in fresh)
        return (CardHypothesis((), PARAMETERS.doubted if unread or strange else PARAMETERS.nothing_fits),)
    shown = max(weighed.values(), key=lambda way: way[0])[1].similarity > PARAMETERS.plainly
    together = PARAMETERS.hardly_shown if strange and not shown else PARAMETERS.plainly_shown
    ranked = [
        CardHypothesis(
            (Build(key),),
            together * weight / (total + PARAMETERS.still),
            (CardPlace(key).notation,),
            {RecordedCard(key, state.seat): Lying(seen.view, seen.pose)},
        )
        for key, (weight, seen) in weighed.items()
        if weight / total > PARAMETERS.listed
    ]
    ranked.append(CardHypothesis((), together * PARAMETERS.still / (total + PARAMETERS.still)))
    return tuple(sorted(ranked, key=lambda hypothesis: -hypothesis.probability))


def _weighed(
    state: State, fresh: list[CardSighting], memory: TableauMemory, edition: CardEdition, fits: Fits
) -> dict[str, tuple[float, CardSighting]]:
    """How much speaks for each building that may be built, and the card that says so most."""
    keys = tuple(dict.fromkeys(action.building for action in buildable(state)))
    lying_already = {card.key for card in memory.lying}
    alike = of_everybody(state)
    allowed = tuple(key for key in keys if key in alike or key not in lying_already)
    plainest = max((one.similarity for one in fresh), default=0.0)
    weighed: dict[str, tuple[float, CardSighting]] = {}
    for one in fresh if allowed else ():  # nobody can build anything
        best, chances = _named(one, allowed, edition, fits)
        for key, chance in chances.items():
            weight = chance * _as_seen(one, best) * _belongs(memory, one, state.seat)
            weight *= math.exp(PARAMETERS.plainer * (one.similarity - plainest))
            if key not in weighed or weight > weighed[key][0]:
                weighed[key] = weight, best
    return weighed


def _named(
    one: CardSighting, allowed: tuple[str, ...], edition: CardEdition, fits: Fits
) -> tuple[CardSighting, dict[str, float]]:
    """What a card is where only some may be built, and the chances of those. A card that was named among all cards was
    compared with its likest: what that told of the legal ones stands (conditional probability). Comparing it with the
    legal ones alone would tell less, for where those differ is their frames more than the houses in them."""
    if edition.views[one.view].key.name not in allowed:
        one = fits(one, allowed)
    chances: dict[str, float] = {}
    for view, chance in ((one.view, _own_chance(one)), *one.rivals):
        key = edition.views[view].key.name
        if key in allowed:
            chances[key] = chances.get(key, 0.0) + chance
    total = sum(chances.values())
    return one, {key: chance / total for key, chance in chances.items() if total > 0}


def _own_chance(best: CardSighting) -> float:
    return max(0.0, 1.0 - sum(chance for _, chance in best.rivals))


def _as_seen(one: CardSighting, best: CardSighting) -> float:
    """A legal card must look nearly as right as the likest of all cards does, else it is another card."""
    return float(min(1.0, max(0.0, 1.0 - (one.similarity - best.similarity - 0.03) / 0.12)))


def _belongs(memory: TableauMemory, one: CardSighting, seat: int) -> float:
    near = memory.seat_near(one.middle)
    # Whoever has built before lays the next building beside those; where the first one goes nobody knows.
    return 1.0 if near == seat or (near is None and not memory.has_display(seat)) else PARAMETERS.not_theirs


def _beside_own(memory: TableauMemory, one: CardSighting, seat: int) -> bool:
    own = [other for card, other in memory.lying.items() if card.seat == seat]
    return any(math.dist(one.middle, other.middle) < PARAMETERS.beside * other.wide for other in own)
