#!/bin/bash
# Installs what is missing, builds with warnings as errors, runs every test, and ends with "N passed, N failed".
# A test is a doctest case, a script in tests/cli, or one of the checks below. With CI=true the core's tests run
# under the address and undefined-behaviour sanitizers too.
# A script finds the program in $SHARDSCOPE and says with its exit status whether its claims hold; the last line
# that it prints may be "N passed, N failed", which is then counted instead of one.
set -u
. "$(dirname "$0")/../app/setup.sh"
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
  exit
}

# check NAME COMMAND...: one test; its output is shown when it fails.
check() {
  local name=$1 status counts
  shift
  timeout 900 "$@" </dev/null >"$log" 2>&1
  status=$?
  counts=$(tail -n 1 "$log" | grep -xE '[0-9]+ passed, [0-9]+ failed')
  if [ -n "$counts" ] && { [ "$status" != 0 ] || [[ $counts == *" 0 failed" ]]; }; then
    read -r ok _ bad _ <<<"$counts"
    [ "$status" = 0 ] || [ "$bad" -gt 0 ] || bad=1
  elif [ "$status" = 0 ] && [ -z "$counts" ]; then
    ok=1 bad=0
  else
    ok=0 bad=1
  fi
  passed=$((passed + ok)) failed=$((failed + bad))
  if [ "$bad" = 0 ]; then echo "passed: $name"; else echo "FAILED: $name (status $status)"; cat "$log"; fi
}

# cases BINARY: the cases of a doctest binary, where it was built. One that dies is one failure more.
cases() {
  local name=$1 binary=$2 status summary ok bad
  [ -x "$binary" ] || return 0
  (cd "$root" && timeout 900 "$binary" --no-colors=true </dev/null >"$log" 2>&1)
  status=$?
  summary=$(grep -E '^\[doctest\] test cases:' "$log" | tail -n 1)
  ok=$(sed -n -E 's/.*\| +([0-9]+) passed.*/\1/p' <<<"$summary")
  bad=$(sed -n -E 's/.*\| +([0-9]+) failed.*/\1/p' <<<"$summary")
  ok=${ok:-0} bad=${bad:-0}
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  passed=$((passed + ok)) failed=$((failed + bad))
  echo "$name: $ok passed, $bad failed"
  [ "$bad" = 0 ] || cat "$log"
}

formatted() {
  find "$root"/{core,render,app,tests} \( -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format --dry-run --Werror --style=file
}

install_missing "${program_packages[@]}" "${test_packages[@]}" || { failed=1; finish; }

export -f formatted
export root
check "the sources are as clang-format leaves them" bash -c formatted

if ! build_preset tests all bench; then
  echo "FAILED: the build"
  failed=$((failed + 1))
  finish
fi
export SHARDSCOPE=$root/build/tests/shardscope
for name in tidy_tests core_tests gui_tests; do cases $name "$root/build/tests/$name"; done
for script in "$root"/tests/cli/*.sh; do
  [ -f "$script" ] && check "tests/cli/$(basename "$script")" bash "$script"
done
check "tests/package/debian_package.sh" bash "$root/tests/package/debian_package.sh" "$root/build/tests" quick
if [ -f "$root/tests/gui/real_window.sh" ]; then
  check "tests/gui/real_window.sh" xvfb-run -a -s "-screen 0 1760x1080x24" bash "$root/tests/gui/real_window.sh"
fi
if [ "${CI-}" = true ]; then
  if build_preset asan core_tests; then
    cases "core_tests under sanitizers" "$root/build/asan/core_tests"
  else
    echo "FAILED: the build with sanitizers"
    failed=$((failed + 1))
  fi
fi
finish
