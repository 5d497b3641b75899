#!/bin/bash
# Makes the Debian package, and that of the Python module where it is built, has lintian check them, and installs and runs it in a clean Debian of its own.
# debian_package.sh BUILD_FOLDER [quick]: `quick` leaves the clean Debian out, which takes minutes and a network.
# Where a step's tool isn't there, or no Debian can be fetched, it says so and skips it.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?the folder that the program was built in}" && pwd)
scratch=$(mktemp -d)
clean=$scratch/debian

cleanup() {
  umount "$clean/proc" 2>/dev/null
  rm -rf --one-file-system "$scratch"
}
trap cleanup EXIT

. "$root/tests/expect.bash"

make_package() { cd "$build" && cpack -G DEB -B "$scratch/packed"; }
expect "cpack makes a .deb" make_package
package=$(ls "$scratch"/packed/shardscope_*.deb 2>/dev/null)
module=$(ls "$scratch"/packed/python3-shardscope_*.deb 2>/dev/null)
[ -n "$package" ] || finish

# What the menu, the software centre and the shells read.
unpacked=$scratch/unpacked
dpkg-deb -x "$package" "$unpacked"
share=$unpacked/usr/share
for file in applications/org.shardscope.Shardscope.desktop metainfo/org.shardscope.Shardscope.metainfo.xml \
  icons/hicolor/scalable/apps/shardscope.svg man/man1/shardscope.1.gz bash-completion/completions/shardscope \
  zsh/vendor-completions/_shardscope fish/vendor_completions.d/shardscope.fish doc/shardscope/copyright \
  shardscope/presets/schema/scenario.schema.json; do
  expect "it holds $file" test -s "$share/$file"
done
if command -v desktop-file-validate >/dev/null; then
  expect "the menu entry is valid" desktop-file-validate "$share/applications/org.shardscope.Shardscope.desktop"
fi
if command -v appstreamcli >/dev/null; then
  expect "the AppStream metadata is valid" appstreamcli validate --no-net "$share/metainfo/org.shardscope.Shardscope.metainfo.xml"
fi
man_is_clean() { [ -z "$(MANROFFSEQ='' man --warnings=w -l "$share/man/man1/shardscope.1.gz" 2>&1 >/dev/null)" ]; }
if command -v man >/dev/null; then expect "the man page has no warnings" man_is_clean; fi
man_names_commands() {
  local name
  for name in $("$build/shardscope" --help | sed -n '/^Subcommands/,/^Examples/s/^  \([a-z]*\) .*/\1/p'); do
    zcat "$share/man/man1/shardscope.1.gz" | grep -q "^.SS $name " || { echo "no $name"; return 1; }
  done
}
expect "the man page has every command" man_names_commands
completes() {
  local words=$1 wanted=$2
  PATH=$unpacked/usr/bin:$PATH SHARDSCOPE_DATA=$share/shardscope bash -c '
    . "$1"; read -ra COMP_WORDS <<<"$2"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _shardscope; printf "%s\n" "${COMPREPLY[@]}"' \
    _ "$share/bash-completion/completions/shardscope" "$words" | grep -qxF -- "$wanted"
}
expect "bash completes a command" completes "shardscope rep" report
expect "bash completes a preset" completes "shardscope report gpt4" gpt4-25k-a100
expect "bash completes a key" completes "shardscope report --set plan.t" plan.tp=
expect "bash completes a choice" completes "shardscope draw --theme l" light
expect "bash completes a framework" completes "shardscope report x.sh --rules tor" torchtitan-2026-08
expect "and one to export to" completes "shardscope export x.sh --to f" fsdp2
if command -v zsh >/dev/null; then expect "zsh reads its completion" zsh -n "$share/zsh/vendor-completions/_shardscope"; fi
if command -v fish >/dev/null; then expect "fish reads its completion" fish -n "$share/fish/vendor_completions.d/shardscope.fish"; fi
clean_by_lintian() { lintian --fail-on error,warning "$@" 2>&1 | tee /dev/stderr | { ! grep -E '^[EW]:'; }; }
if command -v lintian >/dev/null; then expect "lintian finds no error and no warning" clean_by_lintian "$package" $module; else echo "skipped: lintian isn't here"; fi

