#!/bin/bash
# The window, killed: killed_window.sh [TIMES]. Each time it is opened, edits are typed into it without a pause, and it is
# killed at a random moment; what it kept has to be readable, and to lack no edit that was typed more than a second
# before. Then it is opened once more, and has to say that what was open is back. Needs a display and xdotool, as
# tests/gui/real_window.sh does. tests/app/window/keeping_test.cpp does the same 500 times without a window.
set -u
. "$(dirname "$0")/window.bash"
kept=$XDG_STATE_HOME/shardscope/open.json
now() { date +%s%N | sed 's/......$//'; }

opens_kept() { opens "$@" && await 300 test -s "$kept"; }
kept_seed() {
  python3 -c 'import json, sys
run = json.load(open(sys.argv[1]))["documents"][0]["scenario"].get("run", {})
print(run.get("jitter_seed", 1))' "$kept"
}

# Types run.jitter_seed = $1 through Ctrl+K. What is typed before the display has opened the palette is nobody's, and
# would count as lost: the pause, in tenths of a second, is as long as the machine is slow.
pause=10
types() {
  xdotool key ctrl+k
  await "$pause" false
  xdotool type --delay 1 "run.jitter_seed=$1"
  await 1 false
  xdotool key Return
}

has_seed() { [ "$(kept_seed 2>/dev/null)" = "$1" ]; }

# Types run.jitter_seed = 3, 4, …, each noted with the moment at which it was typed, until it is killed.
types_until() {
  local end=$1 seed=2
  : >"$scratch/typed"
  while [ "$(now)" -lt "$end" ]; do
    seed=$((seed + 1))
    types $seed
    echo "$seed $(now)" >>"$scratch/typed"
  done
}

lost_at_most=0
survives() {
  rm -rf "$XDG_STATE_HOME"
  opens_kept gpt4-25k-a100 || return 1
  pause=10
  types 2
  local typed_at=$(now)
  await 100 has_seed 2 || { echo "an edit alone isn't kept"; return 1; }
  pause=$((3 + ($(now) - typed_at) / 100))
  types_until $(($(now) + 1000 + RANDOM % 4000))
  kill -9 "$pid"
  local killed kept_one lost
  killed=$(now)
  wait "$pid" 2>/dev/null
  pid=
  kept_one=$(kept_seed) || { echo "it can't be read"; return 1; }
  lost=$(awk -v kept="$kept_one" -v killed="$killed" '$1 > kept { print killed - $2; exit }' "$scratch/typed")
  lost=${lost:-0}
  [ "$lost" -le "$lost_at_most" ] || lost_at_most=$lost
  [ "$lost" -le 1000 ] || { echo "edit $((kept_one + 1)) was typed $lost ms before"; return 1; }
}

for ((round = 1; round <= ${1:-3}; round++)); do
  expect "killed $round: what was typed is kept" survives
done
echo "lost at most the last $lost_at_most ms"
comes_back() { grep -q '"closed": false' "$kept" && opens_kept && await 50 grep -q "\"jitter_seed\": $last" "$kept"; }
last=$(kept_seed)
expect "the next start has it back" comes_back
finish
