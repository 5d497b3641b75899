#!/usr/bin/python3
"""What the window costs: window_bench.py PROGRAM, on a display (xvfb-run -a -s "-screen 0 1760x1080x24").

From the start of the program to its first frame on the screen, the processor's share while nothing happens, and memory,
each of the median of several starts, on the usual preset and on the one with most GPUs.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

START_AIM, IDLE_AIM, MEMORY_AIM = 0.3, 0.01, 200e6
PRESETS = ("gpt4-25k-a100", "llama3-405b-100k-h100")
STARTS = 5
IDLE_SECONDS = 4
COLOURS = 40
"""More than a window has that was opened and not drawn."""


def shows_frame(window):
    """Whether the window has a picture: a band of it has many colours."""
    dump = subprocess.run(["xwd", "-silent", "-id", window], capture_output=True).stdout
    band = dump[len(dump) // 4 : len(dump) // 4 + 400_000]
    return len({band[i : i + 4] for i in range(0, len(band) - 4, 4)}) > COLOURS


def first_frame_seconds(begin):
    while True:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "shardscope"], capture_output=True, text=True
        ).stdout.split()
        if found and shows_frame(found[-1]):
            return time.perf_counter() - begin
        if time.perf_counter() - begin > 60:
            sys.exit("no window was drawn within a minute")


def processor_seconds(pid):
    words = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid):
    """What it has of its own, and its share of what others have, too."""
    lines = open(f"/proc/{pid}/smaps_rollup").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def measured(program, preset, folder):
    environment = {**os.environ, "XDG_STATE_HOME": folder}
    begin = time.perf_counter()
    running = subprocess.Popen([program, preset], env=environment)
    try:
        start = first_frame_seconds(begin)
        time.sleep(2)  # until it rests
        spent, since = processor_seconds(running.pid), time.perf_counter()
        time.sleep(IDLE_SECONDS)
        idle = (processor_seconds(running.pid) - spent) / (time.perf_counter() - since)
        return start, idle, memory_bytes(running.pid)
    finally:
        running.kill()
        running.wait()


def main():
    program = os.path.abspath(sys.argv[1])
    for preset in PRESETS:
        rounds = []
        for _ in range(STARTS):
            with tempfile.TemporaryDirectory() as folder:
                rounds.append(measured(program, preset, folder))
        start, idle, memory = (statistics.median(each) for each in zip(*rounds))
        least = min(each[0] for each in rounds)
        print(f"{preset}: first frame {start:.2f} s, least {least:.2f} (aim {START_AIM} s); "
              f"at rest {idle:.1%} of a processor (aim {IDLE_AIM:.0%}); "
              f"memory {memory / 1e6:.0f} MB (aim {MEMORY_AIM / 1e6:.0f} MB)")


if __name__ == "__main__":
    main()
