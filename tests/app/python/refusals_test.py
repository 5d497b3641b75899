"""What is wrong with what people give: one exception each, with a path, a message and what would be valid."""

import itertools
import pickle
import tempfile
import unittest
from pathlib import Path

import shardscope
from checkout import SMALL

PRESET = "llama3-70b-4096-h100"
ENVIRONMENT = "a dict of names and their values, texts or whole numbers"


class ManyTruths:
    """As NumPy's array of several, which has no one truth."""

    def item(self):
        raise ValueError("can only convert an array of size 1")


class Raises:
    def tolist(self):
        raise OSError("the device is gone")


def cycle():
    values = {"plan": {}}
    values["plan"]["plan"] = values
    return values


def deep(levels=5000):
    value = []
    for _ in range(levels):
        value = [value]
    return {**SMALL, "plan": {"stage_layers": value}}


def small(**plan):
    return {**SMALL, "plan": {**SMALL["plan"], **plan}}


class BadScenarios(unittest.TestCase):
    CASES = {
        "a number": 7,
        "nothing": None,
        "bytes": b"gpt4-25k-a100",
        "a list": [SMALL],
        "an empty text": "",
        "an option": "--help",
        "stdin": "-",
        "no preset": "no-such-preset",
        "an empty dict": {},
        "a cycle": cycle(),
        "deeply nested": deep(),
        "NaN": small(tp=float("nan")),
        "infinity": small(global_batch=float("inf")),
        "a key of another kind": {**SMALL, 7: 8},
        "a set": small(tp={8}),
        "an object": small(tp=object()),
        "a huge list": small(stage_layers=[1] * 1_000_000),
        "a huge number": small(tp=10**400),
        "a text for a number": small(tp="eight"),
        "out of range": small(tp=-8),
        "an unknown key": small(tpp=8),
        "half a surrogate": {**SMALL, "name": "\ud800"},
        "no UTF-8 path": Path("\udcff.json"),
        "a text with zeros": "gpt4\0",
        "broken JSON": '{"shardscope": 1,\n',
        "a broken code": "shardscope1_AAAA",
    }

    def test_each_raises_one_clear_exception(self):
        for name, scenario in self.CASES.items():
            with self.subTest(name):
                with self.assertRaises(shardscope.ScenarioError) as caught:
                    shardscope.evaluate(scenario)
                error = caught.exception
                self.assertTrue(error.message)
                for line in str(error).splitlines():
                    self.assertLess(len(line), 600)

    def test_a_file_that_is_a_folder_is_said_to_be_one(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(shardscope.ScenarioError, "folder|directory"):
                shardscope.evaluate(folder)

    def test_a_value_says_where_it_is_and_what_would_be_valid(self):
        for scenario, path, valid in (
            (small(tp=float("nan")), "plan.tp", "a whole number from 1"),
            (small(tp={8}), "plan.tp", "a whole number from 1"),
            (small(tpp=8), "plan.tpp", "virtual_stages"),
            ({**SMALL, "plann": {}}, "plann", "cluster"),
            (small(tp=-8), "plan.tp", "a whole number from 1"),
            (small(schedule="1f2b"), "plan.schedule", "1f1b"),
            ({**SMALL, "model": "llama9"}, "model", "llama3-8b"),
            ({**SMALL, "model": {"preset": "llama9"}}, "model.preset", "llama3-8b"),
            ({**SMALL, "cluster": {"gpu": {"preset": "h9"}, "gpus": 8}}, "cluster.gpu.preset", "h100-sxm"),
            ({**SMALL, "cluster": {"pools": 3}}, "cluster.pools", "a list of objects"),
            ({**SMALL, "cluster": {"pools": [{"gpu": "h9", "gpus": 8}]}}, "cluster.pools[0].gpu", "h100-sxm"),
            ({**SMALL, "cluster": {"pool": []}}, "cluster.pool", "pools"),
            (small(recompute={"mode": "some"}), "plan.recompute.mode", "selective"),
            ({**SMALL, "plan": 3}, "plan", "tp"),
            ({**SMALL, 7: 8}, "7", "cluster"),
            ("no-such-preset", "", "gpt4-25k-a100"),
            (None, "scenario", "a dict"),
            ("", "scenario", "a preset's name"),
        ):
            with self.assertRaises(shardscope.ScenarioError) as caught:
                shardscope.evaluate(scenario)
            self.assertEqual(caught.exception.path, path)
            self.assertIn(valid, " ".join(caught.exception.valid))

    def test_a_setting_is_refused_as_the_scenarios_value_is(self):
        for settings in ({"plan.tp": float("nan")}, {"plan": {"tp": [8]}}, {"plan.tpp": 8}, {"plan": {"tp": {8}}}):
            with self.assertRaises(shardscope.ScenarioError) as caught:
                shardscope.evaluate(PRESET, **settings)
            self.assertIn("plan.tp", caught.exception.path + caught.exception.message)


    def test_what_is_nested_in_itself_is_said_where_it_begins_again(self):
        for scenario, path, message in (
            (cycle(), "plan.plan", "is nested in itself"),
            (deep(), "plan", "is nested deeper than 64"),
        ):
            with self.assertRaises(shardscope.ScenarioError) as caught:
                shardscope.evaluate(scenario)
            self.assertEqual((caught.exception.path, caught.exception.message), (path, message))

    def test_half_a_surrogate_is_refused_wherever_it_stands(self):
        half = "\ud800"
        for give, path in (
            (lambda: shardscope.evaluate(PRESET, model=half), "model"),
            (lambda: shardscope.evaluate(PRESET, **{half: 8}), ""),
            (lambda: shardscope.evaluate_many([PRESET], fields=[half]), "fields"),
            (lambda: shardscope.sweep(PRESET, {half: [8]}), "vary"),
            (lambda: shardscope.sweep(PRESET, {"plan.schedule": [half]}), "plan.schedule"),
            (lambda: shardscope.import_launch("a.sh", environment={"TP": half}), "environment"),
            (lambda: shardscope.import_launch("a.sh", arguments=[half]), "arguments"),
        ):
            with self.assertRaisesRegex(shardscope.ScenarioError, "no UTF-8") as caught:
                give()
            self.assertEqual(caught.exception.path, path)


class BadPlans(unittest.TestCase):
    def test_a_plan_that_no_machine_runs_raises_with_its_report(self):
        with self.assertRaises(shardscope.PlanError) as caught:
            shardscope.evaluate(PRESET, plan={"tp": 7})
        error = caught.exception
        self.assertFalse(error.report["valid"])
        self.assertIsNone(error.report.step_seconds)
        self.assertIn("7", error.message)
        self.assertEqual(error.problems[0].severity, "error")

    def test_an_error_is_a_value_error(self):
        self.assertTrue(issubclass(shardscope.ScenarioError, ValueError))
        self.assertTrue(issubclass(shardscope.UsageError, ValueError))


class BadQuestions(unittest.TestCase):
    def test_what_was_given_is_said_as_it_was_given(self):
        with self.assertRaisesRegex(shardscope.ShardscopeError, '"a--b"'):
            shardscope.export(PRESET, to="a--b")

    def test_each_raises_what_the_command_line_would_say(self):
        questions = (
            lambda: shardscope.evaluate(PRESET).fields("time.step"),
            lambda: shardscope.evaluate_many([PRESET], fields=["no.such"]),
            lambda: shardscope.evaluate_many([PRESET], fields=[]),
            lambda: shardscope.evaluate_many([PRESET], threads=0),
            lambda: shardscope.evaluate_many([PRESET], errors="ignore"),
            lambda: shardscope.evaluate_many(PRESET),
            lambda: shardscope.evaluate_many(SMALL),
            lambda: shardscope.evaluate_many(7),
            lambda: shardscope.evaluate_many([PRESET], fields=7),
            lambda: shardscope.evaluate_many([PRESET], fields=[7]),
            lambda: shardscope.evaluate_many([PRESET], threads="two"),
            lambda: shardscope.evaluate(PRESET).fields(7),
            lambda: shardscope.sweep(PRESET, "plan.tp"),
            lambda: shardscope.sweep(PRESET, {7: [1]}),
            lambda: shardscope.sweep(PRESET, {}),
            lambda: shardscope.sweep(PRESET, {"plan.tp": 4}),
            lambda: shardscope.sweep(PRESET, {"plan.tp": []}),
            lambda: shardscope.sweep(PRESET, {"plan.tp": range(10**9), "plan.pp": range(10**9)}),
            lambda: shardscope.search(PRESET, objective="speed"),
            lambda: shardscope.search(PRESET, vary={"plan.nothing": [1]}),
            lambda: shardscope.search(PRESET, need="days=30"),
            lambda: shardscope.search(PRESET, need=30),
            lambda: shardscope.search(PRESET, vary="plan.tp"),
            lambda: shardscope.search(PRESET, vary={"plan.tp": 8}),
            lambda: shardscope.search(PRESET, objective="\ud800"),
            lambda: shardscope.import_launch(PRESET, environment="TP=4"),
            lambda: shardscope.import_launch(PRESET, files=7),
            lambda: shardscope.import_launch(PRESET, arguments="4"),
            lambda: shardscope.import_launch(PRESET, arguments=4),
            lambda: shardscope.search(PRESET, top=0),
            lambda: shardscope.export(PRESET, to="no-such-framework"),
            lambda: shardscope.view(PRESET, "no-such-view"),
            lambda: shardscope.view(PRESET, "memory", size=(1, 1)),
            lambda: shardscope.view(PRESET, "memory", size=5),
            lambda: shardscope.view(PRESET, "memory", size=("wide", "high")),
            lambda: shardscope.view(PRESET, 7),
            lambda: shardscope.pipeline("1f1b", 0, 8),
            lambda: shardscope.pipeline("1f2b", 4, 8),
            lambda: shardscope.pipeline("1f1b", 4, 8, forward=float("nan")),
            lambda: shardscope.presets("kinds"),
            lambda: shardscope.preset("model", "no-such-model"),
            lambda: shardscope.preset(7, 7),
            lambda: shardscope.measured(7),
            lambda: shardscope.measured("\ud800"),
            lambda: shardscope.calibrate(7, "lab"),
            lambda: shardscope.measured("no-such.log"),
            lambda: shardscope.measured("/"),
            lambda: shardscope.measured("neither log\nnor run\n"),
            lambda: shardscope.validate("no-such.json"),
            lambda: shardscope.validate([{"scenario": 7}]),
        )
        for number, question in enumerate(questions):
            with self.subTest(number):
                with self.assertRaises(shardscope.ShardscopeError) as caught:
                    question()
                self.assertTrue(str(caught.exception))

    def test_an_argument_says_its_name_and_what_it_takes(self):
        for question, path, valid in (
            (lambda: shardscope.pipeline("1f2b", 4, 8), "schedule", "zb-v"),
            (lambda: shardscope.pipeline("1f1b", -1, 8), "ranks", "a whole number from 1 to 16000000"),
            (lambda: shardscope.pipeline("1f1b", "4", 8), "ranks", "a whole number"),
            (lambda: shardscope.pipeline("1f1b", 4, 1.5), "micro_batches", "a whole number"),
            (lambda: shardscope.pipeline("1f1b", float("nan"), 8), "ranks", None),
            (lambda: shardscope.pipeline("1f1b", 4, 8, forward="slow"), "forward", "a number from 0"),
            (lambda: shardscope.pipeline("1f1b", 4, 8, forward=-1), "forward", "a number from 0 to 1e+15"),
            (lambda: shardscope.pipeline("1f1b", 4, 8, forward=[1, 2]), "forward", None),
            (lambda: shardscope.pipeline("1f1b", 4, 8, memory_limit=3), "memory_limit", None),
            (lambda: shardscope.view(PRESET, "no-such-view"), "name", "timeline"),
            (lambda: shardscope.view(PRESET, theme="pink"), "theme", "print"),
            (lambda: shardscope.view(PRESET, scale=float("nan")), "scale", "a number from 0.5 to 4"),
            (lambda: shardscope.view(PRESET, size=(1, 1)), "size", "WIDTHxHEIGHT, as 1760x1080, each from 16 to 16384"),
            (lambda: shardscope.presets("kinds"), "kind", "gpus"),
            (lambda: shardscope.preset("kinds", "h100-sxm"), "kind", "gpus"),
            (lambda: shardscope.preset("model", "no-such-model"), "name", "llama3-8b"),
            (lambda: shardscope.preset("", "no-such-model"), "kind", "models"),
            (lambda: shardscope.presets(""), "kind", "frameworks"),
            (lambda: shardscope.presets(5), "kind", "frameworks"),
            (lambda: shardscope.calibrate("runs.json", "lab", 5), "scenario", "a dict"),
            (lambda: shardscope.pipeline("\ud800", 4, 8), "schedule", None),
            (lambda: shardscope.view(PRESET, theme="\ud800"), "theme", None),
            (lambda: shardscope.view(PRESET, size=5), "size", "a pair of width and height in pixels, as (1760, 1080)"),
            (lambda: shardscope.search(PRESET, low_end="x"), "low_end", "True"),
            (lambda: shardscope.search(PRESET, every=2), "every", "False"),
            (lambda: shardscope.evaluate(PRESET).as_dict("x"), "tensors", "True"),
            (lambda: shardscope.search(PRESET, need=30), "need", 'a text as "days<=30", or a list of such'),
            (lambda: shardscope.search(PRESET, need="days<="), "need", "a number from 0"),
            (lambda: shardscope.evaluate_many([PRESET], fields=7), "fields", "time.step_seconds"),
            (lambda: shardscope.preset("model", "--help"), "name", None),
            (lambda: shardscope.export(PRESET, to="no-such-framework"), "to", "megatron"),
            (lambda: shardscope.export(PRESET, to="megatron", launcher="mpi"), "launcher", "slurm"),
            (lambda: shardscope.evaluate_many([PRESET], threads=0), "threads", "a whole number from 1 to 1024"),
            (lambda: shardscope.evaluate_many([PRESET], errors="ignore"), "errors", "return"),
            (lambda: shardscope.evaluate(PRESET, **{"": 4}), "settings", None),
            (lambda: shardscope.search(PRESET, objective="speed"), "objective", "throughput"),
            (lambda: shardscope.search(PRESET, top=0), "top", "a whole number from 1 to 1000"),
            (lambda: shardscope.search(PRESET, rules="x"), "rules", "megatron"),
            (lambda: shardscope.search(PRESET, gpus="x"), "gpus", "A..B, two numbers of GPUs"),
            (lambda: shardscope.search(PRESET, front="x"), "front", "memory"),
            (lambda: shardscope.search(PRESET, need="days=30"), "need", "FIGURE<=NUMBER"),
            (lambda: shardscope.search(PRESET, need="speed<=30"), "need", "days"),
            (lambda: shardscope.search(PRESET, vary={"plan.nothing": [1]}), "plan.nothing", "plan.tp"),
            (lambda: shardscope.search(PRESET, vary={"plan.tp": ""}), "plan.tp", None),
            (lambda: shardscope.search(PRESET, vary={"": [1]}), "vary", None),
            (lambda: shardscope.sweep(PRESET, {"": [1]}), "vary", None),
            (lambda: shardscope.search(PRESET, objective=""), "objective", None),
            (lambda: shardscope.search(PRESET, need=["", "days<=30"]), "need", None),
            (lambda: shardscope.search(PRESET, top=""), "top", None),
            (lambda: shardscope.pipeline("", 4, 8), "schedule", None),
            (lambda: shardscope.pipeline("1f1b", 4, 8, forward=[]), "forward", None),
            (lambda: shardscope.pipeline("1f1b", 4, 8, overlapped=[]), "overlapped", None),
            (lambda: shardscope.view(PRESET, ""), "name", None),
            (lambda: shardscope.view(PRESET, theme=""), "theme", None),
            (lambda: shardscope.view(PRESET, scale=""), "scale", None),
            (lambda: shardscope.export(PRESET, ""), "to", None),
            (lambda: shardscope.measured(""), "log", None),
            (lambda: shardscope.evaluate_many([PRESET], fields=["fits,valid", "time.step_seconds"]), "fits,valid", None),
            (lambda: shardscope.evaluate(PRESET).fields("fits,valid"), "fits,valid", None),
            (lambda: shardscope.sweep(PRESET, {"plan.tp": [4]}, fields=["fits,valid"]), "fits,valid", None),
            (lambda: shardscope.search(PRESET, vary={"plan.tp": []}), "plan.tp", "a whole number from 1 to 1048576"),
            (lambda: shardscope.search(PRESET, vary={"plan.tp": b"8"}), "plan.tp", "a whole number from 1 to 1048576"),
            (lambda: shardscope.search(PRESET, vary={"plan.tp": {8: 1}}), "plan.tp", "a whole number from 1 to 1048576"),
            (lambda: shardscope.search(PRESET, vary={"plan.tp": itertools.count(1)}), "plan.tp", None),
            (lambda: shardscope.search(PRESET, vary={"plan.tp": range(10**9)}), "plan.tp", None),
            (lambda: shardscope.search(PRESET, need=itertools.repeat("days<=30")), "need", None),
            (lambda: shardscope.search(PRESET, gpus=0), "gpus", "A..B, two numbers of GPUs"),
            (lambda: shardscope.search(PRESET, gpus=""), "gpus", None),
            (lambda: shardscope.search(PRESET, front=0), "front", "memory"),
            (lambda: shardscope.search(PRESET, front=""), "front", None),
            (lambda: shardscope.search(PRESET, rules=0), "rules", "megatron"),
            (lambda: shardscope.search(PRESET, low_end=ManyTruths()), "low_end", "True"),
            (lambda: shardscope.export(PRESET, to="megatron", launcher=0), "launcher", "slurm"),
            (lambda: shardscope.export(PRESET, to="megatron", launcher=""), "launcher", None),
            (lambda: shardscope.import_launch(PRESET, arguments=b"2"), "arguments", "a list of texts and numbers"),
            (lambda: shardscope.import_launch(PRESET, arguments={2: 3}), "arguments", "a list of texts and numbers"),
            (lambda: shardscope.import_launch(PRESET, arguments=itertools.count()), "arguments", None),
            (lambda: shardscope.import_launch(PRESET, files=b"a.sh"), "files", "a path, or a list of such"),
            (lambda: shardscope.import_launch(PRESET, files=[7]), "files", "a path"),
            (lambda: shardscope.import_launch(PRESET, environment="TP=4"), "environment", ENVIRONMENT),
            *((lambda value=value: shardscope.import_launch(PRESET, environment={"NNODES": value}), "environment",
               ENVIRONMENT) for value in (None, True, float("nan"), 2.0, [2], b"2")),
            *((lambda name=name: shardscope.import_launch(PRESET, environment={name: 2}), "environment", ENVIRONMENT)
              for name in ("", "A=B", "A B", 7)),
            (lambda: shardscope.calibrate(["a.log", "b.log"], "lab", [None, PRESET]), "scenario", "a dict"),
            (lambda: shardscope.calibrate("a.log", "lab", []), "scenario", "a dict"),
            (lambda: shardscope.calibrate("a.log", ""), "name", "a text, as our-lab"),
            (lambda: shardscope.calibrate([], "lab"), "files", "a path, or a list of such"),
            (lambda: shardscope.measured(7), "log", "a path"),
            (lambda: shardscope.evaluate_many(7), "scenarios", "a list of scenarios"),
            (lambda: shardscope.validate([]), "runs", "a path"),
            (lambda: shardscope.validate(7), "runs", "a path"),
            (lambda: shardscope.preset("schema", None), "name", "a name"),
            (lambda: shardscope.pipeline("1f1b", 4, 8, memory_limit=float("nan")), "memory_limit", "a number"),
            (lambda: shardscope.pipeline("1f1b", 4, 8, forward=range(10**9)), "forward", "a number, or a list with one for each rank"),
            (lambda: shardscope.evaluate(PRESET, plan={"tp": Raises()}), "plan.tp", "a whole number from 1 to 1048576"),
        ):
            with self.assertRaises(shardscope.ShardscopeError) as caught:
                question()
            self.assertEqual(caught.exception.path, path)
            self.assertNotRegex(str(caught.exception), "--(?!help)|shardscope")
            self.assertTrue(caught.exception.message)
            if valid:
                self.assertIn(valid, caught.exception.valid)

    def test_a_place_in_a_list_is_a_few_digits(self):
        report = shardscope.evaluate(PRESET)
        for path in ("memory.stages." + "9" * 5000, "memory.stages.\u0660", "memory.stages.-1"):
            with self.assertRaises(KeyError) as caught:
                report[path]
            self.assertLess(len(str(caught.exception)), 600)

    def test_a_name_may_read_as_json_and_a_range_is_a_list(self):
        for name in ("null", "true", "7"):
            self.assertEqual(shardscope.import_launch(PRESET, name=name).name, name)
        self.assertEqual(
            shardscope.pipeline("1f1b", 4, 8, forward=range(1, 5)).as_dict(),
            shardscope.pipeline("1f1b", 4, 8, forward=[1, 2, 3, 4]).as_dict(),
        )

    def test_a_source_that_is_long_is_cut_in_what_is_said(self):
        with self.assertRaises(shardscope.ScenarioError) as caught:
            shardscope.evaluate("x" * 1_000_000)
        self.assertLess(len(str(caught.exception)), 600)

    def test_an_error_of_arguments_survives_pickling(self):
        error = pickle.loads(pickle.dumps(shardscope.UsageError("9 isn't one", "scale", ["a number"])))
        self.assertEqual((error.message, error.path, error.valid), ("9 isn't one", "scale", ["a number"]))

    def test_what_names_no_field_of_a_report_says_which_there_are_and_no_scenarios_values(self):
        for path, valid in (("model", "time"), ("nothing.at.all", "time"), ("time.step", "time.step_seconds")):
            with self.assertRaises(shardscope.ScenarioError) as caught:
                shardscope.evaluate_many([PRESET], fields=[path])
            self.assertEqual(caught.exception.path, path)
            self.assertIn(valid, caught.exception.valid)
            self.assertNotIn("llama3-8b", caught.exception.valid)

    def test_what_is_wrong_with_a_file_is_said_of_the_file(self):
        with self.assertRaisesRegex(shardscope.ScenarioError, "^/: .*folder"):
            shardscope.calibrate("/", "lab", PRESET)

    def test_what_is_said_is_of_arguments_not_of_a_command_line(self):
        for question in (
            lambda: shardscope.pipeline("1f2b", 4, 8),
            lambda: shardscope.view(PRESET, "no-such-view"),
            lambda: shardscope.search(PRESET, objective="speed"),
        ):
            with self.assertRaises(shardscope.UsageError) as caught:
                question()
            self.assertNotRegex(str(caught.exception), "--|shardscope")


if __name__ == "__main__":
    unittest.main()
