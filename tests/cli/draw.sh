#!/bin/bash
# Every view as a vector picture: XML that xmllint reads, with true text and no pixels.
. "$(dirname "$0")/checks.bash"
run draw --help
views=$(sed -n 's/.*--view NAME:{\(.*\)}.*/\1/p' "$out" | tr , ' ')
expect "the help lists the views" [ "$(wc -w <<<"$views")" -gt 7 ]
for view in $views; do
  shown=()
  if [ "$view" = log ]; then shown=(--log "$(dirname "$0")/../data/logs/torchtitan-colours.log"); fi
  run draw gpt4-25k-a100 --view "$view" "${shown[@]}" --size 1500x900 --to "$scratch/$view.svg"
  expect "$view.svg: 0" has_status 0
  expect "$view.svg: nothing printed" is_silent
  if command -v xmllint >/dev/null; then expect "$view.svg: well-formed" xmllint --noout "$scratch/$view.svg"; fi
  expect "$view.svg: of that size" grep -q 'width="1500" height="900"' "$scratch/$view.svg"
  expect "$view.svg: true text" [ "$(grep -c '<text' "$scratch/$view.svg")" -gt 3 ]
  expect "$view.svg: shapes" grep -q '<path' "$scratch/$view.svg"
  expect "$view.svg: no pixels" bash -c '! grep -q "<image" "$1"' _ "$scratch/$view.svg"
done
expect "the scenario's name is in the window" grep -q 'GPT-4 on 25k A100s</text>' "$scratch/window.svg"
run draw gpt4-25k-a100 --to "$scratch/small.png" --size 640x400 --scale 0.5
expect "a small PNG: 0" has_status 0
expect "a PNG it is" bash -c 'head -c 4 "$1" | grep -q PNG' _ "$scratch/small.png"
run draw gpt4-25k-a100 --to "$scratch/window.gif"
expect "an ending that no writer has: 2" has_status 2
run draw gpt4-25k-a100 --to /nowhere/window.svg
expect "a folder that isn't there: 1" has_status 1
expect "in one line" lines_exactly 1 "$err"
finish
