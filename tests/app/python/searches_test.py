"""Searches: the program's own, and plans that evaluate to what was found."""

import unittest

import shardscope
from checkout import program_json

PRESET = "llama3-70b-4096-h100"
HELD = {"plan.tp": [4, 8], "plan.cp": [1], "plan.pp": "1..8"}


class Searches(unittest.TestCase):
    def test_it_finds_what_the_program_finds(self):
        words = ("--vary=plan.tp=4,8", "--vary=plan.cp=1", "--vary=plan.pp=1..8", "--need=memory<=70e9", "--json")
        wanted = program_json("search", PRESET, *words, "--front=throughput,memory")
        found = shardscope.search(PRESET, vary=HELD, need="memory<=70e9", front="throughput,memory", threads=2)
        for part in ("best", "distinct", "front", "refused"):
            self.assertEqual(found.as_dict()[part], wanted[part], part)

    def test_a_plan_evaluates_to_what_was_found(self):
        found = shardscope.search(PRESET, vary=HELD, top=3)
        for plan in found.as_dict()["best"]:
            report = shardscope.evaluate(PRESET, **plan["settings"])
            self.assertEqual(report.step_seconds, plan["step_seconds"])
        self.assertEqual(len(found.best), 3)

    def test_it_shows_its_plans(self):
        found = shardscope.search(PRESET, vary=HELD, top=3)
        self.assertIn("plan.tp", found.table.columns)
        self.assertIn("<table>", found._repr_html_())
        self.assertIn("3 plans", repr(found))


if __name__ == "__main__":
    unittest.main()
