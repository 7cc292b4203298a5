"""What each page of the players' guide says to do, in its order; names are those of the app's own messages."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from calibration.files.user_folders import pictures_folder
from vision.simulator.carcassonne.still import still_board

if TYPE_CHECKING:
    from tools.benchmarks.guide.walker import GuideWalker

TABLE = Path(__file__).parents[3] / "docs" / "pictures" / "table.jpg"  # what the camera sees
STILLS = 40  # that it takes until the camera is open and the table found
Walk = Callable[["GuideWalker"], None]


def seat_two(on: GuideWalker) -> None:
    """Anna and Ben at the table."""
    for place, name in ((0, "ANNA"), (2, "BEN")):
        on.touch_on(on.marked(place=place))
        on.type_in(name)
        on.tap_unnamed("app.ready")


def sit_down(on: GuideWalker, game: str) -> None:
    """Two people at a game, and its table."""
    on.touch_on(on.marked(game=game))
    seat_two(on)
    start(on)


def start(on: GuideWalker) -> None:
    """To the table; with a camera or buttons past the table check."""
    on.tap_unnamed("app.start")
    if on.screen_name == "table_check":
        on.tap_unnamed("app.play")


def first_evening(on: GuideWalker) -> None:
    """A look around, sitting down, the first turn, points, stopping."""
    on.says("app.home")
    on.sees("app.new_game")
    on.sees("app.demo")
    on.says("app.settings")
    on.touch("gear")
    on.finds(on.app.words("app.settings"))
    on.go_back()
    on.says("app.new_game")
    on.tap("app.game_carcassonne")
    on.touch_on(on.marked(place=0))
    on.type_in("ANNA")
    on.tap("app.ready")
    on.touch_on(on.marked(place=2))
    on.type_in("BEN")
    on.tap_unnamed("app.ready")
    on.tap("app.draw_start")
    on.touch_on(on.marked(place=2))
    on.tap("app.begins")
    on.tap("app.options")
    on.sees("app.use_camera")
    on.sees("app.use_buttons")
    on.tap("app.start")
    on.touch_place()
    on.sees("app.which_tile")
    on.touch_on([one for one in on.buttons() if getattr(one.widget, "left", None)][-1])
    on.tap("app.rotate", sign="rotate")
    on.sees("app.where_follower")
    on.done()
    on.tap("app.undo", sign="undo")
    on.play(until=lambda session: any(session.view.scores))
    on.tap("app.why", sign="why")
    on.touch("cross")
    on.play(until=lambda _: False)
    on.until(lambda: on.screen_name == "final_scoring", "the final scoring")
    on.sees("app.next")
    on.sees("app.pause")
    on.tap("app.all")
    on.until(lambda: on.screen_name == "result", "the result")
    on.touch(on.app.words("app.home"))
    sit_down(on, "carcassonne")
    on.says("app.menu")
    on.touch("menu")
    on.tap("app.home")
    on.tap("app.go_on")
    on.touch("menu")
    on.tap("app.pause")


def camera(on: GuideWalker) -> None:
    """Which camera, a phone, the table check, calibrating."""
    on.says("app.settings")
    on.touch("gear")
    on.says("app.camera")
    on.finds(on.app.words("app.camera"))
    on.touch(on.app.words("app.no_camera"))
    on.tap("app.camera_address")
    on.sees("app.paste")
    on.sees("app.try_camera")
    on.go_back()
    on.touch(on.app.words("app.no_camera"))
    on.tap_unnamed("placing.title")
    on.tap_unnamed("placing.phone")
    for _ in range(4):
        if on.screen_name != "home":
            on.go_back()
    on.says("app.table_check")
    on.touch_on(on.marked(game="carcassonne"))
    seat_two(on)
    on.tap_unnamed("app.options")
    on.tap_unnamed("app.use_camera")
    on.go_back()
    seen = pictures_folder() / "camera"  # a table that lies still
    seen.mkdir(parents=True)
    for number in range(STILLS):
        shutil.copy(TABLE, seen / f"{number}.jpg")
    on.app.prefer(camera=str(seen))
    on.tap_unnamed("app.table_check")
    on.until(lambda: on.session.view.attention is not None, "the camera's picture")
    on.sees("edition.row")
    on.sees("calibration.row")
    on.tap("app.print_sheet")
    on.tap("calibration.button")
    on.sees("calibration.part_lens")
    on.sees("calibration.part_table")
    on.sees("calibration.part_colours")
    on.go_back()
    on.tap_unnamed("app.play")
    on.touch("menu")
    on.tap_unnamed("app.table_check")
    on.app.prefer(camera="")


def buttons(on: GuideWalker) -> None:
    """Whose button is whose, phones, dice."""
    on.says("app.new_game")
    on.touch_on(on.marked(game="carcassonne"))
    seat_two(on)
    on.tap("app.options")
    on.tap("app.use_buttons")
    on.tap("app.table_check")
    on.tap("app.teach_buttons")
    on.finds("Anna")
    on.tap("app.play")
    on.says("app.menu")
    on.touch("menu")
    on.tap("onlookers.menu")
    on.tap("onlookers.switch")
    on.tap("onlookers.phones")
    on.finds("http")  # the page has started
    on.touch("Anna", once=2)  # whose code is shown; her name on the page is switched with the other
    on.tap_unnamed("onlookers.switch")
    on.go_back()
    on.touch("menu")
    on.tap("app.dice")
    on.tap("app.throw")


def own_box(on: GuideWalker) -> None:
    """Your boxes, from numbers to a file."""
    on.tap("boxes.door")
    on.says("printed.ours")
    on.tap("printed.open")
    on.go_back()
    on.says("app.take_picture")
    on.says("app.choose_picture")
    on.touch(on.says("edition.button", name="").rstrip())
    on.sees("edition.looks")
    on.tap("edition.enrol.door")
    on.finds(on.app.words("app.choose_picture"))
    on.go_back()
    on.sees("edition.new")
    on.go_back()
    for doors in (
        ("glass.enrol.open", "glass.enrol.new"),
        ("cronberg.copy_button", "cronberg.enrol.by_hand"),
        ("istanbul.enrol.open", "istanbul.enrol.new"),
        ("thurn.edit_open",),
        ("riga.cards_open",),
        ("pieces.enrol.open", "pieces.enrol.new"),
    ):
        went = 0
        for door in doors:
            on.touch(on.says(door, **({"name": ""} if door == "cronberg.copy_button" else {})).rstrip())
            went += 1
        while on.screen_name != "boxes" and went:
            on.go_back()
            went -= 1
    on.says("edition.learns")
    on.tap("boxes.give_away")
    on.sees("boxes.take_in")


def onlookers(on: GuideWalker) -> None:
    """Switching it on, phones, names."""
    sit_down(on, "carcassonne")
    on.says("app.menu")
    on.touch("menu")
    on.tap("onlookers.menu")
    on.tap("onlookers.switch")
    on.tap("onlookers.phones")
    on.says("onlookers.names")
    on.finds(on.app.words("onlookers.names"))
    on.tap_unnamed("onlookers.switch")
    on.go_back()
    on.touch("menu")
    on.tap_unnamed("app.home")
    on.says("app.past_games")
    on.tap_unnamed("past.all")
    on.tap("people.people")
    on.touch("Anna")
    on.sees("people.withhold")


def past_games(on: GuideWalker) -> None:
    """Going on, a mistake, the result, sharing."""
    on.tap("past.all")
    on.sees("past.find")
    on.tap("people.people")
    on.tap("people.games")
    on.tap("people.export")
    on.tap("people.as_data")
    on.says("app.picture")
    on.go_back()
    if on.screen_name != "past_games":
        on.go_back()
    on.sees("past.take_in")
    on.go_back()
    sit_down(on, "carcassonne")
    on.play(until=lambda session: len(session.record.log) > 14)
    on.says("app.menu")
    on.touch("menu")
    on.tap("app.history")
    on.sees("app.leave")
    on.sees("app.play_from_here")
    on.tap_unnamed("app.leave")
    on.says("app.undo")
    on.play(until=lambda _: False)
    on.until(lambda: on.screen_name == "final_scoring", "the final scoring")
    on.tap_unnamed("app.all")
    on.until(lambda: on.screen_name == "result", "the result")
    on.sees("app.undo_end")
    on.touch(on.app.words("share.title"))
    on.sees("share.scores")
    on.sees("app.record")
    on.sees("app.picture")


def score_a_photo(on: GuideWalker) -> None:
    """A finished table that lies among the device's pictures, to the counted result."""
    table = still_board(7, "ordinary", 16)
    pictures_folder().mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(pictures_folder() / "table.jpg"), table.picture)
    on.tap("photo.door")
    on.touch_on(on.marked(game="carcassonne"))
    on.sees("app.take_picture")
    on.tap("app.choose_picture")
    on.touch("table.jpg")
    on.says("photo.reading")
    on.until(lambda: not getattr(on.app.screen, "busy", False), "what is read")
    on.tap("photo.show_photograph")


