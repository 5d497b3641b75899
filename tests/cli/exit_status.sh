#!/bin/bash
# 0 done, 1 invalid input, 2 wrong command line, 3 strict and not fitting or warned of; and what stands on stdout.
. "$(dirname "$0")/checks.bash"
scenario >"$scratch/good.json"
scenario 's/"tp": 8/"tp": 6/' >"$scratch/impossible.json"
scenario 's/llama2-7b/gpt3-175b/; s/"tp": 8, "pp": 2, "dp": 4/"tp": 1, "pp": 1, "dp": 64/; s/4096/2048/' >"$scratch/large.json"

run report "$scratch/good.json"
expect "a good scenario: 0" has_status 0
expect "and nothing on stderr" [ ! -s "$err" ]
expect "its page says that it fits" prints "Fits: "
run report "$scratch/impossible.json"
expect "an impossible plan: 1" has_status 1
run report "$scratch/impossible.json" --json
expect "an impossible plan as JSON: 1, and a report" has_status 1
expect "that says so" prints '"valid": false'
run report "$scratch/large.json"
expect "what doesn't fit: 0" has_status 0
expect "its page says so" prints "Doesn't fit: "
run report "$scratch/large.json" --strict
expect "what doesn't fit, strict: 3" has_status 3
run report "$scratch/impossible.json" --strict
expect "an impossible plan, strict: 1" has_status 1
run report "$scratch/good.json" "$scratch/impossible.json"
expect "one of two impossible: 1" has_status 1
run report "$scratch/good.json" --set plan.pp=4 --set plan.dp=2 --json
expect "settings: 0" has_status 0
expect "and they hold" prints '"pp": 4'
run report "$scratch/good.json" --set plan.ttp=4
expect "a setting of no field: 1" has_status 1
expect "that names the nearest" says 'did you mean "tp"'
run report - <"$scratch/good.json"
expect "stdin: 0" has_status 0
for arguments in "report" "report x --json --csv" "report x --nonsense" "list dogs" "show gpus" "draw x" "a --env b" "--nonsense"; do
  # shellcheck disable=SC2086
  run $arguments
  expect "'$arguments': 2" has_status 2
  expect "'$arguments': one line" lines_exactly 1 "$err"
  expect "'$arguments': nothing on stdout" is_silent
done
run show gpus h100-sxn
expect "a preset that isn't there: 1" has_status 1
expect "that names a near one" says "h100-sxm"
run --version
expect "the version: 0" has_status 0
expect "a name and a number" grep -qE '^shardscope [0-9]+\.[0-9]+\.[0-9]+$' "$out"
run --help
expect "help: 0" has_status 0
expect "it names the commands" prints "report"
if [ -e /dev/full ]; then
  "$program" report "$scratch/good.json" >/dev/full 2>"$err"
  status=$?
  expect "a full disk is no success" has_status 1
fi
SHARDSCOPE_DATA=$scratch run list gpus
expect "no presets: 1" has_status 1
expect "and what to set" says "SHARDSCOPE_DATA"
finish
