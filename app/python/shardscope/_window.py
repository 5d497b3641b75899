"""The explorer, opened from Python."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Optional

from ._errors import ShardscopeError, wrong
from ._scenario import Asked, ScenarioLike, load

if TYPE_CHECKING:
    import subprocess


def program_file() -> str:
    """The program of this package, or of the system: $SHARDSCOPE, beside the module, in $PATH."""
    import shutil

    here = os.path.dirname(os.path.abspath(__file__))
    beside = [os.path.join(here, "bin", "shardscope"), os.path.join(here, "..", "..", "shardscope")]
    for place in (os.environ.get("SHARDSCOPE"), *beside, shutil.which("shardscope")):
        if place and os.path.isfile(place) and os.access(place, os.X_OK):
            return os.path.normpath(place)
    raise ShardscopeError("there is no program shardscope beside this package or in $PATH; $SHARDSCOPE may name it")


def _launch_words(asked: Asked) -> list[str]:
    """The launch's file with all that is given to it, for the window shows its text."""
    environment = [f"--env={name}={value}" for name, value in asked.beside.environment]
    behind = ["--", *asked.beside.arguments] if asked.beside.arguments else []
    return [asked.source, *asked.beside.files, *asked.settings_words(), *environment, *behind]


def open_window(report: Optional[ScenarioLike] = None, /, **settings: Any) -> subprocess.Popen[bytes]:
    """Starts the explorer on a report's or any other scenario, in a process of its own, which is returned.

    Needs a display, and says so where there is none.
    """
    import subprocess

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise ShardscopeError(
            "there is no display to open a window on ($DISPLAY, $WAYLAND_DISPLAY); view() draws the same without one"
        )
    if report is None and settings:
        raise wrong("settings", "go on top of a scenario, and none is given", ["none without a scenario"])
    words = [program_file()]
    if report is not None:
        scenario = load(report, settings)
        asked = scenario._asked
        if scenario.framework and asked.source != "-" and scenario._loaded.is_as_read(*asked.beside.native):
            words += _launch_words(asked)
        else:
            words.append(scenario.code())
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
