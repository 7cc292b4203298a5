"""Which copy of Cronberg is played with: Tableside's own, or one that its owner enrolled from photographs.

Enrolled copies lie in the player's data folder, one folder each: ``edition.json`` (symbols, numbers, measures),
``board.png`` and ``rhombi/KEY.png``. A file beside them names the copy that new games are played with.
"""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.files.kept_file import DamagedFile, read_json
from calibration.files.kept_folders import OWN, ChosenFolders
from calibration.files.picture_door import PictureError, open_cut_out, open_picture
from calibration.files.system_reason import system_reason
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole, write_whole_text
from calibration.files.whole_folder import png, replaced_folder
from games.cronberg.components import CronbergBox, default_edition, edition_from_json, edition_to_json
from games.game import Phrase, Refusal, RefusalKind
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture
from vision.pieces.painted_wood import WOOD

TABLE = "edition.json"
_LOG = logging.getLogger(__name__)
_MEASURES = ("board_px_per_mm", "edge_mm", "token_radius_mm", "token_high_mm", "rhomb_thick_mm")


class KeptCronbergSets(ChosenFolders):
    """The enrolled copies in one folder."""

    table = TABLE

    def unknown(self, name: str, known: str | Phrase) -> Refusal:
        """There is no copy of that name."""
        return _refused("cronberg.copy.unknown", name, known)

    def bad_name(self, name: str) -> Refusal:
        """No copy can be called that."""
        return _refused("cronberg.copy.bad_name", name)

    def keep(self, prints: CronbergSet) -> Path:
        """Keep a copy under its edition's name, in place of one of the same name; returns its folder.

        Raises :class:`Refusal` where the name can't be a folder's, and OSError.
        """
        place = self.make_way(prints.edition.name)
        with replaced_folder(place) as fresh:
            write_set(prints, fresh)
        return place

    def is_damaged(self, folder: Path) -> bool:
        """Whether its symbols and numbers can't be read, or one of its pictures."""
        try:
            load_set(folder)
        except Refusal:
            return True
        return False

    def load(self, name: str) -> CronbergSet:
        """A kept copy. Raises :class:`Refusal` where it is not there or damaged."""
        try:
            changed = (self.folder / name / TABLE).stat().st_mtime_ns
        except OSError as error:
            raise _refused("cronberg.copy.damaged", str(self.folder / name), system_reason(error)) from error
        return _loaded(self.folder / name, changed)

    def remove(self, name: str) -> None:
        """Forget a copy. Raises :class:`Refusal` where there is none of that name."""
        self.check(name)
        shutil.rmtree(self.folder / name)


def kept_cronberg_sets(folder: Path | None = None) -> KeptCronbergSets:
    """The enrolled copies; ``folder`` is the player's data folder by default."""
    return KeptCronbergSets((folder or data_folder()) / "editions" / "cronberg")


def write_set(prints: CronbergSet, folder: Path) -> None:
    """Write a copy. Raises OSError."""
    write_whole(folder / "board.png", png(np.dstack([prints.board, prints.board_mask])))
    for kind, picture in zip(prints.edition.kinds, prints.rhombi, strict=True):
        write_whole(folder / "rhombi" / f"{kind.key}.png", png(picture))
    measures = {name: getattr(prints, name) for name in _MEASURES}
    table = {**edition_to_json(prints.edition), "board_middle_px": list(prints.board_middle_px), "measures": measures}
    write_whole_text(folder / TABLE, json.dumps(table, indent=1, ensure_ascii=False))


def load_set(folder: Path) -> CronbergSet:
    """A copy from its folder. Raises :class:`Refusal` naming the file that is missing or damaged."""
    table = _table(folder / TABLE)
    try:
        measures = _measures(table)
        x, y = (float(value) for value in table["board_middle_px"])
    except (ValueError, KeyError, TypeError) as error:
        raise _refused("cronberg.copy.damaged", str(folder / TABLE), str(error)) from error
    edition = edition_from_json(table)
    board = _read(folder / "board.png", open_cut_out)
    if board.ndim != 3 or board.shape[2] != 4:
        raise _refused("cronberg.copy.damaged", str(folder / "board.png"))
    rhombi = tuple(_read(folder / "rhombi" / f"{kind.key}.png", open_picture) for kind in edition.kinds)
    return CronbergSet(
        edition=edition,
        woods=WOOD,
        board=np.ascontiguousarray(board[..., :3]),
        board_mask=np.ascontiguousarray(board[..., 3]),
        board_middle_px=(x, y),
        rhombi=rhombi,
        photographed=True,
        **measures,
    )


