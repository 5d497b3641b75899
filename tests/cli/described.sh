#!/bin/bash
# The man page and the completions name every command and every view, since they are made of what the program says of
# itself.
. "$(dirname "$0")/checks.bash"
root=$(dirname "$0")/../..
expect "they are written" python3 "$root/app/describe.py" "$program" "$scratch/made" "$root/assets/changelog"
gzip -dc "$scratch/made/shardscope.1.gz" | sed 's/\\-/-/g' >"$scratch/made/page"

# choices OPTION: the words that an option of the last help text takes.
choices() { sed -n "s/.*--$1 NAME:{\(.*\)}.*/\1/p" "$out" | tr , ' '; }
run --help
commands=$(sed -n '/^Subcommands/,/^Examples/s/^  \([a-z]*\) .*/\1/p' "$out")
run draw --help
views=$(choices view)
expect "there are commands and views" [ "$(wc -w <<<"$commands $views")" -gt 20 ]

# named FILE: every one of them stands there as a word.
named() {
  local word
  for word in $commands $views; do grep -qwF -- "$word" "$1" || { echo "no $word"; return 1; }; done
}
for file in page shardscope _shardscope shardscope.fish; do expect "$file names all" named "$scratch/made/$file"; done
expect "a long option's words begin without a blank" bash -c '! grep -q "^ [a-z]" "$1"' _ "$scratch/made/page"
finish
