"""The notebooks, executed whole, and what their pictures and tables show."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

import shardscope
from checkout import ROOT

NOTEBOOKS = ROOT / "app" / "python" / "notebooks"
# What the pictures of each have to say somewhere, in order, and words of its tables.
SHOWN = {
    "plan_70b_on_512_h100": (["stage", "GB"], ["plan.tp", "time.step_seconds"]),
    "sequence_length": (["GB", "GB", "Products at peak"], ["tokens/s", "plan.cp"]),
    "log_against_prediction": (["Products at peak"], ["measured", "cause"]),
}


def words_of(svg):
    """All text of a picture, and how many shapes it has."""
    tree = ElementTree.fromstring(svg)
    shapes = [element for element in tree.iter() if element.tag.rpartition("}")[2] in ("path", "rect", "polygon")]
    return " ".join("".join(tree.itertext()).split()), len(shapes)


def executed(name, folder):
    """The outputs of all cells, as what they show by their kind."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "JUPYTER_CONFIG_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(folder),
         "--ExecutePreprocessor.kernel_name=python3", str(NOTEBOOKS / f"{name}.ipynb")],
        capture_output=True, text=True, timeout=600, cwd=NOTEBOOKS, env=environment,
    )
    if done.returncode != 0:
        raise AssertionError(done.stderr[-3000:])
    cells = json.loads(Path(folder, f"{name}.ipynb").read_text())["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def text_of(output, kind):
    return "".join(output.get("data", {}).get(kind, []))


class Notebooks(unittest.TestCase):
    def test_all_are_known_here(self):
        self.assertEqual({file.stem for file in NOTEBOOKS.glob("*.ipynb")}, set(SHOWN))

    def test_none_keeps_outputs(self):
        for file in NOTEBOOKS.glob("*.ipynb"):
            for cell in json.loads(file.read_text())["cells"]:
                self.assertFalse(cell.get("outputs"), file.name)

    @unittest.skipUnless(
        importlib.util.find_spec("nbconvert") and importlib.util.find_spec("ipykernel"), "nbconvert isn't here"
    )
    def test_each_runs_and_shows_its_pictures_and_tables(self):
        self.assertTrue(shardscope.__version__)
        for name, (pictures, columns) in SHOWN.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                outputs = executed(name, folder)
                self.assertFalse([output for output in outputs if output["output_type"] == "error"])
                drawn = [text_of(output, "image/svg+xml") for output in outputs]
                drawn = [svg for svg in drawn if svg]
                self.assertEqual(len(drawn), len(pictures))
                for svg, wanted in zip(drawn, pictures):
                    words, shapes = words_of(svg)
                    self.assertIn(wanted.lower(), words.lower())
                    self.assertGreater(shapes, 20)
                tables = " ".join(text_of(output, "text/html") for output in outputs)
                for column in columns:
                    self.assertIn(f"<th>{column}</th>", tables)


if __name__ == "__main__":
    unittest.main()
