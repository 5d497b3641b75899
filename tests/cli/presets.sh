#!/bin/bash
# Every preset can be listed, shown and reported, and each form of a report is whole.
. "$(dirname "$0")/checks.bash"
for kind in models gpus clusters scenarios; do
  run list "$kind" --json
  expect "list $kind --json: 0" has_status 0
  grep -oE '^    "name": "[^"]+"' "$out" | cut -d'"' -f4 >"$scratch/$kind"
  expect "list $kind names some" [ -s "$scratch/$kind" ]
  shown=0
  while read -r name; do
    run show "$kind" "$name"
    [ "$status" = 0 ] && [ -s "$out" ] && shown=$((shown + 1))
  done <"$scratch/$kind"
  expect "each of the $kind can be shown" [ "$shown" = "$(wc -l <"$scratch/$kind")" ]
done
while read -r name; do
  run show scenarios "$name"
  cp "$out" "$scratch/shown.json"
  run report "$name" --json
  expect "$name: 0" has_status 0
  expect "$name: no number that isn't one" bash -c '! grep -qiE "[^a-z](nan|inf)[^a-z]" <(grep -v \" "$1")' _ "$out"
  cp "$out" "$scratch/direct"
  run report - --json <"$scratch/shown.json"
  grep -v '"preset":' "$scratch/direct" >"$scratch/direct.plain"
  expect "$name: what is shown gives the same report" cmp -s "$scratch/direct.plain" <(grep -v '"preset":' "$out")
  if command -v jq >/dev/null; then expect "$name: jq reads it" bash -c 'jq -e .valid "$1" >/dev/null' _ "$scratch/direct"; fi
done <"$scratch/scenarios"
mapfile -t names <"$scratch/scenarios"
run report "${names[@]}" --csv
expect "all as CSV: a row each, and a header" lines_exactly $((${#names[@]} + 1)) "$out"
run report "${names[@]}"
expect "all as text: 0" has_status 0
run report "${names[@]}" --markdown
expect "all as Markdown: 0" has_status 0
run report "${names[0]}" --markdown
expect "one as Markdown: a heading" grep -qE '^# ' "$out"
run report "${names[0]}" "${names[0]}" --json
expect "two as JSON: an array" grep -qxF '[' "$out"
finish
