#!/bin/bash
# Installs what is missing, builds a release, and starts Shardscope with the arguments given.
# Without a display it draws the window to a PNG and prints the report instead.
set -u
. "$(dirname "$0")/setup.sh"

install_missing "${program_packages[@]}" || exit 1
build_preset release shardscope || exit 1
program=$root/build/release/shardscope

# Whether the arguments ask for a window: no command among them, and no question that the program answers itself.
asks_for_window() {
  local word commands
  commands=$("$program" --help | sed -n '/^Subcommands/,/^Examples/s/^  \([a-z]*\) .*/\1/p')
  for word in "$@"; do
    case $word in -h | --help* | --version) return 1 ;; esac
    ! grep -qxF -- "$word" <<<"$commands" || return 1
  done
}

if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] || ! asks_for_window "$@"; then exec "$program" "$@"; fi

# Settings alone are of the scenario that the window opens on; a scenario on stdin is read once, for two uses.
case ${1-} in '' | -?*) set -- gpt4-25k-a100 "$@" ;; esac
if [ "$1" = - ]; then
  scenario=$(mktemp --suffix=.json)
  trap 'rm -f "$scenario"' EXIT
  cat >"$scenario"
  shift
  set -- "$scenario" "$@"
fi
picture=$root/build/window.png
say "No display here, so the window is drawn to a picture and the report printed instead."
"$program" draw "$@" --view window --to "$picture" >/dev/null || exit
echo "$picture"
"$program" report "$@"
