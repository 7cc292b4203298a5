"""Reads a still picture of the board with a copy that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Picture
from games.game import Phrase
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard
from vision.thurn_and_taxis.houses import HouseEvidence, weigh_houses
from vision.thurn_and_taxis.light import Lightener
from vision.thurn_and_taxis.locate import PostalBoardFinder
from vision.thurn_and_taxis.observation import PostalObservation, SeenHouse, UnreadCity
from vision.thurn_and_taxis.postal_set import BOX_COLOURS, PostalSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ThurnAndTaxisReadingParameters(Parameters):
    """How much of a city may be hidden before nothing is told of it."""

    hidden: float = parameter(0.6, "share", "of a square that can't be told: the city is not read", CHOSEN)


PARAMETERS = ThurnAndTaxisReadingParameters()


class PostalReader:
    """Reads pictures with one copy. Building one takes half a second; keep it."""

    def __init__(self, prints: PostalSet) -> None:
        self.prints = prints
        self._finder = PostalBoardFinder(prints)
        self._lightener = Lightener(prints)

    def find(self, image: Picture) -> CameraAboveBoard | None:
        """Where the camera stands above the board, or None where it is not found."""
        found = self._finder.find(image)
        return found.view if found is not None else None

    def weigh(self, image: Picture, view: CameraAboveBoard, colours: Sequence[str] = BOX_COLOURS) -> HouseEvidence:
        """What the picture says about every city, for a camera that stands there."""
        return weigh_houses(self.prints, self._lightener.plane(image, view), view, colours)

    def read(
        self, image: Picture, *, colours: Sequence[str] = BOX_COLOURS, view: CameraAboveBoard | None = None
    ) -> PostalObservation:
        """Read a BGR picture as it comes.

        Args:
            image: (h, w, 3) uint8. colours: of the houses in play. view: where the camera stands, if that is known.
        """
        size = (image.shape[0], image.shape[1])
        view = view or self.find(image)
        if view is None:
            return PostalObservation(trouble=Phrase.of("thurn.trouble_no_board"), size=size)
        evidence = self.weigh(image, view, colours)
        return PostalObservation(
            tuple(self._houses(evidence, view)), tuple(self._unread(evidence)), view, evidence, size=size
        )

    def _houses(self, evidence: HouseEvidence, view: CameraAboveBoard) -> list[SeenHouse]:
        found = []
        for city, colour in zip(*np.nonzero(evidence.nats > 0), strict=True):
            if evidence.unknown[city] > PARAMETERS.hidden:
                continue
            middle = view.project(evidence.middles_mm[city, colour][None], self.prints.house_mm[2] * 0.4)[0]
            sure = float(1 / (1 + np.exp(-evidence.nats[city, colour])))
            name = self.prints.atlas.cities[city].name
            found.append(SeenHouse(name, evidence.colours[colour], sure, middle.astype(np.float32)))
        return found

    def _unread(self, evidence: HouseEvidence) -> list[UnreadCity]:
        return [
            UnreadCity(city.name, Phrase.of("thurn.city_hidden", city=city.name))
            for number, city in enumerate(self.prints.atlas.cities)
            if evidence.unknown[number] > PARAMETERS.hidden
        ]
