#!/usr/bin/env bash
# Simulates four devices of the real client against the real server, after `make build`.
#
#   SEEDS=100 FROM=7   so many seeds, from this one
#   SEED=7             prints what happens
source "$(dirname "$0")/../../infra/tools.sh"
cd web && exec npx vitest run --config simulate/vitest.config.ts
