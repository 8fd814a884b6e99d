#!/usr/bin/env bash
# Tests the official Firebase client against the identity provider, after `make build`.
source "$(dirname "$0")/../../../tools.sh"
cd infra/local/tests/firebase
[[ node_modules -nt package-lock.json ]] || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
npm test --silent
