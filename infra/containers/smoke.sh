#!/bin/sh
# Checks that the program alone serves Larder: starts it in an empty folder, and requests its health, the page with its
# scripts, and an account. Reads a receipt.
#
#   infra/containers/smoke.sh target/release/larder
set -eu
program=$(realpath "$1")
photo=$(realpath "$(dirname "$0")/../../shared/receipt-reader/testdata/english.jpg")
# With the token of development builds, anyone could open a larder.
if grep -q larder-development-token "$program"; then
  echo "$program has the development token: it was built with debug assertions" >&2
  exit 1
fi
folder=$(mktemp -d)
port=${PORT:-18080}
cd "$folder"
# Runs without a checkout.
env -i PORT="$port" LARDER_DATA="$folder/data" "$program" serve > "$folder/output" 2>&1 &
server=$!
trap 'kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 50); do
  PORT="$port" "$program" health > /dev/null 2>&1 && break
  sleep 0.2
done
PORT="$port" "$program" health
python3 - "$port" <<'PYTHON'
import json, re, sys, urllib.request
site = f"http://127.0.0.1:{sys.argv[1]}"
page = urllib.request.urlopen(f"{site}/").read().decode()
scripts = re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', page)
assert scripts, "the page has no scripts: was the site built into the program?"
for script in scripts:
    answer = urllib.request.urlopen(site + script)
    assert answer.headers["content-type"].startswith("text/javascript"), script
sign_up = urllib.request.Request(f"{site}/identity/v1/accounts:signUp", b'{"returnSecureToken": true}', {"content-type": "application/json"})
token = json.load(urllib.request.urlopen(sign_up))["idToken"]
items = urllib.request.Request(f"{site}/api/items", headers={"authorization": f"Bearer {token}"})
assert json.load(urllib.request.urlopen(items)) == []
print(f"serves {len(scripts)} scripts, an account, an empty larder")
PYTHON
# The photo is in the checkout, what reads it in the program.
env -i "$program" read "$photo" | tail -1
LARDER_DATA="$folder/data" "$program" backup "$folder/backup.tar.gz"
LARDER_DATA="$folder/data" "$program" check
printf 'idle: %s kB resident\n' "$(awk '/^VmRSS/ { print $2 }' "/proc/$server/status")"
