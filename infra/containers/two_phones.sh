#!/usr/bin/env bash
# Follows option B of docs/SELF-HOSTING.md, after `make build`: two phones in one larder over HTTPS through Caddy.
source "$(dirname "$0")/../tools.sh"
programs chromium caddy
LARDER_SITE=$PWD/web/dist CHROMIUM=${CHROMIUM:-$(command -v chromium)} exec node infra/containers/two_phones.mjs "$LARDER_BIN"
