"""Scenarios as people give them, and as they were read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from . import _native
from ._errors import Problem, ScenarioError, problems_of, wrong
from ._plain import as_text, json_text, list_of, words_of
from ._presets import program

if TYPE_CHECKING:
    from ._report import Report

SECTIONS = ("model", "cluster", "cluster.gpu", "plan", "run")


WAYS = ("a preset's name", "a path", "a dict", "a text", "a code", "a Report or Scenario of this package")
"""What is taken as a scenario."""


class Beside(NamedTuple):
    """What is given to a launch script beside itself."""

    environment: tuple[tuple[str, str], ...] = ()
    arguments: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def native(self) -> tuple[dict[str, str], list[str], list[str]]:
        return dict(self.environment), list(self.arguments), list(self.files)


class Asked(NamedTuple):
    """A scenario as the command line would be given it."""

    source: str
    text: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    beside: Beside = Beside()
    as_read: Optional[_native.AsRead] = None
    """What was read of it, ``beside`` with it: it is a value from then on, whatever becomes of its files."""

    @property
    def native(self) -> _native.Asked:
        return self.source, "" if self.as_read else self.text, list(self.settings), self.as_read

    def settings_words(self) -> list[str]:
        """As --set takes them."""
        return [f"--set={key}={value}" for key, value in self.settings]

    def words(self, command: str, *options: str) -> list[str]:
        """Of a command line that asks the command of it; what was read goes with them by itself."""
        return [command, self.source, *self.settings_words(), *options]


class Scenario:
    """A scenario that was read, with what of it wasn't understood. A copy, or what is pickled, is what it says."""

    def __init__(self, loaded: _native.Scenario, asked: Asked) -> None:
        self._loaded = loaded
        self._asked = asked

    @property
    def name(self) -> str:
        """What people call it."""
        return self._loaded.name

    @property
    def framework(self) -> str:
        """Of the launch that it was read from; empty for none."""
        return self._loaded.framework

    @property
    def notices(self) -> list[Problem]:
        """What of a launch wasn't understood, was taken for granted, or breaks its framework's rules."""
        return problems_of(self._loaded.notices)

    def as_dict(self) -> dict[str, Any]:
        """As it is said, to be kept in a file: what differs from presets and defaults. Reads back as the same."""
        read: dict[str, Any] = json.loads(self._loaded.text())
        return read

    def as_whole_dict(self) -> dict[str, Any]:
        """As it is evaluated: with every default filled in."""
        read: dict[str, Any] = json.loads(self._loaded.whole_text())
        return read

    def code(self) -> str:
        """As one word for a chat, which every function here, the command line and the window read back."""
        return self._loaded.code()

    def __eq__(self, other: object) -> bool:
        """Whether it says the same."""
        if not isinstance(other, Scenario):
            return NotImplemented
        return self._loaded.text() == other._loaded.text()

    def __hash__(self) -> int:
        return hash(self._loaded.text())

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_again, (self._loaded.text(),)

    def __repr__(self) -> str:
        launch = f", a launch of {self.framework}" if self.framework else ""
        return f"<shardscope.Scenario {self.name or self._asked.source!r}{launch}>"


ScenarioLike = Union[str, "os.PathLike[str]", Mapping[str, Any], Scenario, "Report"]


def settings_of(settings: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Settings by key, those of a section one by one: {"plan": {"tp": 8}} is plan.tp=8."""
    flat: list[tuple[str, str]] = []
    for key, value in settings.items():
        if not isinstance(key, str) or not key:
            raise wrong("settings", f"{key!r:.80} is no field's path, as plan.tp")
        if key in SECTIONS and isinstance(value, Mapping):
            flat += settings_of({f"{key}.{name}": entry for name, entry in value.items()})
        else:
            flat.append((as_text(key), words_of(value, key)))
    return tuple(flat)


def _path_of(path: Union[str, os.PathLike[str]]) -> str:
    """With a slash, so that it is no preset's name and no option."""
    name = os.path.expanduser(os.fspath(path))
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    return as_text(name if "/" in name else os.path.join(".", name))


def file_word(file: Any, what: str) -> str:
    """A path as a word of the command line that is no option and no preset's name."""
    if not isinstance(file, (str, os.PathLike)) or file == "":
        raise wrong(what, f"{file!r:.80} of type {type(file).__name__} is no path", ["a path"])
    return _path_of(file)


def _asked_of_text(scenario: str, more: tuple[tuple[str, str], ...]) -> Asked:
    as_text(scenario)
    if "\n" in scenario or scenario.lstrip().startswith("{"):
        return Asked("-", scenario, more)
    if not scenario or scenario.startswith("-"):
        raise wrong("scenario", f"{scenario!r:.80} is no scenario", WAYS)
    return Asked(os.path.expanduser(scenario), "", more)


def asked_of(scenario: ScenarioLike, settings: Mapping[str, Any]) -> Asked:
    """What the command line would be given for the same."""
    more = settings_of(settings)
    if isinstance(scenario, str):  # first, for it is what most are
        return _asked_of_text(scenario, more)
    from ._report import Report

    if isinstance(scenario, Report):
        scenario = scenario.scenario
    if isinstance(scenario, Scenario):
        asked = scenario._asked
        return asked._replace(settings=asked.settings + more, as_read=scenario._loaded.as_read)
    if isinstance(scenario, Mapping):
        return Asked("-", json_text(scenario), more)
    if isinstance(scenario, os.PathLike):
        return Asked(_path_of(scenario), "", more)
    raise wrong("scenario", f"{scenario!r:.80} of type {type(scenario).__name__} is no scenario", WAYS)


def load(scenario: ScenarioLike, settings: Mapping[str, Any]) -> Scenario:
    """Reads it, without evaluating anything."""
    from ._report import Report

    if isinstance(scenario, Report):
        scenario = scenario.scenario
    if isinstance(scenario, Scenario) and not settings:
        return scenario
    return load_asked(asked_of(scenario, settings))


def load_asked(asked: Asked, beside: Beside = Beside()) -> Scenario:
    """``beside``: what is given on top of what the scenario has already."""
    before = asked.beside
    both = Beside(
        tuple({**dict(before.environment), **dict(beside.environment)}.items()),
        beside.arguments or before.arguments,
        before.files + beside.files,
    )
    return Scenario(program().load(asked.native, *beside.native), asked._replace(beside=both))


def _read_again(text: str) -> Scenario:
    return load_asked(Asked("-", text))


def strings_of(values: Union[str, Iterable[Any]], what: str) -> tuple[str, ...]:
    """A list of words that people may give as numbers too."""
    valid = ["a list of texts and numbers"]
    if isinstance(values, str):
        raise wrong(what, f"{values!r:.80} is one text; a list of them is wanted", valid)
    if isinstance(values, (bytes, bytearray, Mapping)) or not isinstance(values, Iterable):
        raise wrong(what, f"{values!r:.80} of type {type(values).__name__} is no list", valid)
    return tuple(words_of(value, what) for value in list_of(values, what))


__all__ = ["Asked", "Scenario", "ScenarioError", "ScenarioLike", "asked_of", "load", "load_asked", "settings_of"]
