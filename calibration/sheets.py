"""What is printed: pictures at their true size on A4 or US Letter, with cut marks, as a PDF.

Nothing here knows a game. Pictures come as arrays, places are millimetres from the page's upper left corner, and a
ruler on every page shows whether the printer kept the size. Written with pydyf, which follows ISO 32000-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import BinaryIO

import cv2
import numpy as np
import pydyf

from calibration.arrays import Picture
from calibration.lens import LensSheet
from calibration.table_plane import sheet_picture

POINTS_PER_MM = 72.0 / 25.4
LEAST_MARGIN_MM = 8.0  # most printers leave 4 to 6 mm blank
JPEG_QUALITY = 93
_MARK_MM, _MARK_GAP_MM = 5.0, 1.2
_RULER_MM = 50.0


class Paper(Enum):
    """A size of paper: width and height when it stands upright, mm."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)


class TooLargeForPaper(ValueError):
    """A piece does not fit on the paper: its size in mm and the paper."""

    def __init__(self, size_mm: tuple[float, float], paper: Paper) -> None:
        self.size_mm = size_mm
        self.paper = paper
        super().__init__(f"{size_mm[0]:g} x {size_mm[1]:g} mm do not fit on {paper.name}")


@dataclass(frozen=True, eq=False)
class PlacedPicture:
    """A picture at a place on a page.

    Attributes:
        picture: BGR (h, w, 3), or grey (h, w), which is stored without loss.
        left_mm, top_mm, width_mm, height_mm: where it goes.
    """

    picture: Picture
    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True, eq=False)
class Page:
    """A page: pictures, cut marks (pairs of end points in mm) and a line of text at its foot.

    ``has_ruler`` adds a line of exactly 50 mm beside the text.
    """

    size_mm: tuple[float, float]
    pictures: tuple[PlacedPicture, ...]
    marks: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()
    text: str = ""
    has_ruler: bool = True


