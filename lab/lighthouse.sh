#!/usr/bin/env bash
# Scores the built site, served by the real `larder`, with Lighthouse as a phone sees it: the median of RUNS runs for
# each page, and the sizes.
#   lab/lighthouse.sh [PATH…]        the pages of the site; without any: / and the shopping list
# LARDER_BIN and LARDER_SITE name another binary and another built site, CHROMIUM another browser, RUNS another number
# of runs.
set -euo pipefail
cd "$(dirname "$0")/.."

version=12.8.2
tool=.tools/lighthouse
binary=${LARDER_BIN:-target/debug/larder}
site=${LARDER_SITE:-web/dist}
export CHROME_PATH=${CHROMIUM:-/usr/bin/chromium}
pages=("$@")
[ ${#pages[@]} -gt 0 ] || pages=(/ /shopping-list)

for needed in "$binary" "$CHROME_PATH"; do
  [ -x "$needed" ] || { echo "$needed is missing: build the product with 'make build', install the browser from Debian's package 'chromium'." >&2; exit 1; }
done
[ -f "$site/index.html" ] || { echo "$site is not built: run 'npm run build' in web/." >&2; exit 1; }
# Installed outside web/, whose lock file lists the site's packages only.
if ! grep -qs "\"version\": \"$version\"" "$tool/node_modules/lighthouse/package.json"; then
  mkdir -p "$tool"
  npm install --no-audit --no-fund --no-save --prefix "$tool" "lighthouse@$version" >&2
fi

work=$(mktemp -d)
port=${PORT:-$((20000 + RANDOM % 20000))}
PORT=$port LARDER_DATA="$work/data" LARDER_SITE="$site" LARDER_LOG=error "$binary" serve >"$work/larder.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  curl -fs "http://127.0.0.1:$port/api/health" >/dev/null && break
  kill -0 "$server" 2>/dev/null || { cat "$work/larder.log" >&2; exit 1; }
  sleep 0.2
done

for page in "${pages[@]}"; do
  reports=()
  for run in $(seq "${RUNS:-3}"); do
    reports+=("$work/${page//\//_}-$run.json")
    "$tool/node_modules/.bin/lighthouse" "http://127.0.0.1:$port$page" --quiet --output=json --output-path="${reports[-1]}" \
      --only-categories=performance,accessibility,best-practices,seo --chrome-flags="--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
  done
  node lab/lighthouse-median.mjs "$page" "${reports[@]}"
done
[ "$site" != web/dist ] || (cd web && npm run --silent size)
