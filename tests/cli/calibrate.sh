#!/bin/bash
# calibrate: runs and logs of one's own in, a GPU preset out that every other command takes by its name.
. "$(dirname "$0")/checks.bash"
logs=$(dirname "$0")/../data/logs
export XDG_CONFIG_HOME=$scratch/config

run calibrate "$logs/megatron-ranks.log" --set cluster.gpu=h100-sxm --as "Our lab"
expect "a log: status 0" has_status 0
expect "what moved" prints "Left of it"
expect "where it is kept" prints "$scratch/config/shardscope/presets/gpus/our-lab.json"
run list gpus
expect "it is in the list" prints "our-lab"
run report llama3-70b-4096-h100 --set cluster.gpu=our-lab
expect "a report with it: status 0" has_status 0
expect "says which calibration stands" prints "Calibrated as Our lab on 1 run of your own: megatron-ranks.log"
run report llama3-70b-4096-h100 --set cluster.gpu=our-lab --json
expect "so does its JSON" bash -c 'grep -A2 "\"calibration\": {" "$1" | grep -q "Our lab"' _ "$out"
run report llama3-70b-4096-h100 --json
expect "without one it is null" prints '"calibration": null'
run calibrate "$logs/megatron-ranks.log" --set cluster.gpu=our-lab --as "Our lab" --json
expect "made anew from itself: status 0" has_status 0
expect "JSON, and no NaN in it" python3 -c 'import json, sys
json.load(open(sys.argv[1]), parse_constant=lambda word: sys.exit(1))' "$out"

run calibrate "$logs/megatron-ranks.log" --as lab
expect "no GPU: status 1" has_status 1
expect "says how to give it" says "--set cluster.gpu=NAME"
run calibrate --as lab
expect "nothing to fit to: status 2" has_status 2
run calibrate "$logs/megatron-ranks.log"
expect "no name: status 2" has_status 2
run calibrate - - --as lab
expect "stdin twice: status 2" has_status 2

finish
