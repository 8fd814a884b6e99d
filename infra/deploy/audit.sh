#!/usr/bin/env bash
# Checks licences, bans, sources and advisories of all crates (deny.toml), and the site's packages against npm's advisories.
# Where RustSec cannot be reached, its last copy is used, with its date; without one the audit fails.
source "$(dirname "$0")/../tools.sh"
cargo_program cargo-deny
cargo deny check --hide-inclusion-graph licenses bans sources
cargo deny --manifest-path lab/Cargo.toml --config deny.toml check --hide-inclusion-graph licenses bans sources
if ! cargo deny fetch db; then
  date=$(find "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs" -name FETCH_HEAD -printf '%TF\n' 2> /dev/null | sort | tail -1 || true)
  [[ -n $date ]] || { echo "audit: RustSec cannot be reached, and there is no copy: advisories were NOT checked." >&2; exit 1; }
  echo "audit: RustSec cannot be reached; its copy of $date is used." >&2
fi
cargo deny check --disable-fetch advisories
cd web && npm audit --omit=dev
