#!/bin/sh
# Prints a folder that holds a Debian package's upstream source; gets it from Debian's archive when none is kept yet.
# usage: fetch_source.sh PACKAGE SUITE FILE FOLDER
#   SUITE carries the package as source; FILE must be in it; FOLDER keeps it where the user's cache can't be written
# apt-get runs on private lists, caches and sources, with the address and key of the machine's own Debian entry:
# the machine's sources and packages stay as they are, and Debian's keys vouch for what comes.
set -eu
[ $# = 4 ] || { echo "usage: fetch_source.sh PACKAGE SUITE FILE FOLDER" >&2; exit 2; }
package=$1 suite=$2 witness=$3
wait_seconds=10    # for one answer from the network
total_seconds=60   # for each question to the archive

fail() { echo "fetch_source.sh: $*" >&2; exit 1; }

writable() { mkdir -p "$1" 2>/dev/null && [ -w "$1" ]; }
keep=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/shardscope
writable "$keep" || keep=$4/_sources
writable "$keep" || fail "can write neither the cache nor $keep"

# The newest kept source, if any.
kept() {
  for folder in "$keep/$package"-*; do
    [ -f "$folder/$witness" ] && echo "$folder"
  done | sort -V | tail -n 1
}
found=$(kept)
if [ -n "$found" ]; then echo "$found"; exit 0; fi

command -v apt-get >/dev/null 2>&1 && grep -q '^ID=debian' /etc/os-release 2>/dev/null ||
  fail "this is no Debian machine"

work=$(mktemp -d -p "$keep")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/entries" "$work/parts" "$work/lists/partial" "$work/cache/archives/partial"

# The machine's Debian entries, each as a file of its own with the source package's suite instead: paragraphs of
# .sources files, lines of .list files. Others may look like Debian's, so each is asked in turn.
deb822_entries() {
  for file in /etc/apt/sources.list.d/*.sources; do
    if [ -f "$file" ]; then sed 's/^[[:space:]]*$//; /^#/d' "$file"; echo; fi
  done | awk -v suite=$suite -v folder="$work/entries" '
    BEGIN { RS = ""; FS = "\n" }
    {
      split("", value); field = ""
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^[^ \t]/) {
          field = tolower($i); sub(/:.*/, "", field)
          value[field] = $i; sub(/^[^:]*:[ \t]*/, "", value[field])
        } else value[field] = value[field] "\n" $i
      }
      if (value["types"] !~ /deb/ || value["enabled"] ~ /no/ || value["suites"] ~ /security/) next
      if (value["uris"] !~ /debian/ || value["components"] !~ /main/) next
      entry = folder "/" (++count) ".sources"
      printf "Types: deb-src\nURIs: %s\nSuites: %s\nComponents: main\n", value["uris"], suite >entry
      if (value["signed-by"] != "") printf "Signed-By: %s\n", value["signed-by"] >entry
    }'
}
one_line_entries() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n -E 's/^[[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]+)?([^[:space:]]*debian[^[:space:]]*)[[:space:]]+[a-z]+[[:space:]]+main.*/\1\2/p' |
    grep -v security | awk -v suite=$suite -v folder="$work/entries" '
      !seen[$0]++ { print "deb-src " $0 " " suite " main" >(folder "/" (++count) ".list") }'
}
deb822_entries
one_line_entries
[ -n "$(ls "$work/entries")" ] || fail "apt has no Debian entry to ask"

# Read after the machine's own settings, so that a proxy stays and hooks after an update don't run.
cat >"$work/apt.conf" <<CONF
#clear APT::Update;
#clear DPkg::Post-Invoke;
APT::Update::Error-Mode "any";
// A mirror frozen at some day is as good: any release of the suite will do, and its signature is checked all the same.
Acquire::Check-Valid-Until "false";
APT::Sandbox::User "$(id -un)";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/parts";
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
Acquire::Languages "none";
Acquire::Retries "0";
Acquire::http::Timeout "$wait_seconds";
Acquire::https::Timeout "$wait_seconds";
CONF
cd "$work"
ask() { timeout $total_seconds apt-get -q -c "$work/apt.conf" "$@" >"$work/log" 2>&1; }
why="no answer"
for entry in entries/*; do
  rm -f parts/*
  cp "$entry" parts/
  if ask update && ask source --download-only "$package"; then why=; break; fi
  why=$(grep -E '^(E|W):' log | head -n 1)
done
[ -z "$why" ] || fail "Debian's $suite gives no source of $package: $why"

mkdir unpacked
archive=$(ls "${package}"_*.orig.tar.*)
tar -xf "$archive" -C unpacked --strip-components=1 || fail "can't unpack the source (xz-utils missing?)"
version=${archive#"${package}"_}
mv -T unpacked "$keep/$package-${version%.orig.tar.*}" 2>/dev/null || true  # another run may have been first
found=$(kept)
[ -n "$found" ] || fail "the source package isn't as expected"
echo "$found"
