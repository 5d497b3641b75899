"""What the program comes with, and what a person has beside it."""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional

from . import _native
from ._errors import wrong
from ._plain import as_text
from ._section import Section, wrapped
from ._table import Table


@functools.lru_cache(maxsize=1)
def program() -> _native.Presets:
    """The presets, read when they are first wanted."""
    presets = _native.Presets()
    for line in presets.refused:
        warnings.warn(line, stacklevel=3)
    return presets


def words_for_native(words: Iterable[Any], called: Mapping[str, str] = {}) -> list[str]:
    """Of a command line; what is no text is said as one, and refused where it is no such name."""
    return [_word_for_native(str(word), called) for word in words]


def _word_for_native(word: str, called: Mapping[str, str]) -> str:
    """What is wrong with the value of an option is said of the argument that it comes from."""
    option, equals, value = word.partition("=")
    if equals and option.startswith("--"):
        as_text(value, called.get(option, option[2:].replace("-", "_")))
    return as_text(word)


def run(
    words: Iterable[Any],
    text: str = "",
    named: str = "",
    called: Optional[Mapping[str, str]] = None,
    as_read: Optional[_native.AsRead] = None,
) -> str:
    """What a command of the command line prints. ``called``: by an option, the argument that is called otherwise;
    ``as_read``: its scenario, where that was read already. Ctrl-C stops what reads a log, and all else at its end."""
    names = dict(called or {})
    return _native.run(
        program(), words_for_native(words, names), as_text(text), named=named, called=names, as_read=as_read
    )


def _name_word(name: Any, argument: str, valid: Sequence[str] = ()) -> str:
    """A name as a word of a command line, which no option is taken for."""
    if not isinstance(name, str) or not name or name.startswith("-"):
        raise wrong(argument, f"{name!r:.80} is no name", valid or ["a name"])
    return as_text(name, argument)


def presets(kind: str = "scenarios") -> Table:
    """A row for each preset of a kind, with its name, title, chief figures (SI units) and source.

    ``kind``: "scenarios", "models", "gpus", "clusters", "frameworks" or "schemas".
    """
    return Table(json.loads(run(["list", _name_word(kind, "kind", _native.kinds), "--json"])))


def preset(kind: str, name: str) -> Section:
    """A preset in full. ``kind``: "model", "gpu", "cluster", "scenario", or "schema" for a kind's own."""
    words = ["show", _name_word(kind, "kind", _native.shown_kinds)]
    words.append(_name_word(name, "name", program().names(words[1])))
    section: Section = wrapped(json.loads(run(words, named=name, called={"": "name"})), name)
    return section
