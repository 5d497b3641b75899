#!/bin/bash
# Whether two builds of the program say the same: tests/same_output.sh OLD NEW, each a path to `shardscope`.
# Compared are the reports of all scenarios with their tensors, in JSON and text, the predictions of all public runs,
# the claims, exports, schedules and every view as a vector picture. Prints a line for each that differs with its
# first differing lines, then how many were equal; exits 0 where all were. Keep the outputs with SAME_OUTPUT_FOLDER.
set -u
old=${1:?OLD} new=${2:?NEW}
folder=${SAME_OUTPUT_FOLDER:-$(mktemp -d)}
[ -n "${SAME_OUTPUT_FOLDER-}" ] || trap 'rm -rf "$folder"' EXIT
public_runs=$(dirname "$0")/../presets/measured/public_runs.json

# write PROGRAM FOLDER: everything that is compared, a file each.
write() {
  local program=$1 out=$2 scenario kind view framework schedule
  mkdir -p "$out"
  for scenario in $scenarios; do
    "$program" report "$scenario" --json --tensors >"$out/$scenario.json" 2>&1
    "$program" report "$scenario" --text >"$out/$scenario.txt" 2>&1
    for framework in megatron torchtitan deepspeed nanotron megatron-bridge; do
      "$program" export "$scenario" --to "$framework" >"$out/$scenario.$framework" 2>&1
    done
  done
  for kind in models gpus clusters scenarios; do "$program" list "$kind" --json >"$out/list-$kind.json" 2>&1; done
  "$program" validate "$public_runs" --json >"$out/validate.json" 2>&1
  "$program" claims --json >"$out/claims.json" 2>&1
  for schedule in $schedules; do
    "$program" pipeline --schedule "$schedule" --ranks 4 --micro-batches 8 --virtual-stages 2 --json --order \
      >"$out/pipeline-$schedule.json" 2>&1
  done
  for view in window memory timeline step cluster run launch lab; do
    "$program" draw gpt4-25k-a100 --view "$view" --to "$out/view-$view.svg" >/dev/null 2>&1
    "$program" draw deepseek-v3-2048-h800 --theme light --view "$view" --to "$out/light-$view.svg" >/dev/null 2>&1
  done
}

schedules=$("$old" show schema scenario | python3 -c '
import json, sys
print(*filter(None, json.load(sys.stdin)["properties"]["plan"]["properties"]["schedule"]["enum"]))')
scenarios=$("$old" list scenarios --json | python3 -c 'import json, sys; print(*(s["name"] for s in json.load(sys.stdin)))')
[ -f "$folder/old/claims.json" ] || write "$old" "$folder/old"
rm -rf "$folder/new"
write "$new" "$folder/new"
equal=0 differ=0
for file in "$folder"/old/*; do
  name=$(basename "$file")
  if cmp -s "$file" "$folder/new/$name"; then
    equal=$((equal + 1))
  else
    differ=$((differ + 1))
    echo "differs: $name"
    diff "$file" "$folder/new/$name" | head -n 6 | cut -c 1-400
  fi
done
echo "$equal equal, $differ differ"
[ "$differ" = 0 ]
