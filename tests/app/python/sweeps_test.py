"""Sweeps: the rows of the program, with what follows a varied field and the questions that people ask most."""

import unittest

import shardscope
from checkout import program_json

PRESET = "llama3-70b-4096-h100"


class Sweeps(unittest.TestCase):
    def check_is_programs(self, table, wanted):
        self.assertEqual(len(table), len(wanted))
        self.assertGreater(len(table), 1)
        for row, program in zip(table, wanted):
            self.assertEqual({key: row[key] for key in program["settings"]}, program["settings"])
            for field in shardscope.HEADLINE:
                self.assertEqual(row[field], program.get(field))
            self.assertEqual(row["problem"] is None, program["valid"])

    def test_what_hangs_on_a_field_follows_it_as_the_programs_does(self):
        for follow in ("alone", "gpus", "batch", "share"):
            with self.subTest(follow):
                words = ("--vary=cluster.gpus=2048,4096,8192,3", f"--follow={follow}", "--json")
                table = shardscope.sweep(PRESET, {"cluster.gpus": [2048, 4096, 8192, 3]}, follow=follow)
                self.check_is_programs(table, program_json("sweep", PRESET, *words))

    def test_every_question_has_the_programs_rows(self):
        for question in ("strong-scaling", "weak-scaling", "sequence", "network", "micro-batch"):
            with self.subTest(question):
                wanted = program_json("sweep", PRESET, f"--question={question}", "--json")
                self.check_is_programs(shardscope.sweep(PRESET, question=question, threads=2), wanted)

    def test_a_question_goes_with_values_of_ones_own_and_another_follow(self):
        words = ("--question=weak-scaling", "--follow=batch", "--vary=plan.zero=1,2", "--json")
        table = shardscope.sweep(PRESET, {"plan.zero": [1, 2]}, question="weak-scaling", follow="batch")
        self.check_is_programs(table, program_json("sweep", PRESET, *words))
        self.assertEqual(table.columns[:2], ["cluster.gpus", "plan.zero"])

    def test_a_row_makes_its_scenario_again(self):
        row = shardscope.sweep(PRESET, {"cluster.gpus": [8192]}, follow="share", fields="time.step_seconds")[0]
        settings = {key: row[key] for key in row if key.split(".")[0] in ("cluster", "plan")}
        self.assertGreater(len(settings), 1)
        self.assertEqual(shardscope.evaluate(PRESET, **settings).step_seconds, row["time.step_seconds"])

    def test_what_is_no_question_raises(self):
        for wrong in ({"question": "beauty"}, {"follow": "me"}, {"follow": 3}, {}):
            with self.subTest(wrong), self.assertRaises(shardscope.ScenarioError):
                shardscope.sweep(PRESET, **wrong)
        with self.assertRaises(shardscope.ScenarioError):
            shardscope.sweep(PRESET, {"cluster.gpus": [8]}, question="strong-scaling")
        with self.assertRaises(shardscope.ScenarioError):
            shardscope.sweep(PRESET, {"plan.zero": range(60_000)}, question="strong-scaling")


if __name__ == "__main__":
    unittest.main()
