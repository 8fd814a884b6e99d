#!/usr/bin/env bash
# Runs the API tests on moto's DynamoDB.
source "$(dirname "$0")/../../../tools.sh"
python_packages moto infra/local/tests/moto/requirements.txt
exec python3 infra/local/tests/moto/run.py cargo test --locked --workspace --test larder -- --include-ignored api::
