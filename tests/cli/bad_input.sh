#!/bin/bash
# Input that is wrong is answered in words, with status 1, in little time and memory, whatever is wrong with it.
. "$(dirname "$0")/checks.bash"

# refuses NAME FILE WORDS...: status 1, nothing on stdout, at most 8 short lines that name the file and the words.
refuses() {
  local name=$1 file=$2
  shift 2
  run report "$file"
  expect "$name: status 1" has_status 1
  expect "$name: nothing on stdout" is_silent
  expect "$name: a line or more that starts with the file" grep -qF "$file: " "$err"
  expect "$name: at most 8 lines" lines_at_most 8 "$err"
  expect "$name: short lines" lines_short "$err"
  for words in "$@"; do expect "$name: says '$words'" says "$words"; done
}

# wrong NAME SED WORDS...: the scenario with an edit is refused.
wrong() {
  local name=$1 edit=$2
  shift 2
  scenario "$edit" >"$scratch/wrong.json"
  refuses "$name" "$scratch/wrong.json" "$@"
}

wrong "a word for a number" 's/"tp": 8/"tp": "eight"/' "plan.tp: " "eight"
wrong "a list for a number" 's/"tp": 8/"tp": [8]/' "plan.tp: "
wrong "null for a model" 's/"llama2-7b"/null/' "model: "
wrong "a number for an object" 's/"plan": {.*},/"plan": 4,/' "plan: "
wrong "a fraction of a GPU" 's/"gpus": 64/"gpus": 64.5/' "cluster.gpus: " "64.5"
wrong "an unknown key" 's/"global_batch"/"global_bach": 1, "global_batch"/' "plan.global_bach: " "global_batch"
wrong "an unknown key at the top" 's/"run"/"rum"/' "rum: " "run"
wrong "an unknown model" 's/llama2-7b/llama2-7c/' "model: " "llama2-7b"
wrong "an unknown GPU" 's/a100-80/a100-81/' "cluster.gpu: " "a100-80"
wrong "no model" 's/"model": "llama2-7b",//' "model: "
wrong "no global batch" 's/, "global_batch": 64//' "plan.global_batch: "
wrong "tp = 0" 's/"tp": 8/"tp": 0/' "plan.tp: 0"
wrong "a negative degree" 's/"pp": 2/"pp": -2/' "plan.pp: "
wrong "1e300 layers" 's/"llama2-7b"/{"preset": "llama2-7b", "num_hidden_layers": 1e300}/' "model.num_hidden_layers: "
wrong "an infinite number" 's/2e12/2e999/'
wrong "NaN" 's/2e12/NaN/'
wrong "7 heads over tp 8" 's/"llama2-7b"/{"preset": "llama2-7b", "num_attention_heads": 7, "num_key_value_heads": 7, "head_dim": 128}/' "plan.tp: " "7"
wrong "a batch that doesn't divide" 's/"global_batch": 64/"global_batch": 65/' "plan.global_batch: "
wrong "more stages than layers" 's/"pp": 2/"pp": 64/; s/"gpus": 64/"gpus": 4096/' "plan.pp: "
wrong "more GPUs than there are" 's/"gpus": 64/"gpus": 8/' "GPUs"
wrong "a sequence that is too long" 's/4096/9999999999999/' "plan.sequence_length: "
wrong "bytes that aren't UTF-8" 's/Small/\xff\xfe/'

scenario | head -c 120 >"$scratch/truncated.json"
refuses "truncated JSON" "$scratch/truncated.json"
: >"$scratch/empty.json"
refuses "an empty file" "$scratch/empty.json"
head -c 4096 /bin/sh >"$scratch/binary.json"
refuses "binary garbage" "$scratch/binary.json"
{ head -c 100000 /dev/zero | tr '\0' '['; } >"$scratch/deep.json"
refuses "100,000 open brackets" "$scratch/deep.json"
{ head -c 100000 /dev/zero | tr '\0' '['; head -c 100000 /dev/zero | tr '\0' ']'; } >"$scratch/nested.json"
refuses "100,000 nested lists" "$scratch/nested.json"
{ echo '{"plan":'; head -c 100000 /dev/zero | tr '\0' '['; head -c 100000 /dev/zero | tr '\0' ']'; echo '}'; } >"$scratch/inner.json"
refuses "a plan of nested lists" "$scratch/inner.json"
{ echo '[0'; yes ',0' | head -n 4000000; echo ']'; } >"$scratch/long.json"
refuses "a list of four million numbers" "$scratch/long.json"
{ printf '{"name": "'; head -c 1000000 /dev/zero | tr '\0' 'x'; printf '", "tp": 1}'; } >"$scratch/name.json"
refuses "a name of a million letters" "$scratch/name.json"
truncate -s 2G "$scratch/large.json"
refuses "a file of 2 GB" "$scratch/large.json" "MiB"
refuses "a folder" "$scratch" "folder"
refuses "a file that isn't there" "$scratch/none.json" "no such file"

run report /dev/zero
expect "an endless file is refused" has_status 1
run report - </dev/null
expect "empty stdin is refused" has_status 1
expect "stdin is called so" says "stdin: "
{ printf '{'; for i in $(seq 40); do printf '"key%d": 1, ' "$i"; done; printf '"z": 1}'; } >"$scratch/many.json"
run report "$scratch/many.json"
expect "forty wrong keys are eight lines" lines_exactly 8 "$err"
expect "the last says how many more" grep -qE 'more' <(tail -n 1 "$err")
finish
