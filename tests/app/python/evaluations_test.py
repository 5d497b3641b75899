"""Reports: those of the program, to the last digit, however a scenario is given."""

import copy
import json
import os
import pickle
import tempfile
import threading
import unittest
from pathlib import Path

import shardscope
from checkout import LAUNCHES, SMALL, program_json

THREADED_EVALUATIONS = 10_000
PRESET = "llama3-70b-4096-h100"


class EveryPreset(unittest.TestCase):
    def test_the_report_is_the_programs_to_the_last_digit(self):
        names = shardscope.presets().column("name")
        self.assertGreater(len(names), 10)
        for name, wanted in zip(names, program_json("report", *names, "--json")):
            self.assertEqual(shardscope.evaluate(name).as_dict(), wanted, name)

    def test_so_is_that_of_a_launch_with_its_frameworks_rules(self):
        for file in (LAUNCHES / "megatron.sh", LAUNCHES / "torchtitan.toml"):
            wanted = program_json("report", file, "--json")
            self.assertIn("rules", wanted)
            self.assertEqual(shardscope.evaluate(file).as_dict(), wanted)


class OneScenarioInManyWays(unittest.TestCase):
    def test_dict_file_text_and_code_give_the_same(self):
        wanted = shardscope.evaluate(SMALL).as_dict()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "small.json")
            file.write_text(json.dumps(SMALL))
            code = shardscope.import_launch(file).code()
            for same in (file, str(file), json.dumps(SMALL), code, shardscope.import_launch(SMALL)):
                self.assertEqual(shardscope.evaluate(same).as_dict(), wanted)
        self.assertEqual(shardscope.evaluate(shardscope.evaluate(SMALL)).as_dict(), wanted)

    def test_a_config_json_is_a_scenario_of_the_model_alone(self):
        config = {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
                  "intermediate_size": 11008, "vocab_size": 32000, "max_position_embeddings": 4096}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "config.json")
            file.write_text(json.dumps(config))
            wanted = program_json("report", file, "--json", "--set=plan.micro_batch=2")
            for same in (file, config, file.read_text()):
                self.assertEqual(shardscope.evaluate(same, plan={"micro_batch": 2}).as_dict(), wanted)

    def test_a_copy_and_what_was_pickled_are_the_same(self):
        report = shardscope.evaluate(PRESET, plan={"tp": 4})
        for same in (copy.deepcopy(report), pickle.loads(pickle.dumps(report))):
            self.assertEqual(same.as_dict(), report.as_dict())
        launch = shardscope.import_launch(LAUNCHES / "megatron.sh")
        self.assertEqual(pickle.loads(pickle.dumps(launch)).as_dict(), launch.as_dict())
        with self.assertRaises(shardscope.PlanError) as caught:
            shardscope.evaluate(PRESET, plan={"tp": 7})
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(str(again), str(caught.exception))
        self.assertEqual(again.report.peak_bytes, caught.exception.report.peak_bytes)

    def test_settings_are_those_of_the_command_line(self):
        wanted = program_json("report", PRESET, "--json", "--set", "plan.tp=4", "--set", "model=llama3-8b")
        given = (
            {"plan": {"tp": 4}, "model": "llama3-8b"},
            {"plan.tp": 4, "model": "llama3-8b"},
            {"plan.tp": "4", "model": "llama3-8b"},
        )
        for settings in given:
            self.assertEqual(shardscope.evaluate(PRESET, **settings).as_dict(), wanted)

    def test_settings_go_on_top_of_what_was_read(self):
        base = shardscope.import_launch(PRESET, plan={"tp": 4})
        wanted = program_json("report", PRESET, "--json", "--set", "plan.tp=4", "--set", "plan.zero=1")
        self.assertEqual(shardscope.evaluate(base, plan={"zero": 1}).as_dict(), wanted)

    def test_numbers_of_numpy_are_numbers(self):
        numpy = __import__("numpy")
        wanted = shardscope.evaluate(PRESET, plan={"tp": 4}).as_dict()
        self.assertEqual(shardscope.evaluate(PRESET, plan={"tp": numpy.int64(4)}).as_dict(), wanted)


