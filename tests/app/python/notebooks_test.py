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
from checkout import LOGS, ROOT

NOTEBOOKS = ROOT / "app" / "python" / "notebooks"
BASE = "llama3-70b-4096-h100"


def gigabytes(report):
    """The fullest GPU's, as a picture of memory says it."""
    return f"{report.peak_bytes / 1e9:.1f} GB of 84.9 GB"


def shown_of_plan():
    """The best plan's stages and the axis of its step, then its memory."""
    cluster = {"cluster.gpus": 512, "plan.global_batch": 512}
    found = shardscope.search(BASE, vary={"plan.cp": [1]}, **cluster)
    best = shardscope.evaluate(BASE, **cluster, **found.distinct[0].settings)
    settings = found.as_dict()["distinct"][0]["settings"]
    stages = [f"stage {stage}" for stage in range(settings["plan.pp"])]
    timeline = [*stages, "Forward", "Backward", "Bubble", f"{int(best.step_seconds)} s"]
    return [timeline, [gigabytes(best), "Weights", "Activations", "What fills stage"]]


def shown_of_lengths():
    """The memory of the shortest and of the longest sequence that fits, then where the seconds of that go."""
    degrees = {"tp": 8, "pp": 4, "dp": 32}
    short, long = (
        shardscope.evaluate(BASE, plan={**degrees, "sequence_length": length, "global_batch": batch})
        for length, batch in ((2048, 2048), (16384, 256))
    )
    step = [f"Where {long.step_seconds:.1f} s go", "All products at peak", "Tensor parallel", "Optimizer"]
    return [[gigabytes(short), "[2,048, 1, 3,584]"], [gigabytes(long), "[16,384, 1, 3,584]"], step]


def shown_of_log():
    """Where the seconds of the log's plan should go."""
    run = shardscope.measured(LOGS / "megatron-ranks.log", cluster={"gpu": "h100-sxm"})
    return [[f"Where {run.predicted.step_seconds * 1e3:.0f} ms go", "All products at peak", "Idle, busiest rank"]]


# What the pictures of each have to say, in order, and columns of its tables.
SHOWN = {
    "plan_70b_on_512_h100": (shown_of_plan, ["plan.tp", "time.step_seconds"]),
    "sequence_length": (shown_of_lengths, ["tokens/s", "plan.cp"]),
    "log_against_prediction": (shown_of_log, ["measured", "cause"]),
}


def words_of(svg):
    """All text of a picture that somebody sees, and how many shapes of how many colours it has within its frame."""
    tree = ElementTree.fromstring(svg)
    width, height = float(tree.get("width")), float(tree.get("height"))
    words, shapes, fills = [], 0, set()
    for element in tree.iter():
        kind = element.tag.rpartition("}")[2]
        if kind in ("path", "rect", "polygon"):
            shapes += 1
            fills.add(element.get("fill"))
        if kind == "text" and 0 <= float(element.get("x")) <= width and 0 <= float(element.get("y")) <= height:
            words.append("".join(element.itertext()))
    return " ".join(" ".join(words).split()), shapes, len(fills)


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
        for name, (wanted_of, columns) in SHOWN.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                pictures = wanted_of()
                outputs = executed(name, folder)
                self.assertFalse([output for output in outputs if output["output_type"] == "error"])
                drawn = [text_of(output, "image/svg+xml") for output in outputs]
                drawn = [svg for svg in drawn if svg]
                self.assertEqual(len(drawn), len(pictures))
                for svg, wanted in zip(drawn, pictures):
                    words, shapes, colours = words_of(svg)
                    for each in wanted:
                        self.assertIn(each, words)
                    self.assertGreater(shapes, 80)
                    self.assertGreater(colours, 5)
                tables = " ".join(text_of(output, "text/html") for output in outputs)
                for column in columns:
                    self.assertIn(f"<th>{column}</th>", tables)
                self.assertNotIn("<th>problem</th>", tables)


if __name__ == "__main__":
    unittest.main()
