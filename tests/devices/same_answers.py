"""Runs the firmware's parts over given inputs and prints what they answer. MicroPython and CPython must agree."""

import json
import sys

sys.path.insert(0, sys.argv[1])

from devices.firmware.pip_reader import Pocket
from devices.firmware.protocol import Conversation, crc16, unseal
from devices.firmware.smart_dice import SmartDice, gravity_face
from devices.firmware.switch import Switch


def answers(case):
    kind, given = case
    if kind == "crc":
        return crc16(bytes(given))
    if kind == "unseal":
        found = unseal(bytes(given))
        return sorted(found.items()) if found is not None else None
    if kind == "switch":
        switch = Switch()
        return [switch.sample(down, ms) for ms, down in given]
    if kind == "dice":
        dice = SmartDice(len(given[0][1]))
        return [dice.sample(faces, ms) for ms, faces in given]
    if kind == "pips":
        return Pocket().face(given)
    if kind == "gravity":
        return gravity_face(*given)
    talk = Conversation("buttons", "btn-a", "chip", 3, 6, 6)
    said = []
    for ms, press, heard in given:
        if press is not None:
            talk.tell("press", press, ms)
        talk.hear(bytes(heard), ms)
        said.append(list(talk.say(ms)))
    return [said, talk.lamps, talk.greeted, talk.held]


with open(sys.argv[2]) as file:
    for row in file:
        print(json.dumps(answers(json.loads(row))))
