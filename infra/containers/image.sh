#!/bin/sh
# Builds the image of a program for this machine, with docker, podman or buildah: `make image`.
#
#   infra/containers/image.sh target/release/larder [NAME]
set -eu
program=$1
name=${2:-localhost/larder}
here=$(dirname "$0")
case $(uname -m) in
  x86_64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) echo "There is no image for $(uname -m)." >&2 && exit 1 ;;
esac
tool=$(command -v docker || command -v podman || command -v buildah) || {
  echo "Building an image needs docker, podman or buildah." >&2
  exit 1
}
"$here/smoke.sh" "$program"
# docker gets the whole folder, so it has only the content of the image.
mkdir -p target/image
"$here/rootfs.sh" "$program" "target/image/rootfs-$arch"
version=$("$program" --version | cut -d" " -f2)
"$tool" build --label "org.opencontainers.image.version=$version" --build-arg "TARGETARCH=$arch" --tag "$name" --file "$here/Containerfile" target/image
