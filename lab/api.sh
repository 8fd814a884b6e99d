#!/usr/bin/env bash
# Measures the most frequent API calls: CPU time, p50, p99, memory.
source "$(dirname "$0")/../infra/tools.sh"
make build
(cd lab && cargo build --locked --quiet --package bench-api)
exec target/lab/debug/bench-api "$LARDER_BIN"
