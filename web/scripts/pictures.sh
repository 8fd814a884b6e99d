#!/usr/bin/env bash
# Takes all pictures of the documents, after `make build`.
source "$(dirname "$0")/../../infra/tools.sh"
programs chromium
[[ -d /usr/share/fonts/opentype/inter ]] || apt-get install -y -qq --no-install-recommends fonts-inter > /dev/null
(cd web && node scripts/pictures.mjs)
PICTURES=$PWD/docs/images infra/containers/two_phones.sh
