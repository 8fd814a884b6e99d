#!/usr/bin/env bash
# Runs a long test of the server: lab/long-tests.sh soak|faults|fuzz|years|attack
#
#   soak     a million random operations of three devices against a model (OPERATIONS; LARDER_MODEL_FIRST continues)
#   faults   each call of each operation fails in ten ways (`make test` runs a sample)
#   fuzz     broken files, tokens and bodies, ten minutes each (`make test` runs 1,500 of each)
#   years    households (HOUSEHOLDS, 2,000) for three years: size of answers, cost of a scan
#   attack   repeats earlier attacks on the running server, on this machine only
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  soak) tests=model:: LARDER_MODEL_OPERATIONS=${OPERATIONS:-1000000} ;;
  faults) tests=api::faults LARDER_FAULTS=all ;;
  fuzz) tests=api::fuzzed_input LARDER_MUTATIONS=1000000000 ;;
  years) tests=api::large_household LARDER_HOUSEHOLDS=${HOUSEHOLDS:-2000} ;;
  attack) tests=attack:: ;;
  *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
export LARDER_MODEL_OPERATIONS LARDER_FAULTS LARDER_MUTATIONS LARDER_HOUSEHOLDS
exec cargo test --locked --workspace --test larder -- "$tests" --nocapture
