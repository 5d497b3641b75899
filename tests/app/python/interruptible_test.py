"""Ctrl-C stops long work."""

import subprocess
import sys
import unittest

# The first two times that it is interrupted it goes on, the third time it is to stop. Each time but the first is asked
# for once the one before was taken in: work that takes none before its own end comes to that with one at most.
CODE = """
import os, signal, subprocess, sys, tempfile, threading
import shardscope

sys.setswitchinterval(60)  # the other thread runs where the work lets it, so that what has ended says so
taken, next_one = [], threading.Semaphore(0)

def take(*_):
    taken.append(1)
    if len(taken) == 3:
        raise KeyboardInterrupt
    next_one.release()

def interrupt():
    for _ in range(3):
        next_one.acquire()
        os.kill(os.getpid(), signal.SIGINT)

def endless():
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "log")
        os.mkfifo(pipe)
        with subprocess.Popen(["sh", "-c", 'exec yes >"$0"', pipe], stderr=subprocess.DEVNULL) as writer:
            try:
                shardscope.measured(pipe)
            finally:
                writer.kill()

work = {work}
shardscope.evaluate("llama3-70b-4096-h100")  # so that presets are read already
signal.signal(signal.SIGINT, take)
threading.Thread(target=interrupt, daemon=True).start()
next_one.release()
try:
    work()
    print("finished")
except KeyboardInterrupt:
    print("stopped")
"""

WORK = {
    "a search": 'lambda: shardscope.search("gpt4-25k-a100", every=True)',
    "many scenarios": 'lambda: shardscope.evaluate_many(["gpt4-25k-a100"] * 200_000, fields="fits")',
    "the plans of a search that isn't begun": 'lambda: shardscope.search("gpt4-25k-a100", vary={"plan.tp": range(1, 90_000)})',
    "a log without end": """endless""",
    "a sweep": 'lambda: shardscope.sweep("gpt4-25k-a100", {"run.tokens": range(10**12, 10**12 + 100_000)})',
}


class Interrupts(unittest.TestCase):
    def test_it_comes_out_unfinished(self):
        for name, work in WORK.items():
            with self.subTest(name):
                done = subprocess.run([sys.executable, "-c", CODE.replace("{work}", work)],
                                      capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout.split(), ["stopped"])


if __name__ == "__main__":
    unittest.main()
