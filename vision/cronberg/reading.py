"""Reads a still picture of a Cronberg table with a copy that is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from games.cronberg.components import BOX_COLOURS
from games.game import Phrase
from vision.cronberg import settle as cronberg_settle
from vision.cronberg import tokens as tokens_seen
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.drawing import LaidRhomb, covered_px, drawn, matched_in_brightness
from vision.cronberg.evidence import RhombEvidence, RhombWeigher, site_pose
from vision.cronberg.hidden_prints import LampSurroundings, hidden_lamp
from vision.cronberg.locate import CronbergBoardFinder
from vision.cronberg.observation import CronbergObservation, SeenRhomb, SeenToken, UnreadTriangles
from vision.cronberg.settle import ChosenRhomb, explained, gains, settle
from vision.cronberg.tokens import TokenEvidence, Veil, token_height, weigh_tokens, without_tokens
from vision.cronberg.tone import RectifiedBoard, Toner
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry import glare as photometry_glare
from vision.photometry.glare import Glare, find_glare, left_around
from vision.registration.board_camera import CameraAboveBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergReadingParameters(Parameters):
    """At which scale a board is read, what glare hides, and how sure a rhomb must be to be told."""

    px_per_mm: float = parameter(1.0, "px a mm", "at which the board is read", CHOSEN)
    no_glare: float = parameter(0.01, "share", "of a lamp's light: less changes nothing", CHOSEN)
    around_mm: float = parameter(
        11.0, "mm", "of a crossing that a token may hide, and how far beyond the print is looked at", CHOSEN
    )
    clearings: int = parameter(2, "count", "how often glare is sought again with what was read", CHOSEN)
    sure_of_light: float = parameter(0.9, "probability", "of a rhomb that tells the light, reckoned timidly", CHOSEN)
    timid: float = parameter(4.0, "nats", "for each unit of support where it is reckoned timidly", CHOSEN)
    least_pictured: float = parameter(
        0.6,
        "times",
        "the picture's lamp: strength of one on a copy that was photographed, whose own light is not known",
        CHOSEN,
    )
    guess: float = parameter(0.3, "share", "how much a guessed rhomb tells of the light, against a sure one", CHOSEN)
    least_sure: float = parameter(
        0.35, "probability", "below which a rhomb is told to be unread, with what it looks like most", CHOSEN
    )
    hides: float = parameter(
        1.0, "nats", "less of the board is explained beneath a lamp, since less is seen there", CHOSEN
    )
    hidden: float = parameter(0.5, "probability", "(timid) below which places may lie beneath a lamp", CHOSEN)
    hidden_tried: int = parameter(3, "places", "of those that are looked at", CHOSEN)
    empty: float = parameter(
        0.3, "nats", "a free triangle that looks less like the empty board shows something else", CHOSEN
    )


PARAMETERS = CronbergReadingParameters()


@dataclass(frozen=True, eq=False, slots=True)
class PreparedStill:
    """A still picture made ready for weighing.

    Attributes:
        faces, symbols: from straight above, true at the rhombi's faces and at the board's face; what tokens hide is
            marked. gain: (h, w, 3) of the light, px of the planes. tokens: every crossing weighed.
        tops: true at the tokens' faces.
    """

    faces: RectifiedBoard
    symbols: RectifiedBoard
    gain: Float32Array
    tokens: TokenEvidence
    tops: RectifiedBoard


@dataclass(frozen=True, eq=False, slots=True)
class _Shot:
    """A picture, where its camera stands, the colours of the tokens in play, and (h, w, 3) the light's gain."""

    image: NDArray[np.uint8]
    view: CameraAboveBoard
    colours: tuple[str, ...]
    gain: Float32Array


@dataclass(frozen=True, eq=False, slots=True)
class _Read:
    """What a shot looks like and says once a mirrored lamp, if any, is taken off."""

    look: PreparedStill
    evidence: RhombEvidence
    glare: Glare | None


