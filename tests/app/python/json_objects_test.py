"""Figures that come over as Python's own values are those of the JSON."""

import unittest

import shardscope


class Values(unittest.TestCase):
    def test_every_section_is_its_json(self):
        for name in ("gpt4-25k-a100", "llama3-70b-4096-h100"):
            report = shardscope.evaluate(name)
            values = report.as_dict()
            for section, fields in report.fields(*values).items():
                if section not in ("memory", "pipeline"):  # whole reports list tensors and the critical path too
                    self.assertEqual(fields, values[section], section)
                    self.assertIs(type(fields), type(values[section]))

    def test_a_whole_number_stays_one_and_what_isnt_known_is_none(self):
        report = shardscope.evaluate("llama3-70b-4096-h100")
        self.assertIsInstance(report.fields("memory.peak_bytes")["memory.peak_bytes"], int)
        self.assertIsNone(report.fields("sites")["sites"])
        self.assertIs(report.fields("fits")["fits"], True)


if __name__ == "__main__":
    unittest.main()
