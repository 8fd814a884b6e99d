#!/usr/bin/env bash
# Tests the main journeys in WebKit and Firefox, after `make build`.
source "$(dirname "$0")/../../infra/tools.sh"
programs WebKitWebDriver firefox-esr xvfb-run
cargo_program geckodriver
cd web
browsers=(/usr/lib/*/webkit*gtk-*/MiniBrowser)
ENGINE=webkit BROWSER=${browsers[0]} xvfb-run -a node --test engines/journeys.test.mjs
ENGINE=firefox BROWSER=/usr/bin/firefox-esr GECKODRIVER=$TOOLS/cargo/bin/geckodriver node --test engines/journeys.test.mjs
