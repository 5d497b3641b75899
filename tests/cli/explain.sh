#!/bin/bash
# How a figure comes about: what it prints of a figure, a field and a term, and what it refuses.
. "$(dirname "$0")/checks.bash"
run explain
expect "without a figure, all of them: 0" has_status 0
expect "the peak among them" prints "memory.peak_bytes"
run explain throughput.mfu gpt4-25k-a100 --json
expect "a figure by its path: 0" has_status 0
expect "a form for programs" prints '"made_from": ['
expect "what it came from" prints '"throughput.model_flops_per_gpu_per_second"'
expect "nothing on stderr" [ ! -s "$err" ]
run explain plan.tp gpt4-25k-a100 --json
expect "a field: 0" has_status 0
expect "where it flows" prints '"throughput.tokens_per_second_per_gpu"'
run explain micro-batch
expect "a term: 0" has_status 0
expect "its sentence" prints "one replica runs forward and backward"
run explain throughput.mfy
expect "no such figure: 1" has_status 1
expect "nothing on stdout" is_silent
expect "the nearest name" says "did you mean throughput.mfu"
expect "one line" lines_exactly 1 "$err"
run explain throughput.mfu gpt4-25k-a100 --set plan.tp=7
expect "of a plan that can't run: 1" has_status 1
expect "nothing on stdout, either" is_silent
finish
