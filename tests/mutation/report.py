"""Which mutants are tried, and what is said of them."""

import os
import random

ENDS = ("killed", "survived", "not reached", "same")


def named(mutant):
    said = f"{mutant['file']}:{mutant['line']}: `{mutant['from']}` → `{mutant['to']}`"
    return said + (f" in `{mutant['in']}`" if "in" in mutant and len(mutant["from"]) < 20 else "")


def sample(mutants, count, seed, only=""):
    """COUNT of the mutants as the seed draws them: more of the same seed begin with the same."""
    numbers = [i for i, x in enumerate(mutants) if f"{x['file']}:{x['line']}".startswith(only)]
    random.Random(seed).shuffle(numbers)
    return numbers[:count]


def key(mutant):
    return f"{mutant['file']} | {mutant['from']} | {mutant['to']}"


def read_known(path):
    """Mutants that compute the same, each with its reason: FILE | FROM | TO | REASON a line."""
    known = {}
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    place, reason = line.strip().rsplit(" | ", 1)
                    known[place] = reason
    return known


def table(mutants, outcomes, known, seed):
    """(Markdown, killed of all that can be, in percent)"""
    rooms = {}
    for number, outcome in outcomes.items():
        room = rooms.setdefault(os.path.dirname(mutants[number]["file"]), dict.fromkeys(ENDS, 0))
        end = outcome["end"]
        room["same" if end != "killed" and key(mutants[number]) in known else end] += 1
    total = {x: sum(room[x] for room in rooms.values()) for x in ENDS}
    lines = [f"{len(outcomes)} of {len(mutants)} mutants, seed {seed}", "",
             "| folder | mutants | killed | survived | not reached | compute the same | killed of those that can be |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    share = lambda x: 100 * x["killed"] / max(1, x["killed"] + x["survived"] + x["not reached"])
    for name, room in [*sorted(rooms.items()), ("all", total)]:
        lines.append(f"| {name} | {sum(room.values())} | " + " | ".join(str(room[x]) for x in ENDS) +
                     f" | {share(room):.1f}% |")
    ways = {}
    for outcome in outcomes.values():
        if outcome["end"] == "killed":
            ways[outcome["by"]] = ways.get(outcome["by"], 0) + 1
    lines += ["", "Killed by " + ", ".join(f"{x}: {n}" for x, n in sorted(ways.items())) + ".",
              f"Of all, those that compute the same among them: {100 * total['killed'] / max(1, len(outcomes)):.1f}%."]
    for title, wanted in zip(("Survivors", "Not reached by any case", "Compute the same"), ENDS[1:]):
        rows = []
        for number, outcome in sorted(outcomes.items()):
            if outcome["end"] == "killed":
                continue
            same = key(mutants[number]) in known
            if (wanted == "same") == same and (same or outcome["end"] == wanted):
                rows.append(f"- {named(mutants[number])}" + (f": {known[key(mutants[number])]}" if same else ""))
        if rows:
            lines += ["", f"{title}:", *rows]
    return "\n".join(lines), share(total)
