"""How well tiles of the edition explain what is seen at one place of the map, one tile at a time aligned on its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.followers.figure_evidence import balanced, saturated
from vision.imaging.patches import Layers, Patches, over_channels
from vision.imaging.scatter import median_of_rows
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone
from vision.registration import alignment
from vision.registration.alignment import LAID_BY_HAND, Freedom, laid_onto, softened
from vision.registration.lattice import Matrix, shifted
from vision.registration.lucas_kanade import middle_px
from vision.tile_map.residuals import residual


@dataclass(frozen=True, slots=True, kw_only=True)
class TileEvidenceParameters(Parameters):
    """How exactly a tile is aligned before it is judged, what is seen of it at least, and how strain counts."""

    agrees: float = parameter(
        2.0, "squared standard deviations", "up to which a pixel tells of the light on a tile", CHOSEN
    )
    bound: float = parameter(
        6.0,
        "squared standard deviations",
        "beyond which a pixel's disagreement is all the same: a figure, a glare",
        CHOSEN,
    )
    # Beneath somebody in grain the true tile was the 20th of 32, within 1.0 of the first.
    coarsely: int = parameter(
        24, "tiles", "that fit best which are laid on from around", "docs/findings/a-table-that-goes-on.md"
    )
    finely: int = parameter(8, "tiles", "that fit best which are laid on finely then", CHOSEN)
    least_seen: float = parameter(
        0.25,
        "share of a tile",
        "that must lie in the picture: what does not shows no tile, and costs nothing either",
        CHOSEN,
    )
    polished: int = parameter(
        4, "rounds", "how many of the tiles that fit best are laid on from each other's places", CHOSEN
    )
    # A view that shows little but snow, where somebody was cut out, fitted all that is snow there at 0.6 to 0.9.
    unshown: float = parameter(
        2.9,
        "squared standard deviations",
        "of each pixel of which a view shows nothing: with which a tile is as likely to be of a kind without a view",
        "docs/findings/learning-while-they-play.md",
    )
    # Of 187 places on four evenings (three editions) the tile that fitted below 2 in the end cost 1.6 more at the most.
    gained: float = parameter(
        2.0,
        "squared standard deviations",
        "that laying on exactly takes from the best tile's cost at the most",
        "docs/findings/a-live-table.md",
    )
    # Where the second lay by 0.6 and more behind, 80 of 80 times the first stayed it, and came no nearer than 0.4.
    may_win: float = parameter(
        1.0,
        "squared standard deviations",
        "behind the best tile from which another is not laid on from its place any more",
        "docs/findings/a-live-table.md",
    )
    # Where the map was found on hard tables 3 to 4, 5 to 8, 5 to 9; where it was not 16, 19 to 27, 15 to 25.
    usual_scatter: tuple[float, float, float] = parameter(
        (4.0, 7.0, 8.0),
        "Lab units",
        "up to which pictures scatter about prints: in a wider scatter anything fits, and its width costs",
        "docs/findings/a-table-that-goes-on.md",
    )
    finely_at_once: int = parameter(
        16, "templates", "that are laid on exactly at once: a hundred take 20 MB on the way", "docs/findings/memory.md"
    )
    strain_counts: float = parameter(
        60.0, "squared standard deviations", "of strain that weigh as much as a cost of 1", CHOSEN
    )
    snug: tuple[float, float, float, float] = parameter(
        (0.03, 0.03, 0.012, 0.012),
        "tile sides",
        "how far finely from where it lies coarsely: shift, turn, scale, shear",
        CHOSEN,
    )
    beside: float = parameter(
        0.04, "tile widths", "that a tile may lie right or left and up or down of where it is predicted", CHOSEN
    )


PARAMETERS = TileEvidenceParameters()
AROUND = np.array([[0.1, 0.0], [-0.1, 0.0], [0.0, 0.1], [0.0, -0.1]])  # tile widths


@dataclass(frozen=True, eq=False)
class TileMatch:
    """One tile held against the picture.

    Attributes:
        key, turns: which tile, lying how.
        pose: (3, 3) where it fits best, unit square to picture px.
        entry: the deck's template that fits best.
        cost: mean bounded squared disagreement per pixel, standard deviations; and what their width costs, where the
            picture scatters about all prints more than pictures do.
        strain: how far from the prediction it had to be moved and stretched, squared standard deviations.
        residual: (n, n) the same per pixel; what stands on the tile shows in it.
        distinct: see :attr:`vision.carcassonne.live.deck.Deck.distinct`.
    """

    key: str
    turns: int
    pose: Matrix
    entry: int
    cost: float
    strain: float
    residual: NDArray[np.float32]
    distinct: float = 1.0


@dataclass(frozen=True, eq=False)
class TileSight:
    """A picture, its colours brought to the edition's, and the deck to explain it with."""

    layers: Layers
    tone: Tone
    deck: Deck

    def matches(
        self,
        pose: Matrix,
        allowed: Sequence[tuple[str, int]],
        freedom: Freedom = LAID_BY_HAND,
        worth: float = math.inf,
    ) -> list[TileMatch]:
        """The tiles of ``allowed`` (key, turns) that fit best at about this pose, best first, each tile once; none
        where even the best is bound to cost more than it would be ``worth``."""
        entries = np.concatenate([np.zeros(0, np.intp), *(self.deck.entries(*tile) for tile in dict.fromkeys(allowed))])
        if not len(entries):
            return []
        if freedom.shift < LAID_BY_HAND.shift:  # it is known where the tile lies: no need to look around
            poses, chosen, least = self._likeliest(pose, entries)
        else:
            poses, chosen, least = self._laid_coarsely(pose, entries, freedom)
        if least >= worth + PARAMETERS.gained:
            return []
        poses, chosen = self._in_every_view(poses, chosen)
        return self._polished(
            pose, best_of_each(self.weighed(pose, self.finely(poses, chosen), chosen, freedom)), freedom
        )

    def at(self, pose: Matrix, key: str, turns: int) -> TileMatch | None:
        """One tile where it is thought to lie, as it lies there: nothing is moved. None for a kind without a view."""
        entries = self.deck.entries(key, turns)
        if not len(entries):
            return None
        return best_of_each(self.weighed(pose, np.repeat(pose[None], len(entries), axis=0), entries, LAID_BY_HAND))[0]

    def toned(self, poses: NDArray[np.float64], n: int, margin: int = 0) -> tuple[Patches, NDArray[np.bool_]]:
        """Patches in the edition's colours and which of their pixels lie in the picture."""
        patches, inside = self.layers.cut(poses, n, margin)
        return self.tone.apply(patches, middle_px(poses)), inside

    def saturated_share(self, pose: Matrix) -> float:
        """The share of a tile's pixels that the light is too bright for: see :func:`saturated`."""
        return float(saturated(self.layers.cut(pose[None], self.deck.fine.n)[0]).mean())

    def _polished(self, pose: Matrix, matches: list[TileMatch], freedom: Freedom) -> list[TileMatch]:
        """The matches, those of the best that may win laid on once more from where each of the best lies: there is only
        one tile, and whichever pattern found its outline best tells the others."""
        best = matches[: PARAMETERS.polished]
        if len(best) < 2:
            return matches
        again = [match for match in best if overall(match) < overall(best[0]) + PARAMETERS.may_win]
        entries = np.repeat([match.entry for match in again], len(best))
        starts = np.concatenate([np.stack([match.pose for match in best])] * len(again))
        poses = self.finely(starts, entries, steps=4)
        return [*best_of_each(self.weighed(pose, poses, entries, freedom)), *matches[len(again) :]]

    def _likeliest(
        self, pose: Matrix, entries: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.intp], float]:
        """The tiles that may win of those that are held against what is seen at a pose or a little beside it, each
        once, and what the best costs so. However many they are: where a lamp burns all prints alike, or somebody hides
        half of a tile, the true one may come last, and what is left out counts as what can't lie there."""
        ways = (-PARAMETERS.beside, 0.0, PARAMETERS.beside)
        poses = np.stack([shifted(pose, right, down) for right, down in product(ways, repeat=2)])
        costs = self._rough_costs(poses, entries)
        chosen = self._that_may_win(entries, costs.min(axis=0))
        return poses[costs[:, chosen].argmin(axis=0)], entries[chosen], float(costs.min())

    def _rough_costs(self, poses: NDArray[np.float64], entries: NDArray[np.intp]) -> NDArray[np.float64]:
        """(p, e) what templates (e,) cost where they are held against poses (p, 3, 3), with each one's own light."""
        wanted = self.deck.coarse_ground.planes[entries]
        seen = softened(self.toned(poses, self.deck.coarse.n)[0]).reshape(len(poses), -1, 3).swapaxes(1, 2)
        sigma, strays = self.tone.sigma.astype(np.float32)[:, None], alignment.PARAMETERS.light_sigma
        costs = np.empty((len(poses), len(entries)))
        for index, patch in enumerate(seen):
            error = patch - wanted
            error -= np.clip(median_of_rows(error), -strays, strays)[..., None]
            error /= sigma
            doubt = over_channels(np.square(error, out=error).swapaxes(1, 2)) / np.float32(3)
            costs[index] = np.minimum(doubt, PARAMETERS.bound).mean(axis=-1)
        return costs

    def _laid_coarsely(
        self, pose: Matrix, entries: NDArray[np.intp], freedom: Freedom
    ) -> tuple[NDArray[np.float64], NDArray[np.intp], float]:
        """The tiles that fit best coarsely, each once: poses (b, 3, 3) and template indices (b,), and what the best
        costs so.

        All of them are laid on from where the tile is foretold, the better ones from around it too: a tile may lie
        further off than its pattern reaches.
        """
        poses, costs = self.coarsely(pose, entries, np.zeros((len(entries), 2)), freedom)
        better = self._each_once(entries, costs)[: PARAMETERS.coarsely]
        again = np.repeat(entries[better], len(AROUND))
        more_poses, more_costs = self.coarsely(pose, again, np.tile(AROUND, (len(better), 1)), freedom)
        poses, costs = np.concatenate([poses[better], more_poses]), np.concatenate([costs[better], more_costs])
        entries = np.concatenate([entries[better], again])
        fittest = self._that_may_win(entries, costs)[: PARAMETERS.finely]
        return poses[fittest], entries[fittest], float(costs.min())

    def _in_every_view(
        self, poses: NDArray[np.float64], chosen: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """The chosen, best first, and the best of them in all their views: which view of a tile it is shows finely
        only, where its pattern is nothing but trees and fields."""
        best = chosen[: PARAMETERS.polished]
        others = [np.setdiff1d(self.deck.entries(*self.deck.tile_of(int(entry))), entry) for entry in best]
        again = np.repeat(poses[: len(best)], [len(views) for views in others], axis=0)
        return np.concatenate([poses, again]), np.concatenate([chosen, *others])

    def coarsely(
        self,
        pose: NDArray[np.float64],
        entries: NDArray[np.intp],
        shifts: NDArray[np.float64],
        freedom: Freedom,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Templates (b,) laid on coarsely from a pose (3, 3), or from one each (b, 3, 3), and widths (b, 2) beside it:
        where they come to lie (b, 3, 3) and what they cost there (b,)."""
        start = np.broadcast_to(pose, (len(entries), 3, 3))
        rounds = [(self.deck.coarse_ground[entries], 3)]
        poses = laid_onto(self.layers, self.tone, start, rounds, shifts=shifts, freedom=freedom)
        return poses, self._coarse_costs(poses, entries) + freedom.strain(pose, poses) / PARAMETERS.strain_counts

    def finely(self, poses: NDArray[np.float64], entries: NDArray[np.intp], steps: int = 5) -> NDArray[np.float64]:
        """(b, 3, 3) where templates (b,) lie exactly that lie about there (b, 3, 3)."""
        held, most = Freedom(*PARAMETERS.snug), PARAMETERS.finely_at_once
        parts = [
            laid_onto(
                self.layers,
                self.tone,
                poses[start : start + most],
                [(self.deck.fine_ground[entries[start : start + most]], steps)],
                freedom=held,
            )
            for start in range(0, len(poses), most)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, 3, 3))

    def _that_may_win(self, entries: NDArray[np.intp], costs: NDArray[np.float64]) -> NDArray[np.intp]:
        """The same, without those that cost so much more than the best that laying them on exactly won't help."""
        once = self._each_once(entries, costs)
        return np.asarray(once[costs[once] < costs[once[0]] + PARAMETERS.gained])

    def _each_once(self, entries: NDArray[np.intp], costs: NDArray[np.float64]) -> NDArray[np.intp]:
        """Indices by rising cost, only the first of each tile: views of one kind must not crowd out the others."""
        first: dict[tuple[str, int], int] = {}
        for index in np.argsort(costs):
            first.setdefault(self.deck.tile_of(int(entries[index])), int(index))
        return np.array(list(first.values()), np.intp)

    def _coarse_costs(self, poses: NDArray[np.float64], entries: NDArray[np.intp]) -> NDArray[np.float64]:
        wanted, known = self.deck.coarse.patches[entries], self.deck.coarsely_known
        raw, inside = self.layers.cut(poses, wanted.shape[1])
        shown = np.ones_like(inside) if known is None else known[entries]
        cost = np.minimum(self._residual(raw, wanted, inside & shown, middle_px(poses)), PARAMETERS.bound)
        unshown = PARAMETERS.unshown * (~shown).sum(axis=(1, 2))
        return np.asarray((cost.sum(axis=(1, 2)) + unshown) / (wanted.shape[1] * wanted.shape[2]))

    def _residual(
        self, raw: Patches, wanted: Patches, inside: NDArray[np.bool_], at: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        """Of patches as the picture has them, cut at px (b, 2), in the edition's colours."""
        return residual(self.tone.apply(raw, at), wanted, inside, self.tone, self.tone.variance(raw, at))

    @property
    def _width_costs(self) -> float:
        """What it costs a pixel that this picture scatters so far about its prints: twice the logarithm of how much
        wider than usual that is, as a normal distribution's density has it. Nothing where its light is not known."""
        if self.tone is NEUTRAL:
            return 0.0
        wider = np.maximum(self.tone.sigma / np.array(PARAMETERS.usual_scatter), 1.0)
        return float(2.0 * np.log(wider).mean())

    def weighed(
        self, pose: NDArray[np.float64], poses: NDArray[np.float64], entries: NDArray[np.intp], freedom: Freedom
    ) -> list[TileMatch]:
        """Templates (b,) held against the picture where they lie (b, 3, 3): foretold at one pose (3, 3), or at one
        each (b, 3, 3)."""
        raw, inside = self.layers.cut(poses, self.deck.fine.n)
        shown = True if self.deck.known is None else self.deck.known[entries]
        there, inside = inside, inside & shown
        wanted = self.deck.fine.patches[entries]
        cost = self._residual(raw, wanted, inside, middle_px(poses))
        # Tiles on record that hold no blue can't tell how this light shows it: a shield may be explained either way.
        pairs = zip(raw, wanted, (cost < PARAMETERS.agrees) & shown, strict=True)
        white = np.stack([balanced(patch, tile, agrees, 0) for patch, tile, agrees in pairs])
        cost = np.minimum(np.minimum(cost, residual(white, wanted, inside, self.tone)), PARAMETERS.bound)
        seen = inside.mean(axis=(1, 2))
        means = np.where(
            seen > PARAMETERS.least_seen,
            (cost.sum(axis=(1, 2)) + PARAMETERS.unshown * (there & ~inside).sum(axis=(1, 2)))
            / np.maximum(there.sum(axis=(1, 2)), 1),
            PARAMETERS.bound,
        )
        means += self._width_costs
        strains = freedom.strain(pose, poses)
        return [
            TileMatch(*self.deck.tile_of(int(entry)), poses[i], int(entry), mean, strain, cost[i], self.deck.distinct)
            for i, (entry, mean, strain) in enumerate(zip(entries, means.tolist(), strains.tolist(), strict=True))
        ]


def best_of_each(matches: Sequence[TileMatch]) -> list[TileMatch]:
    """The best match of each tile, best first."""
    best: dict[tuple[str, int], TileMatch] = {}
    for match in sorted(matches, key=overall):
        best.setdefault((match.key, match.turns), match)
    return list(best.values())


def overall(match: TileMatch) -> float:
    """By which matches at one place are ranked: the less the better."""
    return match.cost + match.strain / PARAMETERS.strain_counts
