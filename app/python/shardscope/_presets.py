"""What the program comes with, and what a person has beside it."""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Iterable
from typing import Any

from . import _native
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


def words_for_native(words: Iterable[Any]) -> list[str]:
    """Of a command line; what is no text is said as one, and refused where it is no such name."""
    return [as_text(str(word)) for word in words]


def run(words: Iterable[Any], text: str = "", named: str = "") -> str:
    """What a command of the command line prints."""
    return _native.run(program(), words_for_native(words), as_text(text), named=named)


def presets(kind: str = "scenarios") -> Table:
    """A row for each preset of a kind, with its name, title, chief figures (SI units) and source.

    ``kind``: "scenarios", "models", "gpus", "clusters", "frameworks" or "schemas".
    """
    return Table(json.loads(run(["list", kind, "--json"])))


def preset(kind: str, name: str) -> Section:
    """A preset in full. ``kind``: "model", "gpu", "cluster", "scenario", "framework", or "schema" for a kind's own."""
    found: Any = wrapped(json.loads(run(["show", kind, name], named=str(name))), str(name))
    section: Section = found
    return section
