from __future__ import annotations

import io
import re
import zlib

import cv2
import numpy as np
import pytest

from calibration.lens import LensSheet
from calibration.sheets import (
    LEAST_MARGIN_MM,
    Grid,
    Page,
    Paper,
    PlacedPicture,
    TooLargeForPaper,
    calibration_pages,
    piece_pages,
    write_pdf,
)
from calibration.table_plane import FIRST_MARKER, MARKER_MIDDLES_MM, MARKER_MM

TILE = np.full((60, 60, 3), (40, 160, 90), np.uint8)
OTHER = np.full((60, 60, 3), (90, 110, 190), np.uint8)


def test_72_tiles_of_45_mm_fill_three_pages_of_a4_and_four_of_letter() -> None:
    assert [len(page.pictures) for page in piece_pages([TILE] * 72, (45, 45), Paper.A4)] == [24, 24, 24]
    assert [len(page.pictures) for page in piece_pages([TILE] * 72, (45, 45), Paper.LETTER)] == [20, 20, 20, 12]


@pytest.mark.parametrize("paper", list(Paper))
def test_pieces_lie_edge_to_edge_at_their_size_within_what_printers_can_print(paper: Paper) -> None:
    (page,) = piece_pages([TILE] * 8, (45, 45), paper)
    for printed in page.pictures:
        assert (printed.width_mm, printed.height_mm) == (45, 45)
        assert printed.left_mm >= LEAST_MARGIN_MM - 1e-6
        assert printed.top_mm >= LEAST_MARGIN_MM - 1e-6
        assert printed.left_mm + 45 <= paper.value[0] - LEAST_MARGIN_MM + 1e-6
    assert page.pictures[1].left_mm - page.pictures[0].left_mm == pytest.approx(45)


def test_cut_marks_stand_outside_the_pieces_on_every_cut() -> None:
    (page,) = piece_pages([TILE] * 24, (45, 45), Paper.A4)
    cuts = {round(printed.left_mm, 6) for printed in page.pictures}
    across = {round(x1, 6) for (x1, y1), (x2, y2) in page.marks if x1 == x2}
    assert cuts < across
    for (x1, y1), (x2, y2) in page.marks:
        for printed in page.pictures:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            inside = printed.left_mm < x < printed.left_mm + 45 and printed.top_mm < y < printed.top_mm + 45
            assert not inside


def test_backs_lie_behind_their_fronts_when_the_paper_is_turned_over_its_long_edge() -> None:
    front, back = piece_pages([TILE] * 5, (45, 45), Paper.A4, back=OTHER)
    for ahead, behind in zip(front.pictures, back.pictures, strict=True):
        assert ahead.left_mm + 45 == pytest.approx(Paper.A4.value[0] - behind.left_mm)
        assert ahead.top_mm == behind.top_mm
        assert behind.picture is OTHER


def test_a_board_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(TooLargeForPaper, match="300 x 45 mm do not fit on A4"):
        Grid.of((300, 45), Paper.A4)


def streams(pdf: bytes) -> list[bytes]:
    found = []
    for body in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            found.append(zlib.decompress(body))
        except zlib.error:
            found.append(body)
    return found


def written(pages: tuple[Page, ...]) -> bytes:
    target = io.BytesIO()
    write_pdf(target, pages, "test")
    return target.getvalue()


def test_the_pdf_has_the_papers_size_and_draws_each_piece_at_its_size_but_stores_it_once() -> None:
    pdf = written(piece_pages([TILE, OTHER, TILE, TILE], (45, 45), Paper.A4, text="Carcassonne · (100 %)"))
    assert pdf.startswith(b"%PDF-1.7")
    width, height = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf).groups()  # type: ignore[union-attr]
    assert (float(width) / 72 * 25.4, float(height) / 72 * 25.4) == pytest.approx((210, 297))
    assert pdf.count(b"/Subtype /Image") == 2
    assert b"/PrintScaling /None" in pdf
    content = next(stream for stream in streams(pdf) if b" Do" in stream)
    scale = float(content.split()[0])
    assert scale == pytest.approx(72 / 25.4)
    assert len(re.findall(rb"^45 0 0 45 ", content, re.M)) == 4
    assert "Carcassonne · \\(100 %\\)".encode("cp1252") in content
    x1 = float(re.search(rb"([\d.]+) 4\.2 m", content)[1])  # type: ignore[index]
    x2 = float(re.search(rb"([\d.]+) 4\.2 l", content)[1])  # type: ignore[index]
    assert x2 - x1 == pytest.approx(50)


def test_a_stored_picture_is_the_picture() -> None:
    rng = np.random.default_rng(1)
    smooth = cv2.resize(rng.uniform(0, 255, (5, 5, 3)).astype(np.uint8), (90, 90), interpolation=cv2.INTER_CUBIC)
    pdf = written((Page((100, 100), (PlacedPicture(smooth, 0, 0, 50, 50),)),))
    jpeg = next(stream for stream in streams(pdf) if stream.startswith(b"\xff\xd8"))
    back = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(back.astype(int) - smooth).mean() < 4


def drawn(page: Page, px_per_mm: float = 6.0) -> np.ndarray:
    """The page as a printer would put it on paper."""
    paper = np.full((round(page.size_mm[1] * px_per_mm), round(page.size_mm[0] * px_per_mm)), 255, np.uint8)
    for printed in page.pictures:
        size = (round(printed.width_mm * px_per_mm), round(printed.height_mm * px_per_mm))
        left, top = round(printed.left_mm * px_per_mm), round(printed.top_mm * px_per_mm)
        paper[top : top + size[1], left : left + size[0]] = cv2.resize(printed.picture, size)
    return cv2.copyMakeBorder(paper, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=255)


@pytest.mark.parametrize("paper", list(Paper))
def test_the_marker_sheet_has_every_marker_at_its_place_on_either_paper(paper: Paper) -> None:
    markers, _ = calibration_pages(paper)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(drawn(markers))
    middle = np.array([paper.value[1], paper.value[0]]) / 2
    seen = {
        int(number): (quad[0].mean(axis=0) + 0.5 - 30) / 6.0 - middle
        for quad, number in zip(corners, numbers.ravel(), strict=True)
    }
    for number, place in enumerate(MARKER_MIDDLES_MM, FIRST_MARKER):
        assert seen[number] == pytest.approx(place, abs=0.3)
    sides = [np.linalg.norm(quad[0][0] - quad[0][1]) / 6.0 for quad in corners]
    assert sides == pytest.approx([MARKER_MM] * 8, abs=0.4)


@pytest.mark.parametrize("paper", list(Paper))
def test_the_lens_sheet_is_found_whole_on_either_paper(paper: Paper) -> None:
    _, lens = calibration_pages(paper)
    sheet = LensSheet()
    view = sheet.find(drawn(lens))
    assert view is not None
    places = sheet.points_mm(view.numbers)[:, :2]
    px = view.corners
    apart_mm = np.linalg.norm(places[0] - places[-1])
    assert np.linalg.norm(px[0] - px[-1]) / 6.0 == pytest.approx(apart_mm, abs=0.3)
