"""Progress: a bar in a terminal and a notebook, nothing elsewhere."""

import importlib.util
import os
import pty
import select
import subprocess
import sys
import unittest

# Work that is still going on when a bar is due, half a second in, however fast the machine: minutes of search, and
# sweeps of four times as many scenarios until one takes that long.
SEARCH = 'shardscope.search("gpt4-25k-a100", every=True)'
SWEEP = """
import time
seeds, took = 4000, 0.0
while took < 1.0:
    began = time.monotonic()
    shardscope.sweep("gpt4-25k-a100", {"run.jitter_seed": range(seeds)}, threads=1)
    seeds, took = 4 * seeds, time.monotonic() - began
"""
NO_TQDM = "import sys; sys.modules['tqdm'] = None\n"
SECONDS_MAX = 120


def seen_in_terminal(code, until):
    """What a person sees of stderr, up to the words waited for; then the work is interrupted."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", f"import shardscope\n{code}"]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while until not in seen and select.select([ours], [], [], SECONDS_MAX)[0]:
            seen += os.read(ours, 4096)
    except OSError:  # the other end is closed: it is done
        pass
    running.kill()
    running.wait(timeout=SECONDS_MAX)
    os.close(ours)
    return seen.decode(errors="replace")


def written(code):
    """What goes to a stderr that is no terminal."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=SECONDS_MAX
    ).stderr


class InTerminals(unittest.TestCase):
    def test_without_tqdm_a_line_counts(self):
        self.assertIn(" plans, ", seen_in_terminal(NO_TQDM + SEARCH, b" plans, "))

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "tqdm isn't here")
    def test_with_tqdm_it_is_its_bar(self):
        self.assertIn("000 [00:", seen_in_terminal(SWEEP, b"000 [00:"))


class Elsewhere(unittest.TestCase):
    def test_a_file_has_nothing_and_a_kernel_the_bar(self):
        kernel = "import sys, types\nsys.modules['ipykernel'] = types.ModuleType('ipykernel')\n"
        self.assertEqual(written(f"{NO_TQDM}import shardscope\n{SWEEP}"), "")
        self.assertIn(",000 scenarios", written(f"{kernel}{NO_TQDM}import shardscope\n{SWEEP}"))


if __name__ == "__main__":
    unittest.main()
