#!/bin/bash
# The module under the sanitizers that it was built with: sanitized.sh BUILD_FOLDER. Evaluations from two threads, many at
# once, sweeps, searches, bad input. Fails on any race or error that a sanitizer reports, and on any leak of the module's
# own; what Python itself never frees isn't ours.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?the folder that the module was built in}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$here/../../expect.bash"

kind=$(sed -n 's/^SHARDSCOPE_SANITIZERS:STRING=//p' "$build/CMakeCache.txt")
case $kind in
  thread) runtime=libtsan.so ;;
  *) runtime=libasan.so ;;
esac
export PYTHONPATH=$build/python_sanitized:$here PYTHONMALLOC=malloc PYTHONDONTWRITEBYTECODE=1
export SHARDSCOPE=${SHARDSCOPE:-$build/shardscope}

# run_module SCRIPT CASE...: what it says is in $scratch/said. An own leak is a report with a frame of the module in it.
run_module() {
  LD_PRELOAD="$(g++ -print-file-name=$runtime) $(g++ -print-file-name=libstdc++.so)" \
    ASAN_OPTIONS=detect_leaks=1:exitcode=0:malloc_context_size=40:fast_unwind_on_malloc=1 UBSAN_OPTIONS=print_stacktrace=1 \
    TSAN_OPTIONS=exitcode=66 \
    /usr/bin/python3 "$@" >"$scratch/said" 2>&1
  local status=$?
  grep -q '^OK' "$scratch/said" || { cat "$scratch/said"; return 1; }
  if grep -qE 'ERROR: AddressSanitizer|runtime error|WARNING: ThreadSanitizer' "$scratch/said"; then
    cat "$scratch/said"
    return 1
  fi
  [ "$status" != 66 ] && has_no_own_leak
}
has_no_own_leak() {
  awk '/(Direct|Indirect) leak of/ { report = $0; own = 0 } { report = report "\n" $0 }
       /_native\./ { own = 1 } /^$/ { if (own) { print report; bad = 1 } report = ""; own = 0 } END { exit bad }' \
    "$scratch/said"
}

expect "ten thousand evaluations from two threads, many at once" run_module "$here/evaluations_test.py" Many
expect "sweeps" run_module "$here/sweeps_test.py"
expect "searches" run_module "$here/searches_test.py"
expect "what is wrong with what people give" run_module "$here/refusals_test.py"
finish
