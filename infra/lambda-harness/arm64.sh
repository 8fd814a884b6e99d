#!/usr/bin/env bash
# Tests `make package`'s arm64 functions under QEMU.
source "$(dirname "$0")/../tools.sh"
make functions build
programs qemu-aarch64
python_packages deploy infra/deploy/requirements.txt
exec python3 infra/lambda-harness/arm64.py
