"""The pages of the players' guide, followed on the real app off the screen under an empty home:
``python -m`` this module ``LANGUAGE WIDTHxHEIGHT [PICTURES]``. One JSON object is printed."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from companion.app import make_app, settle_kivy
from companion.end_of_program import end_of_program
from tools.benchmarks.guide.walked_pages import WalkedPages

GUIDE = Path(__file__).parents[3] / "docs" / "guide"


def main(language: str, size: tuple[int, int], pictures: Path | None) -> None:
    """Follow and print."""
    settle_kivy(headless=True)
    from kivy.core.window import Window

    from calibration.files.user_folders import config_folder
    from companion import preferences
    from companion.tablet import now_ms, shelf
    from companion.ui.snapshot import Screenshooter
    from tools.benchmarks.guide.page_walks import WALKS
    from tools.benchmarks.guide.walker import GuideWalker, Stranded

    Window.size = size
    preferences.save(config_folder(), preferences.Preferences(language=language))
    app = make_app(shelf(), now_ms=now_ms)
    shooter = Screenshooter(app)
    shooter.step(2)
    walker = GuideWalker(app, shooter, GUIDE / ("de" if language == "de" else ""), pictures)
    for page, walk in WALKS:
        try:
            walker.open(page)
            walk(walker)
        except Stranded as error:
            walker.faults.append(str(error))
    print(msgspec.json.encode(WalkedPages(language, len(WALKS), walker.steps, tuple(walker.faults))).decode())
    end_of_program(0)


if __name__ == "__main__":
    width, _, height = sys.argv[2].partition("x")
    main(sys.argv[1], (int(width), int(height)), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
