"""What was measured, beside what is predicted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Sequence, Union

from . import _native
from ._errors import wrong
from ._plain import json_text, list_of
from ._presets import program, run
from ._scenario import WAYS, Scenario, ScenarioLike, asked_of, file_word, load, settings_of
from ._section import Section


RUNS = ["a path", "a list of dicts, each with id, source, scenario and measured", "a dict with shardscope_runs and runs"]


def measured(
    log: Union[str, os.PathLike[str]], /, scenario: Optional[ScenarioLike] = None, **settings: Any
) -> Section:
    """What a training log says, a file or its text, beside the prediction of its plan.

    ``scenario``: the run's plan; without it the plan is taken from the log where that has it, and ``settings`` say
    what is missing, as ``cluster={"gpu": "h100-sxm"}``. Seconds, bytes and tokens per second, as their names say.
    Where nothing is ``predicted``, ``no_prediction`` says why.
    """
    words = ["measured"]
    text = ""
    if isinstance(log, str) and "\n" in log:
        text = log
        words.append("-")
    else:
        words.append(file_word(log, "log"))
    words.append("--json")
    as_read = None
    if scenario is not None:
        plan, as_read = _plan_words(load(scenario, settings))
        words += plan
    else:
        words += [f"--set={key}={value}" for key, value in settings_of(settings)]
    return Section(json.loads(run(words, text, named=words[1], as_read=as_read)))


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
    paths = ["a path, or a list of such"]
    if isinstance(files, (bytes, bytearray, Mapping)) or not isinstance(files, (str, os.PathLike, Iterable)):
        message = f"{files!r:.80} of type {type(files).__name__} is neither a path nor a list of them"
        raise wrong("files", message, paths)
    listed = [files] if isinstance(files, (str, os.PathLike)) else list_of(files, "files")
    if not listed:
        raise wrong("files", "is empty; give a log or a file of runs", paths)
    if not isinstance(name, str) or not name.strip():
        raise wrong("name", f"{name!r:.80} is no name to keep it by", ["a text, as our-lab"])
    words = ["calibrate", *(file_word(file, "files") for file in listed), f"--as={name}", "--json"]
    plans: Sequence[Any] = scenario if isinstance(scenario, (list, tuple)) else [] if scenario is None else [scenario]
    if any(plan is None for plan in plans) or (scenario is not None and not plans):
        raise wrong("scenario", "a list of plans has one for each file, or one for all of them", WAYS)
    words += [f"--scenario={load(plan, {}).code()}" for plan in plans]
    words += [f"--set={key}={value}" for key, value in settings_of(settings)]
    named = words[1] if len(listed) == 1 else "files"
    fitted = Section(json.loads(run(words, named=named, called={"--as": "name"})))
    program.cache_clear()  # whoever asks next finds the new GPU among the presets
    return fitted


def _plan_words(scenario: Scenario) -> tuple[list[str], Optional[_native.AsRead]]:
    """The plan of a log as options: what is no launch as its code, for a log may be what comes as text."""
    asked = asked_of(scenario, {})
    if asked.source == "-" or not scenario.framework:
        return [f"--scenario={scenario.code()}"], None
    return [f"--scenario={asked.source}", *asked.settings_words()], asked.as_read


def _run_of(run: Any, path: str) -> Mapping[str, Any]:
    """One that has what a prediction is held against."""
    if not isinstance(run, Mapping) or "scenario" not in run or "measured" not in run:
        raise wrong(path, f"{run!r:.80} is no dict with scenario and measured", RUNS[1:2])
    scenario = run["scenario"]
    return {**run, "scenario": scenario.as_dict()} if isinstance(scenario, Scenario) else run


def validate(
    runs: Union[None, str, os.PathLike[str], Mapping[str, Any], Sequence[Mapping[str, Any]]] = None, /
) -> Section:
    """Predicted beside measured, in seconds and bytes, of the public runs, or of a file or a list of your own.

    ``runs``: a path, the dict of such a file, or its list of runs alone, each as {"id": "mine", "source": "our log",
    "scenario": {…}, "measured": {"step_seconds": 10.5}}. ``summary`` has the errors (ratios) by group, ``runs`` every
    run; one that can't be predicted says so by ``valid`` and ``problems``.
    """
    if runs is None:
        return Section(json.loads(run(["validate", "--json"])))
    if isinstance(runs, (str, os.PathLike)):
        word = file_word(runs, "runs")
        return Section(json.loads(run(["validate", word, "--json"], named=word)))
    if isinstance(runs, Sequence) and not isinstance(runs, (bytes, bytearray)):
        if not runs:
            raise wrong("runs", "is empty; give a run with its scenario and what was measured of it", RUNS)
        runs = {"shardscope_runs": 1, "runs": [_run_of(run, f"runs[{place}]") for place, run in enumerate(runs)]}
    if not isinstance(runs, Mapping):
        raise wrong("runs", f"{runs!r:.80} of type {type(runs).__name__} is no list of runs", RUNS)
    return Section(json.loads(run(["validate", "-", "--json"], json_text(runs, "runs"), named="runs")))
