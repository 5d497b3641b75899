"""The cases of core_tests: which mutants each reaches, and whether any of them notices one."""

import json
import os
import resource
import subprocess
import time
import xml.etree.ElementTree
from concurrent.futures import ThreadPoolExecutor

MEMORY = 6 << 30
ARGUMENT = 100_000  # bytes of names that one command takes
BATCHES = [0.3, 1, 4]  # seconds of cases per process; afterwards all that are left


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)


class Cases:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.recorded = {}  # name: seconds, file, reached
        self.reaching = {}  # site: names, quickest first

    def run(self, arguments, seconds, environment=None):
        """The exit status; None where it took longer than SECONDS."""
        command = [self.binary, "--no-colors=true", "-tse=long", *arguments]
        try:
            return subprocess.run(command, cwd=self.folder, env={**os.environ, **(environment or {})},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=seconds, preexec_fn=limit).returncode
        except subprocess.TimeoutExpired:
            return None

    def listed(self):
        text = subprocess.run([self.binary, "-ltc", "-r=xml", "-tse=long"], check=True, capture_output=True,
                              cwd=self.folder).stdout
        return [(x.get("name"), x.get("filename")) for x in xml.etree.ElementTree.fromstring(text).iter("TestCase")]

    def record(self, said):
        """Each case by itself, in a process of its own, so that nothing that another has kept hides what it reaches."""
        kept = os.path.join(self.folder, "reached.json")
        if os.path.exists(kept) and os.path.getmtime(kept) > os.path.getmtime(self.binary):
            with open(kept) as file:
                self.recorded = json.load(file)
        else:
            began = time.monotonic()
            listed = self.listed()
            with ThreadPoolExecutor(2) as pool:
                found = list(pool.map(self.record_one, range(1, len(listed) + 1)))
            bad = []
            for (name, place), one in zip(listed, found):
                if one is None:
                    bad.append(name)
                elif name in self.recorded:  # cases of one name run together
                    self.recorded[name]["seconds"] += one[0]
                    self.recorded[name]["reached"] = sorted({*self.recorded[name]["reached"], *one[1]})
                else:
                    self.recorded[name] = {"file": place, "seconds": one[0], "reached": one[1]}
            for name in bad:
                said(f"fails by itself without a mutant, so it is left out: {name}")
                self.recorded.pop(name, None)
            with open(kept, "w") as file:
                json.dump(self.recorded, file)
            said(f"{len(listed)} cases recorded in {time.monotonic() - began:.0f} s")
        for name, one in sorted(self.recorded.items(), key=lambda x: x[1]["seconds"]):
            for site in one["reached"]:
                self.reaching.setdefault(site, []).append(name)

    def record_one(self, index):
        place = os.path.join(self.folder, f"reached-{index}")
        began = time.monotonic()
        status = self.run([f"--first={index}", f"--last={index}"], 300, {"SHARDSCOPE_MUTANTS_REACHED": place})
        seconds = time.monotonic() - began
        if status != 0:
            return None
        with open(place) as file:
            reached = [int(x) for x in file]
        os.remove(place)
        return seconds, reached

    def batches(self, names, mutant):
        """Cases of the source's own test and folder first, then the quickest."""
        room, stem = os.path.dirname(mutant["file"]), os.path.splitext(os.path.basename(mutant["file"]))[0]

        def nearness(name):
            place = self.recorded[name]["file"]
            near = 0 if f"/{room}/{stem}_test.cpp" in place else 1 if f"/{room}/" in place else 2
            return near + (1 if self.recorded[name]["seconds"] > 1 else 0), self.recorded[name]["seconds"]

        batch, seconds, size, sizes = [], 0, 0, list(BATCHES)
        for name in sorted(names, key=nearness):
            one = self.recorded[name]["seconds"]
            if batch and (size + len(name) > ARGUMENT or (sizes and seconds + one > sizes[0])):
                yield batch, seconds
                batch, seconds, size, sizes = [], 0, 0, sizes[1:]
            batch.append(name)
            seconds += one
            size += len(name) + 2
        if batch:
            yield batch, seconds

    def judge(self, number, mutant):
        names = self.reaching.get(number, [])
        if not names:
            return {"end": "not reached"}
        for batch, seconds in self.batches(names, mutant):
            chosen = "-tc=" + ",".join(x.replace("\\", "\\\\").replace(",", "\\,") for x in batch)
            status = self.run([chosen, "--abort-after=1"], 10 + 10 * seconds, {"SHARDSCOPE_MUTANT": str(number)})
            if status != 0:
                return {"end": "killed", "by": "time" if status is None else "crash" if status < 0 else "a case"}
        return {"end": "survived", "cases": len(names)}
