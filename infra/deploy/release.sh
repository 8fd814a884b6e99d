#!/usr/bin/env bash
# Builds and tests a release in an empty checkout of this commit: `make release`. Takes hours on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
out=$PWD/target/release-$version
[[ -z $(git status --porcelain) ]] || { echo "release: commit or remove your changes first." >&2; exit 1; }
python3 infra/tools_test.py
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
git clone --quiet --no-hardlinks . "$root/larder"
cd "$root/larder"
make test test-all
infra/deploy/audit.sh
cargo build --release --locked --package larder --features site
infra/containers/smoke.sh target/release/larder
infra/deploy/sbom.sh "$(uname -m | sed 's/aarch64/arm64/')"
rm -rf "$out"
mkdir -p "$out"
cp target/release/larder "$out/larder-$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')"
python3 -m zipfile -c "$out/larder-home-assistant.zip" custom_components
cp target/sbom/*.json models/*LICENSES* NOTICE "$out"
(cd "$out" && sha256sum -- * > SHA256SUMS)
cat << END
Larder $version is tested, and in $out. What is left to a person:
1. The tests by hand of CONTRIBUTING.md, with their dates; the first deployment checklist of docs/OPERATIONS.md.
2. The public address: documentation, issue_tracker and codeowners in custom_components/larder/manifest.json, for HACS.
3. git tag -s v$version && git push origin v$version: .github/workflows/release.yml builds both processors and the
   image, signs and publishes them. Add the changelog's section, and the bills of materials from $out.
END
