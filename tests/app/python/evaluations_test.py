"""Reports: those of the program, to the last digit, however a scenario is given."""

import json
import os
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

    def test_an_attribute_that_isnt_there_says_which_are(self):
        with self.assertRaisesRegex(AttributeError, "step_seconds"):
            self.report.time.step
        with self.assertRaises(KeyError):
            self.report["time.step"]

    def test_it_shows_itself_in_a_line_and_as_the_verdict_strip(self):
        self.assertNotIn("\n", repr(self.report))
        self.assertIn("Llama 3.1 70B", repr(self.report))
        html = self.report._repr_html_()
        for label in ("Memory per GPU", "Step", "MFU", "Bubble"):
            self.assertIn(label, html)
        self.assertIn("fits", html)

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

    @unittest.skipIf("san" in os.environ.get("LD_PRELOAD", ""), "sanitizers keep what was freed, and find leaks themselves")
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
        self.assertIn("no-such-preset", str(table[1]["problem"]))

    def test_a_sweep_is_the_programs(self):
        wanted = program_json("sweep", PRESET, "--vary", "plan.tp=3,4,8", "--vary", "plan.zero=0,1", "--json")
        table = shardscope.sweep(PRESET, {"plan.tp": [3, 4, 8], "plan.zero": range(2)}, threads=2)
        self.assertEqual(len(table), 6)
        for row, program in zip(table, wanted):
            self.assertEqual({key: row[key] for key in ("plan.tp", "plan.zero")}, program["settings"])
            for field in shardscope.HEADLINE:
                self.assertEqual(row[field], program.get(field))
            self.assertEqual(row["problem"] is None, program["valid"])

    def test_a_table_shows_itself_as_html(self):
        html = shardscope.sweep(PRESET, {"plan.tp": [4, 8]})._repr_html_()
        self.assertEqual(html.count("<tr>"), 3)
        self.assertIn("plan.tp", html)


if __name__ == "__main__":
    unittest.main()
