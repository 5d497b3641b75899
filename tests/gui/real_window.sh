#!/bin/bash
# The program in a real window: it opens, shows something, takes mouse and keys, rests when nothing happens, and closes.
# Needs a display (tests/run.sh gives it one of its own), and xwd.
set -u
. "$(dirname "$0")/window.bash"

details() { sed 's/^/  the program said: /' "$scratch/said" 2>/dev/null; }

title() { xdotool getwindowname "$window" 2>/dev/null; }
has_title() { [[ $(title) == *"$1"* ]] || { title; false; }; }
has_no_title() { [[ $(title) != *"$1"* ]] || { title; false; }; }

# Whether the middle of the window has many colours: four bytes a pixel, from the top downwards, after a header.
shows_picture() {
  local colors
  colors=$(xwd -silent -id "$window" | tail -c +2000000 | head -c 2000000 | od -An -v -tx4 -w4 | sort -u | wc -l)
  [ "$colors" -gt 40 ] || { echo "$colors colours"; false; }
}

# Hundredths of a second that the program has computed, and that have gone by.
computed() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }
gone_by() { awk '{ print int($1 * 100) }' /proc/uptime; }

# Whether it computes less than a tenth of the time, over the time that twenty tries take.
rests() {
  local began spent
  began=$(gone_by) spent=$(computed)
  await 20 has_ended
  began=$(($(gone_by) - began)) spent=$(($(computed) - spent))
  [ $((spent * 10)) -lt "$began" ] || { echo "$spent of $began hundredths of a second"; false; }
}

# The first slider that changes the title's mark is looked for from the top of the panel downwards.
drags_slider() {
  local y x
  eval "$(xdotool getwindowgeometry --shell "$window")"
  for ((y = 200; y < HEIGHT - 40; y += 20)); do
    xdotool mousemove --window "$window" 150 "$y" mousedown 1
    for x in 170 190 210; do xdotool mousemove --window "$window" "$x" "$y"; done
    xdotool mouseup 1
    await 5 has_title "(edited)" >/dev/null && return
  done
  has_title "(edited)"
}

ends_well() {
  await 100 has_ended || return
  wait "$pid"
  local status=$?
  pid=
  echo "status $status"
  [ "$status" = 0 ]
}

expect "the window opens" opens gpt4-25k-a100
[ -n "$window" ] || finish
expect "the title names the scenario" await 100 has_title "GPT-4"
expect "the window shows a picture" await 100 shows_picture
expect "it rests when nothing happens" await 5 rests
expect "a slider that is dragged edits the scenario" drags_slider
xdotool key ctrl+z
expect "Ctrl+Z takes the drag back as one step" await 50 has_no_title "(edited)"
xdotool key ctrl+q
expect "Ctrl+Q closes the window, with status 0" ends_well
expect "its settings are kept" [ -s "$XDG_STATE_HOME/shardscope/settings.json" ]

cat >"$scratch/asks.sh" <<'SCRIPT'
torchrun --nproc-per-node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \
  --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 --micro-batch-size 1 --global-batch-size 64 \
  --tensor-model-parallel-size $1 --bf16
SCRIPT
expect "a script that asks for a value opens the window, which has a field for it" opens "$scratch/asks.sh"
expect "and the terminal says what is asked for" grep -q -e '--tensor-model-parallel-size.*\$1' "$scratch/said"
xdotool key ctrl+q
expect "it closes too" ends_well

env -u DISPLAY -u WAYLAND_DISPLAY timeout 120 "$program" >"$scratch/said" 2>&1
status=$?
expect "without a display it ends with status 1" [ "$status" = 1 ]
expect "and says so in one line" [ "$(wc -l <"$scratch/said")" = 1 ]
finish
