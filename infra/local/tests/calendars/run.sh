#!/usr/bin/env bash
# Reads a calendar with three independent parsers, after `make build`.
source "$(dirname "$0")/../../../tools.sh"
python_packages calendars infra/local/tests/calendars/requirements.txt
exec python3 infra/local/tests/calendars/parsers_test.py
