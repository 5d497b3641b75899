#!/bin/bash
# The tests of the Python module: run.sh PACKAGES, the folder that holds the package. The program is $SHARDSCOPE.
# Every *_test.py beside it is run, on as many processors as there are; the last line says how many passed and failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONPATH=${1:?the folder that holds the package}:$here
said=$(mktemp -d)
export PYTHONPYCACHEPREFIX=$said/compiled
trap 'rm -rf "$said"' EXIT
printf '%s\n' "$here"/*_test.py | xargs -P "$(nproc)" -I @ \
  bash -c '/usr/bin/python3 "$2" >"$1/$(basename "$2")" 2>&1' _ "$said" @
passed=0 failed=0
for file in "$here"/*_test.py; do
  out=$said/$(basename "$file")
  ran=$(sed -n -E 's/^Ran ([0-9]+) tests? in .*/\1/p' "$out")
  bad=0
  for number in $(sed -n -E 's/^FAILED \((.*)\)$/\1/p' "$out" | grep -oE '(failures|errors)=[0-9]+' | cut -d= -f2); do
    bad=$((bad + number))
  done
  if [ -z "$ran" ] || { [ "$bad" = 0 ] && ! grep -qE '^OK' "$out"; }; then bad=1; fi
  ran=${ran:-1}
  [ "$bad" -le "$ran" ] || bad=$ran
  passed=$((passed + ran - bad)) failed=$((failed + bad))
  [ "$bad" = 0 ] || cat "$out"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
