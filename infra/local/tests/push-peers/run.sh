#!/usr/bin/env bash
# Decrypts push messages with independent libraries and tests hostile endpoints, after `make build`.
source "$(dirname "$0")/../../../tools.sh"
python_packages push-peers infra/local/tests/push-peers/requirements.txt
exec python3 infra/local/tests/push-peers/peers_test.py
