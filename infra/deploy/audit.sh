#!/usr/bin/env bash
# Checks licences, bans and sources of all crates (deny.toml), and the site's packages against npm's advisories.
source "$(dirname "$0")/../tools.sh"
cargo_program cargo-deny
cargo deny check licenses bans sources
cargo deny --manifest-path lab/Cargo.toml check --config deny.toml licenses bans sources
cd web && npm audit --omit=dev
