"""Launch scripts and configurations, in and out."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

from ._errors import wrong
from ._plain import as_text, list_of
from ._presets import run
from ._scenario import Beside, Scenario, ScenarioLike, asked_of, file_word, load, load_asked, strings_of

ENVIRONMENT = ["a dict of names and their values, texts or whole numbers"]


def import_launch(
    launch: ScenarioLike,
    /,
    *,
    environment: Optional[Mapping[str, Any]] = None,
    arguments: Iterable[Any] = (),
    files: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]] = (),
    **settings: Any,
) -> Scenario:
    """The scenario of a launch script, a framework's configuration or a model's config.json, as a file or as its text.

    ``environment`` and ``arguments`` are what the script takes from outside, ``files`` further ones that it reads; of a
    Scenario or Report they go on top of what it has been given. What was read counts from then on, whatever becomes of
    the files.
    What wasn't understood is in the scenario's ``notices``; what they say by --set KEY=VALUE is a setting here.
    """
    asked = asked_of(launch, settings)
    if environment is not None and not isinstance(environment, Mapping):
        raise wrong("environment", f"{environment!r:.80} is no dict of names and values", ENVIRONMENT)
    named = tuple(_variable(name, value) for name, value in (environment or {}).items())
    if isinstance(files, (bytes, bytearray, Mapping)) or not isinstance(files, (str, os.PathLike, Iterable)):
        message = f"{files!r:.80} of type {type(files).__name__} is no list of paths"
        raise wrong("files", message, ["a path, or a list of such"])
    listed = [files] if isinstance(files, (str, os.PathLike)) else list_of(files, "files")
    words = tuple(file_word(file, "files") for file in listed)
    return load_asked(asked, Beside(named, strings_of(arguments, "arguments"), words))


def _variable(name: Any, value: Any) -> tuple[str, str]:
    """A name of the environment and its value as a shell has them."""
    if not isinstance(name, str) or re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) is None:
        raise wrong("environment", f"{as_text(repr(name)):.80} is no variable's name, as NNODES", ENVIRONMENT)
    if isinstance(value, str):
        return name, as_text(value, "environment")
    try:
        if isinstance(value, bool):
            raise TypeError
        return name, str(operator.index(value))
    except TypeError:
        message = f"{name}: {value!r:.80} of type {type(value).__name__} is neither a text nor a whole number"
        raise wrong("environment", message, ENVIRONMENT) from None


def export(scenario: ScenarioLike, /, to: str, launcher: Optional[str] = None, **settings: Any) -> str:
    """A scenario as a framework's launch flags or configuration.

    ``to``: "megatron", "torchtitan", …; of what ``presets("frameworks")`` has, those that aren't a dialect or release of
    another, and an unknown name says which. ``launcher``: "torchrun" or "slurm" wraps it in a script.
    What the framework can't express stands above it in comments, and the text reads back as the same scenario.
    """
    options = [f"--to={to}"] + ([f"--launcher={launcher}"] if launcher is not None else [])
    asked = asked_of(load(scenario, settings), {})
    return run(asked.words("export", *options), asked.text, named=asked.source, as_read=asked.as_read)
