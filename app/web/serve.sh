#!/bin/bash
# Serves build/web/page on this machine, for this machine alone, until it is interrupted.
# usage: serve.sh [PORT]
set -eu
page=$(cd "$(dirname "$0")/../.." && pwd)/build/web/page
[ -f "$page/shardscope.wasm" ] || { echo "There is no page yet: app/web/build.sh makes it" >&2; exit 1; }
port=${1-8080}
echo "http://localhost:$port/"
exec python3 -m http.server --bind 127.0.0.1 --directory "$page" "$port"
