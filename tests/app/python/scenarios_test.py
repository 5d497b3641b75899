"""Scenarios that are read from launches, and what of them is kept."""

import tempfile
import unittest
from pathlib import Path

import shardscope
from checkout import LAUNCHES, SCRIPT, SMALL, program, program_json


class Launches(unittest.TestCase):
    def test_a_launch_is_the_programs_import(self):
        for file in sorted(LAUNCHES.iterdir()):
            if file.name in ("megatron.sh", "torchtitan.toml", "nanotron.yaml"):
                self.assertEqual(shardscope.import_launch(file).as_dict(), program_json("import", file), file.name)

    def test_what_a_script_takes_from_outside_is_given(self):
        with tempfile.TemporaryDirectory() as folder:
            script, sizes = Path(folder, "launch.sh"), Path(folder, "given.sh")
            script.write_text(SCRIPT.replace("sizes.sh", "given.sh"))
            sizes.write_text("LAYERS=32\n")
            launch = shardscope.import_launch(
                script, environment={"TP": 4}, arguments=[4], files=[sizes], cluster={"gpu": "h100-sxm"}
            )
            plan = launch.as_dict()["plan"]
            self.assertEqual((plan["tp"], plan["pp"]), (4, 2))
            self.assertEqual(launch.framework[:8], "megatron")
            wanted = program_json(
                "report", script, sizes, "--json", "--env=TP=4", "--set=cluster.gpu=h100-sxm", "--", "4"
            )
            self.assertEqual(shardscope.evaluate(launch).as_dict(), wanted)
            table = shardscope.sweep(launch, {"plan.pp": [1, 2]}, fields="time.step_seconds")
            self.assertEqual(table[1]["time.step_seconds"], wanted["time"]["step_seconds"])
        # What was read is what is evaluated, also where its files are gone.
        for report in shardscope.evaluate_many([launch, shardscope.evaluate(launch)]):
            self.assertEqual(report.as_dict()["time"], wanted["time"])
        table = shardscope.evaluate_many([launch], fields="time.step_seconds")
        self.assertEqual(table[0]["time.step_seconds"], wanted["time"]["step_seconds"])

    def test_what_is_worth_knowing_of_a_launch_is_a_notice(self):
        notices = shardscope.import_launch(LAUNCHES / "megatron.sh").notices
        self.assertTrue(all(notice.message for notice in notices))

    def test_a_scenario_keeps_and_shows_itself(self):
        scenario = shardscope.import_launch(SMALL)
        self.assertEqual(scenario.as_dict()["plan"]["tp"], 8)
        self.assertIn("Small", repr(scenario))
        self.assertIn("zero", scenario.as_whole_dict()["plan"])
        self.assertTrue(scenario.code().startswith("shardscope1_"))

    def test_the_text_of_a_launch_is_a_launch(self):
        text = (LAUNCHES / "megatron.sh").read_text()
        self.assertEqual(
            shardscope.import_launch(text).as_dict(), program_json("import", "-", text=text)
        )


class Exports(unittest.TestCase):
    def test_an_export_is_the_programs_and_reads_back(self):
        for to in ("megatron", "torchtitan"):
            text = shardscope.export("llama3-70b-4096-h100", to=to, launcher="slurm")
            self.assertEqual(text, program("export", "llama3-70b-4096-h100", "--to", to, "--launcher", "slurm"))
            back = shardscope.evaluate(text)
            self.assertEqual(back.step_seconds, shardscope.evaluate("llama3-70b-4096-h100").step_seconds)

    def test_a_dict_is_exported_with_its_settings(self):
        text = shardscope.export(SMALL, to="megatron", plan={"tp": 4, "dp": 8})
        self.assertIn("--tensor-model-parallel-size 4", text)


class Presets(unittest.TestCase):
    def test_each_kind_is_the_programs_list(self):
        for kind in ("scenarios", "models", "gpus", "clusters", "frameworks"):
            self.assertEqual(list(shardscope.presets(kind)), program_json("list", kind, "--json"))

    def test_a_preset_is_shown_in_full(self):
        self.assertEqual(shardscope.preset("model", "llama3-8b").as_dict(), program_json("show", "model", "llama3-8b"))
        self.assertEqual(shardscope.preset("gpu", "h100-sxm").memory_bytes, 80e9)


if __name__ == "__main__":
    unittest.main()
