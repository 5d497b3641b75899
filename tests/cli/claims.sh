#!/bin/bash
# What others claimed: as a page and as JSON.
. "$(dirname "$0")/checks.bash"
run claims
expect "claims: 0" has_status 0
expect "their count" prints "43 claims: "
expect "nothing on stderr" [ ! -s "$err" ]
run claims --json
expect "as JSON: 0" has_status 0
expect "the verdict of 4,000 years" prints '"verdict": "impossible"'
run claims nonsense
expect "no such argument: 2" has_status 2
expect "one line" lines_exactly 1 "$err"
finish
