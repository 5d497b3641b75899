#!/bin/bash
# The documents say what the program prints, and name no file that isn't there.
. "$(dirname "$0")/checks.bash"
expect "documents: nothing is stale" python3 "$(dirname "$0")/../documents.py" "$SHARDSCOPE"
finish
