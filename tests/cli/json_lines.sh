#!/bin/bash
# report --jsonl: a line in, a line out, in order and at once, whatever a line holds.
. "$(dirname "$0")/checks.bash"
line() { scenario "${1-}" | tr -d '\n'; echo; }

{ line 's/Small/first/'
  echo '{"plan": '
  line 's/Small/second/'
  line 's/"tp": 8/"tp": 6/; s/Small/third/'
  line 's/"tp": 8/"tp": 0/'
  echo '[]'
  echo 'null'
  head -c 100000 /dev/zero | tr '\0' '['; echo
  line 's/Small/last/' | tr -d '\n'; } >"$scratch/lines"
run report --jsonl <"$scratch/lines"
expect "status 0" has_status 0
expect "nothing on stderr" [ ! -s "$err" ]
expect "as many lines out as in" lines_exactly 9 "$out"
# nth N WORDS: the N-th answer holds the words.
nth() { sed -n "$1p" "$out" | grep -qF -- "$2"; }
expect "the first is the first" nth 1 '"name":"first"'
expect "a bad line is an error" nth 2 '{"error":{"message":'
expect "it goes on after it" nth 3 '"name":"second"'
expect "an impossible split is a report" nth 4 '"valid":false'
expect "a value out of range is an error" nth 5 '"path":"plan.tp","value":0'
expect "a list is an error" nth 6 '{"error":'
expect "null is an error" nth 7 '{"error":'
expect "deep nesting is an error" nth 8 '{"error":'
expect "a last line without a newline counts" nth 9 '"name":"last"'

run report --jsonl </dev/null
expect "no lines, no answers" is_silent
expect "and status 0" has_status 0

# A reader that waits for each answer before it asks again gets it.
mkfifo "$scratch/ask" "$scratch/answer"
timeout 120 "$program" report --jsonl <"$scratch/ask" >"$scratch/answer" &
exec 3>"$scratch/ask" 4<"$scratch/answer"
answers=0
for i in 1 2 3; do
  line "s/Small/turn $i/" >&3
  IFS= read -r -t 60 answer <&4 && [[ $answer == *"\"turn $i\""* ]] && answers=$((answers + 1))
done
exec 3>&- 4<&-
wait
expect "question and answer take turns" [ "$answers" = 3 ]

# A line without an end takes bounded memory and is one error.
{ head -c 200000000 /dev/zero | tr '\0' ' '; echo; line; } >"$scratch/endless"
run report --jsonl <"$scratch/endless"
expect "an endless line is one error" nth 1 'MiB'
expect "and the next is answered" nth 2 '"valid":true'
finish
