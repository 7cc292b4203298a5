"""What each piece is that was laid out: of which kind, how it lies, in which colour; all of them told together.

Every kind is shown once in every colour at the most, so each piece takes the place of another that is less like it
(the assignment of least cost). Sizes are told twice: first as usual pieces are, then as this owner's seem to be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from calibration.colours import Lab, usual_lab
from calibration.piece_set import LearnedPiece, PieceStance
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.forms import Fit, Form, fit, kinds_of
from vision.pieces.laid_out import LaidOutPiece
from vision.registration.assignment import cheapest


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingParameters(Parameters):
    """What speaks for a name."""

    overlap_sigma: float = parameter(0.07, "share", "by which outlines of a form scatter", CHOSEN)
    usual_sigma: float = parameter(0.22, "log of the size", "by which boxes differ", CHOSEN)
    own_sigma: float = parameter(0.07, "log of the size", "by which the pieces of one box differ", CHOSEN)
    pale_sigma: float = parameter(0.2, "share", "by which what shows of a cap scatters", CHOSEN)
    figure_sigma: float = parameter(45.0, "CIE Lab", "by which what nobody owns strays from its usual colour", CHOSEN)
    again: float = parameter(9.0, "half squared deviations", "that a second of the same kind and colour costs", CHOSEN)
    lonely: float = parameter(
        2.5, "half squared deviations", "against a colour in which half as many pieces lie as in another", CHOSEN
    )
    sure: float = parameter(0.9, "probability", "from which a name is told without a question", CHOSEN)
    rounds: int = parameter(3, "rounds", "in which pieces and their names settle each other", CHOSEN)


PARAMETERS = NamingParameters()


@dataclass(frozen=True, eq=False)
class GamePieces:
    """The wooden pieces of a game: the forms that they may have, and the colours of its players."""

    forms: tuple[Form, ...]
    colours: tuple[str, ...]

    @property
    def kinds(self) -> tuple[tuple[str, PieceStance, bool], ...]:
        """(kind, stance, owned), each once, in their order."""
        return kinds_of(self.forms)

    @property
    def stances(self) -> dict[str, tuple[PieceStance, ...]]:
        """How each kind may be shown."""
        kinds = dict.fromkeys(kind for kind, _, _ in self.kinds)
        return {kind: tuple(stance for one, stance, _ in self.kinds if one == kind) for kind in kinds}

    def is_owned(self, kind: str) -> bool:
        """Whether every player has one in their colour."""
        return next(owned for one, _, owned in self.kinds if one == kind)


@dataclass(frozen=True, eq=False)
class Named:
    """A piece with its name.

    Attributes:
        seen: the piece.
        kind, stance, colour: what it is.
        fits: by form, how well each explains it.
        confidence: probability of the name.
    """

    seen: LaidOutPiece
    kind: str
    stance: PieceStance
    colour: str
    fits: Mapping[str, Fit]
    confidence: float

    @property
    def is_doubtful(self) -> bool:
        """Somebody should look at it."""
        return self.confidence < PARAMETERS.sure

    def learned(self, forms: Sequence[Form]) -> LearnedPiece:
        """What is kept of it."""
        own = [form for form in forms if (form.kind, form.stance) == (self.kind, self.stance)]
        best = max(own, key=lambda form: self.fits[form.name].overlap - _odd(self.seen, form))
        own_fit = self.fits[best.name]
        return LearnedPiece(self.kind, self.stance, self.colour, self.seen.lab, best.name, own_fit.wide, own_fit.high)

    def named_as(self, kind: str, stance: PieceStance, colour: str) -> Named:
        """With what people say that it is."""
        return replace(self, kind=kind, stance=stance, colour=colour, confidence=1.0)


def _odd(seen: LaidOutPiece, form: Form) -> float:
    """What the caps of a form tell against it, as a share of overlap."""
    return 0.1 * abs(seen.pale - form.pale)


def name_pieces(pieces: Sequence[LaidOutPiece], game: GamePieces) -> tuple[Named, ...]:
    """Name every piece of a game."""
    if not pieces:
        return ()
    forms, colours = game.forms, game.colours
    fits = [{form.name: fit(form, one.mask, one.px_per_mm, one.lean) for form in forms} for one in pieces]
    slots = [
        (kind, stance, colour) for kind, stance, owned in kinds_of(forms) for colour in (colours if owned else (kind,))
    ]
    sizes: dict[str, float] = {}
    labs = {colour: usual_lab(colour) for colour in colours}
    lonely = np.zeros(len(slots))
    for _ in range(PARAMETERS.rounds):
        shape = _shape_costs(pieces, fits, forms, sizes)
        costs = _costs(pieces, shape, forms, slots, labs) + lonely
        chosen = _assigned(costs)
        lonely = _lonely([slots[slot][2] for slot in chosen], slots, colours)
        sizes = _sizes(fits, forms, [slots[slot] for slot in chosen], shape)
        labs = _own_colours(pieces, [slots[slot][2] for slot in chosen], labs)
    certainties = _certainties(costs, chosen)
    return tuple(
        Named(piece, *slots[slot], fits=its, confidence=sure)
        for piece, slot, its, sure in zip(pieces, chosen, fits, certainties, strict=True)
    )


def _lonely(
    names: Sequence[str], slots: Sequence[tuple[str, PieceStance, str]], colours: Sequence[str]
) -> NDArray[np.float64]:
    """(slots,) what speaks against colours in which far fewer pieces were seen than in others."""
    counts = {colour: names.count(colour) for colour in colours}
    most = max(counts.values(), default=0)
    few = {colour for colour, count in counts.items() if 2 * count <= most}
    return np.array([PARAMETERS.lonely if colour in few else 0.0 for _, _, colour in slots])


def _certainties(costs: Float64Array, chosen: Sequence[int]) -> list[float]:
    """How likely each piece is what it was taken for; that another has taken a slot speaks against it."""
    certainties = []
    for number, slot in enumerate(chosen):
        taken = np.isin(np.arange(costs.shape[1]), [other for place, other in enumerate(chosen) if place != number])
        against = costs[number] + np.where(taken, PARAMETERS.again, 0.0)
        likely = np.exp(-(against - against.min()))
        certainties.append(float(likely[slot] / likely.sum()))
    return certainties


def _shape_costs(
    pieces: Sequence[LaidOutPiece], fits: Sequence[Mapping[str, Fit]], forms: Sequence[Form], sizes: Mapping[str, float]
) -> dict[str, Float64Array]:
    """form -> (pieces,) half squared deviations of outlines, sizes and caps."""
    costs = {}
    for form in forms:
        overlaps = np.array([its[form.name].overlap for its in fits])
        wide = np.log([its[form.name].wide for its in fits])
        pale = np.array([piece.pale for piece in pieces])
        own = sizes.get(form.name)
        off = wide / PARAMETERS.usual_sigma if own is None else (wide - np.log(own)) / PARAMETERS.own_sigma
        total = ((1 - overlaps) / PARAMETERS.overlap_sigma) ** 2 + np.minimum(off**2, 16.0)
        total += ((pale - form.pale) / PARAMETERS.pale_sigma) ** 2 if form.owned else 0.0
        costs[form.name] = total / 2 + form.rare
    return costs


def _costs(
    pieces: Sequence[LaidOutPiece],
    shape: Mapping[str, Float64Array],
    forms: Sequence[Form],
    slots: Sequence[tuple[str, PieceStance, str]],
    labs: Mapping[str, Lab],
) -> Float64Array:
    """(pieces, slots) half squared deviations."""
    costs = np.zeros((len(pieces), len(slots)))
    for number, (kind, stance, colour) in enumerate(slots):
        own = [form for form in forms if (form.kind, form.stance) == (kind, stance)]
        costs[:, number] = np.min([shape[form.name] for form in own], axis=0)
        for place, piece in enumerate(pieces):
            costs[place, number] += _off_colour(piece.lab, labs.get(colour), own[0])
    return costs


def _off_colour(lab: Lab, own: Lab | None, form: Form) -> float:
    if own is not None:
        return 0.5 * colour_distance(lab, own)
    if form.tint is None:
        return 0.0
    return 0.5 * float(np.sum(np.square(np.subtract(lab, form.tint))) / PARAMETERS.figure_sigma**2)


def colour_distance(lab: Lab, own: Lab) -> float:
    """Squared standard deviations between a colour that was seen and a paint's: light says little, hue much."""
    light, chroma = lab[0] - own[0], float(np.hypot(lab[1] - own[1], lab[2] - own[2]))
    return (light / 22.0) ** 2 + (chroma / 16.0) ** 2


