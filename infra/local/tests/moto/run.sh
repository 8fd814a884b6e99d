#!/usr/bin/env bash
# Runs the API tests on moto's DynamoDB, S3 and SNS: all, or those whose names begin like an argument.
source "$(dirname "$0")/../../../tools.sh"
python_packages deploy infra/deploy/requirements.txt
exec python3 infra/local/tests/moto/run.py cargo test --locked --workspace --test larder -- --include-ignored "${@:-api::}"
