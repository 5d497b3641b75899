"""What was measured, beside what is predicted."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Optional, Sequence, Union

from . import _native
from ._plain import json_text
from ._presets import program
from ._scenario import Scenario, ScenarioLike, asked_of, load, settings_of
from ._section import Section


def measured(
    log: str | os.PathLike[str], /, scenario: Optional[ScenarioLike] = None, **settings: Any
) -> Section:
    """What a training log says, a file or its text, beside the prediction of its plan.

    ``scenario``: the run's plan; without it the plan is taken from the log where that has it, and ``settings`` say
    what is missing, as ``cluster={"gpu": "h100-sxm"}``. Seconds, bytes and tokens per second, as their names say.
    """
    words = ["measured"]
    text = ""
    if isinstance(log, str) and "\n" in log:
        text = log
        words.append("-")
    else:
        path = os.fspath(log)
        words.append(path if "/" in path else os.path.join(".", path))
    words.append("--json")
    if scenario is not None:
        words += _plan_words(load(scenario, settings))
    else:
        words += [f"--set={key}={value}" for key, value in settings_of(settings)]
    return Section(json.loads(_native.run(program(), words, text, named=words[1])))


def _plan_words(scenario: Scenario) -> list[str]:
    """The plan of a log as options: what is no launch as its code, for a log may be what comes as text."""
    asked = asked_of(scenario, {})
    if asked.source == "-" or not scenario.framework:
        return [f"--scenario={scenario.code()}"]
    behind = ["--", *asked.arguments] if asked.arguments else []
    return [f"--scenario={asked.source}", *asked.options(), *behind]


def validate(
    runs: Union[None, str, os.PathLike[str], Mapping[str, Any], Sequence[Mapping[str, Any]]] = None, /
) -> Section:
    """Predicted beside measured, in seconds and bytes, of the public runs, or of a file or a list of your own.

    ``summary`` has the errors (ratios) by group, ``runs`` every run.
    """
    if runs is None:
        return Section(json.loads(_native.run(program(), ["validate", "--json"])))
    if isinstance(runs, (str, os.PathLike)):
        path = os.fspath(runs)
        words = ["validate", path if "/" in path else os.path.join(".", path), "--json"]
        return Section(json.loads(_native.run(program(), words, named=path)))
    return Section(json.loads(_native.run(program(), ["validate", "-", "--json"], json_text(runs), named="runs")))
