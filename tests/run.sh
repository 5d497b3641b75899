#!/bin/bash
# Installs what is missing, builds with warnings as errors, runs every test, and ends with "N passed, N failed".
# A test is a doctest case, a script in tests/cli, or one of the checks below. With CI=true or --full the cases of the
# model and the window run under the address and undefined-behaviour sanitizers, but for those of the suite "long", whose
# claims are of numbers and pixels and would take a third of the time there; what runs beside a frame runs under the
# thread sanitizer; and clang and clang-tidy read the program.
# A script finds the program in $SHARDSCOPE and says with its exit status whether its claims hold; the last line
# that it prints may be "N passed, N failed", which is then counted instead of one.
set -u
. "$(dirname "$0")/../app/setup.sh"
passed=0
failed=0
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# How long it took since SECONDS was the argument: what makes a run longer than it was is seen where it is.
took() { echo "($((SECONDS - $1)) s)"; }

# timed_build TARGET...: of the preset of tests.
timed_build() {
  local began=$SECONDS
  build_preset tests "$@" && echo "built: $* $(took "$began")"
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
  exit
}

# attempt PLACE COMMAND...: its output to PLACE.said and its exit status to PLACE.status. Where the leak checker itself
# died, as it does at times while a driver's threads end, it has said nothing of leaks: then once more.
attempt() {
  local place=$1 turn
  shift
  for turn in first second; do
    timeout 900 "$@" </dev/null >"$place.said" 2>&1
    echo $? >"$place.status"
    grep -q "LeakSanitizer has encountered a fatal error" "$place.said" || break
  done
}
export -f attempt

# count NAME PLACE [BEGAN]: what was attempted there as one test, or as the tests that its last line counts.
count() {
  local name=$1 place=$2 status counts ok bad
  status=$(cat "$place.status" 2>/dev/null || echo lost)
  counts=$(tail -n 1 "$place.said" | grep -xE '[0-9]+ passed, [0-9]+ failed')
  if [ -n "$counts" ] && { [ "$status" != 0 ] || [[ $counts == *" 0 failed" ]]; }; then
    read -r ok _ bad _ <<<"$counts"
    [ "$status" = 0 ] || [ "$bad" -gt 0 ] || bad=1
  elif [ "$status" = 0 ] && [ -z "$counts" ]; then
    ok=1 bad=0
  else
    ok=0 bad=1
  fi
  passed=$((passed + ok)) failed=$((failed + bad))
  if [ "$bad" = 0 ]; then echo "passed: $name${3:+ $(took "$3")}"; else echo "FAILED: $name (status $status)"; cat "$place.said"; fi
}

# check NAME COMMAND...: one test; its output is shown when it fails.
check() {
  local name=$1 began=$SECONDS
  shift
  attempt "$logs/check" "$@"
  count "$name" "$logs/check" "$began"
}

# cases NAME BINARY [FILTER]: the cases of a doctest binary, in shards side by side. A shard that dies is one failure
# more, and none of its cases counts.
cases() {
  local name=$1 binary=$2 filter=${3:---test-suite=*} shards=16 all size shard status here bad sum_ok=0 sum_bad=0
  local began=$SECONDS
  local failures=()
  all=$("$binary" --count --no-colors=true "$filter" | sed -n -E 's/.*current filters: ([0-9]+)$/\1/p')
  size=$(((${all:-1} + shards - 1) / shards))
  rm -f "$logs"/shard-*
  (cd "$root" && seq "$shards" | xargs -P "$(nproc)" -I @ bash -c \
    'attempt "$1/shard-$2" "$3" --no-colors=true "$5" --first=$((($2 - 1) * $4 + 1)) --last=$(($2 * $4))' \
    _ "$logs" @ "$binary" "$size" "$filter")
  for ((shard = 1; shard <= shards; shard++)); do
    status=$(cat "$logs/shard-$shard.status" 2>/dev/null || echo lost)
    here=$((${all:-0} - (shard - 1) * size))
    here=$((here > size ? size : here < 0 ? 0 : here))
    bad=$(sed -n -E 's/^\[doctest\] test cases:.*\| +([0-9]+) failed.*/\1/p' "$logs/shard-$shard.said" | tail -n 1)
    if [ "$status" != 0 ] && [ "${bad:-0}" = 0 ]; then here=0 bad=1; else here=$((here - ${bad:-0})); fi
    [ "${bad:-0}" = 0 ] || failures+=("$logs/shard-$shard.said")
    sum_ok=$((sum_ok + here)) sum_bad=$((sum_bad + ${bad:-0}))
  done
  [ -n "$all" ] || sum_bad=$((sum_bad > 0 ? sum_bad : 1))
  passed=$((passed + sum_ok)) failed=$((failed + sum_bad))
  echo "$name: $sum_ok passed, $sum_bad failed $(took "$began")"
  [ "$sum_bad" = 0 ] || cat "${failures[@]}"
}

