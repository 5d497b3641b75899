# What the scripts of a real window share: $program, a folder of their own in $scratch, and opening. They need a display,
# xdotool, and the program's path in $SHARDSCOPE.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${SHARDSCOPE:-$root/build/release/shardscope}
scratch=$(mktemp -d)
pid=
export XDG_STATE_HOME=$scratch/state
trap '[ -n "$pid" ] && kill -9 "$pid" 2>/dev/null; rm -rf "$scratch"' EXIT
. "$root/tests/expect.bash"

has_ended() { ! kill -0 "$pid" 2>/dev/null; }
finds_window() {
  window=$(xdotool search --onlyvisible --class shardscope 2>/dev/null | tail -n 1)
  [ -n "$window" ] || has_ended
}
has_keyboard() { [ "$(xdotool getwindowfocus 2>/dev/null)" = "$window" ]; }

# opens ARGUMENTS...: the program in the background; $window is its window once it is there.
opens() {
  "$program" "$@" >"$scratch/said" 2>&1 &
  pid=$!
  window=
  await 300 finds_window && [ -n "$window" ] || return 1
  # Without a window manager nobody else gives it the keyboard.
  xdotool windowfocus "$window" 2>/dev/null
  await 50 has_keyboard
}

# A display that was started just now may not answer yet.
display_answers() { xdotool getdisplaygeometry >/dev/null 2>&1; }
await 100 display_answers
