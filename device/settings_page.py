"""What pages may set: the page's own file changed key by key, and every setting told with its value and where from."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from device.places import Places
from device.settings import Settings, SettingsError, load_settings, owner_keys, page_tables, save_page_settings
from device.settings_forms import COMMANDS, FORMS, Form
from engine.sentence import say
from webui.command import Reply

FORMAT = "leafwatch-settings/1"

NOT_FOR_PAGES = frozenset(
    {
        ("page", "host"),
        ("page", "port"),
        ("mqtt", "host"),
        ("mqtt", "port"),
        ("mqtt", "user"),
        ("mqtt", "password-file"),
        *(("buttons", command) for command in COMMANDS),
    }
)
"""Where the page listens, where data is sent to, and wires: who can reach this machine decides that, not a page."""

Changes = Mapping[str, Mapping[str, object]]
"""By section and key; None takes back what a page had set."""


class PageSettings:
    """The page's settings of one installation; asked from several threads.

    ``changed`` is called with each change, so that whoever runs with the old settings can take the new.
    """

    def __init__(self, where: Places, changed: Callable[[Changes], None] = lambda changes: None) -> None:
        self._where = where
        self._changed = changed
        self._lock = threading.Lock()

    def load(self) -> Settings:
        """What counts now; raises SettingsError as ``load_settings`` does."""
        return load_settings(self._where)

    def change(self, changes: Changes) -> Reply:
        """Set what is asked, or refuse all of it with a sentence that names what is wrong."""
        with self._lock:
            tables = {section: dict(table) for section, table in page_tables(self._where.page_settings).items()}
            for section, table in changes.items():
                for key, value in table.items():
                    if (section, key) not in FORMS or (section, key) in NOT_FOR_PAGES:
                        return Reply(False, say("A page cannot set {name}.", name=f"{section}.{key}"))
                    if value is None:
                        tables.get(section, {}).pop(key, None)
                    else:
                        tables.setdefault(section, {})[key] = value
            tables = {section: table for section, table in tables.items() if table}
            before = page_tables(self._where.page_settings)
            try:
                save_page_settings(self._where.page_settings, tables)
                self.load()  # pins used twice show only with the owner's file under it
            except SettingsError as error:
                if page_tables(self._where.page_settings) != before:
                    save_page_settings(self._where.page_settings, before)
                mistake = error.mistakes[0]
                return Reply(False, say("{place}: {text}.", place=mistake.place, text=mistake.text))
            except OSError as error:
                return Reply(False, say("The settings cannot be written: {why}.", why=str(error.strerror or error)))
        self._changed(changes)
        return Reply(True, say("Saved."))

    def as_json(self) -> Mapping[str, Any]:
        """Every setting for a page that shows and changes them.

        Raises:
            SettingsError: the owner's file holds mistakes.
        """
        settings, defaults = self.load(), Settings()
        page, owner = page_tables(self._where.page_settings), owner_keys(self._where.config)
        told = []
        for (section, key), form in FORMS.items():
            source = "page" if key in page.get(section, {}) else "owner" if (section, key) in owner else "default"
            told.append(
                {
                    "section": section,
                    "key": key,
                    "value": _value(settings, form),
                    "default": _value(defaults, form),
                    "from": source,
                    "may_set": (section, key) not in NOT_FOR_PAGES,
                    "choices": list(form.choices),
                    "expected": form.expected,
                }
            )
        return {
            "format": FORMAT,
            "file": str(self._where.config),
            "notices": list(settings.notices),
            "settings": told,
        }


def _value(settings: Settings, form: Form) -> object:
    """A value as it stands in a file; None where there is none."""
    name, _, command = form.name.partition(".")
    value: object = {field.name: getattr(settings, field.name) for field in fields(settings)}[name]
    if command:
        assert isinstance(value, Mapping)
        return value.get(command)
    if form.name == "lamp_night" and value is None:
        return "off"
    plain: object = json.loads(json.dumps(value))  # tuples become lists, as JSON and TOML have them
    return plain