class AReport(unittest.TestCase):
    def setUp(self):
        self.report = shardscope.evaluate(PRESET)
        self.values = self.report.as_dict()

    def test_its_attributes_are_its_jsons(self):
        values = self.values
        self.assertEqual(self.report.step_seconds, values["time"]["step_seconds"])
        self.assertEqual(self.report.time.step_seconds, values["time"]["step_seconds"])
        self.assertEqual(self.report.peak_bytes, values["memory"]["peak_bytes"])
        self.assertEqual(self.report["memory.stages.0.total_bytes"], values["memory"]["stages"][0]["total_bytes"])
        self.assertEqual(self.report.memory.stages[0].total_bytes, values["memory"]["stages"][0]["total_bytes"])
        self.assertEqual(set(self.report), set(values))
        self.assertEqual(self.report.fields(*shardscope.HEADLINE)["throughput.mfu"], values["throughput"]["mfu"])
        self.assertIn("memory.stages.0.total_bytes", self.report)
        self.assertNotIn("memory.stages.99", self.report)

    def test_an_attribute_that_isnt_there_says_which_are(self):
        with self.assertRaisesRegex(AttributeError, "step_seconds"):
            self.report.time.step
        with self.assertRaisesRegex(KeyError, "time has no step; it has step_seconds"):
            self.report["time.step"]
        with self.assertRaisesRegex(KeyError, "it is a list of 4"):
            self.report["memory.stages.99"]

    def test_it_shows_itself_in_a_line_and_as_the_verdict_strip(self):
        self.assertNotIn("\n", repr(self.report))
        self.assertIn("Llama 3.1 70B", repr(self.report))
        html = self.report._repr_html_()
        for label in ("Memory per GPU", "Step", "MFU", "Bubble"):
            self.assertIn(label, html)
        self.assertIn("fits", html)

    def test_a_section_shows_its_figures_in_a_line_and_as_a_table(self):
        self.assertIn(f"step_seconds {self.report.step_seconds:.4g}", repr(self.report.time))
        self.assertNotIn("\n", repr(self.report.run))
        self.assertIn(f"<td>{self.report.step_seconds:.6g}</td>", self.report.time._repr_html_())

    def test_every_stages_tensors_are_there_when_asked_for(self):
        wanted = program_json("report", PRESET, "--json", "--tensors")
        self.assertEqual(self.report.as_dict(tensors=True), wanted)