def carcassonne(on: GuideWalker) -> None:
    """Options, a turn by touch, glass."""
    on.touch_on(on.marked(game="carcassonne"))
    seat_two(on)
    on.says("app.expansion_inns-and-cathedrals")
    on.tap_unnamed("app.options")
    on.finds(on.app.words("app.variant_carcassonne-stained-glass"))
    on.tap_unnamed("app.expansion_inns-and-cathedrals")
    start(on)
    on.tap("app.lay_by_touch", sign="tile")
    on.says("app.take_big")
    on.says("app.put_away")


def cronberg(on: GuideWalker) -> None:
    """Options, values, what if."""
    on.touch_on(on.marked(game="cronberg"))
    on.says("app.new_game")
    seat_two(on)
    on.touch(on.says("cronberg.copy_button", name="").rstrip())
    on.go_back()
    on.tap_unnamed("app.options")
    on.finds(on.app.words("app.option_empty-stack"))
    start(on)
    on.touch_place()
    on.done()
    on.touch("menu")
    on.tap("app.show_values")
    on.touch("menu")
    on.tap("app.rule")
    on.touch("cross")
    on.says("app.why")
    if on.app.look.compact:
        on.touch("menu")
    on.tap("app.what_if")
    on.tap("app.what_if_end")


def istanbul(on: GuideWalker) -> None:
    """The layout, where governor and smuggler stand, a turn."""
    on.touch_on(on.marked(game="istanbul"))
    seat_two(on)
    on.says("app.options")
    on.tap_unnamed("app.options")
    on.finds(on.app.words("app.variant_istanbul-letters-and-seals"))
    on.finds(on.app.words("app.variant_great-bazaar"))
    on.tap("istanbul.layout_title")
    on.sees("istanbul.layout_short_paths")
    on.sees("istanbul.layout_long_paths")
    on.sees("istanbul.layout_in_order")
    on.tap("istanbul.draw_layout")
    on.go_back()
    start(on)
    for asked in ("ask_dice_of", "do_move", "do_pay", "do_action", "do_encounters"):
        on.plays_until_asked(f"istanbul.{asked}")


