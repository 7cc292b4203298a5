"""Less motion, by the switch in the settings or by the system's own."""


def test_the_systems_wish_holds_beside_the_switch(tablet):
    assert not tablet.app.look.motion.reduced
    tablet.app.less_motion = True
    tablet.app.prefer(sounds=False)
    assert tablet.app.look.motion.reduced
