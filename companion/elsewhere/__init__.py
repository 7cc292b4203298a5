"""Eyes elsewhere: another machine takes the camera and explains; tablet and eyes talk over an MQTT 5 broker.

The tablet tells where its record stands (:class:`companion.elsewhere.wire.TableElsewhere`), the eyes send what a
watcher at the tablet would have said (:class:`companion.elsewhere.wire.Seen`). ``docs/eyes.md`` tells it to users.
"""