@dataclass(frozen=True)
class Grid:
    """How equal pieces are laid out on a page, edge to edge and centred, so that one cut serves two pieces."""

    paper: Paper
    columns: int
    rows: int
    left_mm: float
    top_mm: float
    piece_mm: tuple[float, float]

    @classmethod
    def of(cls, piece_mm: tuple[float, float], paper: Paper) -> Grid:
        """As many pieces of this size as the paper holds. Raises :class:`TooLargeForPaper`."""
        width, height = paper.value
        columns = int((width - 2 * LEAST_MARGIN_MM + 1e-6) // piece_mm[0])
        rows = int((height - 2 * LEAST_MARGIN_MM + 1e-6) // piece_mm[1])
        if columns < 1 or rows < 1:
            raise TooLargeForPaper(piece_mm, paper)
        left, top = (width - columns * piece_mm[0]) / 2, (height - rows * piece_mm[1]) / 2
        return cls(paper, columns, rows, left, top, piece_mm)

    @property
    def count(self) -> int:
        """Pieces on a full page."""
        return self.columns * self.rows

    def place(self, number: int, mirrored: bool = False) -> tuple[float, float]:
        """Upper left corner of a piece in mm, row by row; ``mirrored`` for the other side of the paper."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left_mm + column * self.piece_mm[0], self.top_mm + row * self.piece_mm[1]

    def marks(self) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
        """Short lines outside the pieces where the cuts begin and end."""
        right = self.left_mm + self.columns * self.piece_mm[0]
        bottom = self.top_mm + self.rows * self.piece_mm[1]
        lines = []
        for column in range(self.columns + 1):
            x = self.left_mm + column * self.piece_mm[0]
            lines.append(((x, self.top_mm - _MARK_GAP_MM - _MARK_MM), (x, self.top_mm - _MARK_GAP_MM)))
            lines.append(((x, bottom + _MARK_GAP_MM), (x, bottom + _MARK_GAP_MM + _MARK_MM)))
        for row in range(self.rows + 1):
            y = self.top_mm + row * self.piece_mm[1]
            lines.append(((self.left_mm - _MARK_GAP_MM - _MARK_MM, y), (self.left_mm - _MARK_GAP_MM, y)))
            lines.append(((right + _MARK_GAP_MM, y), (right + _MARK_GAP_MM + _MARK_MM, y)))
        return tuple(lines)


def piece_pages(
    pictures: Sequence[Picture],
    piece_mm: tuple[float, float],
    paper: Paper,
    *,
    back: Picture | None = None,
    text: str = "",
) -> tuple[Page, ...]:
    """Pages of equal pieces to be cut out.

    Args:
        pictures: one a piece; the same array may come again and is stored once.
        piece_mm: width and height of each.
        paper: what it is printed on.
        back: where given, each page is followed by its other side, for printing on both sides over the long edge.
        text: the line at the foot of the pages.

    Raises :class:`TooLargeForPaper`.
    """
    grid = Grid.of(piece_mm, paper)
    pages = []
    for first in range(0, len(pictures), grid.count):
        some = pictures[first : first + grid.count]
        fronts = tuple(PlacedPicture(picture, *grid.place(n), *piece_mm) for n, picture in enumerate(some))
        pages.append(Page(paper.value, fronts, grid.marks(), text))
        if back is not None:
            backs = tuple(PlacedPicture(back, *grid.place(n, mirrored=True), *piece_mm) for n in range(len(some)))
            pages.append(Page(paper.value, backs, (), "", has_ruler=False))
    return tuple(pages)


def calibration_pages(paper: Paper, texts: tuple[str, str] = ("", "")) -> tuple[Page, ...]:
    """The sheet of markers for the table and the ChArUco sheet for the lens, landscape, at their true size.

    Both are made for A4. On Letter their white border is cut off; everything printed stays.
    """
    return tuple(
        _whole_page(picture, paper, text)
        for picture, text in zip((sheet_picture(10.0), LensSheet().picture(10.0)), texts, strict=True)
    )


def _whole_page(picture: Picture, paper: Paper, text: str) -> Page:
    """A grey landscape picture of 10 px/mm in the middle of a page; white borders that stick out are cut off."""
    page = (paper.value[1], paper.value[0])
    inked_rows, inked_columns = np.nonzero(picture < 128)
    top, bottom = int(inked_rows.min()), int(inked_rows.max()) + 1
    left, right = int(inked_columns.min()), int(inked_columns.max()) + 1
    size = ((right - left) / 10.0, (bottom - top) / 10.0)
    if size[0] > page[0] or size[1] > page[1]:
        raise TooLargeForPaper(size, paper)
    # The picture's middle stays the page's middle: the markers' places are measured from there.
    x = page[0] / 2 + left / 10.0 - picture.shape[1] / 20.0
    y = page[1] / 2 + top / 10.0 - picture.shape[0] / 20.0
    return Page(page, (PlacedPicture(picture[top:bottom, left:right], x, y, *size),), (), text)


def write_pdf(target: BinaryIO, pages: Sequence[Page], title: str) -> None:
    """Write pages as a PDF that asks the viewer not to scale them when it prints.

    Args:
        target: an open binary file.
        pages: at least one.
        title: what viewers show.
    """
    pdf = pydyf.PDF()
    pdf.info["Title"] = pydyf.String(title)
    pdf.info["Producer"] = pydyf.String("Tableside")
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"PrintScaling": "/None", "Duplex": "/DuplexFlipLongEdge"})
    font = pydyf.Dictionary(
        {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica", "Encoding": "/WinAnsiEncoding"}
    )
    pdf.add_object(font)
    images = _Images(pdf)
    for page in pages:
        _add_page(pdf, page, images, font)
    pdf.write(target)


@dataclass
class _Images:
    """The pictures of a document, each stored once."""

    pdf: pydyf.PDF
    known: dict[int, tuple[Picture, pydyf.Stream]] = field(default_factory=dict)

    def stored(self, picture: Picture) -> pydyf.Stream:
        """The picture's object in the document."""
        if id(picture) not in self.known:  # the picture is kept with its number, so the number stays its own
            stream = _image_stream(picture)
            self.pdf.add_object(stream)
            self.known[id(picture)] = (picture, stream)
        return self.known[id(picture)][1]


def _image_stream(picture: Picture) -> pydyf.Stream:
    rows, columns = picture.shape[:2]
    about = {"Type": "/XObject", "Subtype": "/Image", "Width": columns, "Height": rows, "BitsPerComponent": 8}
    if picture.ndim == 2:
        return pydyf.Stream(
            [np.ascontiguousarray(picture).tobytes()], {**about, "ColorSpace": "/DeviceGray"}, compress=True
        )
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return pydyf.Stream([packed.tobytes()], {**about, "ColorSpace": "/DeviceRGB", "Filter": "/DCTDecode"})


def _add_page(pdf: pydyf.PDF, page: Page, images: _Images, font: pydyf.Dictionary) -> None:
    width, height = page.size_mm
    content = pydyf.Stream(compress=True)
    content.set_matrix(POINTS_PER_MM, 0, 0, POINTS_PER_MM, 0, 0)  # from here on, millimetres from the lower left
    used: dict[str, pydyf.Stream] = {}
    names: dict[int, str] = {}
    for printed in page.pictures:
        name = names.setdefault(id(printed.picture), f"Im{len(names)}")
        used[name] = images.stored(printed.picture)
        content.push_state()
        content.set_matrix(
            printed.width_mm, 0, 0, printed.height_mm, printed.left_mm, height - printed.top_mm - printed.height_mm
        )
        content.draw_x_object(name)
        content.pop_state()
    content.set_line_width(0.1)
    for (x1, y1), (x2, y2) in page.marks:
        content.move_to(x1, height - y1)
        content.line_to(x2, height - y2)
        content.stroke()
    _add_foot(content, page)
    pdf.add_object(content)
    pdf.add_page(
        pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": pdf.pages.reference,
                "MediaBox": pydyf.Array([0, 0, width * POINTS_PER_MM, height * POINTS_PER_MM]),
                "Contents": content.reference,
                "Resources": pydyf.Dictionary(
                    {
                        "XObject": pydyf.Dictionary({name: image.reference for name, image in used.items()}),
                        "Font": pydyf.Dictionary({"F1": font.reference}),
                    }
                ),
            }
        )
    )


def _add_foot(content: pydyf.Stream, page: Page) -> None:
    """The ruler at the lower left, the text beside it."""
    left, base = LEAST_MARGIN_MM, 4.2
    if page.has_ruler:
        content.set_line_width(0.2)
        for x1, y1, x2, y2 in (
            (left, base, left + _RULER_MM, base),
            (left, base - 1, left, base + 1),
            (left + _RULER_MM, base - 1, left + _RULER_MM, base + 1),
        ):
            content.move_to(x1, y1)
            content.line_to(x2, y2)
            content.stroke()
    if page.text:
        content.begin_text()
        content.set_font_size("F1", 2.8)
        content.move_text_to(left + _RULER_MM + 3 if page.has_ruler else left, base - 0.9)
        content.show_text(_western(page.text))
        content.end_text()


def _western(text: str) -> bytes:
    """A text for a font in WinAnsiEncoding, as a PDF string; what that cannot write becomes a question mark."""
    encoded = text.encode("cp1252", errors="replace")
    for special in (b"\\", b"(", b")"):
        encoded = encoded.replace(special, b"\\" + special)
    return b"(" + encoded + b")"
