#!/bin/bash
# The simulated step to files: what is in them, and what is refused.
. "$(dirname "$0")/checks.bash"
scenario >"$scratch/good.json"
for ending in json csv svg; do
  run timeline "$scratch/good.json" --to "$scratch/step.$ending"
  expect "$ending: 0" has_status 0
  expect "$ending: nothing printed" is_silent
  expect "$ending: nothing on stderr" [ ! -s "$err" ]
  expect "$ending: a file" [ -s "$scratch/step.$ending" ]
done
grep -E '^rank,|^[0-9]+,(forward|backward),' "$scratch/step.csv" > "$scratch/passes.csv"
expect "a row a pass: 2 ranks of 16 micro-batches, both ways" lines_exactly 65 "$scratch/passes.csv"
expect "a trace" grep -q '"traceEvents"' "$scratch/step.json"
if command -v python3 >/dev/null; then
  expect "that is JSON" python3 -m json.tool "$scratch/step.json" "$scratch/tidy.json"
  expect "a picture that is XML" python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$scratch/step.svg"
fi
if command -v xmllint >/dev/null; then expect "as xmllint sees it too" xmllint --noout "$scratch/step.svg"; fi
run timeline gpt4-25k-a100 --set run.jitter=0.05 --to "$scratch/gpt4.svg" --theme light --size 1200x500
expect "a preset with jitter, a size and a theme: 0" has_status 0
expect "of that size" grep -q 'width="1200" height="500"' "$scratch/gpt4.svg"
run timeline "$scratch/good.json" --level operations --to "$scratch/lanes.json"
expect "down to the operations: 0" has_status 0
expect "kernels on streams" grep -q '"cat":"kernel"' "$scratch/lanes.json"
run timeline "$scratch/good.json" --level operations --rank 2 --to "$scratch/none.json"
expect "a rank that there isn't: 1" has_status 1
expect "in words" says "--rank: 2 isn't a pipeline rank: there are 2, the first is 0"
run report "$scratch/good.json" --json --operations
expect "a report with operations: 0" has_status 0
expect "them on their lanes" prints '"lane": "tensor"'
run timeline "$scratch/good.json" --set run.slow_rank=2 --to "$scratch/no.csv"
expect "a slow rank that there isn't: 1" has_status 1
expect "in words" says "run.slow_rank: 2 isn't a pipeline rank: PP 2 has ranks 0 to 1"
expect "and no file" [ ! -e "$scratch/no.csv" ]
for arguments in "timeline" "timeline x" "timeline x --to a.gif" "timeline x --to a.csv --size 10x10" \
  "timeline x --to a.svg --size wide" "timeline x --to a.csv --level operations" "timeline x --to a.json --rank 1" \
  "timeline x --to a.json --level kernels"; do
  # shellcheck disable=SC2086
  run $arguments
  expect "'$arguments': 2" has_status 2
  expect "'$arguments': one line" lines_exactly 1 "$err"
done
finish
