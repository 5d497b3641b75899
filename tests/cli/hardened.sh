#!/bin/bash
# The program is hardened as Debian's are: its place in memory is random, what the loader writes is read-only once it
# runs, every function is bound before that, and an overflow of the stack or of a C function's buffer ends it.
. "$(dirname "$0")/checks.bash"

header=$(readelf -hW "$program")
segments=$(readelf -lW "$program")
dynamic=$(readelf -dW "$program")
symbols=$(readelf -W --dyn-syms "$program")

# has TEXT PATTERN, hasn't TEXT PATTERN: of readelf's words.
has() { grep -qE "$2" <<<"$1"; }
hasn_t() { ! has "$@"; }

expect "position-independent" has "$header" "Type: +DYN"
expect "as a program, not a library" has "$dynamic" "FLAGS_1.*PIE"
expect "RELRO" has "$segments" "GNU_RELRO"
expect "bound at once" has "$dynamic" "BIND_NOW"
expect "no stack is executable" hasn_t "$segments" "GNU_STACK.* RWE"
expect "no segment is written and executed" hasn_t "$segments" "LOAD.* RWE"
expect "stacks are guarded" has "$symbols" "__stack_chk_fail"
expect "buffers of C functions are checked" has "$symbols" "_chk@"
finish
