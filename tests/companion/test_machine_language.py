"""Terminal and tablet speak the machine's language from the first sentence on."""

import locale

import pytest

from companion.locale.machine_language import machine_language
from companion.preferences import first_preferences


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),  # empty is as if it were not there
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_environment_names_it(environment, language):
    assert machine_language(environment) == language


def test_where_it_names_none_the_system_does(monkeypatch):
    monkeypatch.setattr(locale, "getlocale", lambda: ("German_Germany", "1252"))
    assert machine_language({}) == "de"
    monkeypatch.setattr(locale, "getlocale", lambda: (None, None))
    assert machine_language({}) == "en"


def test_a_system_without_the_data_of_its_own_language_still_opens_a_german_tablet(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setattr(locale, "getlocale", lambda: ("en_US", "UTF-8"))
    assert first_preferences().language == "de"
