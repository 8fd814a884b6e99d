#!/usr/bin/env bash
# Fuzzes the API of a running Larder with Schemathesis, after `make build`.
source "$(dirname "$0")/../../../tools.sh"
python_packages schemathesis infra/local/tests/schemathesis/requirements.txt
exec python3 infra/local/tests/schemathesis/run.py
