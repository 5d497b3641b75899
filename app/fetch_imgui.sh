#!/bin/sh
# Prints a folder that holds Dear ImGui's source, 1.92 or later; gets it from Debian's archive when none is kept yet.
# usage: fetch_imgui.sh FOLDER      (FOLDER keeps the source where the user's cache can't be written)
# apt-get runs on private lists, caches and sources, with the address and key of the machine's own Debian entry:
# the machine's sources and packages stay as they are, and Debian's keys vouch for what comes.
set -eu
suite=forky        # a Debian suite that carries 1.92 or later as a source package
wait_seconds=10    # for one answer from the network
total_seconds=120  # for each of the two questions to the archive

fail() { echo "fetch_imgui.sh: $*" >&2; exit 1; }

writable() { mkdir -p "$1" 2>/dev/null && [ -w "$1" ]; }
keep=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/shardscope
writable "$keep" || keep=${1:-build}/_imgui
writable "$keep" || fail "can write neither the cache nor $keep"

# The newest kept source, if any.
kept() {
  for folder in "$keep"/imgui-*; do
    [ -f "$folder/backends/imgui_impl_opengl3.cpp" ] && echo "$folder"
  done | sort -V | tail -n 1
}
found=$(kept)
if [ -n "$found" ]; then echo "$found"; exit 0; fi

command -v apt-get >/dev/null 2>&1 && grep -q '^ID=debian' /etc/os-release 2>/dev/null ||
  fail "this is no Debian machine"

work=$(mktemp -d "$keep/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial"

# The machine's Debian entry: a paragraph of a .sources file, else a line of a .list file.
# Takes the first that serves a main suite of Debian itself; prints the same entry for the source package's suite.
deb822_entry() {
  cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed 's/^[[:space:]]*$//; /^#/d' | awk -v suite="$1" '
    BEGIN { RS = ""; FS = "\n" }
    {
      uris = key = types = suites = enabled = ""; field = ""
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^[^ \t]/) { field = tolower($i); sub(/:.*/, "", field); value = $i; sub(/^[^:]*:[ \t]*/, "", value) }
        else value = "\n" $i
        if (field == "uris") uris = uris value
        else if (field == "signed-by") key = key value
        else if (field == "types") types = types value
        else if (field == "suites") suites = suites value
        else if (field == "enabled") enabled = enabled value
      }
      if (types !~ /deb/ || enabled ~ /no/ || suites ~ /security/ || uris !~ /debian/) next
      printf "Types: deb-src\nURIs: %s\nSuites: %s\nComponents: main\n", uris, suite
      if (key != "") printf "Signed-By: %s\n", key
      exit
    }'
}
one_line_entry() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n -E 's/^[[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]+)?([^[:space:]]*debian[^[:space:]]*)[[:space:]]+([a-z]+)[[:space:]].*/\1\2/p' |
    grep -v security | head -n 1 | sed "s|^|deb-src |; s|\$| $1 main|"
}
deb822_entry $suite >"$work/parts/imgui.sources"
[ -s "$work/parts/imgui.sources" ] || one_line_entry $suite >"$work/parts/imgui.list"
[ -s "$work/parts/imgui.sources" ] || [ -s "$work/parts/imgui.list" ] || fail "apt has no Debian entry to ask"

# Read after the machine's own settings, so that a proxy stays and hooks after an update don't run.
cat >"$work/apt.conf" <<CONF
#clear APT::Update;
#clear DPkg::Post-Invoke;
APT::Update::Error-Mode "any";
// A mirror frozen at some day is as good: any release since 1.92 will do, and its signature is checked all the same.
Acquire::Check-Valid-Until "false";
APT::Sandbox::User "$(id -un)";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/parts";
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
Acquire::Languages "none";
Acquire::Retries "1";
Acquire::http::Timeout "$wait_seconds";
Acquire::https::Timeout "$wait_seconds";
CONF
cd "$work"
ask() { timeout $total_seconds apt-get -q -c "$work/apt.conf" "$@" >"$work/log" 2>&1; }
ask update || fail "Debian's archive didn't answer: $(grep -E '^(E|W):' log | head -n 1)"
ask source --download-only imgui || fail "Debian's $suite gives no imgui source: $(grep '^E:' log | head -n 1)"

mkdir unpacked
tar -xf imgui_*.orig.tar.* -C unpacked || fail "can't unpack the source (xz-utils missing?)"
mv -T unpacked/imgui-* "$keep/$(basename unpacked/imgui-*)" 2>/dev/null || true  # another run may have been first
found=$(kept)
[ -n "$found" ] || fail "the source package isn't as expected"
echo "$found"
