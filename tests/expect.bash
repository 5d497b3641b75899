# What the scripts of checks share: expect NAME CONDITION... is one check, CONDITION a command, whose own words are shown
# where it fails, and after them those of the function `details`, where there is one. finish: the count, and the exit
# status. $scratch is a folder of the script's own.
passed=0 failed=0

expect() {
  local name=$1
  shift
  if "$@" >"$scratch/.said" 2>&1; then
    passed=$((passed + 1))
    echo "PASS $name"
  else
    failed=$((failed + 1))
    echo "FAIL $name"
    tail -n 20 "$scratch/.said"
    if declare -F details >/dev/null; then details; fi
  fi
}

# await TRIES CONDITION...: asks until the condition holds, a tenth of a second apart. Scripts wait nowhere else.
await() {
  local tries=$1 try
  shift
  for ((try = 0; try < tries; try++)); do
    "$@" && return 0
    sleep 0.1
  done
  return 1
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
  exit
}
