#!/usr/bin/python3
"""Mutates the formulas of core and says which mutants no test case notices. README.md tells how.

  tests/mutation/check.py                         1,000 mutants of all rooms below
  tests/mutation/check.py --sample 200 --seed 7 --rooms memory run"""

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import cases
import report
import sites

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The folders of core that compute; the others read, write or choose words.
ROOMS = ["pipeline", "schedules", "scenario", "transformer", "hardware", "cluster", "memory", "traffic", "step/flops",
         "step", "run", "evaluate", "inspect/memory", "inspect", "lanes", "derivation"]


def said(text):
    print(text, file=sys.stderr, flush=True)


def tracked(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True).stdout
    return [x for x in listed.decode().split("\0") if x and os.path.isfile(os.path.join(root, x))]


def put(path, text, mode=0o644):
    """Writes a file where it isn't so already, so that nothing is compiled twice."""
    try:
        with open(path, "rb") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text)
    os.chmod(path, mode)


def compiler_arguments(build):
    """What the compiler is told of includes and definitions, from the build's own list of commands."""
    with open(os.path.join(build, "compile_commands.json")) as file:
        commands = json.load(file)
    words = next(shlex.split(x["command"]) for x in commands if "shardscope_core.dir/Unity" in x["file"])
    kept, take = ["-w"], False
    for word in words:
        if take or word.startswith(("-I", "-D", "-std=")):
            kept.append(word)
            take = False
        elif word == "-isystem":
            kept.append(word)
            take = True
    return kept


def found_in(job):
    """The mutants of a source, and its text with them; kept in FOLDER until it or anything it may include changes."""
    path, arguments, folder, stamp = job
    with open(path, "rb") as file:
        text = file.read()
    name = hashlib.sha256(stamp + text).hexdigest()
    kept = os.path.join(folder, name + ".json")
    if os.path.exists(kept):
        with open(kept) as file:
            return json.load(file)
    found = sites.sites_of(path, arguments, text)
    listed = []
    for site in found:
        line = text.count(b"\n", 0, site.start) + 1
        original = " ".join(text[site.start:site.end].decode().split())
        listed += [{"line": line, "from": original, "to": x} for x in site.mutants]
    put(kept, json.dumps([listed, sites.rewritten(text, found).decode()]).encode())
    return listed, sites.rewritten(text, found).decode()


def configure(tree):
    subprocess.run(["cmake", "--preset", "tests", "-G", "Ninja"], cwd=tree, check=True, stdout=subprocess.DEVNULL)


def build(tree, rooms):
    """A copy of the project whose core has all mutants in it, and its cases; what each mutant is, in a list."""
    files = tracked(ROOT)
    formulas = sorted(x for x in files if x.endswith(".cpp") and os.path.dirname(x) in ["core/" + y for y in rooms])
    for name in files:
        if name in formulas and os.path.exists(os.path.join(tree, name)):
            continue
        source = os.path.join(ROOT, name)
        with open(source, "rb") as file:
            put(os.path.join(tree, name), file.read(), os.stat(source).st_mode & 0o777)
    os.environ.update(CCACHE_BASEDIR=tree, CCACHE_NOHASHDIR="1")
    configure(tree)
    arguments = [x.replace(tree, ROOT) for x in compiler_arguments(os.path.join(tree, "build/tests"))]
    stamp = hashlib.sha256(" ".join(arguments).encode())
    for name in ["tests/mutation/sites.py", *(x for x in files if x.startswith("core/") and x.endswith(".h"))]:
        with open(os.path.join(ROOT, name), "rb") as file:
            stamp.update(file.read())
    mutants = []
    with ProcessPoolExecutor(2) as pool:
        jobs = [(os.path.join(ROOT, x), arguments, os.path.join(tree, "found"), stamp.digest()) for x in formulas]
        for name, (found, text) in zip(formulas, pool.map(found_in, jobs)):
            put(os.path.join(tree, name), sites.numbered(text, len(mutants)).encode())
            mutants += [{"file": name, **x} for x in found]
    said(f"{len(mutants)} mutants in {len(formulas)} files")
    with open(os.path.join(tree, "mutants.json"), "w") as file:
        json.dump(mutants, file)
    subprocess.run(["nice", "ninja", "-C", "build/tests", "-j2", "-k0", "core_tests"], cwd=tree, check=True,
                   stdout=sys.stderr)
    return mutants


def judged(tests, mutants, wanted, minutes, kept):
    """What became of each mutant, or of the first of them that there is time for; what an earlier run knows is kept."""
    known, end = {}, time.monotonic() + 60 * minutes
    if os.path.exists(kept) and os.path.getmtime(kept) > os.path.getmtime(tests.binary):
        with open(kept) as file:
            known = {int(x): y for x, y in json.load(file).items()}

    def judge(number):
        if number not in known and time.monotonic() < end:
            known[number] = tests.judge(number, mutants[number])
            if known[number]["end"] != "killed":
                said(f"{known[number]['end']}: {report.named(mutants[number])}")

    with ThreadPoolExecutor(2) as pool:
        for done, _ in enumerate(pool.map(judge, wanted), 1):
            if done % 50 == 0:
                said(f"{done} of {len(wanted)}")
                put(kept, json.dumps(dict(known)).encode())
    put(kept, json.dumps(known).encode())
    return {x: known[x] for x in wanted if x in known}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", default=os.path.join(ROOT, "build/mutation"), help="where it is built")
    parser.add_argument("--rooms", nargs="+", default=ROOMS, help="folders of core")
    parser.add_argument("--sample", type=int, default=1000, help="how many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600, help="tries no further mutants after so long")
    parser.add_argument("--least", type=float, default=95, help="the share, in percent, below which it fails")
    parser.add_argument("--only", default="", help="only mutants whose FILE:LINE starts so")
    parser.add_argument("--built", action="store_true", help="take the build as it is")
    parser.add_argument("--out", help="the report, in Markdown, to this file too")
    options = parser.parse_args()
    tree = os.path.abspath(options.tree)
    if options.built:
        with open(os.path.join(tree, "mutants.json")) as file:
            mutants = json.load(file)
    else:
        mutants = build(tree, options.rooms)
    for name in {x["file"] for x in mutants}:
        with open(os.path.join(ROOT, name)) as file:
            lines = file.read().splitlines()
        for mutant in mutants:
            if mutant["file"] == name:
                mutant["in"] = lines[mutant["line"] - 1].strip()
    tests = cases.Cases(os.path.join(tree, "build/tests/core_tests"), tree)
    tests.record(said)
    wanted = report.sample(mutants, options.sample, options.seed, options.only)
    outcomes = judged(tests, mutants, wanted, options.minutes, os.path.join(tree, "outcomes.json"))
    known = report.read_known(os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent.txt"))
    text, share = report.table(mutants, outcomes, known, options.seed)
    print(text)
    if options.out:
        with open(options.out, "w") as file:
            file.write(text + "\n")
    return 0 if share >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
