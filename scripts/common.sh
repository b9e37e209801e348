# Shared by ./run and ./test: install what is missing, configure, build. Sourced; root must hold the repository's folder.
# shellcheck shell=bash
: "${root:?the script that sources this file sets root}"

say() { printf 'flexura: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# The system's interpreter is the one that sees the Python packages of the distribution.
python=/usr/bin/python3
[[ -x $python ]] || python=python3

# A user without a home folder of their own still gets a compiler cache.
if [[ -z ${CCACHE_DIR:-} && ! -w ${HOME:-/nonexistent} ]]; then export CCACHE_DIR=$root/build/ccache; fi

# A line that changes when a build folder was made elsewhere: code for this processor must not run on another.
machine() {
  local flags=
  [[ -r /proc/cpuinfo ]] && flags=$(grep -m1 -E '^(flags|Features)' /proc/cpuinfo | cksum)
  printf '%s %s %s\n' "$root" "$(uname -m)" "$flags"
}

# fresh STAMP EXECUTABLE: nothing that the executable is made of changed since STAMP was written.
fresh() {
  [[ -f $1 && -x $2 && $(<"$1") == "$(machine)" ]] || return 1
  [[ -z $(cd "$root" && find src input elements solvers cmake CMakeLists.txt CMakePresets.json scripts/packages.txt \
    -newer "$1" -print -quit) ]]
}

# Runs a command as the administrator.
as_root() {
  if [[ $EUID -eq 0 ]]; then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# install_packages KIND...: the packages of scripts/packages.txt of these kinds, those that are missing.
install_packages() {
  local wanted=() missing=() kind name installed log=$root/build/apt.log
  while read -r kind name; do
    [[ " $* " == *" $kind "* ]] && wanted+=("$name")
  done <"$root/scripts/packages.txt"
  if ! command -v dpkg-query >/dev/null; then
    say "this is not a Debian or Ubuntu system; these packages, by their names there, must be present: ${wanted[*]}"
    return 0
  fi
  installed=" $(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
    awk '$2 == "installed" {printf "%s ", $1}')" || true
  for name in "${wanted[@]}"; do
    [[ $installed == *" $name "* ]] || missing+=("$name")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0

  local install=(apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)
  if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
    say "these packages are missing, and neither root rights nor sudo are at hand to install them:"
    say "  ${missing[*]}"
    die "ask the administrator for: apt-get install --no-install-recommends ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  # An update that cannot reach one of several sources is no reason to stop: the installation decides.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 \
    >"$log" 2>&1 || true
  if ! as_root env DEBIAN_FRONTEND=noninteractive "${install[@]}" "${missing[@]}" >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    say "these packages could not be installed: ${missing[*]}"
    die "the whole log is in $log"
  fi
}

# configure PRESET: unless it is configured; from scratch when the folder was made elsewhere.
configure() {
  local folder=$root/build/$1 log
  log=$folder/configure.log
  if [[ -d $folder && -e $folder/CMakeCache.txt && $(cat "$folder/.machine" 2>/dev/null) != "$(machine)" ]]; then
    say "build/$1 was made on another machine or in another place: starting afresh"
    rm -rf "$folder"
  fi
  mkdir -p "$folder"
  [[ -f $folder/build.ninja ]] && return 0
  rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
  machine >"$folder/.machine"
  if ! (cd "$root" && cmake --preset "$1") >"$log" 2>&1; then
    cat "$log" >&2
    die "cmake --preset $1 failed"
  fi
}

# Compilers running side by side: as many as processors, each with 1.5 GB of memory.
parallel_jobs() {
  local processors memory=
  processors=$(nproc 2>/dev/null || echo 1)
  [[ -r /proc/meminfo ]] && memory=$(awk '/^MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
  if [[ -n $memory && $memory -lt $processors ]]; then processors=$memory; fi
  [[ $processors -ge 1 ]] || processors=1
  printf '%s\n' "${FLEXURA_JOBS:-$processors}"
}

# Ninja's lines, "[3/80] Building ...", as a counter that stays on one line of the terminal.
counter() {
  local line
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+/[0-9]+)\] ]] && printf '\rflexura: building %s \033[K' "${BASH_REMATCH[1]}" >&2
  done
  printf '\r\033[K' >&2
}

# build PRESET [TARGET...]: quiet when all is well; the compiler's words when not.
build() {
  local folder=$root/build/$1 log status=0
  log=$folder/build.log
  local command=(env NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$(parallel_jobs)" "${@:2}")
  if [[ -t 2 ]]; then
    "${command[@]}" 2>&1 | tee "$log" | counter || status=1
  else
    "${command[@]}" >"$log" 2>&1 || status=1
  fi
  if [[ $status -ne 0 ]]; then
    grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\)' "$log" | tail -n 80 >&2 || true
    say "the build failed; the whole log is in $log"
    return 1
  fi
}

# Holds a lock until the script ends, so that two calls do not build in one folder at the same time.
# A script called by one that holds the lock goes on without it.
lock() {
  [[ -z ${FLEXURA_LOCKED:-} ]] || return 0
  mkdir -p "$root/build" 2>/dev/null || true
  [[ -w $root/build ]] || die "cannot write to $root/build: it belongs to another user; remove it or run as that user"
  command -v flock >/dev/null || return 0
  exec 9>"$root/build/.lock"
  if ! flock -n 9; then
    say "waiting for another build to finish"
    flock 9
  fi
  export FLEXURA_LOCKED=1
}