def thurn_and_taxis(on: GuideWalker) -> None:
    """Options, the set-up, a route."""
    on.touch_on(on.marked(game="thurn-and-taxis"))
    seat_two(on)
    on.says("app.options")
    on.tap_unnamed("app.options")
    on.finds(on.app.words("app.variant_power-and-glory"))
    on.tap("thurn.edit_open")
    on.go_back()
    start(on)
    on.sees("thurn.ask_deal", number="1", of="6")
    on.tap("thurn.draw")
    on.plays_until_asked("thurn.ask_take")
    on.tap("thurn.from_pile")
    on.plays_until_asked("thurn.ask_play")
    on.says("thurn.give_up")
    on.plays_until_asked("thurn.step_close")


def riga(on: GuideWalker) -> None:
    """Options, the set-up, a year."""
    on.touch_on(on.marked(game="riga"))
    seat_two(on)
    on.tap_unnamed("app.options")
    on.sees("app.expansion_without-grand-masters")
    on.sees("app.expansion_without-riga")
    on.sees("app.expansion_victual-brothers")
    on.sees("app.variant_grand-masters")
    start(on)
    on.sees("riga.ask_row")
    on.tap("riga.draw_row")
    on.tap("riga.shuffle")
    on.plays_until_asked("riga.ask_take")
    on.plays_until_asked("riga.ask_build")
    on.says("riga.ask_winter")


WALKS: tuple[tuple[str, Walk], ...] = (
    ("first-evening", first_evening),
    ("camera", camera),
    ("buttons", buttons),
    ("own-box", own_box),
    ("onlookers", onlookers),
    ("past-games", past_games),
    ("past-games", score_a_photo),
    ("carcassonne", carcassonne),
    ("cronberg", cronberg),
    ("istanbul", istanbul),
    ("thurn-and-taxis", thurn_and_taxis),
    ("riga", riga),
)
