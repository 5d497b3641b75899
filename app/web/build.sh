#!/bin/bash
# Makes the folder of static files build/web/page: the explorer for a browser's tab. Installs what is missing.
# usage: build.sh [BUILD_TYPE]     (Release: as small as it gets; Quick: compiled in less time, for trying)
set -eu
. "$(dirname "$0")/../setup.sh"

install_missing emscripten nodejs cmake ninja-build xz-utils bzip2 nlohmann-json3-dev libtomlplusplus-dev fonts-inter \
  fonts-dejavu-core || exit 1
export NODE_PATH=${NODE_PATH-/usr/share/nodejs}  # where Debian has what Emscripten asks Node.js for
tree=$root/build/web
# Emscripten has nothing inlined that is made small, which makes it neither small nor fast.
optimise="-Os -finline-functions -DNDEBUG" link=-Oz
[ "${1-Release}" = Release ] || optimise=-O1 link=-O1
command -v ccache >/dev/null && export EM_COMPILER_WRAPPER=${EM_COMPILER_WRAPPER-ccache}
mkdir -p "$tree"
emcmake cmake -G Ninja -S "$root" -B "$tree" -DCMAKE_BUILD_TYPE=Release -DSHARDSCOPE_TESTS=OFF \
  "-DCMAKE_CXX_FLAGS_RELEASE=$optimise" "-DCMAKE_C_FLAGS_RELEASE=$optimise" \
  "-DCMAKE_EXE_LINKER_FLAGS_RELEASE=$link" >"$tree/configure.log" 2>&1 || { tail -n 20 "$tree/configure.log" >&2; exit 1; }
cmake --build "$tree" --target shardscope_page >&2
echo "$tree/page"
