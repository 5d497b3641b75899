#!/bin/bash
# Installs the Python module from the checkout, as people do, and asks it: python_wheel.sh PRESET, of a built tree.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
preset=${1:?a preset of CMakePresets.json}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$root/tests/expect.bash"

install_module() {
  /usr/bin/python3 -m pip install --quiet --no-index --no-build-isolation --target "$scratch/installed" \
    --config-settings "preset=$preset" "$root/app/python"
}
# What of the checkout it might find instead is hidden from it.
ask() { (cd "$scratch" && env -u SHARDSCOPE -u SHARDSCOPE_DATA PYTHONPATH="$scratch/installed" /usr/bin/python3 -c "$1"); }
same_report() {
  local module program
  module=$(ask 'import shardscope; print(shardscope.evaluate("gpt4-25k-a100").step_seconds)')
  program=$("$root/build/$preset/shardscope" report gpt4-25k-a100 --json |
    /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["time"]["step_seconds"])')
  [ -n "$module" ] && [ "$module" = "$program" ]
}
brings_program() { ask 'import os, shardscope._window as w; assert "installed" in w.program_file(); os.execv(w.program_file(), ["shardscope", "--version"])'; }
expect "pip installs it from the checkout and fetches nothing" install_module
expect "it reports as the program does" same_report
expect "it brings the program" brings_program
expect "it says its version to pip" grep -q '^Version: [0-9]' "$scratch"/installed/shardscope-*.dist-info/METADATA
finish
