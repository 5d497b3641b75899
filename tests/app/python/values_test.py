"""What was read is a value, whatever becomes of its files; and what runs out of memory or threads is said."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import shardscope
from checkout import LOGS, SCRIPT, SMALL, program

PRESET = "llama3-70b-4096-h100"


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def changes(self, file, other):
        """Leaves the file as another text, then as none, then in another folder."""
        file.write_text(other)
        yield "changed"
        file.unlink()
        yield "gone"
        os.chdir("/")
        yield "elsewhere"

    def all_of(self, value):
        """What can be asked of it further."""
        found = shardscope.search(value, vary={"plan.tp": "2..4", "plan.cp": [1], "plan.pp": [2]}, top=1)
        settings = {"run": {"tokens": 10**12}}
        return (
            shardscope.evaluate(value).as_dict(),
            shardscope.evaluate(value, **settings).as_dict(),
            shardscope.export(value, to="megatron"),
            shardscope.export(value, to="megatron", **settings),
            list(shardscope.sweep(value, {"plan.zero": [0, 1]})),
            found.as_dict()["best"],
            shardscope.view(value, "memory").svg,
            shardscope.import_launch(value, **settings).as_dict(),
            shardscope.measured(LOGS / "megatron-pairs.log", value)["predicted"],
        )


class Files(InAFolder):
    def test_a_scenario_of_a_file_is_what_was_read(self):
        file = self.folder / "small.json"
        file.write_text(json.dumps(SMALL))
        report, scenario = shardscope.evaluate("small.json"), shardscope.import_launch("small.json")
        wanted = self.all_of(report)
        self.assertEqual(wanted[0]["scenario"]["plan"]["tp"], 8)
        for what in self.changes(file, json.dumps({**SMALL, "plan": {**SMALL["plan"], "tp": 4, "dp": 8}})):
            for value in (report, scenario):
                with self.subTest(what=what, value=type(value).__name__):
                    self.assertEqual(self.all_of(value), wanted)

    def test_a_file_that_is_read_anew_is_what_it_is_now(self):
        file = self.folder / "small.json"
        for tp in (8, 4):
            file.write_text(json.dumps({**SMALL, "plan": {**SMALL["plan"], "tp": tp, "dp": 32 // tp}}))
            self.assertEqual(shardscope.evaluate("small.json").scenario.as_dict()["plan"]["tp"], tp)


class Launches(InAFolder):
    GIVEN = {"environment": {"TP": 4}, "arguments": [4], "cluster": {"gpu": "h100-sxm"}}

    def setUp(self):
        super().setUp()
        self.file = self.folder / "launch.sh"
        self.file.write_text(SCRIPT)
        (self.folder / "sizes.sh").write_text("LAYERS=32\n")

    def test_a_launch_is_what_was_read_and_given_to_it(self):
        launch = shardscope.import_launch("launch.sh", **self.GIVEN)
        report = shardscope.evaluate(launch)
        wanted, notices = self.all_of(launch), launch.notices
        beside = ["--env=TP=4", "--set=cluster.gpu=h100-sxm"]
        said = program("export", "launch.sh", "--to=megatron", *beside, "--set=run.tokens=1e12", "--", 4)
        self.assertEqual(wanted[3], said)
        for what in self.changes(self.file, SCRIPT.replace("4096", "8192")):
            (self.folder / "sizes.sh").write_text("LAYERS=64\n")
            for value in (launch, report):
                with self.subTest(what=what, value=type(value).__name__):
                    self.assertEqual(self.all_of(value), wanted)
                    read = shardscope.import_launch(value)
                    self.assertEqual((read.framework, read.notices), (launch.framework, notices))

    def test_settings_on_top_do_what_they_do_to_the_launch(self):
        launch = shardscope.import_launch("launch.sh", **self.GIVEN)
        wanted = shardscope.import_launch("launch.sh", **{**self.GIVEN, "cluster": {"gpu": "h100-sxm", "gpus": 64}})
        self.file.unlink()
        followed = shardscope.import_launch(launch, cluster={"gpus": 64})
        self.assertEqual(followed.as_dict(), wanted.as_dict())
        self.assertEqual(followed.notices, wanted.notices)

    def test_what_is_given_to_a_launch_stays_and_more_goes_on_top(self):
        launch = shardscope.import_launch("launch.sh", **self.GIVEN)
        self.assertEqual(shardscope.import_launch(launch).as_dict(), launch.as_dict())
        both = shardscope.import_launch(launch, environment={"TP": 2})
        wanted = shardscope.import_launch("launch.sh", **{**self.GIVEN, "environment": {"TP": 2}})
        self.assertEqual(both.as_dict(), wanted.as_dict())
        text = shardscope.import_launch(SCRIPT.replace(". sizes.sh", "LAYERS=32"), arguments=[4])
        self.assertEqual(shardscope.import_launch(text, environment={"TP": 4}).as_dict()["plan"]["tp"], 4)

    def test_a_launch_with_arguments_is_drawn_from_file_text_and_report(self):
        launch = shardscope.import_launch("launch.sh", **self.GIVEN)
        text = shardscope.import_launch(SCRIPT.replace(". sizes.sh", "LAYERS=32"), **self.GIVEN)
        program("draw", "launch.sh", "--view=launch", "--to=wanted.svg", "--env=TP=4", "--set=cluster.gpu=h100-sxm", "--", 4)
        wanted = (self.folder / "wanted.svg").read_text()
        self.assertEqual(shardscope.view(launch, "launch").svg, wanted)
        self.assertEqual(shardscope.evaluate(launch).view("launch").svg, wanted)
        self.assertIn("<svg", shardscope.view(text, "memory").svg)

    def test_the_window_gets_the_file_where_it_still_is_what_was_read(self):
        told, script = self.folder / "told", self.folder / "shardscope"
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{told}"\n')
        script.chmod(0o755)
        launch = shardscope.import_launch("launch.sh", **self.GIVEN)
        with mock.patch.dict(os.environ, {"SHARDSCOPE": str(script), "DISPLAY": ":0"}):
            self.assertEqual(shardscope.open_window(launch).wait(timeout=60), 0)
            self.assertEqual(told.read_text().split(), ["launch.sh", "--set=cluster.gpu=h100-sxm", "--env=TP=4", "--", "4"])
            (self.folder / "sizes.sh").write_text("LAYERS=64\n")
            self.assertEqual(shardscope.open_window(launch).wait(timeout=60), 0)
        self.assertEqual(shardscope.evaluate(told.read_text()).step_seconds, shardscope.evaluate(launch).step_seconds)

    def test_what_a_script_lacks_is_said_as_python_gives_it(self):
        self.file.write_text(SCRIPT.replace("TP=${TP:-2}", ""))
        with self.assertRaises(shardscope.ScenarioError) as caught:
            shardscope.import_launch("launch.sh", cluster={"gpu": "h100-sxm"})
        said = str(caught.exception)
        self.assertIn("import_launch(…", said)
        self.assertNotRegex(said, "--env|behind --")


class Logs(unittest.TestCase):
    def test_it_is_said_why_nothing_is_predicted(self):
        log = LOGS / "megatron-pairs.log"
        found = shardscope.measured(log, PRESET, plan={"tp": 7})
        self.assertIsNone(found.predicted)
        self.assertEqual(found.no_prediction[0].path, "plan.tp")
        self.assertEqual(shardscope.measured(log, SMALL).no_prediction, [])
        with self.assertRaises(shardscope.ScenarioError) as caught:
            shardscope.measured(log, plan={"tpp": 7})
        self.assertEqual(caught.exception.path, "plan.tpp")

    def test_a_device_is_no_log(self):
        with self.assertRaisesRegex(shardscope.ScenarioError, "device"):
            shardscope.measured("/dev/zero")
        with self.assertRaisesRegex(shardscope.ScenarioError, "device"):
            shardscope.calibrate("/dev/zero", "lab", PRESET)

    def test_scenarios_that_say_the_same_are_equal_and_one_of_them_may_stand_in_a_run(self):
        one, same = shardscope.import_launch(PRESET), shardscope.import_launch(PRESET)
        other = shardscope.import_launch(PRESET, plan={"micro_batch": 2})
        self.assertEqual(one, same)
        self.assertEqual(hash(one), hash(same))
        self.assertNotEqual(one, other)
        self.assertNotEqual(one, PRESET)
        run = {"id": "mine", "source": "ours", "measured": {"step_seconds": 10.5}}
        said = shardscope.validate([{**run, "scenario": one}])
        self.assertEqual(said.as_dict(), shardscope.validate([{**run, "scenario": one.as_dict()}]).as_dict())

    def test_a_list_of_runs_is_validated_as_the_file_that_has_it(self):
        run = {"id": "mine", "source": "our own log", "scenario": SMALL, "measured": {"step_seconds": 10}}
        listed = shardscope.validate([run])
        self.assertEqual(listed.as_dict(), shardscope.validate({"shardscope_runs": 1, "runs": [run]}).as_dict())
        self.assertEqual(listed.runs[0].id, "mine")
        for wrong in ([7], [run, {"scenario": SMALL}], [{"measured": {}}]):
            with self.assertRaises(shardscope.ScenarioError) as caught:
                shardscope.validate(wrong)
            self.assertEqual(caught.exception.path, f"runs[{len(wrong) - 1}]")


class Limits(unittest.TestCase):
    """In a process of its own, which has little: it comes to an exception, or to its result."""

    CODE = """
import resource, sys
import shardscope
shardscope.evaluate("{preset}")
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
try:
    print(len({work}))
except (MemoryError, shardscope.ShardscopeError) as error:
    print(type(error).__name__)
"""

    def said(self, work, size):
        code = self.CODE.format(preset=PRESET, bytes=size, work=work)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_out_of_memory_is_an_exception(self):
        said = self.said(f"shardscope.evaluate_many(['{PRESET}'] * 30_000, threads=2)", 700 << 20)
        self.assertEqual(said, "MemoryError")

    def test_fewer_threads_than_asked_for_do_the_work(self):
        said = self.said(f"shardscope.evaluate_many(['{PRESET}'] * 3_000, fields='fits', threads=1024)", 3 << 30)
        self.assertEqual(said, "3000")


if __name__ == "__main__":
    unittest.main()