def _assigned(costs: Float64Array) -> list[int]:
    """The slot of each piece; a slot that is taken may be taken again at a price."""
    copies = -(-len(costs) // costs.shape[1]) + 1
    wide = np.concatenate([costs + again * PARAMETERS.again for again in range(copies)], axis=1)
    return [int(slot) % costs.shape[1] for slot in cheapest(wide)]


def _sizes(
    fits: Sequence[Mapping[str, Fit]],
    forms: Sequence[Form],
    names: Sequence[tuple[str, PieceStance, str]],
    shape: Mapping[str, Float64Array],
) -> dict[str, float]:
    """How much larger than usual each form is in this box, of those that pieces were taken for."""
    found: dict[str, list[float]] = {}
    for number, (kind, stance, _) in enumerate(names):
        own = [form for form in forms if (form.kind, form.stance) == (kind, stance)]
        best = min(own, key=lambda form: float(shape[form.name][number]))
        found.setdefault(best.name, []).append(fits[number][best.name].wide)
    return {name: float(np.median(wide)) for name, wide in found.items() if len(wide) > 1}


def _own_colours(pieces: Sequence[LaidOutPiece], names: Sequence[str], labs: Mapping[str, Lab]) -> dict[str, Lab]:
    """Each player's colour as this owner's pieces show it, between that and the usual one."""
    own = dict(labs)
    for colour in labs:
        seen = [piece.lab for piece, name in zip(pieces, names, strict=True) if name == colour]
        if seen:
            light, a, b = np.median(np.array([*seen, labs[colour]]), axis=0).tolist()
            own[colour] = (light, a, b)
    return own
