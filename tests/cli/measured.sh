#!/bin/bash
# measured: logs in, what they say out, beside the prediction where the plan and the GPU are known.
. "$(dirname "$0")/checks.bash"
logs=$(dirname "$0")/../data/logs

run measured "$logs/megatron-ranks.log"
expect "a log: status 0" has_status 0
expect "its step" prints "1.501 s"
expect "what to give" prints "--set cluster.gpu=NAME"
run measured "$logs/megatron-ranks.log" --set cluster.gpu=h100-sxm
expect "beside the prediction: status 0" has_status 0
expect "with its range" prints "4 of 5 lie in"
expect "and why it differs" prints "Why it differs"
run measured "$logs/megatron-pairs.log" --scenario llama3-70b-4096-h100 --set plan.micro_batch=1
expect "a scenario: status 0" has_status 0
expect "is predicted" prints "Predicted"
for log in "$logs"/*.log; do
  run measured "$log" --json
  expect "$(basename "$log"): JSON, and no NaN in it" bash -c '[ "$2" -le 1 ] && python3 -c "
import json, sys
json.load(open(sys.argv[1]), parse_constant=lambda word: sys.exit(1))" "$1"' _ "$out" "$status"
done
run measured "$logs/bars.log" "$logs/olmo-fields.log" --json
expect "several logs make an array" bash -c 'grep -q "^\[" "$1" && [ "$(grep -c "^    \"file\"" "$1")" = 2 ]' _ "$out"
run measured - <"$logs/bars.log"
expect "stdin: status 0" has_status 0

# A log as long as one likes is read in the same memory: run() allows 4 GB of addresses, and this is read from a pipe.
line=$(sed -n '/iteration        3/p' "$logs/megatron-ranks.log")
repeated() { yes "$line" | head -c 300000000; }
repeated | (ulimit -v 400000; exec timeout 120 "$program" measured - --json) >"$out" 2>"$err"
expect "300 MB within 400 MB of addresses" bash -c 'grep -q "\"step_seconds\": 1.5" "$1"' _ "$out"

# A profiler's trace, plain or packed, alone or beside a plan; half a file counts as far as it goes.
trace=$(dirname "$0")/../data/traces/two_steps.json
run measured "$trace"
expect "a trace: status 0" has_status 0
expect "its step" prints "Collectives and waits"
expect "its collectives" prints "reduce-scatter within mesh_dp_shard of 8"
gzip -c "$trace" >"$scratch/trace.json.gz"
run measured "$scratch/trace.json.gz" --scenario llama3-70b-4096-h100
expect "a packed trace beside a plan" prints "Measured less predicted"
head -c 9000 "$trace" >"$scratch/cut.json"
run measured "$scratch/cut.json"
expect "a cut trace" prints "ends before its JSON does"
run measured "$trace" "$logs/bars.log" --json
expect "a trace and a log: an array of both" bash -c 'python3 -c "
import json, sys
trace, log = json.load(open(sys.argv[1]))
kinds = sum(kind[\"seconds\"] for kind in trace[\"kinds\"])
sys.exit(not (trace[\"trace\"] and abs(kinds / trace[\"step_seconds\"] - 1) < 1e-9 and \"trace\" not in log))" "$1"' _ "$out"

printf 'Dear all,\nno log.\n' >"$scratch/prose.log"
run measured "$scratch/prose.log"
expect "prose: status 1" has_status 1
expect "prose: says so" says "prose.log: no line of it is one of a training log"
run measured "$scratch/none.log"
expect "no file: status 1" has_status 1
run measured "$logs/megatron-ranks.log" --set cluster.gpu=none-such
expect "an unknown GPU: status 1" has_status 1
run measured "$logs/megatron-ranks.log" --scenario none-such
expect "an unknown scenario: status 1" has_status 1
run measured - --scenario - <"$logs/bars.log"
expect "stdin twice: status 2" has_status 2
run measured
expect "no log: status 2" has_status 2

finish
