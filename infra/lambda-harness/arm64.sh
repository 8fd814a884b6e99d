#!/usr/bin/env bash
# Tests `make package`'s arm64 functions under QEMU (Debian: qemu-user libc6-arm64-cross libgcc-s1-arm64-cross).
source "$(dirname "$0")/../tools.sh"
make functions build
python_packages deploy infra/deploy/requirements.txt
exec python3 infra/lambda-harness/arm64.py