# The module, from where its package puts it, with the presets of the program's package.
report_from_python='import shardscope; print(shardscope.evaluate("gpt4-25k-a100").step_seconds)'
reports_alike() {
  local said wanted
  said=$(cd "$scratch" && PYTHONPATH=$scratch/module/usr/lib/python3/dist-packages SHARDSCOPE_DATA=$share/shardscope \
    /usr/bin/python3 -c "$report_from_python") || return 1
  wanted=$(SHARDSCOPE_DATA=$share/shardscope "$unpacked/usr/bin/shardscope" report gpt4-25k-a100 --json |
    /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["time"]["step_seconds"])')
  [ "$said" = "$wanted" ] || { echo "$said, not $wanted"; return 1; }
}
says_same_version() {
  [ "$(dpkg-deb -f "$module" Version)" = "$(dpkg-deb -f "$package" Version)" ] &&
    dpkg-deb -f "$module" Depends | grep -qF "shardscope (= $(dpkg-deb -f "$package" Version))"
}
if grep -q '^SHARDSCOPE_PYTHON:BOOL=ON' "$build/CMakeCache.txt"; then
  expect "cpack makes a .deb of the Python module" test -n "$module"
  dpkg-deb -x "$module" "$scratch/module"
  expect "it has the program's version, and asks for the program of it" says_same_version
  expect "what it installs reports as the program does" reports_alike
fi

# A clean Debian of the same release.
skip() {
  echo "skipped the clean Debian: $1"
  finish
}
[ "${2-}" != quick ] || skip "quick was asked for"
[ "$(id -u)" = 0 ] || skip "debootstrap needs root"
command -v debootstrap >/dev/null || skip "debootstrap isn't here"
. /etc/os-release
[ "${ID-}" = debian ] || skip "this is no Debian"
mirror=$(awk '$1 == "URIs:" { print $2; exit } $1 == "deb" { print $2; exit }' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null)
timeout 300 debootstrap --variant=minbase "$VERSION_CODENAME" "$clean" ${mirror:+"$mirror"} \
  >"$scratch/said" 2>&1 || skip "$(tail -n 1 "$scratch/said")"
mount -t proc proc "$clean/proc" 2>/dev/null
cp /etc/resolv.conf "$clean/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*; do
  grep -qi proxy "$file" && cp "$file" "$clean/etc/apt/apt.conf.d/"
done
cp "$package" "$clean/root/shardscope.deb"
[ -z "$module" ] || cp "$module" "$clean/root/module.deb"
inside() { chroot "$clean" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
expect "apt installs it with what it depends on" \
  inside apt-get -q install -y --no-install-recommends /root/shardscope.deb
expect "it says its version" inside shardscope --version
expect "it reports a preset" inside shardscope report gpt4-25k-a100
expect "it lists its presets" inside shardscope list models
expect "it draws the window without a display" inside shardscope draw gpt4-25k-a100 --to /root/window.png
is_picture() { [ "$(stat -c %s "$clean/root/window.png")" -gt 50000 ]; }
expect "the picture isn't empty" is_picture
if [ -n "$module" ]; then
  expect "apt installs the module with what it depends on" \
    inside apt-get -q install -y --no-install-recommends /root/module.deb
  expect "Python reports a preset" inside python3 -c "$report_from_python"
fi
expect "it can be removed" inside apt-get -q remove -y shardscope
is_gone() { ! test -e "$clean/usr/bin/shardscope" && ! test -e "$clean/usr/share/shardscope"; }
expect "nothing of it stays" is_gone
finish
