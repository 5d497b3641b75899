#!/bin/bash
# The program in a real window: it opens, shows something, takes mouse and keys, rests when nothing happens, and closes.
# Needs a display (tests/run.sh gives it one of its own), xdotool, xwd, and the program's path in $SHARDSCOPE.
set -u
passed=0
failed=0
root=$(cd "$(dirname "$0")/../.." && pwd)
program=${SHARDSCOPE:-$root/build/release/shardscope}
work=$(mktemp -d)
pid=
export XDG_STATE_HOME=$work/state
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -rf "$work"' EXIT

# claim NAME STATUS [DETAIL]
claim() {
  if [ "$2" = 0 ]; then
    echo "PASS $1"
    passed=$((passed + 1))
  else
    echo "FAIL $1${3:+: $3}"
    failed=$((failed + 1))
  fi
}

finish() {
  [ "$failed" = 0 ] || sed 's/^/  the program said: /' "$work/said" 2>/dev/null
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}

# start ARGUMENTS...: the program in the background; $window is its window once it is drawn.
start() {
  "$program" "$@" >"$work/said" 2>&1 &
  pid=$!
  window=
  for _ in $(seq 100); do
    window=$(xdotool search --onlyvisible --class shardscope 2>/dev/null | tail -n 1)
    [ -n "$window" ] && break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  [ -n "$window" ] || return 1
  # Without a window manager nobody else gives it the keyboard.
  xdotool windowfocus "$window" 2>/dev/null
  sleep 1
}

# Waits until the program has ended; $status is how.
ended() {
  for _ in $(seq 100); do
    if ! kill -0 "$pid" 2>/dev/null; then
      wait "$pid"
      status=$?
      pid=
      return 0
    fi
    sleep 0.1
  done
  return 1
}

title() { xdotool getwindowname "$window" 2>/dev/null; }

# wait_for_title WORDS: until the title has them.
wait_for_title() {
  for _ in $(seq 50); do
    [[ $(title) == *"$1"* ]] && return 0
    sleep 0.1
  done
  return 1
}

# Hundredths of a second that the program has computed.
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }

# How many colours the middle of the window shows: four bytes a pixel, from the top downwards, after a header.
colors() { xwd -silent -id "$window" | tail -c +2000000 | head -c 2000000 | od -An -v -tx4 -w4 | sort -u | wc -l; }

# A display that was started just now may not answer yet.
for _ in $(seq 50); do
  xdotool getdisplaygeometry >/dev/null 2>&1 && break
  sleep 0.1
done

start gpt4-25k-a100
claim "the window opens" $?
[ -n "$window" ] || finish

wait_for_title "GPT-4"
claim "the title names the scenario" $? "$(title)"

shown=$(colors)
[ "$shown" -gt 40 ]
claim "the window shows a picture" $? "$shown colours"

sleep 1
before=$(ticks)
sleep 2
spent=$(($(ticks) - before))
[ "$spent" -lt 20 ]
claim "it rests when nothing happens" $? "$spent hundredths of a second in 2 s"

# The first slider that changes the title's mark is looked for from the top of the panel downwards.
eval "$(xdotool getwindowgeometry --shell "$window")"
edited=1
for ((y = 200; y < HEIGHT - 40 && edited; y += 20)); do
  xdotool mousemove --window "$window" 150 "$y" mousedown 1
  for x in 170 190 210; do
    xdotool mousemove --window "$window" "$x" "$y"
    sleep 0.03
  done
  xdotool mouseup 1
  sleep 0.2
  [[ $(title) == *"(edited)"* ]] && edited=0 && break
done
claim "a slider that is dragged edits the scenario" "$edited" "$(title)"

xdotool key ctrl+z
sleep 0.5
[[ $(title) != *"(edited)"* ]]
claim "Ctrl+Z takes the drag back as one step" $? "$(title)"

xdotool key ctrl+q
ended
claim "Ctrl+Q closes the window" $?
[ "${status-}" = 0 ]
claim "it ends with status 0" $? "${status-}"
[ -s "$XDG_STATE_HOME/shardscope/settings.json" ]
claim "its settings are kept" $?

env -u DISPLAY -u WAYLAND_DISPLAY timeout 20 "$program" >"$work/said" 2>&1
status=$?
[ "$status" = 1 ] && [ "$(wc -l <"$work/said")" = 1 ]
claim "without a display it says so in one line and ends with status 1" $? "status $status"
finish