class CronbergReader:
    """Reads pictures with one copy. Building one takes a second; keep it."""

    def __init__(self, prints: CronbergSet) -> None:
        self.prints = prints
        self.finder = CronbergBoardFinder(prints)
        self._toner = Toner(prints, PARAMETERS.px_per_mm)
        self.weigher = RhombWeigher(prints)
        self._usual_print = np.mean([rhomb.mean(axis=(0, 1)) for rhomb in prints.rhombi], axis=0).astype(np.float32)

    def read(
        self, image: NDArray[np.uint8], *, colours: Sequence[str] = BOX_COLOURS, view: CameraAboveBoard | None = None
    ) -> CronbergObservation:
        """Read a BGR picture as it comes.

        Args:
            image: (h, w, 3) uint8. colours: of the tokens in play.
            view: where the camera stands, if that is known already.

        Returns:
            What was read; where the board was not found, nothing and the ``trouble``.
        """
        size = (image.shape[0], image.shape[1])
        if view is None:
            finder = self.finder
            found = finder.find(image) or finder.find_by_outline(image) or finder.find_by_parts(image)
            if found is None:
                return CronbergObservation(trouble=Phrase.of("cronberg.trouble.no_board"), size=size)
            view = found.view
        evidence, tokens = self.weigh(image, view, colours)
        chosen = settle(self.prints.edition, evidence)
        return CronbergObservation(
            tuple(self._seen_rhomb(choice, evidence, view) for choice in chosen),
            self._seen_tokens(tokens, view),
            view,
            evidence,
            tokens,
            self._unread(chosen, evidence),
            size=size,
        )

    def weigh(
        self, image: NDArray[np.uint8], view: CameraAboveBoard, colours: Sequence[str] = BOX_COLOURS
    ) -> tuple[RhombEvidence, TokenEvidence]:
        """What the picture says about every place, for a camera that stands there."""
        shot = _Shot(image, view, tuple(colours), self._toner.gain(image, view))
        look = self._look(shot, None)
        read = _Read(look, self.weigher.weigh(look.faces, look.symbols, shot.gain), None)
        bare = look.faces.good  # of tokens
        for _ in range(PARAMETERS.clearings):
            # What has been read tells how the board should look, that tells the glare, and so it is read better.
            glare = self._glare(shot, read.evidence, bare)
            if glare is None:
                break
            now = self._cleared(shot, read, glare)
            if not self.prints.photographed and self._explained(now) < self._explained(read) - PARAMETERS.hides:
                break  # It was no lamp: with it taken off, the board looks less like itself.
            read = now
        if not self.prints.photographed:
            read = self._seen_through(shot, read, bare)
        look, evidence = read.look, read.evidence
        laid = sorted({choice.site // 2 for choice in settle(self.prints.edition, evidence)})
        self.weigher.refine(laid, evidence.rhombi, evidence.poses, look.faces, shot.gain)
        if self.prints.photographed:
            return evidence, look.tokens
        return evidence, self._tokens_over_print(shot, read)

    def _cleared(self, shot: _Shot, read: _Read, glare: Glare) -> _Read:
        """The board once a lamp is taken off: weighed anew only where that is another lamp than before."""
        look = self._look(shot, glare)
        places = self.weigher.places_under(_change(glare, read.glare), PARAMETERS.no_glare)
        rhombi, poses = self.weigher.weigh_places(places, look.faces, shot.gain)
        sites = [site for place in places for site in (2 * place, 2 * place + 1)]
        before = read.evidence
        now = RhombEvidence(before.rhombi.copy(), before.poses.copy(), self.weigher.empties(look.symbols, shot.gain))
        now.rhombi[sites], now.poses[sites] = rhombi[sites], poses[sites]
        return _Read(look, now, glare)

    def _seen_through(self, shot: _Shot, read: _Read, bare: Float32Array) -> _Read:
        """The board once a lamp is taken off that hides a print, if that explains the whole board better."""
        best = read
        for place in self._hardly_read(read.evidence):
            known = self._surroundings(shot, best.evidence, bare)
            glare = hidden_lamp(known, place, self.weigher, self._toner)
            if glare.strength < photometry_glare.PARAMETERS.least:
                continue
            now = self._cleared(shot, best, glare)
            if self._explained(now) > self._explained(best):
                best = now
        return best

    def _explained(self, read: _Read) -> float:
        return explained(self.prints.edition, read.evidence)

    def _hardly_read(self, evidence: RhombEvidence) -> list[int]:
        """Places (into ``sites[::2]``) that a lamp may hide, the least certain first."""
        doubts = []
        chosen = settle(self.prints.edition, evidence)
        for choice in chosen:
            certainty = self._certainty(choice, evidence, PARAMETERS.timid)
            if certainty < PARAMETERS.hidden:
                doubts.append((certainty, choice.site // 2))
        return [place for _, place in sorted(doubts)][: PARAMETERS.hidden_tried]

    def _surroundings(self, shot: _Shot, evidence: RhombEvidence, bare: Float32Array) -> LampSurroundings:
        """What is known of the board: the rhombi that are surely read, and where others seem to lie."""
        sure, hidden = [], np.zeros(bare.shape, bool)
        for choice in settle(self.prints.edition, evidence):
            pose = evidence.poses[choice.site, choice.kind]
            if self._certainty(choice, evidence, PARAMETERS.timid) > PARAMETERS.sure_of_light:
                sure.append((choice.site, choice.kind, pose))
            else:
                x, y, degrees = (float(value) for value in pose)
                hidden |= covered_px(self.prints, self._toner.to_px, bare.shape, choice.site, (x, y, degrees))
        raw = self._toner.raw(shot.image, shot.view, self.prints.rhomb_thick_mm)
        return LampSurroundings(raw, shot.gain, bare, sure, hidden)

    def _tokens_over_print(self, shot: _Shot, read: _Read) -> TokenEvidence:
        """The tokens once more, now that what is printed beneath them is known, for paint that gloss makes paler."""
        laid = [
            (choice.site, choice.kind, read.evidence.poses[choice.site, choice.kind])
            for choice in settle(self.prints.edition, read.evidence)
        ]
        expected = self._expected(read.look, laid)
        veil = None if read.glare is None else self._veil(shot, read, read.glare, expected)
        again = self._tokens_before(shot, read.look, expected, read.glare, veil)
        return again if veil is not None else read.look.tokens.surer(again)

    def _expected(self, look: PreparedStill, laid: Sequence[LaidRhomb]) -> Float32Array:
        """(h, w, 3) how the board looks in its own light where these rhombi lie."""
        lamp = np.asarray(255 / look.gain, np.float32)
        return np.minimum(drawn(self.prints, self._toner.reference, self._toner.to_px, laid), lamp)

    def _tokens_before(
        self, shot: _Shot, look: PreparedStill, expected: Float32Array, glare: Glare | None, veil: Veil | None
    ) -> TokenEvidence:
        """The tokens before a board that looks as ``expected``."""
        toner, height = self._toner, token_height(self.prints)
        behind = toner.wall_behind(shot.view, height, np.asarray(np.clip(expected, 0, 255), np.uint8))
        plane = toner.plane(shot.image, shot.view, look.gain, height, glare)
        return weigh_tokens(self.prints, plane, look.tokens.colours, behind, veil, tokens_seen.PARAMETERS.saturations)

    def _veil(self, shot: _Shot, read: _Read, glare: Glare, expected: Float32Array) -> Veil:
        """What is left of a lamp on the tokens' plane, as the print around each tells."""
        look, reach_px = read.look, PARAMETERS.around_mm * read.look.faces.px_per_mm
        lamp = np.asarray(255 / look.gain, np.float32)
        weight = look.faces.good.copy()
        for x, y in look.faces.px(self.prints.crossings_mm):
            cv2.circle(weight, (round(x), round(y)), round(reach_px), 0.0, -1)
        left = left_around(look.faces.image, expected, lamp, weight, reach_px)
        share = self._toner.share(shot.view, token_height(self.prints), glare)
        return Veil(share, np.minimum(left, share), look.gain)

    def look(
        self,
        image: NDArray[np.uint8],
        view: CameraAboveBoard,
        colours: Sequence[str] = BOX_COLOURS,
        laid: Sequence[LaidRhomb] | None = None,
    ) -> PreparedStill:
        """The board from above in its own light, and its tokens, for a camera that stands there; with the rhombi that
        are known to be ``laid`` the tokens are told from what is printed beneath them."""
        shot = _Shot(image, view, tuple(colours), self._toner.gain(image, view))
        look = self._look(shot, None)
        if laid is None or self.prints.photographed:
            return look
        again = self._tokens_before(shot, look, self._expected(look, laid), None, None)
        return replace(look, tokens=look.tokens.surer(again))

    def _look(self, shot: _Shot, glare: Glare | None) -> PreparedStill:
        prints, toner, view, gain = self.prints, self._toner, shot.view, shot.gain
        height = token_height(prints)
        plane = toner.plane(shot.image, view, gain, height, glare)
        tokens = weigh_tokens(prints, plane, shot.colours, toner.wall_behind(view, height))
        faces, symbols = (
            without_tokens(prints, toner.plane(shot.image, view, gain, high, glare), view, tokens)
            for high in (prints.rhomb_thick_mm, 0.0)
        )
        return PreparedStill(faces, symbols, gain, tokens, plane)

    def _glare(self, shot: _Shot, evidence: RhombEvidence, bare: Float32Array) -> Glare | None:
        """The lamp that is mirrored on the board, told by what seems to lie there, where it is ``bare`` (h, w)."""
        prints, toner, gain = self.prints, self._toner, shot.gain
        # What is least sure is drawn first, so that what is sure lies on top.
        chosen = sorted(settle(prints.edition, evidence), key=lambda choice: choice.gain)
        laid = [(choice.site, choice.kind, evidence.poses[choice.site, choice.kind]) for choice in chosen]
        expected = drawn(prints, toner.reference, toner.to_px, laid) * gain
        raw = toner.raw(shot.image, shot.view, prints.rhomb_thick_mm)
        worth = np.where(toner.shown > 127, bare, 0).astype(np.float32)
        if prints.photographed:
            # Its kinds look much alike, and any of them tells the light.
            expected = matched_in_brightness(expected, raw, prints, toner.to_px, laid)
        else:
            for choice, (site, _, (x, y, degrees)) in zip(chosen, laid, strict=True):
                if self._certainty(choice, evidence, PARAMETERS.timid) <= PARAMETERS.sure_of_light:
                    pose = (float(x), float(y), float(degrees))
                    covered = covered_px(prints, toner.to_px, worth.shape, site, pose)
                    # Not as what it seems: a lamp that is fitted to a wrong print makes that print look right.
                    expected[covered] = gain[covered] * self._usual_print
                    worth[covered] *= PARAMETERS.guess
        least = PARAMETERS.least_pictured if prints.photographed else photometry_glare.PARAMETERS.least
        return find_glare(raw, np.minimum(expected, 250), worth, toner.to_px, least)

    def _seen_rhomb(self, choice: ChosenRhomb, evidence: RhombEvidence, view: CameraAboveBoard) -> SeenRhomb:
        edition, site = self.prints.edition, self.prints.lattice.sites[choice.site]
        names = self.prints.lattice.triangle_names
        middle, turn = site_pose(self.prints, site)
        x, y, degrees = evidence.poses[choice.site, choice.kind]
        angle = turn + np.radians(degrees)
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        outline = view.project(self.prints.rhomb_outline_mm @ spin + middle + [x, y], self.prints.rhomb_thick_mm)
        return SeenRhomb(
            edition.kinds[choice.kind].key,
            (names[site.triangles[0]], names[site.triangles[1]]),
            self.prints.lattice.crossing_names[site.head],
            self._certainty(choice, evidence),
            outline.astype(np.float32),
        )

    def _unread(self, chosen: Sequence[ChosenRhomb], evidence: RhombEvidence) -> tuple[UnreadTriangles, ...]:
        """Rhombi that are little more than guesses, and free triangles that do not look like the empty board."""
        names, sites = self.prints.lattice.triangle_names, self.prints.lattice.sites
        found = []
        for choice in chosen:
            if self._certainty(choice, evidence) < PARAMETERS.least_sure:
                one, other = sites[choice.site].triangles
                found.append(UnreadTriangles((names[one], names[other]), Phrase.of("cronberg.unread.unsure")))
        covered = {triangle for choice in chosen for triangle in sites[choice.site].triangles}
        for triangle in sorted(set(range(len(names))) - covered):
            if evidence.empty[triangle] < PARAMETERS.empty:
                found.append(UnreadTriangles((names[triangle],), Phrase.of("cronberg.unread.not_empty")))
        return tuple(found)

    def _certainty(self, choice: ChosenRhomb, evidence: RhombEvidence, scale: float | None = None) -> float:
        """Against every other kind and way round at the place, and against nothing lying there."""
        scale = cronberg_settle.PARAMETERS.scale if scale is None else scale
        pair = choice.site - choice.site % 2
        rivals = gains(self.prints.edition, evidence)[pair : pair + 2].ravel()
        nats = scale * np.append(rivals - choice.gain, -choice.gain)
        return float(1 / np.exp(np.minimum(nats, 50)).sum())

    def _seen_tokens(self, tokens: TokenEvidence, view: CameraAboveBoard) -> tuple[SeenToken, ...]:
        seen = []
        for crossing, nats in enumerate(tokens.nats):
            best = int(nats.argmax())
            if nats[best] <= 0:
                continue
            middle = view.project(tokens.middles_mm[crossing, best][None], token_height(self.prints))[0]
            sure = float(np.exp(nats[best]) / (1 + np.exp(nats).sum()))
            name = self.prints.lattice.crossing_names[crossing]
            seen.append(SeenToken(name, tokens.colours[best], sure, middle.astype(np.float32)))
        return tuple(seen)


def _change(glare: Glare, before: Glare | None) -> Callable[[Float64Array], Float32Array]:
    """How much another glare is than the one before, for points of the board."""

    def change(points: Float64Array) -> Float32Array:
        now = glare.share(points)
        return now if before is None else np.asarray(np.abs(now - before.share(points)), np.float32)

    return change


def read_picture(
    image: NDArray[np.uint8], prints: CronbergSet, colours: Sequence[str] = BOX_COLOURS
) -> CronbergObservation:
    """Read one photograph as it comes: no markers, no corners given."""
    return CronbergReader(prints).read(image, colours=colours)
