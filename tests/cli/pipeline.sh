#!/bin/bash
# A schedule alone: what it prints, and what it refuses.
. "$(dirname "$0")/checks.bash"
run pipeline --schedule zb-h1 --ranks 4 --micro-batches 8 --json
expect "ZB-H1: 0" has_status 0
expect "m(F + B + W) + (p-1)(F + B - W)" prints '"makespan": 27'
expect "nothing on stderr" [ ! -s "$err" ]
run pipeline --schedule 1f1b --ranks 2 --micro-batches 2 --forward 1,2 --backward-input 1.5 --p2p 0.25 --order
expect "an order: 0" has_status 0
expect "a line a rank" lines_exactly 2 "$out"
expect "in the papers' notation" prints "F0.0 F0.1 D0.0 D0.1"
run pipeline --schedule dualpipe-v --ranks 4 --micro-batches 8 --overlapped 2.4 --json
expect "overlapped passes: 0" has_status 0
run pipeline --schedule zb-auto --ranks 4 --micro-batches 12 --memory-limit 4
expect "a limit: 0" has_status 0
expect "as a table" prints "Held at most"
run pipeline --schedule interleaved --ranks 4 --micro-batches 6 --virtual-stages 2
expect "micro-batches that ranks don't divide: 1" has_status 1
expect "with what would do" says "try 4 or 8"
expect "nothing on stdout" is_silent
run pipeline --schedule v-half --ranks 100000 --micro-batches 1
expect "too large a search: 1" has_status 1
expect "in one line" lines_exactly 1 "$err"
lab="pipeline --schedule zb-v --ranks 4 --micro-batches 8"
for ending in json csv svg txt; do
  # shellcheck disable=SC2086
  run $lab --to "$scratch/lab.$ending"
  expect "to $ending: 0" has_status 0
  expect "to $ending: nothing printed" is_silent
  expect "to $ending: a file" [ -s "$scratch/lab.$ending" ]
done
expect "a row a pass: 4 ranks of 8 micro-batches, 2 chunks, 3 passes" lines_exactly 193 "$scratch/lab.csv"
expect "in units" grep -q '^rank,kind,chunk,micro_batch,start,end$' "$scratch/lab.csv"
expect "a trace that says what a unit is" grep -q '"a_unit_of_time_is":"1 ms"' "$scratch/lab.json"
# shellcheck disable=SC2086
run $lab --order
expect "the text is the order" cmp -s "$out" "$scratch/lab.txt"
if command -v python3 >/dev/null; then
  expect "the trace is JSON" python3 -m json.tool "$scratch/lab.json" "$scratch/tidy.json"
  expect "the drawing is XML" python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$scratch/lab.svg"
fi
run pipeline --schedule 1f1b --ranks 2 --micro-batches 2 --forward 0 --backward-input 0 --backward-weight 0 \
  --to "$scratch/none.svg"
expect "passes without time: 1" has_status 1
expect "in words" says "there is nothing to draw"
for arguments in "pipeline" "$lab --to a.gif" "$lab --to a.csv --size 100x100" "$lab --to a.svg --json" "pipeline --schedule dog --ranks 4 --micro-batches 8" \
  "pipeline --schedule 1f1b --ranks four --micro-batches 8" "pipeline --schedule 1f1b --ranks 4 --micro-batches 8 --forward 1,x" \
  "pipeline --schedule 1f1b --ranks 4 --micro-batches 8 --json --order"; do
  # shellcheck disable=SC2086
  run $arguments
  expect "'$arguments': 2" has_status 2
  expect "'$arguments': one line" lines_exactly 1 "$err"
done
finish
