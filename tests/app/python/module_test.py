"""The module as a whole: how it loads, what it is called, what its types say."""

import inspect
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import shardscope
from checkout import program


def in_new_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)


class Module(unittest.TestCase):
    def test_it_has_the_version_of_the_program(self):
        self.assertEqual(program("--version").strip(), f"shardscope {shardscope.__version__}")

    def test_it_loads_no_optional_package(self):
        loaded = set(in_new_python("import json, sys, shardscope; print(json.dumps(list(sys.modules)))"))
        self.assertFalse(loaded & {"numpy", "pandas", "tqdm", "IPython", "matplotlib"})

    def test_its_names_are_those_that_people_type(self):
        for name in shardscope.__all__:
            thing = getattr(shardscope, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                self.assertEqual(f"{thing.__module__}.{thing.__qualname__}", f"shardscope.{name}")

    def test_everything_public_has_its_help(self):
        for name in shardscope.__all__:
            thing = getattr(shardscope, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                self.assertTrue(inspect.getdoc(thing), name)

    def test_every_figure_of_a_report_says_its_unit(self):
        units = ("second", "byte", "ratio", "token", "day", "whether", "counts", "was evaluated", "warnings")
        for name, value in vars(shardscope.Report).items():
            if isinstance(value, property):
                self.assertTrue(any(unit in (value.__doc__ or "").lower() for unit in units), name)


class Types(unittest.TestCase):
    """What mypy says of the package, and of code that uses it."""

    USE = """
import shardscope

report: shardscope.Report = shardscope.evaluate("gpt4-25k-a100", plan={"tp": 8})
seconds: float | None = report.step_seconds
table: shardscope.Table = shardscope.sweep("gpt4-25k-a100", {"plan.tp": [4, 8]})
picture: shardscope.Picture = shardscope.view(report, "memory")
path: str = shardscope.ScenarioError([]).path
reports: list[shardscope.Report] = shardscope.evaluate_many(["gpt4-25k-a100"], threads=2)
figures: shardscope.Table = shardscope.evaluate_many(["gpt4-25k-a100"], fields=shardscope.HEADLINE)
some: shardscope.Table = figures[:1]
fits: bool = bool(figures[0]["fits"])
more: shardscope.Table = shardscope.sweep("gpt4-25k-a100", {"plan.tp": [4]}, **{"plan.pp": 4})
found: shardscope.FoundPlans = shardscope.search("gpt4-25k-a100", gpus=256, **{"plan.pp": 4})
best: shardscope.FoundPlans = shardscope.search("gpt4-25k-a100", vary={"plan.tp": "4..8"}, threads=2)
"""
    WRONG = 'import shardscope\n\nseconds: str = shardscope.evaluate("gpt4-25k-a100").step_seconds\n'

    def mypy(self, *words):
        package = Path(shardscope.__file__).parent
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", *words],
            capture_output=True, text=True, timeout=300, cwd=package.parent,
        )

    def test_the_package_is_typed(self):
        self.assertTrue((Path(shardscope.__file__).parent / "py.typed").is_file())
        said = self.mypy("-p", "shardscope")
        self.assertEqual(said.returncode, 0, said.stdout)

    def test_code_that_uses_it_is_checked(self):
        for code, status in ((self.USE, 0), (self.WRONG, 1)):
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "use.py")
                file.write_text(code)
                said = self.mypy(str(file))
                self.assertEqual(said.returncode, status, said.stdout)


if __name__ == "__main__":
    unittest.main()
