#!/bin/bash
# Whether two builds of the program say the same: tests/same_output.sh OLD NEW, each a path to `shardscope`.
# Compared are, of all scenarios, the report with its tensors as JSON, text, Markdown and CSV, every framework's export
# and what an import makes of it, and the balanced layout; two traces; every schedule alone; the predictions of all
# public runs, the claims, the lists of presets and their schemas; and every picture that can be asked for, as vectors.
# Which scenarios, frameworks, schedules and pictures there are, OLD is asked. Prints a line for each that differs with
# its first differing lines, what both refused, which says little of either, and how many of each there were; exits 0
# where none differed. Keep the outputs with SAME_OUTPUT_FOLDER: those of OLD are then made once, and anew when this
# script has changed.
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

# noted NAME COMMAND...: a command that gives none of what it was asked for has its name among $out.refused;
# status 3 is a report of a plan that doesn't hold.
noted() {
  "${@:2}"
  case $? in 0 | 3) ;; *) echo "$1" >>"$out.refused" ;; esac
}

# keep FILE COMMAND...: what it prints, in the file.
keep() { noted "$(basename "$1")" "${@:2}" >"$1" 2>&1; }

# write_scenario PROGRAM FOLDER SCENARIO
write_scenario() {
  local program=$1 file=$2/$3 scenario=$3 framework
  keep "$file.json" "$program" report "$scenario" --json --tensors
  keep "$file.txt" "$program" report "$scenario" --text
  keep "$file.md" "$program" report "$scenario" --markdown
  keep "$file.csv" "$program" report "$scenario" --csv
  keep "$file.balance.json" "$program" balance "$scenario" --json
  for framework in $frameworks; do
    keep "$file.$framework" "$program" export "$scenario" --to "$framework"
    keep "$file.$framework.import" "$program" import "$folder/old/$scenario.$framework"
  done
}

# write PROGRAM FOLDER: everything that is compared, a file each.
write() {
  local program=$1 out=$2 scenario kind view schedule
  mkdir -p "$out"
  : >"$out.refused"
  for scenario in $scenarios; do write_scenario "$program" "$out" "$scenario"; done
  for kind in models gpus clusters scenarios frameworks; do
    keep "$out/list-$kind.json" "$program" list "$kind" --json
  done
  for kind in $schemas; do keep "$out/schema-$kind.json" "$program" show schemas "$kind"; done
  keep "$out/validate.json" "$program" validate "$public_runs" --json
  keep "$out/claims.json" "$program" claims --json
  for schedule in $schedules; do
    keep "$out/schedule-$schedule.json" "$program" pipeline --schedule "$schedule" --ranks 4 --micro-batches 8 --json
    keep "$out/schedule-$schedule.txt" "$program" pipeline --schedule "$schedule" --ranks 4 --micro-batches 8 --order
    keep "$out/schedule-$schedule-2.txt" "$program" pipeline --schedule "$schedule" --ranks 4 --micro-batches 8 \
      --virtual-stages 2 --order  # refused by those of one chunk
  done
  for scenario in gpt4-25k-a100 deepseek-v3-2048-h800; do  # others' traces are up to 90 MB
    noted "$scenario.trace.json" "$program" timeline "$scenario" --to "$out/$scenario.trace.json" >/dev/null 2>&1
  done
  for view in $views; do
    noted "view-$view.svg" "$program" draw gpt4-25k-a100 --view "$view" --to "$out/view-$view.svg" >/dev/null 2>&1
    noted "light-$view.svg" "$program" draw deepseek-v3-2048-h800 --theme light --view "$view" \
      --to "$out/light-$view.svg" >/dev/null 2>&1
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
refused=$(comm -12 <(sort "$folder/old.refused") <(sort "$folder/new.refused"))
for file in "$folder"/old/*; do
  name=$(basename "$file")
  if ! cmp -s "$file" "$folder/new/$name"; then
    differ=$((differ + 1))
    echo "differs: $name"
    diff "$file" "$folder/new/$name" | head -n 6 | cut -c 1-400
  elif ! grep -qxF -- "$name" <<<"$refused"; then
    equal=$((equal + 1))
  fi
done
[ -z "$refused" ] || echo "refused by both:" $refused
echo "$equal equal, $(grep -c . <<<"$refused") refused by both, $differ differ"
[ "$differ" = 0 ]
