"""What Home Assistant is told of a table, so that a lamp can light up when it is somebody's turn.

The form is that of https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery and of its binary sensors; every
message is retained, so that a Home Assistant that starts later finds the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from companion.club.topics import OFF, OFFLINE, ON, ONLINE, ClubPlace

PREFIX = "homeassistant"


def discovery(place: ClubPlace, seats: int) -> Iterator[tuple[str, bytes]]:
    """Topic and message of each sensor: a turn for every seat, and that people wait for a helper."""
    node = "tableside_" + sha256(place.base.encode()).hexdigest()[:12]  # ids may hold letters, digits, - and _ alone
    common = {
        "availability_topic": place.online,
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "device": {"identifiers": [node], "name": f"Tableside {place.table}", "manufacturer": "Tableside"},
        "origin": {"name": "Tableside"},
    }
    for seat in range(seats):
        ident = f"{node}_turn_{seat}"
        description = {
            "name": f"Turn of seat {seat + 1}",
            "unique_id": ident,
            "state_topic": place.turn(seat),
            "payload_on": ON.decode(),
            "payload_off": OFF.decode(),
            "icon": "mdi:lamp",
            **common,
        }
        yield f"{PREFIX}/binary_sensor/{ident}/config", json.dumps(description, ensure_ascii=False).encode()
    ident = f"{node}_helper"
    description = {
        "name": "Helper please",
        "unique_id": ident,
        "state_topic": place.helper,
        "value_template": "{{ 'ON' if value else 'OFF' }}",
        "icon": "mdi:hand-back-right",
        **common,
    }
    yield f"{PREFIX}/binary_sensor/{ident}/config", json.dumps(description, ensure_ascii=False).encode()
