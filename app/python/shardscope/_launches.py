"""Launch scripts and configurations, in and out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Optional

from . import _native
from ._presets import program
from ._scenario import Scenario, ScenarioLike, asked_of, load, load_asked, strings_of


def import_launch(
    launch: ScenarioLike,
    /,
    *,
    environment: Optional[Mapping[str, Any]] = None,
    arguments: Iterable[Any] = (),
    files: Iterable[str | os.PathLike[str]] = (),
    **settings: Any,
) -> Scenario:
    """The scenario of a launch script, a framework's configuration or a model's config.json, as a file or as its text.

    ``environment`` and ``arguments`` are what the script takes from outside, ``files`` further ones that it reads.
    What wasn't understood is in the scenario's ``notices``.
    """
    asked = asked_of(launch, settings)
    named = tuple((str(key), str(value)) for key, value in (environment or {}).items())
    return load_asked(
        asked._replace(
            environment=named,
            arguments=strings_of(arguments, "arguments"),
            files=tuple(os.fspath(file) for file in files),
        )
    )


def export(scenario: ScenarioLike, /, to: str, launcher: Optional[str] = None, **settings: Any) -> str:
    """A scenario as a framework's launch flags or configuration.

    ``to``: a name among ``presets("frameworks")``; ``launcher``: "torchrun" or "slurm" wraps it in a script.
    What the framework can't express stands above it in comments, and the text reads back as the same scenario.
    """
    options = [f"--to={to}"] + ([f"--launcher={launcher}"] if launcher else [])
    asked = asked_of(load(scenario, settings), {})
    return _native.run(program(), asked.words("export", *options), asked.text, named=asked.source)
