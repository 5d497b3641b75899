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
for arguments in "pipeline" "pipeline --schedule dog --ranks 4 --micro-batches 8" \
  "pipeline --schedule 1f1b --ranks four --micro-batches 8" "pipeline --schedule 1f1b --ranks 4 --micro-batches 8 --forward 1,x" \
  "pipeline --schedule 1f1b --ranks 4 --micro-batches 8 --json --order"; do
  # shellcheck disable=SC2086
  run $arguments
  expect "'$arguments': 2" has_status 2
  expect "'$arguments': one line" lines_exactly 1 "$err"
done
finish
