#!/usr/bin/env bash
# Writes bills of materials of functions, larder and site into target/sbom: infra/deploy/sbom.sh [arm64|x86_64]
source "$(dirname "$0")/../tools.sh"
cargo_program cargo-cyclonedx
exec python3 infra/deploy/sbom.py --architecture "${1:-arm64}"
