#!/bin/bash
# Whether two builds of the program say the same: tests/same_output.sh OLD NEW, each a path to `shardscope`.
# Compared are, of all scenarios, the report with its tensors as JSON, text, Markdown and CSV, every framework's export
# and what an import makes of it, and the balanced layout; two traces; every schedule alone; the predictions of all
# public runs, the claims, the lists of presets and their schemas; and every picture that can be asked for, as vectors.
# Which scenarios, frameworks, schedules and pictures there are, OLD is asked. Prints a line for each that differs with
# its first differing lines, then how many were equal; exits 0 where all were. Keep the outputs with SAME_OUTPUT_FOLDER:
# those of OLD are then made once, and anew when this script has changed.
set -u
old=${1:?OLD} new=${2:?NEW}
folder=${SAME_OUTPUT_FOLDER:-$(mktemp -d)}
[ -n "${SAME_OUTPUT_FOLDER-}" ] || trap 'rm -rf "$folder"' EXIT
public_runs=$(dirname "$0")/../presets/measured/public_runs.json

names_of() { "$old" list "$1" --json | python3 -c 'import json, sys; print(*(s["name"] for s in json.load(sys.stdin)))'; }
scenarios=$(names_of scenarios) frameworks=$(names_of frameworks) schemas=$(names_of schemas)
schedules=$("$old" show schemas scenario |
  python3 -c 'import json, sys
plan = json.load(sys.stdin)["properties"]["plan"]
print(*filter(None, plan["properties"]["schedule"]["enum"]))')
views=$("$old" draw --help | sed -n 's/.*--view NAME:{\([^}]*\)}.*/\1/p' | tr ',' ' ')

# write_scenario PROGRAM FOLDER SCENARIO
write_scenario() {
  local program=$1 file=$2/$3 scenario=$3 framework
  "$program" report "$scenario" --json --tensors >"$file.json" 2>&1
  "$program" report "$scenario" --text >"$file.txt" 2>&1
  "$program" report "$scenario" --markdown >"$file.md" 2>&1
  "$program" report "$scenario" --csv >"$file.csv" 2>&1
  "$program" balance "$scenario" --json >"$file.balance.json" 2>&1
  for framework in $frameworks; do
    "$program" export "$scenario" --to "$framework" >"$file.$framework" 2>&1
    "$program" import "$folder/old/$scenario.$framework" >"$file.$framework.import" 2>&1
  done
}

# write PROGRAM FOLDER: everything that is compared, a file each.
write() {
  local program=$1 out=$2 scenario kind view schedule
  mkdir -p "$out"
  for scenario in $scenarios; do write_scenario "$program" "$out" "$scenario"; done
  for kind in models gpus clusters scenarios frameworks; do
    "$program" list "$kind" --json >"$out/list-$kind.json" 2>&1
  done
  for kind in $schemas; do "$program" show schemas "$kind" >"$out/schema-$kind.json" 2>&1; done
  "$program" validate "$public_runs" --json >"$out/validate.json" 2>&1
  "$program" claims --json >"$out/claims.json" 2>&1
  for schedule in $schedules; do
    "$program" pipeline --schedule "$schedule" --ranks 4 --micro-batches 8 --json >"$out/schedule-$schedule.json" 2>&1
    "$program" pipeline --schedule "$schedule" --ranks 4 --micro-batches 8 --virtual-stages 2 --order \
      >"$out/schedule-$schedule.txt" 2>&1
  done
  for scenario in gpt4-25k-a100 deepseek-v3-2048-h800; do  # others' traces are up to 90 MB
    "$program" timeline "$scenario" --to "$out/$scenario.trace.json" >/dev/null 2>&1
  done
  for view in $views; do
    "$program" draw gpt4-25k-a100 --view "$view" --to "$out/view-$view.svg" >/dev/null 2>&1
    "$program" draw deepseek-v3-2048-h800 --theme light --view "$view" --to "$out/light-$view.svg" >/dev/null 2>&1
  done
}

made_by=$(sha256sum "$0" | cut -c 1-64)
if [ "$(cat "$folder/made_by" 2>/dev/null)" != "$made_by" ]; then
  rm -rf "$folder/old"
  write "$old" "$folder/old"
  echo "$made_by" >"$folder/made_by"
fi
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
