#!/bin/bash
# validate: runs in, errors out; what is wrong with a run or with the file is answered in words.
. "$(dirname "$0")/checks.bash"

# runs SED: a file of two measured runs, with an edit.
runs() {
  sed "${1-}" <<'JSON'
{ "shardscope_runs": 1,
  "models": { "small": { "num_hidden_layers": 4, "hidden_size": 1024, "num_attention_heads": 8, "vocab_size": 32000 } },
  "runs": [
    { "id": "first", "source": "A table", "kind": "dense",
      "scenario": { "model": "small", "cluster": { "gpu": "a100-80", "gpus": 8 },
        "plan": { "tp": 8, "sequence_length": 2048, "micro_batch": 1, "global_batch": 8 }, "flops_convention": "theirs" },
      "measured": { "step_seconds": 0.2, "mfu": 0.3, "peak_memory_bytes": 5e9, "memory_kind": "device" } },
    { "id": "second", "source": "A table", "kind": "dense",
      "scenario": { "model": "llama2-7b", "cluster": { "gpu": "a100-80", "gpus": 8 },
        "plan": { "tp": 7, "sequence_length": 2048, "micro_batch": 1, "global_batch": 8 } },
      "measured": { "step_seconds": 2 } } ] }
JSON
}

runs >"$scratch/runs.json"
run validate "$scratch/runs.json"
expect "a table: status 0" has_status 0
expect "both runs are in it" bash -c 'grep -q "^  first " "$1" && grep -q "^  second " "$1"' _ "$out"
expect "the invalid one is counted" prints "2 runs, 1 of them invalid"
run validate "$scratch/runs.json" --json
expect "JSON: status 0" has_status 0
expect "JSON: nothing on stderr" [ ! -s "$err" ]
if command -v jq >/dev/null; then
  expect "JSON: one error counts" bash -c 'jq -e ".summary.step_seconds.all.count == 1" "$1" >/dev/null' _ "$out"
  expect "JSON: an unknown convention leaves FLOPs null" bash -c 'jq -e ".runs[0].error.mfu == null" "$1" >/dev/null' _ "$out"
fi
run validate - --json <"$scratch/runs.json"
expect "stdin: status 0" has_status 0

# refuses NAME FILE WORDS: status 1, words that name the file, nothing on stdout.
refuses() {
  run validate "$2"
  expect "$1: status 1" has_status 1
  expect "$1: nothing on stdout" is_silent
  expect "$1: says '$3'" says "$2: $3"
}
runs 's/"shardscope_runs": 1/"shardscope_runs": 9/' >"$scratch/version.json"
refuses "another version" "$scratch/version.json" "shardscope_runs: "
scenario >"$scratch/scenario.json"
refuses "a scenario" "$scratch/scenario.json" "shardscope_runs: "
runs | head -c 300 >"$scratch/cut.json"
refuses "a file cut short" "$scratch/cut.json" ""
refuses "no file" "$scratch/none.json" "there is no such file"
run validate --json
expect "without a file, the public runs: status 0" has_status 0
expect "hundreds of them" bash -c '[ "$(grep -c "\"id\"" "$1")" -gt 800 ]' _ "$out"
run validate "$scratch/runs.json" --yaml
expect "an unknown option: status 2" has_status 2

finish
