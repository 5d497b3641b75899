"""Tables: lists of rows that show themselves, and pandas' frames."""

import importlib.util
import subprocess
import sys
import unittest

import shardscope

PRESET = "llama3-70b-4096-h100"


class Tables(unittest.TestCase):
    def setUp(self):
        self.table = shardscope.sweep(PRESET, {"plan.tp": [3, 4, 8]})

    def test_it_is_a_list_of_dicts(self):
        self.assertIsInstance(self.table, list)
        self.assertIsInstance(self.table[0], dict)
        self.assertEqual(self.table.column("plan.tp"), [3, 4, 8])
        with self.assertRaisesRegex(KeyError, "plan.tp, fits"):
            self.table.column("tp")

    def test_a_part_of_it_is_a_table(self):
        self.assertEqual(self.table[1:].column("plan.tp"), [4, 8])
        self.assertIn("<table>", self.table[1:]._repr_html_())

    def test_it_shows_itself_as_html(self):
        html = self.table._repr_html_()
        self.assertEqual(html.count("<tr>"), 4)
        self.assertIn("<td>plan.tp: 3 doesn&#x27;t divide num_attention_heads (64)", html)
        self.assertEqual(html.count("unknown"), len(shardscope.HEADLINE))
        self.assertNotIn("problem", self.table[1:]._repr_html_())

    def test_values_that_are_objects_are_told_apart(self):
        rows = repr(shardscope.sweep(PRESET, {"plan.recompute": [{"mode": "selective"}, {"mode": "full"}]}))
        self.assertIn('{"mode": "selective"}', rows)
        self.assertIn('{"mode": "full"}', rows)

    def test_it_shows_itself_in_a_terminal(self):
        lines = repr(self.table).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertTrue(lines[0].startswith("plan.tp  fits"))
        self.assertIn("doesn't divide", lines[1])
        self.assertIn(f"{self.table[2]['time.step_seconds']:.6g}", lines[3])
        long = shardscope.Table({"n": n} for n in range(100))
        self.assertTrue(repr(long).endswith("and 40 rows more"))
        self.assertEqual(repr(shardscope.Table()), "<shardscope.Table: no rows>")

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas isn't here")
    def test_with_pandas_it_is_a_frame_too(self):
        frame = self.table.frame()
        self.assertEqual(list(frame.columns), self.table.columns)
        self.assertEqual(list(frame["plan.tp"]), [3, 4, 8])
        self.assertEqual(frame["time.step_seconds"].iloc[2], self.table[2]["time.step_seconds"])
        found = shardscope.search(PRESET, vary={"plan.tp": [8], "plan.cp": [1], "plan.pp": [4]}, top=3)
        self.assertEqual(len(found.frame()), len(found.table))

    def test_without_pandas_a_frame_says_what_is_missing(self):
        code = (
            "import sys; sys.modules['pandas'] = None\n"
            "import shardscope\n"
            "try: shardscope.Table([{'a': 1}]).frame()\n"
            "except ImportError as error: print(error)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
        self.assertIn("python3-pandas", done.stdout)


if __name__ == "__main__":
    unittest.main()
