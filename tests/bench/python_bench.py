#!/usr/bin/python3
"""What the Python module costs beside C++: python_bench.py BUILD_FOLDER, with loaded_bench and the module in it."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

OVERHEAD_AIM = 30e-6
RATE_AIM = 15_000
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
        print(f"evaluate_many(), two threads {same:22,.0f} per second; a sweep {varied:,.0f}  aim {RATE_AIM:,}")


if __name__ == "__main__":
    main()
