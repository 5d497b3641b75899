"""Launch scripts and configurations, in and out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

from ._errors import wrong
from ._plain import as_text
from ._presets import run
from ._scenario import Scenario, ScenarioLike, asked_of, file_word, load, load_asked, strings_of


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

    ``environment`` and ``arguments`` are what the script takes from outside, ``files`` further ones that it reads.
    What wasn't understood is in the scenario's ``notices``, in the command line's words: what they say by
    --set KEY=VALUE is a setting here, by --env an entry of ``environment``, behind -- one of ``arguments``.
    """
    asked = asked_of(launch, settings)
    if environment is not None and not isinstance(environment, Mapping):
        raise wrong("environment", f"{environment!r:.80} is no dict of names and values")
    named = tuple(
        (as_text(str(key), "environment"), as_text(str(value), "environment"))
        for key, value in (environment or {}).items()
    )
    if not isinstance(files, (str, os.PathLike, Iterable)):
        raise wrong("files", f"{files!r:.80} of type {type(files).__name__} is no list of paths")
    listed = [files] if isinstance(files, (str, os.PathLike)) else files
    return load_asked(
        asked._replace(
            environment=named,
            arguments=strings_of(arguments, "arguments"),
            files=tuple(file_word(file, "files") for file in listed),
        )
    )


def export(scenario: ScenarioLike, /, to: str, launcher: Optional[str] = None, **settings: Any) -> str:
    """A scenario as a framework's launch flags or configuration.

    ``to``: "megatron", "torchtitan", …; of what ``presets("frameworks")`` has, those that aren't a dialect or release of
    another, and an unknown name says which. ``launcher``: "torchrun" or "slurm" wraps it in a script.
    What the framework can't express stands above it in comments, and the text reads back as the same scenario.
    """
    options = [f"--to={to}"] + ([f"--launcher={launcher}"] if launcher else [])
    asked = asked_of(load(scenario, settings), {})
    return run(asked.words("export", *options), asked.text, named=asked.source)
