#!/usr/bin/env bash
# Measures start and first request of the Lambda functions on this processor.
source "$(dirname "$0")/../infra/tools.sh"
make functions build
python_packages python infra/deploy/build.txt
python_packages deploy infra/deploy/requirements.txt
exec python3 lab/starts.py
