"""What the command line's own commands answer, from Python."""

import os
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import shardscope
from checkout import LAUNCHES, LOGS, PROGRAM, SMALL, program, program_json

PRESET = "llama3-70b-4096-h100"


class Logs(unittest.TestCase):
    def test_a_log_is_the_programs_measured(self):
        file = LOGS / "megatron-pairs.log"
        wanted = program_json("measured", file, "--json")
        self.assertEqual(shardscope.measured(file).as_dict(), wanted)
        self.assertEqual(shardscope.measured(file.read_text()).as_dict(), {**wanted, "file": "-"})

    def test_beside_a_plan_it_has_the_prediction(self):
        file = LOGS / "megatron-pairs.log"
        wanted = program_json("measured", file, "--json", "--scenario", PRESET, "--set", "plan.tp=4")
        found = shardscope.measured(file, PRESET, plan={"tp": 4}).as_dict()
        self.assertEqual(found["predicted"], wanted["predicted"])
        self.assertIsNotNone(shardscope.measured(file.read_text(), SMALL)["predicted"])

    def test_the_logs_own_plan_evaluates_to_what_is_predicted(self):
        run = shardscope.measured(LOGS / "megatron-ranks.log", cluster={"gpu": "h100-sxm"})
        self.assertEqual(shardscope.evaluate(run.scenario).step_seconds, run.predicted.step_seconds)

    def test_a_folder_is_said_to_be_one(self):
        with self.assertRaisesRegex(shardscope.ScenarioError, "folder"):
            shardscope.measured(LOGS)

    def test_validate_is_the_programs(self):
        self.assertEqual(shardscope.validate().as_dict(), program_json("validate", "--json"))


class Calibrations(unittest.TestCase):
    LOG = LOGS / "megatron-ranks.log"
    GPU = {"cluster.gpu": "h100-sxm"}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        before = os.environ.get("XDG_CONFIG_HOME")
        os.environ["XDG_CONFIG_HOME"] = self.folder.name
        self.addCleanup(self.restore, before)

    def restore(self, before):
        """The presets are those of before again."""
        del os.environ["XDG_CONFIG_HOME"]
        if before is not None:
            os.environ["XDG_CONFIG_HOME"] = before
        shardscope._presets.program.cache_clear()

    def test_a_fit_is_the_programs_and_its_gpu_is_taken_by_its_name(self):
        found = shardscope.calibrate(self.LOG, "From Python", **self.GPU).as_dict()
        wanted = program_json("calibrate", self.LOG, "--set=cluster.gpu=h100-sxm", "--as=From Python", "--json")
        self.assertEqual(found, wanted)
        self.assertEqual(found["preset"], "from-python")
        self.assertIn("from-python", shardscope.presets("gpus").column("name"))
        calibrated = shardscope.evaluate(PRESET, **{"cluster.gpu": "from-python"}).as_dict()
        self.assertEqual(calibrated, program_json("report", PRESET, "--set=cluster.gpu=from-python", "--json"))
        self.assertNotEqual(calibrated["time"], shardscope.evaluate(PRESET).as_dict()["time"])

    def test_what_cant_be_fitted_is_one_exception(self):
        for question in (
            lambda: shardscope.calibrate(self.LOG, "lab"),
            lambda: shardscope.calibrate([], "lab"),
            lambda: shardscope.calibrate("no-such.log", "lab"),
            lambda: shardscope.calibrate(self.folder.name, "lab"),
            lambda: shardscope.calibrate(self.LOG, "lab", [PRESET, PRESET]),
            lambda: shardscope.calibrate(self.LOG, "h100-sxm", **self.GPU),
            lambda: shardscope.calibrate(self.LOG, "", **self.GPU),
        ):
            with self.assertRaises(shardscope.ShardscopeError) as caught:
                question()
            self.assertTrue(str(caught.exception))


class Schedules(unittest.TestCase):
    def test_a_schedule_is_the_programs(self):
        wanted = program_json("pipeline", "--schedule=zb-v", "--ranks=4", "--micro-batches=8", "--json")
        found = shardscope.pipeline("zb-v", 4, 8)
        self.assertEqual(found.as_dict(), wanted)
        self.assertIn("zb-v", repr(found))

    def test_times_are_one_or_one_for_each_rank(self):
        wanted = program_json(
            "pipeline", "--schedule=1f1b", "--ranks=2", "--micro-batches=4", "--forward=1,2", "--p2p=0.5", "--json"
        )
        self.assertEqual(shardscope.pipeline("1f1b", 2, 4, forward=[1, 2], p2p=0.5).as_dict(), wanted)

    def test_it_shows_itself_as_a_picture(self):
        picture = shardscope.pipeline("1f1b", 4, 8)._repr_svg_()
        self.assertEqual(ElementTree.fromstring(picture).tag.rpartition("}")[2], "svg")


class Pictures(unittest.TestCase):
    def test_a_view_is_what_the_program_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("timeline", "memory", "step"):
                file = Path(folder, f"{name}.svg")
                program("draw", PRESET, "--view", name, "--to", file)
                report = shardscope.evaluate(PRESET)
                self.assertEqual(shardscope.view(report, name)._repr_svg_(), file.read_text(), name)

    def test_size_theme_and_settings_are_the_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "memory.svg")
            options = ("--view=memory", "--size=900x600", "--theme=light", "--set=plan.zero=1", f"--to={file}")
            program("draw", PRESET, *options)
            report = shardscope.evaluate(PRESET, plan={"zero": 1})
            found = report.view("memory", size=(900, 600), theme="light")
            self.assertEqual(found.svg, file.read_text())
            found.save(Path(folder, "again.svg"))
            self.assertEqual(Path(folder, "again.svg").read_text(), found.svg)

    def test_a_dict_and_a_launch_are_drawn(self):
        self.assertIn("<svg", shardscope.view(shardscope.evaluate(SMALL), "memory").svg)
        with ThreadPoolExecutor(2) as threads:  # one after the other: a drawing's context is the process's
            names = ["memory", "step"] * 3
            drawn = list(threads.map(lambda name: shardscope.view(SMALL, name).svg, names))
        self.assertEqual(drawn[:2] * 3, drawn)
        self.assertIn("tensor-model-parallel-size", shardscope.view(LAUNCHES / "megatron.sh", "launch").svg)


class Window(unittest.TestCase):
    def test_the_explorer_is_started_on_the_report(self):
        with tempfile.TemporaryDirectory() as folder:
            told = Path(folder, "told")
            script = Path(folder, "shardscope")
            script.write_text(f'#!/bin/sh\nprintf %s "$1" >"{told}"\n')
            script.chmod(0o755)
            report = shardscope.evaluate(PRESET, plan={"tp": 4})
            with mock.patch.dict(os.environ, {"SHARDSCOPE": str(script), "DISPLAY": ":0"}):
                self.assertEqual(shardscope.open_window(report).wait(timeout=60), 0)
            again = shardscope.evaluate(told.read_text())
            self.assertEqual(again.step_seconds, report.step_seconds)

    def test_without_a_display_it_says_so(self):
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        code = "import shardscope; shardscope.open_window('gpt4-25k-a100')"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env={**environment, "SHARDSCOPE": PROGRAM}
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("shardscope.ShardscopeError: there is no display", done.stderr)


if __name__ == "__main__":
    unittest.main()