class Many(unittest.TestCase):
    def test_ten_thousand_from_two_threads_are_those_from_one(self):
        degrees = (1, 2, 4, 8)
        wanted = {tp: shardscope.evaluate(SMALL, plan={"tp": tp, "dp": 32 // tp}).step_seconds for tp in degrees}
        wrong = []

        def work(first):
            for i in range(first, THREADED_EVALUATIONS, 2):
                tp = degrees[i % len(degrees)]
                found = shardscope.evaluate(SMALL, plan={"tp": tp, "dp": 32 // tp}).step_seconds
                if found != wanted[tp]:
                    wrong.append((tp, found))

        threads = [threading.Thread(target=work, args=(first,)) for first in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_ten_thousand_at_once_from_two_threads_are_those_from_one(self):
        degrees = (1, 2, 4, 8)
        plans = [
            {**SMALL, "plan": {**SMALL["plan"], "tp": tp, "dp": 32 // tp, "micro_batch": micro_batch}}
            for tp in degrees
            for micro_batch in (1, 2)
        ] * (THREADED_EVALUATIONS // 8)
        fields = (*shardscope.HEADLINE, "throughput.hfu")
        two = shardscope.evaluate_many(plans, fields=fields, threads=2)
        self.assertEqual(two, shardscope.evaluate_many(plans[:8], fields=fields, threads=1) * (len(plans) // 8))
        self.assertEqual(len({row["time.step_seconds"] for row in two}), 8)

    @unittest.skipIf("san" in os.environ.get("LD_PRELOAD", ""), "sanitizers keep what was freed, and find leaks")
    def test_evaluations_leave_nothing_behind(self):
        def resident():
            with open("/proc/self/statm", encoding="ascii") as numbers:
                return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        def work(count):
            for _ in range(count):
                shardscope.evaluate(SMALL, plan={"tp": 4, "dp": 8}).as_dict()
            shardscope.evaluate_many([SMALL] * count, fields=shardscope.HEADLINE, threads=2)

        work(300)
        before = resident()
        work(1500)
        # One report takes some 100 KB: a leak of each would be 300 MB.
        self.assertLess(resident() - before, 8e6)

    def test_many_at_once_are_those_one_by_one_in_order(self):
        names = shardscope.presets().column("name")
        for threads in (1, 3):
            for name, report in zip(names, shardscope.evaluate_many(names, threads=threads)):
                self.assertEqual(report.as_dict(), shardscope.evaluate(name).as_dict(), name)
        table = shardscope.evaluate_many(names, fields=shardscope.HEADLINE)
        self.assertEqual(table.column("time.step_seconds"), [shardscope.evaluate(name).step_seconds for name in names])

    def test_fields_in_one_text_may_have_blanks_between(self):
        table = shardscope.evaluate_many([PRESET], fields="fits, time.step_seconds ,memory.peak_bytes")
        self.assertEqual(list(table[0]), ["fits", "time.step_seconds", "memory.peak_bytes"])

    def test_one_that_fails_is_raised_or_stays_in_its_place(self):
        asked = [PRESET, "no-such-preset", {**SMALL, "plan": {**SMALL["plan"], "tp": 7}}]
        with self.assertRaises(shardscope.ScenarioError):
            shardscope.evaluate_many(asked)
        found = shardscope.evaluate_many(asked, errors="return")
        self.assertIsInstance(found[0], shardscope.Report)
        self.assertNotIsInstance(found[1], shardscope.PlanError)
        self.assertIsInstance(found[2], shardscope.PlanError)
        table = shardscope.evaluate_many(asked, fields="fits", errors="return")
        self.assertEqual(table.column("fits"), [True, None, None])
        self.assertIsNone(table[0]["problem"])
        self.assertIn("no-such-preset", str(table[1]["problem"]))

    def test_one_that_is_no_scenario_says_its_place(self):
        with self.assertRaisesRegex(shardscope.ScenarioError, r"scenarios\[1\]: scenario: 7 of type int"):
            shardscope.evaluate_many([PRESET, 7])
        with self.assertRaisesRegex(shardscope.ScenarioError, r"scenarios\[2\]: plan.tp: "):
            shardscope.evaluate_many([SMALL, SMALL, {**SMALL, "plan": {**SMALL["plan"], "tp": 7}}])
        found = shardscope.evaluate_many([7, SMALL, {"model": float("nan")}], fields="fits", errors="return")
        self.assertEqual([row["problem"] is None for row in found], [False, True, False])

    def test_the_first_that_fails_is_raised_with_its_place_also_of_many_of_one_name(self):
        with self.assertRaises(shardscope.ScenarioError) as refused:
            shardscope.evaluate_many(["nope", 3])
        self.assertEqual(refused.exception.source, "scenarios[0] nope")
        plans = [shardscope.import_launch(PRESET, plan={"tp": tp}) for tp in (4, 3, 8)]
        for fields in (None, "time.step_seconds"):
            with self.assertRaises(shardscope.ScenarioError) as refused:
                shardscope.evaluate_many(plans, fields=fields)
            self.assertEqual(refused.exception.source, f"scenarios[1] {PRESET}")

    def test_threads_may_be_any_whole_number(self):
        class Whole:
            def __index__(self):
                return 2

        self.assertEqual(len(shardscope.evaluate_many([PRESET], threads=Whole())), 1)
        for threads in (True, 0, 2.0, "2"):
            with self.assertRaises(shardscope.UsageError):
                shardscope.evaluate_many([PRESET], threads=threads)

    def test_a_sections_dict_changes_its_own_keys_in_a_sweep_too(self):
        by_section = shardscope.sweep(PRESET, {"plan": [{"tp": 4}, {"tp": 8, "pp": 2}]})
        self.assertEqual(by_section[0]["time.step_seconds"], shardscope.evaluate(PRESET, plan={"tp": 4}).time.step_seconds)

    def test_a_sweep_is_the_programs(self):
        wanted = program_json("sweep", PRESET, "--vary", "plan.tp=3,4,8", "--vary", "plan.zero=0,1", "--json")
        table = shardscope.sweep(PRESET, {"plan.tp": [3, 4, 8], "plan.zero": range(2)}, threads=2)
        self.assertEqual(len(table), 6)
        for row, program in zip(table, wanted):
            self.assertEqual({key: row[key] for key in ("plan.tp", "plan.zero")}, program["settings"])
            for field in shardscope.HEADLINE:
                self.assertEqual(row[field], program.get(field))
            self.assertEqual(row["problem"] is None, program["valid"])

    def test_a_sweep_of_nothing_that_can_be_read_raises(self):
        for base, vary in (("no-such-preset", {"plan.tp": [1]}), (PRESET, {"plan.tpp": [1, 2]})):
            with self.assertRaises(shardscope.ScenarioError):
                shardscope.sweep(base, vary)
        self.assertEqual(len(shardscope.sweep(PRESET, {"plan.tp": [3, 7]})), 2)


if __name__ == "__main__":
    unittest.main()
