"""What the program comes with, and what a person has beside it."""

from __future__ import annotations

import functools
import json
import warnings
from typing import Any

from . import _native
from ._section import Section, wrapped
from ._table import Table


@functools.lru_cache(maxsize=1)
def program() -> _native.Presets:
    """The presets, read when they are first wanted."""
    presets = _native.Presets()
    for line in presets.refused:
        warnings.warn(line, stacklevel=3)
    return presets


def presets(kind: str = "scenarios") -> Table:
    """A row for each preset of a kind, with its name, title, chief figures (SI units) and source.

    ``kind``: "scenarios", "models", "gpus", "clusters", "frameworks" or "schemas".
    """
    return Table(json.loads(_native.run(program(), ["list", kind, "--json"])))


def preset(kind: str, name: str) -> Section:
    """A preset in full. ``kind``: "model", "gpu", "cluster", "scenario", "framework", or "schema" for a kind's own."""
    found: Any = wrapped(json.loads(_native.run(program(), ["show", kind, name], named=name)), name)
    section: Section = found
    return section
