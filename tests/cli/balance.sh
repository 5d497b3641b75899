#!/bin/bash
# The layout that is balanced: what it prints, and what it refuses.
. "$(dirname "$0")/checks.bash"
run balance gpt3-175b-v100 --for memory --json
expect "for memory: 0" has_status 0
expect "its goal" prints '"goal": "memory"'
expect "a layout string" prints '"pipeline_layout": "Et*12|'
expect "nothing on stderr" [ ! -s "$err" ]
run balance gpt3-175b-v100
expect "for the step: 0" has_status 0
expect "as a table" prints "Peak of memory"
run balance gpt3-175b-v100 --set plan.tp=7
expect "a plan that can't run: 1" has_status 1
expect "nothing on stdout" is_silent
run balance gpt3-175b-v100 --for money
expect "no such goal: 2" has_status 2
expect "one line" lines_exactly 1 "$err"
finish
