#!/bin/bash
# import: a config.json in, a model out; warnings and what is wrong on stderr.
. "$(dirname "$0")/checks.bash"

cat >"$scratch/config.json" <<'JSON'
{ "architectures": ["Gemma3ForConditionalGeneration"], "model_type": "gemma3",
  "text_config": { "hidden_size": 2560, "intermediate_size": 10240, "model_type": "gemma3_text",
                   "num_hidden_layers": 34, "rope_scaling": { "factor": 8.0 }, "sliding_window": 1024 },
  "vision_config": { "hidden_size": 1152 } }
JSON
run import "$scratch/config.json"
expect "a nested config: status 0" has_status 0
expect "the tower beside it is named, and nothing else on stderr" [ "$(grep -c "vision_config: isn't counted" "$err") $(wc -l <"$err")" = "1 1" ]
expect "the class's vocabulary" prints '"vocab_size": 262208'
cp "$out" "$scratch/model.json"
run import - <"$scratch/config.json"
expect "stdin gives the same" cmp -s "$out" "$scratch/model.json"

# parameters MODEL: a report's count with that model.
parameters() {
  { echo '{ "model":'; cat "$1"
    echo ', "cluster": { "gpu": "h100-sxm", "gpus": 8 },'
    echo '"plan": { "tp": 4, "dp": 2, "sequence_length": 4096, "micro_batch": 1, "global_batch": 8 } }'; } >"$scratch/s.json"
  run report "$scratch/s.json" --json
  sed -n 's/.*"total": \([0-9]*\),.*/\1/p' "$out" | head -n 1
}
expect "as imported and as it stands count the same" \
  [ "$(parameters "$scratch/model.json")" = "$(parameters "$scratch/config.json")" ]
expect "which is the published number" [ "$(parameters "$scratch/model.json")" = 3880263168 ]

# Every published config: the number, and again from what import prints.
counts=$(dirname "$0")/../data/param_counts.json
if command -v jq >/dev/null; then
  right=0 rows=$(jq '.models | length' "$counts")
  for ((i = 0; i < rows; ++i)); do
    jq ".models[$i].config" "$counts" >"$scratch/row.json"
    run import "$scratch/row.json"
    [ "$status" = 0 ] && [ ! -s "$err" ] || continue
    cp "$out" "$scratch/row-model.json"
    { printf '{"cluster": {"gpu": "h100-sxm", "gpus": 1}, "plan": {"sequence_length": 512, "micro_batch": 1, "global_batch": 1}, "model": '
      tr -d '\n' <"$scratch/row-model.json"; echo '}'; } >>"$scratch/all.jsonl"
  done
  run report --jsonl <"$scratch/all.jsonl"
  expect "all $rows published configs, from what import prints" \
    cmp -s <(jq '.parameters.total' "$out") <(jq '.models[].parameters' "$counts")
fi

echo '{"model_type": "novel", "n_layer": 2, "d_model": 64, "n_head": 4, "vocab_size": 100}' >"$scratch/novel.json"
run import "$scratch/novel.json"
expect "an unknown type: status 0" has_status 0
expect "an unknown type: says what was assumed" says "novel.json: model_type: \"novel\" isn't a type that is known here"
expect "an unknown type: one line" lines_exactly 1 "$err"

# refuses NAME WORDS: status 1, one short line that names the file, nothing on stdout; the config is on stdin.
refuses() {
  cat >"$scratch/bad.json"
  run import "$scratch/bad.json"
  expect "$1: status 1" has_status 1
  expect "$1: nothing on stdout" is_silent
  expect "$1: short lines, 8 at most" bash -c '[ "$(wc -l <"$1")" -le 8 ] && ! grep -qE ".{400}" "$1"' _ "$err"
  expect "$1: says '$2'" says "bad.json: $2"
}
refuses "a file cut short" "" <<<'{'
refuses "a list" "[1,2] isn't a Hugging Face config.json" <<<'[1, 2]'
refuses "an empty object" "num_hidden_layers: is missing" <<<'{}'
refuses "a word for a number" 'hidden_size: "wide" isn' <<<'{"model_type": "llama", "hidden_size": "wide"}'
refuses "a huge number" "num_hidden_layers: 1e+300 isn" <<<'{"model_type": "llama", "num_hidden_layers": 1e300}'
refuses "a number for a flag" "multi_query: 3 isn't true or false" <<<'{"model_type": "falcon", "multi_query": 3}'
run import "$scratch/none.json"
expect "no file: status 1" has_status 1
run import
expect "without a file: status 2" has_status 2

finish