@lru_cache(4)
def _loaded(folder: Path, changed_ns: int) -> CronbergSet:
    """A copy as it was when its table was written; screens ask for it with every picture they draw."""
    return load_set(folder)


def set_in_use(references: Path | None = None, *, folder: Path | None = None) -> CronbergSet:
    """The copy to read with.

    Args:
        references: the folder of one copy, in place of the chosen one. folder: the data folder.

    Raises :class:`Refusal` where the owner's copy can't be read.
    """
    if references is not None:
        return load_set(references)
    kept = kept_cronberg_sets(folder)
    name = kept.chosen()
    return drawn_set() if name == OWN else kept.load(name)


def set_of(edition: CronbergBox, *, folder: Path | None = None) -> CronbergSet:
    """The copy that an edition's pictures belong to: a kept one, or drawn in the style of ours."""
    kept = kept_cronberg_sets(folder)
    for name in sorted(kept.names(), key=lambda name: name != edition.name):
        try:
            found = edition_at(kept.folder / name)
            if (found.symbols, found.kinds) == (edition.symbols, edition.kinds):
                return kept.load(name)
        except Refusal as refusal:  # told where copies are chosen; a game must not end for its pictures
            _LOG.warning("the copy %s is passed over: %s", name, refusal)
    return drawn_set(edition)


def edition_in_use(folder: Path | None = None) -> CronbergBox:
    """The edition that a new game is played with."""
    kept = kept_cronberg_sets(folder)
    name = kept.chosen()
    if name == OWN:
        return default_edition()
    return edition_at(kept.folder / name)


def edition_at(folder: Path) -> CronbergBox:
    """The edition of the copy in a folder. Raises :class:`Refusal` naming the file that is damaged."""
    return edition_from_json(_table(folder / TABLE))


def _table(path: Path) -> dict[str, Any]:
    try:
        content = read_json(path)
    except (FileNotFoundError, DamagedFile) as error:
        raise _refused("cronberg.copy.damaged", str(path), getattr(error, "value", "")) from error
    if not isinstance(content, dict):
        raise _refused("cronberg.copy.damaged", str(path))
    return content


def _measures(table: Mapping[str, Any]) -> dict[str, float]:
    measures = {name: float(table["measures"][name]) for name in _MEASURES}
    if not all(0 < value < 1000 for value in measures.values()):
        raise ValueError(f"measures {measures}")
    return measures


def _read(path: Path, opened: Callable[[Path], Picture]) -> Picture:
    try:
        return opened(path)
    except PictureError as error:
        raise _refused("cronberg.copy.damaged", str(path), error.phrase) from error


def _refused(key: str, place: str, value: str | Phrase = "") -> Refusal:
    return Refusal(RefusalKind.INVALID, Phrase.of(key, name=place, value=value), value=str(value), place=place)


def board_cut_out(prints: CronbergSet, factor: float) -> Picture:
    """The empty board (h, w, 4) BGRA, transparent around its outline, made smaller by ``factor``, 1 at most."""
    return _smaller(np.dstack([prints.board, prints.board_mask]), factor)


def board_extent(prints: CronbergSet) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the board's picture, edges of a triangle from the middle crossing, y down."""
    edge = prints.board_px_per_mm * prints.edge_mm
    x, y = prints.board_middle_px
    height, width = prints.board.shape[:2]
    return -x / edge, -y / edge, (width - x) / edge, (height - y) / edge


def rhomb_cut_out(prints: CronbergSet, kind: int, width_px: float) -> Picture:
    """A rhomb head up, (h, w, 4) BGRA, transparent around its outline; no wider than this."""
    picture = prints.rhombi[kind]
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    corners = middle + np.array([[0, -height / 2], [width / 2, 0], [0, height / 2], [-width / 2, 0]])
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return _smaller(np.dstack([picture, mask]), width_px / width)


def _smaller(picture: Picture, factor: float) -> Picture:
    share = min(1.0, factor)
    return np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
