"""What the documents point to is there: files, pictures, headings; and every page is on the site."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

HOUSE = Path(__file__).resolve().parent.parent
NOT_OURS = {"build", "dist", "tmp", "node_modules"}  # what is built or put there while working, as in .gitignore
MOST_BYTES = 150_000  # of a picture, so that a page opens quickly on a phone


def pages_in(folder: Path) -> list[Path]:
    """Every Markdown page but those in hidden folders and in what was built."""
    pages = sorted(folder.glob("*.md"))
    for inside in sorted(folder.iterdir()):
        ours = inside.name not in NOT_OURS and not inside.name.startswith(".") and not inside.name.endswith(".egg-info")
        if inside.is_dir() and ours:
            pages += pages_in(inside)
    return pages


def prose_of(page: Path) -> str:
    """A page without what it shows as code, where brackets mean something else."""
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text("utf-8"))
    text = "\n".join("" if line.startswith("    ") else line for line in text.splitlines())
    return re.sub(r"`[^`\n]*`", "", text)


def links_of(page: Path) -> list[str]:
    """Where a page points to within the house."""
    found = re.findall(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)", prose_of(page))
    return [link for link in found if not re.match(r"[a-z][a-z0-9+.-]*:", link)]


def headings_of(page: Path) -> set[str]:
    """The names that its headings have in addresses, as GitHub and MkDocs make them of plain words."""
    titles = re.findall(r"(?m)^#+ +(.+?)\s*$", page.read_text("utf-8"))
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def dead_links(page: Path) -> list[str]:
    """What of a page's links leads nowhere."""
    dead = []
    for link in links_of(page):
        path, _, heading = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        if not target.exists() or (heading and target.suffix == ".md" and heading not in headings_of(target)):
            dead.append(link)
    return dead


PAGES = pages_in(HOUSE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOUSE).as_posix())
def test_every_link_and_picture_of_a_page_is_there(page):
    assert dead_links(page) == []


def test_a_link_to_nothing_a_lost_picture_and_a_lost_heading_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A heading\n[well](page.md#a-heading) [web](https://example.org/x.md) `[code](gone.md)`\n\n"
        "    [code](gone.md)\n\n"
        "[gone](gone.md) ![lost](lost.jpg) [no heading](#another) [nor here](page.md#nowhere)\n",
        "utf-8",
    )
    assert dead_links(page) == ["gone.md", "lost.jpg", "#another", "page.md#nowhere"]


def test_the_guide_is_among_the_pages():
    assert HOUSE / "docs" / "guide" / "first-evening.md" in PAGES


def test_the_guide_has_the_same_pages_in_german():
    guide = HOUSE / "docs" / "guide"
    assert {page.name for page in guide.glob("*.md")} == {page.name for page in (guide / "de").glob("*.md")}


def test_every_page_of_the_documents_is_on_the_site():
    on_site = set(re.findall(r": (\S+\.md)$", (HOUSE / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    assert on_site == {page.relative_to(HOUSE / "docs").as_posix() for page in pages_in(HOUSE / "docs")}


def test_every_page_of_findings_is_in_their_list():
    findings = HOUSE / "docs" / "findings"
    listed = set(links_of(findings / "README.md"))
    assert [page.name for page in findings.glob("*.md") if page.name not in {"README.md", *listed}] == []


def test_every_picture_of_the_documents_is_shown_somewhere_and_small():
    shown = {(page.parent / link).resolve() for page in PAGES for link in links_of(page)}
    pictures = sorted((HOUSE / "docs" / "pictures").iterdir())
    assert [one.name for one in pictures if one not in shown] == []
    assert [one.name for one in pictures if one.stat().st_size > MOST_BYTES] == []


ARCHITECTURE = HOUSE / "ARCHITECTURE.md"
MOST_STOPS = 12
WAYS = re.split(r"(?m)^## ", ARCHITECTURE.read_text("utf-8"))[1:]


def paths_in(text: str) -> list[str]:
    """What a text names as a file or folder of the house."""
    return [name for name in re.findall(r"`([^`\s]+)`", text) if "/" in name and not set(name) & set("<>*(")]


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "docs/adding-a-game.md", "CONTRIBUTING.md", "docs/glossary.md"])
def test_every_path_that_a_map_of_the_house_names_is_there(page: str):
    assert [path for path in paths_in((HOUSE / page).read_text("utf-8")) if not (HOUSE / path).exists()] == []


@pytest.mark.parametrize("of", ["frame", "press", "photograph"])
def test_a_way_through_the_house_is_short_and_each_stop_a_place_in_it(of: str):
    """Given the way of a frame, a press or a photograph, it has a dozen stops at most; what each names is where it
    says."""
    (way,) = (text for text in WAYS if text.startswith(f"The way of a {of}\n"))
    stops = re.findall(r"(?m)^\d+\. (.+)$", way)
    assert 2 < len(stops) <= MOST_STOPS
    assert [stop for stop in stops if not paths_in(stop)] == []
    for stop in stops:
        places = [HOUSE / path for path in paths_in(stop)]
        files = [file for place in places for file in (place, *place.rglob("*.py")) if file.is_file()]
        texts = [file.read_text("utf-8") for file in files]
        named = re.findall(r"`([A-Za-z_]\w*)`", stop)
        assert [name for name in named if not any(re.search(rf"\b{name}\b", text) for text in texts)] == [], stop


def test_the_map_of_the_house_is_read_at_one_sitting():
    assert len(ARCHITECTURE.read_bytes()) <= 8_000
