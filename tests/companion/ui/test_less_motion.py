"""Less motion and the theme, by the settings or as the system has them."""


def test_the_systems_wish_holds_beside_the_switch(tablet):
    assert not tablet.app.look.motion.reduced
    tablet.app.less_motion = True
    tablet.app.prefer(sounds=False)
    assert tablet.app.look.motion.reduced


def test_the_systems_theme_holds_where_people_chose_it(tablet):
    tablet.app.system_theme = "light"
    assert tablet.app.look.palette.name == "dark"
    tablet.open("settings")
    tablet.tap("System")
    assert tablet.app.look.palette.name == "light"
    assert tablet.app.preferences.theme == "system"
