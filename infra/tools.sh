# Sourced by scripts and by the Makefile: installs what tests and measurements need beside Rust and Node, once.
# What PyPI and crates.io have goes to .tools; browsers and the like come from Debian.
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
  export PYTHONPATH=$TOOLS/$1${PYTHONPATH:+:$PYTHONPATH} PATH=$TOOLS/$1/bin:$PATH
}

# cargo_program NAME: installs a program from crates.io.
cargo_program() {
  export PATH=$TOOLS/cargo/bin:$PATH
  if [[ ! -x $TOOLS/cargo/bin/$1 ]]; then
    echo "Installing $1 from crates.io into .tools (some minutes)." >&2
    cargo install --locked --quiet --root "$TOOLS/cargo" --target-dir target/tools "$1"
  fi
}

# programs NAME…: installs Debian's packages of the programs that are missing. CHROMIUM is a browser to use instead.
programs() {
  local name missing="" packages=""
  for name; do
    if [[ $name == chromium* && -n ${CHROMIUM-} ]]; then
      [[ -x $CHROMIUM ]] || { echo "CHROMIUM=$CHROMIUM is not a program." >&2; exit 1; }
    elif ! command -v "$name" > /dev/null; then
      missing+=" $name"
      packages+=" $(packages_of "$name")"
    fi
  done
  [[ -n $missing ]] || return 0
  if ! command -v apt-get > /dev/null || [[ $(id -u) != 0 ]]; then
    echo "Missing:$missing. On Debian: sudo apt-get install$packages" >&2
    [[ $missing != *chromium* ]] || echo "Or name a Chrome or Chromium of your own: CHROMIUM=/path/to/it. Playwright's: (cd web &&" \
      "npx playwright install chromium), whose path says: (cd web && node -p 'require(\"@playwright/test\").chromium.executablePath()')" >&2
    exit 1
  fi
  echo "Installing from Debian:$packages." >&2
  apt-get update -qq
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $packages > /dev/null
}

# packages_of PROGRAM: prints Debian's packages with a program and what it needs. infra/tools_test.py compares the list of
# programs with those that the tests start.
packages_of() {
  case $1 in
    caddy) echo caddy ;;
    # The last one is `system-ui`: without it a monospaced font is.
    chromium | chromium-headless-shell) echo "$1 fonts-liberation fonts-dejavu-core" ;;
    firefox-esr) echo firefox-esr ;;
    qemu-aarch64) echo qemu-user libc6-arm64-cross libgcc-s1-arm64-cross ;;
    WebKitWebDriver) echo webkit2gtk-driver ;;
    xvfb-run) echo xvfb xauth ;;
    *) echo "tools.sh: no package is known for $1" >&2 && exit 1 ;;
  esac
}
