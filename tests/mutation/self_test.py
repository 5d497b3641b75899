#!/usr/bin/python3
"""Whether a small source is rewritten into all of its mutants: each is switched on, and its answer is what the mutant's
text says. Skips with a word where libclang's Python module isn't there."""

import os
import subprocess
import sys
import tempfile

try:
    import clang.cindex  # noqa: F401
except ImportError:
    print("skipped: python3-clang isn't there")
    sys.exit(0)

import report
import sites

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = """#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include "core/base/units.h"
using namespace shardscope;
constexpr double other = 1, rate = 4;
constexpr int square(int x) { return x * x; }
double sum(double a, double b) { return a + b * rate; }
bool both(int a, int b) { return a < 3 && !(b == 4); }
double rest(int a, Seconds t) { ++a, --a, t *= 2; return -(a % 5) + t / Seconds{0.5}; }
double most(double a) { constexpr double one = 1, seven = 7; return std::max(a, one * seven) + min(Bytes{a}, Bytes{3.5}).value + std::ceil(a / square(2)); }
int picked(int i) { static const int first = 1 + 1; const std::array<int, 3> all{10, 20, 30}; return all[1] + first + i; }
int made(int i) { static constexpr auto all = [] { std::array<int, 2> two{}; for (int& x : two) x = 7 + 1; return two; }(); return all.at(i); }
int main() { std::printf("%g %d %d %g %g %d", sum(2, 3), both(1, 2), both(3, 2), rest(7, Seconds{1}), most(5), picked(1)); }
"""
# What each mutant reads, and what the program then prints.
CLAIMS = [
    ("", "14 1 0 2 12.5 23"),
    ("a - b * rate", "-10 1 0 2 12.5 23"),
    ("b / rate", "2.75 1 0 2 12.5 23"),
    ("rate + 1 (or * 1.1)", "17 1 0 2 12.5 23"),
    ("a < 3 || !(b == 4)", "14 1 1 2 12.5 23"),
    ("a <= 3", "14 1 1 2 12.5 23"),
    ("a >= 3", "14 0 1 2 12.5 23"),
    ("4", "14 1 1 2 12.5 23"),
    ("(b == 4)", "14 0 0 2 12.5 23"),
    ("b != 4", "14 0 0 2 12.5 23"),
    ("5", "14 1 0 2 12.5 23"),
    ("t /= 2", "14 1 0 -1 12.5 23"),
    ("3", "14 1 0 4 12.5 23"),
    ("-(a % 5) - t / Seconds{0.5}", "14 1 0 -6 12.5 23"),
    ("(a % 5)", "14 1 0 6 12.5 23"),
    ("a * 5", "14 1 0 -31 12.5 23"),
    ("6", "14 1 0 3 12.5 23"),
    ("t * Seconds{0.5}", "14 1 0 -1 12.5 23"),
    ("0.55", "14 1 0 1.63636 12.5 23"),
    ("std::max(a, one * seven) + min(Bytes{a}, Bytes{3.5}).value - std::ceil(a / square(2))", "14 1 0 2 8.5 23"),
    ("std::max(a, one * seven) - min(Bytes{a}, Bytes{3.5}).value", "14 1 0 2 5.5 23"),
    ("min(a, one * seven)", "14 1 0 2 10.5 23"),
    ("one / seven", "14 1 0 2 10.5 23"),
    ("one + 1 (or * 1.1)", "14 1 0 2 19.5 23"),
    ("seven + 1 (or * 1.1)", "14 1 0 2 13.5 23"),
    ("max(Bytes{a}, Bytes{3.5})", "14 1 0 2 14 23"),
    ("3.85", "14 1 0 2 12.85 23"),
    ("floor(a / square(2))", "14 1 0 2 11.5 23"),
    ("a * square(2)", "14 1 0 2 30.5 23"),
    ("3", "14 1 0 2 11.5 23"),
    ("11", "14 1 0 2 12.5 23"),
    ("21", "14 1 0 2 12.5 24"),
    ("31", "14 1 0 2 12.5 23"),
    ("all[1] + first - i", "14 1 0 2 12.5 21"),
    ("all[1] - first", "14 1 0 2 12.5 19"),
    ("3", "15 1 0 2 12.5 23"),
    ("4", "18 1 0 2 12.5 23"),
    ("2", "14 1 0 2 12.5 23"),
    ("3", "14 1 0 2 12.5 23"),
    ("4", "14 1 0 2 12.5 23"),
    ("3", "14 1 0 2 12.5 23"),
    ("8", "14 1 0 1 12.5 23"),
    ("2", "14 1 0 6 12.5 23"),
    ("6", "14 1 0 2 12.5 23"),
    ("2", "14 1 0 2 12.5 24"),
]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "snippet.cpp")
        with open(path, "w") as file:
            file.write(SOURCE)
        text = SOURCE.encode()
        found = sites.sites_of(path, ["-std=c++20", "-w", "-I" + ROOT], text)
        mutants = [x for site in found for x in site.mutants]
        with open(path, "wb") as file:
            file.write(sites.numbered(sites.rewritten(text, found).decode(), 0).encode())
        program = os.path.join(folder, "snippet")
        subprocess.run(["c++", "-std=c++20", "-O1", "-I" + ROOT, path, "-o", program], check=True)

        def printed(number):
            environment = {**os.environ, "SHARDSCOPE_MUTANT": str(number),
                           "SHARDSCOPE_MUTANTS_REACHED": os.path.join(folder, "reached")}
            return subprocess.run([program], env=environment, capture_output=True, text=True).stdout

        if "--write" in sys.argv:
            for number in range(-1, len(mutants)):
                print(f'    ("{mutants[number] if number >= 0 else ""}", "{printed(number)}"),')
            return 0
        for number, (reads, wanted) in enumerate(CLAIMS, -1):
            if number >= 0 and mutants[number:number + 1] != [reads]:
                failures.append(f"mutant {number} reads {mutants[number:number + 1]}, not {reads!r}")
            elif printed(number) != wanted:
                failures.append(f"mutant {number}, {reads!r}, prints {printed(number)!r}, not {wanted!r}")
        if len(mutants) != len(CLAIMS) - 1:
            failures.append(f"{len(mutants)} mutants, not {len(CLAIMS) - 1}")
        with open(os.path.join(folder, "reached")) as file:
            if [int(x) for x in file] != list(range(len(mutants))):
                failures.append("not every site is noted as reached")
    numbered = [{"file": "core/a.cpp", "line": 1, "from": "a", "to": "b"}] * 100
    if report.sample(numbered, 10, 3) != report.sample(numbered, 10, 3) or len(report.sample(numbered, 10, 3)) != 10:
        failures.append("a seed doesn't draw the same mutants again")
    share = report.table(numbered, {1: {"end": "killed", "by": "a case"}, 2: {"end": "survived"}}, {}, 1)[1]
    if share != 50:
        failures.append(f"one of two killed is {share}%")
    print("\n".join(failures) or "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
