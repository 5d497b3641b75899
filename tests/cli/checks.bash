# What the scripts of this folder share. The program is the first argument, or $SHARDSCOPE.
# run ARGUMENTS...: runs it with a limit on time and memory; leaves $status, $out (a file) and $err (a file).
# expect and finish: ../expect.bash.
set -u
program=${1:-${SHARDSCOPE:?the program, as first argument or in SHARDSCOPE}}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/.out err=$scratch/.err status=0
. "${BASH_SOURCE[0]%/*}/../expect.bash"

run() {
  (
    ulimit -v 4000000 2>/dev/null
    exec timeout 120 "$program" "$@"
  ) >"$out" 2>"$err"
  status=$?
}

details() {
  echo "status $status"
  head -c 600 "$err"
}

has_status() { [ "$status" = "$1" ]; }
says() { grep -qF -- "$1" "$err"; }
prints() { grep -qF -- "$1" "$out"; }
is_silent() { [ ! -s "$out" ]; }
lines_at_most() { [ "$(wc -l <"$2")" -le "$1" ]; }
lines_exactly() { [ "$(wc -l <"$2")" = "$1" ]; }
lines_short() { ! grep -qE '.{400}' "$1"; }

# A scenario that is valid and fits, with one `sed` edit.
scenario() {
  sed "${1-}" <<'JSON'
{ "shardscope": 1, "name": "Small", "model": "llama2-7b",
  "cluster": { "gpu": "a100-80", "gpus": 64 },
  "plan": { "tp": 8, "pp": 2, "dp": 4, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64 },
  "run": { "tokens": 2e12 } }
JSON
}
