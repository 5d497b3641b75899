# What app/run.sh and tests/run.sh share: install what is missing, configure, build. Sourced by bash.
# Everything that these functions say goes to stderr, so that stdout is the program's alone.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

program_packages=(g++ make cmake ninja-build pkg-config xz-utils python3-glad libglfw3-dev libopengl-dev libegl-dev
  libpng-dev zlib1g-dev libdbus-1-dev nlohmann-json3-dev libtomlplusplus-dev libyaml-cpp-dev libcli11-dev libegl1 libgl1-mesa-dri fonts-inter fonts-dejavu-core)
test_packages=(doctest-dev clang-format xvfb xauth xdotool x11-apps dbus-daemon python3-jsonschema
  lintian man-db desktop-file-utils appstream librsvg2-bin dpkg-dev libxml2-utils)
python_packages=(python3-dev pybind11-dev)
python_test_packages=(mypy python3-venv python3-pip python3-numpy python3-tqdm)
notebook_packages=(jupyter-nbconvert python3-ipykernel python3-pandas)
ci_packages=(clang clang-tidy python3-clang)

say() { echo "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    say "This needs root or sudo: $*"
    return 1
  fi
}

# Installs those of the Debian packages named that aren't there; one quick question when all are.
# On a system without dpkg it leaves the packages to the user, and CMake says what is missing.
install_missing() {
  command -v dpkg-query >/dev/null || return 0
  local installed missing=() package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null)
  for package in "$@"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  say "Installing ${missing[*]}"
  local log options=(-qq -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120)
  log=$(mktemp)
  # Old package lists may still do where the update fails, so only the installation decides.
  as_root apt-get "${options[@]}" update >"$log" 2>&1
  if ! as_root apt-get "${options[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
    grep -E '^(E|W|Err):?' "$log" | tail -n 8 >&2
    say "Could not install ${missing[*]}; the whole log: $log"
    return 1
  fi
  rm -f "$log"
}

# build_preset PRESET TARGET...: configures where that is needed, then builds.
build_preset() {
  local tree=$root/build/$1 preset=$1
  shift
  local stamp=$tree/configured
  if [ ! -f "$stamp" ] || [ "$root/CMakePresets.json" -nt "$stamp" ]; then
    if [ ! -f "$tree/CMakeCache.txt" ] && command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
    say "Configuring $tree"
    mkdir -p "$tree"
    if ! (cd "$root" && cmake --preset "$preset") >"$tree/configure.log" 2>&1; then
      grep -E '^-- (Dear ImGui|Could NOT)' "$tree/configure.log" >&2
      sed -n '/^CMake Error/,$p' "$tree/configure.log" >&2
      return 1
    fi
    touch "$stamp"
  fi
  (set -o pipefail; cmake --build "$tree" --parallel "$(nproc)" --target "$@" 2>&1 |
    grep -v -e 'no work to do' -e 'Re-checking globbed' -e '^\[[ 0-9]*%\] Built target' >&2
    exit "${PIPESTATUS[0]}")
}