formatted() {
  find "$root"/{core,render,app,tests} \( -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format --dry-run --Werror --style=file
}

thorough=false
if [ "${CI-}" = true ] || [ "${1-}" = --full ]; then thorough=true; fi
if $thorough; then test_packages+=("${notebook_packages[@]}" "${ci_packages[@]}"); fi
install_missing "${program_packages[@]}" "${python_packages[@]}" "${python_test_packages[@]}" "${test_packages[@]}" || { failed=1; finish; }

export -f formatted
export root
check "the sources are as clang-format leaves them" bash -c formatted

# What asks the program from outside, and what is read with it, needs no sanitizer; each case runs once, in the build
# that finds most.
targets=(all bench)
if $thorough; then targets+=(fit_constants); fi
if ! timed_build "${targets[@]}"; then
  echo "FAILED: the build"
  failed=$((failed + 1))
  finish
fi
export SHARDSCOPE=$root/build/tests/shardscope
cases tidy_tests "$root/build/tests/tidy_tests"
for name in core_tests gui_tests; do
  if $thorough; then cases "$name, long" "$root/build/tests/$name" --test-suite=long
  else cases "$name" "$root/build/tests/$name"; fi
done
cli_began=$SECONDS
printf '%s\0' "$root"/tests/cli/*.sh |
  xargs -0 -P "$(nproc)" -I @ bash -c 'attempt "$1/cli-$(basename "$2")" bash "$2"' _ "$logs" @
echo "tests/cli, side by side $(took "$cli_began")"
for script in "$root"/tests/cli/*.sh; do
  count "tests/cli/$(basename "$script")" "$logs/cli-$(basename "$script")"
done
check "the Python module" bash "$root/tests/app/python/run.sh" "$root/build/tests/python"
check "tests/package/python_wheel.sh" bash "$root/tests/package/python_wheel.sh" tests
check "tests/package/debian_package.sh" bash "$root/tests/package/debian_package.sh" "$root/build/tests" quick
for script in real_window killed_window; do
  check "tests/gui/$script.sh" xvfb-run -a -s "-screen 0 1760x1080x24" bash "$root/tests/gui/$script.sh"
done
# A report names the last three callers of where memory was taken or given back, and what was given back is watched for
# while 16 MB more are: with the sanitizer's own 30 callers and 256 MB the cases take a quarter longer.
sanitized() {
  local -x ASAN_OPTIONS=malloc_context_size=3:quarantine_size_mb=16
  if timed_build "$1_sanitized"; then
    cases "$1 under sanitizers" "$root/build/tests/$1_sanitized" --test-suite-exclude=long
  else
    echo "FAILED: the build of $1 with sanitizers"
    failed=$((failed + 1))
  fi
}
if $thorough; then
  export -f build_preset say
  sanitized core_tests
  sanitized gui_tests
  check "the build of the Python module with sanitizers" bash -c 'build_preset tests shardscope_python_sanitized'
  check "the Python module under sanitizers" bash "$root/tests/app/python/sanitized.sh" "$root/build/tests"
  if timed_build threads_tests; then
    cases "what runs beside a frame, under the thread sanitizer" "$root/build/tests/threads_tests"
  else
    echo "FAILED: the build of what runs beside a frame with the thread sanitizer"
    failed=$((failed + 1))
  fi
  check "clang and clang-tidy have nothing to say" bash -c 'build_preset clang shardscope'
  check "tests/mutation/self_test.py" /usr/bin/python3 "$root/tests/mutation/self_test.py"
fi
finish
