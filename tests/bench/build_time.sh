#!/bin/bash
# How long a fresh clone takes to build: the program for its first window, all that tests/run.sh needs, and both again
# after one source has changed, whose file of tests is run then. tests/bench/build_time.sh builds a copy of the working
# tree in a temporary folder; with --whole it then runs all of tests/run.sh and .ci/run there, each from nothing.
# CPU is what all processors together computed: where the machine has other work, CPU by two is what two cores need.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
(cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy" 2>/dev/null)
. "$copy/app/setup.sh"

# timed NAME AIM_MINUTES COMMAND...
timed() {
  local name=$1 aim=$2 log=$copy/build.log
  shift 2
  TIMEFORMAT='%R %U %S'
  { time "$@" >"$log" 2>&1 || say "$name failed: $(tail -n 3 "$log")"; } 2>&1 |
    awk -v name="$name" -v aim="$aim" 'NF == 3 && $1 + 0 == $1 {
      printf "%-54s %5.1f min, %5.1f of CPU, by two %5.1f; aim %g\n", name, $1 / 60, ($2 + $3) / 60, ($2 + $3) / 120, aim
      next } { print }'
}

# The steps that took longest, from the records of a build by ninja: start, end and output of each.
slowest() {
  local log=$root_of_build/.ninja_log
  [ -f "$log" ] && awk -F'\t' 'NR > 1 { printf "  %6.1f s  %s\n", ($2 - $1) / 1000, $4 }' "$log" | sort -rn | head -n 5
}

timed "app/run.sh, before its window opens" 4 build_preset release shardscope
root_of_build=$copy/build/release slowest
timed "tests/run.sh, before its first test" 10 build_preset tests all bench
root_of_build=$copy/build/tests slowest
# rebuilt_and_tested SUITE FILE: the suite built again, with what holds the sources themselves, and a file of it run.
rebuilt_and_tested() {
  build_preset tests "$1" tidy_tests && "$copy/build/tests/$1" -sf="*/$2"
}
# after_change SOURCE SUITE FILE
after_change() {
  echo "// changed" >>"$copy/$1"
  timed "the program after $1 has changed" 1 build_preset release shardscope
  timed "its tests after that, and one file of them run" 1 rebuilt_and_tested "$2" "$3"
}
after_change core/step/stage_cost.cpp core_tests stage_cost_test.cpp
after_change render/text/format.cpp gui_tests format_test.cpp

if [ "${1-}" = --whole ]; then
  rm -rf "$copy/build"
  timed "tests/run.sh to its end" 15 "$copy/tests/run.sh"
  rm -rf "$copy/build"
  timed ".ci/run to its end" 30 "$copy/.ci/run"
fi
