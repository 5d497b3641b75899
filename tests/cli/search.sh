#!/bin/bash
# The best plans: what is printed, that a plan's settings give its figures, and what is refused.
. "$(dirname "$0")/checks.bash"
small=(llama3-70b-4096-h100 --set cluster.gpus=64 --set plan.global_batch=64 --vary plan.tp=4,8 --vary plan.cp=1
  --vary plan.micro_batch=1)
run search "${small[@]}" --json --top 1
expect "status 0" has_status 0
expect "proved" prints '"proved": true'
step=$(sed -n 's/^ *"step_seconds": \([0-9.e-]*\),$/\1/p' "$out")
settings=$(python3 -c 'import json, sys
for key, value in json.load(sys.stdin)["best"][0]["settings"].items():
    print("--set", key + "=" + (value if isinstance(value, str) else json.dumps(value)))' <"$out")
# shellcheck disable=SC2086
run report llama3-70b-4096-h100 --set cluster.gpus=64 --set plan.global_batch=64 $settings --json
expect "its settings give its step" prints "\"step_seconds\": $step,"
run search "${small[@]}"
expect "a table" prints "Best"
run search "${small[@]}" --need memory\<=1
expect "nothing fits in a byte" prints "none keeps every limit"
run search "${small[@]}" --find longest-sequence --json
expect "the other way round too" prints '"find": "longest-sequence"'
run search "${small[@]}" --find fewest-gpus --gpus 8..64 --need days\<=90000
expect "the fewest GPUs" prints "GPUs"
run search "${small[@]}" --trials "$scratch/trials.jsonl" --write "$scratch/best.json" --json --top 1
best=$(sed -n 's/^ *"step_seconds": \([0-9.e-]*\),$/\1/p' "$out" | head -n 1)
expect "a line for each plan that was looked at" lines_exactly \
  "$(sed -n 's/^ *"looked_at": \([0-9]*\),$/\1/p' "$out")" "$scratch/trials.jsonl"
run report "$scratch/best.json" --json
expect "the best plan as a scenario" prints "\"step_seconds\": $best,"
run export "$scratch/best.json" --to megatron --launcher slurm
expect "and as a launch script" prints "tensor-model-parallel-size"
"$SHARDSCOPE" report --jsonl --fields time.step_seconds <"$scratch/trials.jsonl" >"$scratch/again.jsonl"
expect "the log runs again to the same steps" python3 -c 'import json, sys
logs = [[json.loads(line) for line in open(name)] for name in sys.argv[1:]]
assert len(logs[0]) == len(logs[1]) > 3
for was, now in zip(*logs):
    assert not was["valid"] or was["step_seconds"] == now["time.step_seconds"], (was, now)
' "$scratch/trials.jsonl" "$scratch/again.jsonl"
run search "${small[@]}" --find fewest-gpus --gpus 8..64 --need days\<=90000 --write "$scratch/fewest.json"
expect "what was found is written" prints "GPUs"
run report "$scratch/fewest.json" --json
expect "and is a scenario that fits" prints '"fits": true'
run search "${small[@]}" --vary plan.overlap=all,none --vary plan.sequence_parallel=on,off --json --top 1
expect "overlap and sequence parallelism are searched over" prints '"plan.overlap.tp"'
run search "${small[@]}" --vary plan.overlap=water
expect "traffic that isn't there is refused" has_status 2
run search "${small[@]}" --find fewest-gpus --trials "$scratch/none.jsonl"
expect "a log is of one search" has_status 2
run search "${small[@]}" --find happiness
expect "an unknown question is refused" has_status 2
run search "${small[@]}" --vary plan.optimizer=adam
expect "what isn't searched over is refused" has_status 2
run search llama3-70b-4096-h100 --need days
expect "a limit must be one" has_status 2
run search llama3-70b-4096-h100 --objective speed
expect "an unknown goal is refused" has_status 2
finish
