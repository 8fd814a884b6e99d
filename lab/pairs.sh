#!/usr/bin/env bash
# Measures the search for duplicates: lab/pairs.sh [COUNT]
#
# COUNT pairs of pictures (1,000 without it) are printed and photographed into target/bench/pairs, the same ones every
# time: half of them show one receipt twice, the others two receipts of one shop that look alike. Each picture is read
# once by the real reader, then each pair is compared as `POST /api/extract` compares a receipt with those before it: by
# its text, then by likeness.
#
#   SEED=1000   other pairs
#   KEEP=1      compare again without reading again
set -euo pipefail
cd "$(dirname "$0")/.."

count=${1:-1000}
target=${CARGO_TARGET_DIR:-target}
cargo build --locked --quiet --workspace --bin receipt-printer --example pairs

set_dir=target/bench/pairs
made="count $count, seed ${SEED:-1}, printer $(sha256sum < "$target/debug/receipt-printer")"
if [[ ! -f $set_dir/.made || $(< "$set_dir/.made") != "$made" ]]; then
  rm -rf "$set_dir"
  "$target/debug/receipt-printer" --pairs "$count" --seed "${SEED:-1}" --out "$set_dir"
  echo "$made" > "$set_dir/.made"
fi
[[ -n ${KEEP:-} ]] || rm -f "$set_dir/readings.jsonl"
"$target/debug/examples/pairs" "$set_dir"
