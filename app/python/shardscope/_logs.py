"""What was measured, beside what is predicted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Sequence, Union

from ._errors import wrong
from ._plain import json_text
from ._presets import program, run
from ._scenario import Scenario, ScenarioLike, asked_of, file_word, load, settings_of
from ._section import Section


def measured(
    log: Union[str, os.PathLike[str]], /, scenario: Optional[ScenarioLike] = None, **settings: Any
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
        words.append(file_word(log, "log"))
    words.append("--json")
    if scenario is not None:
        words += _plan_words(load(scenario, settings))
    else:
        words += [f"--set={key}={value}" for key, value in settings_of(settings)]
    return Section(json.loads(run(words, text, named=words[1])))


def calibrate(
    files: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    /,
    name: str,
    scenario: Union[None, ScenarioLike, Sequence[ScenarioLike]] = None,
    **settings: Any,
) -> Section:
    """Fits a GPU's constants to your own runs and keeps them as a GPU preset, which every function takes by its name.

    ``files``: one or several training logs, files of runs as ``validate`` reads them, outputs of nccl-tests, tables of
    products (.csv). ``scenario``: the logs' plan, or a list with one for each file; ``settings`` say what is missing,
    as ``cluster={"gpu": "h100-sxm"}``. What comes back says how far each constant moved (ratios), what is left of its
    spread, ``preset``, the name to take it by, and ``file``, where it is kept.
    """
    if not isinstance(files, (str, os.PathLike, Iterable)):
        raise wrong("files", f"{files!r:.80} of type {type(files).__name__} is neither a path nor a list of them")
    listed = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    if not listed:
        raise wrong("files", "is empty; give a log or a file of runs")
    if not isinstance(name, str) or not name.strip():
        raise wrong("name", f"{name!r:.80} is no name to keep it by")
    words = ["calibrate", *(file_word(file, "files") for file in listed), f"--as={name}", "--json"]
    plans: Sequence[Any] = scenario if isinstance(scenario, (list, tuple)) else [scenario]
    words += [f"--scenario={load(plan, {}).code()}" for plan in plans if plan is not None]
    words += [f"--set={key}={value}" for key, value in settings_of(settings)]
    named = words[1] if len(listed) == 1 else "files"
    fitted = Section(json.loads(run(words, named=named, called={"--as": "name"})))
    program.cache_clear()  # whoever asks next finds the new GPU among the presets
    return fitted


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
        return Section(json.loads(run(["validate", "--json"])))
    if isinstance(runs, (str, os.PathLike)):
        word = file_word(runs, "runs")
        return Section(json.loads(run(["validate", word, "--json"], named=word)))
    return Section(json.loads(run(["validate", "-", "--json"], json_text(runs, "runs"), named="runs")))
