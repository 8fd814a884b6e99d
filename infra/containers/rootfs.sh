#!/bin/sh
# Builds the content of the image: the program, its libraries, licences, public root certificates and a data folder. No shell, no
# package manager, no base image to keep up to date.
#
#   infra/containers/rootfs.sh target/release/larder rootfs
set -eu
program=$1
root=$2

rm -rf "$root"
mkdir -p "$root/data" "$root/tmp" "$root/etc/ssl/certs"
cp "$program" "$root/larder"
# The program contains the loader's path, and the loader searches libraries in the folders of the build machine. The
# reader's engine, inside the program, has libraries of its own.
project=$(dirname "$0")/../..
libraries=$(ldd "$program" && ldd "$project/models/onnxruntime-$(uname -m).so")
case $libraries in *"not found"*) echo "$libraries" >&2; exit 1 ;; esac
echo "$libraries" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
mkdir "$root/licenses"
cp "$project"/NOTICE "$project"/LICENSE-* "$project"/models/*LICENSES* "$root/licenses"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
printf 'larder:x:65532:65532::/data:/nonexistent\n' > "$root/etc/passwd"
printf 'larder:x:65532:\n' > "$root/etc/group"
chmod 755 "$root" "$root/larder"
chmod 700 "$root/data"
chmod 1777 "$root/tmp"
du -sm "$root" | cut -f 1 | sed 's/$/ MB/'
