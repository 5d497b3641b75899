#!/bin/bash
# A field's values in turn: tables, JSON, and what is refused.
. "$(dirname "$0")/checks.bash"
run sweep gpt4-25k-a100 --vary plan.tp=4,8 --csv
expect "status 0" has_status 0
expect "a head and two rows" lines_exactly 3 "$out"
run sweep llama3-70b-4096-h100 --vary plan.micro_batch=1,2 --vary plan.zero=0..2 --json
expect "six rows" [ "$(grep -c '"settings"' "$out")" = 6 ]
run sweep llama3-70b-4096-h100 --question weak-scaling --trials "$scratch/rows.jsonl" --json
steps=$("$SHARDSCOPE" report --jsonl --fields time.step_seconds <"$scratch/rows.jsonl" | grep -o '[0-9.e-]*}$' | tr -d '}')
expect "its log has every row" [ "$(wc -l <"$scratch/rows.jsonl")" -gt 3 ]
expect "and runs again to the same steps" [ "$(grep -o '"time.step_seconds": [0-9.e-]*' "$out" | cut -d' ' -f2)" = \
  "$steps" ]
run sweep gpt4-25k-a100 --vary plan.tp=1,x
expect "a row says what is wrong with its value" prints "plan.tp"
run sweep gpt4-25k-a100 --vary plan.tpp=1,2
expect "an unknown key is refused" has_status 1
run sweep gpt4-25k-a100
expect "something must vary" has_status 2
run sweep gpt4-25k-a100 --vary plan.tp=4 --fields time.step
expect "an unknown field is refused" has_status 2
finish
