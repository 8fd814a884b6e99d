# Sourced by scripts and by the Makefile: installs what tests and measurements need beside Rust and Node, once.
# Programs and packages go to .tools, browsers come from Debian.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
TOOLS=$PWD/.tools
export LARDER_BIN=$PWD/target/debug/larder

# python_packages NAME REQUIREMENTS: puts packages from PyPI on PYTHONPATH.
python_packages() {
  if [[ ! $TOOLS/$1/.ready -nt $2 ]]; then
    echo "Installing $1 from PyPI into .tools." >&2
    rm -rf "${TOOLS:?}/$1"
    PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target "$TOOLS/$1" -r "$2"
    touch "$TOOLS/$1/.ready"
  fi
  export PYTHONPATH=$TOOLS/$1 PATH=$TOOLS/$1/bin:$PATH
}

# cargo_program NAME: installs a program from crates.io.
cargo_program() {
  export PATH=$TOOLS/cargo/bin:$PATH
  if [[ ! -x $TOOLS/cargo/bin/$1 ]]; then
    echo "Installing $1 from crates.io into .tools (some minutes)." >&2
    cargo install --locked --quiet --root "$TOOLS/cargo" --target-dir target/tools "$1"
  fi
}

# debian PROGRAM [PACKAGE…]: installs Debian's packages (or that of the program's name) if the program is missing.
debian() {
  local program=$1
  shift
  if ! command -v "$program" > /dev/null; then
    echo "Installing Debian's ${*:-$program}." >&2
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${@:-$program}" > /dev/null
  fi
}
