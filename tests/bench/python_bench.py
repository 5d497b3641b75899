#!/usr/bin/python3
"""What the Python module costs beside C++: python_bench.py BUILD_FOLDER, with loaded_bench and the module in it."""

import itertools
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

OVERHEAD_AIM = 30e-6
RATE_AIM = 15_000
INTERRUPT_AIM = 0.2
PLANS = 10_000
PRESETS = ("gpt4-25k-a100", "llama3-70b-4096-h100")


def median_seconds(work, runs=1000):
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds)


def import_seconds(package):
    """In a Python of its own that has loaded nothing else; the first one writes what Python compiles of it."""
    code = "import time; begin = time.perf_counter(); import shardscope; print(time.perf_counter() - begin)"
    return float(subprocess.check_output([sys.executable, "-c", code], env={"PYTHONPATH": str(package)}))


INTERRUPTED = """
import sys, time, shardscope
print("begins", flush=True)
try:
    shardscope.search(sys.argv[1], every=True, progress=False)
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


def interrupt_seconds(package, preset, after):
    """From Ctrl-C to the exception, so long after a search of all plans began."""
    words = [sys.executable, "-c", INTERRUPTED, preset]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(package)}) as search:
        search.stdout.readline()
        time.sleep(after)
        begin = time.time()
        search.send_signal(signal.SIGINT)
        return float(search.stdout.readline()) - begin


def distinct_plans(shardscope, preset):
    """So many plans of the preset, each a dict of its own: the run's draw, sequence, recomputation and shards vary."""
    base = shardscope.import_launch(preset).as_dict()
    choices = itertools.product(range(1, PLANS), (1024, 2048, 4096, 8192), ("none", "full"), (0, 1), (1, 2))
    return [
        {**base, "run": {**base["run"], "jitter_seed": seed},
         "plan": {**base["plan"], "zero": zero, "sequence_length": sequence, "recompute": recompute,
                  "micro_batch": micro_batch}}
        for seed, sequence, recompute, zero, micro_batch in itertools.islice(choices, PLANS)
    ]


def main():
    build = Path(sys.argv[1]).resolve()
    sys.path.insert(0, str(build / "python"))
    took = [import_seconds(build / "python") for _ in range(9)]
    print(f"import shardscope {statistics.median(took) * 1e3:37.1f} ms, least {min(took) * 1e3:.1f}  aim 50 ms")
    import shardscope

    for preset in PRESETS:
        shardscope.evaluate(preset)
        native = [float(subprocess.check_output([build / "loaded_bench", preset])) for _ in range(3)]
        seconds = min(median_seconds(lambda: shardscope.evaluate(preset)) for _ in range(3))
        print(f"evaluate(), {preset:25} {seconds * 1e6:15.1f} us, over C++ {(seconds - min(native)) * 1e6:.1f} us"
              f"  aim {OVERHEAD_AIM * 1e6:.0f} us")
        begin = time.perf_counter()
        shardscope.evaluate_many([preset] * PLANS, fields=shardscope.HEADLINE, threads=2)
        same = PLANS / (time.perf_counter() - begin)
        begin = time.perf_counter()
        shardscope.sweep(preset, {"run.jitter_seed": range(PLANS)}, threads=2)
        varied = PLANS / (time.perf_counter() - begin)
        plans = distinct_plans(shardscope, preset)
        begin = time.perf_counter()
        table = shardscope.evaluate_many(plans, fields=shardscope.HEADLINE, threads=2, errors="return")
        dicts = PLANS / (time.perf_counter() - begin)
        evaluated = sum(row["problem"] is None for row in table)
        print(f"evaluate_many(), two threads {same:22,.0f} per second; a sweep {varied:,.0f},"
              f" {evaluated:,} distinct dicts {dicts:,.0f}  aim {RATE_AIM:,}")
        stops = [interrupt_seconds(build / "python", preset, 0.3 + 0.07 * each) for each in range(20)]
        print(f"Ctrl-C in a search {statistics.median(stops) * 1e3:33.0f} ms, most {max(stops) * 1e3:.0f}"
              f"  aim {INTERRUPT_AIM * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
