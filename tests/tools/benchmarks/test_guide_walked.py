"""Somebody who reads a page of the guide with the tablet before them."""

from tools.benchmarks.guide.guide_page import GuidePage

PAGE = GuidePage("camera", "Under **New\ngame** tap *Options*, then **Camera**; *Looking for the table…*")


def test_what_is_named_in_the_order_of_the_steps_is_found_and_nothing_else():
    steps = ["New game", "Options", "Looking for the table...", "Camera", "Table check"]
    assert [PAGE.read_on_to(words) for words in steps] == [
        None,
        None,
        None,
        "camera: 'Camera' is named only earlier",
        "camera: 'Table check' is named nowhere",
    ]
