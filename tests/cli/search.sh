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
run search "${small[@]}" --vary plan.optimizer=adam
expect "what isn't searched over is refused" has_status 2
run search llama3-70b-4096-h100 --need days
expect "a limit must be one" has_status 2
run search llama3-70b-4096-h100 --objective speed
expect "an unknown goal is refused" has_status 2
finish
