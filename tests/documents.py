#!/usr/bin/env python3
"""What the documents say that the program knows: tests/documents.py PROGRAM [--write].

A part between <!-- shardscope ARGS --> and <!-- end --> is what `shardscope ARGS` prints; --write puts it there. Without
it every part that differs is named, as is every link to a file that isn't there. Exits 0 where nothing is wrong.
"""
import pathlib
import re
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
program, write = sys.argv[1], "--write" in sys.argv[2:]
part = re.compile(r"(<!-- shardscope ([^\n]*?) -->\n)(.*?)(<!-- end -->)", re.S)
link = re.compile(r"\]\((?!https?:)([^)#]+)[^)]*\)")
wrong = []


def printed(arguments):
    run = subprocess.run([program, *shlex.split(arguments)], cwd=root, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"shardscope {arguments}: {run.stderr.strip()}")
    # A page's title is the document's own, and its headings go one level down.
    lines = [line for line in run.stdout.splitlines() if not line.startswith("# ")]
    return re.sub(r"(?m)^## ", "### ", "\n".join(lines)).strip("\n") + "\n"


for file in sorted([root / "README.md", *root.glob("*/README.md"), *root.glob("*/*/README.md")]):
    if "build" in file.relative_to(root).parts:
        continue
    name, text = file.relative_to(root), file.read_text()
    new = part.sub(lambda m: m[1] + printed(m[2]) + m[4], text)
    if new != text and write:
        file.write_text(new)
    elif new != text:
        wrong.append(f"{name}: a part isn't what the program prints; tests/documents.py PROGRAM --write")
    wrong += [f"{name}: there is no {target}" for target in link.findall(new) if not (file.parent / target).exists()]
size = (root / "README.md").stat().st_size
if size > 9000:
    wrong.append(f"README.md has {size} bytes; what belongs to a room stands in the room's own")
print("\n".join(wrong))
sys.exit(bool(wrong))
