#!/usr/bin/env bash
# Measures the receipt reader: lab/reader.sh [DIR]
#
# DIR holds pictures with their truths (DIR/x.jpg and DIR/x.json). Without it, flat receipts of 100 invented stores are
# printed into target/bench/receipts, the same ones every time. Every picture is read in one process, one after the
# other, as the server does it; the score is printed receipt by receipt, then by kind, then as one line of JSON.
#
#   COUNT=500     so many receipts instead of 100
#   SEED=1001     other receipts
#   MISSES=1      tell what went wrong on each receipt
#   READER="…"    another command that reads pictures and prints a line of JSON for each
set -euo pipefail
cd "$(dirname "$0")/.."

(cd lab && cargo build --locked --quiet --package receipts)
if [[ -z ${READER:-} ]]; then
  cargo build --locked --quiet --package larder
  READER="target/debug/larder read --json"
fi

work=target/bench
mkdir -p "$work"
if [[ $# -gt 0 ]]; then
  set_dir=$1
else
  set_dir=$work/receipts
  rm -rf "$set_dir"
  target/lab/debug/print "${SEED:-1}" "${COUNT:-100}" "$set_dir"
fi

shopt -s nullglob nocaseglob
pictures=("$set_dir"/*.{jpg,jpeg,png,webp,gif,bmp,tif,tiff})
shopt -u nocaseglob
[[ ${#pictures[@]} -gt 0 ]] || { echo "lab/reader.sh: no pictures in $set_dir" >&2; exit 1; }

output=$work/reader.jsonl
echo "Reading ${#pictures[@]} pictures in $set_dir"
read -ra command <<< "$READER"
"${command[@]}" "${pictures[@]}" > "$output" 2> "$work/reader.stderr" &
reader=$!
peak=0
# The kernel keeps the high-water mark itself; it only has to be looked at before the process is gone.
while kill -0 "$reader" 2> /dev/null; do
  seen=$(awk '/^VmHWM/ { print $2 }' "/proc/$reader/status" 2> /dev/null || true)
  peak=${seen:-$peak}
  sleep 0.2
done
status=0
wait "$reader" || status=$?
# 1 tells that a picture could not be read, which the score counts; anything above is no measurement.
if [[ $status -gt 1 || ! -s $output ]]; then
  cat "$work/reader.stderr" >&2
  echo "lab/reader.sh: the reader ended with $status" >&2
  exit 1
fi

target/lab/debug/score ${MISSES:+--misses} "$set_dir" "$output" | tee "$work/reader.score"
target/lab/debug/rows cost "$output"
echo "peak memory: $((peak / 1024)) MB"
