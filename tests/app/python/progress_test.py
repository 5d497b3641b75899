"""Progress: a bar in a terminal and a notebook, nothing elsewhere."""

import importlib.util
import os
import pty
import select
import subprocess
import sys
import unittest

# Work that is still going on when a bar is due, half a second in, however fast the machine.
SEARCH = 'shardscope.search("gpt4-25k-a100", every=True)'


def sweep_of(count):
    return f'shardscope.sweep("gpt4-25k-a100", {{"run.jitter_seed": range({count})}}, threads=1)'


SWEEP = sweep_of(100_000)
NO_TQDM = "import sys; sys.modules['tqdm'] = None\n"
SECONDS_MAX = 120


def seen(ours, theirs, code, until):
    """What a person sees of stderr, up to the words waited for; then the work is interrupted."""
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    words = b""
    try:
        while until not in words and select.select([ours], [], [], SECONDS_MAX)[0]:
            more = os.read(ours, 4096)
            if not more:
                break
            words += more
    except OSError:  # the other end is closed: it is done
        pass
    running.kill()
    running.wait(timeout=SECONDS_MAX)
    os.close(ours)
    return words.decode(errors="replace")


def seen_in_terminal(code, until):
    return seen(*pty.openpty(), f"import shardscope\n{code}", until)


def seen_in_file(code, until=b"any words"):
    """The same of a stderr that is no terminal."""
    return seen(*os.pipe(), code, until)


class InTerminals(unittest.TestCase):
    def test_without_tqdm_a_line_counts(self):
        self.assertIn(" plans, ", seen_in_terminal(NO_TQDM + SEARCH, b" plans, "))

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "tqdm isn't here")
    def test_with_tqdm_it_is_its_bar(self):
        self.assertIn("/100000 ", seen_in_terminal(SWEEP, b"/100000 "))


class Elsewhere(unittest.TestCase):
    def test_a_file_has_nothing_and_a_kernel_the_bar(self):
        kernel = "import sys, types\nsys.modules['ipykernel'] = types.ModuleType('ipykernel')\n"
        self.assertEqual(seen_in_file(f"{NO_TQDM}import shardscope\n{sweep_of(64_000)}"), "")
        words = " of 100,000 scenarios"
        self.assertIn(words, seen_in_file(f"{kernel}{NO_TQDM}import shardscope\n{SWEEP}", words.encode()))


if __name__ == "__main__":
    unittest.main()
