#!/usr/bin/env bash
# Runs browser tests, after `make build`. Arguments are Playwright's: web/e2e/run.sh e2e/items.spec.ts -g "title"
source "$(dirname "$0")/../../infra/tools.sh"
programs chromium-headless-shell chromium
cd web && CI=1 exec npx playwright test "$@"
